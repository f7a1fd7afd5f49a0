/**
 * Sentences and manifest lines of the repository, each with its place: from documents, doc comments and manifests.
 *
 * Reads a bounded number of files, each on first use.
 */

import { pageOf } from '../bank/page.ts'
import type { SaidAt } from '../bank/restated-entry.ts'
import { once } from '../base/once.ts'
import { stem } from '../base/stem.ts'
import { wordSet } from '../base/word-set.ts'
import { declaresSomething } from '../project/declarations.ts'
import type { Codebase } from './codebase.ts'
import { linesOf } from './repository.ts'
import { sentenceEnds, withoutCode } from './statements.ts'

export interface RepositorySentence extends SaidAt {
  readonly words: readonly string[]
}

export interface ManifestText {
  readonly path: string
  readonly lines: readonly { readonly text: string; readonly words: ReadonlySet<string> }[]
  /** The words of its path and of the project name in it. */
  readonly about: ReadonlySet<string>
}

export class RepositoryText {
  readonly codebase: Codebase
  readonly #sentences = once(() => new SentenceIndex(this.#documents().flatMap((path) => this.#sentencesOf(path))))
  readonly #manifests = once(() =>
    this.codebase.repository
      .files()
      .filter(declaresSomething)
      .toSorted((a, b) => depthOf(a) - depthOf(b))
      .slice(0, MOST_MANIFESTS)
      .flatMap((path) => this.#manifest(path) ?? []),
  )
  readonly #comments = new Map<string, readonly RepositorySentence[]>()
  #commentsRead = 0

  constructor(codebase: Codebase) {
    this.codebase = codebase
  }

  /** The document sentences that hold the rarest of these words. */
  sentencesWith(words: readonly string[]): readonly RepositorySentence[] {
    return this.#sentences().holding(words)
  }

  manifests(): readonly ManifestText[] {
    return this.#manifests()
  }

  /** The sentences of the comments in a code file. */
  commentsIn(path: string): readonly RepositorySentence[] {
    const known = this.#comments.get(path)
    if (known !== undefined || this.#commentsRead >= MOST_COMMENTED) return known ?? []
    this.#commentsRead += 1
    const found = commentSentences(path, this.codebase.repository.read(path) ?? '')
    this.#comments.set(path, found)
    return found
  }

  /** Documents at the root first, then by depth, up to the limit. */
  #documents(): readonly string[] {
    return this.codebase.repository
      .files()
      .filter((path) => DOCUMENT.test(path) && !NO_DOCUMENT.test(path))
      .toSorted((a, b) => depthOf(a) - depthOf(b))
      .slice(0, MOST_DOCUMENTS)
  }

  #sentencesOf(path: string): readonly RepositorySentence[] {
    const text = this.codebase.repository.read(path) ?? ''
    if (text.length > LONGEST_TEXT) return []
    const name = /^#\s+(.+)$/m.exec(text)?.[1] ?? ''
    // The sentences of a document rarely repeat its title, so the title's words are added to each sentence.
    return sentencesOfLines(path, paragraphsOf(text)).map((one) => ({
      ...one,
      words: [...one.words, ...wordsOf(name)],
    }))
  }

  #manifest(path: string): ManifestText | undefined {
    const text = this.codebase.repository.read(path)
    if (text === undefined || text.length > LONGEST_TEXT) return undefined
    const named = /^[ \t]*"?name"?\s*[:=]\s*"([^"]{1,100})"/m.exec(text)?.[1] ?? ''
    return {
      path,
      lines: linesOf(text).map((line) => ({
        text: line,
        words: new Set(line.length > LONGEST_LINE ? [] : wordsOf(line)),
      })),
      about: new Set([...wordsOf(path), ...wordsOf(named)]),
    }
  }
}

/** Sentences by word, so that a statement is compared with few sentences. */
class SentenceIndex {
  readonly #sentences: readonly RepositorySentence[]
  readonly #byWord = new Map<string, number[]>()

  constructor(sentences: readonly RepositorySentence[]) {
    this.#sentences = sentences
    for (const [at, { words }] of sentences.entries()) {
      for (const word of new Set(words)) {
        const known = this.#byWord.get(word)
        if (known === undefined) this.#byWord.set(word, [at])
        else known.push(at)
      }
    }
  }

