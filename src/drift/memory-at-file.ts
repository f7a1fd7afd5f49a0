/**
 * The entries about one file (S28): those that name the file, a distinctive symbol it defines, or its folder.
 *
 * Only names count, for precision. A path counts from the root or as a path's end of at least two parts. A bare file
 * name counts if only one file has it, and a symbol if only this file defines it. A folder counts for the files
 * directly in it. A question costs a few look-ups, and reads the file only if no path matches.
 */

import type { RememberedEntry } from './entries-of-file.ts'

/** Look-ups in the project. */
export interface AskedProject {
  /** The text of the file; undefined if there is none, or if it is too large. */
  read(file: string): string | undefined
  /** The files with this name, in any folder. */
  filesNamed(name: string): readonly string[]
  /** The files with a line that holds one of the words, each with those lines; undefined if the search failed. */
  linesWith(words: readonly string[]): ReadonlyMap<string, readonly string[]> | undefined
}

export class MemoryAtFile {
  readonly #byPath = new Map<string, Set<RememberedEntry>>()
  readonly #bySymbol = new Map<string, Set<RememberedEntry>>()

  constructor(entries: Iterable<RememberedEntry>) {
    for (const entry of entries) {
      for (const path of pathsIn(entry.text)) put(this.#byPath, path, entry)
      for (const symbol of symbolsIn(entry.text)) put(this.#bySymbol, symbol, entry)
    }
  }

  /**
   * The entries that name the file. If there are none, those that name one of its symbols, or else its folder. The most
   * binding entries come first, then the newest. `file` is relative to the root, with `/`.
   */
  about(file: string, project: AskedProject): readonly RememberedEntry[] {
    const named = this.#naming(file, project)
    if (named.length > 0) return inOrder(named)
    const defined = this.#namingSymbols(file, project)
    return defined.length > 0 ? inOrder(defined) : inOrder(this.#namingFolder(file))
  }

  #naming(file: string, project: AskedProject): readonly RememberedEntry[] {
    const parts = file.split('/')
    const found = ends(parts).flatMap((end) => [...(this.#byPath.get(end) ?? [])])
    const name = parts.at(-1) ?? ''
    const byName = parts.length === 1 ? undefined : this.#byPath.get(name)
    if (byName === undefined) return [...found, ...(parts.length === 1 ? (this.#byPath.get(name) ?? []) : [])]
    const others = project.filesNamed(name)
    return others.length === 1 && others[0] === file ? [...found, ...byName] : found
  }

  #namingFolder(file: string): readonly RememberedEntry[] {
    return ends(file.split('/').slice(0, -1)).flatMap((end) => [...(this.#byPath.get(end) ?? [])])
  }

  #namingSymbols(file: string, project: AskedProject): readonly RememberedEntry[] {
    if (this.#bySymbol.size === 0) return []
    const text = project.read(file)
    if (text === undefined) return []
    const words = new Set((text.match(WORD) ?? []).filter((word) => this.#bySymbol.has(word)))
    if (words.size === 0) return []
    const lines = text.split('\n')
    const own = [...words].filter((symbol) => lines.some((line) => definesSymbol(line, symbol))).slice(0, MOST_ASKED)
    if (own.length === 0) return []
    const holders = [...(project.linesWith(own) ?? [])]
    if (holders.length === 0) return []
    const elsewhere = holders.flatMap(([path, held]) => (path === file ? [] : held))
    const only = own.filter((symbol) => !elsewhere.some((line) => definesSymbol(line, symbol)))
    return only.flatMap((symbol) => [...(this.#bySymbol.get(symbol) ?? [])])
  }
}

/** The most symbols in one search. */
const MOST_ASKED = 8

/** The path and all its endings of at least two parts, because a bank often writes paths relative to a package. */
function ends(parts: readonly string[]): readonly string[] {
  return parts.length < 2 ? [] : parts.slice(0, -1).map((_, at) => parts.slice(at).join('/'))
}

function inOrder(entries: readonly RememberedEntry[]): readonly RememberedEntry[] {
  return [...new Set(entries)].sort(
    (a, b) => b.binding - a.binding || (a.date < b.date ? 1 : a.date > b.date ? -1 : a.startLine - b.startLine),
  )
}

/** Paths and file names, bare or quoted. */
function pathsIn(text: string): ReadonlySet<string> {
  const found = new Set<string>()
  for (const [token] of text.matchAll(PATH)) {
    const plain = token
      .replace(/[:#].*$/, '')
      .replace(/(?<![.)\]/])[.)\]/]+$/, '')
      .replace(/^(?:\.\/)+/, '')
    // Strips an opening bracket, unless the path begins with a whole group such as `(auth)`.
    const path = /^\([^)]*$|^\[[^\]]*$/.test(plain) ? plain.slice(1).replace(/^(?:\.\/)+/, '') : plain
    if (path !== '' && !/^(?:memory-bank|details)\//.test(path)) found.add(path)
  }
  return found
}

/**
 * A word with a slash, or a name with an extension, but not a web address. No file name is longer than 255 characters.
 */
const PATH =
  /(?<![\w/.:@-])(?:\.?[\w@+()[\]-][\w@.+()[\]-]{0,254}\/)+[\w@.+()[\]-]{0,255}|(?<![\w/.:@-])\.?[\w@+-][\w@.+-]{0,254}\.[A-Za-z]\w{0,9}(?![\w/])|(?<![\w/.-])(?:Makefile|Dockerfile|Justfile|Procfile|Gemfile|Rakefile|\.[a-z]{2,}(?:ignore|rc|-versions))(?![\w/])/g

function symbolsIn(text: string): ReadonlySet<string> {
  return new Set((text.match(WORD) ?? []).filter((word) => SYMBOL.test(word)))
}

/** Identifiers of at least six characters: shorter names are too ambiguous. */
const WORD = /[A-Za-z_$][\w$]{5,79}/g
/** An identifier of several words. */
const SYMBOL = /[a-z\d][A-Z]|[A-Za-z\d]_[A-Za-z\d]/

function put(map: Map<string, Set<RememberedEntry>>, key: string, entry: RememberedEntry): void {
  const known = map.get(key)
  if (known === undefined) map.set(key, new Set([entry]))
  else known.add(entry)
}

function definesSymbol(line: string, symbol: string): boolean {
  if (!line.includes(symbol)) return false
  const name = symbol.replaceAll('$', '\\$')
  return new RegExp(
    `\\b(?:function\\*?|class|const|let|var|def|fn|func|type|interface|enum|struct|trait|module|namespace|val|fun|object|record|defp?|macro_rules!)\\s+(?:\\([^)]*\\)\\s*)?(?:self\\.)?${name}\\b|^\\s*(?:(?:export|default|public|private|protected|static|async|final|override|abstract|readonly|virtual|inline|pub|get|set)\\s+)*(?:[\\w<>[\\],.?]+\\s+)?${name}\\s*(?:<[^>]*>)?\\([^;]*\\{\\s*$|^\\s*(?:export\\s+|pub\\s+)?${name}\\s*(?::[^=]+)?=(?!=)|^#define\\s+${name}\\b`,
  ).test(line)
}
