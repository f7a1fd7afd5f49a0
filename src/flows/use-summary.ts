/** How the bank was used in the last weeks, in one line: from what was noted alone, without a look at the bank (S56). */

import type { SessionTokens, UsageSummary } from '../core/usage.ts'
import { costOf, type SessionUse, totalsOf } from '../core/use-totals.ts'
import { dayBefore } from '../text/dates.ts'
import { dayOf } from '../text/day-of.ts'
import { lastDay, readUses, SESSION_DAYS, type Uses } from '../workspace/state/use-store.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** Undefined where nothing was counted in these weeks. */
export function usageSummary({ place, now }: Workspace): UsageSummary | undefined {
  const { sessions } = within(readUses(place.state), SESSION_DAYS, dayOf(now().getTime()))
  if (sessions.length === 0) return undefined
  const tokens = tokensOf(sessions)
  const used = [...totalsOf(sessions).entries].filter(
    ([key, { counts }]) => !key.endsWith('#') && counts.read + counts.cited + counts.acted > 0,
  )
  return {
    days: SESSION_DAYS,
    sessions: sessions.length,
    used: used.length,
    ...(tokens === undefined ? {} : { tokensPerSession: tokens.median }),
  }
}

export function within(uses: Uses, days: number | undefined, today: string): Uses {
  if (days === undefined) return uses
  const first = dayBefore(today, days)
  return {
    sessions: uses.sessions.filter((session) => lastDay(session) >= first),
    months: new Map([...uses.months].filter(([month]) => month >= first.slice(0, 7))),
  }
}

export function tokensOf(sessions: readonly SessionUse[]): SessionTokens | undefined {
  const costs = sessions.map(costOf).filter(({ opening, pack, note }) => opening + pack + note > 0)
  if (costs.length === 0) return undefined
  return {
    median: median(costs.map(({ opening, pack, note }) => opening + pack + note)),
    opening: median(costs.map(({ opening }) => opening)),
    packs: median(costs.map(({ pack }) => pack)),
    notes: median(costs.map(({ note }) => note)),
  }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const [low = 0, high = low] = sorted.length % 2 === 1 ? [sorted[middle]] : [sorted[middle - 1], sorted[middle]]
  return Math.round((low + high) / 2)
}
