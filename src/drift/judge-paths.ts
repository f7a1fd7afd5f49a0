/** Compares paths with the listed files and with the paths that commits removed or renamed. */

import { isCodeFile, isCommittedKind, isGenerated, isMadeUp, type NamedPath, pathIn } from '../bank/path-in.ts'
import { BANK_FOLDER } from '../base/layout.ts'
import { wordSet } from '../base/word-set.ts'
import type { Codebase } from './codebase.ts'
import { type DriftFinding, removalEvidence } from './drift-finding.ts'
import { linesOf, nameOf, type RemovedPath } from './repository.ts'
import { isDenied, type Statement } from './statements.ts'

export interface PathClaim extends NamedPath {
  readonly statement: Statement
  readonly text: string
  /** True for a whole code span, false for a word of a command. */
  readonly isWhole: boolean
}

export function judgePaths(statements: readonly Statement[], codebase: Codebase): readonly DriftFinding[] {
  const claims = statements.flatMap(pathsIn).filter(({ hash }) => hash === undefined)
  const missing = claims.filter((claim) => resolve(claim, codebase) === undefined)
  const ignored =
    missing.length === 0 ? new Set<string>() : codebase.repository.ignored(missing.map(({ file }) => file))
  return claims.flatMap((claim) => {
    const file = resolve(claim, codebase)
    if (file !== undefined) return linesBeyond(claim, file, codebase)
    return ignored.has(claim.file) ? [] : judgeMissing(claim, codebase)
  })
}

/** The project paths in a statement: a code span, a word of a command, or a bare word with a slash and an extension. */
export function pathsIn(statement: Statement): readonly PathClaim[] {
  const { text, plain, codes, isCommand } = statement
  const words = isCommand
    ? wordsOfCommand(text)
    : [
        ...codes.flatMap(({ inner, start }) =>
          inner.trim().includes(' ') ? wordsOfCommand(inner) : [{ text: inner.trim(), offset: start, isWhole: true }],
        ),
        ...[...plain.matchAll(BARE_PATH)].map((match) => ({ text: match[0], offset: match.index, isWhole: true })),
      ]
  return words.flatMap(({ text: word, offset, isWhole }) => {
    const named = pathIn(word) ?? programAt(word)
    const isOurs =
      named !== undefined &&
      !/^(?:\/|(?:memory-bank|details)(?:\/|$))/.test(named.file) &&
      !OLD_ENTRY.test(named.file) &&
      !isMadeUp(named.file)
    return isOurs && !isDenied(statement, offset) ? [{ ...named, statement, text: word, isWhole }] : []
  })
}

/** Entries of the layout before MEMORY.md, which a migration dissolves. */
const OLD_ENTRY = /^(?:_index|brief|active)\.md$|^(?:docs|learnings|requirements)\/_index\.md$/

