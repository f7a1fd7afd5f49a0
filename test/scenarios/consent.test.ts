/**
 * Endings of a turn × typed replies: the entries that must be written, and those that must not.
 *
 * The cases were written without knowledge of the code. `meant` marks replies that may mean more than the program
 * accepts: nothing is written, and the proposal stays listed.
 */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readWords } from '../../src/guard/words.ts'
import {
  type ConsentCase,
  claudeCode,
  type Driver,
  happens,
  type Outcome,
  openCode,
  PROPOSALS,
  topicsOf,
} from './consent-turns.ts'

const CASES: readonly ConsentCase[] = JSON.parse(
  readFileSync(join(import.meta.dirname, '../cases/consent.json'), 'utf8'),
)

test.each(CASES.filter(({ e }) => e === 'block'))('$p: $r → $x [S41]', ({ p, r, x }) => {
  expect(read(r, p)).toBe(x)
})

/** Each ending, and some of the replies to the plain one. */
const DRIVEN = CASES.filter(({ e }, index) => e !== 'block' || index % 12 === 0)
const HOSTS: readonly (readonly [string, Driver])[] = [
  ['Claude Code', claudeCode()],
  ['OpenCode', openCode],
]

for (const [host, driver] of HOSTS)
  test.each(DRIVEN)(`${host}: $p, $e: $r → $x [S42]`, async (one) => {
    expect(await happens(driver, one)).toBe(one.x)
  })

function read(reply: string, proposal: ConsentCase['p']): Outcome {
  const topics = topicsOf(proposal)
  const words = readWords(reply, { kind: 'entries', topics })
  switch (words.answer) {
    case 'reject':
      return 'declined'
    case 'ignore':
      return 'waits'
    case 'confirm': {
      const said = words.confirmed(PROPOSALS[proposal].length)
      if (said === 'all' || said.length === topics.length) return 'all'
      const parts = said.filter((part) => part <= topics.length)
      return parts.length === 0 ? 'waits' : (parts.join('') as Outcome)
    }
  }
}
