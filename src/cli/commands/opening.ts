/** `memory-bank opening`: what a session begins with. */

import { findInstallContext } from '../../setup/install-context.ts'
import { spokenLanguage } from '../../verbs/open-bank.ts'
import { openingReport } from '../../verbs/opening-report.ts'
import { type Call, type Command, EXIT, type ExitCode } from '../command.ts'
import { open, report } from '../open.ts'
import { printJson } from '../terminal.ts'

export const opening: Command = {
  name: 'opening',
  group: 'ask',
  place: 6,
  about: { en: 'print what a session begins with, exactly as it is sent', zh: '输出会话开场，与实际发送的内容一致' },
  operands: '',
  mostOperands: 0,
  options: {
    host: { value: 'host', about: { en: 'as this host is given it', zh: '按该宿主收到的内容输出' } },
  },
  examples: ['memory-bank opening', 'memory-bank opening --host gemini', 'memory-bank opening --json'],
  agent: { kind: 'always' },
  exits: ['done', 'failure', 'usage'],
  json: ['opening'],
  run,
}

async function run(call: Call): Promise<ExitCode> {
  const workspace = open(call)
  if (!workspace.ok) return report(workspace.problem, call)
  const language = spokenLanguage(call.language, workspace.value)
  const { HOSTS } = await import('../../hosts/index.ts')
  const context = findInstallContext({
    folder: call.folder,
    env: call.env,
    now: workspace.value.now,
    node: process.execPath,
  })
  const host = call.values.get('host')
  const made = await openingReport(workspace.value, {
    hosts: HOSTS,
    ...(host === undefined ? {} : { host }),
    language,
    context,
  })
  if (!made.ok) return report(made.problem, { ...call, language })
  if (call.switches.has('json')) printJson(call.terminal, 'opening', { ...made.value })
  else call.terminal.print(made.value.text)
  return EXIT.done
}
