/** Banks for tests of writing: filled templates, and a write as text. */

import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { decodeAddition } from '../../../src/bank/decode-addition.ts'
import type { Draft } from '../../../src/bank/draft.ts'
import { Page } from '../../../src/bank/page.ts'
import type { Snapshot } from '../../../src/bank/snapshot.ts'
import type { Templates } from '../../../src/bank/templates.ts'
import type { Addition } from '../../../src/base/addition.ts'
import { knownPath } from '../../../src/base/bank-path.ts'
import type { Plan } from '../../../src/base/change.ts'
import type { Language } from '../../../src/base/language.ts'
import type { Result } from '../../../src/base/result.ts'
import type { PlanInput } from '../../../src/plan/plan-input.ts'
import { planWrite } from '../../../src/plan/plan-write.ts'
import { writeAddition } from '../../../src/plan/write/write-addition.ts'
import type { AdditionFacts } from '../../../src/plan/write/write-facts.ts'
import { writeToInbox } from '../../../src/plan/write/write-inbox.ts'
import { writeProposed } from '../../../src/plan/write/write-proposed.ts'
import { NO_FACTS } from '../../laws/banks.ts'

export type Texts = Readonly<Record<string, string>>

export const TODAY = '2026-03-01'

function templates(language: Language): Templates {
  const folder = resolve(import.meta.dirname, '../../../templates', language)
  const read = (path: string) => readFileSync(join(folder, path), 'utf8')
  return {
    language,
    memory: read('MEMORY.md'),
    tech: read('details/tech.md'),
    patterns: read('details/patterns.md'),
    progress: read('details/progress.md'),
  }
}

export function freshBank(language: Language = 'en'): Texts {
  const { memory, tech, patterns, progress } = templates(language)
  return {
    'MEMORY.md': memory,
    'details/tech.md': tech,
    'details/patterns.md': patterns,
    'details/progress.md': progress,
  }
}

function snapshotOf(texts: Texts): Snapshot {
  return {
    exists: true,
    files: new Map(
      Object.entries(texts)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([path, text]) => [knownPath(path), new Page(knownPath(path), text)]),
    ),
    others: [],
    folders: new Set(),
    unreadable: [],
  }
}

export function addition(raw: Readonly<Record<string, unknown>>): Addition {
  const decoded = decodeAddition(raw)
  if (!decoded.ok) throw new Error(JSON.stringify(decoded.problem))
  return decoded.value
}

type Options = {
  readonly language?: Language
  readonly onConflict?: PlanInput['onConflict']
  /** In team mode (S55). */
  readonly isTeams?: boolean
} & Partial<Pick<PlanInput, 'remembered' | 'committed'>>

/** The plan of a write, with upkeep. */
export function planFor(texts: Texts, additions: readonly Addition[], options: Options = {}): Result<Plan> {
  const write = options.isTeams === true ? writeToInbox : writeAddition
  return planOf(
    texts,
    additions.map((one) => (draft, facts) => writeProposed(draft, one, facts, write)),
    options,
  )
}

type FactsWrite = (draft: Draft, facts: AdditionFacts) => Result<undefined>

function planOf(texts: Texts, writes: readonly FactsWrite[], options: Options = {}): Result<Plan> {
  const given = templates(options.language ?? 'en')
  const input: PlanInput = {
    snapshot: snapshotOf(texts),
    templates: given,
    readFacts: () => ({ ...NO_FACTS, language: given.language }),
    now: `${TODAY}T12:00:00Z`,
    dates: new Map(),
    remembered: options.remembered ?? new Map(),
    committed: options.committed ?? (() => undefined),
    touched: new Map(),
    readNamesElsewhere: () => [],
    readArrivals: () => new Map(),
    onConflict: options.onConflict,
  }
  const facts = { templates: given, today: TODAY, readNamesElsewhere: () => [] }
  return planWrite(
    input,
    writes.map((write) => (draft) => write(draft, facts)),
  )
}

/** The bank after a write. */
export function written(
  texts: Texts,
  additions: readonly Readonly<Record<string, unknown>>[],
  options: Options = {},
): Changed {
  return carriedOut(texts, planFor(texts, additions.map(addition), options))
}

/** The bank after applying such a change. */
export function changedBank(texts: Texts, write: FactsWrite, options: Options = {}): Changed {
  return carriedOut(texts, planOf(texts, [write], options))
}

interface Changed {
  readonly texts: Record<string, string>
  readonly plan: Plan
}

function carriedOut(texts: Texts, planned: Result<Plan>): Changed {
  if (!planned.ok) throw new Error(JSON.stringify(planned.problem))
  const after: Record<string, string> = { ...texts }
  for (const change of planned.value.changes) {
    if (change.kind === 'create' || change.kind === 'edit') after[change.path] = change.text
    if (change.kind === 'remove') delete after[change.path]
  }
  return { texts: after, plan: planned.value }
}
