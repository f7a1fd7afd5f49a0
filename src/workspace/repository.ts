/**
 * The repository as drift asks it: which paths there are, what files say, what git remembers.
 *
 * Lazy, and every answer kept for the life of the value; all of it is bounded, and what could not be found
 * out in time is not known rather than not there.
 */

import { join } from 'node:path'
import { BANK_FOLDER } from '../core/layout.ts'
import { run } from './git.ts'
import { pathHistory, removedTexts } from './git-history.ts'
import { listRepository } from './list-repository.ts'
import { kindAt, readText } from './root-files.ts'
import { ignoredBy } from './scan-project.ts'
import { decodeText } from './text-codec.ts'

const MOST_FILES = 60_000
/** How often a file is followed to another name. */
const MOST_RENAMES = 5
const MOST_HOLDERS = 8
const SEARCH_MILLISECONDS = 1_200
/** Where all files are read the work is bounded; the clock only guards against a disk that hangs. */
const READ_MILLISECONDS = 6_000
/** Up to here reading all files is quicker than asking git, which tries each pattern on each line. */
const MOST_READ = 3_000
const MOST_PATTERNS = 400
/** In a large repository; more could not be told in time. */
const MOST_WORDS = 2_000

export class DiskRepository {
  readonly #root: string
  readonly #inGit: boolean
  #files: readonly string[] | undefined
  readonly #texts = new Map<string, string | undefined>()
  readonly #kinds = new Map<string, 'file' | 'folder' | undefined>()
  readonly #holders = new Map<string, readonly string[]>()
  /** A search ran out of time: the next would too. */
  #tooLarge = false
  /** Left for asking git what was taken out, over all questions. */
  #removalMilliseconds = 3_000

  constructor(root: string, inGit: boolean) {
    this.#root = root
    this.#inGit = inGit
  }

