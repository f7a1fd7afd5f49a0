/** The anchors that a session keeps across a compaction: the current focus, and the bank files in use (S38). */

import { isNothingYet } from '../bank/labels.ts'
import { pageOf } from '../bank/page.ts'
import type { BankPath } from '../base/bank-path.ts'
import { BANK_FOLDER, MEMORY, SECTION } from '../base/layout.ts'
import { pageNow } from '../disk/bank/read-now.ts'
import type { GuardState } from '../guard/state.ts'

/** One line each, newest first. */
export interface SessionAnchors {
  readonly focus: readonly string[]
  readonly files: readonly string[]
}

/** With the line that introduces them, the anchors have at most ten lines. */
const MOST_FOCUS = 3
const MOST_FILES = 6
const LONGEST_LINE = 160

/** Undefined without a bank. */
export function findAnchors(bank: string, state: GuardState): SessionAnchors | undefined {
  const memory = pageNow(bank, MEMORY)
  if (memory === undefined) return undefined
  return {
    focus: focusOf(memory).map((said) => `- Current Focus: ${said}`.slice(0, LONGEST_LINE)),
    files: filesInUse(bank, state).map((path) =>
      `- ${BANK_FOLDER}/${path}${titleIn(bank, path)}`.slice(0, LONGEST_LINE),
    ),
  }
}

function focusOf(memory: string): readonly string[] {
  const page = pageOf(memory, MEMORY)
  const section = page.section(SECTION.focus)
  if (section === undefined) return []
  const items = page.itemsIn({ start: section.bodyStart, end: section.end }).map(({ said }) => said)
  return items.filter((said) => !isNothingYet(said)).slice(0, MOST_FOCUS)
}

/** Existing files that the session uses. Documents from before an earlier compaction come last. */
function filesInUse(bank: string, { read, documents }: GuardState): readonly BankPath[] {
  const files = new Set([...[...read.keys()].reverse(), ...documents])
  files.delete(MEMORY)
  return [...files].filter((path) => pageNow(bank, path) !== undefined).slice(0, MOST_FILES)
}

function titleIn(bank: string, path: BankPath): string {
  const title = pageOf(pageNow(bank, path) ?? '', path).title
  return title === undefined ? '' : ` (${title})`
}
