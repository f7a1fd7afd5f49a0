/** The code a command compiled is kept for its next run: it saves time, and never does anything else. */

import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PROJECT } from './banks.ts'
import { ROOT, Sandbox } from './harness.ts'

let sandbox: Sandbox
beforeEach(() => {
  sandbox = new Sandbox()
  sandbox.write(PROJECT)
  sandbox.run(['init', '--yes'])
})
afterEach(() => sandbox.remove())

const code = () => join(sandbox.state, 'memory-bank/~code')
const kept = () => join(code(), readdirSync(code()).find((name) => /^status-[0-9a-f]{8}\.code$/.test(name)) ?? 'none')

/** Seen once, then kept. */
function runTwice(): string {
  sandbox.run(['status'])
  return sandbox.run(['status']).out
}

test('what is kept is used, and says the same', () => {
  const said = runTwice()
  const bytes = readFileSync(kept())
  expect(bytes.length).toBeGreaterThan(50_000)
  expect(sandbox.run(['status'])).toMatchObject({ code: 0, out: said, err: '' })
  expect(readFileSync(kept()).equals(bytes)).toBe(true)
})

test('damaged at any place, it is compiled again', () => {
  const said = runTwice()
  const bytes = readFileSync(kept())
  for (let round = 0; round < 8; round += 1) {
    const damaged = Buffer.from(bytes)
    const at = Math.floor((bytes.length * (round + 0.5)) / 8)
    damaged[at] = (damaged[at] ?? 0) ^ 0x41
    writeFileSync(kept(), damaged)
    expect(sandbox.run(['status'])).toMatchObject({ code: 0, signal: null, out: said, err: '' })
  }
  writeFileSync(kept(), bytes.subarray(0, bytes.length / 3))
  expect(sandbox.run(['status'])).toMatchObject({ code: 0, signal: null, out: said, err: '' })
})

test('a program that changed runs as it is now, be it of the same size', () => {
  const copy = join(sandbox.base, 'package')
  for (const part of ['dist/cli', 'templates']) cpSync(join(ROOT, part), join(copy, part), { recursive: true })
  sandbox.program = join(copy, 'dist/cli/main.cjs')
  expect(runTwice()).toContain('Files:')
  const changed = readdirSync(join(copy, 'dist/cli')).filter((name) => {
    const file = join(copy, 'dist/cli', name)
    const text = readFileSync(file, 'utf8')
    if (text.includes('`Files`')) writeFileSync(file, text.replace('`Files`', '`Pages`'))
    return text.includes('`Files`')
  })
  expect(changed).toHaveLength(1)
  expect(sandbox.run(['status']).out).toContain('Pages:')
})

test('nothing is kept of a command that does not exist, or for those who want nothing kept', () => {
  const before = existsSync(code()) ? readdirSync(code()) : []
  sandbox.run(['statsu'])
  sandbox.run(['--version'])
  sandbox.run(['check'], { env: { NODE_DISABLE_COMPILE_CACHE: '1' } })
  expect(existsSync(code()) ? readdirSync(code()) : []).toEqual(before)
})

test('a command that keeps nothing else keeps no code either', () => {
  const other = new Sandbox()
  try {
    other.write(PROJECT)
    for (let run = 0; run < 3; run += 1) other.run(['status'])
    expect(readdirSync(other.state)).toEqual([])
  } finally {
    other.remove()
  }
})

test('several processes at once leave code that is whole', async () => {
  const runs = await Promise.all(Array.from({ length: 6 }, () => sandbox.start(['status'])))
  expect(new Set(runs.map(({ out }) => out)).size).toBe(1)
  expect(sandbox.run(['status']).out).toBe(runs[0]?.out)
  expect(sandbox.run(['status']).out).toBe(runs[0]?.out)
  expect(readdirSync(code()).filter((name) => name.endsWith('.tmp'))).toEqual([])
})
