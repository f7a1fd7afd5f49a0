/** On bad input every command prints one sentence and one next step, and changes nothing. */

import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { LEGACY_BANK, PERSON, PROJECT, V70_BANK } from './banks.ts'
import { type Outcome, PLAIN_FAILURE, Sandbox, type Tree } from './harness.ts'

let sandbox: Sandbox
beforeEach(() => {
  sandbox = new Sandbox()
})
afterEach(() => sandbox.remove())

const V70 = text('memory-bank/MEMORY.md')
const WRITE = ['refresh', '--yes'] as const

describe('files and folders in the wrong places', () => {
  const CASES: readonly (readonly [what: string, says: RegExp, prepare: () => void])[] = [
    [
      'MEMORY.md is a folder',
      /MEMORY\.md is a folder/,
      () => mkdirSync(join(sandbox.bank, 'MEMORY.md'), { recursive: true }),
    ],
    ['memory-bank is a file', /memory-bank is a file where a folder/, () => writeFileSync(sandbox.bank, 'mine')],
    ['details is a file', /details is a file where a folder/, () => sandbox.write({ 'memory-bank/details': 'mine' })],
    [
      'memory-bank is a link to nowhere',
      /memory-bank cannot be read: it is a broken link/,
      () => symlinkSync('nowhere', sandbox.bank),
    ],
    [
      'memory-bank is a link to itself',
      /memory-bank cannot be read: its links form a loop/,
      () => symlinkSync('memory-bank', sandbox.bank),
    ],
    [
      'MEMORY.md is a link out of the bank',
      /MEMORY\.md is a link that does not lead to a file of the bank/,
      () => {
        sandbox.write({ ...V70_BANK, 'outside.md': V70 })
        rmSync(join(sandbox.bank, 'MEMORY.md'))
        symlinkSync('../outside.md', join(sandbox.bank, 'MEMORY.md'))
      },
    ],
    [
      'details is a link out of the bank',
      /details cannot be read: it is a link; it must be a folder/,
      () => {
        sandbox.write({ ...PROJECT, 'outside/tech.md': '# Mine\n' })
        mkdirSync(sandbox.bank)
        symlinkSync('../outside', join(sandbox.bank, 'details'))
      },
    ],
    [
      'MEMORY.md is too large',
      /MEMORY\.md cannot be read: it is larger than 2 MB/,
      () => {
        sandbox.write(V70_BANK)
        truncateSync(join(sandbox.bank, 'MEMORY.md'), 65 * 1024 * 1024)
      },
    ],
    [
      'a bank of a newer program',
      /newer than this program supports/,
      () => sandbox.write({ 'memory-bank/MEMORY.md': V70.replace('v7.0', 'v8.0') }),
    ],
    [
      'a bank of another tool',
      /belongs to another tool/,
      () => sandbox.write({ 'memory-bank/projectbrief.md': '# Brief\n' }),
    ],
  ]
  test.each(CASES)('%s', (_, says, prepare) => {
    sandbox.write({ 'package.json': '{"name":"shop"}' })
    prepare()
    expectRefusal(WRITE, 1, says)
    expectCalm(['status'])
    expectCalm(['check'])
    expectCalm(['index', '--yes'])
    expectCalm(['archive', '--yes'])
  })
})

