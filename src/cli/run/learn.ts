/** Runs `memory-bank learn`: prints the worklist. */

import type { Words } from '../../core/language.ts'
import { learn as makeWorklist, worklistText } from '../../flows/learn.ts'
import { learnCommands } from '../../flows/next-step.ts'
import type { Call } from '../command.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'
import { findHosts } from '../find-hosts.ts'
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
  const { detected, unconnected } = await findHosts(call)
  const typed = learnCommands(detected.filter((host) => !unconnected.includes(host)))
  call.terminal.remark(forAgents(typed)[made.value.language])
  return EXIT.done
}

function forAgents(typed: Words | undefined): Words {
  return typed === undefined
    ? {
        en: 'This is for your agent: let it run this command, study the places and propose what to keep.',
        zh: '这是给 Agent 的：让它运行此命令，了解其中各处，并提议值得记住的内容。',
      }
    : { en: `Your agent does this itself: ${typed.en}.`, zh: `由 Agent 来做：${typed.zh}。` }
}
