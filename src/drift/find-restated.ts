/**
 * Does an entry only repeat the repository (S58), and where?
 *
 * Precision first: one place must say a whole statement, and every statement of the entry must have such a place. A
 * place is a line of a manifest, a sentence of a document or comment, or the file tree. An entry with anything more (a
 * reason, a limit, a date, a person, another word) is worth keeping.
 */

import type { SaidAt as Place } from '../bank/restated-entry.ts'
import { datesIn } from '../base/dates.ts'
import { wordSet } from '../base/word-set.ts'
import { wordTable } from '../base/word-table.ts'
import { packageKey } from '../project/declarations.ts'
import { type ManifestText, type RepositorySentence, type RepositoryText, wordsOf } from './repository-text.ts'
import { isAboutOtherTime, sentenceEnds, withoutCode } from './statements.ts'

export interface EntryText {
  /** The question of a quick answer, or the title of a design; empty if there is none. */
  readonly title: string
  readonly text: string
}

/**
 * For each entry, a place in the repository that already says it, if there is one. Opens the repository only if an
 * entry has statements to compare.
 */
export function findRestated(all: readonly EntryText[], open: () => RepositoryText): readonly (Place | undefined)[] {
  const judged = all.map((said) => (hasReason(`${said.title}\n${said.text}`) ? [] : statementsIn(said.text)))
  const isAsked = (statements: readonly string[]) => statements.length > 0 && statements.length <= MOST_STATEMENTS
  if (!judged.some(isAsked)) return all.map(() => undefined)
  const own = open()
  const plain = judged.map((statements, at) =>
    isAsked(statements) ? statements.map((one) => placeOf(one, all[at]?.title ?? '', own)) : [undefined],
  )
  // One search of the code for the statements that no document, manifest or path repeats.
  const left = judged.flatMap((statements, at) =>
    statements.filter((_, index) => isAsked(statements) && plain[at]?.[index] === undefined),
  )
  const symbols = [...new Set(left.flatMap(symbolsIn))].slice(0, MOST_SYMBOLS)
  const holders = symbols.length === 0 ? undefined : own.codebase.repository.holders(symbols)
  return judged.map((statements, at) => {
    const places = plain[at]?.map((place, index) => place ?? inComment(statements[index] ?? '', holders, own)) ?? []
    return places.includes(undefined) ? undefined : places[0]
  })
}

/** Entries with more statements are not compared. */
const MOST_STATEMENTS = 40
/** Limits the search for symbols in the code. */
const MOST_SYMBOLS = 24

/**
 * Entries with reasons, traps, wishes, rules, plans or dates are skipped, because manifests and comments rarely say
 * those.
 */
function hasReason(text: string): boolean {
  return MORE.holds(text) || datesIn(text).length > 0 || isAboutOtherTime(withoutCode(text))
}

const MORE = wordTable(
  `because|since|so that|due to|thanks to|otherwise|or else|instead|rather|unless|until|although|though|even if|however|
  never|always|must|should|do not|don't|doesn't|cannot|can't|won't|avoid|beware|careful|not|only|but|without|
  trap|gotcha|pitfall|workaround|caveat|breaks|broke|fail*|wrong|slow*|why|who|whom|when|reason(s)|
  want(s)|wish(es)|agreed|prefer*|decid*|chose|chosen|reject*|pinned|owner|owned|ask|
  因为|由于|为了|以免|以便|否则|避免|不要|不能|不得|不可|不会|不支持|禁止|必须|务必|切勿|注意|小心|坑|陷阱|教训|
  而不是|而非|放弃|弃用|希望|约定|决定|决策|锁定|固定|虽然|但|除非|直到|仅|只|导致|失败|出错|原因|为什么|为何|谁|何时|
  负责人|维护|评审|规定|故障`,
)

