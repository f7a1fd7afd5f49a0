/** Colour, where the terminal has it. */

import type { Terminal } from '../terminal.ts'

type Paint = (text: string) => string

export function paint(terminal: Terminal): Readonly<Record<'red' | 'green' | 'yellow' | 'dim' | 'bold', Paint>> {
  const style = (code: number): Paint => (terminal.colour ? (text) => `\x1b[${code}m${text}\x1b[0m` : (text) => text)
  return { red: style(31), green: style(32), yellow: style(33), dim: style(2), bold: style(1) }
}
