/**
 * doctor reports problems with one next step and changes nothing. With --fix it repairs the parts that Memory Bank
 * manages.
 */

import { spawn } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { HOSTS } from '../../src/hosts/index.ts'
import { PROJECT } from './banks.ts'
import { PROGRAM, ROOT, Sandbox, treeOf } from './harness.ts'

interface Finding {
  readonly id: string
  readonly about: string
  readonly level: string
  readonly what: string
  readonly next?: string
}

let sandbox: Sandbox
beforeEach(() => {
  sandbox = new Sandbox()
  sandbox.write(PROJECT)
})
afterEach(() => sandbox.remove())

/** Findings by id. */
function findings(args: readonly string[] = [], env: NodeJS.ProcessEnv = {}): ReadonlyMap<string, Finding> {
  const { out } = sandbox.run(['doctor', ...args, '--json'], { env: { PATH: '', ...env } })
  const found: readonly Finding[] = JSON.parse(out).findings
  return new Map(found.map((finding) => [finding.id, finding]))
}

/** The state folder of this project. */
function stateOf(): string {
  const journal = Object.keys(treeOf(sandbox.state)).find(
    (path) => path.endsWith('journal/') && !path.includes('install'),
  )
  return join(sandbox.state, dirname(journal ?? ''))
}

test('a healthy project has no findings, in either language [S53]', () => {
  sandbox.run(['init', '--yes'])
  sandbox.run(['install', 'opencode', '--yes'])
  const { out, code } = sandbox.run(['doctor'], { env: { PATH: '' } })
  expect(out).toContain('No problems found.')
  expect(out).toMatch(/✓ OpenCode: entry in /)
  expect(code).toBe(0)
  expect(sandbox.run(['doctor', '--lang', 'zh'], { env: { PATH: '' } }).out).toContain('一切正常。')
})

test('every finding that needs action has one next step [S53]', () => {
  sandbox.write({
    'memory-bank.json': '{ "guardMode": "perhaps" }',
    'opencode.json': '{',
    '.claude/settings.json': '{',
  })
  const found = [...findings().values()].filter(({ level }) => level !== 'ok')
  expect(found.map(({ id }) => id)).toEqual(expect.arrayContaining(['config-invalid', 'settings-broken']))
  for (const finding of found) expect(finding.next, finding.id).toMatch(/\S/)
  expect(sandbox.run(['doctor']).code).toBe(1)
})

test('a plugin entry that leads nowhere is reported, since it may have been Memory Bank’s [S37] [S53]', () => {
  sandbox.write({ 'opencode.json': '{ "plugin": ["file:///nowhere/my-clone", "some-theme"] }' })
  expect(findings(['opencode']).get('plugin-dead')).toMatchObject({
    level: 'warning',
    what: expect.stringContaining('/nowhere/my-clone'),
  })
  sandbox.write({ 'opencode.json': '{ "plugin": ["some-theme"] }' })
  expect(findings(['opencode']).has('plugin-dead')).toBe(false)
})

test('a named host is the only one reported; an unknown name is an error [S53]', () => {
  sandbox.write({ 'opencode.json': '{', '.claude/settings.json': '{' })
  const abouts = (args: readonly string[]) => new Set([...findings(args).values()].map(({ about }) => about))
  expect(abouts([])).toEqual(expect.objectContaining(new Set(['OpenCode', 'Claude Code'])))
  expect(abouts(['opencode']).has('OpenCode')).toBe(true)
  expect(abouts(['opencode']).has('Claude Code')).toBe(false)
  expect(abouts(['claude-code']).has('OpenCode')).toBe(false)
  const { code, err } = sandbox.run(['doctor', 'emacs'])
  expect([code, err]).toEqual([2, expect.stringContaining(HOSTS.map(({ id }) => id).join(', '))])
})

test('with warnings the last line counts them and does not report success [S53]', () => {
  sandbox.run(['init', '--yes'])
  const { out, code } = sandbox.run(['doctor'], { env: { PATH: '', MEMORY_BANK_DISABLED: '1' } })
  expect(out.trimEnd().split('\n').at(-1)).toBe('No errors, 1 warning.')
  expect(code).toBe(0)
  const chinese = sandbox.run(['doctor', '--lang', 'zh'], { env: { PATH: '', MEMORY_BANK_DISABLED: '1' } })
  expect(chinese.out).toContain('没有错误，有 1 条警告。')
})

