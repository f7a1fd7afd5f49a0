/** Many processes at one bank: every one has its way or says why not, and nobody waits for the dead. */

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
  test('on no bank: one makes it, the others have nothing to do or are told that it appeared [S16] [S55]', async () => {
    sandbox.write(PROJECT)
    const ended = await Promise.all(TEN.map(() => sandbox.start(['refresh', '--yes'])))
    for (const outcome of ended) expectAnswer(outcome)
    expect(ended.filter(({ out }) => out.includes('[Memory Bank updated]'))).toHaveLength(1)
    expectWhole()
    expect(entries()).toHaveLength(1)
  })

  test('each with a document of its own: every document is in the index in the end [S16] [S55]', async () => {
    sandbox.write({ ...PROJECT, ...DESIGN_DOCS })
    expect(sandbox.run(['init', '--yes']).code).toBe(0)
    const addAndRefresh = async (at: number) => {
      sandbox.write(designDocs(1, `own-${at}`))
      return sandbox.start(['refresh', '--yes'])
    }
    const ended = await Promise.all(TEN.map(addAndRefresh))
    for (const outcome of ended) expectAnswer(outcome)
    expect(ended.some(({ code }) => code === 0)).toBe(true)
    // Whoever was told that the plan went stale runs again, as the message says.
    expect(sandbox.run(['refresh', '--yes']).code).toBe(0)
    const index = sandbox.read('memory-bank/details/design/index.md')
    for (const at of TEN) expect(index).toContain(`details/design/own-${at}-1.md`)
    expectWhole()
    expectPlansNothing()
  })

  test('of every kind: each has its way or says why not, and the history tells what happened in order [S16] [S55]', async () => {
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
    // Replayed from nothing, the history gives the bank that stands there, but for what people wrote themselves.
    const replayed = replay()
    const bank = sandbox.tree()
    for (const [path, text] of replayed) expect(bank[path], path).toBe(text)
    expect(sandbox.run(['refresh', '--yes', '--on-conflict', 'overwrite']).code).toBe(0)
    for (const [path, text] of Object.entries(designDocs(12))) expect(sandbox.read(path)).toBe(text)
    expectWhole()
  })

  test('those who only read never see half of a migration [S16]', async () => {
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

describe('a lock that was left', () => {
  const DEAD_PID = 2 ** 22 + 1 // above what Linux hands out
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
    expect(ended.filter(({ out }) => out.includes('[Memory Bank updated]'))).toHaveLength(1)
    expectWhole()
  })

  test('and the lock for breaking it too, are both broken [S16]', () => {
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

  // Fifteen seconds of patience; `lock.test.ts` gives up sooner.
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

  test('does not keep anybody from reading [S16]', async () => {
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

/** Done, or told why not in one sentence; never hung, never ended by a signal. */
function expectAnswer({ code, signal, err }: Outcome): void {
  expect(signal).toBeNull()
  expect([0, 1, 4], err).toContain(code)
  if (code !== 0) {
    expect(withoutReports(err)).toMatch(PLAIN_FAILURE)
    expect(err).toMatch(code === 4 ? /after the plan was made|Changed again since/ : /nothing to undo/)
  }
}

/** Settled, and `check` finds no error. */
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

/** The journal, oldest first. */
function entries(): readonly Entry[] {
  const journal = join(stateFolder(sandbox), 'journal')
  return readdirSync(journal)
    .sort()
    .map((name) => JSON.parse(readFileSync(join(journal, name), 'utf8')))
}

/** What the journal says stands in every file it touched last; each change must begin where the one before it ended. */
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

/** As `tree` shows it. */
function toBytes(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1')
}

/** Where the program keeps its state for this project, found by letting it make the folder. */
function stateFolder(of: Sandbox): string {
  const root = join(of.state, 'memory-bank')
  if (!existsSync(root)) {
    // A transaction that changes nothing of the project itself: made in the same place and taken back.
    const made = of.run(['init', '--yes'])
    if (made.code !== 0) throw new Error(made.err)
    const undone = of.run(['undo', '--yes'])
    if (undone.code !== 0) throw new Error(undone.err)
  }
  const repository = readdirSync(root)[0] ?? ''
  const folder = join(root, repository)
  return join(folder, readdirSync(folder)[0] ?? '')
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
