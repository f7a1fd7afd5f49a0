/**
 * The journal: what a transaction will do, written before it does it, and kept afterwards for `undo`.
 *
 * One file per transaction; its name says how far it came, and renaming it is the step from one stage
 * to the next:
 *
 *   prepare    temporaries are being written; nothing of the bank has changed
 *   commit     every temporary is on the disk; the changes are being put in place
 *   rollback   putting them in place failed; they are being taken back
 *   done       history
 *
 * No secret stands in it (S35): its value is masked, and a salted hash recognises it again.
 */

import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Change, Intent } from '../../base/change.ts'
import { LIMITS } from '../../base/limits.ts'
import type { ProposalStep } from '../../base/proposal-status.ts'
import { type ProvenanceRecord, SPEAKERS } from '../../base/provenance-record.ts'
import { cryptography } from '../built-in.ts'
import { codeOf, isMissing, readJson, removeIfThere, renameDurably, replaceDurably } from '../disk.ts'

export interface BankPlace {
  /** The bank's real folder; for settings files, the root of their disk. */
  readonly bank: string
  /** Where its journal and lock live. */
  readonly state: string
}

/** Settings files of hosts are changed by the same transaction, from the root of their disk. */
export function isBank({ bank }: BankPlace): boolean {
  return dirname(bank) !== bank
}

const STAGES = ['prepare', 'commit', 'rollback', 'done'] as const
export type Stage = (typeof STAGES)[number]

export interface JournalEntry {
  /** 2 where something is masked: a program that does not know masks must not take them for the text. */
  readonly format: 1 | 2
  readonly id: string
  readonly at: string
  readonly intent: Intent
  /** The transaction that this one takes back. */
  readonly undoes?: string
  /** Where the entries come from that this wrote (S57). It stands before the changes, which may be megabytes. */
  readonly provenance?: readonly ProvenanceRecord[]
  readonly changes: readonly Change[]
  /** The bank's own folder was made by what this takes back, and goes if it is empty. */
  readonly removesBank?: boolean
  /** Folders go only where a change or `newFolders` names them: those around a settings file are not ours. */
  readonly keepsFolders?: boolean
  /** Folders that were not there before, parents first. */
  readonly newFolders: readonly string[]
  /** Changes whose old text is staged too while the transaction lasts, since the journal has it masked only. */
  readonly former?: readonly number[]
  readonly masks?: Masks
  /** What becomes of proposals with it: all of them, or none. */
  readonly proposals?: readonly ProposalStep[]
}

interface Masks {
  readonly salt: string
  readonly texts: readonly TextMask[]
}

/** What is masked in one text of one change. */
export interface TextMask {
  /** Of the whole true text, salted. */
  readonly hash: string
  /** Where the masks are; `length` and `hash` are those of the value. */
  readonly spans?: readonly {
    readonly start: number
    readonly end: number
    readonly length: number
    readonly hash: string
  }[]
  readonly change: number
  readonly side: 'was' | 'text'
}

interface Link {
  readonly id: string
  /** When it was written, by the clock of that moment. */
  readonly at?: string
  /** The change that this one takes back. */
  readonly undoes?: string
  readonly intent?: string
}

export class Journal {
  readonly #folder: string

  constructor(stateFolder: string) {
    this.#folder = join(stateFolder, 'journal')
  }

