/**
 * The beginning of a text within a token budget: the whole text if it fits, else up to the end of a sentence or a word,
 * with an ellipsis. The beginning is enough, because entries begin with their conclusion.
 */

import { estimateTokens } from '../base/estimate-tokens.ts'

export function conclusionOf(text: string, tokens: number): string {
  if (estimateTokens(text) <= tokens) return text
  // The longest beginning that fits, by bisection.
  let [low, high] = [0, Math.min(text.length, tokens * LONGEST_TOKEN)]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (estimateTokens(text.slice(0, middle)) < tokens) low = middle
    else high = middle - 1
  }
  return `${atGoodPlace(text.slice(0, low), text[low] ?? '')} …`
}

/** In characters: an upper bound for the average length of a token. */
const LONGEST_TOKEN = 8

/** Cuts back to the end of a sentence if enough is left, else to the end of a word. Never inside code. */
function atGoodPlace(cut: string, next: string): string {
  const sentence = [...cut.matchAll(SENTENCE_END)].at(-1)
  const end = sentence === undefined ? 0 : sentence.index + sentence[0].length
  const whole =
    end > 0 && estimateTokens(cut.slice(0, end)) >= LEAST_SENTENCE
      ? cut.slice(0, end)
      : /[\p{Script=Latin}\d_]/u.test(next)
        ? cut.replace(/[^\s，、。；]*$/u, '')
        : cut
  const ticks = whole.split('`').length - 1
  return (ticks % 2 === 0 ? whole : whole.slice(0, whole.lastIndexOf('`'))).replace(
    /(?<![\s,，、(（:：;；])[\s,，、(（:：;；]+$/u,
    '',
  )
}

const LEAST_SENTENCE = 5
const SENTENCE_END = /[.!?](?=\s)|[。！？；]/g
