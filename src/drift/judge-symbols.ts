/** Compares names of code in the bank with the words of all files and of the lines that commits removed. */

import { isCodeFile } from '../bank/path-in.ts'
import { isDocument } from '../project/file-kind.ts'
import type { Codebase } from './codebase.ts'
import { type DriftFinding, removalEvidence } from './drift-finding.ts'
import { pathsIn } from './judge-paths.ts'
import { isDenied, type Statement } from './statements.ts'

interface SymbolClaim {
  readonly statement: Statement
  readonly text: string
  readonly name: string
}

export function judgeSymbols(statements: readonly Statement[], codebase: Codebase): readonly DriftFinding[] {
  const claims = statements.flatMap(symbolsIn)
  if (claims.length === 0) return []
  const { repository } = codebase
  const holders = repository.holders([...new Set(claims.map(({ name }) => name))])
  if (holders === undefined) return []
  // Mentions in documents do not count: the code may no longer have the symbol.
  const missing = claims.filter(({ name }) => (holders.get(name) ?? []).every(isDocument))
  if (missing.length === 0) return []
  const removed = repository.removedWords([...new Set(missing.map(({ name }) => name))])
  return missing.flatMap(({ statement, text, name }): readonly DriftFinding[] => {
    const taken = removed.get(name)
    const found = { statement, about: 'symbol', claim: text, verdict: 'gone' } as const
    if (taken !== undefined) return [{ ...found, evidence: removalEvidence(taken), taken }]
    const home = holders.has(name) ? undefined : onlyFileNamed(statement, codebase)
    if (home === undefined) return []
    return [
      { ...found, evidence: { en: `not found in ${home} or any other file`, zh: `${home} 和其他文件中都没有它` } },
    ]
  })
}

function symbolsIn(statement: Statement): readonly SymbolClaim[] {
  if (statement.isCommand) return []
  const marked = statement.codes.flatMap(({ inner, start }) => {
    const text = inner.trim()
    const [, name = ''] = /^(?:[A-Za-z_$][\w$.:#]*?(?:\.|::|#))?([A-Za-z_$][\w$]*)(?:\(\))?$/.exec(text) ?? []
    const isName = NAME_OF_CODE.test(name) && name.length >= 4
    return isName && !isDenied(statement, start) ? [{ statement, text, name }] : []
  })
  // Without backticks PascalCase does not count, because product names such as GitHub have the same form.
  const bare = [...statement.plain.matchAll(BARE_NAME)].flatMap(({ 0: name, index }) =>
    isDenied(statement, index) ? [] : [{ statement, text: name, name }],
  )
  return [...marked, ...bare]
}

/** Several words in one: camelCase, PascalCase, snake_case, CONSTANT_CASE. */
const NAME_OF_CODE = /^[a-z\d]+(?:[A-Z][a-z\d]*)+$|^(?:[A-Z]+[a-z\d]+){2,}$|^_?[A-Za-z\d]+(?:_[A-Za-z\d]+)+$/

const BARE_NAME =
  /(?<![\w.$/@-]|['’]s )(?:[a-z]{2}[a-z\d]*(?:[A-Z][a-z\d]+)+|[a-z\d]{2,}(?:_[a-z\d]+)+|[A-Z\d]{2,}(?:_[A-Z\d]+)+)(?![\w$/-]|\.\w)/g

/** The only code file that the statement names, if it exists and the statement says that something is in it. */
function onlyFileNamed(statement: Statement, { repository }: Codebase): string | undefined {
  const [file, ...others] = pathsIn(statement).filter((one) => isCodeFile(one.file))
  if (file === undefined || others.length > 0 || repository.kindOf(file.file) !== 'file') return undefined
  return /\b(?:in|at|by|lives|defined|defines|exports|holds|has|from|of)\b|定义|位于|[在由中里]|[（(]/.test(
    statement.plain,
  )
    ? file.file
    : undefined
}
