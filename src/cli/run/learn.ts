/** Runs `memory-bank learn`: prints the worklist. */

import type { Words } from '../../core/language.ts'
import { learn as makeWorklist, worklistText } from '../../flows/learn.ts'
import type { Call } from '../command.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'
import { languageOf, open } from '../open.ts'
import { report } from '../render/problem.ts'
import { printJson } from '../terminal.ts'

export async function learn(call: Call): Promise<ExitCode> {
  const workspace = open(call)
  if (!workspace.ok) return report(workspace.problem, call)
  const spoken = { ...call, language: languageOf(call, workspace) }
  const made = makeWorklist(workspace.value, call.language)
  if (!made.ok) return report(made.problem, spoken)
  if (call.switches.has('json')) {
    const { language, looked, sections, declined } = made.value
    printJson(call.terminal, 'learn', { language, looked, sections, declined })
    return EXIT.done
  }
  call.terminal.print(`${worklistText(made.value)}\n`)
  call.terminal.remark(FOR_AGENTS[made.value.language])
  return EXIT.done
}

const FOR_AGENTS: Words = {
  en: 'Your agent does this itself: type /memory-bank-learn in its chat.',
  zh: '由 Agent 来做：在它的对话中输入 /memory-bank-learn。',
}
