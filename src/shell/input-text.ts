/** The text a command would read: of the files it names, or of its input. */

import { type Call, noteRead, type Shell, textOfFile } from './shell.ts'
import { drain } from './state.ts'
import { UNKNOWN } from './text.ts'

/** The text of the files named, or of the input; readings of the bank are noted. */
export function inputText(files: readonly string[], call: Call, shell: Shell): string {
  const named = files.filter((file) => file !== '-')
  for (const file of named) noteRead(shell, file)
  if (call.channels.out.deaf) return ''
  if (named.length === 0) return call.channels.input === undefined ? UNKNOWN : drain(call.channels.input)
  return named.map((file) => textOfFile(shell, file) ?? UNKNOWN).join('')
}
