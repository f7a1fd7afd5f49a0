import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AskedTerms } from '../../src/recall/asked-terms.ts'
import { ASKING, COMMON } from '../../src/recall/question-words.ts'
import { Synonyms } from '../../src/recall/synonyms.ts'
import { tokenize } from '../../src/recall/tokenize.ts'
import { beginningsOf, stem } from '../../src/text/stem.ts'
import { DOMAIN, EVERYDAY } from '../../src/text/synonym-list.ts'
import { law } from '../laws/runs.ts'
import { groundBank } from './bank.ts'

const texts = ['mall', 'travel', 'lakeview'].flatMap((name) =>
  [...groundBank(name).files.values()].map((one) => one.text),
)
const termsOf = (text: string) => tokenize(text).map((term) => term.text)
const known = [...new Set(texts.flatMap(termsOf))]

test('finds in a text what taking it apart finds', () => {
  const some = fc.array(fc.constantFrom(...known, 'go', 'write', 'ai', 'a', 'x'), { minLength: 1, maxLength: 30 })
  const odd = fc.constantFrom(
    'went written eyed says Wi-Fi userName HTTPServer2 é ＡＢＣ 中文',
    'ying 3 a-b o’clock ÉTÉ',
  )
  law(
    fc.property(some, fc.oneof(fc.constantFrom(...texts), odd, fc.string()), (asked, text) => {
      const all = new Set(termsOf(text))
      const expected = new Set(asked.filter((term) => all.has(term)))
      expect(new AskedTerms(new Set(asked)).in([text])).toEqual(expected)
    }),
    300,
  )
})

test('a word whose beginning is none of the stems’ has none of the stems', () => {
  const letters = fc.stringMatching(/^[a-z]{1,12}$/)
  const ending = fc.constantFrom(
    '',
    's',
    'es',
    'ies',
    'y',
    'ys',
    'ed',
    'ing',
    'ying',
    'ational',
    'izer',
    'ement',
    'ion',
  )
  law(
    fc.property(letters, ending, (root, end) => {
      const word = root + end
      const beginnings = beginningsOf(new Set([stem(word)]))
      expect(new AskedTerms(new Set([stem(word)])).in([word]).size).toBe(tokenize(word).length)
      expect(beginnings.size).toBeGreaterThan(0)
    }),
    2_000,
  )
})

test('the words of asking are stems', () => {
  for (const word of [...ASKING, ...COMMON]) expect(tokenize(word).length, word).toBeLessThanOrEqual(1)
  expect(['tell', 'describe', 'summary', 'discussion'].map(stem).every((one) => ASKING.includes(one))).toBe(true)
  expect(['always', 'really', 'necessary', 'everything'].map(stem).filter((one) => COMMON.includes(one))).toHaveLength(
    3,
  )
})

test('every word of the synonym lists is found by its own terms, with all its sets', () => {
  const synonyms = new Synonyms()
  const sets = [DOMAIN, EVERYDAY].flatMap((list) => list.split(/[;\n]\s*/)).map((set) => set.trim().split('|'))
  for (const set of sets.filter((words) => words.length > 1)) {
    for (const word of set) {
      const found = synonyms.find(tokenize(word)).find(({ said }) => said.text === word)
      const others = set.filter((other) => other !== word)
      const instead = found?.instead.map(({ phrase }) => phrase.text) ?? []
      // A word that is nothing but stop words cannot be asked for.
      if (tokenize(word).length > 0 && found !== undefined) expect(instead).toEqual(expect.arrayContaining(others))
    }
  }
  expect(synonyms.longestHanAt('用消息队列吗', 1)).toBe('消息队列')
})