describe('broken markers', () => {
  const CURRENT = V70.replace('v7.0', 'v7.1')
  test.each([
    ['the machine block has no end', CURRENT.replace('<!-- MACHINE_BLOCK_END -->\n', ''), /MACHINE_BLOCK/],
    ['the machine block has no start', CURRENT.replace('<!-- MACHINE_BLOCK_START -->\n', ''), /MACHINE_BLOCK/],
    ['the user block has no end', CURRENT.replace('<!-- USER_BLOCK_END -->\n', ''), /USER_BLOCK/],
    [
      'the blocks are reversed',
      CURRENT.replace('MACHINE_BLOCK_START', 'X')
        .replace('MACHINE_BLOCK_END', 'MACHINE_BLOCK_START')
        .replace('BLOCK_START -->\n<!-- MEM', 'BLOCK_END -->\n<!-- MEM')
        .replace('<!-- X', '<!-- MACHINE_BLOCK_END'),
      /MACHINE_BLOCK/,
    ],
    [
      'the user block stands inside the machine block',
      CURRENT.replace('## Current Focus', '<!-- USER_BLOCK_START -->\nx\n<!-- USER_BLOCK_END -->'),
      /USER_BLOCK/,
    ],
    ['there are two machine blocks', CURRENT + CURRENT, /MACHINE_BLOCK/],
    ['a fence is open over the end', CURRENT.replace('## Current Focus', '```\n## Current Focus'), /BLOCK/],
    ['a v7.0 bank has no user block', V70.slice(0, V70.indexOf('<!-- USER_BLOCK_START')), /USER_BLOCK/],
  ])('%s: it is named, and nothing is changed [S13]', (_, memory, names) => {
    sandbox.write({ ...V70_BANK, 'memory-bank/MEMORY.md': memory })
    const said = expectRefusal(WRITE, 1, names)
    expect(said).toContain('Repair the markers in memory-bank/MEMORY.md')
    expectCalm(['status'])
  })

  test('an old entry with broken markers is reported too [S14]', () => {
    sandbox.write({ ...LEGACY_BANK, 'memory-bank/active.md': '# Active\n<!-- USER_BLOCK_START -->\nmine\n' })
    expectRefusal(WRITE, 1, /active\.md.*USER_BLOCK_START/)
  })
})

describe('the command line', () => {
  const CASES: readonly (readonly [args: readonly string[], code: number, says: RegExp])[] = [
    [['nonsense'], 2, /Unknown command or option 'nonsense'/],
    [['status', '--nonsense'], 2, /Unknown option '--nonsense'/],
    [['status', '--lang', 'fr'], 2, /Invalid value 'fr' for --lang/],
    [['status', '--lang'], 2, /--lang/],
    [['status', '--lang='], 2, /Invalid value '' for --lang/],
    [['status', 'extra'], 2, /Unexpected argument 'extra'/],
    [['undo', 'a', 'b'], 2, /Unexpected argument 'b'/],
    [['undo', '../../etc', '--yes'], 2, /no change/],
    [['undo', '--yes'], 1, /nothing to undo/],
    [['completion'], 2, /Name a shell/],
    [['completion', 'tcsh'], 2, /No completion for 'tcsh'/],
    [['-C', 'missing', 'status'], 2, /There is no folder/],
    [['-C', 'package.json', 'status'], 2, /There is no folder/],
    [['status', '-C'], 2, /-C/],
    [['-C', 'x'.repeat(5000), 'status'], 2, /There is no folder/],
    [['-C', '/', ...WRITE], 2, /the home and root directories cannot hold a bank/],
    [['--help', 'nonsense'], 2, /nonsense/],
    [['help', 'nonsense'], 2, /nonsense/],
  ]
  test.each(CASES)('%j is answered with exit %i', (args, code, says) => {
    sandbox.write(PROJECT)
    expectRefusal(args, code, says)
  })

  test('the home directory is never a project, as an argument or as the current folder [S9]', () => {
    expectRefusal(['-C', sandbox.home, ...WRITE], 2, /the home and root directories cannot hold a bank/)
    expectRefusal(WRITE, 2, /the home and root directories cannot hold a bank/, { cwd: sandbox.home })
  })

  test('as JSON, a failure is one object with its code, its sentence and its next step', () => {
    sandbox.write({ ...PROJECT, 'memory-bank/MEMORY.md': V70.replace('<!-- MACHINE_BLOCK_END -->\n', '') })
    for (const args of [
      WRITE,
      ['nonsense'],
      ['status', '--nonsense'],
      ['-C', 'missing', 'status'],
      ['undo', 'x'],
      ['history', 'x'],
    ]) {
      const { out, err, code } = sandbox.run([...args, '--json'])
      expect(code).not.toBe(0)
      expect(err).toBe('')
      expect(JSON.parse(out), args.join(' ')).toMatchObject({
        kind: 'problem',
        code: expect.any(String),
        what: expect.stringMatching(/\S/),
        next: expect.stringMatching(/\S/),
      })
    }
  })
})

