import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Plan } from '../../src/base/change.ts'
import { claudeCode as claude } from '../../src/hosts/claude-code-setup.ts'
import { cline } from '../../src/hosts/cline-setup.ts'
import { codex } from '../../src/hosts/codex-setup.ts'
import { copilot } from '../../src/hosts/copilot-setup.ts'
import { gemini } from '../../src/hosts/gemini-setup.ts'
import { HOSTS } from '../../src/hosts/index.ts'
import { mcp } from '../../src/hosts/mcp/install.ts'
import { openCode } from '../../src/hosts/opencode/install.ts'
import { qwen } from '../../src/hosts/qwen-setup.ts'
import { faultOf, valueAt } from '../../src/settings/jsonc.ts'
import { tomlFaultOf, tomlValueAt } from '../../src/settings/toml-table.ts'
import type { Host, InstallWish, Scope } from '../../src/setup/host.ts'
import { carryOutSetup, detectedHosts, proposeInstall, proposeUninstall } from '../../src/setup/install.ts'
import { findInstallContext, type InstallContext } from '../../src/setup/install-context.ts'
import { settingsText } from '../bank/settings-texts.ts'
import { type Files, temporaryFolder, treeOf, writeFiles } from '../disk/temporary-folder.ts'
import { LONG, law } from '../laws/runs.ts'

/** A home and a project, in which install runs. */
class Stage {
  // OpenCode has been started here before.
  readonly base = temporaryFolder({ 'home/.config/opencode/node_modules/': '', 'project/.git/': '', 'state/': '' })
  readonly project = join(this.base, 'project')
  readonly env = { HOME: join(this.base, 'home'), XDG_STATE_HOME: join(this.base, 'state'), PATH: '' }
  readonly around = { folder: this.project, env: this.env, now: () => new Date(), node: process.execPath }

  context(): InstallContext {
    return findInstallContext(this.around)
  }

  install(hosts: readonly Host[], wish: Partial<InstallWish> = {}): 'changed' | 'nothing' {
    return this.#carryOut(proposeInstall(hosts, { ...WISH, ...wish }, this.context()))
  }

  uninstall(hosts: readonly Host[] = HOSTS, wish: Partial<InstallWish> = {}): 'changed' | 'nothing' {
    return this.#carryOut(proposeUninstall(hosts, { ...WISH, ...wish }, this.context()))
  }

  tree(): Readonly<Record<string, string>> {
    return Object.fromEntries(Object.entries(treeOf(this.base)).filter(([path]) => !path.startsWith('state/')))
  }

  text(path: string): string {
    return readFileSync(join(this.base, path), 'utf8')
  }

  write(files: Files): void {
    writeFiles(this.base, files)
  }

  #carryOut(proposed: ReturnType<typeof proposeInstall>): 'changed' | 'nothing' {
    if (!proposed.ok) throw new Error(JSON.stringify(proposed.problem))
    if (proposed.value.plan.changes.length === 0) return 'nothing'
    const applied = carryOutSetup(proposed.value, new Date())
    if (!applied.ok) throw new Error(JSON.stringify(applied.problem))
    return 'changed'
  }
}

const WISH: InstallWish = { scope: 'project', deny: false, from: undefined }

/** One settings file per host for the law below. The short run needs one per settings format. */
const EVERY_LANGUAGE: readonly (readonly [Host, Scope, string])[] = [
  [openCode, 'project', 'project/opencode.jsonc'],
  [claude, 'user', 'home/.claude/settings.json'],
  [mcp, 'project', 'project/.mcp.json'],
  [codex, 'project', 'project/.codex/hooks.json'],
]
const FURTHER_FILES: readonly (readonly [Host, Scope, string])[] = [
  [openCode, 'project', 'project/opencode.json'],
  [openCode, 'user', 'home/.config/opencode/opencode.jsonc'],
  [claude, 'project', 'project/.claude/settings.json'],
  [codex, 'user', 'home/.codex/hooks.json'],
  [qwen, 'project', 'project/.qwen/settings.json'],
  [qwen, 'user', 'home/.qwen/settings.json'],
  [gemini, 'project', 'project/.gemini/settings.json'],
  [gemini, 'user', 'home/.gemini/settings.json'],
  [copilot, 'project', 'project/.github/copilot/settings.json'],
  [copilot, 'user', 'home/.copilot/settings.json'],
]

