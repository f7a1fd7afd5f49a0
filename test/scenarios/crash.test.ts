/**
 * Kills or fails the program at every file operation. The next command must find the whole old bank or the whole new
 * one, and report what it did.
 *
 * All commands write through one transaction. They run in a thread, where a kill means that no more writes reach the
 * disk, and one run shows the result of a kill at each of its operations. A migration and an addition are also killed
 * as processes, by SIGKILL, and must give the same result.
 *
 * Errors and second kills meet the transaction, not the command. They are tried where the transaction moves and removes
 * tracked files with secrets (migrate), edits several files (add), and changes the state of proposals (accept).
 *
 * MEMORY_BANK_LONG=1 tries every error at every point of every command, errors that persist and failing reads, and kills
 * every process.
 */

import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodeAddition } from '../../src/bank/decode-addition.ts'
import { Proposals } from '../../src/consent/proposals.ts'
import { openWorkspace } from '../../src/disk/workspace.ts'
import { LONG } from '../laws/runs.ts'
import { given } from '../verbs/page-project.ts'
import { DESIGN_DOCS, finishedProgress, LEGACY_BANK, PERSON, PROJECT, V70_BANK } from './banks.ts'
import {
  type Fault,
  type FaultPlan,
  type Outcome,
  PLAIN_FAILURE,
  Sandbox,
  type Tree,
  treeOf,
  withoutClock,
  withoutReports,
} from './harness.ts'
import { openPage, serve } from './page.ts'

const REQUIREMENT = ['requirement', 'Refunds', '--text', 'Money goes back', '--acceptance', 'within a day'] as const

interface Scenario {
  readonly name: string
  readonly command: readonly string[]
  /** The least number of operations. Fewer mean that the command did not do its work. */
  readonly atLeast: number
  prepare(sandbox: Sandbox): void
}

const ACCEPT = ['proposals', 'accept', '--yes'] as const
const SCENARIOS: readonly Scenario[] = [
  { name: 'init', command: ['init', '--yes'], atLeast: 40, prepare: (sandbox) => void sandbox.write(PROJECT) },
  { name: 'upgrade', command: ['refresh', '--yes'], atLeast: 20, prepare: (sandbox) => void sandbox.write(V70_BANK) },
  { name: 'migrate', command: ['refresh', '--yes'], atLeast: 50, prepare: prepareLegacy },
  { name: 'undo of an edit with secrets', command: ['undo', '--yes'], atLeast: 20, prepare: prepareSecretEdit },
  { name: 'refresh', command: ['refresh', '--yes'], atLeast: 30, prepare: prepareRefresh },
  { name: 'archive', command: ['archive', '--yes'], atLeast: 30, prepare: prepareArchive },
  { name: 'add a requirement', command: ['add', ...REQUIREMENT, '--yes'], atLeast: 30, prepare: prepareRequirements },
  { name: 'check --fix', command: ['check', '--fix', '--yes'], atLeast: 20, prepare: prepareRequirements },
  {
    name: 'undo of migrate',
    command: ['undo', '--yes'],
    atLeast: 50,
    prepare: (sandbox) => {
      prepareLegacy(sandbox)
      must(sandbox.run(['refresh', '--yes']))
    },
  },
  { name: 'accept several', command: ACCEPT, atLeast: 40, prepare: (sandbox) => prepareProposals(sandbox, 3) },
  {
    name: 'accept an edited one',
    command: ['proposals', 'edit', '--why', 'one file, no server', '--yes'],
    atLeast: 40,
    prepare: (sandbox) => prepareProposals(sandbox, 1),
  },
  {
    name: 'undo of accept',
    command: ['undo', '--yes'],
    atLeast: 30,
    prepare: (sandbox) => {
      prepareProposals(sandbox, 3)
      must(sandbox.run(ACCEPT))
    },
  },
]

// Assembled at run time, so that the repository holds no credential-shaped text.
const SECRET_VALUE = ['vT9', '#kq', 'Lw2x'].join('')
const SECRET = `password: ${SECRET_VALUE}\n`

