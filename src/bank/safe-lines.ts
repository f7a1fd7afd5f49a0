/** A value that is safe in a bank file: it cannot open a comment or a marker, close a block, or leave a fence open. */

import { listItemIn, oneLine, withoutListMark } from './lines.ts'
import { pageOf } from './page.ts'
import { headingLevel } from './sections.ts'

/** A decision as a row of Decision Highlights. The whole text is in patterns.md; the row does not link to it (S5). */
export function highlightText(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= 160 ? line : `${line.slice(0, 159).toWellFormed()}…`
}

/** The items of a list, one line each. A text that is not a list is one item. */
export function itemsOfValue(value: string): readonly string[] {
  const parts = value.split(/\n(?=(?:[-*+]|\d{1,3}[.)])\s)/)
  const isList = parts.length > 1 && parts.every((part) => listItemIn(part)?.indent === '')
  return (isList ? parts.map(withoutListMark) : [value])
    .map((part) => oneLine(part.replace(/^\[[ xX]\]\s+/, '')))
    .filter((part) => part !== '')
}

/** The value as lines, with its headings lowered to level `top` or deeper. */
export function safeLines(value: string, top: number): string {
  const safe = pageOf(value)
    .lines.map((line) => {
      if (line.fenced) return line.text
      const level = headingLevel(line.text)
      const text = line.text.replaceAll('<!--', '&lt;!--')
      return level === undefined || level >= top ? text : text.replace(/^ {0,3}#+/, () => '#'.repeat(top))
    })
    .join('\n')
    .trim()
  const fence = pageOf(safe).openFence
  return fence === undefined ? safe : `${safe}\n${fence}`
}
