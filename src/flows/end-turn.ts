/** The end of a turn, and the end of a session. */

import type { GuardParts } from './guard-parts.ts'

/**
 * What the agent wrote is remembered as ours, and can be undone (S4). Returns what must still be told of commands that
 * were left running.
 */
export async function endTurn({ verifier, writes, replays }: GuardParts, session: string): Promise<string | undefined> {
  if (replays) return undefined
  const late = await verifier.verifyRunning(session)
  verifier.forgetCalls(session)
  await writes.end(session)
  return late.kind === 'note' ? late.text : undefined
}

/** A session whose user answers elsewhere is over: it leaves nothing behind but what it proposed. */
export async function leaveSession(parts: GuardParts, session: string): Promise<void> {
  await endTurn(parts, session)
  const { sessions, openings, verifier, writes, questions, recalls } = parts
  sessions.forget(session)
  openings.forget(session)
  verifier.forgetSession(session)
  writes.forget(session)
  questions.forget(session)
  recalls.forget(session)
}

/** The session is over, and with it what still waited for the person's word. */
export async function endSession(parts: GuardParts, session: string): Promise<void> {
  const waiting = await parts.agreements.waitingIn(session)
  await waiting?.ended(session)
  await leaveSession(parts, session)
}
