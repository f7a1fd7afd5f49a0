/** The rules about one tool call: the first that refuses decides; the notes of the others are said together, each once. */

import type { BankPath } from '../base/bank-path.ts'
import type { GuardMode, Verdict } from '../bank/event.ts'
import { bankWrites } from './bank-writes.ts'
import { type Finding, type Force, type Judged, type Rule, refusesOnce } from './rule.ts'
import { RULES } from './rules/index.ts'
import type { Moment } from './state.ts'

export interface RulesJudgement {
  readonly verdict: Verdict
  readonly moments: readonly Moment[]
  /** The document that the words point to. */
  readonly about?: BankPath
}

export type Judge = (asked: Judged) => RulesJudgement

/** A call that writes nothing in the bank. */
export function judge(asked: Judged): RulesJudgement {
  if (bankWrites(asked.facts).length > 0) throw new Error('a write of the bank is judged by judgeWrite')
  return judgeBy(IN_ORDER, asked)
}

/** `rules`: in their order. */
export function judgeBy(rules: readonly Rule[], judged: Judged): RulesJudgement {
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
  readonly finding: Finding
}

function noteOf(notes: readonly Note[], language: Judged['policy']['chooseLanguage']): Omit<RulesJudgement, 'moments'> {
  const [first] = notes
  if (first === undefined) return { verdict: { kind: 'allow' } }
  const text = notes.map(({ finding }) => finding[language()]).join('\n')
  const about = notes.find(({ finding }) => finding.about !== undefined)?.finding
  return { verdict: { kind: 'note', rule: first.rule, text }, ...aboutOf(about) }
}

function aboutOf(finding: Finding | undefined): Pick<RulesJudgement, 'about'> {
  return finding?.about === undefined ? {} : { about: finding.about }
}

/** Two answers to one call. */
export function together(a: Verdict, b: Verdict): Verdict {
  if (a.kind === 'allow' || b.kind === 'refuse') return b
  if (b.kind !== 'note' || a.kind !== 'note') return a
  const toPerson = [a.toPerson, b.toPerson].filter((text) => text !== undefined).join('\n')
  return { ...a, text: `${a.text}\n${b.text}`, ...(toPerson === '' ? {} : { toPerson }) }
}

export function inOrder(rules: readonly Rule[]): readonly Rule[] {
  return rules.toSorted((a, b) => a.order - b.order)
}

const IN_ORDER = inOrder(RULES)

type Loudness = 'refuse' | 'note' | 'silent'

const LOUDNESS: Readonly<Record<Exclude<Force, 'setting' | 'once'>, Readonly<Record<GuardMode, Loudness>>>> = {
  always: { off: 'refuse', warn: 'refuse', block: 'refuse' },
  firm: { off: 'silent', warn: 'refuse', block: 'refuse' },
  gate: { off: 'silent', warn: 'note', block: 'refuse' },
  turn: { off: 'silent', warn: 'note', block: 'note' },
  session: { off: 'silent', warn: 'note', block: 'note' },
  hint: { off: 'note', warn: 'note', block: 'note' },
}

function loudnessOf({ id, force }: Rule, judged: Judged): Loudness {
  const { policy, state } = judged
  if (force === 'once') return refusesOnce(judged) ? 'refuse' : 'note'
  if (force === 'setting') return policy.personalData === 'refuse' ? 'refuse' : 'note'
  if (force === 'session' && state.saidEver.has(id)) return 'silent'
  return LOUDNESS[force][policy.mode]
}
