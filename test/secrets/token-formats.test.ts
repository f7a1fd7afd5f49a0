/** The shortest token of a format has the length in the format's entry. */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TOKEN_FORMATS } from '../../src/secrets/token-formats.ts'

const BOUNDED = TOKEN_FORMATS.filter((rule) => rule.least !== undefined)

test.each(BOUNDED.map((rule) => [rule.kind, rule.pattern, rule.least ?? 0] as const))(
  'the shortest %s (%s) has %i characters [S35]',
  (_, pattern, least) => {
    const lengths = fc
      .sample(fc.stringMatching(new RegExp(`^${pattern}$`)), { numRuns: 2_000, seed: 7 })
      .map((token) => token.length)
    expect(Math.min(...lengths)).toBe(least)
  },
)
