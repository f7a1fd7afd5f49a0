/** Many processes on one bank: each succeeds or says why not, and no process waits for a dead one. */

import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { LONG } from '../laws/runs.ts'
import { DESIGN_DOCS, designDocs, finishedProgress, LEGACY_BANK, PERSON, PROJECT } from './banks.ts'
import { type Outcome, PLAIN_FAILURE, Sandbox, treeOf, withoutReports } from './harness.ts'

const TEN = Array.from({ length: 10 }, (_, at) => at)

let sandbox: Sandbox
beforeEach(() => {
  sandbox = new Sandbox({ fast: true })
})
afterEach(() => sandbox.remove())

describe('ten at once', () => {
  test('without a bank, one creates it; the others have nothing to do or report that it appeared [S16] [S55]', async () => {
    sandbox.write(PROJECT)
    const ended = await Promise.all(TEN.map(() => sandbox.start(['refresh', '--yes'])))
    for (const outcome of ended) expectAnswer(outcome)
    expect(ended.filter(({ out }) => out.includes('Undo:  memory-bank undo'))).toHaveLength(1)
    expectWhole()
    expect(entries()).toHaveLength(1)
  })

  test('each with its own document: the final index has every document [S16] [S55]', async () => {
    sandbox.write({ ...PROJECT, ...DESIGN_DOCS })
    expect(sandbox.run(['init', '--yes']).code).toBe(0)
    const addAndRefresh = async (at: number) => {
      sandbox.write(designDocs(1, `own-${at}`))
      return sandbox.start(['refresh', '--yes'])
    }
    const ended = await Promise.all(TEN.map(addAndRefresh))
    for (const outcome of ended) expectAnswer(outcome)
    expect(ended.some(({ code }) => code === 0)).toBe(true)
    // Run again after a stale plan, as the message says.
    expect(sandbox.run(['refresh', '--yes']).code).toBe(0)
    const index = sandbox.read('memory-bank/details/design/index.md')
    for (const at of TEN) expect(index).toContain(`details/design/own-${at}-1.md`)
    expectWhole()
    expectPlansNothing()
  })

  test('commands of every kind succeed or report the reason, and the history lists them in order [S16] [S55]', async () => {
    sandbox.write({ ...PROJECT, ...designDocs(12) })
    expect(sandbox.run(['init', '--yes']).code).toBe(0)
    sandbox.write({
      'memory-bank/details/progress.md': finishedProgress(),
      'package.json': '{"name":"other","scripts":{"x":"y"}}',
    })
    const commands = [['refresh', '--yes'], ['undo', '--yes'], ['archive', '--yes'], ['index', '--yes'], ['status']]
    const ended = await Promise.all([...commands, ...commands, ...commands].map((command) => sandbox.start(command)))
    for (const outcome of ended) expectAnswer(outcome)
    expectSettled()
    // Replaying the history from an empty bank gives the current bank, except for people's own text.
    const replayed = replay()
    const bank = sandbox.tree()
    for (const [path, text] of replayed) expect(bank[path], path).toBe(text)
    expect(sandbox.run(['refresh', '--yes', '--on-conflict', 'overwrite']).code).toBe(0)
    for (const [path, text] of Object.entries(designDocs(12))) expect(sandbox.read(path)).toBe(text)
    expectWhole()
  })

  test('readers never see half of a migration [S16]', async () => {
    const docs = Array.from({ length: 60 }, (_, at) => [`memory-bank/docs/doc-${at}.md`, `# Doc ${at}\n\n${PERSON}\n`])
    sandbox.write({ ...LEGACY_BANK, ...Object.fromEntries(docs) })
    const migration = sandbox.start(['refresh', '--yes'])
    const readers: Outcome[] = []
    let done = false
    const read = async () => {
      while (!done) readers.push(await sandbox.start(['status', '--json']))
    }
    const reading = Promise.all([read(), read()])
    expect((await migration).code).toBe(0)
    done = true
    await reading
    const whole = new Set<string>()
    for (const { out, code, err } of readers) {
      expect(code, err).toBe(0)
      const { state, files } = JSON.parse(out)
      whole.add(`${state}, ${files} files`)
    }
    const now = JSON.parse(sandbox.run(['status', '--json']).out)
    expect([
      `legacy, ${Object.keys(LEGACY_BANK).length - Object.keys(PROJECT).length + 60} files`,
      `current, ${now.files} files`,
    ]).toEqual(expect.arrayContaining([...whole]))
    expect(readers.length).toBeGreaterThan(2)
  })
})

