/**
 * What a tool call would do, on the project as it stands: the facts the guard judges.
 *
 * Relative paths are read from where the host works, and a block the agent itself left unstamped in this
 * turn is not taken for a person's.
 */

import { relative, resolve } from 'node:path'
import type { BankPath } from '../core/bank-path.ts'
import { hashOfText } from '../core/content-hash.ts'
import type { BankRead, ToolFacts } from '../core/event.ts'
import type { ToolCall } from '../core/tool-call.ts'
import { isHandEdited } from '../refresh/conflicts.ts'
import { cannotTouchBank } from '../shell/precheck.ts'
import { foresee, isCaseBlind, isInside, readsOf, type Sight } from '../workspace/bank/predict-writes.ts'
import { committedText } from '../workspace/git/git.ts'
import { protectedState } from '../workspace/state/protected-state.ts'
import type { SessionValues } from '../workspace/state/session-values.ts'
import type { Surroundings, Workspace } from '../workspace/workspace.ts'
import { shellContext } from './shell-context.ts'

export interface Foreseen {
  readonly facts: ToolFacts
  /** A change of the bank meanwhile would likely be this command's. */
  readonly plausible: boolean
  /** It cannot touch the bank: nothing needs comparing afterwards. */
  readonly certain: boolean
}

const NOTHING_SHELL: ToolFacts = { kind: 'shell', danger: undefined, reads: [], writes: [] }

export class Foresight {
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

  async of(call: ToolCall, cwd: string | undefined): Promise<Foreseen> {
    if (call.kind !== 'shell') return { facts: foresee(call, this.#sight(cwd)), plausible: false, certain: true }
    const { project, place } = this.#workspace
    const folder = resolve(cwd ?? this.#folder, call.cwd ?? '')
    if (cannotTouchBank(call.command, isInside(folder, place.bank)))
      return { facts: NOTHING_SHELL, plausible: false, certain: true }
    const context = shellContext(project, this.#state, folder, this.#env, this.#caseBlind)
    // The parser is loaded when a command first needs it.
    const { judgeShell } = await import('../shell/judge-shell.ts')
    const judged = judgeShell(call.command, context)
    const danger =
      judged.kind === 'harmless' || judged.kind === 'undecidable'
        ? undefined
        : judged.kind === 'writes-config'
          ? { kind: judged.kind }
          : judged.kind === 'writes-state'
            ? { kind: judged.kind, path: judged.path }
            : judged
    return {
      facts: {
        kind: 'shell',
        danger,
        reads: readsOf(judged.reads, this.#sight(undefined)),
        writes: this.#inProject(judged.projectWrites),
      },
      plausible: judged.kind === 'undecidable' && judged.plausible,
      certain: false,
    }
  }

  /** Files of the bank as they read now. */
  reads(paths: readonly BankPath[]): readonly BankRead[] {
    return readsOf(
      paths.map((path) => `${this.#workspace.place.bank}/${path}`),
      this.#sight(undefined),
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

  #sight(cwd: string | undefined): Sight {
    const { project, place } = this.#workspace
    return {
      project,
      state: this.#state,
      cwd: cwd ?? this.#folder,
      caseBlind: this.#caseBlind,
      home: this.#env['HOME'],
      editedByHand: (path, text) => {
        if (!isHandEdited(path, text, undefined)) return undefined
        const hash = hashOfText(text)
        const isOurs = this.isAgentsOwn(path, text) || !isHandEdited(path, text, committedText(place.bank, path))
        return isOurs ? undefined : hash
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
