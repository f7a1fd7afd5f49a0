/** The command lines that install writes, run by a shell as hosts do, with a removed Node and without any. */

import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { claudeCode } from '../../src/hosts/claude-code-setup.ts'
import { codex } from '../../src/hosts/codex-setup.ts'
import { copilot } from '../../src/hosts/copilot-setup.ts'
import { gemini } from '../../src/hosts/gemini-setup.ts'
import { qwen } from '../../src/hosts/qwen-setup.ts'
import { repair } from '../../src/setup/doctor.ts'
import type { Host } from '../../src/setup/host.ts'
import { carryOutSetup, proposeInstall, proposeUninstall } from '../../src/setup/install.ts'
import { findInstallContext } from '../../src/setup/install-context.ts'
import { temporaryFolder, treeOf } from '../disk/temporary-folder.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const PLUGIN = join(ROOT, 'dist')
const GONE = '/gone/node'

interface Case {
  readonly host: Host
  /** The settings file with the hooks, in the home or in the plugin. */
  readonly file: string
  readonly plugin: Readonly<Record<string, string>>
  readonly tool: { readonly event: string; readonly name: string }
  /** The events at which the user is told. */
  readonly told: readonly string[]
}

const claudes = (node: string) => ({ CLAUDE_PLUGIN_ROOT: PLUGIN, MEMORY_BANK_NODE: node })

const CASES: readonly Case[] = [
  {
    host: claudeCode,
    file: join(PLUGIN, 'hooks/hooks.json'),
    plugin: claudes(GONE),
    tool: { event: 'PreToolUse', name: 'Bash' },
    told: ['UserPromptSubmit'],
  },
  {
    host: copilot,
    file: join(PLUGIN, 'hooks/copilot.json'),
    plugin: { PLUGIN_ROOT: PLUGIN, MEMORY_BANK_NODE: GONE },
    tool: { event: 'PreToolUse', name: 'Bash' },
    told: ['UserPromptSubmit'],
  },
  {
    host: codex,
    file: '.codex/hooks.json',
    plugin: {},
    tool: { event: 'PreToolUse', name: 'Bash' },
    told: ['UserPromptSubmit'],
  },
  {
    host: qwen,
    file: '.qwen/settings.json',
    plugin: {},
    tool: { event: 'PreToolUse', name: 'run_shell_command' },
    told: ['UserPromptSubmit', 'Stop'],
  },
  {
    host: gemini,
    file: '.gemini/settings.json',
    plugin: {},
    tool: { event: 'BeforeTool', name: 'run_shell_command' },
    told: ['BeforeAgent'],
  },
]

/** A home in which install recorded a Node. Returns its hooks by event. */
function installed({ host, file, plugin }: Case, node = GONE) {
  const base = temporaryFolder({
    'home/': '',
    'bin/': '',
    'tmp/': '',
    'project/memory-bank/MEMORY.md': '# Memory\n\n- Ship it.\n',
    'project/package.json': '{}',
  })
  const [home, project] = [join(base, 'home'), join(base, 'project')]
  const env = { HOME: home, XDG_STATE_HOME: join(base, 'state'), PATH: '' }
  const context = findInstallContext({ folder: project, env, now: () => new Date(), node })
  const proposed = proposeInstall([host], { scope: 'user', deny: false, from: undefined }, context)
  if (!proposed.ok) throw new Error(JSON.stringify(proposed.problem))
  expect(carryOutSetup(proposed.value, new Date()).ok).toBe(true)
  const settings = resolve(home, file)
  const commands = commandsIn(JSON.parse(readFileSync(settings, 'utf8')).hooks)
  const own = { ...env, ...plugin, TMPDIR: join(base, 'tmp'), CLAUDE_PROJECT_DIR: project, LANG: 'C.UTF-8' }
  const run = (command: string, event: string, more: NodeJS.ProcessEnv, fields: object = {}) => {
    const payload = { session_id: 's-1', cwd: project, hook_event_name: event, prompt: 'hello', ...fields }
    const options = {
      cwd: project,
      env: { ...own, ...more },
      input: JSON.stringify(payload),
      encoding: 'utf8',
    } as const
    const { status, stdout } = spawnSync('/bin/sh', ['-c', command], options)
    return { status, stdout }
  }
  return { base, project, settings, commands, run, env }
}

function commandsIn(hooks: Readonly<Record<string, readonly unknown[]>>): readonly (readonly [string, string])[] {
  return Object.entries(hooks).flatMap(([event, items]) =>
    [...JSON.stringify(items).matchAll(/"(?:command|bash)":("(?:[^"\\]|\\.)*(?<!"command))"/g)].flatMap(([, text]) => {
      const command: unknown = JSON.parse(`${text}"`)
      return typeof command === 'string' && command !== 'command' ? [[event, command] as const] : []
    }),
  )
}

const REFUSES = /"(?:permissionDecision|permission|decision)":"(?:deny|block|ask)"|"continue":false|exit 2/
const ALARM = /not guard|未在保护|could not|missing|nothing is|failed/i
const WITH_NODE = { PATH: `${dirname(process.execPath)}:/usr/bin:/bin` }

