/**
 * Which process serves a session, where one lives as long as the session does: so that another process can tell when it
 * is gone (S37). A record that nobody clears, and a thousand of them, are cleared away like all that is kept by session.
 */

import { join } from 'node:path'
import { isAlive } from './alive.ts'
import { valuesInFiles } from './session-values.ts'

export class ServerRecord {
  readonly #pids

  constructor(stateFolder: string) {
    const folder = join(stateFolder, 'under-way', 'servers')
    this.#pids = valuesInFiles(folder, (raw) => (typeof raw === 'number' && raw > 0 ? raw : undefined))
  }

  /** This process serves the session. */
  serves(session: string): void {
    this.#pids.put(session, process.pid)
  }

  /** The session has begun anew, or is over: whoever served it does no longer. */
  forget(session: string): void {
    this.#pids.remove(session)
  }

  /** A process served the session, and is there no more. */
  isGone(session: string): boolean {
    const pid = this.#pids.get(session)
    return pid !== undefined && !isAlive(pid)
  }
}
