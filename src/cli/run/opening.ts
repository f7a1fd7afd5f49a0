/** Runs `memory-bank opening`. */

import { findInstallContext } from '../../flows/install-context.ts'
import { spokenLanguage } from '../../flows/open-bank.ts'
import { openingReport } from '../../flows/opening-report.ts'
import type { Call } from '../command.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'
import { open } from '../open.ts'
import { report } from '../render/problem.ts'
import { printJson } from '../terminal.ts'

export async function opening(call: Call): Promise<ExitCode> {
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
