/**
 * The ledger of a bank (S34): the stamp and hash of each file as Memory Bank last wrote, accepted or confirmed it.
 *
 * A comparison reads only files whose stamp differs. The hash is git's blob id, so the former text comes from a copy
 * beside the ledger or from git. Texts that hold a secret have no copy. A missing or damaged ledger is reported as
 * `unknown`, never as "nothing changed".
 */

import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type BankPath, bankPath } from '../../base/bank-path.ts'
import type { Change } from '../../base/change.ts'
import { isRecord } from '../../base/is-record.ts'
import { LIMITS } from '../../base/limits.ts'
import type { BankPlace } from '../bank/journal.ts'
import { findBankFiles } from '../bank/list-bank.ts'
import { acquireLock } from '../bank/lock.ts'
import { cryptography, monotonicMs } from '../built-in.ts'
import { isThere, namesIn, readJson, removeIfThere, settledStamp, stampAt } from '../disk.ts'
import { readObjects } from '../git/git.ts'
import { openInside, WATCHED } from '../open-file.ts'
import { decodeText, encodeText } from '../text-codec.ts'

/** The git blob id of a file; for an unreadable file, `!` and the reason. */
export type FileId = string

export interface ForeignChange {
  readonly path: BankPath
  /** The id in the ledger; undefined for a new file. */
  readonly before: FileId | undefined
  /** Undefined if there is no regular file now. */
  readonly after: FileId | undefined
  readonly text: string | undefined
  /** The reason why the file cannot be read. */
  readonly unreadable?: string
}

export type Comparison =
  /** There is no readable ledger. `wasThere`: it is damaged. */
  | { readonly kind: 'unknown'; readonly wasThere: boolean }
  /** `trouble`: why a part of the bank could not be compared. `reads`: how many files had to be read. */
  | {
      readonly kind: 'compared'
      readonly changes: readonly ForeignChange[]
      readonly reads: number
      readonly trouble?: string
    }

export type Cause = 'git' | 'command' | 'editor' | 'agent'

/** A foreign change that was kept and not yet confirmed by a person. */
export interface Unconfirmed {
  readonly path: BankPath
  readonly at: string
  readonly cause: Cause
  /** The former text, for `textsOf`; undefined for a new file. */
  readonly before?: FileId
  /** The journal entry that undoes the change. */
  readonly journal?: string
}

type HoldsSecret = (text: string) => boolean

interface Kept {
  /** An empty stamp means that a later write could still leave the same stamp. */
  readonly files: Readonly<Record<string, readonly [stamp: string, id: FileId]>>
  readonly unconfirmed: readonly Unconfirmed[]
  /** The last problem that was reported. */
  readonly trouble?: string
}

const MOST_UNCONFIRMED = 200
/** A host gives a hook twenty seconds. */
const MILLISECONDS = 6_000
const LOCK_MS = 10_000
const A_DAY_MS = 24 * 60 * 60 * 1000

export class Ledger {
  readonly #bank: string
  readonly #folder: string
  /** State that could not be written to the disk, and texts that hold a secret. */
  #unwritten: Kept | undefined
  /** The ledger as it was read with this stamp. A large bank's ledger takes milliseconds to parse. */
  #known: { readonly stamp: string; readonly kept: Kept } | undefined
  readonly #secret = new Map<FileId, string>()

  constructor({ bank, state }: BankPlace) {
    this.#bank = bank
    this.#folder = join(state, 'ledger')
  }

  isThere(): boolean {
    return this.#read() !== undefined
  }

