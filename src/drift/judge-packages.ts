/** Compares packages and versions with what the manifests declare now and declared before. */

import { isCodeFile } from '../bank/path-in.ts'
import { wordSet } from '../base/word-set.ts'
import { type DeclaredPackage, isKnownProduct, packageKey } from '../project/declarations.ts'
import { isDocument, languageOfFile } from '../project/file-kind.ts'
import type { Codebase } from './codebase.ts'
import { type DriftFinding, removalEvidence } from './drift-finding.ts'
import { linesOf } from './repository.ts'
import { isDenied, type Statement } from './statements.ts'
import { agrees } from './versions.ts'

export function judgePackages(statements: readonly Statement[], codebase: Codebase): readonly DriftFinding[] {
  const mentions = statements.filter(({ isCommand }) => !isCommand).flatMap((one) => mentionsIn(one, codebase))
  const versions = mentions.flatMap((mention) => judgeVersion(mention, codebase))
  return [...versions, ...judgeLost(mentions, codebase)]
}

/** The name of a package that a manifest declares or declared, or of a known product, perhaps with a version. */
interface Mention {
  readonly statement: Statement
  readonly name: string
  readonly version: string | undefined
  /** As the bank writes it. */
  readonly text: string
  /** True if it is marked as code, labelled, or followed by a version, so it is unlikely to be an ordinary word. */
  readonly isMarked: boolean
  readonly inCode: boolean
}

function mentionsIn(statement: Statement, codebase: Codebase): readonly Mention[] {
  const alone = versionOfSubject(statement, codebase)
  if (alone !== undefined) return [alone]
  return [...statement.text.matchAll(NAME)].flatMap((match) => {
    const mention = mentionAt(match.index, match[0].replace(/(?<![./-])[./:-]+$/, ''), statement, codebase)
    return mention === undefined || isDenied(statement, match.index) ? [] : [mention]
  })
}

/** `| React | 18.2 |` and ``- Python: `>=3.10` ``: the version follows its label or its first cell. */
function versionOfSubject(statement: Statement, codebase: Codebase): Mention | undefined {
  const { text, subject } = statement
  const name = withoutMarks(subject).trim()
  const said = withoutMarks(text)
    .replace(/^\s*(?:[-+]\s+)?/, '')
    .replace(`${name}`, '')
    .replace(/^\s*[:：]\s*/, '')
  const version = ALONE.exec(said)?.[1]
  if (name === '' || version === undefined || !isPackage(name, codebase)) return undefined
  return { statement, name, version, text: `${name} ${version}`, isMarked: true, inCode: subject.includes('`') }
}

