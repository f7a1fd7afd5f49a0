/** Version ranges as people declare them, and whether what a bank says can be one of them. */

import type { VersionClaim } from './claim.ts'

/** From `low`, included, up to `high`; both as parts. */
interface Range {
  readonly low: readonly number[]
  readonly high: readonly number[] | undefined
  /** It only asks for a least version. */
  readonly open: boolean
}

/** Undefined where a declaration says nothing that could be compared (`*`, `latest`, `workspace:^`, a URL). */
export function agrees({ version, how }: Pick<VersionClaim, 'version' | 'how'>, declared: string): boolean | undefined {
  const ranges = rangesOf(declared)
  if (ranges.length === 0) return undefined
  return ranges.some((range) => isIn(range, partsOf(version), how))
}

function isIn({ low, high, open }: Range, said: readonly number[], how: VersionClaim['how']): boolean {
  const least = compare(low.slice(0, said.length), said)
  switch (how) {
    case 'same':
      return least === 0
    case 'least':
      return open ? least <= 0 : high === undefined || compare(said, high) < 0
    case 'some':
      return (high === undefined || compare(said, high) < 0) && compare(low, next(said)) < 0
  }
}

function rangesOf(declared: string): readonly Range[] {
  const spec = declared.trim().replace(/^(?:npm:[^@]*@|workspace:)/, '')
  if (
    /^(?:\*|latest|next|x|\^|~|https?:|git|file:|link:|catalog:|github:)?$/.test(spec) ||
    /^(?:https?|git|file|link|catalog|github)\b/.test(spec)
  )
    return []
  const ranges: Range[] = []
  for (const alternative of spec.split('||')) {
    const bounds = [...alternative.matchAll(/(\^|~>|~=|~|>=|<=|===|==|!=|=|>|<)?\s*v?(\d+(?:\.\d+)*)((?:\.[*xX])*)/g)]
    let low: readonly number[] | undefined
    let high: readonly number[] | undefined
    let open = false
    for (const [, operator = '', number = '', wild = ''] of bounds) {
      const parts = partsOf(number)
      if (operator === '<' || operator === '<=') high = operator === '<' ? parts : next(parts)
      else if (operator === '!=') continue
      else {
        low = parts
        if (operator === '>=' || operator === '>') open = true
        else if (operator === '^') high = next(parts.slice(0, Math.max(1, parts.findIndex((part) => part > 0) + 1)))
        else if (operator === '~=' || operator === '~>') high = next(parts.slice(0, Math.max(1, parts.length - 1)))
        else if (operator === '~') high = next(parts.slice(0, Math.min(2, parts.length)))
        else high = next(parts)
        if (wild !== '' && operator === '') high = next(parts)
      }
    }
    if (low === undefined && high === undefined) continue
    ranges.push({ low: low ?? [0], high, open: open && high === undefined })
  }
  return ranges
}

function partsOf(version: string): readonly number[] {
  return version.split('.').map(Number)
}

/** The first version that no longer begins with these parts. */
function next(parts: readonly number[]): readonly number[] {
  return parts.map((part, index) => (index === parts.length - 1 ? part + 1 : part))
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (let index = 0; index < Math.max(a.length, b.length); index += 1) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