describe.each([...EVERY_LANGUAGE, ...(LONG ? FURTHER_FILES : [])])(
  '%#: an existing settings file',
  (setup, scope, path) => {
    /** Texts whose objects this host would accept. */
    const texts = settingsText({ empty: true }).filter(
      (text) => !['claude', 'qwen'].includes(setup.id) || !/"permissions"|"deny"/.test(text),
    )

    test('has its bytes again after uninstall; a plan writes nothing, and a second install changes nothing [S53]', () => {
      law(
        fc.property(texts, fc.boolean(), (text, deny) => {
          const stage = new Stage()
          stage.write({ [path]: text })
          const before = stage.tree()
          proposeInstall([setup], { ...WISH, scope, deny }, stage.context())
          expect(stage.tree()).toEqual(before)
          expect(stage.install([setup], { scope, deny })).toBe('changed')
          const installed = stage.tree()
          expect(installed[path]).not.toBe(text)
          expect(faultOf(stage.text(path))).toBeUndefined()
          expect(stage.install([setup], { scope, deny })).toBe('nothing')
          expect(stage.tree()).toEqual(installed)
          expect(stage.uninstall([setup], { scope })).toBe('changed')
          expect(stage.tree()).toEqual(before)
          expect(stage.uninstall([setup], { scope })).toBe('nothing')
        }),
        16,
      )
    })

    test('keeps other edits between install and uninstall, and loses only the entries [S53]', () => {
      law(
        fc.property(texts, fc.constantFrom('first', 'last', 'format'), (text, how) => {
          const stage = new Stage()
          stage.write({ [path]: text })
          stage.install([setup], { scope })
          const edited = editByHand(stage.text(path), how)
          stage.write({ [path]: edited })
          const others = withoutOurs(valueAt(edited, []))
          stage.uninstall([setup], { scope })
          const left = stage.text(path)
          expect(faultOf(left)).toBeUndefined()
          expect(JSON.stringify(left).includes('memory-bank')).toBe(false)
          expect(withoutOurs(valueAt(left, []))).toEqual(others)
          const hadMembers = Object.keys(valueAt(text, []) ?? {}).length > 0
          // As before install. An object that was empty keeps its new line break.
          if (how !== 'format' && hadMembers) expect(left).toBe(editByHand(text, how))
        }),
        16,
      )
    })
  },
)

/** A user's editor: adds a property at the front or the back, or formats the whole file. */
function editByHand(text: string, how: 'first' | 'last' | 'format'): string {
  const value: unknown = valueAt(text, [])
  if (how === 'format') return `${JSON.stringify(value, null, 3)}\n`
  const open = text.indexOf('{', skipComments(text))
  if (how === 'first') return `${text.slice(0, open + 1)} "theirs": [1], // theirs\n${text.slice(open + 1)}`
  return `${text.trimEnd()}\n// theirs\n`
}

function skipComments(text: string): number {
  return /^\uFEFF?(?:\s+|\/\/[^\n\r]*|\/\*[\s\S]*?\*\/)*/.exec(text)?.[0].length ?? 0
}

/** Removes Memory Bank's entries and the containers that they leave empty. */
function withoutOurs(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => {
      if (key === 'plugin' && Array.isArray(inner)) {
        const others = inner.filter((one) => !JSON.stringify(one).includes('file://'))
        return others.length === 0 ? [] : [[key, others]]
      }
      return ['extraKnownMarketplaces', 'enabledPlugins', 'env', 'hooks', 'mcpServers'].includes(key)
        ? []
        : [[key, inner]]
    }),
  )
}

