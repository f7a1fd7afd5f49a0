/** What the table of weights knows of people's words (S40), measured on sessions that it was not made from. */

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { signalByPerson } from '../../../src/guard/signals/by-person.ts'
import { expectInProportion } from '../../growth.ts'

const ROOT = join(import.meta.dirname, '../../..')

test('the table is made from the sentences and the reading that stand here [S40]', () => {
  expect(() =>
    execFileSync(process.execPath, ['scripts/weights.mjs', '--check'], { cwd: ROOT, stdio: 'pipe' }),
  ).not.toThrow()
})

interface Message {
  readonly label: string
  readonly text: string
}

function messagesIn(file: string): readonly Message[] {
  const lines = readFileSync(join(import.meta.dirname, '../labelled', file), 'utf8')
    .trim()
    .split(/\r?\n/)
  return lines.flatMap((line) => {
    const [label = '', by = '', text = ''] = line.split('\t')
    return by === 'user' ? [{ label, text }] : []
  })
}

/** Half of these sessions set each thing worth keeping beside sentences of the same words that are not: far more than people say. */
test.each([
  ['held-en.tsv', 72, 3],
  ['held-zh.tsv', 75, 1.5],
])(
  '%s: of what was never learned from, at least %d in a hundred are seen, and at most %d in a hundred messages are false [S40]',
  (file, seen, wrong) => {
    const messages = messagesIn(file)
    const worth = messages.filter(({ label }) => label !== 'none')
    const missed = worth.filter(({ text }) => signalByPerson(text) === undefined)
    const spoke = messages.filter(({ label, text }) => label === 'none' && signalByPerson(text) !== undefined)
    expect(100 * (1 - missed.length / worth.length)).toBeGreaterThanOrEqual(seen)
    expect((100 * spoke.length) / messages.length).toBeLessThanOrEqual(wrong)
  },
)

test('a message is weighed in time in proportion to its length [S40]', () => {
  expectInProportion(
    1_000,
    (times) => 'we decided it, 因为 the cache is slow '.repeat(times),
    (text) => signalByPerson(text),
  )
})