test('doctor and status report a killed install until it is finished [S16] [S53]', () => {
  sandbox.run(['init', '--yes'])
  sandbox.write({ 'opencode.json': '{}', '.claude/settings.json': '{}' })
  const killed = Array.from({ length: 60 }, (_, index) => index + 1).find((at) => {
    sandbox.run(['install', 'opencode', 'claude', '--yes'], { faults: { faults: [{ at, what: 'kill' }] } })
    return Object.keys(treeOf(sandbox.state)).some((path) =>
      /install\/journal\/.*\.(?:prepare|commit)\.json$/.test(path),
    )
  })
  expect(killed).toBeDefined()
  const setup = join(sandbox.state, 'memory-bank/install')
  const before = [sandbox.tree('.'), treeOf(setup)]
  expect(findings().get('interrupted')).toMatchObject({
    what: expect.stringContaining('install or uninstall'),
    next: 'memory-bank doctor --fix',
  })
  const status = sandbox.run(['status'])
  expect(status.out).toMatch(/Settings: +an install or uninstall was interrupted/)
  expect(status.out).toMatch(/Next: +memory-bank doctor --fix/)
  expect(sandbox.json(['status'])).toMatchObject({ unfinishedSetup: [expect.any(String)] })
  expect([sandbox.tree('.'), treeOf(setup)]).toEqual(before)
  sandbox.run(['doctor', '--fix'])
  expect(sandbox.json(['status'])).toMatchObject({
    unfinishedSetup: [],
    next: expect.stringMatching(/^memory-bank install/),
  })
})

test('doctor changes nothing, whatever it finds [S16] [S53]', () => {
  interrupt()
  sandbox.write({ 'opencode.json': '{ "plugin": ["file:///nowhere/memory-bank"] }' })
  const before = [sandbox.tree('.'), treeOf(sandbox.state), treeOf(sandbox.home)]
  expect(sandbox.run(['doctor'], { env: { PATH: '' } }).code).toBe(1)
  expect([sandbox.tree('.'), treeOf(sandbox.state), treeOf(sandbox.home)]).toEqual(before)
})

