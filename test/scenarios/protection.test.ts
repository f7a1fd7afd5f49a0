/** Protection does not end silently, and nothing of one machine reaches others: as people run it, in real repositories. */

import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ROOT, Sandbox, treeOf } from './harness.ts'

let sandbox: Sandbox
beforeEach(() => {
  sandbox = new Sandbox()
})
afterEach(() => sandbox.remove())

function git(...args: readonly string[]): string {
  const done = spawnSync('git', [...args], { cwd: sandbox.project, env: sandbox.env(), encoding: 'utf8' })
  if (done.status !== 0) throw new Error(`git ${args.join(' ')}: ${done.stderr}`)
  return done.stdout
}

function repository(files: Readonly<Record<string, string>>): void {
  sandbox.write({ 'README.md': '# Sample\n', ...files })
  git('init', '-q')
  git('config', 'user.email', 'a@example.com')
  git('config', 'user.name', 'A')
  git('add', '-A')
  git('commit', '-qm', 'first')
}

/** Everything that git would take to others. */
function shared(): string {
  git('add', '-A')
  const names = git('diff', '--cached', '--name-only').trim()
  return names === '' ? '' : git('diff', '--cached')
}

/** A path to this program, a home, or an interpreter. */
const ofThisMachine = () => [ROOT, sandbox.base, process.execPath, '/bin/node']

describe('install in a repository', () => {
  test.each([
    ['claude', {}],
    ['claude', { '.claude/settings.json': '{\n  "model": "opus"\n}\n' }],
    ['opencode', {}],
    ['opencode', { 'opencode.json': '{\n  "model": "a/b"\n}\n' }],
    ['opencode', { '.opencode/opencode.json': '{ "model": "a/b" }' }],
    ['mcp', {}],
    ['mcp', { '.mcp.json': '{ "mcpServers": { "x": { "command": "x" } } }' }],
  ])('%s %j: no path of this machine comes to others, and uninstall gives every byte back [S53]', (host, files) => {
    repository(files)
    const before = treeOf(sandbox.project)
    const ran = sandbox.run(['install', host, '--yes'])
    expect(ran.err).toBe('')
    expect(ran.code).toBe(0)
    const taken = shared()
    for (const path of ofThisMachine()) expect(taken).not.toContain(path)
    expect(sandbox.run(['install', host, '--yes']).out).toContain('Already installed')
    expect(sandbox.run(['doctor', host]).out).not.toContain('under version control')
    git('reset', '-q')
    expect(sandbox.run(['uninstall', host, '--yes']).code).toBe(0)
    const after = treeOf(sandbox.project)
    const mine = (tree: Readonly<Record<string, string>>) =>
      Object.fromEntries(Object.entries(tree).filter(([path]) => !path.startsWith('.git/')))
    expect(mine(after)).toEqual(mine(before))
  })

  test('where every file of a host’s is shared, it says so and writes nothing [S53]', () => {
    repository({ '.opencode/opencode.json': '{}', '.opencode/opencode.jsonc': '{}', 'opencode.json': '{}' })
    const ran = sandbox.run(['install', 'opencode', '--yes'])
    expect(ran.code).toBe(2)
    expect(ran.err).toContain('--user')
    expect(git('status', '--porcelain')).toBe('')
  })

  test('a file that git ignores already needs no further line, and a team’s own dependency is named by a portable path [S53]', () => {
    repository({ '.gitignore': '.claude/settings.local.json\nnode_modules\n' })
    sandbox.run(['install', 'claude', '--yes'])
    expect(existsSync(join(sandbox.project, '.claude/.gitignore'))).toBe(false)
    expect(sandbox.read('.claude/settings.local.json')).toContain(ROOT)
    sandbox.run(['uninstall', 'claude', '--yes'])
    const own = join(sandbox.project, 'node_modules/memory-bank')
    for (const part of ['package.json', '.claude-plugin'])
      cpSync(join(ROOT, part), join(own, part), { recursive: true })
    const ran = sandbox.run(['install', 'claude', '--yes'])
    expect(ran.out).toContain('./node_modules/memory-bank')
    expect(existsSync(join(sandbox.project, '.claude/settings.local.json'))).toBe(false)
    const taken = shared()
    expect(taken).toContain('./node_modules/memory-bank')
    for (const path of ofThisMachine()) expect(taken).not.toContain(path)
  })

  test('a path that an earlier version left in a shared file is told by doctor [S53]', () => {
    const source = { source: { source: 'directory', path: ROOT } }
    repository({
      '.claude/settings.json': JSON.stringify({
        extraKnownMarketplaces: { 'memory-bank': source },
        enabledPlugins: { 'memory-bank@memory-bank': true },
      }),
    })
    expect(sandbox.run(['doctor', 'claude']).out).toContain('under version control')
  })
})

describe('what install prints as the way back', () => {
  test.each([[['claude', '--user']], [['opencode', '--user']], [['claude', 'opencode', '--user']], [['claude']]])(
    '%j: run as printed, every byte is as before [S53]',
    (words) => {
      mkdirSync(join(sandbox.home, '.claude'), { recursive: true })
      writeFileSync(join(sandbox.home, '.claude/settings.json'), '{\n\t"model": "opus", // mine\r\n}')
      const before = [treeOf(sandbox.home), treeOf(sandbox.project)]
      const ran = sandbox.run(['install', ...words, '--yes'])
      expect(ran.code).toBe(0)
      expect([treeOf(sandbox.home), treeOf(sandbox.project)]).not.toEqual(before)
      const undo = /^Undo: {2}memory-bank (.*)$/m.exec(ran.out)?.[1]?.split(' ') ?? []
      expect(sandbox.run([...undo, '--yes']).code).toBe(0)
      expect([treeOf(sandbox.home), treeOf(sandbox.project)]).toEqual(before)
    },
  )
})