describe.each(CASES.map((one) => [one.host.name, one] as const))('%s', (_, one) => {
  const { event, name } = one.tool
  const write = { tool_name: name, tool_input: { command: 'echo x > memory-bank/x.md' }, tool_use_id: 't' }

  test('the recorded Node guards without one on the PATH; once it is removed, the PATH’s does [S37]', () => {
    const { base, commands, run } = installed(one)
    const [[, command = ''] = []] = commands.filter(([of]) => of === event)
    const refused = { status: 0, stdout: expect.stringMatching(REFUSES) }
    expect(run(command, event, WITH_NODE, write)).toEqual(refused)
    const named = { PATH: join(base, 'bin'), MEMORY_BANK_NODE: process.execPath }
    expect(run(command.replace(GONE, process.execPath), event, named, write)).toEqual(refused)
  })

  test('without any Node no event is refused or fails, and the user is told once a session [S37]', () => {
    const { base, commands, run } = installed(one)
    const bare = { PATH: join(base, 'bin') }
    expect(commands.length).toBeGreaterThan(4)
    for (const [of, command] of commands) {
      const ran = run(command, of, bare, of === event ? write : {})
      expect([of, ran.status]).toEqual([of, 0])
      expect(ran.stdout).not.toMatch(REFUSES)
      const said = JSON.stringify(JSON.parse(ran.stdout))
      if (one.told.includes(of)) expect([of, said]).toEqual([of, expect.stringContaining('is not guarding')])
      else expect([of, said]).toEqual([of, '{}'])
      expect(JSON.parse(run(command, of, bare).stdout)).toEqual({})
      if (one.told.includes(of)) expect(run(command, of, bare, { session_id: 's-2' }).stdout).toContain('not guarding')
    }
  })

  test('without the package no event is refused or fails [S37]', () => {
    const { commands, run } = installed(one)
    for (const [of, command] of commands) {
      const plugin = { CLAUDE_PLUGIN_ROOT: '/gone', PLUGIN_ROOT: '/gone' }
      const ran = run(command.replaceAll(ROOT, '/gone'), of, { ...WITH_NODE, ...plugin }, of === event ? write : {})
      expect([of, ran.status]).toEqual([of, 0])
      expect(ran.stdout).not.toMatch(REFUSES)
    }
    const said = commands.filter(([, command]) => command.includes('memory-bank doctor'))
    expect(said.map(([of]) => of)).toEqual(one.told.slice(-1))
  })

  test('doctor finds that the recorded Node is gone, --fix records the current one, and uninstall leaves nothing [S37] [S53]', () => {
    const { base, project, env } = installed(one)
    const context = findInstallContext({ folder: project, env, now: () => new Date(), node: process.execPath })
    const found = () => one.host.diagnose(context).findings.filter(({ id }) => id === 'node-not-found')
    expect(found()).toEqual(expect.arrayContaining([expect.objectContaining({ level: 'error' })]))
    if (one.host === copilot) return // a shared hook names no Node, so one must be on the PATH
    expect(repair([one.host], { ...context, nodeVersion: '20.0.0' })).toHaveLength(1)
    expect(found()).toEqual([])
    const left = proposeUninstall([one.host], { scope: 'user', deny: false, from: undefined }, context)
    expect(left.ok && carryOutSetup(left.value, new Date()).ok).toBe(true)
    expect(treeOf(join(base, 'home'))).toEqual({})
  })

  test('no command line reads as an alarm if a host shows it [S37]', () => {
    for (const [, command] of installed(one).commands) expect(command).not.toMatch(ALARM)
  })

  test('a program called node that is not Node does not count [S37] [S39]', () => {
    const { base, commands, run } = installed(one)
    symlinkSync('/bin/true', join(base, 'bin/node'))
    mkdirSync(join(base, 'project/x'))
    symlinkSync(process.execPath, join(base, 'project/x/node'))
    const [[, command = ''] = []] = commands.filter(([of]) => of === event)
    // Codex runs a command line only as the user trusted it, including its program.
    const named = (fake: string) => (one.host === codex ? command : command.replace(GONE, fake))
    for (const fake of [
      'true',
      '/bin/true',
      '/bin/echo',
      join(base, 'bin/node'),
      './node',
      join(base, 'project/x/node'),
    ])
      expect([fake, run(named(fake), event, { ...WITH_NODE, MEMORY_BANK_NODE: fake }, write)]).toEqual([
        fake,
        { status: 0, stdout: expect.stringMatching(REFUSES) },
      ])
  })
})

test.each([qwen, gemini].map((host) => [host.name, host] as const))(
  '%s: hooks of an earlier version, which fail without their Node, are found and updated [S37] [S53]',
  (_, host) => {
    const [one] = CASES.filter((each) => each.host === host)
    if (one === undefined) throw new Error('no case')
    const { project, settings, env } = installed(one, process.execPath)
    const current = readFileSync(settings, 'utf8')
    const script = join(ROOT, 'dist/hook.sh')
    const old = current.replaceAll(/\/bin\/sh '[^']*' (--host \w+) ('[^']*') \|\| echo '\{\}'/g, (_line, name, node) =>
      [node, `'${script.replace(/sh$/, 'cjs')}'`, name].join(' '),
    )
    expect(old).not.toBe(current)
    writeFileSync(settings, old)
    const context = findInstallContext({ folder: project, env, now: () => new Date(), node: process.execPath })
    const ids = () => host.diagnose(context).findings.map(({ id }) => id)
    expect(ids()).toContain('hooks-outdated')
    expect(repair([host], { ...context, nodeVersion: '20.0.0' })).toHaveLength(1)
    expect(ids()).not.toContain('hooks-outdated')
    expect(readFileSync(settings, 'utf8')).toBe(current)
  },
)
