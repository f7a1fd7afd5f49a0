/**
 * Checks the entries that an agent proposes, before a person is asked: form, hidden text and evidence (S29, S43). Evidence
 * in words, and places outside the repository, are for the person to judge.
 */

import { decodeAdditions, exampleOf, headlineOf } from '../bank/decode-addition.ts'
import { type Evidence, readEvidence } from '../bank/evidence.ts'
import { countNewlines } from '../bank/lines.ts'
import {
  ADDITION_KINDS,
  type Addition,
  type AdditionKind,
  kindOfAddition,
  type ProposedKind,
} from '../base/addition.ts'
import { invalidAddition } from '../base/addition-problems.ts'
import { holdsHiddenText } from '../base/hidden-text.ts'
import type { Words } from '../base/language.ts'
import { BANK_FOLDER } from '../base/layout.ts'
import type { Problem } from '../base/problem.ts'
import { fail, type Result } from '../base/result.ts'
import { hasCommit } from '../disk/git/commits.ts'
import type { Workspace } from '../disk/workspace.ts'
import { PastIndex } from '../drift/codebase.ts'
import { openRepository } from '../verbs/drift.ts'

/** `input`: the arguments of a memory_propose call. A problem has an example of a right call as its next step. */
export function decodeProposed(input: unknown): Result<readonly Addition[]> {
  const decoded = decodeAdditions(input)
  if (!decoded.ok) return fail(withExample(decoded.problem, input))
  return holdsHiddenText(input) ? fail(invalidAddition(HIDDEN_TEXT, REMOVE_HIDDEN_TEXT)) : decoded
}

const HIDDEN_TEXT: Words = {
  en: 'This text contains an HTML comment or invisible characters, which the user would not see. Nothing was proposed.',
  zh: '内容含有用户看不到的 HTML 注释或不可见字符，因此没有提议。',
}
const REMOVE_HIDDEN_TEXT: Words = { en: 'Remove them, then propose it again.', zh: '请去掉后重新提议。' }

function withExample(problem: Problem, input: unknown): Problem {
  if (problem.code === 'addition-incomplete') return { ...problem, next: example(problem.kind) }
  if (problem.code !== 'addition-invalid') return problem
  return { ...problem, next: example(kindsIn(input)[0] ?? ADDITION_KINDS[0]) }
}

function example(kind: ProposedKind): Words {
  return {
    en: `Call memory_propose again. Example of this kind: ${exampleOf(kind)}`,
    zh: `请重新调用 memory_propose。这类条目的示例：${exampleOf(kind)}`,
  }
}

function kindsIn(input: unknown): readonly AdditionKind[] {
  if (typeof input !== 'object' || input === null) return []
  const entries = 'entries' in input && Array.isArray(input.entries) ? input.entries : [input]
  return entries.flatMap((entry: unknown) =>
    typeof entry === 'object' && entry !== null && 'kind' in entry ? (kindOfAddition(entry.kind) ?? []) : [],
  )
}

/** `learning`: every entry needs evidence in the repository, and the bank itself does not count. */
export function unprovenIn(
  additions: readonly Addition[],
  workspace: Workspace,
  learning: 'learning' | 'otherwise',
): Problem | undefined {
  const { root, gitFolder } = workspace.project
  const repository = openRepository(workspace)
  const read = additions.map((addition) => ({
    addition,
    evidence: addition.evidence.map((item) => ({ item, named: readEvidence(item, root) })),
  }))
  const missing = read.flatMap(({ evidence }) => evidence.flatMap(({ item, named }) => (exists(named) ? [] : [item])))
  if (missing.length > 0) return { code: 'evidence-missing', missing: [...new Set(missing)] }
  if (learning === 'otherwise') return undefined
  const bare = read.filter(({ evidence }) => !evidence.some(({ named }) => isOfRepository(named)))
  return bare.length === 0
    ? undefined
    : { code: 'evidence-needed', titles: bare.map(({ addition }) => headlineOf(addition)) }

  function exists(named: Evidence): boolean {
    switch (named.kind) {
      case 'words':
      case 'outside':
        return true
      case 'commit':
        return gitFolder === undefined || hasCommit(root, named.hash)
      case 'path': {
        const { path, line } = named
        if (repository.kindOf(path) !== undefined) return line === undefined || line <= linesOf(repository.read(path))
        // A name without its folder, and a deleted file that git knows, also count.
        return (
          repository.files().some((file) => file.endsWith(`/${path}`)) ||
          new PastIndex(repository.removedPaths()).of(path) !== undefined
        )
      }
    }
  }
}

function isOfRepository(named: Evidence): boolean {
  return named.kind === 'commit' || (named.kind === 'path' && !named.path.startsWith(`${BANK_FOLDER}/`))
}

/** Infinite for a file that is too large to count. */
function linesOf(text: string | undefined): number {
  return text === undefined ? Number.POSITIVE_INFINITY : countNewlines(text) + 1
}
