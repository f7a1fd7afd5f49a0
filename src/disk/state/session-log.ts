/**
 * The memory of sessions on the disk: one file of moments per session. Processes only append to it. So a session
 * continues in a new process, and no process loses the lines of another. A line without Memory Bank's seal is ignored and
 * reported.
 *
 * Moments hold no text of users or files. A session removes its file when it ends; abandoned files are removed by age.
 */

import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { hashOfText } from '../../base/content-hash.ts'
import { isMissing, isThere, keepNewest, readIfThere, removeIfThere, replaceDurably } from '../disk.ts'
import { isWholeLine, type PlaceSeal, Seal } from './seal.ts'

/** Earlier builds wrote no seals, and their files have other names. They are not read, and are removed by age. */
const LINES = 'sealed.jsonl'
const OPENING = 'sealed.opening'
const QUESTION = 'sealed.question'
/** The number of foreign lines that were reported. */
const IGNORED = 'sealed.ignored'

const FORGOTTEN_AFTER_MS = 30 * 24 * 60 * 60 * 1000
const MOST_SESSIONS = 500
const FAILURES = 'failures.log'
const MOST_FAILURE_BYTES = 64 * 1024

export type SessionMemory = Omit<SessionLog, 'prune' | 'failures'>

/** A log that keeps nothing, for replayed sessions. */
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
  readonly #seal: Seal

  constructor(stateFolder: string, seal = new Seal(stateFolder)) {
    this.#seal = seal
    this.#folder = join(stateFolder, 'sessions')
  }

  /** Returns the number of bytes added. */
  append(session: string, moments: readonly unknown[]): number {
    if (moments.length === 0) return 0
    if (!isThere(this.#folder)) mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    // Each line begins with its line end, so that a line cut short by a crash does not spoil the next.
    const path = this.#path(session, LINES)
    const seal = this.#seal.at(basename(path))
    const bytes = Buffer.from(moments.map((moment) => `\n${seal.close(JSON.stringify(moment))}`).join(''))
    appendFileSync(path, bytes, { mode: 0o600 })
    return bytes.length
  }

  /** The size of the log in bytes. It grows when any process appends a moment. */
  size(session: string): number {
    return statSync(this.#path(session, LINES), { throwIfNoEntry: false })?.size ?? 0
  }

  /** The session's moments, without a line that a crash cut short. */
  read(session: string): readonly unknown[] {
    const path = this.#path(session, LINES)
    const text = readIfThere(path)
    if (text === undefined) return []
    const seal = this.#seal.at(basename(path))
    const lines = text.split('\n').filter((line) => line !== '')
    // A repeated line is a copy: no two lines have the same seal.
    const moments = [...new Set(lines)].flatMap((line) => seal.open(line) ?? [])
    if (moments.length < lines.length) this.#reportIgnored(session, lines, seal)
    // Parsing all lines at once takes a tenth of the time.
    return JSON.parse(`[${moments.join(',')}]`)
  }

  /** Reports each foreign line once, in whichever process reads it first. */
  #reportIgnored(session: string, lines: readonly string[], seal: PlaceSeal): void {
    const first = (line: string, at: number) => lines.indexOf(line) === at
    const foreign = lines.filter((line, at) => (seal.open(line) === undefined ? isWholeLine(line) : !first(line, at)))
    if (foreign.length <= Number(this.#value(session, IGNORED) ?? 0)) return
    this.#put(session, IGNORED, foreign.length)
    this.#seal.report(basename(this.#path(session, LINES)))
  }

  /** The opening of this session, kept so that every process sends the same bytes (S21). */
  opening(session: string): string | undefined {
    const text = this.#value(session, OPENING)
    return typeof text === 'string' ? text : undefined
  }

  keepOpening(session: string, text: string): void {
    this.#put(session, OPENING, text)
  }

  forgetOpening(session: string): void {
    removeIfThere(this.#path(session, OPENING))
  }

  /** The block that waits for the user's answer, with the plan that a yes applies. */
  keepQuestion(session: string, question: unknown): void {
    this.#put(session, QUESTION, question)
  }

  question(session: string): unknown {
    return this.#value(session, QUESTION)
  }

  /** Returns the question once: only the first of several processes gets it. */
  takeQuestion(session: string): unknown {
    const path = this.#path(session, QUESTION)
    const taken = `${path}.${process.pid}.taken`
    try {
      renameSync(path, taken)
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
    const question = this.#read(taken, basename(path))
    removeIfThere(taken)
    return question
  }

  /** Records a failure of Memory Bank itself, for `doctor`. */
  failed(what: string, when: Date): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    const path = join(this.#folder, FAILURES)
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > MOST_FAILURE_BYTES) removeIfThere(path)
    appendFileSync(path, `${when.toISOString()} ${what.replace(/\s+/g, ' ').slice(0, 1_000)}\n`, { mode: 0o600 })
  }

  /** Failures of Memory Bank itself since this time, oldest first. */
  failures(since: Date): readonly string[] {
    const lines = readIfThere(join(this.#folder, FAILURES))?.split('\n') ?? []
    return lines.filter((line) => line !== '' && line.slice(0, 24) >= since.toISOString())
  }

  end(session: string): void {
    for (const kind of [LINES, OPENING, QUESTION, IGNORED]) removeIfThere(this.#path(session, kind))
  }

  /** Removes the logs of abandoned sessions. */
  prune(now: number): void {
    keepNewest(this.#folder, 2 * MOST_SESSIONS, now - FORGOTTEN_AFTER_MS)
  }

  #put(session: string, kind: string, value: unknown): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    const path = this.#path(session, kind)
    const sealed = this.#seal.at(basename(path)).close(JSON.stringify(value))
    replaceDurably(path, Buffer.from(sealed), `${path}.${process.pid}.tmp`, 0o600)
  }

  #value(session: string, kind: string): unknown {
    const path = this.#path(session, kind)
    return this.#read(path, basename(path))
  }

  #read(path: string, name: string): unknown {
    const text = this.#seal.readFile(path, name)
    return text === undefined ? undefined : JSON.parse(text)
  }

  /** A file name for a session id, which may have any characters. No two ids share one. */
  #path(session: string, kind: string): string {
    const plain = session.replace(/[^A-Za-z0-9_-]+/g, '-').slice(0, 60)
    return join(this.#folder, `${plain}-${hashOfText(session).slice(0, 16)}.${kind}`)
  }
}
