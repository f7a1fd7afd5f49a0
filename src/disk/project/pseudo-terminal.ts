/** A terminal of its own for a program, by the `script` that systems bring along: Linux and the BSDs spell it differently. */

import { findProgram } from './find-program.ts'

export interface TerminalWords {
  readonly program: string
  readonly args: readonly string[]
}

/**
 * What starts the program in a terminal; undefined where none can be had. Its process writes its id into `pidFile` first:
 * it has a session of its own, which does not end with the process that started it.
 */
export function inTerminal(
  [program, ...args]: readonly [string, ...string[]],
  pidFile: string,
  env: NodeJS.ProcessEnv,
): TerminalWords | undefined {
  const script = process.platform === 'win32' ? undefined : findProgram('script', env)
  if (script === undefined) return undefined
  const command = `echo $$ > ${quoted(pidFile)}; exec ${[program, ...args].map(quoted).join(' ')}`
  return process.platform === 'linux'
    ? { program: script, args: ['-qec', command, '/dev/null'] }
    : { program: script, args: ['-q', '/dev/null', '/bin/sh', '-c', command] }
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`
}
