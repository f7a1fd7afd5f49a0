/** `memory-bank undo`: reverts the last change, or the one named. */

import { titleOfChange } from '../../verbs/history.ts'
import { carryOutUndo, proposeUndo } from '../../verbs/undo.ts'
import type { Command, Ending, ProjectCall } from '../command.ts'
import { choiceOf, confirmAndApply } from '../confirm-and-apply.ts'
import { inProject } from '../in-project.ts'
import { WRITING } from '../options.ts'

export const undo: Command = {
  name: 'undo',
  group: 'write',
  place: 6,
  about: { en: 'undo the last change, or the one with this id', zh: '撤销最近一次（或指定的）改动' },
  operands: '[id]',
  mostOperands: 1,
  options: {
    ...WRITING,
    'on-conflict': {
      value: 'choice',
      choices: ['keep', 'overwrite'],
      about: {
        en: 'if a file has changed since: keep it | overwrite it with the old text',
        zh: '文件此后又有改动时：keep 保留 | overwrite 恢复旧内容',
      },
    },
  },
  examples: ['memory-bank undo', 'memory-bank undo q8xv'],
  agent: { kind: 'never' },
  exits: ['done', 'failure', 'usage', 'notConfirmed', 'conflict'],
  json: ['plan'],
  run: inProject(run),
}

async function run(call: ProjectCall): Promise<Ending> {
  const { language, workspace } = call
  const proposed = proposeUndo(workspace, call.operands[0], choiceOf(call))
  if (!proposed.ok) return proposed
  const { of, recovered, plan } = proposed.value
  return confirmAndApply(call, {
    plan,
    language,
    recovered,
    state: { kind: of.intent },
    head: {
      en: `Undoing: ${titleOfChange(of, 'en')} (${of.id})`,
      zh: `将撤销：${titleOfChange(of, 'zh')}（${of.id}）`,
    }[language],
    nothing: { en: 'Nothing to undo.', zh: '没有可撤销的内容。' },
    apply: () => carryOutUndo(proposed.value, workspace),
    result: (id) =>
      ({ en: `Undone. Redo: memory-bank undo ${id}`, zh: `已撤销。重做：memory-bank undo ${id}` })[language],
  })
}
