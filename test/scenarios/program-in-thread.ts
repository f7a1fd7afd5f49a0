/**
 * The program in a thread of the test's own process: loaded once, called for each command, so that a command costs its
 * work and not a start. Built to test/.program by `test/build-program.ts`; `ProgramThread` talks to it.
 */

import childProcess from 'node:child_process'
import { createRequire } from 'node:module'
import { workerData } from 'node:worker_threads'
import { main } from '../../src/cli/program.ts'
import { processTerminal } from '../../src/cli/terminal.ts'
import type { FaultPlan, Job, Outcome, ThreadData } from './program-thread.ts'

interface Faults {
  isDead(): boolean
  disarm(): void
}

const { arm }: { arm(plan: FaultPlan, kill: (name: string) => never): Faults } = createRequire(import.meta.url)(
  '../scenarios/fault-injector.cjs',
)
const { port, done }: ThreadData = workerData

port.on('message', async (job: Job) => {
  port.postMessage(await run(job).catch(failure))
  Atomics.store(done, 0, 1)
  Atomics.notify(done, 0)
})

async function run(job: Job): Promise<Outcome> {
  const said = { out: '', err: '' }
  const lines = job.input.split('\n')
  // `Buffer.from` and back, as a pipe would: half a character becomes the replacement character.
  const asBytes = (text: string) => Buffer.from(text, 'utf8').toString('utf8')
  const terminal = processTerminal(job.env, {
    isTerminal: () => false,
    write(stream, text) {
      said[stream === 1 ? 'out' : 'err'] += asBytes(text)
      return undefined
    },
    readLine: () => (lines.length > 1 ? lines.shift() : lines.shift() || undefined),
  })
  process.env = job.env
  process.exitCode = undefined
  const call = () => main(job.args, job.env, terminal, job.cwd)
  const code = job.faults === undefined ? await call() : await struck(job.faults, call)
  return code === 'killed' ? { code: null, signal: 'SIGKILL', ...said } : { code, signal: null, ...said }
}

/** A flaw of the test's own parts: no outcome of the program has neither code nor signal. */
function failure(error: unknown): Outcome {
  return {
    code: null,
    signal: null,
    out: '',
    err: error instanceof Error ? (error.stack ?? error.message) : String(error),
  }
}

/** A kill in a thread: the run continues in vain, and what it leaves behind belongs to a process that is gone. */
async function struck(plan: FaultPlan, call: () => Promise<number>): Promise<number | 'killed'> {
  const own = { pid: process.pid, spawnSync: childProcess.spawnSync }
  const faults = arm(plan, (name) => {
    throw new Error(`killed at ${name}`)
  })
  Object.defineProperty(process, 'pid', { value: NOBODY, configurable: true })
  childProcess.spawnSync = ((...args: Parameters<typeof own.spawnSync>) => {
    if (faults.isDead()) throw new Error('killed before a process')
    return own.spawnSync(...args)
  }) as typeof own.spawnSync
  try {
    const code = await call()
    return faults.isDead() ? 'killed' : code
  } finally {
    faults.disarm()
    childProcess.spawnSync = own.spawnSync
    Object.defineProperty(process, 'pid', { value: own.pid, configurable: true })
  }
}

/** Larger than any process number that Linux gives. */
const NOBODY = 2 ** 30
