/** A hostile clone: nothing outside of it is shown or written, and every command ends in seconds with little memory. */

import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { LONG } from '../laws/runs.ts'
import { converse, plain, type Turn } from './converse.ts'
import { Sandbox } from './harness.ts'
import { ATTACKS, type Attack, COMMANDS, EVERY_NAME, meet, OUTSIDE, prepare } from './stranger-attacks.ts'

let sandbox: Sandbox
beforeEach(() => {
  sandbox = new Sandbox()
})
afterEach(() => sandbox.remove())

/**
 * The long suite tries every attack on every command; otherwise an attack on one file meets the opening and one other
 * command.
 */
const TRIED = [...EVERY_NAME, ...ATTACKS]
  .filter((attack) => LONG || attack.long === undefined)
  .flatMap((attack, at) =>
    COMMANDS.filter((_, place) => isTried(attack, at, place)).map(
      (command) => [`${attack.family}: ${attack.name}`, command, attack] as const,
    ),
  )

function isTried(attack: Attack, at: number, place: number): boolean {
  return LONG || EVERY_NAME.includes(attack) || place === 0 || place === 1 + (at % (COMMANDS.length - 1))
}

describe.each(TRIED)('%s', (_, command, attack: Attack) => {
  test(`${command} shows nothing from outside, in seconds and within 300 MB [S39]`, () => {
    prepare(sandbox, attack)
    const met = meet(sandbox, command, join(sandbox.base, 'meter.cjs'))
    expect(met.ended).toBe(true)
    expect(met.out).not.toContain(OUTSIDE)
    expect(met.out).not.toMatch(/\n {4}at /)
    expect(met.megabytes).toBeLessThan(300)
    const empty = join(sandbox.base, 'outside/empty')
    if (existsSync(empty)) expect(readdirSync(empty)).toEqual([])
  })
})

test.each([
  ['larger', 'zebra '.repeat(400_000), 'it is larger than 2 MB'],
  ['longer', '- zebra\n'.repeat(10_001), 'it has more than 10,000 lines'],
])('a file %s than any bank has is named by recall and check, and the rest answers [S39]', (_, text, cause) => {
  prepare(sandbox, {
    family: 'sizes',
    name: 'one too large',
    alter: (at) => void at.write({ 'memory-bank/details/huge.md': text }),
  })
  const { out } = sandbox.run(['recall', 'where is the zebra parser?'])
  expect(out).toContain('src/app.ts')
  expect(out).toContain(`## Not searched\n\n- details/huge.md: ${cause}`)
  expect(sandbox.json(['recall', 'where is the zebra parser?'])).toMatchObject({
    unread: [{ path: 'details/huge.md', cause }],
  })
  expect(sandbox.run(['check']).out).toContain(cause)
})

test.each(['devices: .gitignore is a pipe', 'sizes: ignore rules full of stars'])(
  '%s: git does not answer, and check says so [S39]',
  (name) => {
    const attack = ATTACKS.find((one) => `${one.family}: ${one.name}` === name)
    if (attack === undefined) throw new Error(name)
    prepare(sandbox, attack)
    const met = meet(sandbox, 'check', join(sandbox.base, 'meter.cjs'))
    expect([met.ended, met.out]).toEqual([true, expect.stringContaining('Git did not answer in time')])
  },
)

const SIGNS = '[\\u0000-\\u0008\\u007f-\\u009f\\u202e]'
const ANY_CONTROL = new RegExp(`\\u001b|${SIGNS}`)
const FOREIGN_CONTROL = new RegExp(`\\u001b(?!\\[(?:0|1|2|3\\d)m)|${SIGNS}|\\r(?!\\n)`)

test.each([['check'], ['list'], ['recall', 'zebra'], ['status'], ['history']])(
  'names and texts that hold control characters cannot drive the terminal of %s %s [S39]',
  async (...words) => {
    prepare(sandbox, {
      family: 'settings',
      name: 'control characters',
      alter: (at) =>
        void at.write({
          'memory-bank/details/learnings/\u001b]0;zebra\u0007\u202e.md': '# zebra \u001b[8mhidden \u009b2J\rzebra\n',
          'memory-bank/details/learnings/b.md': '# zebra \u001b[31mred \u001b]52;c;aGk=\u0007\n\n[x](\u001b[2J.md)\n',
        }),
    })
    const said = words.filter((word): word is string => word !== undefined)
    expect(sandbox.run(said).out).not.toMatch(ANY_CONTROL)
    // A terminal has colours and ends lines with \r\n; the program clears its progress line with \r and [K.
    const { out } = await converse(sandbox, said, [])
    expect(out.replaceAll('\r\u001b[K', '')).not.toMatch(FOREIGN_CONTROL)
    expect(() => JSON.parse(sandbox.run([...said, '--json']).out)).not.toThrow()
  },
)

