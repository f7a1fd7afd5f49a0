/**
 * Headings of a document in its own syntax: `#` in Markdown, `=` in AsciiDoc, and an underline in reStructuredText and,
 * with two of its signs, in Markdown.
 */

import { type HeadingLine, headingIn, type Line } from '../bank/lines.ts'

/** Headings by line index. In files of the bank, only `#` headings count. */
export function headingsOf(
  lines: readonly Line[],
  first: number,
  path: string | undefined,
): ReadonlyMap<number, HeadingLine> {
  const found = new Map<number, HeadingLine>()
  const signs: string[] = []
  const form = path === undefined ? 'bank' : /\.(rst|adoc)$/i.exec(path)?.[1]?.toLowerCase()
  for (let at = first; at < lines.length; at += 1) {
    const line = lines[at]
    if (line === undefined || line.fenced) continue
    const heading =
      form === 'adoc'
        ? headingIn(line.text.replace(/^=+(?= )/, (marks) => '#'.repeat(marks.length)))
        : (headingIn(line.text) ?? (form === 'bank' ? undefined : underlined(lines, at, form === 'rst', signs)))
    if (heading !== undefined) found.set(at, heading)
  }
  return found
}

/** `signs`: the underline signs seen so far, because in reStructuredText each new one is a level deeper. */
function underlined(lines: readonly Line[], at: number, isRst: boolean, signs: string[]): HeadingLine | undefined {
  const textAt = (index: number) => lines[index]?.text.trimEnd() ?? ''
  const text = textAt(at)
  const sign = signOf(textAt(at + 1), isRst)
  if (sign === undefined || !/^[\p{L}\p{N}"'`“«(:]/u.test(text) || text.length > LONGEST) return undefined
  const above = textAt(at - 1)
  const isOverlined = isRst && signOf(above, isRst) === sign
  if (above.trim() !== '' && !isOverlined) return undefined
  if (isRst && textAt(at + 1).length + SLACK < text.length) return undefined
  if (!isRst) return { level: sign === '=' ? 1 : 2, text: text.trim() }
  const known = isOverlined ? `${sign}${sign}` : sign
  if (!signs.includes(known)) signs.push(known)
  return { level: Math.min(6, signs.indexOf(known) + 1), text: text.trim() }
}

const LONGEST = 200
/** Writers miscount, so an underline may be a little short. */
const SLACK = 3

function signOf(line: string, isRst: boolean): string | undefined {
  const sign = line[0] ?? ''
  const isSign = isRst ? /[=\-~^"'#*+.:_`]/.test(sign) : sign === '=' || sign === '-'
  return isSign && line.length >= 3 && line === sign.repeat(line.length) ? sign : undefined
}