describe('memory-bank.json', () => {
  test.each([
    ['not JSON', '{', 2],
    ['a list', '[]', 2],
    ['a language we do not have', '{"lang":"fr"}', 2],
  ])('%s: every command says so and does nothing', (_, config, code) => {
    sandbox.write({ ...V70_BANK, 'memory-bank.json': config })
    for (const args of [WRITE, ['status'], ['check'], ['undo', '--yes'], ['history']])
      expectRefusal(args, code, /memory-bank\.json: /)
  })

  test('a folder: it cannot be read', () => {
    sandbox.write({ ...V70_BANK, 'memory-bank.json/x': '' })
    expectRefusal(WRITE, 1, /memory-bank\.json cannot be read: it is a folder/)
  })
})

describe('permissions', () => {
  const CASES: readonly (readonly [what: string, says: RegExp, prepare: () => void])[] = [
    [
      'MEMORY.md may not be read',
      /MEMORY\.md cannot be read: permission denied/,
      () => chmodSync(join(sandbox.bank, 'MEMORY.md'), 0),
    ],
    [
      'another file may not be read',
      /details\/tech\.md cannot be read: permission denied/,
      () => chmodSync(join(sandbox.bank, 'details/tech.md'), 0),
    ],
    [
      'a folder may not be read',
      /details cannot be read: permission denied/,
      () => chmodSync(join(sandbox.bank, 'details'), 0),
    ],
    ['the bank may not be read', /memory-bank cannot be read: permission denied/, () => chmodSync(sandbox.bank, 0)],
    ['the bank may be read, not entered', /permission denied/, () => chmodSync(sandbox.bank, 0o444)],
    ['the bank may not be written', /permission denied/, () => chmodSync(sandbox.bank, 0o555)],
    [
      'MEMORY.md may not be written',
      /MEMORY\.md could not be written: permission denied/,
      () => chmodSync(join(sandbox.bank, 'MEMORY.md'), 0o444),
    ],
    [
      'the state directory may not be written',
      /journal.s folder .* cannot be used: permission denied/,
      () => chmodSync(sandbox.state, 0o555),
    ],
    [
      'the settings may not be read',
      /memory-bank\.json cannot be read: permission denied/,
      () => {
        sandbox.write({ 'memory-bank.json': '{}' })
        chmodSync(join(sandbox.project, 'memory-bank.json'), 0)
      },
    ],
  ]
  test.each(CASES)('%s', (_, says, prepare) => {
    sandbox.write(V70_BANK).forAnyone()
    prepare()
    expectRefusal(WRITE, 1, says, { ordinary: true })
    expectCalm(['status'], { ordinary: true })
  })

  test('in a read-only project no bank is made, and nothing is left behind', () => {
    sandbox.write(PROJECT).forAnyone()
    chmodSync(sandbox.project, 0o555)
    expectRefusal(['init', '--yes'], 1, /permission denied/, { ordinary: true })
  })

  test('a state directory that is a file, or below one', () => {
    sandbox.write(V70_BANK)
    const file = join(sandbox.base, 'file')
    writeFileSync(file, '')
    expectRefusal(WRITE, 1, /journal.s folder .* cannot be used/, { env: { XDG_STATE_HOME: file } })
    expectCalm(['status'], { env: { XDG_STATE_HOME: file } })
  })

  test('an undo that needs an unreadable file', () => {
    sandbox.write(PROJECT).forAnyone()
    expect(sandbox.run(['init', '--yes'], { ordinary: true }).code).toBe(0)
    chmodSync(join(sandbox.bank, 'details/tech.md'), 0)
    // The file that cannot be verified is reported once, before this.
    sandbox.run(['status'], { ordinary: true })
    expectRefusal(['undo', '--yes'], 1, /details\/tech\.md cannot be read: .*permission denied/, { ordinary: true })
  })

  test('an unreadable manifest counts as missing', () => {
    sandbox.write(PROJECT).forAnyone()
    chmodSync(join(sandbox.project, 'package.json'), 0)
    expect(sandbox.run(['init', '--yes'], { ordinary: true }).code).toBe(0)
    expect(Object.keys(sandbox.tree())).toContain('MEMORY.md')
  })

  test.runIf(canMount())('a disk that is read-only', () => {
    sandbox.write(V70_BANK)
    const before = sandbox.tree('.')
    const readOnly = 'mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" && shift && exec "$@"'
    const command = [process.execPath, sandbox.program, '-C', sandbox.project, ...WRITE]
    const done = spawnSync('unshare', ['-m', 'sh', '-c', readOnly, 'sh', sandbox.project, ...command], {
      env: sandbox.env(),
      encoding: 'utf8',
    })
    expect(done.status).toBe(1)
    expect(done.stderr).toMatch(PLAIN_FAILURE)
    expect(done.stderr).toContain('the file system is read-only')
    expect(sandbox.tree('.')).toEqual(before)
    expect(sandbox.json(['status'])).toMatchObject({ state: 'outdated', recovered: [] })
  })
})