  holding(words: readonly string[]): readonly RepositorySentence[] {
    const rarest = words.map((word) => this.#byWord.get(word) ?? []).sort((a, b) => a.length - b.length)[0] ?? []
    return rarest.slice(0, MOST_COMPARED).flatMap((at) => this.#sentences[at] ?? [])
  }
}

/** The words of a text for comparison: stems of Latin words, and pairs of Han characters. */
export function wordsOf(text: string): readonly string[] {
  const plain = text
    .normalize('NFKC')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
  return [...plain.matchAll(WORD)].flatMap(([run]) => (/^\p{Script=Han}/u.test(run) ? pairsOf(run) : latin(run)))
}

const WORD = /\p{Script=Han}+|\d+(?:\.\d+)+|(?:(?!\p{Script=Han})[\p{L}\p{N}])+/gu

function latin(word: string): readonly string[] {
  return EMPTY.has(word) ? [] : [stem(word)]
}

function pairsOf(run: string): readonly string[] {
  return run.split(EMPTY_HAN).flatMap((part) => {
    if (part.length < 2) return part === '' ? [] : [part]
    return Array.from({ length: part.length - 1 }, (_, at) => part.slice(at, at + 2))
  })
}

/** Words that are ignored. Words that limit or deny (not, only, until) change the meaning and are not listed here. */
const EMPTY =
  wordSet(`the a an and or of for to in on at by with from as is are be been it its this that these those there
  we our us i you your they their them has have had do does which what where how s t e g i via per into all any each
  can run runs use uses used using`)
const EMPTY_HAN = /我们|使用|采用|如何|怎么|什么|以及|一个|[的在与和及是由把为将对用于了]/

/** The paragraphs, items and rows of a Markdown text, each with its first line. Code and comments are left out. */
function paragraphsOf(text: string): readonly Run[] {
  const runs: { text: string; line: number }[] = []
  let open = false
  for (const [index, { text: raw, fenced }] of pageOf(text).lines.entries()) {
    const line = raw.trim()
    const last = runs.at(-1)
    if (fenced || line === '' || line.startsWith('<!--') || /^#/.test(line) || line.length > LONGEST_LINE) open = false
    else if (open && last !== undefined && !/^(?:[-*+|>]|\d{1,3}[.)])\s?/.test(line)) last.text += `\n${line}`
    else {
      runs.push({ text: line.replace(/^(?:[-*+>]|\d{1,3}[.)])\s+/, ''), line: index + 1 })
      open = true
    }
  }
  return runs
}

interface Run {
  readonly text: string
  readonly line: number
}

function sentencesOfLines(path: string, runs: readonly Run[]): readonly RepositorySentence[] {
  return runs.flatMap(({ text, line }) => {
    const ends = [...sentenceEnds(withoutCode(text)), text.length]
    return ends.map((end, at) => {
      const start = ends[at - 1] ?? 0
      return { path, line: line + text.slice(0, start).split('\n').length - 1, words: wordsOf(text.slice(start, end)) }
    })
  })
}

/** Block comments, runs of line comments and documentation strings. */
function commentSentences(path: string, text: string): readonly RepositorySentence[] {
  if (text.length > LONGEST_TEXT) return []
  const runs: { text: string; line: number }[] = []
  let last = -1
  for (const { index, raw, endsBlock } of commentLines(text)) {
    const said = withoutCommentSigns(raw)
    const isBlank = said.trim() === ''
    const before = last === index - 1 ? runs.at(-1) : undefined
    if (before !== undefined && !isBlank) before.text += `\n${said}`
    else if (!isBlank) runs.push({ text: said, line: index + 1 })
    last = isBlank || endsBlock ? -1 : index
  }
  return sentencesOfLines(path, runs)
}

interface CommentLine {
  readonly index: number
  readonly raw: string
  readonly endsBlock: boolean
}

function* commentLines(text: string): Generator<CommentLine> {
  /** The end of the current block comment. */
  let block: RegExp | undefined
  for (const [index, raw] of linesOf(text).entries()) {
    const [start, end] = block === undefined ? (COMMENT_OPENS.find(([opens]) => opens.test(raw)) ?? []) : []
    const closes = block ?? end
    if ((closes === undefined && !LINE_COMMENT.test(raw)) || raw.length > LONGEST_LINE) continue
    const endsBlock = closes?.test(start === undefined ? raw : raw.replace(start, '')) === true
    block = endsBlock ? undefined : closes
    yield { index, raw, endsBlock }
  }
}

function withoutCommentSigns(raw: string): string {
  return raw
    .replace(/^\s*(?:\/\*\*?|\*(?!\/)|\/\/[/!]?|#+|--|"""|''')\s?/, '')
    .replace(/(?<!\s)\s*(?:\*\/|"""|''')\s*$/, '')
}

const COMMENT_OPENS: readonly (readonly [RegExp, RegExp])[] = [
  [/^\s*\/\*/, /\*\//],
  [/^\s*"""/, /"""/],
  [/^\s*'''/, /'''/],
]
const LINE_COMMENT = /^\s*(?:\/\/|#(?!!)|--\s)/

function depthOf(path: string): number {
  return path.split('/').length
}

const DOCUMENT = /\.(?:md|mdx|markdown|rst|txt|adoc)$/i
/** Files that are not documentation, or that record the past. */
const NO_DOCUMENT =
  /(?:^|\/)(?:CHANGELOG|CHANGES|HISTORY|LICEN[CS]E|NOTICE|THIRD|CODE_OF_CONDUCT|requirements?[\w.-]*\.txt|robots)[^/]*$|(?:^|\/)(?:node_modules|vendor|fixtures?|testdata|tests?|__tests__|examples?)\//i

const MOST_DOCUMENTS = 48
const MOST_MANIFESTS = 64
/** Files whose comments are read. */
const MOST_COMMENTED = 200
const MOST_COMPARED = 400
const LONGEST_TEXT = 256_000
const LONGEST_LINE = 2_000
