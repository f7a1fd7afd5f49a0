/**
 * Evidence that names a place or a commit is looked up before anything is proposed (S29): what is not there is refused by
 * name. Words, and places outside the repository, are for the person to judge.
 */

import { countNewlines } from '../bank/lines.ts'
import type { Addition } from '../base/addition.ts'
import { BANK_FOLDER } from '../base/layout.ts'
import type { Problem } from '../base/problem.ts'
import { PastIndex } from '../drift/codebase.ts'
import { headlineOf } from '../bank/decode-addition.ts'
import { type Evidence, readEvidence } from '../bank/evidence.ts'
import { hasCommit } from '../disk/git/commits.ts'
import type { Workspace } from '../disk/workspace.ts'
import { openRepository } from '../verbs/drift.ts'

/** `learning`: every entry must rest on something in the repository, and the bank itself does not count. */
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
  const missing = read.flatMap(({ evidence }) => evidence.flatMap(({ item, named }) => (isThere(named) ? [] : [item])))
  if (missing.length > 0) return { code: 'evidence-missing', missing: [...new Set(missing)] }
  if (learning === 'otherwise') return undefined
  const bare = read.filter(({ evidence }) => !evidence.some(({ named }) => isOfRepository(named)))
  return bare.length === 0
    ? undefined
    : { code: 'evidence-needed', titles: bare.map(({ addition }) => headlineOf(addition)) }

  function isThere(named: Evidence): boolean {
    switch (named.kind) {
      case 'words':
      case 'outside':
        return true
      case 'commit':
        return gitFolder === undefined || hasCommit(root, named.hash)
      case 'path': {
        const { path, line } = named
        if (repository.kindOf(path) !== undefined) return line === undefined || line <= linesOf(repository.read(path))
        // A name without its folder, and a file that git once had, are places too.
        return (
          repository.files().some((file) => file.endsWith(`/${path}`)) ||
          new PastIndex(repository.pathsTakenAway()).of(path) !== undefined
        )
      }
    }
  }
}

function isOfRepository(named: Evidence): boolean {
  return named.kind === 'commit' || (named.kind === 'path' && !named.path.startsWith(`${BANK_FOLDER}/`))
}

/** Without end where the file is too large to count. */
function linesOf(text: string | undefined): number {
  return text === undefined ? Number.POSITIVE_INFINITY : countNewlines(text) + 1
}