describe('leftovers of interrupted commands', () => {
  test('interrupted work is found, and completed or reverted with --fix [S53]', () => {
    interrupt()
    expect(findings().get('interrupted')).toMatchObject({ level: 'error', next: 'memory-bank doctor --fix' })
    const { out, code } = sandbox.run(['doctor', '--fix'], { env: { PATH: '' } })
    expect(out).toMatch(/^\+ (?:Finished|Rolled back) the interrupted init /m)
    expect(code).toBe(0)
    expect(findings().has('interrupted')).toBe(false)
  })

  test('the lock of a writer that died, and half-written files, are found and cleared [S53]', () => {
    sandbox.run(['init', '--yes'])
    writeFileSync(
      join(stateOf(), 'lock'),
      JSON.stringify({ pid: 4_194_000, started: '1', host: hostname(), token: 'x' }),
    )
    sandbox.write({ 'memory-bank/.MEMORY.md.20261115-221731755-q8xv.0.tmp': 'half' })
    expect([...findings().keys()]).toEqual(expect.arrayContaining(['stale-lock', 'half-written']))
    sandbox.run(['doctor', '--fix'], { env: { PATH: '' } })
    const after = findings()
    expect(after.has('stale-lock') || after.has('half-written')).toBe(false)
    expect(Object.keys(sandbox.tree()).some((path) => path.endsWith('.tmp'))).toBe(false)
  })

  test('a damaged journal entry stops every change until --fix sets it aside [S16] [S53]', () => {
    sandbox.run(['init', '--yes'])
    const folder = join(stateOf(), 'journal')
    const [name = ''] = readdirSync(folder)
    const damaged = join(folder, name.replace('.done.', '.commit.'))
    writeFileSync(damaged, '{"format": 1,')
    const stopped = sandbox.run(['add', 'progress', 'One', '--yes'])
    expect(stopped.code).toBe(1)
    expect(stopped.err).toContain('memory-bank doctor --fix')
    const { out } = sandbox.run(['doctor', '--fix'], { env: { PATH: '' } })
    expect(out).toContain(`${damaged}.damaged`)
    expect(readFileSync(`${damaged}.damaged`, 'utf8')).toBe('{"format": 1,')
    expect(sandbox.run(['add', 'progress', 'One', '--yes']).code).toBe(0)
  })

  test('names that grew because the clock was behind are found, and shortened with --fix [S16] [S53]', () => {
    sandbox.run(['init', '--yes'])
    const folder = join(stateOf(), 'journal')
    const [name = ''] = readdirSync(folder)
    const grown = `${name.slice(0, 23)}${'z'.repeat(210)}`
    // An interrupted change of an older version that could be neither finished nor reverted.
    const entry = { ...JSON.parse(readFileSync(join(folder, name), 'utf8')), changes: [], newFolders: [] }
    for (const [id, stage] of [
      [grown.slice(0, -1), 'done'],
      [grown, 'prepare'],
    ])
      writeFileSync(join(folder, `${id}.${stage}.json`), JSON.stringify({ ...entry, id }))
    expect(findings().get('clock-ran-ahead')).toMatchObject({ level: 'error', next: 'memory-bank doctor --fix' })
    const { out, code } = sandbox.run(['doctor', '--fix'], { env: { PATH: '' } })
    expect(out).toContain('+ Shortened the names of 1 changes in the history.')
    expect(code).toBe(0)
    expect(Math.max(...readdirSync(folder).map((one) => one.length))).toBe(37)
    expect(sandbox.run(['add', 'focus', 'Ship it', '--yes']).code).toBe(0)
    expect(sandbox.run(['undo', '--yes']).code).toBe(0)
  })

  test('recent failures of the guard are reported for a week [S37] [S53]', () => {
    sandbox.run(['init', '--yes'])
    const log = join(stateOf(), 'sessions/failures.log')
    mkdirSync(dirname(log), { recursive: true })
    writeFileSync(log, '2020-01-01T00:00:00.000Z opening: long ago\n')
    expect(findings().has('guard-failed')).toBe(false)
    appendFileSync(log, `${new Date().toISOString()} tool-requested: boom\n`)
    expect(findings().get('guard-failed')).toMatchObject({ level: 'warning', what: expect.stringContaining('boom') })
  })
})

describe('the bank', () => {
  test.each([
    ['absent', {}, 'bank-absent', 'note'],
    ['broken', { 'memory-bank/MEMORY.md': '<!-- MACHINE_BLOCK_START -->\n' }, 'markers-broken', 'error'],
    ['of another tool', { 'memory-bank/projectbrief.md': 'x' }, 'bank-foreign', 'note'],
    ['of an older layout', { 'memory-bank/brief.md': '# B\n' }, 'bank-outdated', 'warning'],
  ])('%s [S53]', (_, files, id, level) => {
    sandbox.write(files)
    expect(findings().get(id)).toMatchObject({ about: 'bank', level })
  })

  test('errors of check are reported [S50] [S53]', () => {
    sandbox.run(['init', '--yes'])
    expect(findings().get('bank')).toMatchObject({ level: 'ok' })
    sandbox.write({ 'memory-bank/details/tech.md': '<!-- USER_BLOCK_START -->\n' })
    const found = findings()
    expect([...found.keys()].some((id) => id === 'bank-errors' || id === 'markers-broken')).toBe(true)
  })
})

test('switches that turn Memory Bank off are reported, and an invalid value is an error [S30] [S53]', () => {
  expect(findings([], { MEMORY_BANK_DISABLED: '1' }).get('switched-off')).toMatchObject({ level: 'warning' })
  expect(findings([], { MEMORY_BANK_GUARD_MODE: 'loud' }).get('config-invalid')).toMatchObject({ level: 'error' })
})

