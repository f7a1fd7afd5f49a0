/**
 * Predicts the effect of a tool call on the project: the facts that the guard judges.
 *
 * Relative paths start in the host's folder. The agent's own writes of this turn do not count as a person's.
 */

import { join, relative, resolve } from 'node:path'
import type { BankRead, Occasion, ShellDanger, ToolFacts } from '../bank/event.ts'
import { overwritesPeople } from '../bank/section-memory.ts'
import type { ToolCall } from '../bank/tool-call.ts'
import type { BankPath } from '../base/bank-path.ts'
import { hashOfText } from '../base/content-hash.ts'
import { BANK_FOLDER } from '../base/layout.ts'
import { entriesIn, isFolder, isThere } from '../disk/disk.ts'
import { recordedText } from '../disk/git/git.ts'
import { isCaseBlind, isInside } from '../disk/real-path.ts'
import { readSections } from '../disk/state/section-store.ts'
import type { SessionValues } from '../disk/state/session-values.ts'
import { KEY_NAME, protectedState } from '../disk/state/state-folder.ts'
import type { Surroundings, Workspace } from '../disk/workspace.ts'
import { filesWritten } from '../guard/bank-writes.ts'
import { firstSourceOf, occasionOf } from '../guard/signals/occasion.ts'
import { cannotTouchBank } from '../shell/cannot-touch-bank.ts'
import type { ShellJudgement } from '../shell/judge-shell.ts'
import { portOfPage } from './page-ports.ts'
import { type PathContext, predictWrites, readsOf } from './predict-writes.ts'

export interface PredictedCall {
  readonly facts: ToolFacts
  /** A changed file of the bank is blamed on this call if its path begins with one of these (S34). */
  readonly blamed: readonly string[]
  /** The command runs git, and otherwise only reads or changes the folder. */
  readonly runsGit: boolean
  /** The command is known to only read, so it cannot run Memory Bank either. */
  readonly looks?: true
}

export interface CallUnderWay extends PredictedCall {
  /** Undefined for a call that has returned while its command still runs. */
  readonly turn: number | undefined
  /** The transactions before a command, by the ends of their ids. */
  readonly journal?: readonly string[]
  /** The weaker values of memory-bank.json before a command. */
  readonly weaker?: readonly string[]
  /** Files of the bank, each with the hash that the call is expected to leave. */
  readonly left?: readonly (readonly [path: BankPath, hash: string])[]
}

const NOT_BLAMED = { blamed: [], runsGit: false } as const
const EVERYTHING = ['']