describe('trust', () => {
  const opening = () => meet(sandbox, 'opening', join(sandbox.base, 'meter.cjs')).out
  const weakened: Attack = {
    family: 'settings',
    name: 'protection off',
    alter: (at) => void at.write({ 'memory-bank.json': '{"guardMode":"off","writer":"direct"}' }),
  }

  test('needs a person: until then the opening names its source and the ignored settings [S39]', () => {
    prepare(sandbox, weakened)
    expect(opening()).toMatch(/the user has not trusted yet.*guardMode=off, writer=direct/)
    expect(sandbox.json(['trust'])).toMatchObject({ kind: 'trust', trusted: true, byEnvironment: false })
    expect(opening()).toContain('has not trusted yet') // the same session is sent the same bytes
    expect(sandbox.json(['trust', '--forget'])).toMatchObject({ trusted: false })
  })

  test('is remembered for later sessions [S39]', () => {
    prepare(sandbox, weakened)
    expect(sandbox.run(['trust']).code).toBe(0)
    expect(opening()).not.toContain('has not trusted yet')
  })

  test('is given to a bank that init makes [S39]', () => {
    sandbox.write({ 'package.json': '{"name":"mine"}' })
    expect(sandbox.run(['init', '--yes']).code).toBe(0)
    expect(opening()).not.toContain('has not trusted yet')
  })
})

describe('the trust question', () => {
  const WHOSE = /Trust .*\? Say yes if it is yours[\s\S]*\[y\]es, \[n\]o: $/
  const APPLY = /Apply these changes\? \[y\]es, \[n\]o, \[d\]iff: $/
  const isTrusted = () => !meet(sandbox, 'opening', join(sandbox.base, 'meter.cjs')).out.includes('has not trusted yet')
  const weak = { 'memory-bank.json': '{"guardMode":"off"}' }
  const clone: Attack = { family: 'settings', name: 'weak', alter: (at) => void at.write(weak) }

  test.each([
    ['refresh', 'y', true],
    ['refresh', 'n', false],
    ['install', 'y', true],
    ['install', '', false],
  ])('%s asks it by itself, and %j means trusted: %s [S39]', async (command, answer, expected) => {
    prepare(sandbox, clone)
    if (command === 'refresh') sandbox.run(['refresh', '--yes'])
    const words = command === 'install' ? ['install', 'opencode'] : ['refresh']
    const turns: readonly Turn[] = [...(command === 'install' ? [[APPLY, 'y'] as const] : []), [WHOSE, answer]]
    const { code, out } = await converse(sandbox, words, turns)
    expect(code).toBe(0)
    expect(plain(out)).toContain('guardMode=off, which weakens protection')
    expect(isTrusted()).toBe(expected)
  })

  test('is asked once, never in a script, and --yes does not answer it [S39]', async () => {
    prepare(sandbox, clone)
    for (const words of [
      ['refresh', '--yes'],
      ['install', 'opencode', '--yes'],
    ]) {
      const ran = sandbox.run(words)
      expect([ran.code, ran.err]).toEqual([0, expect.stringContaining('memory-bank trust')])
    }
    expect(JSON.parse(sandbox.run(['refresh', '--json', '--yes']).out)).toMatchObject({ outcome: 'nothing' })
    expect(isTrusted()).toBe(false)
    sandbox.run(['trust'])
    expect((await converse(sandbox, ['refresh'], [])).out).not.toMatch(WHOSE)
  })

  test('is not needed for a bank made by init, but for settings of the clone [S39]', async () => {
    sandbox.write({ 'package.json': '{"name":"clone"}', ...weak })
    const ran = sandbox.run(['init', '--yes'])
    expect(ran.code).toBe(0)
    expect(ran.err).toContain('memory-bank trust')
    expect(isTrusted()).toBe(false)
  })

  test('is not asked in a shell that an agent started [S39]', async () => {
    prepare(sandbox, clone)
    sandbox.run(['refresh', '--yes'])
    const { out } = await converse(sandbox, ['refresh'], [], { MEMORY_BANK_AGENT_SHELL: '1' })
    expect(out).not.toMatch(WHOSE)
  })
})
