/** A project under guard, with real files and git, and a host that really runs what was not refused. */

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MARKER } from '../../src/bank/blocks.ts'
import type { Verdict } from '../../src/bank/event.ts'
import { readToolCalls } from '../../src/hosts/tool-call.ts'
import { Guard } from '../../src/session/guard.ts'
import type { Proposed } from '../../src/session/session-consent.ts'
import { trust } from '../../src/verbs/trust.ts'
import { type Files, temporaryFolder, writeFiles } from '../disk/temporary-folder.ts'
import { oldBlock } from '../old-block.ts'

export type Args = Readonly<Record<string, unknown>>

const BLOCK = oldBlock(
  '<!-- MEMORY_BANK_TEMPLATE:v7.1 -->\n# Project Memory\n\n## Current Focus\n\n- Ship the cart.\n\n## Decision Highlights\n\n| Decision | Date | Binds |\n|---|---|---|\n| Use SQLite | 2026-01-02 | storage |\n',
  '2026-01-02T00:00:00Z',
)
export const ENTRY = `${MARKER.machineStart}\n${BLOCK}${MARKER.machineEnd}\n\n${MARKER.userStart}\nOur own notes.\n${MARKER.userEnd}\n`
export const PATTERNS = '# Patterns\n\nEverything is small and written down in plain words.\n'

export const BANK: Files = {
  'memory-bank/MEMORY.md': ENTRY,
  'memory-bank/details/patterns.md': PATTERNS,
  'memory-bank/details/tech.md': '# Tech\n\nThe stack in a few words.\n',
}

/** Outcome of a call: the answers before and after it, and whether it ran. */
export interface Outcome {
  readonly before: Verdict
  readonly after: Verdict | undefined
}

export class GuardedProject {
  readonly root: string
  readonly state: string
  readonly #env: NodeJS.ProcessEnv
  guard: Guard
  #calls = 0

  constructor(
    files: Files = BANK,
    options: { readonly env?: NodeJS.ProcessEnv; readonly git?: boolean; readonly folder?: string } = {},
  ) {
    this.root = temporaryFolder({ 'src/app.ts': 'code\n', ...files })
    this.state = temporaryFolder()
    this.#env = {
      PATH: process.env['PATH'],
      HOME: this.state,
      XDG_STATE_HOME: this.state,
      LANG: 'C.UTF-8',
      MEMORY_BANK_GUARD_MODE: 'block',
      MEMORY_BANK_WRITER: 'direct',
      ...options.env,
    }
    if (options.git !== false) {
      this.git('init', '-q', '-b', 'main')
      this.commit('first')
    }
    this.guard = this.open(options.folder)
  }

  /** A guard of a new process, over the same files. */
  open(folder = '.'): Guard {
    const opened = Guard.open(this.surroundings(folder))
    if (!opened.ok) throw new Error(opened.problem.code)
    return opened.value
  }

  surroundings(folder: string): Parameters<typeof Guard.open>[0] {
    return {
      folder: join(this.root, folder),
      env: this.#env,
      now: () => new Date('2026-03-01T12:00:00Z'),
      progress: () => {},
    }
  }

  /** As hosts have it whose events come to several processes: nothing is kept but on the disk. */
  share(): Guard {
    const opened = Guard.openShared(this.surroundings('.'))
    if (!opened.ok) throw new Error(opened.problem.code)
    return opened.value
  }

  /** As a person who runs `memory-bank trust`. */
  trust(): void {
    trust({ folder: this.root, env: this.#env }, 'remember')
  }

  restart(): void {
    this.guard = this.open()
  }

  git(...args: readonly string[]): string {
    const identity = {
      GIT_AUTHOR_NAME: 'a',
      GIT_AUTHOR_EMAIL: 'a@b',
      GIT_COMMITTER_NAME: 'a',
      GIT_COMMITTER_EMAIL: 'a@b',
      GIT_CONFIG_GLOBAL: '/dev/null',
    }
    return execFileSync('git', args, {
      cwd: this.root,
      env: { ...process.env, ...identity },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  }

  commit(message: string): void {
    this.git('add', '-A')
    this.git('commit', '-q', '-m', message)
  }

  read(path: string): string | undefined {
    return existsSync(join(this.root, path)) ? readFileSync(join(this.root, path), 'utf8') : undefined
  }

  write(path: string, text: string): void {
    writeFiles(this.root, { [path]: text })
  }

  remove(path: string): void {
    rmSync(join(this.root, path), { recursive: true })
  }

  async said(text: string, session = 's'): Promise<void> {
    await this.guard.handle({ kind: 'user-said', session, text })
  }

  /** The agent proposes, and prints what it was given as its last words. */
  async propose(session: string, input: unknown): Promise<Proposed> {
    const proposed = await this.guard.propose(session, input)
    await this.guard.handle({ kind: 'assistant-said', session, text: proposed.text })
    return proposed
  }

  request(call: string, tool: string, args: Args, session = 's'): Promise<Verdict> {
    return this.guard
      .handle({ kind: 'tool-requested', session, call, calls: readToolCalls(tool, args) })
      .then(({ verdict }) => verdict)
  }

  finish(call: string, tool: string, args: Args, session = 's'): Promise<Verdict> {
    return this.guard
      .handle({ kind: 'tool-finished', session, call, calls: readToolCalls(tool, args) })
      .then(({ verdict }) => verdict)
  }

  /** Asks the guard, runs the call unless it is refused, and reports the end of the call. */
  async call(tool: string, args: Args, session = 's', run: () => void = () => this.#run(tool, args)): Promise<Outcome> {
    this.#calls += 1
    const id = `call${this.#calls}`
    const before = await this.request(id, tool, args, session)
    if (before.kind === 'refuse') return { before, after: undefined }
    run()
    return { before, after: await this.finish(id, tool, args, session) }
  }

  bash(command: string, session = 's', meanwhile: () => void = () => {}): Promise<Outcome> {
    return this.call('bash', { command }, session, () => {
      this.run(command)
      meanwhile()
    })
  }

  run(command: string): void {
    try {
      execFileSync('bash', ['-c', command], { cwd: this.root, stdio: 'ignore', env: { ...process.env, ...this.#env } })
    } catch {
      // Only the files matter, not the exit code.
    }
  }

  #run(tool: string, args: Args): void {
    const { filePath, content, oldString, newString } = args
    if (typeof filePath !== 'string') return
    const path = join(this.root, filePath)
    if (tool === 'write' && typeof content === 'string') this.write(filePath, content)
    if (tool === 'edit' && typeof oldString === 'string' && typeof newString === 'string') {
      writeFileSync(
        path,
        readFileSync(path, 'utf8').replace(oldString, () => newString),
      )
    }
  }
}

export function told(verdict: Verdict | undefined): string {
  return verdict === undefined ? 'did not run' : verdict.kind === 'allow' ? 'allow' : `${verdict.kind} ${verdict.rule}`
}

/** A command that hides what it does from anybody who only reads it. */
export function hidden(program: string): string {
  const codes = [...program].map((letter) => letter.charCodeAt(0) ^ 7)
  return `node -e "eval([${codes}].map((code) => String.fromCharCode(code ^ 7)).join(''))"`
}
