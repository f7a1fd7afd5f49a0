/** What a sentence marks as code or writes as a path: the things that a claim can be about. */

import type { Sentence } from './passages.ts'

/** Code spans, and bare paths that could be nothing else. */
export function spansOf({ text, masked }: Sentence): readonly Span[] {
  const spans: Span[] = []
  for (const match of text.matchAll(/(`+)(?!`)([\s\S]*?[^`])\1(?!`)/g)) {
    const end = match.index + match[0].length
    const inLink = text[match.index - 1] === '[' && text.startsWith('](', end)
    const inner = (match[2] ?? '').replaceAll(/\s+/g, ' ').trim()
    spans.push({ text: inner, offset: match.index, end, inCode: true, inLink })
  }
  for (const match of masked.matchAll(BARE_PATH)) {
    const written = match[0].replace(/[.:]+$/, '')
    const inLink = text[match.index - 1] === '[' || text.startsWith('](', match.index + match[0].length)
    spans.push({ text: written, offset: match.index, end: match.index + written.length, inCode: false, inLink })
  }
  return spans.sort((a, b) => a.offset - b.offset)
}

const BARE_PATH = /(?<![\w@./:\\~$%#-])(?:\.\/)?(?:[\w@.-]+\/)+[\w@.-]+\.[a-z]{1,10}(?::\d+)?(?![\w/-])/gi

export interface Span {
  readonly text: string
  readonly offset: number
  readonly end: number
  readonly inCode: boolean
  /** The text of a link: where that leads is the link's own matter. */
  readonly inLink: boolean
}

/** The code spans of a text that is read beside the sentence. */
export function codeIn(text: string): readonly string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '')
}