describe('odd names', () => {
  test.each([
    ['spaces', 'my shop  of things '],
    ['quotes', `it's "mine" \`x\` $HOME`],
    ['a newline', 'two\nlines'],
    ['Chinese', '我的商店'],
    ['emoji', '🏪🎈'],
    ['a dash first', '-C'],
    ['a byte order mark and a tab', '\uFEFFshop\t'],
    ['a long name', 'x'.repeat(200)],
    ['dots', '...'],
    ['a percent sign', '%41%'],
  ])('a project folder with %s works from init to undo', (_, name) => {
    const odd = new Sandbox({ name })
    try {
      odd.write(PROJECT)
      expect(odd.run(['init', '--yes']).code).toBe(0)
      expect(odd.run(['-C', odd.project, 'refresh', '--yes'], { cwd: odd.base }).code).toBe(0)
      expect(odd.json(['status'])).toMatchObject({ root: odd.project, state: 'current', journalled: 1 })
      expect(odd.json(['refresh', '--dry-run'])).toMatchObject({ changes: [] })
      expect(odd.run(['undo', '--yes']).code).toBe(0)
      expect(odd.tree()).toEqual({})
    } finally {
      odd.remove()
    }
  })

  test('files of the bank with such names are moved, indexed and restored', () => {
    const names = [
      'my notes',
      `it's "x"`,
      '支付',
      '🎈',
      'a|b',
      'a#b',
      '100%',
      '[x](y)',
      '-rf',
      'x'.repeat(240),
      '中'.repeat(80),
    ]
    const docs = Object.fromEntries(names.map((name) => [`memory-bank/docs/${name}.md`, `# ${name}\n\n${PERSON}.\n`]))
    sandbox.write({ ...LEGACY_BANK, ...docs })
    const before = sandbox.tree()
    expect(sandbox.run([...WRITE]).code).toBe(0)
    for (const name of names) expect(sandbox.read(`memory-bank/details/design/${name}.md`)).toContain(PERSON)
    expect(sandbox.json(['refresh', '--dry-run'])).toMatchObject({ changes: [] })
    expect(sandbox.run(['undo', '--yes']).code).toBe(0)
    expect(sandbox.tree()).toEqual(before)
  })
})

describe('odd content', () => {
  test('bytes that are not UTF-8, NUL and lone surrogates in a user block come through an upgrade untouched [S2]', () => {
    const odd = Buffer.from([0x66, 0xff, 0x00, 0xfe, 0xc3, 0x28, 0xed, 0xa0, 0x80, 0xf0, 0x9f, 0x92, 0x0d, 0x0a])
    const [head, tail] = V70.split('My own words') as [string, string]
    sandbox.write({ ...V70_BANK, 'memory-bank/MEMORY.md': Buffer.concat([Buffer.from(head), odd, Buffer.from(tail)]) })
    expect(sandbox.run([...WRITE]).code).toBe(0)
    expect(sandbox.tree()['MEMORY.md']).toContain(odd.toString('latin1'))
  })

  const notesOf = (megabytes: number) => {
    const line = `- A line of notes, ${`${PERSON}, 长长的一行 🎈 `.repeat(6)}\n`
    return line.repeat(Math.ceil((megabytes * 1024 * 1024) / Buffer.byteLength(line)))
  }

  test('a MEMORY.md of two megabytes is upgraded, and not a byte of its text changes [S2]', () => {
    const notes = notesOf(1.95)
    sandbox.write({ ...V70_BANK, 'memory-bank/MEMORY.md': V70.replace('My own words', () => `${notes}My own words`) })
    expect(sandbox.run([...WRITE]).code).toBe(0)
    expect(sandbox.read('memory-bank/MEMORY.md').includes(notes)).toBe(true)
    expect(sandbox.run(['undo', '--yes']).code).toBe(0)
    expect(sandbox.read('memory-bank/MEMORY.md').length).toBe(V70.length + notes.length)
  })

  test('a MEMORY.md of ten megabytes is reported, and not a byte of it changes [S2] [S39]', () => {
    const memory = V70.replace('My own words', () => `${notesOf(10)}My own words`)
    sandbox.write({ ...V70_BANK, 'memory-bank/MEMORY.md': memory })
    expectRefusal(WRITE, 1, /MEMORY\.md cannot be read: it is larger than 2 MB/)
    expect(sandbox.read('memory-bank/MEMORY.md') === memory).toBe(true)
  })
})