describe('OpenCode', () => {
  const plugin = (spec: unknown) => sandbox.write({ 'opencode.json': JSON.stringify({ plugin: [spec] }) })

  test('an entry that leads nowhere is reported, and corrected with --fix [S53]', () => {
    plugin(['file:///nowhere/memory-bank', { guardMode: 'block' }])
    expect(findings().get('plugin-missing')).toMatchObject({ level: 'error' })
    const { code } = sandbox.run(['doctor', '--fix'], { env: { PATH: '' } })
    expect(code).toBe(0)
    expect(JSON.parse(sandbox.read('opencode.json')).plugin).toEqual([
      [pathToFileURL(ROOT).href, { guardMode: 'block' }],
    ])
  })

  test.each([
    ['throws when it is loaded', 'throw new Error("no such thing")', 'no such thing'],
    ['has no server', 'export default {}', 'no server'],
    ['is not there', undefined, 'Cannot find'],
  ])('a package whose module %s is wrong, though OpenCode says nothing [S53]', (_, source, why) => {
    sandbox.write({
      'tools/memory-bank/package.json':
        '{ "name": "memory-bank", "type": "module", "exports": { ".": { "default": "./p.js" } } }',
      ...(source === undefined ? {} : { 'tools/memory-bank/p.js': source }),
    })
    plugin('./tools/memory-bank')
    expect(findings().get('plugin-unloadable')).toMatchObject({ level: 'error', what: expect.stringContaining(why) })
    expect(sandbox.run(['doctor'], { env: { PATH: '' } }).code).toBe(1)
  })

  test('invalid options are errors [S30] [S53]', () => {
    plugin([pathToFileURL(ROOT).href, { guardMode: 'loud' }])
    expect(findings().get('options-invalid')).toMatchObject({ level: 'error', what: expect.stringContaining('loud') })
    plugin([pathToFileURL(ROOT).href, { guardMode: 'block' }])
    expect(findings().has('options-invalid')).toBe(false)
  })

  test('a package to be fetched does not count as installed [S53]', () => {
    plugin('memory-bank')
    expect(findings().get('plugin-not-fetched')).toMatchObject({ level: 'warning' })
    mkdirSync(join(sandbox.home, '.cache/opencode/packages/memory-bank@latest'), { recursive: true })
    expect(findings().get('plugin-not-fetched')).toMatchObject({ level: 'error' })
    expect(findings().get('plugin-not-fetched')?.next).toContain('--from file://')
  })

  test('a package fetched by name is reported, because anybody may own that name [S53]', () => {
    plugin('memory-bank')
    const folder = join(sandbox.home, '.cache/opencode/packages/memory-bank@latest/node_modules/memory-bank')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{ "name": "memory-bank", "version": "9.9.9", "main": "p.js" }')
    writeFileSync(join(folder, 'p.js'), 'export default {}')
    const found = findings().get('plugin-by-name')
    expect(found).toMatchObject({ level: 'warning', next: expect.stringContaining('--from file://') })
  })

  test('the last load failure in the log is reported [S53]', () => {
    const spec = pathToFileURL(ROOT).href
    plugin(spec)
    const log = join(sandbox.home, '.local/share/opencode/log/opencode.log')
    mkdirSync(dirname(log), { recursive: true })
    writeFileSync(
      log,
      `timestamp=2026-01-02T03:04:05Z level=ERROR message="failed to load plugin" path=${spec} error="boom"\n`,
    )
    expect(findings().get('load-failed')).toMatchObject({ level: 'warning', what: expect.stringContaining('boom') })
  })
})

test.each([
  ['OPENCODE_PURE', ['project', 'user'], true],
  ['OPENCODE_DISABLE_PROJECT_CONFIG', ['project'], true],
  ['OPENCODE_DISABLE_PROJECT_CONFIG', ['project', 'user'], false],
])('%s is told where it keeps our plugin in %j from loading: %j [S53]', (name, scopes, told) => {
  sandbox.run(['init', '--yes'])
  for (const scope of scopes) sandbox.run(['install', 'opencode', '--yes', ...(scope === 'user' ? ['--user'] : [])])
  expect(findings(['opencode'], { [name]: '1' }).has('plugins-switched-off')).toBe(told)
  expect(findings(['opencode']).has('plugins-switched-off')).toBe(false)
})

test('a host that loads another version is reported [S53]', () => {
  sandbox.write({
    'tools/memory-bank/package.json': '{ "name": "memory-bank", "version": "0.0.1", "type": "module", "main": "p.js" }',
    'tools/memory-bank/p.js': 'export default { server() {} }',
    'opencode.json': '{ "plugin": ["./tools/memory-bank"] }',
  })
  expect(findings().get('other-version')).toMatchObject({ level: 'note', what: expect.stringContaining('0.0.1') })
})

