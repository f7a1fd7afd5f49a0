/** `doctor --prove` with the real hosts: it reports a refusal exactly if there is one. */

import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { trustedState, trustKey } from '../../src/hosts/codex-setup.ts'
import { hasTerminal } from '../../src/setup/prove.ts'
import { LONG } from '../laws/runs.ts'
import { ROOT, Sandbox, treeOf } from '../scenarios/harness.ts'
import { hostProgram } from './host-stage.ts'

interface Host {
  readonly id: string
  readonly version: string
  /** Tool names as its model calls them. */
  readonly tools: readonly [write: string, shell: string, hidden: string]
  /** A project whose settings name a plugin that does nothing; undefined if another host's row covers it. */
  readonly toothless: Readonly<Record<string, string>> | undefined
  /** User settings that keep Memory Bank from running. */
  readonly switchesOff: readonly (readonly [name: string, switchOff: () => void])[]
}

interface Proven {
  readonly code: number | null
  readonly proofs: readonly Record<string, unknown>[]
}

/** As if the user had trusted the folder. */
function trustFolder(): void {
  const trusted = { projects: { [sandbox.project]: { hasTrustDialogAccepted: true } } }
  writeFileSync(join(sandbox.home, '.claude.json'), JSON.stringify(trusted))
  inHome('.copilot/config.json', JSON.stringify({ trustedFolders: [sandbox.project] }))
  inHome('.gemini/trustedFolders.json', JSON.stringify({ [sandbox.project]: 'TRUST_FOLDER' }))
  if (existsSync(join(sandbox.project, '.codex/hooks.json'))) trustHooks()
}

/** As if the user had trusted each Codex hook. */
function trustHooks(): void {
  const file = join(sandbox.project, '.codex/hooks.json')
  const { hooks } = JSON.parse(readFileSync(file, 'utf8'))
  const states = Object.entries(hooks).map(([event, groups]) => {
    const [group] = Array.isArray(groups) ? groups : []
    const trusted = JSON.stringify(trustedState(event, group)).replace(/^\{"trusted_hash":|\}$/g, '')
    return `[hooks.state."${trustKey(file, event, 0)}"]\ntrusted_hash = ${trusted}\n`
  })
  inHome('.codex/config.toml', [`[projects."${sandbox.project}"]\ntrust_level = "trusted"\n`, ...states].join('\n'))
}

function editSettings(pattern: RegExp, text: string): void {
  const file = join(sandbox.home, '.claude/settings.json')
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace(pattern, () => text),
  )
}

function inHome(path: string, text: string): void {
  mkdirSync(dirname(join(sandbox.home, path)), { recursive: true })
  writeFileSync(join(sandbox.home, path), text)
}

const HOSTS: readonly Host[] = [
  {
    id: 'opencode',
    version: '1.18.33',
    tools: ['write', 'bash', 'bash'],
    toothless: {
      'tools/memory-bank/package.json': '{ "name": "memory-bank", "type": "module", "main": "p.js" }',
      'tools/memory-bank/p.js': 'export default { id: "memory-bank", server: async () => ({}) }',
      'opencode.json': '{ "plugin": ["./tools/memory-bank"] }',
    },
    switchesOff: [
      ['a list that hides ours', () => inHome('.config/opencode/opencode.jsonc', '{ "plugin": ["other"] }')],
    ],
  },
  {
    id: 'kilo',
    version: '7.7.7',
    tools: ['write', 'bash', 'bash'],
    toothless: undefined,
    switchesOff: [['a list that hides ours', () => inHome('.config/kilo/opencode.json', '{ "plugin": ["other"] }')]],
  },
  {
    id: 'qwen',
    version: '0.24.4',
    tools: ['write_file', 'run_shell_command', 'run_shell_command'],
    toothless: undefined,
    switchesOff: [
      ['hooks disabled in the project', () => sandbox.write({ '.qwen/settings.json': '{ "disableAllHooks": true }' })],
    ],
  },
  {
    id: 'gemini',
    version: '0.61.0',
    tools: ['write_file', 'run_shell_command', 'run_shell_command'],
    toothless: undefined,
    switchesOff: [
      [
        'hooks disabled in the project',
        () => {
          trustFolder()
          sandbox.write({ '.gemini/settings.json': '{ "hooksConfig": { "enabled": false } }' })
        },
      ],
    ],
  },
  {
    id: 'cline',
    version: '3.0.65',
    tools: ['editor', 'run_commands', 'run_commands'],
    toothless: undefined,
    switchesOff: [
      [
        'a plugin that is switched off',
        () => {
          const file = join(sandbox.home, '.cline/plugins/memory-bank.js')
          inHome('.cline/data/settings/global-settings.json', JSON.stringify({ disabledPlugins: [file] }))
        },
      ],
    ],
  },
  {
    id: 'copilot',
    version: '1.0.102',
    tools: ['create', 'bash', 'bash'],
    toothless: undefined,
    switchesOff: [],
  },
  {
    id: 'codex',
    version: '0.166.0',
    tools: ['apply_patch', 'exec_command', 'exec_command'],
    toothless: undefined,
    switchesOff: [['hooks that nobody has trusted', () => {}]],
  },
  {
    id: 'claude',
    version: '2.1.197',
    tools: ['Write', 'Bash', 'Bash'],
    toothless: {
      'tools/mb/.claude-plugin/marketplace.json':
        '{ "name": "memory-bank", "owner": { "name": "x" }, "plugins": [{ "name": "memory-bank", "source": "./plugin" }] }',
      'tools/mb/plugin/.claude-plugin/plugin.json': '{ "name": "memory-bank", "version": "0.0.1" }',
      '.claude/settings.json': JSON.stringify({
        extraKnownMarketplaces: { 'memory-bank': { source: { source: 'directory', path: './tools/mb' } } },
        enabledPlugins: { 'memory-bank@memory-bank': true },
      }),
    },
    switchesOff: [
      [
        'a failed start of our server that it remembers',
        () => {
          const failed = { timestamp: Date.now(), id: '651e3671cc7a1bdd' }
          inHome('.claude/mcp-needs-auth-cache.json', JSON.stringify({ 'plugin:memory-bank:memory-bank': failed }))
        },
      ],
      [
        'a Node that is written down and gone',
        () => editSettings(/"MEMORY_BANK_NODE": "[^"]*"/, '"MEMORY_BANK_NODE": "/gone/node"'),
      ],
      [
        'hooks disabled in the project',
        () => sandbox.write({ '.claude/settings.json': '{ "disableAllHooks": true }' }),
      ],
    ],
  },
]