describe('environment', () => {
  test('without HOME, or with an empty one, the state goes to the system’s default and the command works', () => {
    sandbox.write(PROJECT)
    for (const HOME of [undefined, '']) {
      expectCalm(['status'], { env: { HOME } })
      expect(sandbox.run(['refresh', '--yes'], { env: { HOME } }).code).toBe(0)
    }
  })

  test('a deleted current folder is reported as such', () => {
    const gone = join(sandbox.base, 'gone')
    const done = shell(`mkdir '${gone}' && cd '${gone}' && rmdir '${gone}' && "$@"`, ['status'])
    expect(done.status).toBe(2)
    expect(done.stderr).toMatch(PLAIN_FAILURE)
  })

  test('with input, output or both closed there is no question, no stack trace and no hang', () => {
    sandbox.write(PROJECT)
    expect(shell('"$@" <&-', ['refresh']).status).toBe(3)
    expect(shell('"$@" >&-', ['status']).stderr).not.toMatch(TRACE)
    expect(shell('"$@" <&- >&- 2>&-', ['status']).signal).toBeNull()
    expect(sandbox.tree()).toEqual({})
  })

  test('a reader that closes the pipe early ends it quietly', () => {
    sandbox.write({
      ...PROJECT,
      ...Object.fromEntries(
        Array.from({ length: 300 }, (_, at) => [`memory-bank/docs/${at}.md`, `# ${at}\n${'x\n'.repeat(500)}`]),
      ),
      'memory-bank/brief.md': '# Brief\n',
    })
    for (const args of [['refresh', '--dry-run', '--diff'], ['refresh', '--dry-run', '--diff', '--json'], ['--help']]) {
      const done = shell('set -o pipefail; "$@" | head -1', args)
      expect(done.stderr, args.join(' ')).toBe('')
      expect(done.stdout.split('\n').length, args.join(' ')).toBeLessThanOrEqual(2)
    }
  })

  test('a reader that closes the pipe at once does not prevent the work [S16]', () => {
    sandbox.write(PROJECT)
    const done = shell('set -o pipefail; "$@" | true', ['init', '--yes'])
    expect(done.status).toBe(0)
    expect(done.stderr).toBe('')
    expect(sandbox.json(['status'])).toMatchObject({ state: 'current' })
  })

  test('an unknown user without a home gets a hint how to set the state folder', () => {
    sandbox.write(PROJECT).forAnyone()
    const nobody = { env: { HOME: undefined, XDG_STATE_HOME: undefined }, uid: 4_242 }
    expectCalm(['status'], nobody)
    if (process.getuid?.() === 0) expectRefusal(['init', '--yes'], 1, /journal.s folder .* cannot be used/, nobody)
  })

  test.runIf(process.platform === 'linux')('a full disk behind the output is said, not traced', () => {
    sandbox.write(PROJECT)
    const done = shell('"$@" > /dev/full', ['status'])
    expect(done.stderr).not.toMatch(TRACE)
    expect(done.status).toBe(1)
    expect(done.stderr).toMatch(/could not write the output: .*\n.*run the command again/i)
  })

  test.runIf(process.platform === 'linux')('what is done is done, wherever its output goes [S16]', () => {
    sandbox.write(PROJECT)
    const note = ['add', 'answer', 'Which port?', '--text', '8080', '--pointer', 'details/tech.md', '--yes']
    for (const args of [['init', '--yes'], note, ['undo', '--yes'], [...note, '--json'], ['trust', '--forget']]) {
      const done = shell('"$@" > /dev/full', args)
      expect([args[0], done.status, done.stderr]).toEqual([args[0], 0, expect.stringContaining('The command is done')])
      expect(done.stderr).not.toMatch(/again/)
    }
    // One of the two additions was undone.
    expect(sandbox.read('memory-bank/MEMORY.md').match(/Which port/g)).toHaveLength(1)
    expect(shell('"$@" > /dev/full', ['refresh', '--dry-run']).status).toBe(1)
  })

  test('a failure after the work still exits 0 [S16]', () => {
    sandbox.write({ ...PROJECT })
    // Make remembering the trust fail.
    sandbox.run(['trust'])
    const [trusted = ''] = readdirSync(sandbox.base, { recursive: true, encoding: 'utf8' }).filter(
      (path) => /trust/.test(path) && path.endsWith('.json'),
    )
    expect(trusted).not.toBe('')
    rmSync(join(sandbox.base, trusted))
    mkdirSync(join(sandbox.base, trusted, 'x'), { recursive: true })
    const done = sandbox.run(['init', '--yes'])
    expect([done.code, done.err]).toEqual([0, expect.stringContaining('Failed after the work was done')])
    expect(done.err).not.toMatch(/again/)
    expect(sandbox.json(['status'])).toMatchObject({ state: 'current' })
  })

  test('an uninstall exits 0 once it removed the entry, whenever the disk fills up [S16]', () => {
    sandbox.write(PROJECT)
    expect(sandbox.run(['install', 'opencode', '--yes']).code).toBe(0)
    const installed = sandbox.read('opencode.json')
    sandbox.save()
    let failedAfter = 0
    for (let at = 1; at < 200; at += 1) {
      sandbox.restore()
      const faults = { folders: [sandbox.base], faults: [{ at, what: 'ENOSPC' as const, stays: true }] }
      const { code, err } = sandbox.run(['uninstall', 'opencode', '--yes'], { faults })
      const isThere = sandbox.tree('.')['opencode.json'] === installed
      // An interrupted change that cannot be restored yet is settled by the next command.
      const isOpen = err.includes('could not be restored yet')
      expect([at, code === 0, err]).toEqual([at, !isThere && !isOpen, err])
      if (code === 0 && err === '') break
      if (code === 0) failedAfter += 1
    }
    expect(failedAfter).toBeGreaterThan(0)
  })
})

