/**
 * What the decisions of a text are called: each by what it says was decided, and by the heading it alone stands under
 * (`## 2025-01-20 Order numbers`), which is how people speak of it.
 */

import { withoutDates } from '../text/dates.ts'
import { decisionsIn, type Entry } from '../text/entries.ts'
import { scanLines } from '../text/lines.ts'
import { headingLevel, listSections } from '../text/sections.ts'
import { isSuperseded } from '../text/superseded.ts'
import { sameTopic } from './same-topic.ts'

export interface NamedDecision {
  readonly entry: Entry
  /** The shortest way to speak of it. */
  readonly name: string
  readonly names: readonly string[]
  readonly superseded: boolean
}

export function namedDecisions(text: string): readonly NamedDecision[] {
  const entries = decisionsIn(text)
  const lines = scanLines(text)
  const sections = new Map(listSections(text).map((section) => [section.start, section]))
  return entries.map((entry) => {
    const what = (entry.parts.get('what') ?? entry.title).trim()
    const line = lines[entry.line - 1]
    const section = line === undefined ? undefined : sections.get(line.start)
    const next = entries.find((other) => other.line > entry.line)
    const nextStart = next === undefined ? text.length : (lines[next.line - 1]?.start ?? text.length)
    const isAlone = section !== undefined && section.level > 1 && section.end <= nextStart
    const heading = isAlone ? withoutDates(section.heading.slice(headingLevel(section.heading) ?? 0)).trim() : ''
    const names = heading === '' || sameTopic(heading, what) ? [what] : [heading, what]
    return { entry, name: names[0] ?? what, names, superseded: names.some(isSuperseded) }
  })
}

export function isCalled({ names }: NamedDecision, title: string): boolean {
  return names.some((name) => sameTopic(name, title))
}
