/**
 * The journal: the changes of a transaction, written before it begins and kept for `undo`.
 *
 * One file per transaction. Its name has the stage, and a rename takes it to the next one:
 *
 *   prepare    staged files are being written; the bank is unchanged
 *   commit     all staged files are on the disk; the changes are being put in place
 *   rollback   putting them in place failed; they are being reverted
 *   done       history
 *
 * The journal holds no secrets (S35): their values are masked, and a salted hash recognises them again.
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
  /** The folder of its journal and lock. */
  readonly state: string
}

/** Settings files of hosts go through the same transaction, with the root of their disk as the bank. */
export function isBank({ bank }: BankPlace): boolean {
  return dirname(bank) !== bank
}

const STAGES = ['prepare', 'commit', 'rollback', 'done'] as const
export type Stage = (typeof STAGES)[number]

export interface JournalEntry {
  /** 2 if something is masked: a program that does not know masks must not read them as text. */
  readonly format: 1 | 2
  readonly id: string
  readonly at: string
  readonly intent: Intent
  /** The transaction that this one undoes. */
  readonly undoes?: string
  /** The provenance of the entries it wrote (S57). Before the changes in the file, because those may be megabytes. */
  readonly provenance?: readonly ProvenanceRecord[]
  readonly changes: readonly Change[]
  /** The undone change made the bank's folder, which is removed if it is empty. */
  readonly removesBank?: boolean
  /** Remove only folders that a change or `newFolders` names: folders around a settings file belong to the user. */
  readonly keepsFolders?: boolean
  /** Folders that were missing, parents first. */
  readonly newFolders: readonly string[]
  /** Changes whose old text is staged during the transaction, because the journal has it masked. */
  readonly former?: readonly number[]
  readonly masks?: Masks
  /** Proposals that change status with this transaction: all of them, or none. */
  readonly proposals?: readonly ProposalStep[]
}

interface Masks {
  readonly salt: string
  readonly texts: readonly TextMask[]
}

/** The masks in one text of one change. */
export interface TextMask {
  /** The salted hash of the whole unmasked text. */
  readonly hash: string
  /** The places of the masks; `length` and `hash` are those of the value. */
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
  /** When it was written, by the system clock. */
  readonly at?: string
  /** The change that this one undoes. */
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

  /** The id of the next transaction. The caller must hold the lock. */
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

  /** Replaces a finished transaction with one that has fewer changes. */
  amend(entry: JournalEntry): void {
    const path = this.#path(entry.id, 'done')
    replaceDurably(path, Buffer.from(JSON.stringify(entry)), `${path}.tmp`, 0o600)
  }

  /** Interrupted transactions, oldest first. Throws if the journal cannot be read. */
  unfinished(): readonly { readonly id: string; readonly stage: Stage }[] {
    return this.#list().flatMap(({ id, stage }) => (stage === 'done' ? [] : [{ id, stage }]))
  }

  /** A text that changes whenever a transaction begins, advances or ends. */
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

  /** Finished transactions, newest first. Empty if the journal cannot be read. */
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

  /** The finished transactions and what each of them undoes, newest first. Reads only the beginning of each entry. */
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

  /** The provenance of entries that Memory Bank wrote and nobody undid, newest first. */
  provenance(): readonly ProvenanceRecord[] {
    const takenBack = undoFinder(this.links())
    return this.finished().flatMap((id) => {
      if (takenBack(id) !== undefined) return []
      const beginning = this.#beginning(id, PROVENANCE_BYTES)
      if (!beginning.includes('"provenance":')) return []
      const read = parsed(`${beginning.replace(/,\s*$/, '')}}`) ?? this.read(id, 'done')
      return provenanceIn(read)
    })
  }

