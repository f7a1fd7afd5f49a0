/** A person at a real terminal is shown plans and asked. Scripts are never asked. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DESIGN_DOCS, PROJECT, V70_BANK } from './banks.ts'
import { converse as converseWith, plain, type Turn } from './converse.ts'
import { Sandbox } from './harness.ts'

let sandbox: Sandbox
beforeEach(() => {
  sandbox = new Sandbox()
})
afterEach(() => sandbox.remove())

const QUESTION = /Apply these changes\? \[y\]es, \[n\]o, \[d\]iff: $/
const ESCAPE = '\x1b'
const COLOUR = new RegExp(`${ESCAPE}\\[\\d+m`)

describe('at a terminal', () => {
  test.each(['y', 'Y', 'yes', 'ok', '好', '确认'])(
    'the plan is shown, asked for, and carried out on %s [S11]',
    async (answer) => {
      sandbox.write(PROJECT)
      const { code, out } = await converse(['init'], [[QUESTION, answer]])
      expect(code).toBe(0)
      expect(plain(out)).toContain('MEMORY.md')
      expect(plain(out)).toContain('Undo:  memory-bank undo')
      expect(sandbox.json(['status'])).toMatchObject({ state: 'current' })
    },
  )

  test.each(['n', 'no', '', 'maybe', '不', 'yy'])('%j is no: nothing is changed, exit 3 [S11]', async (answer) => {
    sandbox.write(PROJECT)
    const { code, out } = await converse(['init'], [[QUESTION, answer]])
    expect(code).toBe(3)
    expect(plain(out)).toContain('Nothing was changed.')
    expect(sandbox.tree()).toEqual({})
  })

  test('the end of input means no [S11]', async () => {
    sandbox.write(PROJECT)
    const { code } = await converse(['init'], [[QUESTION, '\x04']])
    expect(code).toBe(3)
    expect(sandbox.tree()).toEqual({})
  })

  test('d shows every change as a diff, and asks again [S11]', async () => {
    const before = sandbox.write(V70_BANK).tree()
    const { code, out } = await converse(
      ['refresh'],
      [
        [QUESTION, 'd'],
        [QUESTION, 'n'],
      ],
    )
    expect(code).toBe(3)
    expect(plain(out)).toContain('--- a/memory-bank/MEMORY.md')
    expect(plain(out)).toContain('+++ b/memory-bank/MEMORY.md')
    expect(plain(out)).toContain('-<!-- MEMORY_BANK_TEMPLATE:v7.0 -->')
    expect(sandbox.tree()).toEqual(before)
  })

  test('? explains the keys and asks again [S11]', async () => {
    sandbox.write(PROJECT)
    const turns: readonly Turn[] = [
      [QUESTION, '?'],
      [QUESTION, 'y'],
    ]
    const { code, out } = await converse(['init'], turns)
    expect([code, plain(out)]).toEqual([0, expect.stringContaining('d: show every change as a diff')])
  })

  test('the plan shown is applied, not a new one [S16]', async () => {
    sandbox.write(V70_BANK)
    const meanwhile = () => writeFileSync(join(sandbox.bank, 'MEMORY.md'), 'somebody else was here\n')
    const { code, out } = await converse(['refresh'], [[QUESTION, 'y', meanwhile]])
    expect(code).toBe(4)
    expect(plain(out)).toContain('changed after the plan was made')
    expect(sandbox.read('memory-bank/MEMORY.md')).toBe('somebody else was here\n')
  })

  test('in Chinese the question is Chinese, and 好 is yes [S11]', async () => {
    sandbox.write(PROJECT)
    const { code, out } = await converse(['init', '--lang', 'zh'], [[/执行以上改动？.*：$/, '好']])
    expect(code).toBe(0)
    expect(plain(out)).toContain('撤销：memory-bank undo')
  })

  test('review asks for each unconfirmed change: u restores one, 好 keeps the other [S34]', async () => {
    sandbox.write(PROJECT)
    sandbox.run(['init', '--yes'])
    const tech = sandbox.read('memory-bank/details/tech.md')
    sandbox.write({ 'memory-bank/details/tech.md': 'Other\n', 'memory-bank/details/progress.md': 'By hand\n' })
    const progressFirst: readonly Turn[] = [
      [/progress\.md[\s\S]*\+By hand[\s\S]*\[\?\] 说明：$/, '好'],
      [/tech\.md[\s\S]*\+Other[\s\S]*\[\?\] 说明：$/, 'u'],
    ]
    const { code, out } = await converse(['review', '--lang', 'zh'], progressFirst)
    expect([code, plain(out)]).toEqual([0, expect.stringContaining('保留 1 项，撤销 1 项。')])
    expect(sandbox.read('memory-bank/details/tech.md')).toBe(tech)
    expect(sandbox.read('memory-bank/details/progress.md')).toBe('By hand\n')
  })

  test('undo asks too [S11]', async () => {
    sandbox.write(PROJECT)
    sandbox.run(['init', '--yes'])
    expect((await converse(['undo'], [[QUESTION, 'n']])).code).toBe(3)
    expect(sandbox.json(['status'])).toMatchObject({ state: 'current' })
    expect((await converse(['undo'], [[QUESTION, 'y']])).code).toBe(0)
    expect(sandbox.tree()).toEqual({})
  })
})

describe('a machine block that a person edited', () => {
  const CHOICE = /Choose \(1\/2\/3\): $/
  const EDIT = 'never 4, says Ann'
  beforeEach(() => {
    sandbox.write(PROJECT)
    sandbox.run(['init', '--yes'])
    const memory = sandbox.read('memory-bank/MEMORY.md')
    const edited = memory.replace(/( \(source: [^)]*\)\n)/, `, ${EDIT}$1`)
    expect(edited).not.toBe(memory)
    // The project changed too, so that a refresh would replace that very line.
    sandbox.write({
      'memory-bank/MEMORY.md': edited,
      'package.json': '{"name":"store","description":"A large store"}',
      'go.mod': 'module store\n\ngo 1.22\n',
    })
  })

  test.each([
    ['1', 'keep', true, false],
    ['2', 'overwrite', false, true],
    ['3', 'append', true, true],
  ])('%s is %s, as --on-conflict says it [S4]', async (answer, choice, keepsEdit, hasUpdate) => {
    sandbox.save()
    const { out } = await converse(
      ['refresh'],
      [
        [CHOICE, answer],
        [QUESTION, 'y'],
      ],
    )
    expect(plain(out)).toContain('was edited by hand')
    const memory = sandbox.read('memory-bank/MEMORY.md')
    expect(memory.includes(EDIT)).toBe(keepsEdit)
    expect(memory.includes('store')).toBe(hasUpdate)
    const asked = sandbox.tree()
    sandbox.restore()
    expect(sandbox.run(['refresh', '--yes', '--on-conflict', choice]).code).toBe(0)
    expect(sandbox.read('memory-bank/MEMORY.md')).toBe(memory)
    expect(Object.keys(sandbox.tree())).toEqual(Object.keys(asked))
  })

  test('any other answer changes nothing and explains the choice, exit 4 [S4]', async () => {
    const before = sandbox.tree()
    const { code, out } = await converse(['refresh'], [[CHOICE, 'x']])
    expect(code).toBe(4)
    expect(plain(out)).toContain('--on-conflict')
    expect(sandbox.tree()).toEqual(before)
  })

  test('without a terminal nobody is asked: exit 4, with --yes too [S4]', () => {
    const before = sandbox.tree()
    for (const args of [['refresh'], ['refresh', '--yes'], ['refresh', '--yes', '--json']]) {
      const { code, out, err } = sandbox.run(args)
      expect(code).toBe(4)
      expect(out + err).toContain('--on-conflict')
    }
    expect(sandbox.tree()).toEqual(before)
  })
})

describe('colour and progress', () => {
  test('colour shows on a terminal, and nowhere else [S54]', async () => {
    sandbox.write(PROJECT)
    expect((await converse(['status'], [])).out).toMatch(COLOUR)
    for (const env of [{ NO_COLOR: '1' }, { TERM: 'dumb' }]) {
      expect((await converse(['status'], [], env)).out).not.toMatch(COLOUR)
    }
    for (const args of [['status'], ['refresh', '--dry-run', '--diff'], ['nonsense'], ['--help']]) {
      const { out, err } = sandbox.run(args)
      expect(out + err).not.toContain('\x1b')
    }
  })

  test('JSON on a terminal has no colour and asks nothing [S54]', async () => {
    sandbox.write(PROJECT)
    const { out, code } = await converse(['init', '--json'], [])
    expect(code).toBe(3)
    expect(JSON.parse(out)).toMatchObject({ kind: 'plan', outcome: 'not-confirmed' })
  })

  test('work longer than a second shows its progress, on a terminal only, and then clears it [S54]', async () => {
    sandbox.write({ ...V70_BANK, ...DESIGN_DOCS })
    const slow = { NODE_OPTIONS: `--require ${slowReads()}` }
    const { out, code } = await converse(['status'], [], slow)
    expect(code).toBe(0)
    expect(out).toMatch(new RegExp(`\\r${ESCAPE}\\[KReading \\d+/13`))
    expect(out.split('\r\x1b[K').at(-1)).toContain('Next:')
    const piped = sandbox.run(['status'], { env: slow })
    expect(piped.out + piped.err).not.toContain('Reading')
    expect(piped.out + piped.err).not.toContain(ESCAPE)
  })
})

describe('install without a name', () => {
  const WHICH = /Install for [^\n]*: $/
  /** Settings of two hosts, and no host program on the path. */
  const found = () => {
    sandbox.write({ 'kilo.json': '{}\n', 'opencode.json': '{}\n' })
    return { PATH: '/usr/bin:/bin' }
  }

  test.each([
    ['', ['kilo.json', 'opencode.json']],
    ['2', ['kilo.json']],
    ['1-2', ['kilo.json', 'opencode.json']],
    ['kilo', ['kilo.json']],
    ['1，mcp', ['opencode.json', '.mcp.json']],
  ])('offers every host that was found; %j installs %j [S53]', async (answer, files) => {
    const env = found()
    const turns: Turn[] = [
      [WHICH, answer],
      [QUESTION, 'y'],
    ]
    const { code, out } = await converse(['install'], [...turns, [/\[y\]es, \[n\]o: $/, 'n']], env)
    expect(plain(out)).toMatch(/Agents found here:\n {2}1 {2}OpenCode +opencode\.json\n {2}2 {2}Kilo +kilo\.json\n/)
    expect(code).toBe(0)
    for (const file of ['kilo.json', 'opencode.json', '.mcp.json'])
      expect([file, /plugin|mcpServers/.test(sandbox.tree('.')[file] ?? '')]).toEqual([file, files.includes(file)])
  })

  test.each(['n', '0', '不用', '\x04'])('%j installs nothing, exit 3 [S53]', async (answer) => {
    const env = found()
    const before = sandbox.tree('.')
    const { code, out } = await converse(['install'], [[WHICH, answer]], env)
    expect(code).toBe(3)
    expect(plain(out)).toContain('Nothing was changed.')
    expect(sandbox.tree('.')).toEqual(before)
  })

  test('after an unclear answer it asks again, three times [S53]', async () => {
    const env = found()
    const { code } = await converse(
      ['install'],
      ['9', '3-1', 'vim'].map((answer): Turn => [WHICH, answer]),
      env,
    )
    expect(code).toBe(3)
  })

  test('a script installs every host that was found and nothing else [S53]', () => {
    const { hosts } = JSON.parse(sandbox.run(['install', '--yes', '--json'], { env: found() }).out)
    expect(new Set(hosts.map(({ id }: { id: string }) => id))).toEqual(new Set(['kilo', 'opencode']))
  })
})