  begin(entry: JournalEntry): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    const path = this.#path(entry.id, 'prepare')
    replaceDurably(path, Buffer.from(JSON.stringify(entry)), `${path}.tmp`, 0o600)
  }

  /** The id of the next transaction; ask for it under the lock. */
  nextId(now: Date): string {
    return newTransactionId(
      now,
      this.finished().find((id) => ID.test(id)),
    )
  }

  advance(id: string, from: Stage, to: Stage): void {
    renameDurably(this.#path(id, from), this.#path(id, to))
  }

  drop(id: string, stage: Stage): void {
    removeIfThere(this.#path(id, stage))
  }

  /** Replaces a finished transaction by one with fewer changes. */
  amend(entry: JournalEntry): void {
    const path = this.#path(entry.id, 'done')
    replaceDurably(path, Buffer.from(JSON.stringify(entry)), `${path}.tmp`, 0o600)
  }

  /** Transactions that were interrupted, oldest first. Throws where the journal cannot be read. */
  unfinished(): readonly { readonly id: string; readonly stage: Stage }[] {
    return this.#list().flatMap(({ id, stage }) => (stage === 'done' ? [] : [{ id, stage }]))
  }

  /** A text that differs as soon as a transaction begins, goes a step further, or ends. */
  mark(): string {
    try {
      return this.#list()
        .map(({ id, stage }) => `${id}.${stage}`)
        .join(' ')
    } catch {
      return ''
    }
  }

  isUnderWay(): boolean {
    try {
      return this.unfinished().length > 0
    } catch {
      return false
    }
  }

  /** Finished transactions, newest first; none where the journal cannot be read. */
  finished(): readonly string[] {
    try {
      return this.#list()
        .filter((item) => item.stage === 'done')
        .map((item) => item.id)
        .reverse()
    } catch {
      return []
    }
  }

  /** The finished transactions and what each takes back, newest first; only the beginning of each entry is read. */
  links(): readonly Link[] {
    return this.finished().map((id) => {
      const beginning = this.#beginning(id)
      const [at, undoes, intent] = [AT, UNDOES, INTENT].map((pattern) => pattern.exec(beginning)?.[1])
      return {
        id,
        ...(at === undefined ? {} : { at }),
        ...(intent === undefined ? {} : { intent }),
        ...(undoes === undefined ? {} : { undoes: shortId(undoes) }),
      }
    })
  }

  /** Where entries come from that we wrote and nobody took back, newest first. */
  provenance(): readonly ProvenanceRecord[] {
    const takenBack = takenBackBy(this.links())
    return this.finished().flatMap((id) => {
      if (takenBack(id) !== undefined) return []
      const beginning = this.#beginning(id, PROVENANCE_BYTES)
      if (!beginning.includes('"provenance":')) return []
      const read = parsed(`${beginning.replace(/,\s*$/, '')}}`) ?? this.read(id, 'done')
      return provenanceIn(read)
    })
  }

  /** The entry up to its changes, which may be megabytes. */
  #beginning(id: string, most = 1_024): string {
    try {
      const bytes = Buffer.alloc(most)
      const file = openSync(this.#path(id, 'done'), 'r')
      try {
        const read = readSync(file, bytes, 0, bytes.length, 0)
        return bytes.toString('utf8', 0, read).split('"changes":', 1)[0] ?? ''
      } finally {
        closeSync(file)
      }
    } catch {
      return '' // gone meanwhile, or not ours to read: then it takes nothing back that we know of
    }
  }

  /** Undefined where there is none of that id, or it cannot be understood. */
  read(id: string, stage: Stage): JournalEntry | undefined {
    const entry = readJson(this.#path(id, stage))
    if (!isEntry(entry)) return undefined
    if (stage !== 'done') return entry
    return { ...entry, id, ...(entry.undoes === undefined ? {} : { undoes: shortId(entry.undoes) }) }
  }

  /** The finished transactions whose files still have the names that an older program let grow. */
  grown(): readonly string[] {
    return this.#list().flatMap(({ id, stage, name }) => (stage === 'done' && name !== nameOf(id, stage) ? [id] : []))
  }

  /** Gives these files the names that their transactions go by; ask for it under the lock. */
  shortenNames(): void {
    for (const id of this.grown()) {
      const to = join(this.#folder, nameOf(id, 'done'))
      if (!existsSync(to)) renameDurably(this.#path(id, 'done'), to)
    }
  }

  pathOf(id: string, stage: Stage): string {
    return this.#path(id, stage)
  }

  /** Removes the oldest finished transactions beyond what we keep, and what a crash left half written. */
  prune(): void {
    let bytes = 0
    for (const [index, id] of this.finished().entries()) {
      bytes += statSync(this.#path(id, 'done'), { throwIfNoEntry: false })?.size ?? 0
      if (index > 0 && (index >= LIMITS.journalEntries || bytes > LIMITS.journalBytes)) this.drop(id, 'done')
    }
    for (const name of readdirSync(this.#folder)) if (name.endsWith('.tmp')) removeIfThere(join(this.#folder, name))
  }

  /** By id. */
  #list(): readonly { readonly id: string; readonly stage: Stage; readonly name: string }[] {
    if (!existsSync(this.#folder)) return []
    let names: string[]
    try {
      names = readdirSync(this.#folder)
    } catch (error) {
      if (codeOf(error) === 'EACCES' || isMissing(error)) return []
      throw error
    }
    const found = names.flatMap((name) => {
      const [, whole, ending] = /^(.+)\.([a-z]+)\.json$/.exec(name) ?? []
      const stage = STAGES.find((candidate) => candidate === ending)
      if (whole === undefined || stage === undefined) return []
      // What is unfinished goes by its whole id: the files it has staged are named by that.
      return [{ id: stage === 'done' ? shortId(whole) : whole, stage, name }]
    })
    return found.toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))
  }

  #path(id: string, stage: Stage): string {
    const isShort = stage === 'done' && id.includes(SHORTENED)
    const listed = isShort ? this.#list().find((one) => one.id === id && one.stage === stage) : undefined
    return join(this.#folder, listed?.name ?? nameOf(id, stage))
  }
}

function nameOf(id: string, stage: Stage): string {
  return `${id}.${stage}.json`
}

/**
 * Ids sort by time, and their tail tells apart what the clock cannot. A new id sorts after `newest`, the last one of the
 * journal, even if its writer had to wait for the lock after it looked at the clock, or if the clock was set back: then
 * it counts on from there. All ids are of one length.
 */
export function newTransactionId(now: Date, newest: string | undefined): string {
  const clock = now.toISOString().replaceAll(/\D/g, '').slice(-TIME_DIGITS)
  const last = newest === undefined ? undefined : ID.exec(newest)?.slice(1, 3).join('')
  const time = last === undefined || clock > last ? clock : String(BigInt(last) + 1n).padStart(TIME_DIGITS, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-${Math.random().toString(36).slice(2, 6).padEnd(4, '0')}`
}

/** `YYYYMMDDhhmmssmmm`. */
const TIME_DIGITS = 17

/** The day, the time of the day, four letters; behind them what an older program added, a letter with every write. */
const ID = /^(\d{8})-(\d{9})-[0-9a-z]{4}/
const GROWN = /^(\d{8}-\d{9}-[0-9a-z]{4})([0-9a-z]+)$/
const SHORTENED = '_'

/** A grown id is known by how much it grew: short, in the same order, and the same wherever it is named. */
export function shortId(id: string): string {
  const [, own, more] = GROWN.exec(id) ?? []
  return own === undefined || more === undefined ? id : `${own}${SHORTENED}${String(more.length).padStart(3, '0')}`
}

const AT = /"at":"([^"]+)"/
const UNDOES = /"undoes":"([^"]+)"/
const INTENT = /"intent":"([^"]+)"/

/** Over UTF-16, so that no two texts read alike; salted, so that the same secret never shows twice. */
export function saltedHash(salt: string, text: string): string {
  return cryptography().createHash('sha256').update(salt).update(Buffer.from(text, 'utf16le')).digest('base64')
}

/** Which change took another back; an undo that was itself undone no longer counts. */
export function takenBackBy(entries: readonly Link[]): (id: string) => string | undefined {
  const takenBack = (id: string): string | undefined => {
    const by = entries.find((other) => other.undoes === id)
    return by === undefined || takenBack(by.id) !== undefined ? undefined : by.id
  }
  return takenBack
}

/** The changes that a plain `undo` takes back, one after the other: those that Memory Bank made. */
export function undoable<Entry extends Link>(entries: readonly Entry[]): readonly Entry[] {
  const takenBack = takenBackBy(entries)
  return entries.filter(
    ({ id, undoes, intent }) => undoes === undefined && intent !== 'outside' && takenBack(id) === undefined,
  )
}

/** A batch of entries with much evidence fits; more is read whole. */
const PROVENANCE_BYTES = 16_384

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined // cut in the middle
  }
}

function provenanceIn(entry: unknown): readonly ProvenanceRecord[] {
  if (typeof entry !== 'object' || entry === null || !('provenance' in entry)) return []
  return Array.isArray(entry.provenance) ? entry.provenance.filter(isRecord) : []
}

function isRecord(value: unknown): value is ProvenanceRecord {
  if (typeof value !== 'object' || value === null) return false
  const { title, kind, saidBy }: Partial<Record<string, unknown>> = { ...value }
  return typeof title === 'string' && typeof kind === 'string' && SPEAKERS.some((one) => one === saidBy)
}

function isEntry(value: unknown): value is JournalEntry {
  if (typeof value !== 'object' || value === null) return false
  const { format, id, changes, newFolders }: Partial<Record<string, unknown>> = { ...value }
  return (format === 1 || format === 2) && typeof id === 'string' && Array.isArray(changes) && Array.isArray(newFolders)
}
