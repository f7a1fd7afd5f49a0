/**
 * How random a string looks, as a log-likelihood ratio.
 *
 * A positive value means random. Words, identifiers, paths and camelCase are below zero. Tokens of at least twenty
 * characters in any usual alphabet are well above it.
 */

export function randomness(value: string): number {
  const mixedCase = /[a-z]/.test(value) && /[A-Z]/.test(value)
  let score = 0
  for (let index = 1; index < value.length; index += 1) {
    const before = value.charCodeAt(index - 1)
    const here = value.charCodeAt(index)
    const from = classOf(before)
    const to = classOf(here)
    if (from === 'other' || to === 'other') continue
    if (from === 'digit' && to === 'digit') score -= 0.5
    else if (from === 'digit' || to === 'digit') score += 1.6
    else {
      score += isCommonPair(before | 32, here | 32) ? -0.86 : 2.16
      if (mixedCase) score += caseStep(from, to)
    }
  }
  return score
}

/** Whether the value is certainly random, for a token that nothing around it announces. */
export function looksRandom(value: string): boolean {
  return randomness(value) > 4 + value.length / 8
}

export function isHex(value: string): boolean {
  return /^(?:0x)?(?:[0-9a-f]+|[0-9A-F]+)$/.test(value) && /[0-9]/.test(value)
}

export function isUuid(value: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(value)
}

/** How many of lower case, upper case, digits and symbols the value uses. */
export function classCount(value: string): number {
  return [/[a-z]/, /[A-Z]/, /[0-9]/, /[^A-Za-z0-9]/].filter((kind) => kind.test(value)).length
}

type CharClass = 'lower' | 'upper' | 'digit' | 'other'

function classOf(code: number): CharClass {
  if (code >= 97 && code <= 122) return 'lower'
  if (code >= 65 && code <= 90) return 'upper'
  if (code >= 48 && code <= 57) return 'digit'
  return 'other'
}

/**
 * In camelCase, capitals are rare and followed by lower case. In a random string, the case changes at every second character.
 */
function caseStep(from: CharClass, to: CharClass): number {
  if (from === 'lower') return to === 'lower' ? -0.7 : 1.7
  return to === 'lower' ? -0.6 : 0.5
}

function isCommonPair(first: number, second: number): boolean {
  return COMMON_AFTER[first - 97]?.includes(String.fromCharCode(second)) ?? false
}

/** For each letter a–z, the letters that follow it in 93 % of the words of technical English. */
const COMMON_AFTER: readonly string[] = `
  abcdefgiklmnprstuvwy abcdeilorsu abcdefhiklorstu abcdefilorsu abcdefgilmnopqrstvwxy acdefiloru aehilnorsu aeiortu
  abcdefglmnoprstvz aeou aeins adeilostuy abeimopsu acdefgiknopstuv abcdfgiklmnoprstuvw aehiloprstuy u
  acdegiklmnoprstuy acehiklmopstuwy acehiloprstuwy abcegilmnprst aeio aehinor ipt aeps ae`
  .trim()
  .split(/\s+/)