describe('Codex’s config.toml', () => {
  const path = 'project/.codex/config.toml'
  const linesOf = (text: string) => text.replace('\uFEFF', '').split('\n')
  const texts = [
    '',
    '# mine\nmodel = "m" # fast\n',
    '\uFEFFmodel="m"\r\n\r\n[ mcp_servers . other ]\r\ncommand = \'x\'\r\n',
    'unknown.to.us = 1\n[[rules]]\na=[ 1,\n  2, # two\n]\n[[rules]]\n[tui]\nkeys = { a = "b" }',
    '[mcp_servers]\nother = { command = "x" }\n\n\n# the end\n',
    'default_permissions = "own" # chosen\n\n[permissions.own]\nextends = ":workspace"\n',
    'notes = """\n[mcp_servers.memory-bank]\ncommand = "not a table"\n"""\n',
  ]

  test.each(texts.flatMap((text) => [false, true].map((deny) => [text, deny] as const)))(
    '%j, with a profile: %s, has its bytes again, and keeps edits in between [S53]',
    (text, deny) => {
      const stage = new Stage()
      stage.write({ [path]: text })
      const before = stage.tree()
      stage.install([codex], { deny })
      const installed = stage.text(path)
      expect(tomlValueAt(installed, ['mcp_servers', 'memory-bank', 'command'])).toBe(process.execPath)
      expect(tomlValueAt(installed, ['permissions', 'memory-bank']) !== undefined).toBe(deny)
      for (const line of linesOf(text)) expect(installed).toContain(line)
      expect(stage.install([codex], { deny })).toBe('nothing')
      stage.uninstall([codex])
      expect(stage.tree()).toEqual(before)
      stage.install([codex], { deny })
      const theirs = '\n[theirs]\nx = 1 # theirs\n'
      stage.write({ [path]: `${stage.text(path)}${theirs}` })
      stage.uninstall([codex])
      const left = stage.text(path)
      expect(tomlFaultOf(left)).toBeUndefined()
      expect(tomlValueAt(left, [])).toEqual(tomlValueAt(`${text}${text.endsWith('\n') ? '' : '\n'}${theirs}`, []))
      for (const line of linesOf(`${text}${theirs}`)) expect(left).toContain(line)
    },
  )

  test.each([
    ['a broken file', 'model = \n'],
    ['a value where our table would stand', 'mcp_servers = 1\n'],
  ])('%s is explained, and nothing is written [S53]', (_, text) => {
    const stage = new Stage()
    stage.write({ [path]: text })
    const before = stage.tree()
    const problem = { code: 'config-invalid', path: join(stage.base, path) }
    expect(proposeInstall([codex], WISH, stage.context())).toMatchObject({ ok: false, problem })
    expect(stage.tree()).toEqual(before)
  })
})

describe('Cline’s plugin file', () => {
  const path = 'project/.cline/plugins/memory-bank.js'

  test('is removed with its folders; other lines in it stay [S53]', () => {
    const stage = new Stage()
    const before = stage.tree()
    stage.install([cline])
    expect(stage.install([cline])).toBe('nothing')
    stage.uninstall([cline])
    expect(stage.tree()).toEqual(before)
    stage.install([cline])
    stage.write({ [path]: `${stage.text(path)}\r\n// mine\n` })
    expect(stage.install([cline])).toBe('nothing')
    stage.uninstall([cline])
    expect(stage.text(path)).toBe('\r\n// mine\n')
  })

  test('another file of that name is never changed [S53]', () => {
    const stage = new Stage()
    stage.write({ [path]: 'export const mine = 1\n' })
    const before = stage.tree()
    const problem = { code: 'config-invalid', path: join(stage.base, path) }
    expect(proposeInstall([cline], WISH, stage.context())).toMatchObject({ ok: false, problem })
    expect(stage.uninstall([cline])).toBe('nothing')
    expect(stage.tree()).toEqual(before)
  })
})

test('an unusable file does not block uninstalling other hosts [S53]', () => {
  const stage = new Stage()
  stage.write({ 'project/AGENTS.md': '```sh\nnever closed\n', 'project/.cline/plugins/memory-bank.js': 'mine()\n' })
  const before = stage.tree()
  stage.install([gemini])
  expect(stage.uninstall()).toBe('changed')
  expect(stage.tree()).toEqual(before)
})

