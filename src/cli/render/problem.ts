/** A problem as a person or a script reads it, and the exit code that goes with it. */

import { explain, type Problem } from '../../core/problem.ts'
import type { Call } from '../command.ts'
import { type ExitCode, exitCodeFor } from '../exit-codes.ts'
import { printJson } from './json.ts'
import { paint } from './paint.ts'

export function report(problem: Problem, call: Pick<Call, 'terminal' | 'switches' | 'language' | 'locale'>): ExitCode {
  const { what, next } = explain(problem, call.language ?? call.locale)
  if (call.switches.has('json')) {
    printJson(call.terminal, 'problem', { code: problem.code, what, next })
  } else {
    const colour = paint(call.terminal)
    call.terminal.remark(`${colour.red('✗')} ${what}\n  ${colour.bold('→')} ${next}`)
  }
  return exitCodeFor(problem)
}
