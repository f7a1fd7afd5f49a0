/** The parts of a guard: one project, its sessions and their running calls. */

import { isAgentShell } from '../base/agent-shell.ts'
import type { Words } from '../base/language.ts'
import { SettingsWatch } from '../disk/project/settings-watch.ts'
import { type SessionValues, valuesInMemory } from '../disk/state/session-values.ts'
import { UseLog } from '../disk/state/use-log.ts'
import type { Surroundings, Workspace } from '../disk/workspace.ts'
import type { FileNotes } from './file-notes.ts'
import type { GuardMemory } from './guard-memory.ts'
import { chooseLanguage } from './guard-policy.ts'
import { Openings } from './openings.ts'
import { CallPredictor } from './predict-call.ts'
import { RecursionGuard } from './recursion-guard.ts'
import { SessionBlock } from './session-block.ts'
import type { SessionConsent } from './session-consent.ts'
import { SessionRecalls } from './session-recalls.ts'
import { Sessions } from './sessions.ts'
import { TurnWrites } from './turn-writes.ts'
import { UseCounter } from './use-counter.ts'
import { CallVerifier } from './verify-call.ts'

export interface GuardParts {
  readonly workspace: Workspace
  /** True if events are replayed. No tool ran, so nothing is recorded or put back. */
  readonly replays: boolean
  readonly sessions: Sessions
  /** Predicts the effect of a call; the verifier compares it with the real one. */
  readonly predictor: CallPredictor
  readonly verifier: CallVerifier
  readonly settings: SettingsWatch
  /** The agent's writes of each turn. */
  readonly writes: TurnWrites
  readonly recursion: RecursionGuard
  readonly openings: Openings
  readonly recalls: SessionRecalls
  readonly block: SessionBlock
  readonly consent: LazyConsent
  /** Notes about files, if this process lives as long as its sessions (S28). */
  readonly fileNotes: (() => Promise<FileNotes>) | undefined
  /** Index changes at the end of a turn that were not reported yet, by session. */
  readonly turnNotes: SessionValues<readonly Words[]>
  readonly uses: UseCounter
  /** Notes that wait for a call's result. */
  readonly held: Pick<GuardMemory, 'notes'>
  /** True if the host was started from an agent's shell. Its messages are then not a person's. */
  readonly isNested: boolean
  /** Records a failure of Memory Bank for `doctor`. */
  readonly tellDoctor: (what: string) => Promise<void>
}

/**
 * The code for proposals and plans is large. It is loaded when a proposal or plan is requested or waits for an answer.
 */
interface LazyConsent {
  load(): Promise<SessionConsent>
  /** Undefined if nothing waits in this session. */
  waitingIn(session: string): Promise<SessionConsent | undefined>
}

/** The lifetime of this process: one event, as long as its sessions, or a replay. */
export type Life = 'event' | 'session' | 'replay'

export function openParts(workspace: Workspace, around: Surroundings, memory: GuardMemory, life: Life): GuardParts {
  const replays = life === 'replay'
  const tellDoctor = async (what: string): Promise<void> => {
    try {
      const { maskSecrets } = await import('../secrets/mask.ts')
      memory.log.failed(maskSecrets(what), workspace.now())
    } catch {
      // If nothing can be written, the work still continues.
    }
  }
  const sessions = new Sessions(memory.log, memory.sizeOf)
  const block = new SessionBlock(memory.log, sessions, workspace.showsBlocks === true)
  const uses = new UseCounter(workspace, sessions, memory.counts ? useLogOf(workspace) : undefined, tellDoctor)
  const predictor = new CallPredictor(workspace, around, memory.left)
  const verifier = new CallVerifier(
    workspace,
    () => chooseLanguage(workspace),
    memory,
    replays,
    (session, paths) =>
      sessions.record(
        session,
        paths.map((path) => ({ at: 'unconfirmed', path })),
      ),
  )
  return {
    workspace,
    replays,
    isNested: isAgentShell(around.env),
    sessions,
    predictor,
    verifier,
    settings: new SettingsWatch(workspace.project.root, around.env, memory.settings),
    writes: new TurnWrites(workspace, memory, verifier.ledger),
    recursion: new RecursionGuard((session) => sessions.state(session).parent),
    openings: new Openings(workspace, memory.log, sessions, uses, tellDoctor),
    recalls: new SessionRecalls(workspace),
    block,
    turnNotes: valuesInMemory(),
    uses,
    held: memory,
    consent: lazyConsent(sessions, ({ SessionConsent }) => {
      return new SessionConsent(workspace, memory.log, sessions, block, {
        failed: tellDoctor,
        wrote: (paths) => verifier.accept(paths),
        isAgentsOwn: (path, text) => predictor.isAgentsOwn(path, text),
      })
    }),
    fileNotes: life === 'session' ? lazyFileNotes(workspace, sessions, around.folder) : undefined,
    tellDoctor,
  }
}

/** Undefined if counting is switched off. */
function useLogOf({ config, place }: Workspace): UseLog | undefined {
  return config.usage === 'off' ? undefined : new UseLog(place.state)
}

function lazyFileNotes(workspace: Workspace, sessions: Sessions, folder: string): () => Promise<FileNotes> {
  let made: FileNotes | undefined
  return async () => {
    if (made !== undefined) return made
    const from = await import('./file-notes.ts')
    made ??= new from.FileNotes(workspace, sessions, folder)
    return made
  }
}

function lazyConsent(
  sessions: Sessions,
  make: (from: typeof import('./session-consent.ts')) => SessionConsent,
): LazyConsent {
  let made: SessionConsent | undefined
  const load = async (): Promise<SessionConsent> => {
    const from = await import('./session-consent.ts')
    made ??= make(from)
    return made
  }
  return {
    load,
    async waitingIn(session) {
      const { proposal, accepted, reopened, planAccepted } = sessions.state(session)
      const waits = [proposal, accepted, reopened, made].some((one) => one !== undefined) || planAccepted
      return waits ? load() : undefined
    },
  }
}
