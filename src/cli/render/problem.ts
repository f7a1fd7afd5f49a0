/** A problem as a person or a script reads it, and the exit code that goes with it. */

import type { Problem } from '../../core/problem.ts'
import type { Call } from '../command.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'
import { paint, printJson } from '../terminal.ts'
import { wrapped } from './width.ts'

export async function report(
  problem: Problem,
  call: Pick<Call, 'terminal' | 'switches' | 'language' | 'locale'>,
): Promise<ExitCode> {
  // The words of a problem may quote a secret that was given in the wrong place. They and the finder are loaded here, since
  // most commands end well.
  const { exitOf, explain } = await import('../../core/problem.ts')
  const { maskSecrets } = await import('../../secrets/mask.ts')
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
