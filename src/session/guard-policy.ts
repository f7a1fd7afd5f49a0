/** The guard's policy in a project, from its settings. The bank is read only when a rule asks. */

import { join } from 'node:path'
import type { BankRead, BankWrite, ToolFacts } from '../bank/event.ts'
import { directoryOf } from '../base/bank-path.ts'
import { hashOfText } from '../base/content-hash.ts'
import { type Language, languageOfText } from '../base/language.ts'
import { indexedFolderOf, isIndexPath, MEMORY, PATTERNS, TECH } from '../base/layout.ts'
import { once } from '../base/once.ts'
import { listMarkdown } from '../disk/bank/list-bank.ts'
import { pageNow } from '../disk/bank/read-now.ts'
import { isThere } from '../disk/disk.ts'
import type { Workspace } from '../disk/workspace.ts'
import { bankWrites } from '../guard/bank-writes.ts'
import { type Judge, judge } from '../guard/judge.ts'
import type { Policy } from '../guard/rule.ts'
import type { Trace } from '../guard/trace.ts'

export function policyOf(workspace: Workspace, declined: readonly Trace[] = []): Policy {
  const { mode, writer, readScope, docFirst, personalData, ownDomains, sensitive } = workspace.config.guard
  return {
    ...{ mode, writer, readScope, docFirst, personalData, ownDomains, sensitive },
    chooseLanguage: once(() => chooseLanguage(workspace)),
    readRequired: once(() => readRequired(workspace.place.bank)),
    isInBank: (path) => isThere(join(workspace.place.bank, path)),
    rivalOf: () => undefined,
    restatedIn: () => undefined,
    declined: () => declined,
  }
}

/**
 * The policy for one call. The code that compares topics and reads the repository is loaded only for writes that need
 * it.
 */
export async function policyFor(workspace: Workspace, facts: ToolFacts, declined: readonly Trace[]): Promise<Policy> {
  const policy = policyOf(workspace, declined)
  const writes = bankWrites(facts).filter(({ after }) => after !== undefined)
  const makesFile = writes.some(({ before }) => before === undefined)
  const addsFacts = writes.some(addsToFacts)
  const rivals = makesFile ? { rivalOf: await rivalFinder(workspace.place.bank) } : {}
  const worth = addsFacts ? { restatedIn: (await import('../verbs/worth.ts')).restatedInWrite(workspace) } : {}
  return { ...policy, ...rivals, ...worth }
}

/** Compares a new document with those of its folder. */
async function rivalFinder(bank: string): Promise<Policy['rivalOf']> {
  const { sameDocument } = await import('../plan/write/near-topic.ts')
  return (path, text) => {
    if (indexedFolderOf(path) === undefined) return undefined
    const others = listMarkdown(bank).filter((one) => directoryOf(one) === directoryOf(path) && !isIndexPath(one))
    return sameDocument(
      path,
      text,
      others.slice(0, MOST_COMPARED).map((one) => ({ path: one, text: pageNow(bank, one) ?? '' })),
    )
  }
}

/** A call waits for the comparison, so in a large folder only this many documents are compared. */
const MOST_COMPARED = 500

/** Whether a write adds a line to tech.md or MEMORY.md. Only such a line can restate the repository. */
function addsToFacts({ path, before, after }: BankWrite): boolean {
  if (path !== TECH && path !== MEMORY) return false
  const known = new Set((before ?? '').split('\n').map((line) => line.trim()))
  return (after ?? '').split('\n').some((line) => line.trim() !== '' && !known.has(line.trim()))
}

/** The write rules and the secret finder are loaded with the first write of the bank. */
export async function judgeOf(facts: ToolFacts): Promise<Judge> {
  return bankWrites(facts).length === 0 ? judge : (await import('../guard/judge-write.ts')).judgeWrite
}

/** The language of messages: the setting, else the bank's, else the system's. */
export function chooseLanguage({ config, place, locale }: Workspace): Language {
  return config.lang ?? languageOfText(pageNow(place.bank, MEMORY) ?? '') ?? locale
}

/** The file that must be read before a risky write: the patterns, else MEMORY.md (S31). */
function readRequired(bank: string): BankRead | undefined {
  for (const path of [PATTERNS, MEMORY]) {
    const text = pageNow(bank, path)
    if (text !== undefined) return { path, hash: hashOfText(text) }
  }
  return undefined
}
