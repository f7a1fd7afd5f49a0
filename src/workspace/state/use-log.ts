/**
 * What is noted of the use of a bank (S56): one small file per session, appended to by every process that serves it, and
 * shared by all worktrees of the repository. Sessions are known by a hash of their ids, times by their day.
 *
 * Noting never fails what it is noted of: where nothing can be written, nothing is counted.
 */

import { appendFileSync, mkdirSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { hashOfText } from '../../core/content-hash.ts'
import { decodeRecord, encodeRecord, type UseRecord } from '../../core/use-record.ts'
import { isThere, namesIn, readIfThere } from '../disk.ts'
import { putBounded } from './session-values.ts'

/** A session that fills this has shown what it uses. */
const MOST_BYTES = 256 * 1024
/** With more sessions than this in files of their own, what is over is put together. */
const MOST_OPEN = 100

export const OPEN_ENDING = '.jsonl'
export const TAKEN_ENDING = '.taken'

/** The name of a session's file that nobody appends to any more; `mark` tells it from others of the session. */
export function takenName(path: string, mark: string): string {
  return `${path.slice(0, -OPEN_ENDING.length)}.${mark}${TAKEN_ENDING}`
}

/** All worktrees of a repository have one; found from the state folder of any of them. */
export function usesFolder(state: string): string {
  return join(dirname(state), 'use')
}

/** The mark of a person who does not want use to be counted here. */
export function offMark(state: string): string {
  return join(dirname(state), 'use-off')
}

/** Where the sessions are noted that are not put together yet. */
export function openFolder(state: string): string {
  return join(usesFolder(state), 'sessions')
}

interface Noted {
  readonly lines: Set<string>
  bytes: number
}

export class UseLog {
  readonly #folder: string
  readonly #off: string
  readonly #noted = new Map<string, Noted>()
  #ended = 0

  constructor(state: string) {
    this.#folder = openFolder(state)
    this.#off = offMark(state)
  }

  /** A use that is noted already is not noted again; what something cost always is. */
  add(session: string, records: readonly UseRecord[]): void {
    try {
      const noted = this.#of(session)
      const lines = records.flatMap((record) => {
        const line = encodeRecord(record)
        return record.kind === 'use' && noted.lines.has(line) ? [] : [line]
      })
      if (lines.length === 0 || noted.bytes > MOST_BYTES || isThere(this.#off)) return
      if (!isThere(this.#folder)) mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
      // The line end comes first: a line that a crash cut short then spoils no other.
      const bytes = Buffer.from(lines.map((line) => `\n${line}`).join(''))
      appendFileSync(this.#path(session), bytes, { mode: 0o600 })
      noted.bytes += bytes.length
      for (const line of lines) noted.lines.add(line)
    } catch {
      return // a full or read-only disk: work goes on, and this is not counted
    }
  }

  /** What is noted of a session so far. */
  of(session: string): readonly UseRecord[] {
    return [...this.#of(session).lines].flatMap((line) => recordIn(line) ?? [])
  }

  /** The session is over: what is noted of it can be put together at once. */
  end(session: string): void {
    try {
      const path = this.#path(session)
      if (isThere(path)) renameSync(path, takenName(path, `${process.pid}-${this.#ended}`))
      this.#ended += 1
      this.#noted.delete(session)
    } catch {
      return // it is put together once it is at rest
    }
  }

  /** So many sessions have files of their own that it is time to put together what is over. */
  isCrowded(): boolean {
    return namesIn(this.#folder).length > MOST_OPEN
  }

  #of(session: string): Noted {
    const known = this.#noted.get(session)
    if (known !== undefined) return known
    const text = readIfThere(this.#path(session)) ?? ''
    const noted = { lines: new Set(text.split('\n').filter((line) => line !== '')), bytes: text.length }
    putBounded(this.#noted, session, noted)
    return noted
  }

  #path(session: string): string {
    return join(this.#folder, `${hashOfText(session)}${OPEN_ENDING}`)
  }
}

/** The records of a file; a line that is damaged or not ours is left out. */
export function recordsIn(text: string): readonly UseRecord[] {
  return text.split('\n').flatMap((line) => (line === '' ? [] : (recordIn(line) ?? [])))
}

function recordIn(line: string): UseRecord | undefined {
  try {
    return decodeRecord(JSON.parse(line))
  } catch {
    return undefined // cut short by a crash: that use is lost, the others are not
  }
}
