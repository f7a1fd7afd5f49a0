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
 * No secret stands in it (S35): its value is masked, and a salted hash tells it again.
 */

import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Change, Intent } from '../../core/change.ts'
import { LIMITS } from '../../core/limits.ts'
import type { ProposalStep } from '../../core/proposal-status.ts'
import { type ProvenanceRecord, SPEAKERS } from '../../core/provenance.ts'
import { codeOf, isMissing, readJson, removeIfThere, renameDurably, replaceDurably } from '../disk.ts'
import type { Mask } from '../state/unmask-value.ts'

export interface BankPlace {
  /** The bank's real folder; for settings files, the root of their disk. */
  readonly bank: string
  /** Where its journal and lock live. */
  readonly state: string
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
export interface TextMask extends Mask {
  readonly change: number
  readonly side: 'was' | 'text'
}

interface Link {
  readonly id: string
  /** The change that this one takes back. */
  readonly undoes?: string
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
    return this.#list().filter((item) => item.stage !== 'done')
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
      const undoes = /"undoes":"([^"]+)"/.exec(this.#beginning(id))?.[1]
      return undoes === undefined ? { id } : { id, undoes }
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
  #beginning(id: string, most = 512): string {
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
    return isEntry(entry) ? entry : undefined
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

  #list(): readonly { readonly id: string; readonly stage: Stage }[] {
    if (!existsSync(this.#folder)) return []
    let names: string[]
    try {
      names = readdirSync(this.#folder)
    } catch (error) {
      if (codeOf(error) === 'EACCES' || isMissing(error)) return []
      throw error
    }
    return names.sort().flatMap((name) => {
      const match = /^(.+)\.([a-z]+)\.json$/.exec(name)
      const stage = STAGES.find((candidate) => candidate === match?.[2])
      return match?.[1] === undefined || stage === undefined ? [] : [{ id: match[1], stage }]
    })
  }

  #path(id: string, stage: Stage): string {
    return join(this.#folder, `${id}.${stage}.json`)
  }
}

/**
 * Ids sort by time, and their tail tells apart what the clock cannot. A new id sorts after `newest`, the last one of the
 * journal, even if its writer had to wait for the lock after it looked at the clock, or if the clock was set back.
 */
export function newTransactionId(now: Date, newest: string | undefined): string {
  const time = now.toISOString().replace(/[-:.]/g, '').replace('T', '-').slice(0, 18)
  const id = `${time}-${Math.random().toString(36).slice(2, 6).padEnd(4, '0')}`
  return newest === undefined || id > newest ? id : `${newest}${Math.random().toString(36).slice(2, 3) || '0'}`
}

/** Which change took another back; an undo that was itself undone no longer counts. */
export function takenBackBy(entries: readonly Link[]): (id: string) => string | undefined {
  const takenBack = (id: string): string | undefined => {
    const by = entries.find((other) => other.undoes === id)
    return by === undefined || takenBack(by.id) !== undefined ? undefined : by.id
  }
  return takenBack
}

/** The changes that a plain `undo` takes back, one after the other. */
export function undoable<Entry extends Link>(entries: readonly Entry[]): readonly Entry[] {
  const takenBack = takenBackBy(entries)
  return entries.filter(({ id, undoes }) => undoes === undefined && takenBack(id) === undefined)
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
