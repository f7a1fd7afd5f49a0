/** What every command does first: find the project it works in. */

import type { Result } from '../core/result.ts'
import { openWorkspace, type Workspace } from '../flows/workspace.ts'
import type { Call } from './command.ts'

export function open(call: Call): Result<Workspace> {
  const label = { en: 'Reading', zh: '读取' }[call.language ?? call.locale]
  return openWorkspace({
    folder: call.folder,
    env: call.env,
    now: () => new Date(),
    progress: call.terminal.progress(label),
  })
}
