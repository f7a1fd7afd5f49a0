/**
 * Memory at the file (S28): the one line that comes with the first read or edit of a file which the bank knows of.
 *
 * Once per file and session, again after a compaction, and at most ten times in a session with its sub-agents. It lives
 * only where the host keeps us in its process: the index stays in memory, and the bank is looked at again after a while.
 */

import { realpathSync } from 'node:fs'
import { isAbsolute, join, relative, resolve } from 'node:path'
import type { ReadableFile } from '../bank/snapshot.ts'
import type { BankPath } from '../base/bank-path.ts'
import type { ToolFacts } from '../bank/event.ts'
import type { Language, Words } from '../base/language.ts'
import { BANK_FOLDER } from '../base/layout.ts'
import type { ToolCall } from '../bank/tool-call.ts'
import { entriesOfFile, type RememberedEntry } from '../drift/entries-of-file.ts'
import { type AskedProject, MemoryAtFile } from '../drift/memory-at-file.ts'
import { maskSecrets } from '../secrets/mask.ts'
import { conclusionOf } from '../bank/conclusion.ts'
import { estimateTokens } from '../base/tokens.ts'
import { takeLazySnapshot } from '../disk/bank/lazy-snapshot.ts'
import { linesWith } from '../disk/git/git.ts'
import { listRepository } from '../disk/project/list-repository.ts'
import { readText } from '../disk/project/root-files.ts'
import type { Workspace } from '../disk/workspace.ts'
import { doubtsAbout } from '../verbs/doubts.ts'
import type { Sessions } from './sessions.ts'
import { lazilyMarked } from '../verbs/waiting.ts'

/** What a finished call touched, and in which folder its paths are read. */
export interface TouchedFiles {
  readonly call: ToolCall
  readonly facts: ToolFacts
  readonly cwd: string | undefined
}

/** The line, and the entry that it tells of. */
export interface FileNote {
  readonly text: string
  readonly entry: RememberedEntry
}

const MOST_NOTES = 10
/** What the line may cost, by an estimate that is within 15 % of 60 tokens. */
const NOTE_TOKENS = 52
const LEAST_WORDS = 12
/** Another hand's change of the bank is seen after at most so long. */
const LOOK_AGAIN_AFTER = 3_000
const MOST_LOOKED = 5_000

export class FileNotes {
  readonly #workspace: Workspace
  readonly #sessions: Sessions
  /** What a relative path is read from where an event does not say. */
  readonly #folder: string
  #memory: MemoryAtFile = new MemoryAtFile([])
  #entries = new Map<BankPath, { readonly stamp: string; readonly entries: readonly RememberedEntry[] }>()
  #lookedAt = Number.NEGATIVE_INFINITY
  /** Files of which the bank, as it is now, knows nothing. */
  readonly #unknown = new Set<string>()
  readonly #searched = new Map<string, ReturnType<AskedProject['linesWith']>>()
  #names: ReadonlyMap<string, readonly string[]> | undefined

  constructor(workspace: Workspace, sessions: Sessions, folder: string) {
    this.#folder = folder
    this.#workspace = workspace
    this.#sessions = sessions
  }

  /** The line for the first of the files that has one. */
  async noteFor(session: string, touched: readonly TouchedFiles[], language: Language): Promise<FileNote | undefined> {
    // Sub-agents share the allowance of the session that began it all.
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

  /** Files of the project, from its root; the bank's own are not among them. */
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

  /** Reads what changed of the bank, and forgets what was found out of the former one. */
  #look(): void {
    const now = performance.now()
    if (now - this.#lookedAt < LOOK_AGAIN_AFTER) return
    this.#lookedAt = now
    const { place } = this.#workspace
    const taken = takeLazySnapshot(place.bank, this.#workspace.now)
    if (!taken.ok) return
    const { bank, stamps } = lazilyMarked(taken.value)
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
      read: (file) => readText(root, join(root, file)),
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

/** The conclusion and where it stands; the date where there is room for it. */
function lineOf(entry: RememberedEntry, doubtful: boolean, language: Language): string {
  const head = (doubtful ? DOUBTFUL : ABOUT)[language]
  const where = ` → ${BANK_FOLDER}/${entry.path}`
  const words = maskSecrets(wordsOf(entry).replaceAll(/\s+/g, ' ').trim())
  const room = (frame: string) => Math.max(LEAST_WORDS, NOTE_TOKENS - estimateTokens(`[memory-bank] ${frame}`))
  const dated = entry.date === '' ? where : ` (${entry.date})${where}`
  if (estimateTokens(words) <= room(head + dated)) return head + words + dated
  return head + conclusionOf(words, room(head + where)) + where
}

/** A file that is named after its title says the title already. */
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
    return path // it is gone, or not ours to look at
  }
}
