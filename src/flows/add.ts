/** add: additions → one plan, through everything a bank owes for them; and, once agreed to, that plan carried out. */

import type { Addition } from '../core/addition.ts'
import type { ConflictChoice, Plan } from '../core/change.ts'
import type { Language } from '../core/language.ts'
import { fail, ok, type Result } from '../core/result.ts'
import { findSecrets } from '../core/secrets.ts'
import { planWrite } from '../refresh/plan.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { judgeChanges } from '../write/judge-changes.ts'
import { writeAddition } from '../write/write-addition.ts'
import { type OpenBank, openBank } from './open-bank.ts'
import { dayOf, type Proposal, planInput } from './refresh.ts'

export interface AddWishes {
  readonly language: Language | undefined
  readonly onConflict: ConflictChoice | undefined
  /** When the plan is made, if not now: the plan of a proposal is the same whenever it is drawn up again. */
  readonly at?: string
}

export function planAdditions(
  workspace: Workspace,
  additions: readonly Addition[],
  wishes: AddWishes,
): Result<Proposal> {
  const opened = openBank(workspace)
  return opened.ok ? planAdditionsOn(opened.value, workspace, additions, wishes) : opened
}

/** The same on a bank that was read already: for several plans that must see one and the same bank. */
export function planAdditionsOn(
  bank: OpenBank,
  workspace: Workspace,
  additions: readonly Addition[],
  wishes: AddWishes,
): Result<Proposal> {
  const { state, recovered } = bank
  const unfit = unfitFor(bank, workspace)
  if (unfit !== undefined) return fail(unfit)
  const secret = secretIn(additions)
  if (secret !== undefined) return fail(secret)
  const given = planInput(workspace, bank, wishes)
  const input = wishes.at === undefined ? given.input : { ...given.input, now: wishes.at }
  const facts = { templates: input.templates, today: dayOf(Date.parse(input.now)) }
  const planned = planWrite(input, (draft) => {
    for (const addition of additions) {
      const written = writeAddition(draft, addition, facts)
      if (!written.ok) return written
    }
    return ok(undefined)
  })
  if (!planned.ok) return planned
  const { personalData, ownDomains } = workspace.config.guard
  const judged = judgeChanges(planned.value.changes, { personalData, ownDomains })
  if (!judged.ok) return judged
  const plan: Plan = { ...planned.value, notes: [...planned.value.notes, ...judged.value] }
  return ok({ plan, state, language: given.language, recovered })
}

/** Only a bank in its current form is added to. */
function unfitFor({ state }: OpenBank, workspace: Workspace) {
  switch (state.kind) {
    case 'current':
      return undefined
    case 'absent':
      return { code: 'bank-absent', path: workspace.project.root } as const
    case 'foreign':
      return { code: 'bank-foreign', tool: state.tool, paths: state.paths } as const
    case 'newer':
      return { code: 'bank-newer', version: state.version } as const
    case 'broken':
      return state.problem
    case 'entry-missing':
    case 'legacy':
    case 'outdated':
      return { code: 'bank-outdated', state: state.kind } as const
  }
}

/** Also in what is kept beside the bank: evidence, and text that a cell would fold. */
function secretIn(additions: readonly Addition[]) {
  for (const { kind, fields, evidence } of additions) {
    for (const [name, text] of [...fields, ['evidence', evidence.join('\n')] as const]) {
      const found = findSecrets(text)[0]
      if (found !== undefined)
        return { code: 'addition-secret', path: `${kind}.${name}`, line: found.line, kind: found.kind } as const
    }
  }
  return undefined
}
