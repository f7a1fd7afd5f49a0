/** `memory-bank learn`: what an agent should study before it proposes. */

import type { Words } from '../../base/language.ts'
import { learn as makeWorklist, worklistText } from '../../verbs/learn.ts'
import { learnCommands } from '../../verbs/next-step.ts'
import { type Call, type Command, EXIT, type ExitCode } from '../command.ts'
import { languageOf, open, report } from '../open.ts'
import { findHosts } from '../setup.ts'
import { printJson } from '../terminal.ts'

export const learn: Command = {
  name: 'learn',
  group: 'ask',
  place: 5,
  about: {
    en: 'list what an agent should study to learn the project',
    zh: '列出 Agent 了解项目时应当研究的内容',
  },
  operands: '',
  mostOperands: 0,
  options: {},
  examples: ['memory-bank learn', 'memory-bank learn --json'],
  agent: { kind: 'always' },
  exits: ['done', 'failure', 'usage', 'conflict'],
  json: ['learn'],
  run,
}

async function run(call: Call): Promise<ExitCode> {
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
