import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SimilarTerms } from '../../src/recall/similar-terms.ts'
import { Vocabulary } from '../../src/recall/vocabulary.ts'
import { law } from '../laws/runs.ts'

test('similar terms are the same whether terms are new or were there all along', () => {
  const words = fc.array(fc.stringMatching(/^[a-e]{3,9}$/), { minLength: 1, maxLength: 60 })
  law(
    fc.property(words, words, fc.stringMatching(/^[a-e]{4,9}$/), (first, second, asked) => {
      const find = (vocabulary: Vocabulary, similar: SimilarTerms) =>
        similar.find(asked, 0.4, () => true).map(({ term, similarity }) => `${vocabulary.terms[term]} ${similarity}`)
      const grown = new Vocabulary([...new Set(first)])
      const similar = new SimilarTerms(grown)
      find(grown, similar)
      for (const word of second) grown.number(word)
      const whole = new Vocabulary([...new Set([...first, ...second])])
      expect(find(grown, similar)).toEqual(find(whole, new SimilarTerms(whole)))
      for (const word of [...first, ...second]) expect(grown.terms[grown.find(word) ?? -1]).toBe(word)
    }),
    100,
  )
})
