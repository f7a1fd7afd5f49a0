/** `memory-bank opening`: the block that a session begins with. */

import { openingReport } from '../../verbs/opening-report.ts'
import { type Command, type Ending, EXIT, type ProjectCall } from '../command.ts'
import { inProject } from '../in-project.ts'
import { value } from '../options.ts'
import { allHosts, contextOf } from '../setup.ts'
import { show } from '../terminal.ts'

export const opening: Command = {
  name: 'opening',
  group: 'ask',
  place: 6,
  about: { en: 'print the opening of a session, exactly as it is sent', zh: '输出会话开场，与实际发送的内容一致' },
  options: {
    host: value('host', 'as this agent receives it', '按该 Agent 收到的内容输出'),
  },
  examples: ['memory-bank opening', 'memory-bank opening --host gemini', 'memory-bank opening --json'],
  agent: { kind: 'always' },
  exits: ['done', 'failure', 'usage'],
  json: ['opening'],
  run: inProject(run),
}

async function run(call: ProjectCall): Promise<Ending> {
  const { workspace, language } = call
  const host = call.values.get('host')
  const wish = { hosts: await allHosts(), ...(host === undefined ? {} : { host }), language, context: contextOf(call) }
  const made = await openingReport(workspace, wish)
  if (!made.ok) return made
  show(
    call,
    () => made.value,
    () => made.value.text,
  )
  return EXIT.done
}
