/** One JSON object per command, by the schema of its kind in schemas/. */

import type { Terminal } from '../terminal.ts'

export type JsonKind = 'problem' | 'plan' | 'history' | 'search' | 'read' | 'proposals' | 'setup' | 'doctor'

export function printJson(terminal: Terminal, kind: JsonKind, body: Readonly<Record<string, unknown>>): void {
  terminal.print(JSON.stringify({ kind, version: 1, ...body }, null, 2))
}
