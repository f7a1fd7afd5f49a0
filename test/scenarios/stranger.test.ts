/** A hostile clone: nothing from outside is shown or written, and every answer comes in seconds and in little memory. */

import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { LONG } from '../laws/runs.ts'
import { Sandbox } from './harness.ts'
import { ATTACKS, type Attack, COMMANDS, meet, OUTSIDE, prepare } from './stranger-attacks.ts'

let sandbox: Sandbox
beforeEach(() => {
  sandbox = new Sandbox()
})
afterEach(() => sandbox.remove())

/** The long run tries every attack on every command; otherwise each attack meets the opening and one of the others. */
const TRIED = ATTACKS.filter((attack) => LONG || attack.long === undefined).flatMap((attack, at) =>
  COMMANDS.filter((_, place) => LONG || place === 0 || place === 1 + (at % (COMMANDS.length - 1))).map(
    (command) => [`${attack.family}: ${attack.name}`, command, attack] as const,
  ),
)

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

describe('trust', () => {
  const opening = () => meet(sandbox, 'opening', join(sandbox.base, 'meter.cjs')).out
  const weakened: Attack = {
    family: 'settings',
    name: 'protection off',
    alter: (at) => void at.write({ 'memory-bank.json': '{"guardMode":"off","writer":"direct"}' }),
  }

  test('is a person’s word: until then the opening says whose words it carries, and what does not apply [S39]', () => {
    prepare(sandbox, weakened)
    expect(opening()).toMatch(/no person has said yet that it is theirs.*guardMode=off, writer=direct/)
    expect(sandbox.json(['trust'])).toMatchObject({ kind: 'trust', trusted: true, byEnvironment: false })
    expect(opening()).toContain('no person has said') // the same session is sent the same bytes
    expect(sandbox.json(['trust', '--forget'])).toMatchObject({ trusted: false })
  })

  test('is remembered for the sessions to come [S39]', () => {
    prepare(sandbox, weakened)
    expect(sandbox.run(['trust']).code).toBe(0)
    expect(opening()).not.toContain('no person has said')
  })

  test('comes with the bank that init makes [S39]', () => {
    sandbox.write({ 'package.json': '{"name":"mine"}' })
    expect(sandbox.run(['init', '--yes']).code).toBe(0)
    expect(opening()).not.toContain('no person has said')
  })
})
