/**
 * A value as it may stand in a bank file: it cannot open a comment or a marker, close a block, or swallow what
 * follows with a fence left open.
 */

import { listItemIn, oneLine, withoutListMark } from './lines.ts'
import { pageOf } from './page.ts'
import { headingLevel } from './sections.ts'

/** A decision as Decision Highlights quote it; the whole stands in patterns.md, and no row says so again (S5). */
export function highlightText(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= 160 ? line : `${line.slice(0, 159).toWellFormed()}…`
}

/** Each item of a list on a line of its own; a text that is no list is one. */
export function itemsOf(value: string): readonly string[] {
  const parts = value.split(/\n(?=(?:[-*+]|\d{1,3}[.)])\s)/)
  const isList = parts.length > 1 && parts.every((part) => listItemIn(part)?.indent === '')
  return (isList ? parts.map(withoutListMark) : [value])
    .map((part) => oneLine(part.replace(/^\[[ xX]\]\s+/, '')))
    .filter((part) => part !== '')
}

/** As lines of their own, below a heading of the level above `top`. */
export function lines(value: string, top: number): string {
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