/** The longest command and the most common one are also killed as processes. */
const KILLED_FOR_REAL = ['migrate', 'add a requirement']
const WITH_ERRORS = ['migrate', 'add a requirement', 'accept several']

const ERRORS = ['ENOSPC', 'EACCES', 'EIO'] as const

describe.each(SCENARIOS)('$name', (scenario) => {
  let bench: Bench
  beforeAll(() => {
    bench = new Bench(scenario)
  })
  afterAll(() => bench.sandbox.remove())
  /** Every nth point; in the long suite every point. */
  const points = (every: number) => upTo(bench.points.length).filter((at) => LONG || at % every === 0)
  const seen = { old: 0, new: 0 }
  const counted = { kills: 0, errors: 0 }
  const meetsErrors = LONG || WITH_ERRORS.includes(scenario.name)
  /** The bank after a kill at each point in the thread. */
  const inThread = new Map<number, 'old' | 'new'>()

  test('succeeds, and keeps every word a person wrote', () => {
    expect(bench.points.length).toBeGreaterThanOrEqual(scenario.atLeast)
    expect(bench.new).not.toEqual(bench.old)
    const before = personLines(bench.old)
    const after = personLines(bench.new).join('\n')
    for (const line of before) expect(after).toContain(line)
  })

  test('leaves the old bank or the new one after a kill at any file operation, and the next command reports which [S16]', () => {
    bench.snapshots()
    for (const at of points(1)) {
      const left = bench.settleKill(at)
      inThread.set(at, left)
      seen[left] += 1
      counted.kills += 1
    }
    // Both must occur, or the kills missed their targets.
    expect(seen.old).toBeGreaterThan(0)
    expect(seen.new).toBeGreaterThan(0)
  }, 600_000)

  test.runIf(LONG || KILLED_FOR_REAL.includes(scenario.name))(
    'leaves the same bank when killed as a process as in a thread [S16]',
    () => {
      for (const at of points(5))
        expect(bench.strike([{ at, what: 'kill' }], { asProcess: true }), `killed at ${at}`).toBe(inThread.get(at))
    },
    3_600_000,
  )

  test.runIf(meetsErrors)(
    'leaves the old bank or the new one after an error at any file operation, with a plain message [S16]',
    () => {
      const cases = points(2).flatMap((at) => {
        const codes = LONG ? ERRORS : [ERRORS[(at / 2) % ERRORS.length] ?? 'EIO']
        return codes.flatMap((what): Fault[] => [{ at, what }, ...(LONG ? [{ at, what, stays: true }] : [])])
      })
      for (const fault of cases) {
        seen[bench.strike([fault])] += 1
        counted.errors += 1
      }
      const { kills, errors } = counted
      process.stdout.write(
        `crash: ${scenario.name} ${bench.points.length} points, ${kills} kills, ${errors} errors: old ${seen.old}, new ${seen.new}\n`,
      )
    },
    3_600_000,
  )

  test.runIf(meetsErrors)(
    'leaves the old bank or the new one if the disk stays full or a permission stays missing [S16]',
    () => {
      for (const at of points(4)) bench.strike([{ at, what: at % 8 === 0 ? 'ENOSPC' : 'EACCES', stays: true }])
    },
    3_600_000,
  )

  test.runIf(meetsErrors)(
    'leaves the old bank or the new one when it fails and is then killed while restoring [S16]',
    () => {
      for (const at of points(9))
        for (const more of upTo(LONG ? 20 : 4))
          bench.strike([
            { at, what: 'EIO' },
            { at: at + more * (LONG ? 1 : 3), what: 'kill' },
          ])
    },
    3_600_000,
  )

  test.runIf(meetsErrors)(
    'is completed by a third command if the recovery is also killed [S16]',
    () => {
      const steps = LONG ? upTo(bench.points.length) : someOf(bench.points.length, 3)
      let second = 0
      for (const at of steps) second += bench.strikeTwice({ at, what: 'kill' }, LONG ? 1 : 3)
      process.stdout.write(`crash: ${scenario.name} ${second} kills during recovery\n`)
      expect(second).toBeGreaterThan(0)
    },
    3_600_000,
  )

  test('keeps a person’s edit made after the kill, and the rest is the old bank or the new one [S16]', () => {
    const cases = LONG
      ? upTo(bench.points.length).flatMap((at) => upTo(3).map((file) => ({ at, file })))
      : someOf(bench.points.length, 5).map((at) => ({ at, file: at }))
    const told = { old: 0, new: 0, none: 0 }
    for (const { at, file } of cases) told[bench.strikeAndEdit({ at, what: 'kill' }, file)] += 1
    process.stdout.write(`crash: ${scenario.name}, edited before recovery: old ${told.old}, new ${told.new}\n`)
  }, 3_600_000)

  test.runIf(LONG)(
    'leaves the old bank or the new one after an error at any read, with a plain message [S16]',
    () => {
      const count = bench.count({ reads: true }).length
      for (const at of upTo(count)) bench.strike([{ at, what: at % 2 === 0 ? 'EIO' : 'EACCES' }], { reads: true })
      process.stdout.write(`crash: ${scenario.name} ${count} points with reads\n`)
    },
    3_600_000,
  )
})

