/**
 * What sessions remember, on the disk: one file of moments per session, appended to, so that a session
 * goes on in a new process and several processes never lose each other's lines.
 *
 * Moments carry no text of users or files. A session that ends leaves nothing; forgotten ones are
 * cleared away by age.
 */

import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { hashOfText } from '../../base/content-hash.ts'
import { isMissing, isThere, namesIn, readIfThere, readJson, removeIfThere, replaceDurably } from '../disk.ts'

const FORGOTTEN_AFTER_MS = 30 * 24 * 60 * 60 * 1000
const MOST_SESSIONS = 500
const FAILURES = 'failures.log'
const MOST_FAILURE_BYTES = 64 * 1024

export type SessionMemory = Omit<SessionLog, 'prune' | 'failures'>

/** A log that keeps nothing, for sessions that are only replayed. */
export function forgetfulLog(): SessionMemory {
  return {
    append: () => 0,
    size: () => 0,
    read: () => [],
    opening: () => undefined,
    keepOpening() {},
    forgetOpening() {},
    keepQuestion() {},
    question: () => undefined,
    takeQuestion: () => undefined,
    failed() {},
    end() {},
  }
}

export class SessionLog {
  readonly #folder: string

  constructor(stateFolder: string) {
    this.#folder = join(stateFolder, 'sessions')
  }

  /** Returns by how many bytes the log has grown. */
  append(session: string, moments: readonly unknown[]): number {
    if (moments.length === 0) return 0
    if (!isThere(this.#folder)) mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    // The line end comes first: a line that a crash cut short then spoils no other.
    const lines = moments.map((moment) => `\n${JSON.stringify(moment)}`).join('')
    const bytes = Buffer.from(lines)
    appendFileSync(this.#path(session, 'jsonl'), bytes, { mode: 0o600 })
    return bytes.length
  }

  /** In bytes: it grows with every moment, whoever appends it. */
  size(session: string): number {
    return statSync(this.#path(session, 'jsonl'), { throwIfNoEntry: false })?.size ?? 0
  }

  /** The session's moments; a line that a crash cut short is left out. */
  read(session: string): readonly unknown[] {
    const text = readIfThere(this.#path(session, 'jsonl')) ?? ''
    try {
      // Parsing all lines at once takes a tenth of the time.
      return JSON.parse(`[${text.trim().replaceAll('\n', ',')}]`)
    } catch {
      return momentsOneByOne(text)
    }
  }

  /** The opening this session was given; kept so that every process sends the same bytes (S21). */
  opening(session: string): string | undefined {
    return readIfThere(this.#path(session, 'opening'))
  }

  keepOpening(session: string, text: string): void {
    this.#put(session, 'opening', text)
  }

  forgetOpening(session: string): void {
    removeIfThere(this.#path(session, 'opening'))
  }

  /** The block that waits for the user's answer, with the plan that a yes applies. */
  keepQuestion(session: string, question: unknown): void {
    this.#put(session, 'question', JSON.stringify(question))
  }

  question(session: string): unknown {
    return readJson(this.#path(session, 'question'))
  }

  /** A question is taken once: of several processes only the first has it. */
  takeQuestion(session: string): unknown {
    const path = this.#path(session, 'question')
    const taken = `${path}.${process.pid}.taken`
    try {
      renameSync(path, taken)
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
    const question = readJson(taken)
    removeIfThere(taken)
    return question
  }

  /** Records a failure of our own, which `doctor` shows. */
  failed(what: string, when: Date): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    const path = join(this.#folder, FAILURES)
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > MOST_FAILURE_BYTES) removeIfThere(path)
    appendFileSync(path, `${when.toISOString()} ${what.replace(/\s+/g, ' ').slice(0, 1_000)}\n`, { mode: 0o600 })
  }

  /** Our own failures since a time, oldest first. */
  failures(since: Date): readonly string[] {
    const lines = readIfThere(join(this.#folder, FAILURES))?.split('\n') ?? []
    return lines.filter((line) => line !== '' && line.slice(0, 24) >= since.toISOString())
  }

  end(session: string): void {
    removeIfThere(this.#path(session, 'jsonl'))
    this.forgetOpening(session)
    removeIfThere(this.#path(session, 'question'))
  }

  /** Removes the logs of sessions that nobody ended. */
  prune(now: number): void {
    const files = namesIn(this.#folder)
      .map((name) => ({
        path: join(this.#folder, name),
        time: statSync(join(this.#folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0,
      }))
      .sort((a, b) => b.time - a.time)
    for (const [index, file] of files.entries()) {
      if (index >= 2 * MOST_SESSIONS || now - file.time > FORGOTTEN_AFTER_MS) removeIfThere(file.path)
    }
  }

  #put(session: string, kind: string, text: string): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    const path = this.#path(session, kind)
    replaceDurably(path, Buffer.from(text), `${path}.${process.pid}.tmp`, 0o600)
  }

  /** A session's id becomes the name of a file, whatever characters a host puts in it; no two ids share one. */
  #path(session: string, kind: string): string {
    const plain = session.replace(/[^A-Za-z0-9_-]+/g, '-').slice(0, 60)
    return join(this.#folder, `${plain}-${hashOfText(session).slice(0, 16)}.${kind}`)
  }
}

function momentsOneByOne(text: string): readonly unknown[] {
  return text.split('\n').flatMap((line) => {
    try {
      return line === '' ? [] : [JSON.parse(line)]
    } catch {
      return [] // cut short by a crash: that moment is lost, the others are not
    }
  })
}
