/** Asks the rules about a tool call. The first refusal decides; otherwise all notes are combined. */

import type { GuardMode, Verdict } from '../bank/event.ts'
import type { BankPath } from '../base/bank-path.ts'
import { bankWrites } from './bank-writes.ts'
import { type Force, type GuardRule, type Judged, type RuleFinding, refusesOnce } from './rule.ts'
import { RULES } from './rules/index.ts'
import type { Moment } from './state.ts'

export interface RulesJudgement {
  readonly verdict: Verdict
  readonly moments: readonly Moment[]
  /** The document that the text points to. */
  readonly about?: BankPath
}

export type Judge = (asked: Judged) => RulesJudgement

/** Judges a call that does not write the bank. */
export function judge(asked: Judged): RulesJudgement {
  if (bankWrites(asked.facts).length > 0) throw new Error('a write of the bank is judged by judgeWrite')
  return judgeBy(IN_ORDER, asked)
}

/** `rules` must be sorted by `order`. */
export function judgeBy(rules: readonly GuardRule[], judged: Judged): RulesJudgement {
  const language = judged.policy.chooseLanguage
  const notes: Note[] = []
  const moments: Moment[] = []
  for (const rule of rules) {
    const loudness = loudnessOf(rule, judged)
    const finding = loudness === 'silent' ? undefined : rule.check(judged)
    if (finding === undefined) continue
    const isOnce = rule.force === 'once'
    if (loudness === 'refuse') {
      const verdict = { kind: 'refuse', rule: rule.id, text: finding[language()] } as const
      return { verdict, moments: isOnce ? (finding.moments ?? []) : [], ...aboutOf(finding) }
    }
    moments.push(...(finding.moments ?? []))
    if (judged.state.saidThisTurn.has(rule.id) && !isOnce) continue
    notes.push({ rule: rule.id, finding })
    moments.push({ at: 'said', rule: rule.id })
  }
  return { ...noteOf(notes, language), moments }
}

interface Note {
  readonly rule: string
  readonly finding: RuleFinding
}

function noteOf(notes: readonly Note[], language: Judged['policy']['chooseLanguage']): Omit<RulesJudgement, 'moments'> {
  const [first] = notes
  if (first === undefined) return { verdict: { kind: 'allow' } }
  const text = notes.map(({ finding }) => finding[language()]).join('\n')
  const about = notes.find(({ finding }) => finding.about !== undefined)?.finding
  return { verdict: { kind: 'note', rule: first.rule, text }, ...aboutOf(about) }
}

function aboutOf(finding: RuleFinding | undefined): Pick<RulesJudgement, 'about'> {
  return finding?.about === undefined ? {} : { about: finding.about }
}

/** Combines two verdicts on one call. */
export function together(a: Verdict, b: Verdict): Verdict {
  if (a.kind === 'allow' || b.kind === 'refuse') return b
  if (b.kind !== 'note' || a.kind !== 'note') return a
  const toPerson = [a.toPerson, b.toPerson].filter((text) => text !== undefined).join('\n')
  return { ...a, text: `${a.text}\n${b.text}`, ...(toPerson === '' ? {} : { toPerson }) }
}

export function inOrder(rules: readonly GuardRule[]): readonly GuardRule[] {
  return rules.toSorted((a, b) => a.order - b.order)
}

const IN_ORDER = inOrder(RULES)

type Loudness = 'refuse' | 'note' | 'silent'

const LOUDNESS: Readonly<
  Record<Exclude<Force, 'setting' | 'once' | 'document'>, Readonly<Record<GuardMode, Loudness>>>
> = {
  always: { off: 'refuse', warn: 'refuse', block: 'refuse' },
  firm: { off: 'silent', warn: 'refuse', block: 'refuse' },
  gate: { off: 'silent', warn: 'note', block: 'refuse' },
  turn: { off: 'silent', warn: 'note', block: 'note' },
  session: { off: 'silent', warn: 'note', block: 'note' },
  hint: { off: 'note', warn: 'note', block: 'note' },
}

function loudnessOf({ id, force, skippable }: GuardRule, judged: Judged): Loudness {
  const { policy, state } = judged
  if (skippable === true && state.skipsMemory) return 'silent'
  if (force === 'once') return refusesOnce(judged) ? 'refuse' : 'note'
  if (force === 'setting') return policy.personalData === 'refuse' ? 'refuse' : 'note'
  if (force === 'document') {
    if (policy.mode === 'off' || policy.docFirst === 'off') return 'silent'
    if (policy.docFirst === 'block') return 'refuse'
    return state.saidEver.has(id) ? 'silent' : 'note'
  }
  if (force === 'session' && state.saidEver.has(id)) return 'silent'
  return LOUDNESS[force][policy.mode]
}
