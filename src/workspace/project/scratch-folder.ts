/**
 * A new folder for files and for the programs that run in it. Nothing is left of either, also when this process is
 * told to stop meanwhile.
 */

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { childProcess, operatingSystem } from '../built-in.ts'

export interface ScratchFolder {
  readonly folder: string
  write(files: Readonly<Record<string, string>>): void
  run(program: string, args: readonly string[], options: RunOptions): Promise<Ended>
  remove(): void
}

interface RunOptions {
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  readonly patience: number
}

interface Ended {
  readonly ending: 'ended' | 'timed-out'
  /** The end of what it printed. */
  readonly said: string
}

const MOST_SAID = 4_000

export function makeScratchFolder(): ScratchFolder {
  const folder = realpathSync(mkdtempSync(join(operatingSystem().tmpdir(), 'memory-bank-proof-')))
  const running = new Set<number>()
  // A host's helpers may still be closing files.
  const clear = () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  const stop = (signal: NodeJS.Signals) => {
    for (const pid of running) endGroup(pid)
    clear()
    forgetSignals()
    process.kill(process.pid, signal)
  }
  const forgetSignals = () => {
    for (const signal of SIGNALS) process.off(signal, stop)
  }
  for (const signal of SIGNALS) process.on(signal, stop)
  return {
    folder,
    write(files) {
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(path), { recursive: true })
        writeFileSync(path, text)
      }
    },
    run: (program, args, options) => run(program, args, options, running),
    remove() {
      clear()
      forgetSignals()
    },
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

function run(program: string, args: readonly string[], options: RunOptions, running: Set<number>): Promise<Ended> {
  return new Promise((done) => {
    const child = childProcess().spawn(program, args, {
      cwd: options.cwd,
      env: options.env,
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, so that what it started ends with it.
      detached: process.platform !== 'win32',
      shell: process.platform === 'win32' && /\.(?:cmd|bat)$/i.test(program),
    })
    const { pid } = child
    if (pid !== undefined) running.add(pid)
    let said = ''
    const hear = (chunk: Buffer) => {
      said = (said + chunk.toString('utf8')).slice(-MOST_SAID)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    let ending: Ended['ending'] = 'ended'
    const timer = setTimeout(() => {
      ending = 'timed-out'
      endGroup(pid)
    }, options.patience)
    child.on('error', (error) => {
      said += error.message
    })
    child.on('close', () => {
      clearTimeout(timer)
      endGroup(pid)
      if (pid !== undefined) running.delete(pid)
      done({ ending, said: said.trim() })
    })
  })
}

/** The process and all it started; those that are gone already need no ending. */
function endGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL')
  } catch {
    // gone
  }
}
