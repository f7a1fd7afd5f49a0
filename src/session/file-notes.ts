/**
 * Notes about files (S28): when a session first reads or edits a file that the bank mentions, it gets one line about
 * it.
 *
 * A file gets one note per session, and another after a compaction. A session and its sub-agents get at most ten. The
 * index is kept in memory, so a process for one event first asks whether the bank names the file at all.
 */

import { realpathSync } from 'node:fs'
import { isAbsolute, join, relative, resolve } from 'node:path'
import { conclusionOf } from '../bank/conclusion.ts'
import type { ToolFacts } from '../bank/event.ts'
import type { ReadableFile } from '../bank/snapshot.ts'
import type { ToolCall } from '../bank/tool-call.ts'
import type { BankPath } from '../base/bank-path.ts'
import { estimateTokens } from '../base/estimate-tokens.ts'
import type { Language, Words } from '../base/language.ts'
import { BANK_FOLDER } from '../base/layout.ts'
import { takeLazySnapshot } from '../disk/bank/lazy-snapshot.ts'
import { monotonicMs } from '../disk/built-in.ts'
import { sourceInside } from '../disk/open-file.ts'
import { listRepository } from '../disk/project/list-repository.ts'
import { linesWith } from '../disk/project/search-words.ts'
import type { Workspace } from '../disk/workspace.ts'
import { entriesOfFile, type RememberedEntry } from '../drift/entries-of-file.ts'
import { type AskedProject, MemoryAtFile } from '../drift/memory-at-file.ts'
import { maskSecrets } from '../secrets/mask.ts'
import { doubtsAbout } from '../verbs/doubts.ts'
import { markSupersededLazily } from '../verbs/mark-superseded.ts'
import type { Sessions } from './sessions.ts'

/** The files of a finished call, and the folder its paths are relative to. */
export interface TouchedFiles {
  readonly call: ToolCall
  readonly facts: ToolFacts
  readonly cwd: string | undefined
}

/** The line for the model, and the entry it is made from. */
export interface FileNote {
  readonly text: string
  readonly entry: RememberedEntry
}

const MOST_NOTES = 10
/** Limit in estimated tokens. Estimates are within 15 %, so the line stays below 60 tokens. */
const NOTE_TOKENS = 52
const LEAST_WORDS = 12
/** Milliseconds between checks for changes that other programs made to the bank. */
const LOOK_AGAIN_AFTER = 3_000
const MOST_LOOKED = 5_000

export class FileNotes {
  readonly #workspace: Workspace
  readonly #sessions: Sessions
  /** Base of relative paths, if the event has no working directory. */
  readonly #folder: string
  #memory: MemoryAtFile = new MemoryAtFile([])
  #entries = new Map<BankPath, { readonly stamp: string; readonly entries: readonly RememberedEntry[] }>()
  #lookedAt = Number.NEGATIVE_INFINITY
  /** Files that the bank does not mention. */
  readonly #unknown = new Set<string>()
  readonly #searched = new Map<string, ReturnType<AskedProject['linesWith']>>()
  #names: ReadonlyMap<string, readonly string[]> | undefined

  constructor(workspace: Workspace, sessions: Sessions, folder: string) {
    this.#folder = folder
    this.#workspace = workspace
    this.#sessions = sessions
  }