/** Lines and sentences, without list marks and tree lines. */
function statementsIn(text: string): readonly string[] {
  return text
    .split(/\r\n|\n|\r/)
    .flatMap((line) => {
      const ends = [...sentenceEnds(withoutCode(line)), line.length]
      return ends.map((end, at) => line.slice(ends[at - 1] ?? 0, end))
    })
    .flatMap((sentence) => sentence.split(/[;；]\s*/))
    .map((statement) => statement.replace(/^[\s│├└─╰|*+>#-]+|^\d{1,3}[.)]\s+/, '').trim())
    .filter((statement) => /[\p{L}\p{N}]/u.test(statement) && !/^`{3}/.test(statement))
}

function placeOf(statement: string, title: string, own: RepositoryText): Place | undefined {
  return inManifest(statement, title, own) ?? inTree(statement, own) ?? inDocument(statement, title, own)
}

// Documents and comments

function inDocument(statement: string, title: string, own: RepositoryText): Place | undefined {
  const words = wordsOf(statement)
  return repeatedBy(words, wordsOf(title), own.sentencesWith(words))
}

/**
 * A comment in a file that the statement names, or in one with a symbol it names. The name itself need not be repeated.
 */
function inComment(
  statement: string,
  holders: ReadonlyMap<string, readonly string[]> | undefined,
  own: RepositoryText,
): Place | undefined {
  const symbols = symbolsIn(statement)
  const paths = tokensOf(statement).flatMap((token) =>
    /[/.]/.test(token) ? own.codebase.paths().endingIn(trimSlash(token)) : [],
  )
  if (symbols.length === 0 && paths.length === 0) return undefined
  const held = symbols.flatMap((symbol) => holders?.get(symbol) ?? [])
  const named = new Set([...symbols, ...paths].flatMap((one) => wordsOf(one)))
  const words = wordsOf(statement).filter((word) => !named.has(word))
  for (const path of new Set([...paths.slice(0, 2), ...held])) {
    const place = repeatedBy(words, [], own.commentsIn(path))
    if (place !== undefined) return place
  }
  return undefined
}

function symbolsIn(statement: string): readonly string[] {
  return [...statement.matchAll(SYMBOL)].map(([, code, plain]) => code ?? plain ?? '').filter((one) => one !== '')
}

/** The name of a symbol: in backticks, or in the form of an identifier. */
const SYMBOL = /`([A-Za-z_$][\w$]*)(?:\(\))?`|\b([a-z]+[A-Z]\w*|[a-z]+_\w+|[A-Z][a-z]+[A-Z]\w*)\b/g

/** Whether one sentence contains all the words in roughly the same order, and few other words. */
function repeatedBy(
  words: readonly string[],
  title: readonly string[],
  sentences: readonly RepositorySentence[],
): Place | undefined {
  if (words.length < FEWEST_WORDS) return undefined
  const found = sentences.find((sentence) => {
    const known = new Set(sentence.words)
    if (!words.every((word) => known.has(word))) return false
    if (title.filter((word) => known.has(word)).length * 2 < title.length) return false
    const said = new Set(words)
    const repeated = [...known].filter((word) => said.has(word)).length
    return repeated >= known.size * LEAST_OF_SENTENCE && inOrder(words, sentence.words) >= words.length * LEAST_IN_ORDER
  })
  return found === undefined ? undefined : { path: found.path, line: found.line }
}

const FEWEST_WORDS = 3
const LEAST_OF_SENTENCE = 0.35
const LEAST_IN_ORDER = 0.6

/** The number of words that occur in the sentence in the same order. */
function inOrder(words: readonly string[], sentence: readonly string[]): number {
  let before = new Array<number>(sentence.length + 1).fill(0)
  for (const word of words) {
    const row = [0]
    for (const [at, other] of sentence.entries())
      row.push(word === other ? (before[at] ?? 0) + 1 : Math.max(before[at + 1] ?? 0, row[at] ?? 0))
    before = row
  }
  return before.at(-1) ?? 0
}

// Manifests

/**
 * Every word must be a declared package, its version, a script, or filler (“we use”, 依赖). The remaining words must
 * share one line of the manifest with a named package.
 */
function inManifest(statement: string, title: string, own: RepositoryText): Place | undefined {
  const all = [...tokensOf(title), ...tokensOf(statement)]
  // Every command names its package manager, so that name counts only together with a version.
  const isVersioned = all.some((token) => VERSION.test(token))
  const tokens = all.filter((token) => !isFrame(token) && !(MANAGERS.has(token) && !isVersioned))
  const scripts = scriptsIn(`${title}\n${statement}`)
  if (tokens.length === 0 && scripts.length === 0) return undefined
  for (const manifest of own.manifests()) {
    const line = repeatingLine(tokens, scripts, statement, manifest, own)
    if (line !== undefined) return { path: manifest.path, line }
  }
  return undefined
}

function repeatingLine(
  tokens: readonly string[],
  scripts: readonly string[],
  statement: string,
  manifest: ManifestText,
  own: RepositoryText,
): number | undefined {
  const declarations = own.codebase.declarations()
  const declared = (token: string) => declarations.packagesNamed(token).filter(({ source }) => source === manifest.path)
  const named = tokens.filter((token) => declared(token).length > 0)
  const scriptLines = scripts.flatMap((script) => lineOfScript(manifest, script) ?? [])
  const rest = tokens.filter((token) => !named.includes(token) && !VERSION.test(token) && !scripts.includes(token))
  const versions = tokens.flatMap((token) => VERSION.exec(token)?.[1] ?? [])
  const isDeclaredAt = (version: string) =>
    named.some((token) => declared(token).some(({ spec }) => isVersionOf(version, spec))) ||
    manifest.lines.some(
      ({ text, words }) =>
        words.has(version) &&
        wordsOf(statement).some((word) => word !== version && words.has(word)) &&
        text.length < 300,
    )
  if (!versions.every(isDeclaredAt)) return undefined
  if (scripts.length > scriptLines.length) return undefined
  const words = rest.flatMap(wordsOf).filter((word) => !manifest.about.has(word))
  const beside = named.flatMap(wordsOf)
  const at = words.length === 0 ? -1 : manifest.lines.findIndex((line) => holdsAll(line.words, words, beside))
  if (words.length > 0 && at === -1) return undefined
  const first = scriptLines[0] ?? (named[0] === undefined ? undefined : lineOfPackage(manifest, named[0]))
  if (first !== undefined) return first
  return words.length >= 2 && at !== -1 ? at + 1 : undefined
}

/** True if the line has all the words, and one of `beside` if that is not empty. */
function holdsAll(line: ReadonlySet<string>, words: readonly string[], beside: readonly string[]): boolean {
  return words.every((word) => line.has(word)) && (beside.length === 0 || beside.some((word) => line.has(word)))
}

/** The line that declares a script: by its key, or in a file of targets by its beginning. */
function lineOfScript({ lines }: ManifestText, name: string): number | undefined {
  const at = lines.findIndex(({ text }) => keyOf(text) === name)
  return at === -1 ? undefined : at + 1
}

/** The line that declares a package: by its key if possible, or else the first line with its name. */
function lineOfPackage({ lines }: ManifestText, name: string): number | undefined {
  const wanted = packageKey(name)
  const keyed = lines.findIndex(({ text }) => packageKey(keyOf(text)) === wanted)
  const at = keyed === -1 ? lines.findIndex(({ text }) => packageKey(text).includes(wanted)) : keyed
  return at === -1 ? undefined : at + 1
}

function keyOf(line: string): string {
  const [, quoted, plain] = /^\s*(?:["']([^"']+)["']|([@\w][\w@/.-]*))/.exec(line) ?? []
  return quoted ?? plain ?? ''
}

/** Scripts in commands: `pnpm test`, `npm run lint`, `make deploy`. */
function scriptsIn(text: string): readonly string[] {
  return [...text.matchAll(/\b(?:npm|pnpm|yarn|bun|make|just|task)\s+(?:run\s+)?([a-z][\w:.-]*)/g)].flatMap(
    ([, name]) => (name === undefined || NO_SCRIPT.has(name) ? [] : [name]),
  )
}

const NO_SCRIPT = wordSet('install ci run add exec dlx sure use and or is')

/** `18` and `18.3` are less exact than `^18.3.1`, and repeat it. */
function isVersionOf(version: string, spec: string): boolean {
  return [...spec.matchAll(/\d+(?:\.\d+)*/g)].some(([own]) => own === version || own.startsWith(`${version}.`))
}

const VERSION = /^[~^<>=v]*(\d+(?:\.\d+){0,3})\+?$/i

function isFrame(token: string): boolean {
  return FRAME.has(token.toLowerCase()) || token.replaceAll(FRAME_HAN, '') === ''
}

const FRAME =
  wordSet(`the a an and or of for to in on at by with from as is are be it its this that these those there we our
  i you has have do does what which how use uses used using via per project app application codebase repository repo version
  versions dependency dependencies depend depends dev development runtime package packages manager module modules library
  libraries framework frameworks tool tools language stack tech technology frontend backend front back end server client
  side ui web test tests testing unit runner linter lint build bundler script scripts command commands run runs running
  execute executes start starts called named name requires required require needs or newer later above higher plus
  make list written built based on js`)
const MANAGERS = wordSet('npm pnpm yarn bun')
const FRAME_HAN =
  /我们|项目|本项目|前端|后端|服务端|客户端|使用|采用|依赖|包管理器|版本|要求|框架|测试|库|工具|语言|技术栈|命令|脚本|构建|打包|运行|执行|启动|开发|环境|怎么|如何|什么|以上|或更高|更高|基于|编写|名称|单元|[的是为由用在和与及即]|哪个|跑/gu

// The tree of files

/** The statement must consist of names of existing files and folders, and words of place. */
function inTree(statement: string, own: RepositoryText): Place | undefined {
  const tokens = tokensOf(statement)
  const paths = tokens.flatMap((token) => pathNamed(token, own))
  const [first] = paths
  if (first === undefined) return undefined
  const named = new Set(paths.flatMap((path) => wordsOf(path)))
  const isSaid = (token: string) =>
    pathNamed(token, own).length > 0 || isPlaceWord(token) || wordsOf(token).every((word) => named.has(word))
  const isPlace =
    tokens.length === paths.length || tokens.some((token) => /[/.]/.test(token)) || tokens.some(isPlaceWord)
  return isPlace && tokens.every(isSaid) ? { path: first, line: undefined } : undefined
}

function pathNamed(token: string, { codebase }: RepositoryText): readonly string[] {
  const path = trimSlash(token.replace(/^\.\//, ''))
  if (isPlaceWord(path) || !/[A-Za-z]/.test(path)) return []
  return codebase.paths().has(path) ? [path] : /[/.]/.test(token) ? codebase.paths().endingIn(path).slice(0, 1) : []
}

function isPlaceWord(token: string): boolean {
  return PLACE_WORDS.has(token.toLowerCase()) || token.replaceAll(PLACE_HAN, '') === ''
}

const PLACE_WORDS =
  wordSet(`the a an and of in on at with is are it its there this that we our has have lives live located
  sits stands placed found under below inside folder folders directory directories file files root top level exists exist
  contains contain consists project repository repo source sources code structure layout tree main`)
const PLACE_HAN =
  /目录|文件夹|文件|位于|存在|放在|包含|项目|仓库|源码|源代码|代码|结构|根|[的在下里中有和与及个一二三四五六七八九十几是为]/gu

/** Words, names, paths and versions, and runs of Han characters. */
function tokensOf(text: string): readonly string[] {
  const plain = text.normalize('NFKC').replaceAll(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
  return [...plain.matchAll(TOKEN)]
    .map(([token]) => token.replace(/(?<![.:,/-])[.:,/-]+$/, (end) => (end.startsWith('/') ? '/' : '')))
    .filter((token) => token !== '')
}

const TOKEN =
  /\p{Script=Han}+|(?<![~^<>=])[~^<>=]*(?:(?!\p{Script=Han})[@\p{L}\p{N}_.$])(?:(?!\p{Script=Han})[\p{L}\p{N}_@./:$+-])*/gu

function trimSlash(path: string): string {
  return path.replace(/(?<!\/)\/+$/, '')
}