describe('without a terminal', () => {
  test('the plan is printed, nothing is asked or changed, exit 3 [S11]', () => {
    sandbox.write(PROJECT)
    const { code, out, err } = sandbox.run(['init'], { input: 'y\n' })
    expect(code).toBe(3)
    expect(out).toContain('MEMORY.md')
    expect(err).toContain('--yes')
    expect(sandbox.tree()).toEqual({})
  })

  test('a dry run prints the plan and exits 0 [S11]', () => {
    sandbox.write(PROJECT)
    expect(sandbox.run(['init', '--dry-run', '--yes']).code).toBe(0)
    expect(sandbox.tree()).toEqual({})
  })

  test('every command prints one JSON object, before there is a bank and after [S54]', () => {
    sandbox.write(PROJECT)
    const commands = [
      ['status'],
      ['check'],
      ['history'],
      ['refresh', '--dry-run'],
      ['refresh'],
      ['refresh', '--yes'],
      ['index', '--yes'],
      ['archive', '--yes'],
      ['undo', '--dry-run', '--diff'],
      ['undo', '--yes'],
      ['undo', '--yes'],
    ]
    for (const command of [...commands, ...commands]) {
      const { out, err, code } = sandbox.run([...command, '--json'])
      expect(err, command.join(' ')).toBe('')
      expect(JSON.parse(out), command.join(' ')).toMatchObject({
        kind: expect.stringMatching(/^(?:plan|status|check|history|problem)$/),
        version: 1,
      })
      expect([0, 1, 3], command.join(' ')).toContain(code)
    }
  })
})

