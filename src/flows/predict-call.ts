/**
 * What a tool call would do, on the project as it stands: the facts the guard judges.
 *
 * Relative paths are read from where the host works, and what the agent itself wrote in this turn is not taken for a
 * person's.
 */

import { join, relative, resolve } from 'node:path'
import { overwritesPeople } from '../bank/section-memory.ts'
import type { BankPath } from '../core/bank-path.ts'
import { hashOfText } from '../core/content-hash.ts'
import type { BankRead, Occasion, ShellDanger, ToolFacts } from '../core/event.ts'
import type { ToolCall } from '../core/tool-call.ts'
import { filesWritten } from '../guard/bank-writes.ts'
import { occasionOf } from '../guard/signals/occasion.ts'
import { cannotTouchBank } from '../shell/cannot-touch-bank.ts'
import type { ShellJudgement } from '../shell/judge-shell.ts'
import { isCaseBlind, isInside, type PathContext, predictWrites, readsOf } from '../workspace/bank/predict-writes.ts'
import { isFolder, isThere } from '../workspace/disk.ts'
import { recordedText } from '../workspace/git/git.ts'
import { protectedState } from '../workspace/state/protected-state.ts'
import { readSections } from '../workspace/state/section-store.ts'
import type { SessionValues } from '../workspace/state/session-values.ts'
import type { Surroundings, Workspace } from '../workspace/workspace.ts'
import { pageReached } from './page-ports.ts'

export interface PredictedCall {
  readonly facts: ToolFacts
  /**
   * What happens if the bank is found changed when the call is over: `nothing` is compared, a change is `shown` and
   * left, or it is `put-back` (S34).
   */
  readonly ifChanged: 'nothing' | 'shown' | 'put-back'
  /** It may run git, so that what is recorded must be noted before it begins. */
  readonly mayRecord: boolean
}

/** A call that has begun, and in which turn; undefined for one that was seen to end while its command goes on. */
export interface CallUnderWay extends PredictedCall {
  readonly turn: number | undefined
}

const NOT_COMPARED = { ifChanged: 'nothing', mayRecord: false } as const

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
    if (port !== undefined) return { facts: { kind: 'reaches-page', port }, ...NOT_COMPARED }
    if (call.kind !== 'shell') return { facts: await this.#ofTool(call, cwd), ...NOT_COMPARED }
    const { project, place } = this.#workspace
    const folder = resolve(cwd ?? this.#folder, call.cwd ?? '')
    if (cannotTouchBank(call.command, isInside(folder, place.bank)))
      return { facts: { kind: 'shell', danger: undefined, reads: [], writes: [] }, ...NOT_COMPARED }
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
      ...comparing(judged, call.command),
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

function comparing(judged: ShellJudgement, command: string): Pick<PredictedCall, 'ifChanged' | 'mayRecord'> {
  if (judged.kind === 'only-reads') return NOT_COMPARED
  // A stash that is popped, or a branch that is deleted, was recorded when the command began, and is no more.
  if (judged.kind !== 'not-certain') return { ifChanged: 'shown', mayRecord: /\bgit\b/.test(command) }
  return { ifChanged: judged.suspect ? 'put-back' : 'shown', mayRecord: true }
}