/** The file that the person has open, a word in it, and the reaction of the command to the save. */
const OPEN_FILES: Readonly<Record<string, readonly [file: string, word: string, then: 'gives way' | 'plans again']>> = {
  upgrade: ['MEMORY.md', 'My own words', 'gives way'],
  migrate: ['docs/payments.md', 'By card', 'gives way'],
  archive: ['details/progress.md', 'Progress', 'gives way'],
  'add a requirement': ['details/requirements/index.md', 'Requirements', 'plans again'],
}

describe.each(SCENARIOS.filter(({ name }) => name in OPEN_FILES))('$name, while a person saves a file', (scenario) => {
  const SAVED = `Saved just now, ${PERSON}.`
  const [file = '', from = '', then] = OPEN_FILES[scenario.name] ?? []

  test('the save stays, and the change is applied as a whole or not at all [S16]', () => {
    const bench = new Bench(scenario)
    const { sandbox } = bench
    const saved = join(sandbox.base, 'saved-by-person')
    const edit = { file: join(sandbox.bank, file), from, to: `${SAVED} ${from}`, done: saved }
    const told = { done: 0, stale: 0 }
    try {
      for (const [index, operation] of bench.points.entries()) {
        const where = `${scenario.name} at ${index + 1} (${operation})`
        sandbox.restore()
        rmSync(saved, { force: true })
        const outcome = sandbox.run(scenario.command, {
          faults: { faults: [{ at: index + 1, what: 'edit', ...edit }] },
        })
        const now = bench.picture()
        const everywhere = Object.values(now).join('\n')
        if (outcome.code === 0) {
          // Saved after the change was in place.
          told.done += 1
          if (existsSync(saved)) expect(everywhere, where).toContain(SAVED)
        } else {
          told.stale += 1
          expect(outcome.code, `${where}: ${outcome.err}`).toBe(4)
          expect(withoutReports(outcome.err), where).toMatch(PLAIN_FAILURE)
          expect(everywhere, where).toContain(SAVED)
          const path = `memory-bank/${file}`
          expect({ ...now, [path]: '' }, where).toEqual({ ...bench.old, [path]: '', 'git status': now['git status'] })
        }
      }
      expect(told.stale > 0).toBe(then === 'gives way')
    } finally {
      sandbox.remove()
    }
  }, 600_000)
})

/** A prepared project that can be restored, and the two possible banks. */
class Bench {
  readonly scenario: Scenario
  readonly sandbox = new Sandbox({ fast: true })
  readonly old: Tree
  readonly new: Tree
  readonly points: readonly string[]

