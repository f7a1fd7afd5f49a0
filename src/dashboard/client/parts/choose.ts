/** A list that is walked through by keys: j and k, or the arrows while nothing else is scrolled by them. */

import { useEffect } from 'preact/hooks'
import { useKeys } from '../context.ts'

export function useChosen(
  ids: readonly string[],
  chosen: string | undefined,
  choose: (id: string | undefined) => void,
): void {
  const step = (by: number) => {
    const at = chosen === undefined ? -1 : ids.indexOf(chosen)
    const next = ids[Math.max(0, Math.min(ids.length - 1, at + by))]
    if (next !== undefined && next !== chosen) choose(next)
  }
  const unlessReading = (by: number) => () => {
    if (document.activeElement?.closest('.detail')) return false
    step(by)
    return true
  }
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    ArrowDown: unlessReading(1),
    ArrowUp: unlessReading(-1),
    Escape: () => choose(undefined),
  })
  useEffect(() => {
    document.querySelector('.list .row[aria-current="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
}

/** Whether a list and what is chosen in it stand side by side, so that the first is chosen at once. */
export function isWide(): boolean {
  return matchMedia('(min-width: 761px)').matches
}
