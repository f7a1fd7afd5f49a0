/** How strict the guard is in a project, by its settings; what depends on the bank is read when a rule asks for it. */

import { hashOfText } from '../base/content-hash.ts'
import type { BankRead, BankWrite, ToolFacts } from '../bank/event.ts'
import { type Language, languageOfText } from '../base/language.ts'
import { MEMORY, PATTERNS, TECH } from '../base/layout.ts'
import { once } from '../base/once.ts'
import { bankWrites } from '../guard/bank-writes.ts'
import { type Judge, judge } from '../guard/judge.ts'
import type { Policy } from '../guard/policy.ts'
import type { Trace } from '../guard/trace.ts'
import { pageNow } from '../disk/bank/preconditions.ts'
import type { Workspace } from '../disk/workspace.ts'

export function policyOf(workspace: Workspace, declined: readonly Trace[] = []): Policy {
  const { mode, writer, readScope, personalData, ownDomains, sensitive } = workspace.config.guard
  return {
    ...{ mode, writer, readScope, personalData, ownDomains, sensitive },
    chooseLanguage: once(() => chooseLanguage(workspace)),
    readRequired: once(() => readRequired(workspace.place.bank)),
    rivalOf: () => undefined,
    restatedIn: () => undefined,
    declined: () => declined,
  }
}

/** The policy for a call; what compares topics, and what reads the repository, is loaded where a write needs it. */
export async function policyFor(workspace: Workspace, facts: ToolFacts, declined: readonly Trace[]): Promise<Policy> {
  const policy = policyOf(workspace, declined)
  const writes = bankWrites(facts).filter(({ after }) => after !== undefined)
  const makesFile = writes.some(({ before }) => before === undefined)
  const addsFacts = writes.some(addsToFacts)
  const rivals = makesFile ? { rivalOf: (await import('./rival-document.ts')).rivalIn(workspace.place.bank) } : {}
  const worth = addsFacts ? { restatedIn: (await import('../verbs/worth.ts')).restatedInWrite(workspace) } : {}
  return { ...policy, ...rivals, ...worth }
}

/** A line that is new in a file that holds facts: no other write can restate one. */
function addsToFacts({ path, before, after }: BankWrite): boolean {
  if (path !== TECH && path !== MEMORY) return false
  const known = new Set((before ?? '').split('\n').map((line) => line.trim()))
  return (after ?? '').split('\n').some((line) => line.trim() !== '' && !known.has(line.trim()))
}

/** The rules about what is written, and with them the finder of secrets, are loaded when a call first writes the bank. */
export async function judgeOf(facts: ToolFacts): Promise<Judge> {
  return bankWrites(facts).length === 0 ? judge : (await import('../guard/judge-write.ts')).judgeWrite
}

/** The language of our words: as it is set, else the bank's, else the machine's. */
export function chooseLanguage({ config, place, locale }: Workspace): Language {
  return config.lang ?? languageOfText(pageNow(place.bank, MEMORY) ?? '') ?? locale
}

/** The patterns, else the entry (S31). */
function readRequired(bank: string): BankRead | undefined {
  for (const path of [PATTERNS, MEMORY]) {
    const text = pageNow(bank, path)
    if (text !== undefined) return { path, hash: hashOfText(text) }
  }
  return undefined
}
