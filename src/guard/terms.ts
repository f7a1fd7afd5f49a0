/** The words that tell one matter from another, as short hashes. */

import { hashOfText } from '../core/content-hash.ts'

/** The words a text is about: names and numbers by themselves, Han in pairs. */
export function termsOf(text: string): readonly string[] {
  return termsIn(text, MOST_TERMS)
}

/** The same without an end: for what is looked up in a text, not remembered. */
export function allTermsOf(text: string): readonly string[] {
  return termsIn(text, Number.POSITIVE_INFINITY)
}

function termsIn(text: string, most: number): readonly string[] {
  const found = new Set<string>()
  const said = text.slice(0, LONGEST).toLowerCase().replace(EMPTY_HAN, ' ')
  for (const [word] of said.matchAll(/[a-z][a-z0-9_]*(?:[./@-][a-z0-9_]+)*|\p{Script=Han}{2,}/gu)) {
    if (!/^[a-z]/.test(word)) for (let at = 0; at + 1 < word.length; at += 1) found.add(word.slice(at, at + 2))
    else if (word.length > 1 && !EMPTY.has(word)) found.add(word)
    if (found.size >= most) break
  }
  return [...found].slice(0, most).map(termOf)
}

/** Short, because a session remembers many of them. */
function termOf(word: string): string {
  return hashOfText(word).slice(0, 8)
}

const LONGEST = 20_000
const MOST_TERMS = 12

/** Words of every sentence: they do not distinguish one matter from another. */
const EMPTY = new Set(
  (
    'the and for that this with from have has had was were are is it its we our us you your they them then than not but all any can will would should could must ' +
    'be been being do does did done to of in on at by as so if or an my me now also just only very more most some one two let lets go use used using make made ' +
    'decided decide decision agreed turns turned fine take break always never into out up down over because due when where which what who why how there here these those'
  ).split(' '),
)
const EMPTY_HAN =
  /我们|咱们|大家|最终|最后|决定|这个|那个|就是|因为|所以|以后|今后|统一|一律|必须|需要|可以|使用|采用|已经|现在|然后|但是|不再|还是|一个|一下|原因|根因|问题|这样|那样|什么|怎么|的|了|吧|用|做|把|就/gu
