/**
 * Two facts of the bank that contradict each other, where the repository does not say which is so: two versions of one
 * service, two values of one constant (S51).
 *
 * Precision comes first. A fact that holds for one environment only, a name with more than two values, and a line that
 * gives both values dispute nothing.
 */

import type { Drift } from '../core/drift.ts'
import { BANK_FOLDER } from '../core/layout.ts'
import type { Claim, Place } from './claim.ts'
import type { Judged } from './codebase.ts'
import { isService } from './judge-packages.ts'
import { isKnownPackage, packageKey } from './known-packages.ts'

interface Fact {
  readonly claim: Place
  readonly about: 'version' | 'value'
  /** What it is a fact about. */
  readonly key: string
  readonly value: string
}

/** Facts that say one thing, and those that say another. */
interface Dispute {
  readonly old: readonly Fact[]
  readonly young: readonly Fact[]
}

export function disputesIn(claims: readonly Claim[], judged: readonly Judged[]): readonly Drift[] {
  return disputed(claims, judged).flatMap(driftOf)
}

/** The places that say otherwise than these, whichever is older. */
export function disputedBy(
  isMeant: (place: Place) => boolean,
  claims: readonly Claim[],
  judged: readonly Judged[],
): readonly Place[] {
  return disputed(claims, judged).flatMap(({ old, young }) => {
    const [meant, others] = old.some(({ claim }) => isMeant(claim)) ? [old, young] : [young, old]
    return meant.some(({ claim }) => isMeant(claim))
      ? others.map(({ claim }) => claim).filter((one) => !isMeant(one))
      : []
  })
}

function disputed(claims: readonly Claim[], judged: readonly Judged[]): readonly Dispute[] {
  const unknown = new Set(judged.filter(({ verdict }) => verdict.kind === 'unknown').map(({ claim }) => claim))
  const facts = new Map<string, Fact[]>()
  for (const claim of claims) {
    const fact = claim.strength === 'firm' ? factOf(claim, unknown) : undefined
    if (fact !== undefined) facts.set(fact.key, [...(facts.get(fact.key) ?? []), fact])
  }
  return [...facts.values()].flatMap(disputeOf)
}

function factOf(claim: Claim, unknown: ReadonlySet<Place>): Fact | undefined {
  if (claim.kind === 'value' && unknown.has(claim))
    return { claim, about: 'value', key: `${claim.name} ${claim.environment}`, value: claim.value }
  if (claim.kind !== 'version' || claim.how === 'least' || !unknown.has(claim)) return undefined
  const name = claim.names.find((one) => isService(one) || isKnownPackage(one))
  if (name === undefined) return undefined
  return { claim, about: 'version', key: `${packageKey(name)} ${claim.environment}`, value: claim.version }
}

/** Two that cannot both be so, by their days; without days, the one that is read last is the older. */
function disputeOf(facts: readonly Fact[]): readonly Dispute[] {
  const [first] = facts
  if (first === undefined) return []
  const others = facts.filter((fact) => !agree(first.value, fact.value))
  const [other] = others
  if (other === undefined || others.some((fact) => !agree(other.value, fact.value))) return []
  const same = facts.filter((fact) => !others.includes(fact))
  const isOneLine = same.some((one) => others.some((two) => placeOf(one) === placeOf(two)))
  if (isOneLine) return []
  const isOlder = newestOf(same) < newestOf(others)
  return [isOlder ? { old: same, young: others } : { old: others, young: same }]
}

function driftOf({ old, young }: Dispute): readonly Drift[] {
  const against = young.at(-1)
  if (against === undefined) return []
  const where = `${BANK_FOLDER}/${placeOf(against)}`
  return old.map(({ claim: { path, line, text }, about }) => ({
    path,
    line,
    about,
    claim: text,
    verdict: 'disputed',
    now: against.claim.text,
    evidence: { en: `${where} says otherwise`, zh: `${where} 另有说法` },
  }))
}

function placeOf({ claim: { path, line } }: Fact): string {
  return `${path}:${line}`
}

/** Empty if none has a day. */
function newestOf(facts: readonly Fact[]): string {
  const days = facts.flatMap(({ claim: { date } }) => date ?? [])
  return days.toSorted().at(-1) ?? ''
}

/** `16` and `16.2` agree, `16` and `17` do not. */
function agree(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b}.`) || b.startsWith(`${a}.`)
}
