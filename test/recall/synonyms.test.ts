import { expect, test } from 'vitest'
import { Synonyms } from '../../src/recall/synonyms.ts'
import { tokenize } from '../../src/recall/tokenize.ts'
import { DOMAIN, EVERYDAY } from '../../src/text/synonym-list.ts'
import { TRANSLATIONS } from '../../src/text/translation-list.ts'

test('every word of the synonym lists is found by its own terms, with all its sets', () => {
  const synonyms = new Synonyms()
  const sets = [DOMAIN, EVERYDAY, TRANSLATIONS]
    .flatMap((list) => list.split(/[;\n]\s*/))
    .map((set) => set.trim().split('|'))
  for (const set of sets.filter((words) => words.length > 1)) {
    for (const word of set) {
      const found = synonyms.find(tokenize(word)).find(({ said }) => said.text === word)
      const others = set.filter((other) => other !== word)
      const instead = found?.instead.map(({ phrase }) => phrase.text) ?? []
      // A word that is nothing but stop words cannot be asked for.
      if (tokenize(word).length > 0 && found !== undefined) expect(instead).toEqual(expect.arrayContaining(others))
    }
  }
  expect(synonyms.hanWordsAt('用消息队列吗', 1)).toEqual(expect.arrayContaining(['消息', '消息队列']))
})

test('every set of translations has words of both languages', () => {
  for (const set of TRANSLATIONS.split(/[;\n]\s*/).filter((words) => words.trim() !== '')) {
    const words = set.trim().split('|')
    expect(words.some((word) => /\p{Script=Han}/u.test(word)) && words.some((word) => /[a-z]/.test(word)), set).toBe(
      true,
    )
  }
})
