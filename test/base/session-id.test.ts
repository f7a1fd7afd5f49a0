import { expect, test } from 'vitest'
import { sessionId } from '../../src/base/session-id.ts'

test.each(['s1', '123e4567-e89b-12d3-a456-426614174000', 'ses_01jabcdefghijklmnopqrstuv'])(
  '%s is an id as hosts give it, and stays [S37]',
  (id) => expect(sessionId(id)).toBe(id),
)

test.each(['../../../etc/passwd', 'a\u0000b', '好', 'x'.repeat(1_000_000), `AKIA${'Q7ZP4NXW2M5RTB3K'}`, '.', 'a/b'])(
  'anything else is known by its hash: short, and fit for a file name [S35] [S37]',
  (id) => {
    expect(sessionId(id)).toMatch(/^long-[0-9a-f]+$/)
    expect(sessionId(id)).not.toBe(sessionId(`${id}!`))
  },
)