test('a real terminal proves a person; an agent’s terminal or none does not [S42]', async () => {
  const nobodys = { MEMORY_BANK_ASSUME_PERSON: '' }
  sandbox.write(PROJECT).run(['init', '--yes'], { env: nobodys })
  const before = sandbox.tree()
  const add = ['add', 'focus', 'Ship refunds']
  const alone = sandbox.run([...add, '--yes'], { env: nobodys })
  expect([alone.code, alone.err]).toEqual([
    3,
    expect.stringMatching(/no terminal here.*\n.*MEMORY_BANK_ASSUME_PERSON=1/),
  ])
  const unasked = sandbox.run(add, { env: { ...nobodys, CLAUDECODE: '1' } })
  expect([unasked.code, unasked.err]).toEqual([3, expect.not.stringMatching(/--yes|ASSUME_PERSON/)])
  for (const args of [add, [...add, '--yes'], ['refresh'], ['refresh', '--yes']]) {
    const marked = await converse(args, [], { MEMORY_BANK_ASSUME_PERSON: '1', MEMORY_BANK_AGENT_SHELL: '1' })
    expect([args, marked.out]).toEqual([args, expect.not.stringMatching(QUESTION)])
  }
  expect(sandbox.tree()).toEqual(before)
  expect((await converse([...add, '--yes'], [], nobodys)).code).toBe(0)
  expect(sandbox.read('memory-bank/MEMORY.md')).toContain('Ship refunds')
})

const converse = (args: readonly string[], turns: readonly Turn[], env: NodeJS.ProcessEnv = {}) =>
  converseWith(sandbox, args, turns, env)

/** A slow disk: reads of bank files are delayed. */
function slowReads(): string {
  const path = join(sandbox.base, 'slow.cjs')
  const code = `
    const fs = require('node:fs')
    const open = fs.openSync
    fs.openSync = (path, ...rest) => {
      if (String(path).includes('memory-bank/')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 150)
      return open(path, ...rest)
    }`
  writeFileSync(path, code)
  return path
}
