/** `memory-bank opening`: the block that a session begins with. */

import { findInstallContext } from '../../setup/install-context.ts'
import { openingReport } from '../../verbs/opening-report.ts'
import { type Command, type Ending, EXIT, type ProjectCall } from '../command.ts'
import { inProject } from '../in-project.ts'
import { show } from '../terminal.ts'

export const opening: Command = {
  name: 'opening',
  group: 'ask',
  place: 6,
  about: { en: 'print the opening of a session, exactly as it is sent', zh: '输出会话开场，与实际发送的内容一致' },
  operands: '',
  mostOperands: 0,
  options: {
    host: { value: 'host', about: { en: 'as this agent receives it', zh: '按该 Agent 收到的内容输出' } },
  },
  examples: ['memory-bank opening', 'memory-bank opening --host gemini', 'memory-bank opening --json'],
  agent: { kind: 'always' },
  exits: ['done', 'failure', 'usage'],
  json: ['opening'],
  run: inProject(run),
}

async function run(call: ProjectCall): Promise<Ending> {
  const { workspace, language } = call
  const { HOSTS } = await import('../../hosts/index.ts')
  const { folder, env } = call
  const context = findInstallContext({ folder, env, now: workspace.now, node: process.execPath })
  const host = call.values.get('host')
  const wish = { hosts: HOSTS, ...(host === undefined ? {} : { host }), language, context }
  const made = await openingReport(workspace, wish)
  if (!made.ok) return made
  show(
    call,
    () => made.value,
    () => made.value.text,
  )
  return EXIT.done
}
