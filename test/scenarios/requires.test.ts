/** An older program reads a bank that requires a newer one, but never writes it. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROOT, Sandbox, type Tree } from './harness.ts'

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { readonly version: string }

describe('requires in memory-bank.json', () => {
  let sandbox: Sandbox
  let before: Tree

  beforeAll(() => {
    sandbox = new Sandbox()
    sandbox.write({ 'package.json': '{ "name": "shop" }\n' })
    expect(sandbox.run(['init', '--yes']).code).toBe(0)
    expect(sandbox.run(['add', 'focus', 'Ship refunds', '--yes']).code).toBe(0)
    sandbox.write({ 'memory-bank.json': '{ "requires": "99.1" }\n' })
    before = sandbox.tree()
  })
  afterAll(() => sandbox.remove())

  test.each([
    ['refresh', '--yes'],
    ['refresh', '--dry-run'],
    ['index', '--yes'],
    ['archive', '--yes'],
    ['add', 'focus', 'More', '--yes'],
    ['done', 'Ship refunds', '--yes'],
    ['remove', 'Ship refunds', '--yes'],
    ['undo', '--yes'],
    ['check', '--fix', '--yes'],
  ])('%s %s: an older program says what is asked for, and writes nothing [S1]', (...args) => {
    const { code, err, out } = sandbox.run(args)
    expect(`${out}${err}`).toContain(
      `requires memory-bank 99.1 or newer (“requires” in memory-bank.json); this is ${version}`,
    )
    expect(code).toBe(1)
    expect(sandbox.tree()).toEqual(before)
  })

  test.each([['status'], ['check'], ['recall', 'refunds'], ['list'], ['history']])(
    '%s reads it all the same [S1]',
    (...args) => {
      const { code, out } = sandbox.run(args)
      expect(code).toBe(0)
      expect(out).not.toBe('')
    },
  )

  test('status reports it [S1]', () => {
    const { out, err } = sandbox.run(['status'])
    expect(`${out}${err}`).toContain('so it only reads')
  })

  test('an older or equal required version passes; an invalid one is an error [S1]', () => {
    sandbox.write({ 'memory-bank.json': `{ "requires": "${version}" }\n` })
    expect(sandbox.run(['add', 'focus', 'Even more', '--yes']).code).toBe(0)
    sandbox.write({ 'memory-bank.json': '{ "requires": "newest" }\n' })
    const { code, err } = sandbox.run(['status'])
    expect(code).toBe(2)
    expect(err).toContain('it must be a version such as "0.2"')
  })
})
