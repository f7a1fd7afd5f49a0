/** `doctor --prove` with the real OpenCode: it sees a refusal where there is one, and none where there is none. */

import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ROOT, Sandbox, treeOf } from '../scenarios/harness.ts'

const PROGRAM = join(import.meta.dirname, 'node_modules/.bin/opencode')

let sandbox: Sandbox
beforeEach(() => {
  sandbox = new Sandbox()
})
afterEach(() => sandbox.remove())

async function prove(): Promise<{ readonly code: number | null; readonly proof: Record<string, unknown> }> {
  const before = [sandbox.tree('.'), treeOf(sandbox.home)]
  const temporary = join(sandbox.base, 'tmp')
  mkdirSync(temporary, { recursive: true })
  const args = ['doctor', '--prove', 'opencode', '--host-binary', PROGRAM, '--json']
  // Longer than other commands may take: a host in a new home begins slowly.
  const { code, out } = await new Promise<{ code: number | null; out: string }>((done) => {
    execFile(
      process.execPath,
      [join(ROOT, 'dist/cli/main.cjs'), ...args],
      { cwd: sandbox.project, env: sandbox.env({ TMPDIR: temporary }), maxBuffer: 1e8 },
      (error, said) => done({ code: error === null ? 0 : Number(error.code), out: said }),
    )
  })
  // Neither the person's project nor home is touched, and nothing is left of the sample.
  expect([sandbox.tree('.'), treeOf(sandbox.home)]).toEqual(before)
  expect(Object.keys(treeOf(temporary)).filter((name) => name.startsWith('memory-bank-proof-'))).toEqual([])
  return { code, proof: JSON.parse(out).proofs[0] }
}

test('the installed plugin is seen to refuse a tool and a shell, with our words before the model [S53]', async () => {
  sandbox.run(['install', 'opencode', '--yes'])
  const { code, proof } = await prove()
  expect(proof).toMatchObject({
    host: 'opencode',
    version: '1.18.33',
    plugin: ROOT,
    ordinary: true,
    proven: true,
    attempts: [
      { tool: 'write', held: true, told: true },
      { tool: 'bash', held: true, told: true },
    ],
  })
  expect(code).toBe(0)
})

test('a plugin that loads and does not guard is found out [S53]', async () => {
  sandbox.write({
    'tools/memory-bank/package.json': '{ "name": "memory-bank", "type": "module", "main": "p.js" }',
    'tools/memory-bank/p.js': 'export default { id: "memory-bank", server: async () => ({}) }',
    'opencode.json': '{ "plugin": ["./tools/memory-bank"] }',
  })
  const { code, proof } = await prove()
  expect(proof).toMatchObject({ started: true, ordinary: true, proven: false })
  expect(proof['attempts']).toMatchObject([{ held: false }, { held: false }])
  expect(code).toBe(1)
})
