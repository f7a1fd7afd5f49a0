/**
 * What the repository says itself: the sentences of its documents and of doc comments, and the lines of its manifests,
 * each with its place. Reads a bounded number of files, each when it is first asked for.
 */

import { pageOf } from '../bank/page.ts'
import { once } from '../base/once.ts'
import type { SaidAt } from '../bank/restated.ts'
import { declaresSomething } from '../project/declarations.ts'
import { stem } from '../base/stem.ts'
import { wordSet } from '../base/word-set.ts'
import type { Codebase } from './codebase.ts'
import { linesOf } from './repository.ts'
import { sentenceEnds, withoutCode } from './statements.ts'

export interface OwnSentence extends SaidAt {
  readonly words: readonly string[]
}

export interface ManifestText {
  readonly path: string
  readonly lines: readonly { readonly text: string; readonly words: ReadonlySet<string> }[]
  /** The words of its path and of the project's name in it. */
  readonly about: ReadonlySet<string>
}

export class OwnWords {
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
  readonly #comments = new Map<string, readonly OwnSentence[]>()
  #commentsRead = 0

  constructor(codebase: Codebase) {
    this.codebase = codebase
  }

  /** The sentences of documents that hold at least one of the words which the fewest of them hold. */
  sentencesWith(words: readonly string[]): readonly OwnSentence[] {
    return this.#sentences().holding(words)
  }

  manifests(): readonly ManifestText[] {
    return this.#manifests()
  }

  /** The sentences of the comments in a file of code. */
  commentsIn(path: string): readonly OwnSentence[] {
    const known = this.#comments.get(path)
    if (known !== undefined || this.#commentsRead >= MOST_COMMENTED) return known ?? []
    this.#commentsRead += 1
    const found = commentSentences(path, this.codebase.repository.read(path) ?? '')
    this.#comments.set(path, found)
    return found
  }

  /** Those at the root first, then by depth: a document of a package is read where there is room. */
  #documents(): readonly string[] {
    return this.codebase.repository
      .files()
      .filter((path) => DOCUMENT.test(path) && !NO_DOCUMENT.test(path))
      .toSorted((a, b) => depthOf(a) - depthOf(b))
      .slice(0, MOST_DOCUMENTS)
  }

  #sentencesOf(path: string): readonly OwnSentence[] {
    const text = this.codebase.repository.read(path) ?? ''
    if (text.length > LONGEST_TEXT) return []
    const name = /^#\s+(.+)$/m.exec(text)?.[1] ?? ''
    // What a document is about is not repeated in each of its sentences.
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

/** Sentences by their words, so that a statement is compared with the few that can say it. */
class SentenceIndex {
  readonly #sentences: readonly OwnSentence[]
  readonly #byWord = new Map<string, number[]>()

  constructor(sentences: readonly OwnSentence[]) {
    this.#sentences = sentences
    for (const [at, { words }] of sentences.entries()) {
      for (const word of new Set(words)) {
        const known = this.#byWord.get(word)
        if (known === undefined) this.#byWord.set(word, [at])
        else known.push(at)
      }
    }
  }

  holding(words: readonly string[]): readonly OwnSentence[] {
    const rarest = words.map((word) => this.#byWord.get(word) ?? []).sort((a, b) => a.length - b.length)[0] ?? []
    return rarest.slice(0, MOST_COMPARED).flatMap((at) => this.#sentences[at] ?? [])
  }
}

/** The words of a text as they are compared: stems of what Latin words are made of, pairs of Han characters. */
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

/** Words that say nothing by themselves. Those that limit or deny (not, only, until) are none of them. */
const EMPTY =
  wordSet(`the a an and or of for to in on at by with from as is are be been it its this that these those there
  we our us i you your they their them has have had do does which what where how s t e g i via per into all any each
  can run runs use uses used using`)
const EMPTY_HAN = /我们|使用|采用|如何|怎么|什么|以及|一个|[的在与和及是由把为将对用于了]/

/** The paragraphs, items and rows of a Markdown text, each with the line it begins at; code and comments left out. */
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

function sentencesOfLines(path: string, runs: readonly Run[]): readonly OwnSentence[] {
  return runs.flatMap(({ text, line }) => {
    const ends = [...sentenceEnds(withoutCode(text)), text.length]
    return ends.map((end, at) => {
      const start = ends[at - 1] ?? 0
      return { path, line: line + text.slice(0, start).split('\n').length - 1, words: wordsOf(text.slice(start, end)) }
    })
  })
}

/** Block comments, runs of line comments and documentation strings. */
function commentSentences(path: string, text: string): readonly OwnSentence[] {
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
  /** What closes the block that the line stands in. */
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
/** Not written to be read as documentation, or a log of what was. */
const NO_DOCUMENT =
  /(?:^|\/)(?:CHANGELOG|CHANGES|HISTORY|LICEN[CS]E|NOTICE|THIRD|CODE_OF_CONDUCT|requirements?[\w.-]*\.txt|robots)[^/]*$|(?:^|\/)(?:node_modules|vendor|fixtures?|testdata|tests?|__tests__|examples?)\//i

const MOST_DOCUMENTS = 48
const MOST_MANIFESTS = 64
/** Files whose comments are read. */
const MOST_COMMENTED = 200
const MOST_COMPARED = 400
const LONGEST_TEXT = 256_000
const LONGEST_LINE = 2_000
