/** What the flows of the guard work with: one project, its sessions, and what is known of calls under way. */

import { isAgentShell } from '../core/agent-shell.ts'
import { maskSecrets } from '../secrets/mask.ts'
import type { Surroundings, Workspace } from '../workspace/workspace.ts'
import { Agreements } from './agreements.ts'
import type { GuardMemory } from './guard-memory.ts'
import { chooseLanguage } from './guard-policy.ts'
import { Openings } from './openings.ts'
import { CallPredictor } from './predict-call.ts'
import { RecursionGuard } from './recursion-guard.ts'
import { SessionRecalls } from './session-recalls.ts'
import { Sessions } from './sessions.ts'
import { TurnWrites } from './turn-writes.ts'
import { CallVerifier } from './verify-call.ts'

export interface GuardParts {
  readonly workspace: Workspace
  /** Events are replayed: nothing ran, so that nothing is stamped or put back. */
  readonly replays: boolean
  readonly sessions: Sessions
  /** What a call would do, and what it really did. */
  readonly predictor: CallPredictor
  readonly verifier: CallVerifier
  /** The agent's own writes of each turn. */
  readonly writes: TurnWrites
  readonly questions: RecursionGuard
  readonly openings: Openings
  readonly recalls: SessionRecalls
  readonly agreements: Agreements
  /** The host was started from an agent's shell: nobody who speaks here is a person. */
  readonly isNested: boolean
  /** Something of ours failed, here or outside: work goes on and `doctor` is told. */
  readonly tellDoctor: (what: string) => void
}

export function openParts(
  workspace: Workspace,
  around: Surroundings,
  memory: GuardMemory,
  replays: boolean,
): GuardParts {
  const tellDoctor = (what: string): void => {
    try {
      memory.log.failed(maskSecrets(what), workspace.now())
    } catch {
      // There is nowhere to write it, and the work matters more.
    }
  }
  const sessions = new Sessions(memory.log, memory.sizeOf)
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
    writes: new TurnWrites(workspace, memory.writes),
    questions: new RecursionGuard((session) => sessions.state(session).parent),
    openings: new Openings(workspace, memory.log, sessions, tellDoctor),
    recalls: new SessionRecalls(workspace),
    agreements: new Agreements(workspace, memory.log, sessions, {
      failed: tellDoctor,
      wrote: (paths) => verifier.accept(paths),
      isAgentsOwn: (path, text) => predictor.isAgentsOwn(path, text),
    }),
    tellDoctor,
  }
}
