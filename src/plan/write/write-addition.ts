/**
 * Writes an addition into the draft: the right file, the right section, the bank's language (S43).
 *
 * An addition that the bank already has is reported and not repeated. Upkeep (indexes, routes, archives, highlights) is
 * the planner's task.
 */

import { isCalled, namedDecisions } from '../../bank/decisions.ts'
import type { Draft } from '../../bank/draft.ts'
import { oneLine } from '../../bank/lines.ts'
import { itemsOfValue } from '../../bank/safe-lines.ts'
import { sameTopic } from '../../bank/same-topic.ts'
import { type Addition, type AdditionKind, labelOf } from '../../base/addition.ts'
import type { BankPath } from '../../base/bank-path.ts'
import { folderPath, MEMORY, PATTERNS, PROGRESS, TECH } from '../../base/layout.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { writeAnswer } from './write-answer.ts'
import { writeDecision } from './write-decision.ts'
import { writeDocument } from './write-document.ts'
import type { AdditionFacts } from './write-facts.ts'
import { writeFocus } from './write-focus.ts'
import { writeProgress } from './write-progress.ts'
import { writeTech } from './write-tech.ts'

export function writeAddition(draft: Draft, addition: Addition<AdditionKind>, facts: AdditionFacts): Result<undefined> {
  for (const path of filesOf(addition)) {
    const { parsed } = draft.page(path)
    if (!parsed.ok) return parsed
  }
  const written = write(draft, addition, facts)
  return written.ok ? foundAgain(draft, addition) : written
}

function write(draft: Draft, addition: Addition<AdditionKind>, facts: AdditionFacts): Result<undefined> {
  switch (addition.kind) {
    case 'decision':
      return writeDecision(draft, addition, facts)
    case 'learning':
    case 'requirement':
    case 'design':
      return writeDocument(draft, { ...addition, kind: addition.kind }, facts)
    case 'focus':
      // Each item is inserted at the top, so the last one is written first.
      return writeItems(itemsIn(addition).toReversed(), (one) => writeFocus(draft, one, facts))
    case 'progress':
      return writeItems(itemsIn(addition), (one) => writeProgress(draft, one, facts))
    case 'tech':
      return writeItems(itemsIn(addition), (one) => writeTech(draft, one, facts))
    case 'answer':
      return writeAnswer(draft, addition, facts)
  }
}

/** A list of items counts as several additions; everything else is one. */
export function itemsIn<Kind extends AdditionKind>(addition: Addition<Kind>): readonly Addition<Kind>[] {
  if (!['focus', 'progress', 'tech'].includes(addition.kind)) return [addition]
  const items = itemsOfValue(addition.fields.get('text') ?? '')
  return items.map((text, index) => {
    const fields = new Map(addition.fields).set('text', text)
    if (index > 0) fields.delete('replaces')
    return { ...addition, fields }
  })
}

function writeItems(items: readonly Addition[], write: (item: Addition) => Result<undefined>): Result<undefined> {
  for (const item of items) {
    const written = write(item)
    if (!written.ok) return written
  }
  return ok(undefined)
}

/** A decision or learning must be readable with all its parts after the write (S7). */
function foundAgain(draft: Draft, { kind, fields }: Addition<AdditionKind>): Result<undefined> {
  if (kind !== 'decision' && kind !== 'learning') return ok(undefined)
  const title = oneLine(fields.get('title') ?? '')
  const found =
    kind === 'decision'
      ? namedDecisions(draft.page(PATTERNS)).flatMap((one) => (isCalled(one, title) ? [one.entry] : []))
      : draft
          .paths()
          .filter((path) => path.startsWith(LEARNINGS))
          .flatMap((path) => draft.page(path).learnings)
          .filter((entry) => sameTopic(entry.title, title))
  if (found.some((entry) => entry.missing.length === 0)) return ok(undefined)
  const missing = found.at(-1)?.missing ?? []
  if (missing.length === 0) return fail({ code: 'addition-breaks', path: PATTERNS })
  const names = missing.map((part) => ({ en: labelOf(part, 'en'), zh: labelOf(part, 'zh') }))
  return fail({ code: 'addition-incomplete', kind, missing: names })
}

const LEARNINGS = `${folderPath('learnings')}/`

/** The files an addition may edit; their markers must be complete. */
function filesOf({ kind }: Addition<AdditionKind>): readonly BankPath[] {
  switch (kind) {
    case 'decision':
      return [PATTERNS, MEMORY]
    case 'focus':
      return [MEMORY, PROGRESS]
    case 'answer':
      return [MEMORY]
    case 'progress':
      return [PROGRESS]
    case 'tech':
      return [TECH]
    case 'learning':
    case 'requirement':
    case 'design':
      return []
  }
}