/** `tracked` and `untracked` are settings that git has or could take. */
describe.each(HOSTS)('$name in a repository', (host) => {
  test.each(['absent', 'untracked', 'tracked'] as const)(
    'with %s settings: no shared file names this machine, and uninstall leaves no trace [S53]',
    (how) => {
      const stage = new Stage()
      const git = (...args: readonly string[]) =>
        String(execFileSync('git', ['-C', stage.project, ...args], { env: { ...process.env, ...GIT } }))
      rmSync(join(stage.project, '.git'), { recursive: true })
      git('init', '-q')
      const file = host.files('project', stage.context())[0] ?? ''
      if (how !== 'absent' && host.newFile !== '') {
        mkdirSync(dirname(file), { recursive: true })
        writeFileSync(file, host.newFile)
      }
      if (how === 'tracked') git('add', '-A')
      const before = stage.tree()
      const proposed = proposeInstall([host], WISH, stage.context())
      // A host without per-user settings reports that instead.
      if (!proposed.ok) expect([how, proposed.problem.code]).toEqual(['tracked', 'usage'])
      else expect(carryOutSetup(proposed.value, new Date()).ok).toBe(true)
      const shared = git('ls-files', '-z', '--cached', '--others', '--exclude-standard').split('\0').filter(Boolean)
      const { packageRoot, node } = stage.context()
      for (const path of shared) {
        const text = readFileSync(join(stage.project, path), 'utf8')
        expect([path, text.includes(packageRoot), text.includes(node)]).toEqual([path, false, false])
      }
      stage.uninstall([host])
      expect(stage.tree()).toEqual(before)
    },
  )
})

const GIT = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' }

test('a schema that OpenCode added does not keep the entry [S53]', () => {
  const stage = new Stage()
  stage.write({ 'project/opencode.json': '{"model":"a/b"}' })
  stage.install([openCode])
  stage.write({
    'project/opencode.json': stage
      .text('project/opencode.json')
      .replace('{', '{\n  "$schema": "https://opencode.ai/config.json",'),
  })
  stage.uninstall()
  expect(stage.text('project/opencode.json')).toBe('{\n  "$schema": "https://opencode.ai/config.json","model":"a/b"}')
})

test.each([['project'], ['user']] as const)(
  'uninstall removes the files and folders that install created, and no others: %s [S53]',
  (scope) => {
    const stage = new Stage()
    stage.write({ 'home/.config/': '' })
    const before = stage.tree()
    const hosts = scope === 'user' ? [openCode, claude] : HOSTS
    stage.install(hosts, { scope, deny: true })
    expect(Object.keys(stage.tree()).length).toBeGreaterThan(Object.keys(before).length)
    stage.uninstall(hosts, { scope })
    expect(stage.tree()).toEqual(before)
  },
)

test.each(['', '\n', '// only a comment', '\uFEFF', '\uFEFF{}\r\n'])(
  'a file with %j has its bytes again [S53]',
  (text) => {
    const stage = new Stage()
    stage.write({ 'project/opencode.json': text, 'project/.claude/settings.json': text })
    const before = stage.tree()
    stage.install([openCode, claude])
    expect(valueAt(stage.text('project/opencode.json'), ['plugin'])).toHaveLength(1)
    stage.uninstall()
    expect(stage.tree()).toEqual(before)
  },
)

test('without state, as on another machine, uninstall leaves no empty objects [S53]', () => {
  const stage = new Stage()
  stage.write({
    'project/opencode.json': '{\n  "model": "x"\n}\n',
    'project/.claude/settings.json': '{\n  "model": "y"\n}\n',
  })
  const before = stage.tree()
  stage.install([openCode, claude], { deny: true })
  rmSync(join(stage.base, 'state'), { recursive: true })
  stage.uninstall()
  expect(stage.tree()).toEqual(before)
})

test('a file keeps its permissions [S53]', () => {
  const stage = new Stage()
  stage.write({ 'project/opencode.json': '{}' })
  chmodSync(join(stage.project, 'opencode.json'), 0o600)
  stage.install([openCode])
  expect(statSync(join(stage.project, 'opencode.json')).mode & 0o777).toBe(0o600)
  stage.uninstall()
  expect(statSync(join(stage.project, 'opencode.json')).mode & 0o777).toBe(0o600)
})

test('a file that install created and somebody edited stays without the entries [S53]', () => {
  const stage = new Stage()
  stage.install([claude])
  const path = 'project/.claude/settings.json'
  stage.write({ [path]: stage.text(path).replace('{', '{\n  "model": "opus",') })
  stage.uninstall()
  expect(JSON.parse(stage.text(path))).toEqual({ model: 'opus' })
})