export class CallPredictor {
  readonly #workspace: Workspace
  readonly #env: NodeJS.ProcessEnv
  /** The host's folder: base of relative paths, if the event names none. */
  readonly #folder: string
  readonly #caseBlind: boolean
  readonly #state: string
  /** The hash that a permitted write left in each file. Until the turn ends, that text counts as the agent's (S4). */
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
    const port = portOfPage(call, this.#env)
    if (port !== undefined) return { facts: { kind: 'reaches-page', port }, ...NOT_BLAMED }
    if (call.kind !== 'shell') return { facts: await this.#ofTool(call, cwd), ...NOT_BLAMED }
    const { project, place } = this.#workspace
    const folder = resolve(cwd ?? this.#folder, call.cwd ?? '')
    if (cannotTouchBank(call.command, isInside(folder, place.bank)))
      return { facts: { kind: 'shell', danger: undefined, reads: [], writes: [] }, ...NOT_BLAMED, looks: true }
    // The parser is large and is loaded with the first command that needs it.
    const { judgeCommand, shellContext } = await import('./shell-context.ts')
    const around = shellContext(project, this.#state, folder, this.#env, this.#caseBlind)
    const judged = await judgeCommand(call.command, around, this.#env)
    if (judged.showsKey || call.command.includes(KEY_NAME)) return { facts: { kind: 'reads-key' }, ...NOT_BLAMED }
    const writes = this.#inProject(judged.projectWrites)
    return {
      facts: {
        kind: 'shell',
        danger: dangerOf(judged) ?? typedDanger(call, judged),
        reads: readsOf(judged.reads, this.#paths(undefined)),
        writes,
        ...this.#begun(writes, call.command, /\bmv\b/.test(call.command)),
      },
      ...blameFor(judged, call.command),
    }
  }

  async #ofTool(call: Exclude<ToolCall, { kind: 'shell' }>, cwd: string | undefined): Promise<ToolFacts> {
    const facts = await predictWrites(call, this.#paths(cwd))
    if (facts.kind !== 'writes') return facts
    return { ...facts, ...this.#begun(filesWritten(facts), undefined, moves(call)) }
  }

  /** What the call begins. Looking for first source files reads the disk, so it depends on the setting `docFirst`. */
  #begun(
    paths: readonly string[],
    command: string | undefined,
    isMove: boolean,
  ): { readonly occasion?: Occasion; readonly begins?: string } {
    const { project, config } = this.#workspace
    const disk = {
      isThere: (path: string) => isThere(join(project.root, path)),
      isFolder: (path: string) => isFolder(join(project.root, path)),
      namesIn: (folder: string) => entriesIn(join(project.root, folder)).map(({ name }) => name),
    }
    const occasion = occasionOf(paths, command, disk)
    const begins = config.guard.docFirst === 'off' || isMove ? undefined : firstSourceOf(paths, disk)
    return { ...(occasion === undefined ? {} : { occasion }), ...(begins === undefined ? {} : { begins }) }
  }

  /** Files of the bank with their current hashes. */
  reads(paths: readonly BankPath[]): readonly BankRead[] {
    return readsOf(
      paths.map((path) => `${this.#workspace.place.bank}/${path}`),
      this.#paths(undefined),
    )
  }

  /** Records the text that a permitted write left. */
  recordWrite(path: BankPath, text: string): void {
    this.#left.put(path, hashOfText(text))
  }

  /** Whether the file is still as a permitted write left it. */
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

  /** Paths inside the project, relative to its root. Other paths are dropped. */
  #inProject(paths: readonly string[]): readonly string[] {
    const { root } = this.#workspace.project
    return paths.flatMap((path) =>
      isInside(path, root, this.#caseBlind) ? [relative(root, path).replaceAll('\\', '/')] : [],
    )
  }
}

function moves(call: ToolCall): boolean {
  if (call.kind !== 'writes') return false
  return call.writes.some(
    (write) => write.kind === 'move' || (write.kind === 'patch' && /^(?:\*\*\* Move to:|rename to )/m.test(write.text)),
  )
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

/** If the host does not show later input, a program that reads input can do anything. */
function typedDanger({ typed }: ToolCall & { kind: 'shell' }, { listening }: ShellJudgement): ShellDanger | undefined {
  return typed === true && listening !== undefined ? { kind: 'runs-what-is-typed', program: listening } : undefined
}

/** A changed file is blamed on a command that names it, unless the command only reads or runs git. */
function blameFor(judged: ShellJudgement, command: string): Pick<PredictedCall, 'blamed' | 'runsGit'> {
  const isSuspect = judged.kind === 'not-certain' && judged.suspect && !judged.runsGit
  return { blamed: isSuspect ? namedFiles(command) : [], runsGit: judged.runsGit }
}

/** The files and folders of the bank that a command names, or everything if parts of it are known only when it runs. */
function namedFiles(command: string): readonly string[] {
  const named = [...command.matchAll(NAMES_BANK)].map((match) => match[1] ?? '')
  const isUnknown = /[$`]|<\(|\.\./.test(command) || named.length === 0
  return isUnknown ? EVERYTHING : named.map((path) => path.replace(/[*?[{\\].*$/, '').replace(/(?<!\/)\/+$/, ''))
}

const NAMES_BANK = new RegExp(`${BANK_FOLDER}/?([^\\s'";|&<>()]*)`, 'gi')