describe('an abandoned lock', () => {
  const DEAD_PID = 2 ** 22 + 1 // above the largest process id of Linux
  const OTHER_LOCKS: readonly (readonly [string, string | object, number])[] = [
    ['by a process whose number another has now', { pid: process.pid, started: '1', host: hostname(), token: 't' }, 0],
    ['by another machine, long ago', { pid: 1, started: '1', host: 'elsewhere', token: 't' }, 130],
    ['empty, ten seconds ago', '', 10],
    ['as something that is no lock, ten seconds ago', '[1,2]', 10],
  ]

  test.each<readonly [string, string | object, number]>([
    ['by a process that is gone', { pid: DEAD_PID, started: '1', host: hostname(), token: 't' }, 0],
    ['torn, ten seconds ago', '{"pid":12,"sta', 10],
    ...(LONG ? OTHER_LOCKS : []),
  ])('%s is broken, and by one of ten only [S16]', async (_, content, age) => {
    sandbox.write(PROJECT)
    leaveLock(content, age)
    const ended = await Promise.all(TEN.map(() => sandbox.start(['refresh', '--yes'])))
    for (const outcome of ended) expectAnswer(outcome)
    expect(ended.filter(({ out }) => out.includes('Undo:  memory-bank undo'))).toHaveLength(1)
    expectWhole()
  })

  test('and an abandoned lock for breaking it are both removed [S16]', () => {
    sandbox.write(PROJECT)
    leaveLock({ pid: DEAD_PID, started: '1', host: hostname(), token: 't' }, 0)
    leaveLock({ pid: DEAD_PID, started: '1', host: hostname(), token: 'u' }, 0, 'lock.breaking')
    expect(sandbox.run(['refresh', '--yes']).code).toBe(0)
    expectWhole()
  })
})

describe('a lock that is held', () => {
  test('is waited for, and the work is done once it is free [S16]', async () => {
    sandbox.write(PROJECT)
    const holder = await holdLock(1_000)
    expect((await sandbox.start(['init', '--yes'])).code).toBe(0)
    expect(await holder.gone, 'what was in the bank while the lock was held').toBe('nothing')
    expectWhole()
  })

  // Commands wait fifteen seconds; `lock.test.ts` waits less.
  test.runIf(LONG)(
    'by a living process, or by another machine just now, is respected: after a while the writer gives up and changes nothing [S16]',
    async () => {
      const other = new Sandbox({ fast: true })
      try {
        sandbox.write(PROJECT)
        other.write(PROJECT)
        const holder = await holdLock(40_000)
        leaveLock({ pid: 1, started: '1', host: 'elsewhere', token: 't' }, 1, 'lock', other)
        const refused = await Promise.all([sandbox.start(['init', '--yes']), other.start(['init', '--yes'])])
        holder.end()
        for (const { code, err } of refused) {
          expect(code).toBe(1)
          expect(err).toMatch(PLAIN_FAILURE)
          expect(err).toContain('Another memory-bank is writing')
        }
        expect(sandbox.tree()).toEqual({})
        expect(other.tree()).toEqual({})
        await holder.gone
      } finally {
        other.remove()
      }
    },
  )

  test('does not block readers [S16]', async () => {
    sandbox.write(PROJECT)
    expect(sandbox.run(['init', '--yes']).code).toBe(0)
    const holder = await holdLock(20_000)
    for (const command of [['status'], ['history'], ['check'], ['refresh', '--dry-run']]) {
      expect((await sandbox.start(command)).signal, command.join(' ')).toBeNull()
    }
    holder.end()
    await holder.gone
  })
})

/** Succeeds or prints one sentence. Never hangs, never ends by a signal. */
function expectAnswer({ code, signal, err }: Outcome): void {
  expect(signal).toBeNull()
  expect([0, 1, 4], err).toContain(code)
  if (code !== 0) {
    expect(withoutReports(err)).toMatch(PLAIN_FAILURE)
    expect(err).toMatch(code === 4 ? /after the plan was made|Changed again since/ : /nothing to undo/)
  }
}

