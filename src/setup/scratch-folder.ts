/**
 * A temporary folder for files and for programs that run in it. A signal that stops this process also ends the programs
 * and removes the folder.
 */

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { childProcess, operatingSystem } from '../disk/built-in.ts'
import { textOfRegular } from '../disk/open-file.ts'
import { findProgram } from './find-program.ts'

export interface ScratchFolder {
  readonly folder: string
  write(files: Readonly<Record<string, string>>): void
  run(program: string, args: readonly string[], options: RunOptions): Promise<Ended>
  /** Runs a program in a pseudo-terminal until `isOver`. Does nothing if no pseudo-terminal is available. */
  runInTerminal(program: string, args: readonly string[], options: TerminalOptions): Promise<Ended>
  /** Also ends the host's helper processes: they outlive it, and one that writes later would create the folder again. */
  remove(): Promise<void>
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
  /** The end of its output. */
  readonly said: string
}

const MOST_SAID = 4_000

export function makeScratchFolder(): ScratchFolder {
  const folder = realpathSync(mkdtempSync(join(operatingSystem().tmpdir(), 'memory-bank-proof-')))
  const running = new Set<number>()
  const clear = () => {
    const isBusy = endHelpers(folder)
    return removed(folder) && !isBusy
  }
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
    async remove() {
      const until = Date.now() + CLOSING_MS
      for (let looks = 0; looks < GONE_LOOKS && Date.now() < until; looks = clear() ? looks + 1 : 0)
        await new Promise((again) => setTimeout(again, LOOKS_MS))
      forgetSignals()
    },
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

const PID = { bytes: 100 }
const LOOKS_MS = 100
const CLOSING_MS = 20_000
/** A helper can start while the processes are listed. Without /proc, none are listed: helpers get this time to end. */
const GONE_LOOKS = 3

/** Ends the processes whose environment or working directory names the folder. True if there was one. */
function endHelpers(folder: string): boolean {
  const helpers = existsSync('/proc/self') ? readdirSync('/proc').filter((pid) => isHelper(pid, folder)) : []
  for (const pid of helpers) endProcess(Number(pid))
  return helpers.length > 0
}

function isHelper(pid: string, folder: string): boolean {
  try {
    return `${readFileSync(`/proc/${pid}/environ`)} ${readlinkSync(`/proc/${pid}/cwd`)}`.includes(folder)
  } catch {
    return false
  }
}

/** `rmSync` lists a folder once, so it fails if another process writes a file meanwhile. */
function removed(folder: string): boolean {
  try {
    rmSync(folder, { recursive: true, force: true })
    return true
  } catch {
    return false
  }
}

/** Polls `isOver` and ends the program once it is true. With `isOver`, the program's input stays open. */
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
      // In its own process group, so that its children end with it.
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

/** Ends the process and its children. */
function endGroup(pid: number | undefined): void {
  if (pid !== undefined) endProcess(process.platform === 'win32' ? pid : -pid)
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // already gone
  }
}

interface TerminalCommand {
  readonly program: string
  readonly args: readonly string[]
}

/**
 * The command that starts a program in a pseudo-terminal; undefined if there is none. Its process first writes its id
 * into `pidFile`, because it has its own session and does not end with its parent.
 */
export function inTerminal(
  [program, ...args]: readonly [string, ...string[]],
  pidFile: string,
  env: NodeJS.ProcessEnv,
): TerminalCommand | undefined {
  const script = process.platform === 'win32' ? undefined : findProgram('script', env)
  if (script === undefined) return undefined
  const command = `echo $$ > ${quoted(pidFile)}; exec ${[program, ...args].map(quoted).join(' ')}`
  return process.platform === 'linux'
    ? { program: script, args: ['-qec', command, '/dev/null'] }
    : { program: script, args: ['-q', '/dev/null', '/bin/sh', '-c', command] }
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`
}
