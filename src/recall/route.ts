/** Which routing rules a question fires, and how strongly they speak for their files. */

import type { Route } from '../text/routing.ts'
import type { Wanted } from './score.ts'
import type { SearchIndex } from './search-index.ts'

export interface FiredRoute {
  readonly route: Route
  /** 0 … 1: how much of what was asked the rule's intent names. */
  readonly strength: number
  /** Of its intent. */
  readonly intent: Int32Array
  /** Slots of the files it leads to. */
  readonly files: readonly number[]
}

export function fireRoutes(
  index: SearchIndex,
  wanted: readonly Wanted[],
  rarity: readonly number[],
): readonly FiredRoute[] {
  const groups = new Map<number, { readonly group: number; readonly weight: number }[]>()
  let asked = 0
  for (const [group, want] of wanted.entries()) {
    asked += want.weight * (rarity[group] ?? 0)
    for (const member of want.members) {
      const list = groups.get(member.id) ?? []
      list.push({ group, weight: member.weight })
      groups.set(member.id, list)
    }
  }
  if (asked === 0) return []
  const fired: FiredRoute[] = []
  for (const { route, terms, ofIntent, files } of index.routes()) {
    const matched = new Map<number, number>()
    for (const term of terms) {
      for (const { group, weight } of groups.get(term) ?? []) {
        matched.set(group, Math.max(matched.get(group) ?? 0, weight))
      }
    }
    let mass = 0
    for (const [group, weight] of matched) mass += (wanted[group]?.weight ?? 0) * (rarity[group] ?? 0) * weight
    if (mass === 0 || files.length === 0) continue
    // A rule that leads to a whole folder says less about each of its files.
    const intent = terms.subarray(0, ofIntent)
    fired.push({ route, intent, strength: mass / asked / Math.sqrt(files.length), files })
  }
  return fired.sort((a, b) => b.strength - a.strength || a.route.line - b.route.line)
}