function withoutMarks(text: string): string {
  return text.replaceAll(/[`*_]/g, '')
}

function mentionAt(offset: number, word: string, statement: Statement, codebase: Codebase): Mention | undefined {
  const { text, codes, subject, plain } = statement
  const rest = text.slice(offset + word.length)
  const [said = '', , version] = VERSION.exec(rest) ?? []
  const longer = version === undefined ? undefined : wordBefore(text, offset)
  const names = longer === undefined ? [word] : [`${longer} ${word}`, word]
  const name = names.find((one) => isPackage(one, codebase))
  if (name === undefined || NUMBERED.has(word.toLowerCase())) return undefined
  const inCode = codes.some(({ start, end }) => start < offset && offset < end)
  const isAll = codes.some(({ start, inner }) => start + 1 === offset && inner.trim() === word)
  if (inCode && !isAll && version === undefined) return undefined
  const before = text.slice(0, offset)
  const isLabelled = subject !== '' && /^[A-Z]/.test(word) && /(?:^|[:：,，、])\s*$/.test(before)
  const isVersion = isVersionHere(version, rest) && !/\b(?:may|could|should)\b/.test(plain)
  return {
    statement,
    name,
    version: isVersion ? version : undefined,
    text: version === undefined ? word : `${name}${said}`.replaceAll('`', ''),
    isMarked: isAll || version !== undefined || isLabelled || SAID_TO_BE_USED.test(before),
    inCode,
  }
}

const SAID_TO_BE_USED = /(?:\b(?:with|via|through|using|uses?|by)|[用靠]|基于|依赖|通过)\s*$/
/** A number after one of these names is a kind, not a version: “UUID v4”. */
const NUMBERED = wordSet('uuid http ip')
const NAME = /(?<![\w@./#-])@?[A-Za-z][\w./-]*/g
/** A version after a name: `18`, `v18.2`, `>= 20`, `^5`, `@1.2`. */
const VERSION =
  /^(`?\s*(?:(?:@|v|version |版本|(?:is|is at|at|stays at) |用)\s*)?)((?:[\^~]|[<>=]=?)?\s?v?\d+(?:\.\d+)*(?:\.x)?\+?)(?![\w-])/
const ALONE = /^((?:[\^~]|[<>=]=?)?\s?v?\d+(?:\.\d+)*(?:\.x)?\+?)(?:$|[\s,，;；(（])/

/** A whole number is a version at the end of a clause, not before a noun: “Vite 5, Vue 3” but not “next 3 weeks”. */
function isVersionHere(version: string | undefined, rest: string): boolean {
  if (version === undefined) return false
  if (/[.^~>=v+]/.test(version)) return true
  const after = rest.slice(rest.indexOf(version) + version.length)
  return /^[`*]*\s*(?:$|[,;.)、，。；）|·+/（(–—:：]|and\b|with\b|on\b|for\b|or\b|in\b|\p{Script=Han})/u.test(after)
}

/** The word before a name, for products with two words: “Spring Boot”. */
function wordBefore(text: string, offset: number): string | undefined {
  return /([A-Z][\w.]*) $/.exec(text.slice(Math.max(0, offset - 40), offset))?.[1]
}

function isPackage(name: string, codebase: Codebase): boolean {
  if (name.length < 2 && name !== 'R') return false
  return (
    codebase.declarations().packagesNamed(name).length > 0 ||
    codebase.lostPackage(name) !== undefined ||
    isKnownProduct(name)
  )
}

function judgeVersion(
  { statement, name, version, text, inCode }: Mention,
  codebase: Codebase,
): readonly DriftFinding[] {
  if (version === undefined) return []
  const isClient = (inCode && name === name.toLowerCase()) || /[\^~>=<]/.test(version)
  const found = meant(name, isClient, codebase)
  const answers = found.map((one) => ({ one, agrees: agrees(ofJava(name, version), ofJava(name, one.spec)) }))
  const against = answers.find((answer) => answer.agrees === false)
  // The statement may mean a declaration that cannot be compared (a workspace, a tag).
  if (
    against === undefined ||
    answers.some((answer) => answer.agrees !== false && (answer.agrees || answer.one.spec !== ''))
  )
    return []
  const { spec, source } = against.one
  const evidence = { en: `declared in ${source}`, zh: `${source} 中的声明` }
  return [{ statement, about: 'version', claim: text, verdict: 'changed', now: spec, evidence }]
}

/** Java 1.8 is Java 8. */
function ofJava(name: string, version: string): string {
  return packageKey(name) === 'java' ? version.replace(/^1\.(?=[5-8]\b)/, '') : version
}

/** “Redis 7” means the server, whatever version its client has. `redis ^4.6` means the client. */
function meant(name: string, isClient: boolean, codebase: Codebase): readonly DeclaredPackage[] {
  const found = nearestOf(codebase.declarations().packagesNamed(name))
  const services = found.filter(({ isService }) => isService)
  if (services.length > 0 && !isClient) return services
  return SERVERS.has(packageKey(name)) && !isClient ? [] : found.filter(({ isService }) => !isService)
}

/** Servers whose clients are packages of the same name. */
const SERVERS = wordSet(
  'redis mongodb mongo mysql mariadb postgresql postgres elasticsearch opensearch kafka rabbitmq nats minio memcached clickhouse',
)

/** The declarations, nearest to the root first. Those in examples, tests and hidden folders count only if there are no others. */
function nearestOf(found: readonly DeclaredPackage[]): readonly DeclaredPackage[] {
  const own = found.filter(({ source }) => !OF_EXAMPLES.test(source))
  const depth = ({ source }: DeclaredPackage) => source.split('/').length
  return (own.length === 0 ? found : own).toSorted((a, b) => depth(a) - depth(b))
}

const OF_EXAMPLES =
  /(?:^|\/)(?:\.[\w-]+|examples?|samples?|demos?|bench(?:mark)?s?|tests?|__tests__|e2e|fixtures?|testdata|playgrounds?|templates?|docs?|website)\//

/** Packages that no manifest declares any more and no file uses, and known products with a version. */
function judgeLost(mentions: readonly Mention[], codebase: Codebase): readonly DriftFinding[] {
  const suspects = mentions.filter(({ name }) => codebase.declarations().packagesNamed(name).length === 0)
  if (suspects.length === 0) return []
  const words = [...new Set(suspects.flatMap(({ name }) => spellings(name, codebase)))]
  const holders = codebase.repository.holders(words)
  if (holders === undefined) return []
  return suspects.flatMap((mention): readonly DriftFinding[] => {
    const { statement, name, text, isMarked, version, inCode } = mention
    const isUsed = spellings(name, codebase).some((word) =>
      (holders.get(word) ?? []).some((path) => usesPackage(path, word, codebase)),
    )
    if (isUsed || isLanguageOfFiles(name, codebase)) return []
    const taken = codebase.lostPackage(name)
    const found = { statement, about: 'dependency', claim: text, verdict: 'gone' } as const
    if (taken !== undefined) {
      const isName = taken.declared.isService
        ? version !== undefined
        : isMarked || /[@/\d_-]/.test(name) || isKnownProduct(name)
      return isName ? [{ ...found, evidence: removalEvidence(taken), taken }] : []
    }
    if ((version === undefined && !inCode) || !codebase.declarations().hasFilesFor(name)) return []
    return [
      {
        ...found,
        evidence: { en: 'no manifest declares it and no file uses it', zh: '没有清单声明它，也没有文件用到它' },
      },
    ]
  })
}

function spellings(name: string, codebase: Codebase): readonly string[] {
  const declared = codebase.lostPackage(name)?.declared.name
  const plain = name.replace(/\.js$/, '')
  return [...new Set([plain, plain.toLowerCase(), ...(declared === undefined ? [] : [declared])])]
}

/**
 * Whether a file uses a package that no manifest declares: code imports or quotes it, or a setting names it. A comment
 * does not count.
 */
function usesPackage(path: string, name: string, { repository }: Codebase): boolean {
  if (isDocument(path)) return false
  return linesOf(repository.read(path) ?? '').some((line) => {
    if (!line.includes(name) || /^\s*(?:#|\/\/|\*|--|;)/.test(line)) return false
    return !isCodeFile(path) || IMPORTS.test(line) || /["'`]/.test(line)
  })
}

/** A language is still used if files are written in it, even if its package was removed. */
function isLanguageOfFiles(name: string, codebase: Codebase): boolean {
  return codebase.repository.files().some((file) => languageOfFile(file)?.toLowerCase() === name.toLowerCase())
}

const IMPORTS = /^\s*(?:import|from|use|using|extern|include|require|gem)\b/