  constructor(scenario: Scenario) {
    this.scenario = scenario
    scenario.prepare(this.sandbox)
    // Reports edits made by hand now, so that the interrupted run does not.
    this.sandbox.run(['status'])
    this.sandbox.save()
    this.old = this.picture()
    must(this.sandbox.run(scenario.command))
    this.new = this.picture()
    this.points = this.count({})
  }

  /** The names of the file operations of an undisturbed run. */
  count(plan: FaultPlan): readonly string[] {
    this.sandbox.restore()
    const count = join(this.sandbox.base, 'count')
    rmSync(count, { force: true })
    must(this.sandbox.run(this.scenario.command, { faults: { ...plan, count } }))
    return readFileSync(count, 'utf8').trimEnd().split('\n')
  }

  /** One run, copied before each of its operations. */
  snapshots(): void {
    const { base, project, state } = this.sandbox
    this.sandbox.restore()
    const snapshots = { into: join(base, 'kills'), of: { project, state } }
    must(this.sandbox.run(this.scenario.command, { faults: { snapshots } }))
    expect(readdirSync(snapshots.into).length).toBe(this.points.length)
  }

  /** The bank after a kill at this point and the next command. */
  settleKill(at: number): 'old' | 'new' {
    this.sandbox.restore(join('kills', String(at)))
    return this.expectSettled(`${this.scenario.name} at ${at} (${this.points[at - 1] ?? '?'}: kill)`)
  }

  /** Interrupts a new run, lets the next command recover, and returns which bank is there. */
  strike(faults: readonly Fault[], { reads = false, asProcess = false } = {}): 'old' | 'new' {
    const { sandbox, scenario } = this
    sandbox.restore()
    const where = `${scenario.name} at ${faults.map((fault) => `${fault.at} (${this.points[fault.at - 1] ?? '?'}: ${fault.what}${fault.stays ? ', stays' : ''})`).join(', ')}`
    const plan = { faults: { faults, reads } }
    const struck = asProcess ? sandbox.spawn(scenario.command, plan) : sandbox.run(scenario.command, plan)
    if (struck.signal === null) this.expectPlain(struck, where, reads)
    else expect(struck.signal, where).toBe('SIGKILL')
    return this.expectSettled(where)
  }

  /** Kills the run, then the next command at the steps of its recovery. Returns the number of these steps. */
  strikeTwice(first: Fault, every: number): number {
    const { sandbox, scenario } = this
    sandbox.restore()
    sandbox.run(scenario.command, { faults: { faults: [first] } })
    sandbox.save('killed')
    const count = join(sandbox.base, 'count')
    rmSync(count, { force: true })
    sandbox.run(['status', '--json'], { faults: { count } })
    const steps = existsSync(count) ? readFileSync(count, 'utf8').trimEnd().split('\n').length : 0
    const chosen = upTo(steps).filter((at) => at % every === 0 || at === 1)
    for (const at of chosen) {
      const where = `${scenario.name}, killed at ${first.at}, recovery killed at ${at}`
      sandbox.restore('killed')
      const recovery = sandbox.run(['status', '--json'], { faults: { faults: [{ at, what: 'kill' }] } })
      expect(recovery.signal, where).toBe('SIGKILL')
      this.expectSettled(where)
    }
    return chosen.length
  }

