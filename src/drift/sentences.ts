/** Prose as sentences: what is code in it masked, where each of them ends. Offsets stay what they were. */

import { MASK } from './standing.ts'

/** Code spans, link targets and addresses hidden, every other character in its place. */
export function mask(text: string): string {
  const hide = (found: string) => MASK.repeat(found.length)
  return text
    .replaceAll(/(`+)(?!`)([\s\S]*?[^`])\1(?!`)/g, hide)
    .replaceAll(/\]\([^)\s]*\)/g, hide)
    .replaceAll(/\bhttps?:\/\/[^\s)>]+/g, hide)
}

export function sentenceEnds(masked: string): readonly number[] {
  return [...masked.matchAll(SENTENCE_END)].map((match) => match.index + match[0].length)
}

const SENTENCE_END = new RegExp(
  `(?<!\\b(?:e\\.g|i\\.e|vs|cf|etc|approx|resp|incl))[.!?](?:["')*_]*)\\s+(?=[A-Z${MASK}"'(\\[*_\\u4e00-\\u9fff])|[。！？]|\\n(?=\\**[\\w\\u4e00-\\u9fff][\\w\\u4e00-\\u9fff ]{0,30}\\**[:：])`,
  'g',
)
