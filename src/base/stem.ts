/**
 * Stems of English words, by Porter's algorithm (1980) with two of Porter2's exceptions.
 *
 * The bank and the question are both stemmed, so all forms of a word need the same stem, but a stem need not be a word.
 * Words of up to two letters, and words with other characters than a–z, are left unchanged.
 */

import { wordSet } from './word-set.ts'

export function stem(word: string): string {
  if (word.length <= 2 || !/^[a-z]+$/.test(word)) return word
  const irregular = IRREGULAR.get(word)
  if (irregular !== undefined) return irregular
  let w = word
  if (w.startsWith('y')) w = `Y${w.slice(1)}`
  w = plural(w)
  w = pastAndGerund(w)
  if (w.length > 1 && w.endsWith('y') && hasVowel(w.slice(0, -1))) w = `${w.slice(0, -1)}i`
  w = longSuffix(w, STEP_2)
  w = longSuffix(w, STEP_3)
  w = lastSuffix(w)
  return finalE(w).toLowerCase()
}

/** The first two letters of the word's stem, without computing the stem. Words in lower case. */
export function stemStart(word: string): string {
  return (IRREGULAR.get(word) ?? word).slice(0, 2)
}

/** Common past forms that no rule reaches. */
const IRREGULAR: ReadonlyMap<string, string> = new Map(
  pairsIn(`
    went:go gone:go goes:go chose:choos chosen:choos wrote:write written:write broke:break broken:break took:take
    taken:take made:make built:build kept:keep left:leav lost:lose found:find bought:buy brought:bring thought:think
    taught:teach felt:feel held:hold sent:send spent:spend said:sai told:tell met:meet ran:run saw:see seen:see
    began:begin begun:begin gave:give given:give grew:grow grown:grow knew:know known:know drew:draw drawn:draw
    dropped:drop sold:sell won:win wore:wear worn:wear slept:sleep fell:fall fallen:fall children:child people:person
    indices:index indexes:index skies:sky dying:die lying:lie news:news`),
)

/** A suffix and its replacement. */
const STEP_2 = byLastLetter(
  pairsIn(`
    ational:ate tional:tion enci:ence anci:ance izer:ize abli:able alli:al entli:ent eli:e ousli:ous ization:ize
    ation:ate ator:ate alism:al iveness:ive fulness:ful ousness:ous aliti:al iviti:ive biliti:ble`),
)

const STEP_3 = byLastLetter(pairsIn('icate:ic ative: alize:al iciti:ic ical:ic ful: ness:'))

const STEP_4 = byLastLetter(pairsIn('al ance ence er ic able ible ant ement ment ent ion ou ism ate iti ous ive ize'))

function plural(w: string): string {
  if (w.endsWith('sses')) return w.slice(0, -2)
  if (w.endsWith('ies')) return w.length > 4 ? w.slice(0, -2) : w.slice(0, -1)
  return w.endsWith('s') && !w.endsWith('ss') && !w.endsWith('us') ? w.slice(0, -1) : w
}

function pastAndGerund(w: string): string {
  if (w.endsWith('eed')) return measure(w.slice(0, -3)) > 0 ? w.slice(0, -1) : w
  const cut = w.endsWith('ed') ? w.slice(0, -2) : w.endsWith('ing') ? w.slice(0, -3) : w
  if (cut === w || !hasVowel(cut)) return w
  if (/(?:at|bl|iz)$/.test(cut)) return `${cut}e`
  if (endsDouble(cut) && !/[lsz]$/.test(cut)) return cut.slice(0, -1)
  return measure(cut) === 1 && endsShort(cut) ? `${cut}e` : cut
}

type Rule = readonly [suffix: string, replacement: string]
type Rules = ReadonlyMap<string, readonly Rule[]>

/** `went:go` is a pair. Without a colon the second part is empty. */
function pairsIn(text: string): readonly Rule[] {
  return [...wordSet(text)].map((pair) => {
    const [first = '', second = ''] = pair.split(':')
    return [first, second]
  })
}

/** Rules by the last letter of the suffix, because most words match none. */
function byLastLetter(rules: readonly Rule[]): Rules {
  const table = new Map<string, Rule[]>()
  for (const rule of rules) {
    const last = rule[0].slice(-1)
    table.set(last, [...(table.get(last) ?? []), rule])
  }
  return table
}

function longSuffix(w: string, rules: Rules): string {
  for (const [suffix, replacement] of rules.get(w.slice(-1)) ?? []) {
    if (!w.endsWith(suffix)) continue
    const cut = w.slice(0, -suffix.length)
    return measure(cut) > 0 ? cut + replacement : w
  }
  return w
}

function lastSuffix(w: string): string {
  let best: string | undefined
  for (const [suffix] of STEP_4.get(w.slice(-1)) ?? []) {
    if (w.endsWith(suffix) && (best === undefined || suffix.length > best.length)) best = suffix
  }
  if (best === undefined) return w
  const cut = w.slice(0, -best.length)
  if (measure(cut) <= 1 || (best === 'ion' && !/[st]$/.test(cut))) return w
  return cut
}

function finalE(w: string): string {
  let out = w
  if (out.endsWith('e')) {
    const cut = out.slice(0, -1)
    const m = measure(cut)
    if (m > 1 || (m === 1 && !endsShort(cut))) out = cut
  }
  return out.endsWith('ll') && measure(out) > 1 ? out.slice(0, -1) : out
}

function isVowel(w: string, at: number): boolean {
  const char = w.charCodeAt(at)
  if (char === 97 || char === 101 || char === 105 || char === 111 || char === 117) return true
  return char === 121 && at > 0 && !isVowel(w, at - 1)
}

function hasVowel(w: string): boolean {
  for (let at = 0; at < w.length; at += 1) if (isVowel(w, at)) return true
  return false
}

/** Porter's m: how many runs of vowels are followed by consonants. */
function measure(w: string): number {
  let count = 0
  let vowelBefore = false
  for (let at = 0; at < w.length; at += 1) {
    const vowel = isVowel(w, at)
    if (vowelBefore && !vowel) count += 1
    vowelBefore = vowel
  }
  return count
}

function endsDouble(w: string): boolean {
  const last = w.length - 1
  return last > 0 && w[last] === w[last - 1] && !isVowel(w, last)
}

function endsShort(w: string): boolean {
  const last = w.length - 1
  return last > 1 && !isVowel(w, last - 2) && isVowel(w, last - 1) && !isVowel(w, last) && !/[wxY]$/.test(w)
}
