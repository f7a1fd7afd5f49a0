/** Runs `memory-bank status`. */

import { describeState } from '../../core/bank-state.ts'
import { nextOf, status as readStatus, type Status, statusReport } from '../../flows/status.ts'
import type { Call } from '../command.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'
import { open } from '../open.ts'
import { report } from '../render/problem.ts'
import { remarkRecovery } from '../render/recovery.ts'
import { padded } from '../render/width.ts'
import { paint } from '../terminal.ts'

export async function status(call: Call): Promise<ExitCode> {
  const workspace = open(call)
  if (!workspace.ok) return report(workspace.problem, call)
  const known = readStatus(workspace.value, call.language)
  if (!known.ok) return report(known.problem, call)
  if (call.switches.has('json')) {
    call.terminal.print(JSON.stringify(statusReport(known.value), null, 2))
    return EXIT.done
  }
  remarkRecovery(known.value.recovered, known.value.language, call.terminal)
  call.terminal.print(render(known.value, call))
  return EXIT.done
}

function render(status: Status, call: Call): string {
  const { language, state } = status
  const colour = paint(call.terminal)
  const line = (label: { en: string; zh: string }, value: string) =>
    padded(language === 'en' ? `${label.en}:` : `${label.zh}：`, 10) + value
  const mark =
    state.kind === 'current' ? colour.green('●') : state.kind === 'broken' ? colour.red('●') : colour.yellow('●')
  const lines = [
    `${mark} ${colour.bold(status.root)}`,
    line({ en: 'Bank', zh: '状态' }, describeState(state)[language]),
  ]
  if (status.files > 0) {
    lines.push(
      line(
        { en: 'Files', zh: '文件' },
        { en: `${status.files} (${status.lines} lines)`, zh: `${status.files} 个（${status.lines} 行）` }[language],
      ),
    )
    const over = status.entryTokens > status.entryBudget ? colour.yellow(' !') : ''
    lines.push(
      line(
        { en: 'Entry', zh: '入口' },
        {
          en: `about ${status.entryTokens} of ${status.entryBudget} tokens per session`,
          zh: `每个会话约 ${status.entryTokens} / ${status.entryBudget} tokens`,
        }[language] + over,
      ),
    )
    const folders = status.folders.map(
      (folder) =>
        `${folder.folder} ${folder.files}${folder.index ? { en: ' (indexed)', zh: '（有索引）' }[language] : ''}`,
    )
    lines.push(line({ en: 'Details', zh: '详情' }, folders.join(' · ')))
  }
  if (status.lastUpdated !== undefined && status.lastUpdated !== '') {
    const edited = status.editedByHand ? { en: ', edited by hand since', zh: '，此后被手动修改' }[language] : ''
    lines.push(line({ en: 'Written', zh: '写入' }, status.lastUpdated + edited))
  }
  if (status.journalled > 0) lines.push(line({ en: 'History', zh: '历史' }, historyOf(status)))
  if (status.unfinishedSetup.length > 0)
    lines.push(
      line(
        { en: 'Settings', zh: '配置' },
        colour.yellow(
          {
            en: 'an install or uninstall was interrupted',
            zh: '有一次安装或卸载中途被打断',
          }[language],
        ),
      ),
    )
  lines.push(line({ en: 'Next', zh: '下一步' }, colour.bold(nextOf(status)[language])))
  return lines.join('\n')
}

/** What an undo would find; undone changes and the undoing of them are for `history`. */
function historyOf({ journalled, undoable, language }: Status): string {
  if (undoable === 0)
    return { en: 'nothing left to undo; see: memory-bank history', zh: '没有可撤销的改动；查看：memory-bank history' }[
      language
    ]
  const rest = journalled - undoable
  const aside = rest === 0 ? '' : { en: ` (plus ${rest} undone)`, zh: `（另有 ${rest} 次已撤销）` }[language]
  return {
    en: `${undoable} ${undoable === 1 ? 'change' : 'changes'}${aside}, undo with: memory-bank undo`,
    zh: `${undoable} 次改动${aside}，可撤销：memory-bank undo`,
  }[language]
}
