/** What the bank says of the project as a whole (S23): its goal, what is in focus, its stack. */

import { withoutListMark } from '../bank/lines.ts'
import type { ReadableBank } from '../bank/snapshot.ts'
import { MEMORY } from '../base/layout.ts'
import type { ContextSummary, SummaryLine } from '../bank/pack.ts'
import type { IndexedEntry } from './entry-index.ts'

export function summarize(
  entries: readonly IndexedEntry[],
  bank: ReadableBank,
  clean: (text: string) => string,
): ContextSummary {
  const said = entries.filter(({ isSuperseded }) => !isSuperseded)
  const lineOf = (entry: IndexedEntry) =>
    lineIn(clean((bank.files.get(entry.path)?.readPage().text ?? '').slice(entry.start, entry.end)), entry)
  const snapshot = said.filter(({ path, kind }) => path === MEMORY && kind === 'tech').map(lineOf)
  const stack = snapshot.find(({ text }) => STACK.test(text))
  const rest = snapshot.filter((line) => line !== stack)
  const goal = rest.find(({ text }) => ABOUT.test(text)) ?? rest[0]
  // The newest of the inbox comes before what MEMORY.md has.
  const focus = said.filter(({ kind }) => kind === 'focus').toSorted((a, b) => order(a) - order(b))
  return {
    goal: goal === undefined ? [] : [unlabelled(goal)],
    focus: focus.slice(0, MOST_FOCUS).map(lineOf),
    stack: stack === undefined ? [] : [unlabelled(stack)],
  }
}

const MOST_FOCUS = 2
const LONGEST = 160

function order({ path }: IndexedEntry): number {
  return path === MEMORY ? 1 : 0
}

function lineIn(said: string, { path, startLine }: IndexedEntry): SummaryLine {
  const text = withoutListMark(said.replace(/\s+/g, ' ').trim())
  return { text: text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text, path, line: startLine }
}

/** The pack has its own label for the line. */
function unlabelled(line: SummaryLine): SummaryLine {
  return { ...line, text: line.text.replace(/^\*\*[^*]+\*\*\s*[:：]\s*(?=\S)/, '') }
}

/** The labels that init writes, and common ones. */
const STACK =
  /^\**(?:tech(?:nology)? )?(?:stack|languages?|frameworks?|runtime|built with|技术栈|语言|框架)\**\s*[:：(（]/i
const ABOUT = /^\*\*(?:About|Goal|Purpose|简介|目标)\*\*/i
