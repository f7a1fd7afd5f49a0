/** What every command needs: the project it works in, the language to speak there, and how to report a problem. */

import type { Language } from '../base/language.ts'
import type { Problem } from '../base/problem.ts'
import type { Result } from '../base/result.ts'
import { spokenLanguage } from '../verbs/open-bank.ts'
import { openWorkspace, type Workspace } from '../verbs/workspace.ts'
import { type Call, EXIT, type ExitCode } from './command.ts'
import { paint, printJson, wrapped } from './terminal.ts'

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

/** Prints a problem for a person or a script, and returns its exit code. */
export async function report(
  problem: Problem,
  call: Pick<Call, 'terminal' | 'switches' | 'language' | 'locale'>,
): Promise<ExitCode> {
  // The words of a problem may quote a secret that was given in the wrong place. They and the finder are loaded here, since
  // most commands end well.
  const { exitOf, explain } = await import('../base/problem.ts')
  const { maskSecrets } = await import('../secrets/mask.ts')
  const said = explain(problem, call.language ?? call.locale)
  const [what, next] = [maskSecrets(said.what), maskSecrets(said.next)]
  if (call.switches.has('json')) {
    printJson(call.terminal, 'problem', { code: problem.code, what, next })
  } else {
    const colour = paint(call.terminal)
    const columns = call.terminal.columns()
    call.terminal.remark(
      `${wrapped(`${colour.red('✗')} ${what}`, columns, '  ')}\n${wrapped(`  ${colour.bold('→')} ${next}`, columns, '    ')}`,
    )
  }
  return EXIT[exitOf(problem)]
}
