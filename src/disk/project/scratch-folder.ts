/**
 * A new folder for files and for the programs that run in it. Nothing is left of either, also when this process is
 * told to stop meanwhile.
 */

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { childProcess, operatingSystem } from '../built-in.ts'
import { textOfRegular } from '../open-file.ts'
import { inTerminal } from './pseudo-terminal.ts'

export interface ScratchFolder {
  readonly folder: string
  write(files: Readonly<Record<string, string>>): void
  run(program: string, args: readonly string[], options: RunOptions): Promise<Ended>
  /** The same in a terminal of its own, until `isOver` says so; it did not begin where there is none. */
  runInTerminal(program: string, args: readonly string[], options: TerminalOptions): Promise<Ended>
  remove(): void
}

interface RunOptions {
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  readonly patience: number
}

interface TerminalOptions extends RunOptions {
  isOver(): boolean
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
    async runInTerminal(program, args, options) {
      const pidFile = join(folder, 'terminal.pid')
      const words = inTerminal([program, ...args], pidFile, options.env)
      if (words === undefined) return { ending: 'ended', said: '' }
      const ended = await run(words.program, words.args, options, running, options.isOver)
      endGroup(Number(textOfRegular(pidFile, PID)) || undefined)
      return ended
    },
    remove() {
      clear()
      forgetSignals()
    },
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

const PID = { bytes: 100 }
const LOOKS_MS = 100

/** `isOver`: asked now and then whether it shall be ended. A program in a terminal is not left without an input. */
function run(
  program: string,
  args: readonly string[],
  options: RunOptions,
  running: Set<number>,
  isOver?: () => boolean,
): Promise<Ended> {
  return new Promise((done) => {
    const child = childProcess().spawn(program, args, {
      cwd: options.cwd,
      env: options.env,
      stdio: [isOver === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
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
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    const looks = setInterval(() => {
      if (isOver?.() === true) endGroup(pid)
    }, LOOKS_MS)
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
      clearInterval(looks)
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