  kindOf(path: string): 'file' | 'folder' | undefined {
    if (this.#kinds.has(path)) return this.#kinds.get(path)
    const kind = kindAt(join(this.#root, path))
    this.#kinds.set(path, kind)
    return kind
  }

  read(path: string): string | undefined {
    if (this.#texts.has(path)) return this.#texts.get(path)
    const text = readText(join(this.#root, path))
    this.#texts.set(path, text)
    return text
  }

  /** Whether an answer hangs on a file that git does not list. */
  hasReadUnlisted(): boolean {
    const listed = new Set(this.files())
    return [...this.#texts].some(([path, text]) => text !== undefined && !listed.has(path))
  }

  files(): readonly string[] {
    this.#files ??= (this.#listed() ?? listRepository({ root: this.#root, gitFolder: undefined })).filter(
      (path) => !path.startsWith(`${BANK_FOLDER}/`),
    )
    return this.#files
  }

  ignored(paths: readonly string[]): ReadonlySet<string> {
    if (paths.length === 0) return new Set()
    const asked = paths.flatMap((path) => [path, `${path}/`])
    if (!this.#inGit) return new Set(paths.filter((path) => ignoredBy(this.#root, path)))
    const answer = run(this.#root, ['check-ignore', '-z', '--stdin', '--no-index'], asked.join('\0'), {
      statuses: [1],
      // This command knows no literal paths; a name with a star in it is none a bank would claim.
      patterns: true,
    })
    const said = new Set((answer === undefined ? '' : decodeText(answer)).split('\0'))
    return new Set(paths.filter((path) => said.has(path) || said.has(`${path}/`)))
  }

  holders(words: readonly string[]): ReadonlyMap<string, readonly string[]> | undefined {
    const open = [...new Set(words)].filter((word) => !this.#holders.has(word))
    if (open.length > 0) {
      const found = this.#tooLarge ? undefined : this.#search(open)
      if (found === undefined) {
        this.#tooLarge = true
        return undefined
      }
      for (const word of open) this.#holders.set(word, [...(found.get(word) ?? [])])
    }
    return new Map(
      words.flatMap((word) => {
        const paths = this.#holders.get(word) ?? []
        return paths.length === 0 ? [] : [[word, paths] as const]
      }),
    )
  }

  pastOf(paths: readonly string[]): ReturnType<typeof pathHistory> {
    if (!this.#inGit) return new Map()
    const past = new Map(pathHistory(this.#root, paths))
    for (let renames = 1; renames < MOST_RENAMES; renames += 1) {
      const gone = [...past].filter(
        ([, { renamedTo }]) => renamedTo !== undefined && this.kindOf(renamedTo) === undefined,
      )
      const further = pathHistory(this.#root, [...new Set(gone.flatMap(([, { renamedTo }]) => renamedTo ?? []))])
      if (further.size === 0) break
      for (const [path, was] of gone) {
        const next = further.get(was.renamedTo ?? '')
        if (next !== undefined) past.set(path, { ...was, renamedTo: next.renamedTo })
      }
    }
    return past
  }

  hadBefore(path: string, { commit }: { readonly commit: string }): boolean {
    const before = commit === '' ? 'HEAD' : `${commit}^`
    return this.#inGit && run(this.#root, ['cat-file', '-e', `${before}:./${path}`]) !== undefined
  }

  removed(texts: readonly string[]): ReturnType<typeof removedTexts> {
    if (!this.#inGit || this.#removalMilliseconds <= 0) return new Map()
    const began = performance.now()
    const found = removedTexts(this.#root, texts, BANK_FOLDER, Math.ceil(this.#removalMilliseconds))
    this.#removalMilliseconds -= performance.now() - began
    return found
  }

  #listed(): readonly string[] | undefined {
    if (!this.#inGit) return undefined
    const listed = run(this.#root, ['ls-files', '-z', '--cached', '--others', '--exclude-standard'])
    return listed === undefined
      ? undefined
      : decodeText(listed)
          .split('\0')
          .filter((path) => path !== '')
          .slice(0, MOST_FILES)
  }

  /** In a small repository all files are read; in a large one git names those worth reading. */
  #search(words: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> | undefined {
    const began = performance.now()
    const all = this.files().filter((file) => !NOT_SEARCHED.test(file))
    const found = new Map<string, Set<string>>()
    if (all.length <= MOST_READ) return this.#scan(all, words, found, began + READ_MILLISECONDS) ? found : undefined
    const ends = began + SEARCH_MILLISECONDS
    if (words.length > MOST_WORDS) return undefined
    // Files that were read already hold most of what is asked; the rest is few.
    this.#scan([...this.#texts.keys()], words, found, ends)
    const rest = words.filter((word) => !found.has(word))
    const named = this.#inGit && rest.length <= MOST_PATTERNS ? this.#filesWith(rest, ends) : undefined
    return named !== undefined && this.#scan(named, rest, found, ends) ? found : undefined
  }

  #filesWith(words: readonly string[], ends: number): readonly string[] | undefined {
    if (words.length === 0) return []
    const milliseconds = Math.ceil(ends - performance.now())
    if (milliseconds <= 0) return undefined
    const patterns = words.flatMap((word) => ['-e', word])
    const output = run(
      this.#root,
      ['grep', '--untracked', '-I', '-l', '-F', '-z', '--no-color', ...patterns, '--', '.', `:(exclude)${BANK_FOLDER}`],
      undefined,
      { milliseconds, patterns: true, statuses: [1] },
    )
    if (output === undefined || performance.now() > ends) return undefined
    return decodeText(output)
      .split('\0')
      .filter((file) => file !== '' && !NOT_SEARCHED.test(file))
  }

  /** Which files hold which words; false where time ran out. */
  #scan(files: readonly string[], words: readonly string[], found: Map<string, Set<string>>, ends: number): boolean {
    const wanted = new Set(words)
    const dashed = words.filter((word) => !/^[\w$]+$/.test(word))
    for (const file of files) {
      const text =
        (files.length > MOST_READ ? readText(join(this.#root, file)) : this.read(file)) ??
        (MAY_BE_LARGE.test(file) ? readText(join(this.#root, file), MOST_CODE_BYTES) : undefined)
      if (text === undefined) continue
      for (const [word] of text.matchAll(/[\w$]{2,}/g)) if (wanted.has(word)) add(found, word, file)
      for (const word of dashed) if (text.includes(word)) add(found, word, file)
      if (performance.now() > ends) return false
    }
    return true
  }
}

/** A source file may be an amalgamation of many; what stands in it is there. */
const MAY_BE_LARGE = /\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|rb|php|cs|c|h|cc|cpp|hpp|swift|scala|sql|proto)$/
const MOST_CODE_BYTES = 16 * 1024 * 1024

/** Made by machines, and large. */
const NOT_SEARCHED = /\.(?:map|snap|svg|lock|min\.\w+)$|(?:^|\/)(?:package-lock\.json|pnpm-lock\.yaml|go\.sum)$/

function add(found: Map<string, Set<string>>, word: string, path: string): void {
  const paths = found.get(word)
  if (paths === undefined) found.set(word, new Set([path]))
  else if (paths.size < MOST_HOLDERS) paths.add(path)
}