let sandbox: Sandbox
beforeEach(() => {
  sandbox = new Sandbox()
  sandbox.git('init', '-q')
})
afterEach(() => sandbox.remove())

/** Hosts that need a newer Node than the tests. */
const ON_NEWER = ['qwen']

/** Hosts that are also tested in a terminal. */
const IN_TERMINAL = ['claude']

/** Kilo's proof is OpenCode's with other names and takes longest. */
const SEEN = HOSTS.filter(({ id }) => LONG || id !== 'kilo')

/** Detecting a disabled plugin is slow and the same for all hosts: CI tries one way in each of these. */
const FOUND_OUT = ['opencode', 'codex', 'claude']

describe.each(SEEN)('$id', (host) => {
  const interfaces = IN_TERMINAL.includes(host.id) && hasTerminal(process.env) ? (['terminal'] as const) : []
  const program = hostProgram(host.id, ON_NEWER.includes(host.id) ? 'node22' : '.')

  async function prove(): Promise<Proven> {
    const before = [sandbox.tree('.'), treeOf(sandbox.home)]
    const temporary = join(sandbox.base, 'tmp')
    mkdirSync(temporary, { recursive: true })
    const args = ['doctor', '--prove', host.id, '--host-binary', program, '--json']
    // Longer than for other commands: a host starts slowly in a new home.
    const { code, out } = await new Promise<{ code: number | null; out: string }>((done) => {
      execFile(
        process.execPath,
        [join(ROOT, 'dist/cli/main.cjs'), ...args],
        {
          cwd: sandbox.project,
          env: sandbox.env({ TMPDIR: temporary, PATH: `${dirname(program)}:${process.env['PATH']}` }),
          maxBuffer: 1e8,
        },
        (error, said) => done({ code: error === null ? 0 : Number(error.code), out: said }),
      )
    })
    // The project and the home are unchanged, and the sample is removed.
    expect([sandbox.tree('.'), treeOf(sandbox.home)]).toEqual(before)
    expect(Object.keys(treeOf(temporary)).filter((name) => name.startsWith('memory-bank-proof-'))).toEqual([])
    return { code, proofs: JSON.parse(out).proofs }
  }

  test.skipIf(!existsSync(program))(
    'the installed plugin refuses a tool and a shell, and the model reads the reason [S53]',
    async () => {
      sandbox.run(['install', host.id, '--yes'])
      trustFolder()
      const { code, proofs } = await prove()
      const refusing = {
        host: host.id,
        version: host.version,
        plugin: ROOT,
        ordinary: true,
        proven: true,
        attempts: host.tools.map((tool) => ({ tool, held: true, told: true })),
      }
      expect(proofs).toMatchObject([
        { ...refusing, configuration: 'clean' },
        { ...refusing, configuration: 'own', interface: 'headless' },
        ...interfaces.map((one) => ({ ...refusing, configuration: 'own', interface: one })),
      ])
      expect(code).toBe(0)
    },
  )

  const toothless = LONG || host.id === 'opencode' ? host.toothless : undefined
  const switchesOff = LONG ? host.switchesOff : host.switchesOff.slice(0, FOUND_OUT.includes(host.id) ? 1 : 0)
  test.skipIf(!existsSync(program) || toothless === undefined)(
    'a plugin that loads but does not guard is detected [S53]',
    async () => {
      sandbox.write(toothless ?? {})
      trustFolder()
      const { code, proofs } = await prove()
      const written = {
        started: true,
        ordinary: true,
        proven: false,
        attempts: host.tools.map(() => ({ held: false })),
      }
      expect(proofs).toMatchObject([
        { ...written, configuration: 'clean' },
        { ...written, configuration: 'own', interface: 'headless' },
        ...interfaces.map((one) => ({ ...written, configuration: 'own', interface: one })),
      ])
      expect(code).toBe(1)
    },
  )

  test.skipIf(!existsSync(program)).each(switchesOff)(
    'user settings that disable the plugin are detected, even if a clean home refuses: %s [S37] [S53]',
    async (_, switchOff) => {
      sandbox.run(['install', host.id, '--user', '--yes'])
      switchOff()
      const { code, proofs } = await prove()
      expect(proofs).toMatchObject([
        { configuration: 'clean', proven: true },
        { configuration: 'own', interface: 'headless', started: true, ordinary: true, proven: false },
        ...interfaces.map((one) => ({ interface: one, started: true, ordinary: true, proven: false })),
      ])
      expect(code).toBe(1)
    },
  )
})