  /** Kills the run, adds a line to one of the files as a person would, and lets the next command recover. */
  strikeAndEdit(fault: Fault, choice: number): 'old' | 'new' | 'none' {
    const { sandbox, scenario } = this
    const SAVED = `Saved after the crash, ${PERSON}.`
    sandbox.restore()
    sandbox.run(scenario.command, { faults: { faults: [fault] } })
    const files = Object.keys(sandbox.tree()).filter((path) => /(?:^|\/)[^./][^/]*\.md$/.test(path))
    const file = files[choice % Math.max(files.length, 1)]
    if (file === undefined) return 'none'
    const where = `${scenario.name}, killed at ${fault.at} (${this.points[fault.at - 1]}), then ${file} edited`
    sandbox.write({ [`memory-bank/${file}`]: `${sandbox.read(`memory-bank/${file}`)}\n${SAVED}\n` })
    const next = sandbox.run(['status', '--json'])
    expect([next.code, withoutReports(next.err)], where).toEqual([0, ''])
    expect(this.unfinished(), where).toEqual([])
    const now = this.picture()
    const holding = Object.keys(now).filter((path) => now[path]?.includes(SAVED))
    expect(holding.length, where).toBe(1)
    const theirs = [`memory-bank/${file}`, ...holding]
    const isTheirs = (path: string) => path === 'git status' || theirs.some((one) => one === path || isAbove(path, one))
    const besides = (tree: Tree) => Object.fromEntries(Object.entries(tree).filter(([path]) => !isTheirs(path)))
    const isNew = JSON.stringify(besides(now)) === JSON.stringify(besides(this.new))
    if (!isNew) expect(besides(now), where).toEqual(besides(this.old))
    return isNew ? 'new' : 'old'
  }

  /** A command that was not killed has applied everything or gives a plain reason, and its message is true. */
  expectPlain(struck: Outcome, where: string, reads: boolean): void {
    const now = this.picture()
    if (struck.code === 0) {
      expect(now, where).toEqual(this.new)
      return
    }
    // A file that cannot be looked at counts as new: a conflict.
    expect(reads ? [1, 4] : [1], `${where}: ${struck.err}`).toContain(struck.code)
    expect(withoutReports(struck.err), where).toMatch(PLAIN_FAILURE)
    if (struck.err.includes('Everything is as it was before')) expect(now, where).toEqual(this.old)
  }

  /** The next command completes or reverts pending work and reports it; the bank is one of the two. */
  expectSettled(where: string): 'old' | 'new' {
    const kept = Object.values(treeOf(this.sandbox.state)).join('\n')
    expect(kept.includes(SECRET_VALUE), `${where}: a secret stands in the journal`).toBe(false)
    const pending = this.unfinished()
    const next = this.sandbox.run(['status', '--json'])
    expect(withoutReports(next.err), where).toBe('')
    expect(next.code, where).toBe(0)
    const { recovered } = JSON.parse(next.out)
    const now = this.picture()
    const bank = JSON.stringify(now) === JSON.stringify(this.old) ? 'old' : 'new'
    if (bank === 'new') expect(now, where).toEqual(this.new)
    expect(this.unfinished(), where).toEqual([])
    // Every pending transaction is reported, and nothing else.
    expect(recovered.length, where).toBe(pending.length)
    for (const one of recovered) {
      expect(one.outcome, where).toBe(bank === 'new' ? 'finished' : 'undone')
      expect(one.left, where).toEqual([])
    }
    return bank
  }

  /** Unfinished transactions in the journal. */
  unfinished(): readonly string[] {
    return Object.keys(treeOf(this.sandbox.state)).filter((path) => /\.(?:prepare|commit|rollback)\.json$/.test(path))
  }

  picture(): Tree {
    return pictureOf(this.sandbox)
  }
}

/** The whole project without timestamps, its git status, and the statuses of proposals. */
function pictureOf(sandbox: Sandbox): Tree {
  const files = Object.entries(withoutClock(sandbox.tree('.'))).filter(([path]) => !path.startsWith('.git/'))
  const git = readdirSync(sandbox.project).includes('.git') ? sandbox.git('status', '--porcelain', '-uall') : ''
  const proposals = Object.entries(treeOf(sandbox.state)).flatMap(([path, text]) => {
    const status = /proposals\/\w+\.(\w+)\.json$/.exec(path)?.[1]
    // Compare the accepted words. An open proposal may have a person's edit already.
    return status === undefined ? [] : [status === 'accepted' ? `accepted ${text}` : status]
  })
  return { ...Object.fromEntries(files), 'git status': git, proposals: proposals.sort().join('\n') }
}

