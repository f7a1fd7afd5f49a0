/** `memory-bank learn`: lists the sources that an agent should study before it proposes. */

import type { Words } from '../../base/language.ts'
import { learn as makeWorklist, worklistText } from '../../verbs/learn.ts'
import { learnCommands } from '../../verbs/next-step.ts'
import { type Command, type Ending, EXIT, type ProjectCall } from '../command.ts'
import { inProject } from '../in-project.ts'
import { findHosts } from '../setup.ts'
import { show } from '../terminal.ts'

export const learn: Command = {
  name: 'learn',
  group: 'ask',
  place: 5,
  about: {
    en: 'list the sources an agent should study to learn the project',
    zh: '列出 Agent 了解项目时应当研究的内容',
  },
  options: {},
  examples: ['memory-bank learn', 'memory-bank learn --json'],
  agent: { kind: 'always' },
  exits: ['done', 'failure', 'usage', 'conflict'],
  json: ['learn'],
  run: inProject(run),
}

async function run(call: ProjectCall): Promise<Ending> {
  const made = makeWorklist(call.workspace, call.asked)
  if (!made.ok) return made
  const { language, looked, sections, declined } = made.value
  show(
    call,
    () => ({ kind: 'learn', version: 1, language, looked, sections, declined }),
    () => `${worklistText(made.value)}\n`,
  )
  if (call.switches.has('json')) return EXIT.done
  const { detected, unconnected } = await findHosts(call)
  const typed = learnCommands(detected.filter((host) => !unconnected.includes(host)))
  call.terminal.remark(forAgents(typed)[language])
  return EXIT.done
}

function forAgents(typed: Words | undefined): Words {
  return typed === undefined
    ? {
        en: 'This list is for your agent. Ask it to run this command, read the sources and propose entries.',
        zh: '这份清单供 Agent 使用。请让它运行此命令，阅读这些来源，并提议值得记住的内容。',
      }
    : { en: `Your agent does this for you: ${typed.en}.`, zh: `由 Agent 完成：${typed.zh}。` }
}
