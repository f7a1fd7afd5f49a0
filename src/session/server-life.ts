/** The heartbeat of a process that serves a whole session: it says so once, and whoever hears a message asks whether it still lives (S37). */

import { ServerRecord } from '../disk/state/processes.ts'
import type { Workspace } from '../disk/workspace.ts'

/** This process serves the session; `over`: nobody does any longer. */
export function noteServer({ place }: Workspace, session: string, what: 'serves' | 'over'): void {
  const record = new ServerRecord(place.state)
  if (what === 'serves') record.serves(session)
  else record.forget(session)
}

/** A process served the session, and has ended though the session has not. */
export function isServerGone({ place }: Workspace, session: string): boolean {
  return new ServerRecord(place.state).isGone(session)
}