describe('Claude Code', () => {
  const settings = (value: object, file = '.claude/settings.json') => sandbox.write({ [file]: JSON.stringify(value) })
  const enabled = { enabledPlugins: { 'memory-bank@memory-bank': true } }
  const market = (path: string) => ({
    extraKnownMarketplaces: { 'memory-bank': { source: { source: 'directory', path } } },
  })

  test.each([
    ['hooks switched off', { ...enabled, disableAllHooks: true }, 'hooks-disabled'],
    ['the plugin switched off', { enabledPlugins: { 'memory-bank@memory-bank': false } }, 'plugin-disabled'],
    ['no marketplace', enabled, 'marketplace-missing'],
    ['a marketplace that is gone', { ...enabled, ...market('/nowhere') }, 'plugin-missing'],
  ])('%s is wrong [S53]', (_, value, id) => {
    settings(value)
    expect(findings().get(id)).toMatchObject({ about: 'Claude Code', level: 'error' })
  })

  test('local settings win over the project’s [S53]', () => {
    settings({ ...enabled, ...market('/nowhere') })
    settings({ enabledPlugins: { 'memory-bank@memory-bank': false } }, '.claude/settings.local.json')
    expect(findings().get('plugin-disabled')).toMatchObject({ what: expect.stringContaining('settings.local.json') })
  })

  test('a plugin without a file that its hooks name is an error; a complete one in a trusted folder passes [S53]', () => {
    sandbox.write({
      'tools/mb/.claude-plugin/marketplace.json': '{ "plugins": [{ "name": "memory-bank", "source": "./plugin" }] }',
      'tools/mb/plugin/.claude-plugin/plugin.json': '{ "name": "memory-bank" }',
      'tools/mb/plugin/hooks/hooks.json': JSON.stringify({
        hooks: { Stop: [{ command: `node "\${CLAUDE_PLUGIN_ROOT}/dist/hook.cjs"` }] },
      }),
    })
    settings({ ...enabled, ...market('./tools/mb') })
    expect(findings().get('plugin-incomplete')).toMatchObject({ what: expect.stringContaining('dist/hook.cjs') })
    expect(findings().get('folder-not-trusted')).toMatchObject({ level: 'warning' })
    sandbox.write({ 'tools/mb/plugin/dist/hook.cjs': '' })
    writeFileSync(
      join(sandbox.home, '.claude.json'),
      JSON.stringify({ projects: { [sandbox.project]: { hasTrustDialogAccepted: true } } }),
    )
    expect(findings().get('node-not-found')).toMatchObject({ level: 'error' })
    const bin = join(sandbox.home, 'bin')
    mkdirSync(bin)
    symlinkSync(process.execPath, join(bin, 'node'))
    const of = () => [...findings([], { PATH: bin }).values()].filter(({ about }) => about === 'Claude Code')
    expect(of().map(({ id }) => id)).toEqual(['installed'])
    const failed = { 'plugin:memory-bank:memory-bank': { timestamp: Date.now(), id: 'x' } }
    mkdirSync(join(sandbox.home, '.claude'), { recursive: true })
    writeFileSync(join(sandbox.home, '.claude', 'mcp-needs-auth-cache.json'), JSON.stringify(failed))
    expect(of().map(({ id }) => id)).toEqual(['server-not-started'])
  })
})

test.each([
  ['an OpenCode plugin', { 'opencode.json': '{ "plugin": ["opencode-mem@1.0.0"] }' }, 'opencode-mem'],
  [
    'an MCP server of OpenCode',
    { 'opencode.json': '{ "mcp": { "m": { "command": ["uvx", "basic-memory", "mcp"] } } }' },
    'Basic Memory',
  ],
  [
    'a plugin of Claude Code',
    { '.claude/settings.json': '{ "enabledPlugins": { "claude-mem@thedotmack": true } }' },
    'claude-mem',
  ],
  [
    'a shared MCP server',
    { '.mcp.json': '{ "mcpServers": { "openmemory": { "command": "x" } } }' },
    'mem0 / OpenMemory',
  ],
])('another memory tool is named: %s [S53]', (_, files, name) => {
  sandbox.write(files)
  expect(findings().get('other-memory')).toMatchObject({ level: 'warning', what: expect.stringContaining(name) })
})