test('a second, larger installation is undone completely, also after an edit between the two [S53]', () => {
  const stage = new Stage()
  const path = 'project/.claude/settings.json'
  stage.write({ [path]: '{\n  "model": "opus"\n}\n' })
  stage.install([claude])
  stage.install([claude], { deny: true })
  stage.uninstall()
  expect(stage.text(path)).toBe('{\n  "model": "opus"\n}\n')
  stage.install([claude])
  stage.write({ [path]: stage.text(path).replace('"opus"', '"sonnet"') })
  stage.install([claude], { deny: true })
  stage.uninstall()
  expect(stage.text(path)).toBe('{\n  "model": "sonnet"\n}\n')
})

test.each([
  ['by name', '"memory-bank"'],
  ['by version', '"memory-bank@0.1.0"'],
  ['with options', '["memory-bank", { "guardMode": "block" }]'],
  ['by a path inside the project', '"./tools/bank"'],
])('an existing entry %s is recognized, and uninstall removes it [S53]', (_, entry) => {
  const stage = new Stage()
  stage.write({
    'project/opencode.json': `{ "plugin": ["other", ${entry}] }`,
    'project/tools/bank/package.json': '{ "name": "memory-bank" }',
  })
  expect(stage.install([openCode])).toBe('nothing')
  stage.uninstall()
  expect(stage.text('project/opencode.json')).toBe('{ "plugin": ["other"] }')
})

test('an entry whose package is gone is corrected and keeps its options [S53]', () => {
  const stage = new Stage()
  stage.write({ 'project/opencode.json': '{ "plugin": [["file:///nowhere/memory-bank", { "guardMode": "block" }]] }' })
  stage.install([openCode])
  const [entry] = valueAt(stage.text('project/opencode.json'), ['plugin']) as [readonly unknown[]]
  expect(entry[0]).not.toContain('nowhere')
  expect(entry[1]).toEqual({ guardMode: 'block' })
})

test('an entry of an older version is updated and leaves no trace; a newer one stays [S53]', () => {
  const stage = new Stage()
  const marketplace = (version: string) => ({
    [`copies/${version}/package.json`]: `{ "name": "memory-bank", "version": "${version}" }`,
    [`copies/${version}/.claude-plugin/marketplace.json`]: '{}',
  })
  stage.write({ ...marketplace('0.0.9'), ...marketplace('0.0.10'), 'project/opencode.json': '{\n\t"model": "x"\n}' })
  const before = stage.tree()
  const installBy = (version: string) => {
    const context = { ...stage.context(), packageRoot: join(stage.base, 'copies', version) }
    const proposed = proposeInstall([openCode, claude], WISH, context)
    if (!proposed.ok) throw new Error(proposed.problem.code)
    if (proposed.value.plan.changes.length > 0) carryOutSetup(proposed.value, new Date())
    return proposed.value.plan.changes.length
  }
  const named = () => [stage.text('project/opencode.json'), stage.text('project/.claude/settings.json')]
  installBy('0.0.9')
  for (const text of named()) expect(text).toContain('copies/0.0.9')
  expect(installBy('0.0.10')).toBe(2)
  for (const text of named()) expect([text.includes('0.0.9'), text.includes('copies/0.0.10')]).toEqual([false, true])
  expect(installBy('0.0.9')).toBe(0)
  stage.uninstall()
  expect(stage.tree()).toEqual(before)
})

test('the file with the entry is used, else an existing one [S53]', () => {
  const stage = new Stage()
  stage.write({ 'project/opencode.jsonc': '{}', 'project/opencode.json': '{ "plugin": ["memory-bank"] }' })
  expect(stage.install([openCode])).toBe('nothing')
  stage.write({ 'project/opencode.json': '{}' })
  stage.install([openCode])
  expect(stage.text('project/opencode.json')).toBe('{}')
})

test('a symbolic link stays, and its target is changed [S53]', () => {
  const stage = new Stage()
  stage.write({ 'home/dotfiles/opencode.json': '{ "a": 1 }\n' })
  symlinkSync(join(stage.base, 'home/dotfiles/opencode.json'), join(stage.project, 'opencode.json'))
  stage.install([openCode])
  expect(valueAt(stage.text('home/dotfiles/opencode.json'), ['plugin'])).toHaveLength(1)
  stage.uninstall()
  expect(stage.text('home/dotfiles/opencode.json')).toBe('{ "a": 1 }\n')
  unlinkSync(join(stage.project, 'opencode.json'))
})

