/**
 * What a tool call would do, on the project as it stands: the facts the guard judges.
 *
 * Relative paths are read from where the host works, and what the agent itself wrote in this turn is not taken for a
 * person's.
 */

import { join, relative, resolve } from 'node:path'
import { overwritesPeople } from '../bank/section-memory.ts'
import type { BankPath } from '../base/bank-path.ts'
import { hashOfText } from '../base/content-hash.ts'
import type { BankRead, Occasion, ShellDanger, ToolFacts } from '../bank/event.ts'
import { BANK_FOLDER } from '../base/layout.ts'
import type { ToolCall } from '../bank/tool-call.ts'
import { filesWritten } from '../guard/bank-writes.ts'
import { occasionOf } from '../guard/signals/occasion.ts'
import { cannotTouchBank } from '../shell/cannot-touch-bank.ts'
import type { ShellJudgement } from '../shell/judge-shell.ts'
import { isCaseBlind, isInside, type PathContext, predictWrites, readsOf } from '../disk/bank/predict-writes.ts'
import { isFolder, isThere } from '../disk/disk.ts'
import { recordedText } from '../disk/git/git.ts'
import { protectedState } from '../disk/state/protected-state.ts'
import { readSections } from '../disk/state/section-store.ts'
import type { SessionValues } from '../disk/state/session-values.ts'
import type { Surroundings, Workspace } from '../disk/workspace.ts'
import { pageReached } from './page-ports.ts'

export interface PredictedCall {
  readonly facts: ToolFacts
  /** A changed file of the bank is put on this call if its path begins with one of these (S34). */
  readonly blamed: readonly string[]
  /** It is version control and nothing else. */
  readonly runsGit: boolean
}

export interface CallUnderWay extends PredictedCall {
  /** Undefined for a call that is over while its command is not. */
  readonly turn: number | undefined
  /** Files of the bank and the hash of what the call is to leave there. */
  readonly left?: readonly (readonly [path: BankPath, hash: string])[]
}

const NOT_BLAMED = { blamed: [], runsGit: false } as const
const EVERYTHING = ['']

export class CallPredictor {
  readonly #workspace: Workspace
  readonly #env: NodeJS.ProcessEnv
  /** Where the host works: what a relative path means if the event does not say. */
  readonly #folder: string
  readonly #caseBlind: boolean
  readonly #state: string
  /** What permitted writes left in each file: that block is the agent's, until its turn is over (S4). */
  readonly #left: SessionValues<string>

  constructor(workspace: Workspace, around: Surroundings, left: SessionValues<string>) {
    this.#workspace = workspace
    this.#left = left
    this.#env = around.env
    this.#folder = around.folder
    this.#caseBlind = isCaseBlind(workspace.place.bank)
    this.#state = protectedState(workspace.project, around.env)
  }