const BARE_PATH =
  /(?<![\w@./:\\~$%#<-])(?:\.\/)?(?:[\w@.-]+\/)*[\w@.-]+\.[a-z]{1,10}(?![\w/-])|(?<![\w@./:\\~$%#<-])[\w@.-]+\/[\w@/-]*[\w@-](?![\w/-])/gi

/** The words of a command that can only be paths. */
function wordsOfCommand(command: string) {
  const words = command.split(/\s+/).filter((word) => /^(?:\.\/)?[\w@.-]+(?:\/[\w@.-]+)+$|^\.\/[\w.-]+$/.test(word))
  return words.map((text) => ({ text, offset: 0, isWhole: false }))
}

/** `./name` in a command is a file of the root, whatever its name. */
function programAt(word: string): NamedPath | undefined {
  const file = /^\.\/([\w.-]+)$/.exec(word)?.[1]
  return file === undefined ? undefined : { file, folder: false, lines: undefined, hash: undefined, symbol: undefined }
}

/** The path in the repository that a path of the bank means; undefined if there is none. */
function resolve({ file: path, folder }: Pick<NamedPath, 'file' | 'folder'>, codebase: Codebase): string | undefined {
  const { repository } = codebase
  if (repository.kindOf(path) !== undefined) return path
  // git still lists a file whose deletion is not committed.
  const seen = codebase
    .paths()
    .endingIn(path)
    .find((one) => repository.kindOf(one) !== undefined)
  if (seen !== undefined) return seen
  // The path may begin with the name of the project's own folder.
  const inside = path.slice(path.indexOf('/') + 1)
  if (inside !== path && inside.includes('/') && repository.kindOf(inside) !== undefined) return inside
  return folder || nameOf(path).includes('.') ? undefined : codebase.paths().withAnyEnding(path)
}

function judgeMissing(claim: PathClaim, codebase: Codebase): readonly DriftFinding[] {
  const { statement, text, file } = claim
  // `vendor/package` is also the form of a package's name.
  if (codebase.declarations().packagesNamed(file).length > 0) return []
  const was = codebase.past().of(file) ?? codebase.past().of(file.slice(file.indexOf('/') + 1))
  if (was !== undefined && isOutput(file)) return []
  if (was === undefined) return judgeUnknown(claim, codebase)
  const home = homeOf(file, was, codebase)
  // The bank names its documents without their folder, and a migration keeps their names.
  if (home?.startsWith(`${BANK_FOLDER}/`) && home.endsWith(`/${file}`)) return []
  if (home === undefined)
    return [{ statement, about: 'path', claim: text, verdict: 'gone', evidence: removalEvidence(was), taken: was }]
  const evidence =
    was.commit === ''
      ? { en: 'renamed since the last commit', zh: '上次提交之后被重命名' }
      : { en: `renamed in ${was.commit} (${was.date})`, zh: `在 ${was.commit}（${was.date}）中重命名` }
  return [{ statement, about: 'path', claim: text, verdict: 'moved', now: home, evidence, taken: was }]
}

/** Whether the path is in a folder that tools generate, even if it was committed before. */
function isOutput(file: string): boolean {
  return file.split('/').some((part) => OUTPUT.has(part))
}

const OUTPUT = wordSet('node_modules vendor target gen generated __generated__ dist out coverage')

/** The current place of a file that git once had: by its renames, or as the only file of its name. */
function homeOf(file: string, was: RemovedPath, codebase: Codebase): string | undefined {
  const to = was.renamedTo
  if (to !== undefined && codebase.repository.kindOf(to) !== undefined && isOfOneKind(file, to)) return to
  return onlyNamesake(file, codebase)
}

/** If several files moved at once, git may pair files of different kinds. Such a pair is not a rename. */
function isOfOneKind(from: string, to: string): boolean {
  const ending = (path: string) => /\.\w+$/.exec(nameOf(path))?.[0] ?? ''
  return ending(from) === ending(to) || (SCRIPT.test(from) && SCRIPT.test(to))
}

const SCRIPT = /\.(?:[cm]?[jt]sx?|vue|svelte)$/

/**
 * The only file with this name, unless the name is generic. The two paths must share a folder name, or the file name
 * must have several words.
 */
function onlyNamesake(file: string, codebase: Codebase): string | undefined {
  const name = nameOf(file)
  const [only, ...others] = codebase
    .paths()
    .named(name)
    .filter((path) => codebase.repository.kindOf(path) !== undefined)
  if (only === undefined || others.length > 0 || GENERIC_NAMES.has((name.split('.', 1)[0] ?? '').toLowerCase()))
    return undefined
  const folders = (path: string) => path.split('/').slice(0, -1)
  const isTest = (path: string) =>
    folders(path).some((folder) => /^(?:tests?|__tests__|specs?|fixtures?)$/.test(folder))
  if (isTest(file) !== isTest(only)) return undefined
  return folders(file).some((folder) => folders(only).includes(folder)) || /[a-z][A-Z]|[a-z][-_][a-z]/.test(name)
    ? only
    : undefined
}

const GENERIC_NAMES = wordSet(
  `index main mod lib app __init__ setup config settings constants types util utils helper helpers common readme package
  tsconfig dockerfile makefile route routes page layout server client test tests model models view views schema errors
  store api base core style styles build`,
)

/** A path without history is reported only if it certainly means a committed file of this repository. */
function judgeUnknown(claim: PathClaim, codebase: Codebase): readonly DriftFinding[] {
  const { statement, text, file, isWhole } = claim
  const first = file.slice(0, Math.max(0, file.indexOf('/')))
  const isOurs = isWhole && codebase.paths().hasFolder(first) && isCommittedKind(file) && !isGenerated(file)
  // The history would show a removed file, so this one is planned or belongs to another project.
  if (!isOurs || claim.folder || !codebase.past().isEmpty) return []
  const home = onlyNamesake(file, codebase)
  if (home !== undefined) {
    const evidence = { en: 'the only file with that name', zh: '同名文件只有这一个' }
    return [{ statement, about: 'path', claim: text, verdict: 'moved', now: home, evidence }]
  }
  if (!isCodeFile(file) && !codebase.paths().hasSibling(file)) return []
  const evidence = { en: 'the repository has no such path', zh: '仓库中没有这个路径' }
  return [{ statement, about: 'path', claim: text, verdict: 'gone', evidence }]
}

/** Reports a line number beyond the end of the file: `file:120` in a file of 80 lines. */
function linesBeyond({ statement, text, lines }: PathClaim, file: string, codebase: Codebase): readonly DriftFinding[] {
  if (lines === undefined) return []
  const count = linesOf(codebase.repository.read(file) ?? '').length
  if (count === 0 || lines.to <= count) return []
  const evidence = { en: `${file} has ${count} lines`, zh: `${file} 只有 ${count} 行` }
  return [{ statement, about: 'line', claim: text, verdict: 'changed', evidence }]
}