test.each([
  ['broken JSON', '{ "a": ', 'config-invalid'],
  ['a list that is none', '{ "plugin": "x" }', 'config-invalid'],
  ['something else than an object', '[]', 'config-invalid'],
])('%s is explained, and nothing is written, not even for other hosts [S53]', (_, text, code) => {
  const stage = new Stage()
  stage.write({ 'project/opencode.json': text })
  const before = stage.tree()
  const proposed = proposeInstall([claude, openCode], WISH, stage.context())
  expect(proposed).toMatchObject({ ok: false, problem: { code, path: join(stage.project, 'opencode.json') } })
  expect(stage.tree()).toEqual(before)
})

test('a file that changed after the plan stops the whole installation [S16] [S53]', () => {
  const stage = new Stage()
  stage.write({ 'project/opencode.json': '{}' })
  const proposed = proposeInstall([claude, openCode], WISH, stage.context())
  if (!proposed.ok) throw new Error('no plan')
  stage.write({ 'project/opencode.json': '{ "model": "x" }' })
  const applied = carryOutSetup(proposed.value, new Date())
  expect(applied).toMatchObject({
    ok: false,
    problem: { code: 'stale-file', path: join(stage.project, 'opencode.json') },
  })
  expect(existsSync(join(stage.project, '.claude'))).toBe(false)
})

test('uninstall drops kept settings, so no keys of other programs stay in the state [S35] [S53]', () => {
  const stage = new Stage()
  stage.write({ 'project/opencode.json': '{ "provider": { "x": { "apiKey": "q7Xw2LrT9vBnK4mZs8Hc" } } }' })
  stage.install([openCode])
  stage.uninstall()
  expect(Object.values(treeOf(join(stage.base, 'state'))).join()).not.toContain('q7Xw2LrT9vBnK4mZs8Hc')
})

test('uninstalling one of two hosts forgets only that one, and a user’s own file is never removed [S53]', () => {
  const stage = new Stage()
  const path = 'project/opencode.json'
  stage.install([openCode, claude])
  stage.uninstall([openCode])
  const journals = Object.values(treeOf(join(stage.base, 'state'))).join()
  expect(journals).not.toContain('opencode.json')
  expect(journals).toContain('settings.json')
  const own = '{ "$schema": "https://opencode.ai/config.json" }'
  stage.write({ [path]: own })
  stage.install([openCode])
  stage.uninstall()
  expect(stage.text(path)).toBe(own)
  expect(existsSync(join(stage.project, '.claude'))).toBe(false)
})

test('denied skills and permissions given as a word are respected and reported [S53]', () => {
  const stage = new Stage()
  for (const [text, told] of [
    ['{ "permission": { "skill": "deny" } }', true],
    ['{ "permission": "deny" }', true],
    ['{ "permission": "ask" }', false],
    ['{ "tools": { "skill": false } }', true],
    ['{ "permission": { "*": "deny" } }', true],
    ['{ "permission": { "*": "deny", "skill": "allow" } }', false],
    ['{ "permission": { "skill": { "*": "deny" } } }', true],
    ['{ "permission": { "skill": { "*": "deny", "memory-*": "allow" } } }', false],
    ['{ "permission": { "skill": { "*": "allow", "other": "deny" } } }', false],
  ] as const) {
    stage.write({ 'project/opencode.json': text })
    const proposed = proposeInstall([openCode], WISH, stage.context())
    const notes = proposed.ok ? proposed.value.plan.notes : []
    expect(
      notes.some(({ en }) => en.includes('deny skills')),
      text,
    ).toBe(told)
    expect(valueAt(proposed.ok ? textIn(proposed.value.plan) : '', ['permission'])).toEqual(
      valueAt(text, ['permission']),
    )
  }
})

function textIn(plan: Plan): string {
  return plan.changes.flatMap((change) => ('text' in change ? [change.text] : [])).join('')
}

