/** The end of a turn, and the end of a session. */

import { pageOf } from '../bank/page.ts'
import type { BankPath } from '../base/bank-path.ts'
import { indexedFolderOf } from '../base/layout.ts'
import { pageNow } from '../disk/bank/preconditions.ts'
import type { GuardState } from '../guard/state.ts'
import { unlisted } from '../plan/unlisted.ts'
import type { GuardParts } from './guard-parts.ts'

/**
 * What the agent wrote is remembered as ours and can be undone (S4), and the indexes follow what it wrote or read (S6,
 * S26). Returns what must still be told of commands that were left running.
 */
export async function endTurn(parts: GuardParts, session: string): Promise<string | undefined> {
  const { sessions, verifier, writes, replays, workspace, told } = parts
  if (replays) return undefined
  const late = await verifier.endTurn(session, sessions.state(session).turn)
  const { changes, notes } = await writes.end(session, askedByName(sessions.state(session), workspace.place.bank))
  await verifier.accept(changes.map((change) => change.path))
  sessions.wrote(session, changes)
  if (notes.length > 0) told.put(session, notes)
  return late.kind === 'note' ? late.text : undefined
}

/** The documents of this turn's reading that the index beside them does not know. */
function askedByName({ read, turn }: GuardState, bank: string): readonly BankPath[] {
  const ofTurn = [...read].flatMap(([path, one]) =>
    one.turn === turn && indexedFolderOf(path) !== undefined ? [path] : [],
  )
  if (ofTurn.length === 0) return []
  return unlisted(ofTurn, (path) => {
    const text = pageNow(bank, path)
    return text === undefined ? undefined : pageOf(text, path)
  })
}

/** A session whose user answers elsewhere is over: it leaves nothing behind but what it proposed. */
export async function leaveSession(parts: GuardParts, session: string): Promise<void> {
  await endTurn(parts, session)
  const { sessions, openings, verifier, settings, writes, questions, recalls, uses } = parts
  uses.flush()
  sessions.forget(session)
  openings.forget(session)
  verifier.forgetSession(session)
  settings.forget(session)
  writes.forget(session)
  questions.forget(session)
  recalls.forget(session)
}

/** The session is over, and with it what still waited for the person's word. */
export async function endSession(parts: GuardParts, session: string): Promise<void> {
  const waiting = await parts.consent.waitingIn(session)
  waiting?.ended(session)
  await leaveSession(parts, session)
}
