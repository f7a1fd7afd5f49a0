/** A link that leads nowhere, written so that it leads where its file is now; nothing else of its line changes. */

import type { Fix } from '../core/finding.ts'
import type { Splice } from '../core/splice.ts'
import { scanLines } from '../text/lines.ts'
import { relativePath } from './link-target.ts'

interface LineText {
  /** Where the line's text begins. */
  readonly start: number
  readonly text: string
}

/** The lines of a text, counted from 1. */
export function lineTexts(text: string): (line: number) => LineText | undefined {
  const lines = scanLines(text)
  // A byte order mark belongs to the first line's bytes, not to its text.
  const skip = text.charCodeAt(0) === 0xfeff ? 1 : 0
  return (number) => {
    const line = lines[number - 1]
    return line === undefined ? undefined : { start: number === 1 ? skip : line.start, text: line.text }
  }
}

/** `target` is relative to the project root, `folder` the linking file's. Undefined where the line shows no such link. */
export function linkFix(
  line: LineText | undefined,
  destination: string,
  target: string,
  folder: string,
): Fix | undefined {
  const rest = /(?:[#?].*|:\d+(?:[:-]\d+)*)$/s.exec(destination)?.[0] ?? ''
  const path = destination.startsWith('/') ? `/${target}` : relativePath(target, folder)
  return replacing(line, destination, path + rest, ['](', '](<', ']: ', ']: <'])
}

/** The same for a path in backticks: `dead` is named in it, and keeps the point it is seen from. */
export function pointerFix(line: LineText | undefined, dead: string, target: string, bank: string): Fix | undefined {
  if (!target.startsWith(`${bank}/`)) return undefined
  const path = dead.startsWith(`${bank}/`) ? target : target.slice(bank.length + 1)
  return replacing(line, dead, path, ['`', '`./', '`/'])
}

function replacing(line: LineText | undefined, old: string, path: string, leads: readonly string[]): Fix | undefined {
  if (line === undefined || old === '') return undefined
  const splices = leads.flatMap((lead) => {
    const found: Splice[] = []
    for (let at = line.text.indexOf(lead + old); at !== -1; at = line.text.indexOf(lead + old, at + 1)) {
      const start = at + lead.length
      const end = start + old.length
      if (!/^[)>\s`"#?:]|^$/.test(line.text.slice(end, end + 1))) continue
      const text = lead.endsWith('<') || lead.startsWith('`') ? path : escaped(path)
      found.push({ start: line.start + start, end: line.start + end, text })
    }
    return found
  })
  const why = { en: `links to ${path}, where the file is now`, zh: `链接改指 ${path}` }
  return splices.length === 0 ? undefined : { kind: 'splices', splices, why }
}

function escaped(path: string): string {
  return path.replace(/[ ()]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)
}
