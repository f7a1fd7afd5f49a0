/** Calls the program in a thread and waits for it, as `spawnSync` waits for a process. */

import { join } from 'node:path'
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads'

export interface Outcome {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly out: string
  readonly err: string
}

export interface Fault {
  readonly at: number
  readonly what: 'kill' | 'ENOSPC' | 'EACCES' | 'EIO' | 'edit'
  readonly stays?: boolean
  readonly file?: string
  readonly from?: string
  readonly to?: string
  /** A file that is created after the edit. */
  readonly done?: string
}

export interface FaultPlan {
  readonly faults?: readonly Fault[]
  readonly reads?: boolean
  readonly count?: string
  /** Copies of these folders after a kill at each operation. */
  readonly snapshots?: { readonly into: string; readonly of: Readonly<Record<string, string>> }
  /** The folders whose file operations get faults. */
  readonly folders?: readonly string[]
}

export interface Job {
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
  readonly cwd: string
  readonly input: string
  readonly faults?: FaultPlan
}

export interface ThreadData {
  readonly port: MessagePort
  /** 1 if the port has the answer to the last job. */
  readonly done: Int32Array
}

const PROGRAM = join(import.meta.dirname, '../.program/program-in-thread.cjs')

export class ProgramThread {
  #thread: { readonly worker: Worker; readonly port: MessagePort; readonly done: Int32Array } | undefined

  run(job: Job, patienceMs: number): Outcome {
    this.#thread ??= begin()
    const { worker, port, done } = this.#thread
    Atomics.store(done, 0, 0)
    port.postMessage(job)
    const until = Date.now() + patienceMs
    // A late notification of the last job may end the wait for this one.
    while (Atomics.load(done, 0) === 0 && Date.now() < until) Atomics.wait(done, 0, 0, until - Date.now())
    const answer = receiveMessageOnPort(port)
    if (answer !== undefined) return answer.message
    // A command that hangs is ended with its thread; the next command starts a new one.
    this.#thread = undefined
    void worker.terminate()
    return { code: null, signal: 'SIGTERM', out: '', err: '' }
  }
}

function begin() {
  const { port1: port, port2 } = new MessageChannel()
  const done = new Int32Array(new SharedArrayBuffer(4))
  const data: ThreadData = { port: port2, done }
  const worker = new Worker(PROGRAM, { workerData: data, transferList: [port2], stderr: false })
  worker.unref()
  port.unref()
  return { worker, port, done }
}