/** No pending work is left, and `check` finds no error. */
function expectWhole(): void {
  expectSettled()
  const checked = sandbox.run(['check', '--json'])
  expect(JSON.parse(checked.out)).toMatchObject({ errors: 0 })
}

/** No temporary, no lock, nothing unfinished, every journal entry readable. */
function expectSettled(): void {
  const state = Object.keys(treeOf(sandbox.state))
  expect(state.filter((path) => /\/lock[^/]*$/.test(path))).toEqual([])
  expect(state.filter((path) => /\.(?:prepare|commit|rollback)\.json|\.tmp$/.test(path))).toEqual([])
  expect(Object.keys(sandbox.tree()).filter((path) => path.endsWith('.tmp'))).toEqual([])
  for (const entry of entries()) expect(entry).toMatchObject({ format: 1, changes: expect.any(Array) })
}

function expectPlansNothing(): void {
  expect(JSON.parse(sandbox.run(['refresh', '--json', '--dry-run']).out).changes).toEqual([])
}

interface Entry {
  readonly id: string
  readonly changes: readonly { kind: string; path: string; to?: string; text?: string; was?: string }[]
}

/** Journal entries, oldest first. */
function entries(): readonly Entry[] {
  const journal = join(stateFolder(sandbox), 'journal')
  return readdirSync(journal)
    .sort()
    .map((name) => JSON.parse(readFileSync(join(journal, name), 'utf8')))
}

/** The text of every file by the journal. Each change must start from the result of the one before it. */
function replay(): ReadonlyMap<string, string> {
  const files = new Map<string, string>()
  const gone = new Set<string>()
  for (const { id, changes } of entries()) {
    for (const { kind, path, to, text, was } of changes) {
      const known = files.get(path)
      if (was !== undefined && known !== undefined) expect(toBytes(was), `${id} ${path}`).toBe(known)
      if (was !== undefined) expect(gone.has(path), `${id} ${path}`).toBe(false)
      if (kind === 'move' || kind === 'remove') {
        files.delete(path)
        gone.add(path)
      }
      const target = to ?? path
      if (text !== undefined) {
        files.set(target, toBytes(text))
        gone.delete(target)
      }
    }
  }
  return files
}

/** In the form of `tree`. */
function toBytes(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1')
}

/** The program's state folder for this project, found by letting the program create it. */
function stateFolder(of: Sandbox): string {
  const root = join(of.state, 'memory-bank')
  if (!existsSync(root)) {
    // A transaction that changes nothing of the project itself: made in the same place and taken back.
    const made = of.run(['init', '--yes'])
    if (made.code !== 0) throw new Error(made.err)
    const undone = of.run(['undo', '--yes'])
    if (undone.code !== 0) throw new Error(undone.err)
  }
  const folderIn = (folder: string) => {
    const found = readdirSync(folder, { withFileTypes: true }).find((entry) => entry.isDirectory())
    return join(folder, found?.name ?? '')
  }
  return folderIn(folderIn(root))
}

function leaveLock(content: string | object, ageInSeconds: number, name = 'lock', of = sandbox): void {
  const folder = stateFolder(of)
  mkdirSync(folder, { recursive: true })
  const path = join(folder, name)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  const then = Date.now() / 1000 - ageInSeconds
  utimesSync(path, then, then)
}

/** A living process that owns the lock, as the program would write it, for so long. */
async function holdLock(forMs: number): Promise<{ gone: Promise<string>; end(): void }> {
  const lock = join(stateFolder(sandbox), 'lock')
  const script = `
    const fs = require('node:fs')
    const stat = fs.readFileSync('/proc/self/stat', 'utf8')
    const started = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
    const owner = { pid: process.pid, started, host: require('node:os').hostname(), token: 'held' }
    fs.writeFileSync(${JSON.stringify(lock)}, JSON.stringify(owner), { flag: 'wx' })
    console.log('held')
    setTimeout(() => {
      const bank = fs.existsSync(${JSON.stringify(sandbox.bank)})
      fs.rmSync(${JSON.stringify(lock)}, { force: true })
      console.log(bank ? 'a bank' : 'nothing')
    }, ${forMs})
  `
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.on('data', (text) => {
    said += text
  })
  await new Promise((held) => child.stdout.once('data', held))
  const gone = new Promise<string>((over) => child.once('close', () => over(said.trim().split('\n').at(-1) ?? '')))
  return { gone, end: () => void child.kill('SIGKILL') }
}
