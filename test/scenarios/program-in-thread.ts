/**
 * Runs the program in a thread of the test process. It is loaded once and called per command, which saves the
 * start-up. Built to test/.program by `test/build-program.ts`; `ProgramThread` talks to it.
 */

import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { workerData } from 'node:worker_threads'
import { main } from '../../src/cli/program.ts'
import { processTerminal } from '../../src/cli/terminal.ts'
import type { Job, Outcome, ThreadData } from './program-thread.ts'
import { struck } from './struck.ts'

const { port, done }: ThreadData = workerData

port.on('message', async (job: Job) => {
  port.postMessage(await run(job).catch(failure))
  Atomics.store(done, 0, 1)
  Atomics.notify(done, 0)
})

async function run(job: Job): Promise<Outcome> {
  const said = { out: '', err: '' }
  const lines = job.input.split('\n')
  // Encodes and decodes like a pipe: half a character becomes the replacement character.
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
  const call = () => withStandardInput(job.input, () => main(job.args, job.env, terminal, job.cwd))
  if (job.faults === undefined) return { code: await call(), signal: null, ...said }
  const { end } = await struck(job.faults, call)
  if (end.kind === 'killed') return { code: null, signal: 'SIGKILL', ...said }
  return { code: end.value, signal: null, ...said }
}

/** A read of file descriptor 0 gets the input of the job, not that of the test process. */
async function withStandardInput<T>(input: string, act: () => Promise<T>): Promise<T> {
  const { readFileSync } = fs
  const read = (...[path, ...rest]: Parameters<typeof readFileSync>) =>
    path === 0 ? input : readFileSync(path, ...rest)
  fs.readFileSync = Object.assign(read, readFileSync) as typeof readFileSync
  syncBuiltinESMExports()
  try {
    return await act()
  } finally {
    fs.readFileSync = readFileSync
    syncBuiltinESMExports()
  }
}

/** An error in the test code: every outcome of the program has a code or a signal. */
function failure(error: unknown): Outcome {
  return {
    code: null,
    signal: null,
    out: '',
    err: error instanceof Error ? (error.stack ?? error.message) : String(error),
  }
}
