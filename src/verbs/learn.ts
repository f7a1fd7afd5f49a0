/**
 * learn: the worklist of sources for an agent to study (S29). Reads only, within limits on commits, documents and the
 * time for git.
 */

import { headlineOf } from '../bank/decode-addition.ts'
import { readWaiting } from '../bank/inbox.ts'
import { pageOf } from '../bank/page.ts'
import { bankPath } from '../base/bank-path.ts'
import { forModel } from '../base/for-model.ts'
import type { Language } from '../base/language.ts'
import { MEMORY } from '../base/layout.ts'
import { LIMITS } from '../base/limits.ts'
import { neutralise } from '../base/neutralise.ts'
import { explainToModel } from '../base/problem.ts'
import { ok, type Result } from '../base/result.ts'
import { recentCommits } from '../disk/git/commits.ts'
import { ProposalStore } from '../disk/state/proposal-store.ts'
import type { Workspace } from '../disk/workspace.ts'
import { ciCommands } from '../learn/ci-commands.ts'
import { chooseDocuments, statedDecisions, unknownDocuments } from '../learn/documents.ts'
import { gapsIn } from '../learn/gaps.ts'
import { readHistory } from '../learn/history.ts'
import { isDependencyFile, unusualDependencies } from '../learn/unusual-dependencies.ts'
import { makeWorklist, type Worklist, worklistText } from '../learn/worklist.ts'
import { isCiFile } from '../project/ci-files.ts'
import { documentRoutes } from '../search/document-routes.ts'
import { maskSecrets } from '../secrets/mask.ts'
import { openForAdding } from './add.ts'
import { openRepository } from './drift.ts'

export { worklistText }

/** Fails if the bank does not accept entries, because the agent will propose some. */
export function learn(workspace: Workspace, asked: Language | undefined): Result<Worklist> {
  const adding = openForAdding(workspace, { language: asked, onConflict: undefined })
  if (!adding.ok) return adding
  const { language, bank } = adding.value
  const { root, gitFolder } = workspace.project
  const repository = openRepository(workspace)
  const files = repository.files()
  const texts = new Map([...bank.snapshot.files.values()].map(({ path, text }) => [String(path), text]))
  const known = knownOf(texts)

  const chosen = chooseDocuments(files)
  const documents = read(chosen.slice(0, LIMITS.worklistDocuments))
  const ci = read(files.filter(isCiFile).slice(0, LIMITS.scanManifests))
  const manifests = read(files.filter(isDependencyFile).toSorted(nearestFirst).slice(0, LIMITS.scanManifests))
  const { commits, isWhole } = gitFolder === undefined ? { commits: [], isWhole: true } : lastCommits(root)

  return ok(
    asData(
      makeWorklist(
        {
          gaps: gapsIn(withWaiting(texts), language),
          decisions: statedDecisions(documents, known.decision),
          documents: unknownDocuments(documents, known.document, language),
          ...readHistory(commits, files, language),
          dependencies: unusualDependencies(manifests),
          commands: ciCommands(ci, known.command),
        },
        {
          language,
          looked: {
            commits: commits.length,
            since: commits.at(-1)?.date,
            documents: documents.length,
            unread: chosen.length - documents.length,
            manifests: ci.length + manifests.length,
            isWhole,
          },
          declined: declinedTitles(workspace),
        },
      ),
    ),
  )

  function read(paths: readonly string[]): readonly { readonly path: string; readonly text: string }[] {
    return paths.flatMap((path) => {
      const text = repository.read(path)
      return text === undefined ? [] : [{ path, text }]
    })
  }
}

/** Hashes of a fixed length: git's abbreviation grows with the repository, which would rename places. */
function lastCommits(root: string) {
  const { commits, isWhole } = recentCommits(root, LIMITS.worklistCommits, LIMITS.worklistMilliseconds)
  return {
    commits: commits.map((commit) => ({ ...commit, hash: commit.hash.slice(0, 8), date: commit.at.slice(0, 10) })),
    isWhole,
  }
}

/** Inbox entries count as written, so they are not reported as gaps. */
function withWaiting(texts: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const standing = new Map(texts)
  for (const [path, text] of texts) {
    const known = bankPath(path)
    const waiting = known === undefined ? undefined : readWaiting(pageOf(text, known))
    if (waiting === undefined) continue
    // Append, so that existing lines keep their numbers.
    standing.set(waiting.place, `${standing.get(waiting.place) ?? ''}\n${waiting.text}`)
  }
  return standing
}

function nearestFirst(a: string, b: string): number {
  return a.split('/').length - b.split('/').length
}

/** Text from commits and files is data: mask secrets, and neutralise delimiters and host tags (S35, S39). */
function asData(worklist: Worklist): Worklist {
  const safe = (text: string) => neutralise(maskSecrets(text))
  return {
    ...worklist,
    declined: worklist.declined.map(safe),
    sections: worklist.sections.map((section) => ({
      ...section,
      items: section.items.map(({ place, text }) => ({ place: safe(place), text: safe(text) })),
    })),
  }
}

/** The worklist as text for a model, or the problem. */
export function worklistForModel(
  workspace: Workspace,
  language: Language,
): { readonly isMade: boolean; readonly text: string } {
  const made = learn(workspace, undefined)
  if (made.ok) return { isMade: true, text: worklistText(made.value) }
  const { what, next } = explainToModel(made.problem, language)
  return { isMade: false, text: forModel(`${what}\n${next}`) }
}

/** Tests whether the bank already has a document, a decision or a command. */
function knownOf(texts: ReadonlyMap<string, string>) {
  const memory = texts.get(MEMORY) ?? ''
  const places = documentRoutes(pageOf(memory, MEMORY)).flatMap((route) => route.places)
  const all = [...texts.values()].join('\n')
  const entries = [...texts].flatMap(([path, text]) => (path === MEMORY ? [] : [text])).join('\n')
  const isRouted = (path: string) =>
    places.some((place) => place === path || (place.endsWith('/') && path.startsWith(place)))
  return {
    document: (path: string) => isRouted(path) || all.includes(path),
    decision: (path: string, title: string) =>
      entries.includes(path) || (title.length > SHORT_TITLE && entries.toLowerCase().includes(title.toLowerCase())),
    command: (command: string) => all.includes(command),
  }
}

/** A shorter title matches too many texts. */
const SHORT_TITLE = 12

function declinedTitles({ place }: Workspace): readonly string[] {
  const rejected = new ProposalStore(place.state).list().filter(({ status }) => status === 'rejected')
  return [...new Set(rejected.map(({ addition }) => headlineOf(addition)))].reverse()
}