describe('the package', () => {
  const named = (stage: Stage, wish: Partial<InstallWish> = {}) => {
    const context = stage.context()
    const proposed = proposeInstall([openCode, claude], { ...WISH, ...wish }, context)
    if (!proposed.ok) throw new Error(JSON.stringify(proposed.problem))
    const { plan } = proposed.value
    const text = (end: string) =>
      plan.changes.flatMap((one) => ('text' in one && one.path.endsWith(end) ? [one.text] : [])).join('')
    const market = ['extraKnownMarketplaces', 'memory-bank', 'source', 'path']
    return {
      opencode: String(valueAt(text('opencode.json'), ['plugin'])),
      claude: valueAt(text('settings.json'), market),
      notes: plan.notes.map(({ en }) => en).join(' '),
      own: context.packageRoot,
    }
  }

  test('is named by the path of the running copy, and the plan says that this is valid only here [S53]', () => {
    const stage = new Stage()
    const { opencode, claude, notes, own } = named(stage)
    expect([opencode, claude]).toEqual([pathToFileURL(own).href, own])
    expect(notes).toContain('on this machine only')
    expect(named(stage, { scope: 'user' }).notes).toBe('')
  })

  test('is named as the project’s dependency if it has one, wherever its files are [S53]', () => {
    const stage = new Stage()
    stage.write({
      'store/memory-bank@1/package.json': '{ "name": "memory-bank", "version": "1.2.3" }',
      'project/node_modules/': '',
    })
    symlinkSync(join(stage.base, 'store/memory-bank@1'), join(stage.project, 'node_modules/memory-bank'))
    const { opencode, claude, notes } = named(stage)
    expect([opencode, claude]).toEqual(['./node_modules/memory-bank', './node_modules/memory-bank'])
    // A repository may contain its own package of this name: the plan says whose code will run.
    expect(notes).toContain(`./node_modules/memory-bank (version 1.2.3), not the program you are running`)
    expect(notes).toContain(`--from ${stage.context().packageRoot}`)
    stage.write({ 'project/.opencode/opencode.json': '{}' })
    expect(named(stage).opencode).toBe('./node_modules/memory-bank')
    expect(named(stage, { scope: 'user' }).opencode).toMatch(/^file:/)
  })

  test('is never named by a bare name that somebody else may have registered [S53]', () => {
    const stage = new Stage()
    const packageRoot = join(stage.base, 'home/.npm/_npx/1a2b/node_modules/memory-bank')
    const context = { ...stage.context(), packageRoot }
    for (const scope of ['project', 'user'] as const) {
      const proposed = proposeInstall([openCode], { ...WISH, scope }, context)
      const plan = proposed.ok ? proposed.value.plan : undefined
      expect(plan === undefined ? '' : textIn(plan)).toContain(pathToFileURL(packageRoot).href)
      expect(plan?.notes.map(({ en }) => en).join()).toContain('the npx cache')
    }
    const asked = proposeInstall([openCode], { ...WISH, from: 'memory-bank@1' }, context)
    const notes = asked.ok ? asked.value.plan.notes : []
    expect(notes.map(({ en }) => en).join()).toContain('not published there yet')
  })
})