interface Begun {
  /** Resolves when it has answered or ended. */
  readonly isOver: Promise<unknown>
  /** Kills the process and resolves when it has ended. */
  kill(): Promise<unknown>
}

/** Kills at random moments, in units of the undisturbed duration. */
async function strikeAtRandom(
  sandbox: Sandbox,
  kills: number,
  begin: () => Promise<Begun>,
): Promise<{ readonly old: number; readonly new: number }> {
  const before = pictureOf(sandbox)
  const started = performance.now()
  const first = await begin()
  const ready = performance.now()
  await first.isOver
  const takes = performance.now() - ready
  await first.kill()
  const after = pictureOf(sandbox)
  expect(after['proposals']).toContain('accepted')
  const seen = { old: 0, new: 0 }
  for (const _ of upTo(kills)) {
    sandbox.restore()
    const run = await begin()
    const part = Math.random() * 1.2
    await Promise.race([run.isOver, new Promise((done) => setTimeout(done, part * takes))])
    await run.kill()
    const next = await sandbox.start(['status', '--json'])
    expect([next.code, next.err]).toEqual([0, ''])
    const now = pictureOf(sandbox)
    const isNew = now['proposals'] === after['proposals']
    expect(now, `killed after ${part} of ${takes} ms, begun in ${ready - started} ms`).toEqual(isNew ? after : before)
    seen[isNew ? 'new' : 'old'] += 1
  }
  return seen
}

/** Resolves when the program begins to write, or has ended. */
async function isWriting(child: ChildProcess, sandbox: Sandbox): Promise<void> {
  const names = () => readdirSync(sandbox.state, { recursive: true, encoding: 'utf8' })
  while (child.exitCode === null && child.signalCode === null && !names().some((name) => basename(name) === 'lock'))
    await new Promise((next) => setImmediate(next))
}

describe('an acceptance killed at a random moment', () => {
  test.runIf(LONG).each([
    ['of one', 1],
    ['of several', 3],
  ])(
    '%s in the terminal is complete, or has not happened [S16] [S42]',
    async (name, count) => {
      const sandbox = new Sandbox({ fast: true })
      try {
        prepareProposals(sandbox, count)
        sandbox.save()
        const seen = await strikeAtRandom(sandbox, 200, async () => {
          const child = spawn(process.execPath, [sandbox.program, ...ACCEPT], {
            cwd: sandbox.project,
            env: sandbox.env(),
            stdio: 'ignore',
          })
          const isOver = new Promise((done) => child.on('close', done))
          await isWriting(child, sandbox)
          const kill = () => {
            child.kill('SIGKILL')
            return isOver
          }
          return { isOver, kill }
        })
        process.stdout.write(`crash: 200 random kills of accept ${name}: old ${seen.old}, new ${seen.new}\n`)
      } finally {
        sandbox.remove()
      }
    },
    3_600_000,
  )

  test('on the page is complete, or has not happened [S16] [S42]', async () => {
    const sandbox = new Sandbox({ fast: true })
    try {
      prepareProposals(sandbox, 3)
      sandbox.save()
      const kills = LONG ? 200 : 2
      const seen = await strikeAtRandom(sandbox, kills, async () => {
        const served = await serve(sandbox)
        const page = await openPage(served.link())
        const items = []
        for (const { id } of (await page?.get('/api/proposals'))?.body.proposals ?? []) {
          const { hash, planHash } = (await page?.get(`/api/review?id=${id}`))?.body ?? {}
          items.push({ id, hash, planHash })
        }
        const answered = page?.post('/api/accept', { items }).catch(() => undefined)
        const kill = () => {
          try {
            served.kill('SIGKILL')
          } catch {
            // The process has already ended.
          }
          return served.ended
        }
        return { isOver: Promise.race([answered, served.ended]), kill }
      })
      process.stdout.write(`crash: ${kills} random kills of the page's accept: old ${seen.old}, new ${seen.new}\n`)
    } finally {
      sandbox.remove()
    }
  }, 3_600_000)
})

