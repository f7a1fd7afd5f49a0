/** How memory-bank is installed in Gemini CLI. */

import type { HostReport } from '../../flows/host.ts'
import type { InstallContext } from '../../flows/install-context.ts'
import { diagnoseHooks } from '../diagnose-settings-hooks.ts'
import { GEMINI, SWITCHES } from './settings.ts'

export function diagnose(context: InstallContext): HostReport {
  return diagnoseHooks(GEMINI, SWITCHES, context)
}