describe('OpenCode’s own settings', () => {
  const folder = 'home/.config/opencode'
  const user = { scope: 'user' } as const

  // Of several files, OpenCode reads the plugins of one: opencode.jsonc, else opencode.json, else config.json.
  test.each([
    [{ 'opencode.jsonc': '{}', 'opencode.json': '{ "plugin": ["x"] }' }, 'opencode.json'],
    [{ 'opencode.jsonc': '{ "plugin": [] }', 'opencode.json': '{ "plugin": ["x"] }' }, 'opencode.jsonc'],
    [{ 'opencode.json': '{}', 'config.json': '{ "plugin": ["x"] }' }, 'config.json'],
    [{ 'opencode.json': '{ "plugin": ["x"] }', 'config.json': '{ "plugin": ["y"] }' }, 'opencode.json'],
    [{ 'opencode.jsonc': '{}', 'opencode.json': '{}' }, 'opencode.jsonc'],
    [{}, 'opencode.json'],
  ])('%j: the entry goes into %s, so that it hides no other list [S53]', (files, chosen) => {
    const stage = new Stage()
    stage.write(Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text])))
    const before = stage.tree()
    stage.install([openCode], user)
    const changed = Object.entries(stage.tree()).filter(([path, text]) => before[path] !== text)
    expect(changed.map(([path]) => path).filter((path) => path.endsWith('.json') || path.endsWith('.jsonc'))).toEqual([
      `${folder}/${chosen}`,
    ])
    expect(openCode.diagnose(stage.context()).findings.map(({ id }) => id)).not.toContain('plugin-hidden')
    stage.uninstall([openCode], user)
    expect(stage.tree()).toEqual(before)
  })

  test('an entry hidden by another file is reported, and the next step fixes it [S53]', () => {
    const stage = new Stage()
    stage.write({ [`${folder}/config.json`]: '{ "model": "m" }' })
    stage.install([openCode], user)
    stage.write({ [`${folder}/opencode.json`]: '{ "plugin": ["x"] }' })
    const hidden = () => openCode.diagnose(stage.context()).findings.find(({ id }) => id === 'plugin-hidden')
    expect(hidden()?.next?.en).toContain('uninstall opencode --user')
    stage.uninstall([openCode], user)
    stage.install([openCode], user)
    expect(hidden()).toBeUndefined()
    expect(valueAt(stage.text(`${folder}/opencode.json`), ['plugin'])).toHaveLength(2)
    expect(stage.text(`${folder}/config.json`)).toBe('{ "model": "m" }')
  })

  test('a file or folder named by a variable is read and cleaned, but never chosen [S53]', () => {
    const stage = new Stage()
    Object.assign(stage.env, {
      OPENCODE_CONFIG: join(stage.base, 'dots/oc.json'),
      OPENCODE_CONFIG_DIR: join(stage.base, 'dots/dir'),
    })
    stage.write({ 'dots/oc.json': '{}', 'dots/dir/opencode.json': '{}' })
    const before = stage.tree()
    stage.install([openCode], user)
    expect(stage.text('dots/oc.json')).toBe('{}')
    stage.uninstall([openCode], user)
    expect(stage.tree()).toEqual(before)
    for (const file of ['dots/oc.json', 'dots/dir/opencode.json']) {
      stage.write({ [file]: '{ "plugin": ["memory-bank"] }' })
      expect(openCode.diagnose(stage.context()).installed.map((entry) => entry.file)).toEqual([join(stage.base, file)])
      expect(stage.install([openCode], user)).toBe('nothing')
      stage.uninstall([openCode], user)
      expect(JSON.parse(stage.text(file))).toEqual({})
      stage.write({ [file]: '{}' })
    }
  })
})

test('entries in Claude Code’s local settings are recognized and removed; new ones never go there [S53]', () => {
  const stage = new Stage()
  const local = 'project/.claude/settings.local.json'
  stage.write({ [local]: '{}' })
  stage.install([claude])
  expect(stage.text(local)).toBe('{}')
  stage.uninstall([claude])
  stage.write({ [local]: '{ "enabledPlugins": { "memory-bank@memory-bank": true }, "model": "x" }' })
  stage.uninstall([claude])
  expect(JSON.parse(stage.text(local))).toEqual({ model: 'x' })
})

test('installed for project and user, each is removed without the other [S53]', () => {
  const stage = new Stage()
  stage.write({
    'project/opencode.json': '{\n\t"model": "p",\r\n}',
    'home/.config/opencode/opencode.jsonc': '// u\n{}',
  })
  const before = stage.tree()
  const hosts = [openCode, claude]
  stage.install(hosts)
  const inProject = stage.tree()
  stage.install(hosts, { scope: 'user' })
  const both = stage.tree()
  stage.uninstall(hosts, { scope: 'user' })
  expect(stage.tree()).toEqual(inProject)
  stage.install(hosts, { scope: 'user' })
  expect(stage.tree()).toEqual(both)
  stage.uninstall(hosts)
  stage.uninstall(hosts, { scope: 'user' })
  expect(stage.tree()).toEqual(before)
})

test('hosts are found by their program or by their settings [S53]', () => {
  const stage = new Stage()
  const ids = () => detectedHosts(HOSTS, stage.context()).map((setup) => setup.id)
  expect(ids()).toEqual([])
  stage.write({ 'home/.claude/settings.json': '{}' })
  expect(ids()).toEqual(['claude'])
  const program = join(stage.base, 'bin/opencode')
  mkdirSync(dirname(program))
  writeFileSync(program, '#!/bin/sh\n')
  chmodSync(program, 0o755)
  stage.env.PATH = dirname(program)
  expect(ids()).toEqual(['claude', 'opencode'])
})
