/** What is noted of the use of a bank (S56), and how it stands in a line of a log. What it adds up to: use-totals.ts. */

export const USES = ['shown', 'offered', 'read', 'cited', 'acted'] as const
export type Use = (typeof USES)[number]

export const COSTS = ['opening', 'pack', 'note'] as const
export type Cost = (typeof COSTS)[number]

export type UseRecord =
  /** These entries of a file, by their ids; '' stands for the file as a whole. */
  | {
      readonly kind: 'use'
      readonly day: string
      readonly use: Use
      readonly path: string
      readonly ids: readonly string[]
    }
  | { readonly kind: 'cost'; readonly day: string; readonly of: Cost; readonly tokens: number }

/** One line of a log. */
export function encodeRecord(record: UseRecord): string {
  return JSON.stringify(
    record.kind === 'use'
      ? [record.day, record.use, record.path, ...record.ids]
      : [record.day, record.of, record.tokens],
  )
}

/** Undefined for what is damaged, or not ours. */
export function decodeRecord(raw: unknown): UseRecord | undefined {
  if (!Array.isArray(raw)) return undefined
  const [day, name, what, ...ids]: readonly unknown[] = raw
  if (typeof day !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(day)) return undefined
  const use = USES.find((one) => one === name)
  if (use !== undefined)
    return typeof what === 'string' && ids.length > 0 && ids.every((id) => typeof id === 'string')
      ? { kind: 'use', day, use, path: what, ids }
      : undefined
  const of = COSTS.find((one) => one === name)
  return of !== undefined && typeof what === 'number' && what >= 0 && Number.isFinite(what)
    ? { kind: 'cost', day, of, tokens: what }
    : undefined
}