  async of(call: ToolCall, cwd: string | undefined): Promise<PredictedCall> {
    const port = pageReached(call, this.#env)
    if (port !== undefined) return { facts: { kind: 'reaches-page', port }, ...NOT_BLAMED }
    if (call.kind !== 'shell') return { facts: await this.#ofTool(call, cwd), ...NOT_BLAMED }
    const { project, place } = this.#workspace
    const folder = resolve(cwd ?? this.#folder, call.cwd ?? '')
    if (cannotTouchBank(call.command, isInside(folder, place.bank)))
      return { facts: { kind: 'shell', danger: undefined, reads: [], writes: [] }, ...NOT_BLAMED }
    // The parser is loaded when a command first needs it.
    const { judgeCommand, shellContext } = await import('./shell-context.ts')
    const around = shellContext(project, this.#state, folder, this.#env, this.#caseBlind)
    const judged = await judgeCommand(call.command, around, this.#env)
    const writes = this.#inProject(judged.projectWrites)
    return {
      facts: {
        kind: 'shell',
        danger: dangerOf(judged) ?? typedDanger(call, judged),
        reads: readsOf(judged.reads, this.#paths(undefined)),
        writes,
        ...this.#occasion(writes, call.command),
      },
      ...blaming(judged, call.command),
    }
  }

  async #ofTool(call: Exclude<ToolCall, { kind: 'shell' }>, cwd: string | undefined): Promise<ToolFacts> {
    const facts = await predictWrites(call, this.#paths(cwd))
    return facts.kind === 'writes' ? { ...facts, ...this.#occasion(filesWritten(facts), undefined) } : facts
  }

  #occasion(paths: readonly string[], command: string | undefined): { readonly occasion?: Occasion } {
    const { root } = this.#workspace.project
    const occasion = occasionOf(paths, command, {
      isThere: (path) => isThere(join(root, path)),
      isFolder: (path) => isFolder(join(root, path)),
    })
    return occasion === undefined ? {} : { occasion }
  }

  /** Files of the bank as they read now. */
  reads(paths: readonly BankPath[]): readonly BankRead[] {
    return readsOf(
      paths.map((path) => `${this.#workspace.place.bank}/${path}`),
      this.#paths(undefined),
    )
  }

  /** A permitted write has left this. */
  wasLeft(path: BankPath, text: string): void {
    this.#left.put(path, hashOfText(text))
  }

  /** Whether a permitted write left the file so, and nobody has touched it since. */
  isAgentsOwn(path: BankPath, text: string): boolean {
    return this.#left.get(path) === hashOfText(text)
  }

  #paths(cwd: string | undefined): PathContext {
    const { project, place } = this.#workspace
    return {
      project,
      state: this.#state,
      cwd: cwd ?? this.#folder,
      caseBlind: this.#caseBlind,
      home: this.#env['HOME'],
      env: this.#env,
      overwritesPeople: async (path, before, after) => {
        if (this.isAgentsOwn(path, before)) return false
        return overwritesPeople({ path, before, after }, readSections(place.state), () =>
          recordedText(place.bank, path),
        )
      },
    }
  }

  /** Paths of the project, relative to its root; what lies outside is nobody's concern here. */
  #inProject(paths: readonly string[]): readonly string[] {
    const { root } = this.#workspace.project
    return paths.flatMap((path) =>
      isInside(path, root, this.#caseBlind) ? [relative(root, path).replaceAll('\\', '/')] : [],
    )
  }
}

function dangerOf(judged: ShellJudgement): ShellDanger | undefined {
  switch (judged.kind) {
    case 'only-reads':
    case 'writes-elsewhere':
    case 'not-certain':
      return undefined
    case 'writes-config':
      return { kind: judged.kind }
    case 'writes-state':
    case 'writes-settings':
      return { kind: judged.kind, path: judged.path }
    case 'writes-bank':
    case 'runs-our-command':
      return judged
  }
}

/** Where more can be typed than we are shown, a program that waits for it can do anything. */
function typedDanger({ typed }: ToolCall & { kind: 'shell' }, { listening }: ShellJudgement): ShellDanger | undefined {
  return typed === true && listening !== undefined ? { kind: 'runs-what-is-typed', program: listening } : undefined
}

/** A command that names files of the bank answers for these, unless it only looks at them or is version control. */
function blaming(judged: ShellJudgement, command: string): Pick<PredictedCall, 'blamed' | 'runsGit'> {
  const programs = programsOf(command)
  const isHarmless = programs?.every((name) => name === 'git' || LOOKS.has(name)) === true
  const isSuspect = judged.kind === 'not-certain' && judged.suspect && !isHarmless
  return { blamed: isSuspect ? filesNamed(command) : [], runsGit: isHarmless && programs.includes('git') }
}

/** The files and folders of the bank that a command names; everything where a part of it is not known before it runs. */
function filesNamed(command: string): readonly string[] {
  const named = [...command.matchAll(NAMES_BANK)].map((match) => match[1] ?? '')
  const isUnknown = /[$`]|<\(|\.\./.test(command) || named.length === 0
  return isUnknown ? EVERYTHING : named.map((path) => path.replace(/[*?[{\\].*$/, '').replace(/\/+$/, ''))
}

const NAMES_BANK = new RegExp(`${BANK_FOLDER}/?([^\\s'";|&<>()]*)`, 'gi')

/** The programs of a plain command; undefined where something is redirected or substituted. */
function programsOf(command: string): readonly string[] | undefined {
  if (/`|\$\(|<\(|>/.test(command)) return undefined
  const plain = command.replaceAll(/'[^']*'|"(?:[^"\\]|\\.)*"/g, 'x')
  const parts = plain.split(/&&|\|\||[;|&\n]/).filter((part) => part.trim() !== '')
  return parts.map((part) => /^\s*(?:\w+=\S*\s+)*([\w.-]+)/.exec(part)?.[1] ?? '')
}

const LOOKS = new Set(['cd', 'cat', 'ls', 'echo', 'pwd', 'true', 'head', 'tail', 'wc', 'grep', 'rg', 'diff'])