  /** The note for the first of these files that the bank mentions and that has no note yet. */
  async noteFor(session: string, touched: readonly TouchedFiles[], language: Language): Promise<FileNote | undefined> {
    // Sub-agents share the limit of their root session.
    const root = this.#sessions.rootOf(session)
    if (this.#sessions.state(root).use.notes >= MOST_NOTES) return undefined
    this.#look()
    for (const file of touched.flatMap((one) => this.#filesOf(one))) {
      if (this.#unknown.has(file) || this.#sessions.state(session).use.files.has(file)) continue
      const [entry] = this.#memory.about(file, this.#project())
      if (entry === undefined) {
        if (this.#unknown.size >= MOST_LOOKED) this.#unknown.clear()
        this.#unknown.add(file)
        continue
      }
      this.#sessions.record(session, [{ at: 'file-note', path: file }])
      if (root !== session) this.#sessions.record(root, [{ at: 'file-note' }])
      const isInDoubt = doubtsAbout([entry], this.#workspace).length > 0
      return { text: lineOf(entry, isInDoubt, language), entry }
    }
    return undefined
  }

  /** Files of the project outside the bank, relative to its root. */
  #filesOf({ call, facts, cwd }: TouchedFiles): readonly string[] {
    if (facts.kind === 'writes') return facts.files.flatMap((file) => (file.in === 'project' ? [file.path] : []))
    if (call.kind !== 'reads') return []
    const { root } = this.#workspace.project
    return call.paths.slice(0, MOST_PATHS).flatMap((path) => {
      const whole = resolve(cwd ?? this.#folder, path)
      return this.#inside(relative(root, whole)) ?? this.#inside(relative(root, real(whole))) ?? []
    })
  }

  #inside(path: string): string | undefined {
    const file = path.replaceAll('\\', '/')
    const isOurs =
      file !== '' && !isAbsolute(file) && file.split('/')[0] !== '..' && !file.startsWith(`${BANK_FOLDER}/`)
    return isOurs ? file : undefined
  }

  /**
   * Reads changed files of the bank, at most once per `LOOK_AGAIN_AFTER`, and drops all data derived from the old ones.
   */
  #look(): void {
    const now = monotonicMs()
    if (now - this.#lookedAt < LOOK_AGAIN_AFTER) return
    this.#lookedAt = now
    const { place } = this.#workspace
    const taken = takeLazySnapshot(place.bank, this.#workspace.now)
    if (!taken.ok) return
    const { bank, stamps } = markSupersededLazily(taken.value)
    const next = new Map([...bank.files].map(([path, file]) => [path, this.#entriesOf(path, file, stamps.get(path))]))
    const isSame = next.size === this.#entries.size && [...next].every(([path, one]) => this.#entries.get(path) === one)
    if (isSame) return
    this.#entries = next
    this.#memory = new MemoryAtFile([...next.values()].flatMap(({ entries }) => entries))
    this.#unknown.clear()
    this.#searched.clear()
    this.#names = undefined
  }

  #entriesOf(path: BankPath, file: ReadableFile, stamp: string | undefined) {
    const known = this.#entries.get(path)
    if (known !== undefined && stamp !== undefined && known.stamp === stamp) return known
    return { stamp: stamp ?? '', entries: entriesOfFile(path, file.readPage().text) }
  }

  #project(): AskedProject {
    const { root, gitFolder } = this.#workspace.project
    return {
      read: (file) => sourceInside(root, join(root, file)),
      filesNamed: (name) => {
        this.#names ??= byName(listRepository(this.#workspace.project))
        return this.#names.get(name) ?? []
      },
      linesWith: (words) => {
        const key = words.join(' ')
        if (!this.#searched.has(key))
          this.#searched.set(key, gitFolder === undefined ? undefined : linesWith(root, words))
        return this.#searched.get(key)
      },
    }
  }
}

const MOST_PATHS = 20

/** The entry's conclusion and path, with its date if there is room. */
function lineOf(entry: RememberedEntry, doubtful: boolean, language: Language): string {
  const head = (doubtful ? DOUBTFUL : ABOUT)[language]
  const where = ` → ${BANK_FOLDER}/${entry.path}`
  const words = maskSecrets(wordsOf(entry).replaceAll(/\s+/g, ' ').trim())
  const room = (frame: string) => Math.max(LEAST_WORDS, NOTE_TOKENS - estimateTokens(`[memory-bank] ${frame}`))
  const dated = entry.date === '' ? where : ` (${entry.date})${where}`
  if (estimateTokens(words) <= room(head + dated)) return head + words + dated
  return head + conclusionOf(words, room(head + where)) + where
}

/** The entry's title and text. The title is left out if the text or the file name already contains it. */
function wordsOf({ path, title, words }: RememberedEntry): string {
  if (title === '' || words === '' || words.startsWith(title)) return words === '' ? title : words
  const name = lettersOf(path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/, ''))
  const said = lettersOf(title)
  if (name.length >= 4 && (said.startsWith(name) || name.startsWith(said))) return words
  return /[.!?。！？:：]$/.test(title) ? `${title} ${words}` : `${title}: ${words}`
}

function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}

const ABOUT: Words = { en: 'Memory of this file: ', zh: '关于此文件的记忆：' }
const DOUBTFUL: Words = {
  en: 'Memory of this file (doubtful, the code says otherwise): ',
  zh: '关于此文件的记忆（存疑，代码已不同）：',
}

function byName(files: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const file of files) {
    const name = file.slice(file.lastIndexOf('/') + 1)
    const known = found.get(name)
    if (known === undefined) found.set(name, [file])
    else known.push(file)
  }
  return found
}

function real(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path // the file is missing or not readable
  }
}