/** Signs of an internal error. */
const TRACE = /^ {4}at |This is a bug|internal error|node:internal|Error: /m

type Options = Parameters<Sandbox['run']>[1]

/** Expects the exit code, one sentence, one next step, and an unchanged project and state. Returns the message. */
function expectRefusal(args: readonly string[], code: number, says: RegExp, options: Options = {}): string {
  const before = everything()
  const outcome = sandbox.run(args, options)
  expect(outcome.err, args.join(' ').slice(0, 200)).toMatch(PLAIN_FAILURE)
  expect(outcome.err).toMatch(says)
  expect(outcome.err).not.toMatch(TRACE)
  expect(outcome.code, outcome.err).toBe(code)
  expect(everything()).toEqual(before)
  return outcome.err
}

/** A reading command may answer or refuse. It must print no internals and change nothing. */
function expectCalm(args: readonly string[], options: Options = {}): Outcome {
  const before = everything()
  const outcome = sandbox.run(args, options)
  expect(outcome.out + outcome.err, args.join(' ')).not.toMatch(TRACE)
  expect(outcome.signal).toBeNull()
  // Findings of `check` are its result, not a failure.
  if (outcome.code !== 0 && args[0] !== 'check') expect(outcome.err).toMatch(PLAIN_FAILURE)
  expect(everything()).toEqual(before)
  return outcome
}

function everything(): Tree {
  return sandbox.tree('.')
}

function shell(
  script: string,
  args: readonly string[],
): { status: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string } {
  const cwd = sandbox.project
  return spawnSync('bash', ['-c', script, 'bash', process.execPath, sandbox.program, ...args], {
    cwd,
    env: sandbox.env(),
    encoding: 'utf8',
    timeout: 200_000,
  })
}

function canMount(): boolean {
  return (
    process.platform === 'linux' && spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0
  )
}

function text(path: string): string {
  return String(V70_BANK[path])
}
