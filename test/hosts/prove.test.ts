/** `doctor --prove` with the real hosts: it sees a refusal where there is one, and none where there is none. */

import { execFile } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ROOT, Sandbox, treeOf } from '../scenarios/harness.ts'

interface Host {
  readonly id: string
  readonly version: string
  /** Its tools, as its model calls them. */
  readonly tools: readonly [write: string, shell: string]
  /** A project whose settings name a plugin that loads and does nothing. */
  readonly toothless: Readonly<Record<string, string>>
}

const HOSTS: readonly Host[] = [
  {
    id: 'opencode',
    version: '1.18.33',
    tools: ['write', 'bash'],
    toothless: {
      'tools/memory-bank/package.json': '{ "name": "memory-bank", "type": "module", "main": "p.js" }',
      'tools/memory-bank/p.js': 'export default { id: "memory-bank", server: async () => ({}) }',
      'opencode.json': '{ "plugin": ["./tools/memory-bank"] }',
    },
  },
  {
    id: 'claude',
    version: '2.1.197',
    tools: ['Write', 'Bash'],
    toothless: {
      'tools/mb/.claude-plugin/marketplace.json':
        '{ "name": "memory-bank", "owner": { "name": "x" }, "plugins": [{ "name": "memory-bank", "source": "./plugin" }] }',
      'tools/mb/plugin/.claude-plugin/plugin.json': '{ "name": "memory-bank", "version": "0.0.1" }',
      '.claude/settings.json': JSON.stringify({
        extraKnownMarketplaces: { 'memory-bank': { source: { source: 'directory', path: './tools/mb' } } },
        enabledPlugins: { 'memory-bank@memory-bank': true },
      }),
    },
  },
]

let sandbox: Sandbox
beforeEach(() => {
  sandbox = new Sandbox()
})
afterEach(() => sandbox.remove())

describe.each(HOSTS)('$id', (host) => {
  const program = join(import.meta.dirname, 'node_modules/.bin', host.id)

  async function prove(): Promise<{ readonly code: number | null; readonly proof: Record<string, unknown> }> {
    const before = [sandbox.tree('.'), treeOf(sandbox.home)]
    const temporary = join(sandbox.base, 'tmp')
    mkdirSync(temporary, { recursive: true })
    const args = ['doctor', '--prove', host.id, '--host-binary', program, '--json']
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

  test.skipIf(!existsSync(program))(
    'the installed plugin is seen to refuse a tool and a shell, with our words before the model [S53]',
    async () => {
      sandbox.run(['install', host.id, '--yes'])
      const { code, proof } = await prove()
      expect(proof).toMatchObject({
        host: host.id,
        version: host.version,
        plugin: ROOT,
        ordinary: true,
        proven: true,
        attempts: host.tools.map((tool) => ({ tool, held: true, told: true })),
      })
      expect(code).toBe(0)
    },
  )

  test.skipIf(!existsSync(program))('a plugin that loads and does not guard is found out [S53]', async () => {
    sandbox.write(host.toothless)
    const { code, proof } = await prove()
    expect(proof).toMatchObject({ started: true, ordinary: true, proven: false })
    expect(proof['attempts']).toMatchObject([{ held: false }, { held: false }])
    expect(code).toBe(1)
  })
})
