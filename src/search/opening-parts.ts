/**
 * The parts of an opening by name, for people who want to see what a session begins with.
 *
 * Together, in order, they are the whole text.
 */

import { pageOf } from '../bank/page.ts'
import { estimateTokens } from '../base/estimate-tokens.ts'
import type { CutFrom, Opening, OpeningCut, OpeningPiece } from './opening.ts'

export interface NamedPart {
  /** `title`: the text above the first section of MEMORY.md. */
  readonly kind: Exclude<OpeningPiece['kind'], 'entry'> | 'title' | 'section'
  /** The heading of a section, or the title of MEMORY.md. Empty for all other parts. */
  readonly heading: string
  readonly text: string
}

export function openingParts({ pieces }: Pick<Opening, 'pieces'>): readonly NamedPart[] {
  return pieces.flatMap(({ kind, text }) => (kind === 'entry' ? partsOfEntry(text) : [{ kind, heading: '', text }]))
}

function partsOfEntry(text: string): readonly NamedPart[] {
  const sections = pageOf(text).sections.filter(({ level }) => level === 2)
  const above = text.slice(0, sections[0]?.start ?? text.length)
  return [
    ...(above === '' ? [] : [{ kind: 'title' as const, heading: pageOf(above).title ?? '', text: above }]),
    ...sections.map(({ heading, start }, index) => ({
      kind: 'section' as const,
      heading: heading.slice(3),
      text: text.slice(start, sections[index + 1]?.start ?? text.length),
    })),
  ]
}

export interface LeftOutPart {
  readonly name: string
  readonly from: CutFrom
  readonly tokens: number
}

/** The parts that were not sent, with their cost in tokens. Shortened lines are listed by section. */
export function leftOutOf({ cuts }: Pick<Opening, 'cuts'>): readonly LeftOutPart[] {
  return cuts.flatMap((cut) => (cut.from === 'lines' ? shortenedSections(cut) : [leftOut(cut)]))
}

function leftOut({ name, from, before, after }: OpeningCut): LeftOutPart {
  const tokens = estimateTokens(before.machine + before.user) - estimateTokens(after.machine + after.user)
  return { name, from, tokens: Math.max(0, tokens) }
}

function shortenedSections({ from, before, after }: OpeningCut): readonly LeftOutPart[] {
  const shorter = sectionTokens(after.machine)
  return [...sectionTokens(before.machine)].flatMap(([name, tokens]) => {
    const less = tokens - (shorter.get(name) ?? tokens)
    return less > 0 ? [{ name, from, tokens: less }] : []
  })
}

function sectionTokens(machine: string): ReadonlyMap<string, number> {
  const tokens = new Map<string, number>()
  for (const { heading, text } of partsOfEntry(machine))
    tokens.set(heading, (tokens.get(heading) ?? 0) + estimateTokens(text))
  return tokens
}