  /** Whether the stamp of every file matches the ledger. Opens no file of the bank. */
  isUnchanged(): boolean {
    const kept = this.#read()
    const found = kept === undefined ? undefined : findBankFiles(this.#bank)
    if (kept === undefined || found?.ok !== true || troubleIn(found.value) !== kept.trouble) return false
    const paths = [...found.value.files, ...found.value.others]
    return (
      paths.length === Object.keys(kept.files).length &&
      paths.every((path) => {
        const stamp = kept.files[path]?.[0]
        return stamp !== undefined && stamp !== '' && stamp === stampAt(`${this.#bank}/${path}`)
      })
    )
  }

  /** Another writer may be at work: compare again under the bank's lock before acting on a change. */
  compare(now: Date): Comparison {
    const kept = this.#read()
    if (kept === undefined) return { kind: 'unknown', wasThere: isThere(join(this.#folder, 'files.json')) }
    const found = findBankFiles(this.#bank)
    if (!found.ok) return { kind: 'compared', changes: [], reads: 0, trouble: found.problem.code }
    const ends = monotonicMs() + MILLISECONDS
    const changes: ForeignChange[] = []
    const paths = [...found.value.files, ...found.value.others]
    let trouble = troubleIn(found.value)
    let reads = 0
    for (const path of paths) {
      const known = kept.files[path]
      const stamp = stampAt(`${this.#bank}/${path}`)
      if (known !== undefined && stamp !== undefined && known[0] === stamp) continue
      if (monotonicMs() > ends) {
        trouble ??= 'there was not enough time to read all changed files'
        break
      }
      const file = this.#look(path, now)
      reads += 1
      if (file.id === undefined || file.id !== known?.[1])
        changes.push({ path, before: known?.[1], after: file.id, ...contentOf(file) })
    }
    const there = new Set<string>(paths)
    for (const [raw, [, id]] of Object.entries(kept.files)) {
      const path = there.has(raw) ? undefined : bankPath(raw)
      // A folder that cannot be listed may still hold the file.
      if (path === undefined || (trouble !== undefined && isThere(join(this.#bank, path)))) continue
      changes.push({ path, before: id, after: undefined, text: undefined })
    }
    return { kind: 'compared', changes, reads, ...(trouble === undefined ? {} : { trouble }) }
  }

  /** Remembers the trouble of a comparison. Returns true if it is new. */
  rememberTrouble(trouble: string | undefined): boolean {
    if (this.#read()?.trouble === trouble) return false
    this.#update(({ trouble: _, ...latest }) => (trouble === undefined ? latest : { ...latest, trouble }))
    return trouble !== undefined
  }

  /**
   * Updates the stamps of files that were rewritten with the same bytes, so that the next comparison need not read
   * them.
   */
  restamp(now: Date): void {
    const kept = this.#read()
    const stale = Object.entries(kept?.files ?? {}).flatMap(([raw, [stamp, id]]) => {
      const path = bankPath(raw)
      if (path === undefined || (stamp !== '' && stamp === stampAt(`${this.#bank}/${raw}`))) return []
      const file = this.#look(path, now)
      return file.id === id && file.stamp !== stamp ? [[raw, [file.stamp, id]] as const] : []
    })
    if (stale.length === 0) return
    this.#update((latest) => {
      const same = stale.filter(([path, [, id]]) => latest.files[path]?.[1] === id)
      return { ...latest, files: { ...latest.files, ...Object.fromEntries(same) } }
    })
  }

  /** Starts a ledger with the current bank. */
  begin(now: Date, holdsSecret: HoldsSecret): void {
    const found = findBankFiles(this.#bank)
    const paths = found.ok ? [...found.value.files, ...found.value.others] : []
    this.#update((latest) => ({ ...latest, files: this.#marks(paths, now, holdsSecret) }))
  }

  /** Records the current files at these paths. */
  accept(paths: readonly BankPath[], now: Date, holdsSecret: HoldsSecret): void {
    const kept = this.#read()
    if (kept === undefined || this.#areIn(kept, paths, now)) return
    this.#update((latest) => {
      const others = Object.entries(latest.files).filter(([path]) => !paths.some((one) => one === path))
      return { ...latest, files: { ...Object.fromEntries(others), ...this.#marks(paths, now, holdsSecret) } }
    })
  }

  #areIn({ files }: Kept, paths: readonly BankPath[], now: Date): boolean {
    return paths.every((path) => {
      const { stamp, id } = this.#look(path, now)
      return stamp !== '' && files[path]?.[0] === stamp && files[path]?.[1] === id
    })
  }

  /** Records compared changes, except where the ledger has changed since. */
  recordCompared(
    changes: readonly ForeignChange[],
    holdsSecret: HoldsSecret,
    listed: readonly Unconfirmed[] = [],
  ): void {
    for (const { after, text } of changes)
      if (after !== undefined && text !== undefined) this.#keepText(after, text, holdsSecret)
    this.#update((latest) => {
      const { unconfirmed } = latest
      const next = { ...latest.files }
      for (const { path, before, after } of changes) {
        if (next[path]?.[1] !== before) continue
        if (after === undefined) delete next[path]
        else next[path] = ['', after]
      }
      const first = new Map(unconfirmed.map((one) => [one.path, one]))
      const merged = listed.map((one): Unconfirmed => {
        const { before: _, ...rest } = one
        const before = first.has(one.path) ? first.get(one.path)?.before : one.before
        return before === undefined ? rest : { ...rest, before }
      })
      const others = unconfirmed.filter(({ path }) => !listed.some((one) => one.path === path))
      return { ...latest, files: next, unconfirmed: [...others, ...merged].slice(-MOST_UNCONFIRMED) }
    })
  }

  /** Records the changes of a transaction. The next comparison checks them against the disk. */
  recordChanges(changes: readonly Change[], holdsSecret?: HoldsSecret): void {
    if (this.#read() === undefined) return
    this.#update((latest) => {
      const next = { ...latest.files }
      const put = (path: BankPath, text: string) => {
        const id = idOf(encodeText(text))
        next[path] = ['', id]
        if (holdsSecret !== undefined) this.#keepText(id, text, holdsSecret)
      }
      for (const change of changes) {
        if (change.kind === 'remove' || change.kind === 'move') delete next[change.path]
        if (change.kind === 'create' || change.kind === 'edit') put(change.path, change.text)
        if (change.kind === 'move') put(change.to, change.text)
      }
      return { ...latest, files: next }
    })
  }

  /** The id of a file in the ledger. */
  idAt(path: BankPath): FileId | undefined {
    return this.#read()?.files[path]?.[1]
  }

  /** The texts of these ids, from the copies or from git, which is called once. */
  textsOf(ids: readonly FileId[]): ReadonlyMap<FileId, string> {
    const texts = new Map<FileId, string>()
    for (const id of ids) {
      const text = this.#secret.get(id) ?? this.#copy(id)
      if (text !== undefined) texts.set(id, text)
    }
    const others = ids.filter((id) => !texts.has(id) && !id.startsWith('!'))
    for (const [id, { bytes }] of readObjects(this.#bank, others))
      if (idOf(bytes) === id) texts.set(id, decodeText(bytes))
    return texts
  }

  /** Oldest first, without files that have their former text again. */
  unconfirmed(): readonly Unconfirmed[] {
    return this.#read()?.unconfirmed ?? []
  }

  /** A person has seen these changes and keeps them. */
  confirm(paths: readonly BankPath[]): void {
    this.#update((latest) => ({
      ...latest,
      unconfirmed: latest.unconfirmed.filter(({ path }) => !paths.includes(path)),
    }))
  }

  /** Removes copies that nothing has named for a day. */
  tidy(now: number): void {
    const kept = this.#read()
    if (kept === undefined) return
    const named = new Set([
      ...Object.values(kept.files).map(([, id]) => id),
      ...kept.unconfirmed.flatMap(({ before }) => before ?? []),
    ])
    for (const name of namesIn(this.#folder)) {
      if (!/^[0-9a-f]{40}$/.test(name) || named.has(name)) continue
      const path = join(this.#folder, name)
      if (now - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now) > A_DAY_MS) removeIfThere(path)
    }
  }

  #marks(paths: readonly BankPath[], now: Date, holdsSecret: HoldsSecret): Kept['files'] {
    return Object.fromEntries(
      paths.flatMap((path) => {
        const { stamp, id, text } = this.#look(path, now)
        if (id !== undefined && text !== undefined) this.#keepText(id, text, holdsSecret)
        return id === undefined ? [] : [[path, [stamp, id]] as const]
      }),
    )
  }

  #look(path: BankPath, now: Date): FileState {
    const opened = openInside(this.#bank, join(this.#bank, path), WATCHED)
    if (opened.kind === 'missing') return { stamp: '', id: isThere(join(this.#bank, path)) ? NOWHERE : undefined }
    if (opened.kind === 'refused')
      return { stamp: stampAt(join(this.#bank, path)) ?? '', id: `!${opened.cause}`, unreadable: opened.cause }
    const stamp = settledStamp(opened.stat, now.getTime()) ?? ''
    return { stamp, id: idOf(opened.bytes), text: decodeText(opened.bytes) }
  }

  #keepText(id: FileId, text: string, holdsSecret: HoldsSecret): void {
    const path = join(this.#folder, id)
    if (text.length > LIMITS.fileBytes || isThere(path) || this.#secret.has(id)) return
    if (holdsSecret(text)) this.#secret.set(id, text)
    else this.#put(path, encodeText(text))
  }

  /** Checks the id, so that a changed copy is not used. */
  #copy(id: FileId): string | undefined {
    try {
      const bytes = readFileSync(join(this.#folder, id))
      return idOf(bytes) === id ? decodeText(bytes) : undefined
    } catch {
      return undefined // it held a secret, or was too large to be copied
    }
  }

  #read(): Kept | undefined {
    if (this.#unwritten !== undefined) return this.#unwritten
    const path = join(this.#folder, 'files.json')
    const stamp = stampIfSettled(path)
    if (stamp !== undefined && stamp === this.#known?.stamp) return this.#known.kept
    const kept = decodeKept(readJson(path))
    this.#known = stamp === undefined || kept === undefined ? undefined : { stamp, kept }
    return kept
  }

  /** Several processes may update at once; each continues from what the other wrote. */
  #update(change: (latest: Kept) => Kept): void {
    const lock = acquireLock(this.#folder, LOCK_MS)
    try {
      const next = change(this.#read() ?? { files: {}, unconfirmed: [] })
      // A file with its former text has nothing to confirm, also after a later write.
      const unconfirmed = next.unconfirmed.filter(({ path, before }) => next.files[path]?.[1] !== before)
      const kept = { ...next, unconfirmed }
      const isWritten = this.#put(join(this.#folder, 'files.json'), Buffer.from(JSON.stringify({ format: 1, ...kept })))
      // A full or read-only disk: this process continues from memory, and the guard reports the trouble.
      this.#unwritten = isWritten ? undefined : kept
    } finally {
      if (lock.ok) lock.value.release()
    }
  }

  #put(path: string, bytes: Uint8Array): boolean {
    try {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
      writeFileSync(`${path}.${process.pid}.tmp`, bytes, { mode: 0o600 })
      renameSync(`${path}.${process.pid}.tmp`, path)
      return true
    } catch {
      return false
    }
  }
}

function stampIfSettled(path: string): string | undefined {
  try {
    return settledStamp(statSync(path), Date.now())
  } catch {
    return undefined // missing or unreadable: reading it decides
  }
}

function decodeKept(raw: unknown): Kept | undefined {
  if (!isRecord(raw) || raw['format'] !== 1 || !isRecord(raw['files']) || !Array.isArray(raw['unconfirmed']))
    return undefined
  const { files, unconfirmed, trouble } = raw
  return {
    files: files as Kept['files'],
    unconfirmed: unconfirmed as readonly Unconfirmed[],
    ...(typeof trouble === 'string' ? { trouble } : {}),
  }
}

interface FileState {
  readonly stamp: string
  readonly id: FileId | undefined
  readonly text?: string
  readonly unreadable?: string
}

const NOWHERE = '!it is a link that leads nowhere'

function contentOf({ text, unreadable }: FileState): Pick<ForeignChange, 'text' | 'unreadable'> {
  return { text, ...(unreadable === undefined ? {} : { unreadable }) }
}

function troubleIn({ unreadable }: { readonly unreadable: readonly { path: string; cause: string }[] }) {
  return unreadable.map(({ path, cause }) => `${path}: ${cause}`)[0]
}

export function idOf(bytes: Uint8Array): FileId {
  return cryptography().createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
}
