/** What every command does first: find the project it works in, and the language to speak there. */

import type { Language } from '../core/language.ts'
import type { Result } from '../core/result.ts'
import { spokenLanguage } from '../flows/open-bank.ts'
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

/** The bank's language, if there is a bank. */
export function languageOf(call: Call, workspace: Result<Workspace>): Language {
  return workspace.ok ? spokenLanguage(call.language, workspace.value) : (call.language ?? call.locale)
}