  /** The beginning of an entry, up to its changes, which may be megabytes. */
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
      return '' // removed meanwhile, or unreadable: it counts as undoing nothing
    }
  }

  /** Undefined if there is no such entry, or if it is damaged. */
  read(id: string, stage: Stage): JournalEntry | undefined {
    const entry = readJson(this.#path(id, stage))
    if (!isEntry(entry)) return undefined
    if (stage !== 'done') return entry
    return { ...entry, id, ...(entry.undoes === undefined ? {} : { undoes: shortId(entry.undoes) }) }
  }

  /** The finished transactions to which an older version gave long file names. */
  grown(): readonly string[] {
    return this.#list().flatMap(({ id, stage, name }) => (stage === 'done' && name !== nameOf(id, stage) ? [id] : []))
  }

  /** Renames these files to the short ids of their transactions. The caller must hold the lock. */
  shortenNames(): void {
    for (const id of this.grown()) {
      const to = join(this.#folder, nameOf(id, 'done'))
      if (!existsSync(to)) renameDurably(this.#path(id, 'done'), to)
    }
  }

  /** Renames damaged entries of unfinished transactions, which no longer count then. Returns their new paths. */
  setDamagedAside(): readonly string[] {
    return this.unfinished().flatMap(({ id, stage }) => {
      if (this.read(id, stage) !== undefined) return []
      const aside = `${this.#path(id, stage)}.damaged`
      renameDurably(this.#path(id, stage), aside)
      return [aside]
    })
  }

  pathOf(id: string, stage: Stage): string {
    return this.#path(id, stage)
  }

  /** Removes the oldest finished transactions beyond the limits, and half-written files that a crash left. */
  prune(): void {
    let bytes = 0
    for (const [index, id] of this.finished().entries()) {
      bytes += statSync(this.#path(id, 'done'), { throwIfNoEntry: false })?.size ?? 0
      if (index > 0 && (index >= LIMITS.journalEntries || bytes > LIMITS.journalBytes)) this.drop(id, 'done')
    }
    for (const name of readdirSync(this.#folder)) if (name.endsWith('.tmp')) removeIfThere(join(this.#folder, name))
  }

  /** Sorted by id. */
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
      // An unfinished transaction keeps its whole id, because its staged files carry it in their names.
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
 * Ids sort by time; four random characters at the end keep ids of the same millisecond apart. A new id sorts after
 * `newest`, the last id of the journal. If the clock is not ahead of `newest`, because the writer waited for the lock
 * or the clock was set back, the new id is one millisecond later than `newest`. All ids have the same length.
 */
export function newTransactionId(now: Date, newest: string | undefined): string {
  const clock = now.toISOString().replaceAll(/\D/g, '').slice(-TIME_DIGITS)
  const last = newest === undefined ? undefined : ID.exec(newest)?.slice(1, 3).join('')
  const time = last === undefined || clock > last ? clock : String(BigInt(last) + 1n).padStart(TIME_DIGITS, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-${Math.random().toString(36).slice(2, 6).padEnd(4, '0')}`
}

/** `YYYYMMDDhhmmssmmm`. */
const TIME_DIGITS = 17

/** The day, the time, four characters. An older version appended one character with every write. */
const ID = /^(\d{8})-(\d{9})-[0-9a-z]{4}/
const GROWN = /^(\d{8}-\d{9}-[0-9a-z]{4})([0-9a-z]+)$/
const SHORTENED = '_'

/** Replaces the characters that an older version appended with their number, which keeps the order of the ids. */
export function shortId(id: string): string {
  const [, own, more] = GROWN.exec(id) ?? []
  return own === undefined || more === undefined ? id : `${own}${SHORTENED}${String(more.length).padStart(3, '0')}`
}

const AT = /"at":"([^"]+)"/
const UNDOES = /"undoes":"([^"]+)"/
const INTENT = /"intent":"([^"]+)"/

/** Hashes UTF-16, because UTF-8 encodes all lone surrogates alike. The salt hides that two records share a secret. */
export function saltedHash(salt: string, text: string): string {
  return cryptography().createHash('sha256').update(salt).update(Buffer.from(text, 'utf16le')).digest('base64')
}

/** Maps a change to the one that undid it. An undo that was undone itself does not count. */
export function undoFinder(entries: readonly Link[]): (id: string) => string | undefined {
  const takenBack = (id: string): string | undefined => {
    const by = entries.find((other) => other.undoes === id)
    return by === undefined || takenBack(by.id) !== undefined ? undefined : by.id
  }
  return takenBack
}

/** The changes that repeated `undo` commands revert, in order. Changes from outside Memory Bank are left out. */
export function undoable<Entry extends Link>(entries: readonly Entry[]): readonly Entry[] {
  const takenBack = undoFinder(entries)
  return entries.filter(
    ({ id, undoes, intent }) => undoes === undefined && intent !== 'outside' && takenBack(id) === undefined,
  )
}

/** Enough for a batch of entries with much evidence. A longer record is read whole. */
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
