/** install and uninstall as people run them: real processes, real files, killed at every step. */

import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { estimateTokens } from '../../src/base/estimate-tokens.ts'
import { LONG } from '../laws/runs.ts'
import { PLAIN_FAILURE, Sandbox, type Tree, treeOf } from './harness.ts'

const OPENCODE = '{\r\n\t// mine\r\n\t"model": "a/b", // the fast one\r\n}\r\n'

describe('one run', () => {
  let sandbox: Sandbox
  beforeEach(() => {
    sandbox = new Sandbox()
  })
  afterEach(() => sandbox.remove())

  test('shows the diff and changes nothing before a yes [S53]', () => {
    sandbox.write({ 'opencode.jsonc': OPENCODE })
    for (const [args, code] of [
      [['install', 'opencode', '--dry-run'], 0],
      [['install', 'opencode'], 3],
      [['install', 'opencode', '--json'], 3],
    ] as const) {
      const ran = sandbox.run(args)
      expect(ran.code).toBe(code)
      expect(ran.out).toMatch(/\+.*"plugin": \[|\+.*\\"plugin\\": \[/)
      expect(sandbox.tree('.')).toEqual({ 'opencode.jsonc': OPENCODE })
    }
  })

  test.each([
    [['install', 'opencode', '--from', 'memory-bank@0.1.0'], 0, 'opencode.json', '"memory-bank@0.1.0"'],
    [['install', 'claude', '--from', './tools/mb'], 0, '.claude/settings.json', '"./tools/mb"'],
    [['install', 'claude', '--from', 'memory-bank'], 2, '', ''],
    [['install', '--from', 'memory-bank'], 2, '', ''],
  ])('%j names the package as asked, or says what it takes [S53]', (args, code, file, said) => {
    expect(sandbox.run([...args, '--yes']).code).toBe(code)
    if (file !== '') expect(sandbox.read(file)).toContain(said)
  })

  test('a missing folder given by -C is reported [S53]', () => {
    for (const command of ['install', 'uninstall']) {
      const { code, err } = sandbox.run([command, 'opencode', '-C', 'nowhere'])
      expect(code).toBe(2)
      expect(err).toContain('There is no folder')
    }
  })

  test('without a host found, lists the names to choose from [S53]', () => {
    const { code, err } = sandbox.run(['install'], { env: { PATH: '' } })
    expect(code).toBe(2)
    expect(err).toMatch(PLAIN_FAILURE)
    expect(err).toContain('memory-bank install opencode')
  })

  test('a host whose settings are in git is skipped and reported; alone it is an error, and the others are installed [S53]', () => {
    sandbox.write({ '.gemini/settings.json': '{}\n', 'opencode.json': '{}\n' })
    sandbox.git('init')
    sandbox.git('add', '-A')
    sandbox.git('commit', '-m', 'one')
    const alone = sandbox.run(['install', 'gemini', '--yes'])
    expect([alone.code, alone.err]).toEqual([2, expect.stringContaining('Git shares')])
    const { code, out } = sandbox.run(['install', 'gemini', 'opencode', '--yes'])
    expect([code, out]).toEqual([0, expect.stringMatching(/Git shares .*Gemini CLI/)])
    expect(sandbox.read('.gemini/settings.json')).toBe('{}\n')
    expect(sandbox.read('opencode.jsonc')).toContain('"plugin"')
  })

  test.each([undefined, '# Agents\r\n\r\nRun the tests.\r\n', 'no end', ''])(
    'AGENTS.md, here %j, gets a pointer of at most 80 tokens where it is asked for, and its bytes back [S53]',
    (before) => {
      if (before !== undefined) sandbox.write({ 'AGENTS.md': before })
      const was = sandbox.tree('.')
      sandbox.run(['install', '--yes'])
      expect(sandbox.tree('.')['AGENTS.md']).toBe(before)
      expect(sandbox.run(['uninstall', '--yes']).code).toBe(0)
      expect(sandbox.run(['install', 'agents-md', '--yes']).code).toBe(0)
      const after = sandbox.read('AGENTS.md')
      expect(after.startsWith(before ?? '')).toBe(true)
      expect(after).toContain('`memory-bank/MEMORY.md`')
      expect(estimateTokens(after.slice((before ?? '').length))).toBeLessThanOrEqual(70) // the estimate is within 15 %
      expect(sandbox.run(['install', 'agents-md', '--yes']).out).toContain('Already installed')
      expect(sandbox.run(['uninstall', 'agents-md', '--yes']).code).toBe(0)
      expect(sandbox.tree('.')).toEqual(was)
    },
  )

  test('a person’s text in the pointer stays, and install and doctor report half a pointer [S53]', () => {
    sandbox.run(['install', 'agents-md', '--yes'])
    const text = sandbox.read('AGENTS.md')
    sandbox.write({ 'AGENTS.md': text.replace('<!-- memory-bank:end -->', 'Ask Ann.\n<!-- memory-bank:end -->') })
    expect(sandbox.run(['install', 'agents-md', '--yes']).out).toContain('Already installed')
    sandbox.run(['uninstall', '--yes'])
    expect(sandbox.read('AGENTS.md')).toBe('Ask Ann.\n')
    sandbox.write({ 'AGENTS.md': '<!-- memory-bank:start -->\n' })
    const { code, err } = sandbox.run(['install', 'agents-md', '--yes'])
    expect(err).toMatch(PLAIN_FAILURE)
    expect(code).not.toBe(0)
    expect(sandbox.run(['doctor', 'agents-md']).out).toContain('memory-bank:end')
  })

  test('prints the text to paste into any other MCP client [S53]', () => {
    const { out } = sandbox.run(['install', 'mcp', '--print'])
    expect(JSON.parse(out).mcpServers['memory-bank'].args.at(-1)).toBe('mcp')
    expect(sandbox.tree('.')).toEqual({})
  })

  test('user settings follow XDG and need no project [S53]', () => {
    const env = { XDG_CONFIG_HOME: join(sandbox.base, 'config') }
    const cwd = sandbox.home
    expect(sandbox.run(['install', 'opencode', 'claude', '--user', '--yes'], { env, cwd }).code).toBe(0)
    expect(readFileSync(join(sandbox.base, 'config/opencode/opencode.json'), 'utf8')).toContain('"plugin"')
    expect(existsSync(join(sandbox.home, '.claude/settings.json'))).toBe(true)
    expect(sandbox.run(['uninstall', '--user', '--yes'], { env, cwd }).code).toBe(0)
    expect(existsSync(join(sandbox.base, 'config'))).toBe(false)
    expect(treeOf(sandbox.home)).toEqual({})
  })

  test('no backup is left next to the settings [S53]', () => {
    sandbox.write({ 'opencode.jsonc': OPENCODE })
    sandbox.run(['install', 'opencode', 'claude', '--yes'])
    expect(Object.keys(sandbox.tree('.'))).toEqual(['.claude/', '.claude/settings.json', 'opencode.jsonc'])
  })

  test('keys of other programs are not shown with the diff [S35] [S53]', () => {
    sandbox.write({ 'opencode.json': '{\n  "provider": { "x": { "options": { "apiKey": "abcabc-1234" } } }\n}\n' })
    const { out } = sandbox.run(['install', 'opencode', '--yes'])
    expect(out).toContain('"plugin"')
    expect(out).not.toContain('abcabc-1234')
    expect(sandbox.read('opencode.json')).toContain('abcabc-1234')
  })

  test.each([
    ['a file that may not be written', (path: string) => chmodSync(path, 0o444), 'permission denied'],
    ['a file that may not be read', (path: string) => chmodSync(path, 0o000), 'permission denied'],
    [
      'a folder that may not be written',
      (path: string) => {
        chmodSync(path, 0o666)
        chmodSync(dirname(path), 0o555)
      },
      'permission denied',
    ],
  ])('%s is explained, and nothing is changed anywhere [S53]', (_, forbid, cause) => {
    sandbox.write({ '.claude/settings.json': '{}\n', 'opencode.json': '{}\n' })
    const path = join(sandbox.project, '.claude/settings.json')
    sandbox.forAnyone()
    forbid(path)
    const ran = sandbox.run(['install', 'opencode', 'claude', '--yes'], { ordinary: true })
    chmodSync(dirname(path), 0o755)
    expect(ran.err).toMatch(PLAIN_FAILURE)
    expect(ran.err).toContain(cause)
    expect(ran.err).toContain('.claude')
    expect(ran.code).toBe(1)
    expect(sandbox.tree('.')).toEqual({ '.claude/': '', '.claude/settings.json': '{}\n', 'opencode.json': '{}\n' })
  })

  test('a broken link and a folder in place of the file are explained [S53]', () => {
    symlinkSync(join(sandbox.base, 'gone'), join(sandbox.project, 'opencode.json'))
    expect(sandbox.run(['install', 'opencode', '--yes']).err).toMatch(PLAIN_FAILURE)
    rmSync(join(sandbox.project, 'opencode.json'))
    mkdirSync(join(sandbox.project, 'opencode.json'))
    const { err, code } = sandbox.run(['install', 'opencode', '--yes'])
    expect(err).toMatch(PLAIN_FAILURE)
    expect(code).toBe(1)
  })

  test('prints Chinese if asked [S53]', () => {
    const { out } = sandbox.run(['install', 'opencode', '--yes', '--lang', 'zh'])
    expect(out).toContain('创建: opencode.json')
  })
})

/** After a kill at any point the files are all old or all new, and the next command recovers and reports it. */
describe.each([
  ['install', ['install', 'opencode', 'claude', 'mcp', '--deny', '--yes']],
  ['uninstall', ['uninstall', '--yes']],
])('%s, killed or failed at any file operation', (name, command) => {
  const sandbox = new Sandbox({ fast: true })
  let old: Tree
  let done: Tree
  let points = 0
  const faults = () => ({ folders: [sandbox.project, sandbox.state] })

  beforeAll(() => {
    sandbox.write({ 'opencode.jsonc': OPENCODE, '.claude/settings.json': '{}' })
    if (name === 'uninstall') sandbox.run(['install', 'opencode', 'claude', 'mcp', '--deny', '--yes'])
    sandbox.save()
    old = sandbox.tree('.')
    const count = join(sandbox.base, 'count')
    writeFileSync(count, '')
    expect(sandbox.run(command, { faults: { ...faults(), count } }).code).toBe(0)
    done = sandbox.tree('.')
    points = readFileSync(count, 'utf8').trimEnd().split('\n').length
    expect(points).toBeGreaterThan(20)
    expect(done).not.toEqual(old)
  })
  afterAll(() => sandbox.remove())

  test.each(['kill', 'ENOSPC', 'EACCES'] as const)(
    '%s leaves the old settings or the new, never a mixture [S16] [S53]',
    (what) => {
      const seen = new Set<string>()
      for (let at = 1; at <= points; at += LONG ? 1 : what === 'kill' ? 2 : 5) {
        sandbox.restore()
        const struck = sandbox.run(command, { faults: { ...faults(), faults: [{ at, what }] } })
        if (struck.signal === null && struck.code !== 0) expect(struck.err, `at ${at}`).toMatch(PLAIN_FAILURE)
        const next = sandbox.run(['install', 'opencode', '--dry-run', '--json'])
        expect(next.err, `at ${at}`).toBe('')
        const now = sandbox.tree('.')
        const which = JSON.stringify(now) === JSON.stringify(old) ? 'old' : 'new'
        if (which === 'new') expect(now, `at ${at}`).toEqual(done)
        seen.add(which)
      }
      expect(seen).toContain('old')
      if (what === 'kill') expect(seen).toContain('new')
    },
  )
})
