/** The shortest token of a format is as long as the format's entry says. */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TOKEN_FORMATS } from '../../src/secrets/token-formats.ts'

const BOUNDED = TOKEN_FORMATS.filter((rule) => rule.least !== undefined)

test.each(BOUNDED.map((rule) => [rule.kind, rule.pattern, rule.least ?? 0] as const))(
  'no %s (%s) is shorter than %i characters, and one is that short [S35]',
  (_, pattern, least) => {
    const lengths = fc
      .sample(fc.stringMatching(new RegExp(`^${pattern}$`)), { numRuns: 2_000, seed: 7 })
      .map((token) => token.length)
    expect(Math.min(...lengths)).toBe(least)
  },
)