describe('Claude Code’s hooks, as a shell runs them', () => {
  const HOOKS = join(ROOT, 'dist/claude-code/hooks/hooks.json')
  const prompt = () =>
    JSON.stringify({ hook_event_name: 'UserPromptSubmit', session_id: 's', cwd: sandbox.project, prompt: 'hello' })

  function runHook(command: string, env: NodeJS.ProcessEnv) {
    return spawnSync('/bin/sh', ['-c', command], {
      cwd: sandbox.project,
      env: { HOME: sandbox.home, XDG_STATE_HOME: sandbox.state, CLAUDE_PROJECT_DIR: sandbox.project, ...env },
      input: prompt(),
      encoding: 'utf8',
    })
  }

  const command = () => String(JSON.parse(readFileSync(HOOKS, 'utf8')).hooks.UserPromptSubmit[0].hooks[0].command)
  const empty = () => {
    const folder = join(sandbox.base, 'empty-bin')
    mkdirSync(folder, { recursive: true })
    return folder
  }
  const plugin = join(ROOT, 'dist/claude-code')

  test.each([
    ['node on the PATH', () => ({ PATH: dirname(process.execPath) }), ''],
    ['only the Node that install wrote down', () => ({ PATH: empty(), MEMORY_BANK_NODE: process.execPath }), ''],
    [
      'the Node written down is gone, another is on the PATH',
      () => ({ PATH: dirname(process.execPath), MEMORY_BANK_NODE: '/gone/node' }),
      '',
    ],
    ['no Node at all', () => ({ PATH: empty() }), 'not guarding'],
    [
      'the Node written down is gone, and there is no other',
      () => ({ PATH: empty(), MEMORY_BANK_NODE: '/gone/node' }),
      'not guarding',
    ],
    ['the plugin is gone', () => ({ PATH: dirname(process.execPath), CLAUDE_PLUGIN_ROOT: '/gone' }), 'not guarding'],
  ])('%s: work goes on, and the person is told where nothing guards [S37]', (_, env, said) => {
    sandbox.run(['init', '--yes'])
    const ran = runHook(command(), { CLAUDE_PLUGIN_ROOT: plugin, ...env() })
    expect(ran.status).toBe(0)
    const answer: unknown = JSON.parse(ran.stdout)
    expect(JSON.stringify(answer)).toContain(
      said === '' ? '{' : '"systemMessage":"[memory-bank] Memory Bank is not guarding',
    )
    if (said === '') expect(ran.stdout).not.toContain('not guarding')
  })

  test('beside the plugin: the package that was moved or removed is told at the next message [S37]', () => {
    const own = join(sandbox.base, "it's a copy/memory-bank")
    for (const part of ['package.json', '.claude-plugin', 'templates', 'dist/cli'])
      cpSync(join(ROOT, part), join(own, part), { recursive: true })
    const installed = spawnSync(
      process.execPath,
      [join(own, 'dist/cli/main.cjs'), 'install', 'claude', '--user', '--yes'],
      {
        cwd: sandbox.project,
        env: sandbox.env(),
        encoding: 'utf8',
      },
    )
    expect(installed.stderr).toBe('')
    const settings = JSON.parse(readFileSync(join(sandbox.home, '.claude/settings.json'), 'utf8'))
    const watch = String(settings.hooks.UserPromptSubmit[0].hooks[0].command)
    expect(settings.env.MEMORY_BANK_NODE).toMatch(/node$/)
    const env = { PATH: '/usr/bin:/bin' }
    expect(runHook(watch, env)).toMatchObject({ status: 0, stdout: '' })
    spawnSync('mv', [own, `${own}-moved`])
    const told = runHook(watch, env)
    expect(told.status).toBe(0)
    expect(JSON.parse(told.stdout).systemMessage).toContain('no longer where the settings say')
    const found = sandbox.run(['doctor', 'claude'])
    expect(found.code).toBe(1)
    expect(found.out).toContain('memory-bank is not there')
    expect(sandbox.run(['doctor', 'claude', '--fix']).out).toContain('Corrected the entry')
    const mended = JSON.parse(readFileSync(join(sandbox.home, '.claude/settings.json'), 'utf8'))
    expect(runHook(String(mended.hooks.UserPromptSubmit[0].hooks[0].command), env).stdout).toBe('')
  })

  test('a Node that was written down and is gone is found by doctor, and install writes the one of today [S37]', () => {
    sandbox.run(['install', 'claude', '--user', '--yes'])
    const file = join(sandbox.home, '.claude/settings.json')
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, text.replace(/"MEMORY_BANK_NODE": "[^"]*"/, '"MEMORY_BANK_NODE": "/gone/node"'))
    const found = sandbox.run(['doctor', 'claude'])
    expect(found.out).toContain('names no program')
    expect(found.out).toContain('memory-bank install claude --user')
    sandbox.run(['install', 'claude', '--user', '--yes'])
    expect(readFileSync(file, 'utf8')).toBe(text)
    chmodSync(file, 0o600)
  })
})
