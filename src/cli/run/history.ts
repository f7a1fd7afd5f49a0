/** Runs `memory-bank history`. */

import { INTENT_NAMES } from '../../core/change.ts'
import type { Language } from '../../core/language.ts'
import { spokenLanguage } from '../../flows/open-bank.ts'
import { type PastChange, history as readHistory } from '../../flows/undo.ts'
import type { Call } from '../command.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'
import { open } from '../open.ts'
import { changeJson, nameOf, renderDiffs, SIGN } from '../render/plan.ts'
import { report } from '../render/problem.ts'
import { remarkRecovery } from '../render/recovery.ts'
import { paint, printJson, type Terminal } from '../terminal.ts'

export async function history(call: Call): Promise<ExitCode> {
  const workspace = open(call)
  if (!workspace.ok) return report(workspace.problem, call)
  const language = spokenLanguage(call.language, workspace.value)
  const known = readHistory(workspace.value)
  if (!known.ok) return report(known.problem, { ...call, language })
  const id = call.operands[0]
  const shown = id === undefined ? known.value.past : known.value.past.filter((change) => change.id === id)
  if (id !== undefined && shown.length === 0) return report({ code: 'undo-unknown', id }, { ...call, language })

  if (call.switches.has('json')) {
    printJson(call.terminal, 'history', {
      entries: shown.map((change) => entryJson(change, id !== undefined)),
      recovered: known.value.recovered,
    })
    return EXIT.done
  }
  remarkRecovery(known.value.recovered, language, call.terminal)
  if (shown.length === 0) call.terminal.print({ en: 'No changes yet.', zh: '还没有任何改动。' }[language])
  for (const change of shown) call.terminal.print(entryText(change, language, call.terminal))
  if (id !== undefined)
    call.terminal.print(
      `\n${renderDiffs(
        shown.flatMap((change) => change.changes),
        call.terminal,
      )}`,
    )
  return EXIT.done
}

/** When, what for and whether it was undone; below it the first few files. */
function entryText(change: PastChange, language: Language, terminal: Terminal): string {
  const colour = paint(terminal)
  const words = INTENT_NAMES[change.intent][language]
  const of = change.undoes === undefined ? '' : ` ← ${change.undoes}`
  const undone = change.undoneBy === undefined ? '' : colour.yellow({ en: '  undone', zh: '  已撤销' }[language])
  const files = change.changes.filter((one) => one.kind !== 'make-folder' && one.kind !== 'remove-folder')
  const named = files.slice(0, MOST_FILES).map((one) => `${SIGN[one.kind]} ${nameOf(one)}`)
  const more = files.length - named.length
  const rest = more === 0 ? [] : [{ en: `+${more} more`, zh: `另有 ${more} 个` }[language]]
  const when = change.at.replace('T', ' ').replace(/\.\d+Z$/, 'Z')
  return [
    `${colour.bold(change.id)}  ${when}  ${words}${of}${undone}`,
    ...(files.length === 0 ? [] : [colour.dim(`    ${[...named, ...rest].join('  ')}`)]),
  ].join('\n')
}

const MOST_FILES = 3

function entryJson(change: PastChange, withDiffs: boolean): Readonly<Record<string, unknown>> {
  return {
    id: change.id,
    at: change.at,
    intent: change.intent,
    ...(change.undoes === undefined ? {} : { undoes: change.undoes }),
    ...(change.undoneBy === undefined ? {} : { undoneBy: change.undoneBy }),
    changes: change.changes.map((one) => changeJson(one, withDiffs)),
  }
}