test('Memory Bank’s own entries do not count as another memory tool [S53]', () => {
  sandbox.run(['install', 'opencode', 'claude', 'mcp', '--yes'])
  expect(findings().has('other-memory')).toBe(false)
})

test('the program and the user’s settings are examined in a home folder too [S53]', () => {
  sandbox.run(['install', 'opencode', '--user', '--yes'])
  const { code, out } = sandbox.run(['doctor'], { cwd: sandbox.home, env: { PATH: '' } })
  expect(out).toContain('OpenCode: entry in')
  expect(code).toBe(0)
})

test('--prove without the host’s program says how to give its path [S53]', () => {
  const { code, err } = sandbox.run(['doctor', '--prove', 'opencode'], { env: { PATH: '' } })
  expect(code).toBe(2)
  expect(err).toContain('--host-binary')
  expect(sandbox.run(['doctor', '--prove', 'opencode', '--host-binary', '/nowhere/opencode']).code).toBe(2)
  expect(sandbox.run(['doctor', '--prove', 'emacs']).code).toBe(2)
})

test('--prove reports a host that does not guard, and leaves nothing behind [S53]', () => {
  const program = join(sandbox.base, 'opencode')
  writeFileSync(program, '#!/bin/sh\necho "I am no host"\n', { mode: 0o755 })
  const before = treeOf(sandbox.base)
  const { code, out } = sandbox.run(['doctor', '--prove', 'opencode', '--host-binary', program], {
    env: { TMPDIR: sandbox.base },
  })
  expect(code).toBe(1)
  expect(out).toContain('Not proven')
  expect(out).toContain('I am no host')
  expect(treeOf(sandbox.base)).toEqual(before)
})

test('--prove that is interrupted leaves neither the host running nor its folder [S53]', async () => {
  const program = join(sandbox.base, 'opencode')
  const alive = join(sandbox.base, 'alive')
  writeFileSync(
    program,
    `#!/bin/sh\n[ "$1" = --version ] && echo 1.18.33 && exit\nwhile true; do date +%s%N > "${alive}"; sleep 0.1; done\n`,
    { mode: 0o755 },
  )
  const child = spawn(process.execPath, [PROGRAM, 'doctor', '--prove', 'opencode', '--host-binary', program], {
    cwd: sandbox.project,
    env: sandbox.env({ TMPDIR: sandbox.base }),
    stdio: 'ignore',
  })
  const closed = new Promise((done) => child.on('close', done))
  await until(() => existsSync(alive))
  child.kill('SIGINT')
  await closed
  const last = readFileSync(alive, 'utf8')
  await new Promise((done) => setTimeout(done, 500))
  expect(readFileSync(alive, 'utf8')).toBe(last)
  expect(readdirSync(sandbox.base).filter((name) => name.startsWith('memory-bank-proof-'))).toEqual([])
})

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((done) => setTimeout(done, 50))
}

/** An init that was killed halfway. */
test('Copilot reads project settings at the top of a repository, and none outside one [S37] [S53]', () => {
  rmSync(join(sandbox.project, '.git'), { recursive: true, force: true })
  expect(sandbox.run(['install', 'copilot', '--yes']).out).toContain('only in a git repository')
  expect(findings().get('no-repository')).toMatchObject({ level: 'error', about: 'Copilot CLI' })
  sandbox.run(['uninstall', 'copilot', '--yes'])
  sandbox.git('init', '-q')
  const shop = join(sandbox.project, 'packages/shop')
  sandbox.write({ 'packages/shop/memory-bank/MEMORY.md': '# Shop\n' })
  expect(sandbox.run(['install', 'copilot', '--yes', '-C', shop]).code).toBe(0)
  expect(existsSync(join(sandbox.project, '.github/copilot/settings.local.json'))).toBe(true)
  expect(findings(['-C', shop]).has('no-repository')).toBe(false)
})

function interrupt(): void {
  sandbox.run(['init', '--yes'], { faults: { faults: [{ at: 30, what: 'kill' }] } })
  expect(Object.keys(treeOf(sandbox.state)).some((path) => /\.(?:prepare|commit)\.json$/.test(path))).toBe(true)
}