/** Makes pending proposals of decisions by an agent. */
function prepareProposals(sandbox: Sandbox, count: number): void {
  sandbox.write(PROJECT)
  must(sandbox.run(['init', '--yes']))
  const around = { folder: sandbox.project, env: sandbox.env(), now: () => new Date(), progress: () => {} }
  const workspace = given(openWorkspace(around))
  const additions = upTo(count).map((at) =>
    given(
      decodeAddition({
        kind: 'decision',
        title: `Decision ${at}`,
        why: `reason ${at}`,
        given_up: 'the other way',
        applies_to: 'all',
      }),
    ),
  )
  given(new Proposals(workspace).propose('s', additions, []))
}

/** Tracked and untracked files, some with secrets. */
function prepareLegacy(sandbox: Sandbox): void {
  sandbox.write(LEGACY_BANK)
  for (const path of ['brief.md', 'ideas.md', 'docs/payments.md'])
    sandbox.write({ [`memory-bank/${path}`]: `${sandbox.read(`memory-bank/${path}`)}\n${SECRET}` })
  sandbox.git('init', '-q')
  sandbox.git('add', 'memory-bank/tech.md', 'package.json')
  sandbox.git('commit', '-qm', 'Begin')
}

function prepareRefresh(sandbox: Sandbox): void {
  sandbox.write(PROJECT)
  must(sandbox.run(['init', '--yes']))
  const manifest = JSON.parse(sandbox.read('package.json'))
  sandbox.write({
    ...DESIGN_DOCS,
    'package.json': JSON.stringify({ ...manifest, scripts: { test: 'vitest', start: 'node .' } }),
  })
}

/** The undo removes a secret and restores one. No other file has them. */
function prepareSecretEdit(sandbox: Sandbox): void {
  sandbox.write(V70_BANK)
  sandbox.write({ 'memory-bank/MEMORY.md': sandbox.read('memory-bank/MEMORY.md').replace('- Payments', `- ${SECRET}`) })
  must(sandbox.run(['refresh', '--yes']))
}

/** Nine requirements, so that an index is required, and an index that is out of date. */
function prepareRequirements(sandbox: Sandbox): void {
  sandbox.write(PROJECT)
  must(sandbox.run(['init', '--yes']))
  for (const at of upTo(9))
    sandbox.write({
      [`memory-bank/details/requirements/REQ-00${at}-own.md`]: `# REQ-00${at} Own ${at}\n\nStatus: Accepted. ${PERSON}\n`,
    })
  sandbox.write({ 'memory-bank/details/requirements/index.md': `# Requirements\n\nMine, ${PERSON}.\n` })
}

function prepareArchive(sandbox: Sandbox): void {
  sandbox.write(PROJECT)
  must(sandbox.run(['init', '--yes']))
  sandbox.write({ 'memory-bank/details/progress.md': finishedProgress() })
}

function personLines(tree: Tree): readonly string[] {
  return Object.entries(tree).flatMap(([path, text]) =>
    path.startsWith('memory-bank/')
      ? text.split('\n').filter((line) => line.includes(PERSON) && !isHighlight(line))
      : [],
  )
}

/** A migration quotes decisions in rows of MEMORY.md. Its undo removes the quotation, never the decision. */
function isHighlight(line: string): boolean {
  return line.startsWith('| ')
}

function isAbove(folder: string, path: string): boolean {
  return folder.endsWith('/') && path.startsWith(folder)
}

function must(outcome: Outcome): void {
  if (outcome.code !== 0) throw new Error(`exit ${outcome.code}: ${outcome.err}${outcome.out}`)
}

function upTo(count: number): readonly number[] {
  return Array.from({ length: count }, (_, at) => at + 1)
}

/** A few numbers spread over 1 … count. */
function someOf(count: number, few: number): readonly number[] {
  return upTo(few).map((at) => Math.round((at * count) / (few + 1)))
}
