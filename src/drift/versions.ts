/** Does a version in the bank agree with one that a manifest declares? Patch versions are ignored. */

/** Versions from `low` up to but not including `high`. */
interface Range {
  readonly low: readonly number[]
  readonly high: readonly number[] | undefined
  /** It has no upper bound. */
  readonly isOpen: boolean
}

/** Undefined for a declaration that cannot be compared: `*`, `latest`, `workspace:^`, a URL. */
export function agrees(stated: string, declared: string): boolean | undefined {
  const said = partsOf(/\d+(?:\.\d+)*/.exec(stated)?.[0] ?? '').slice(0, COMPARED)
  const ranges = rangesOf(declared)
  if (ranges.length === 0) return undefined
  return ranges.some((range) => fits(said, stated.trim(), range))
}

/** Only major and minor are compared. */
const COMPARED = 2

function fits(said: readonly number[], stated: string, { low, high, isOpen }: Range): boolean {
  const least = compare(low.slice(0, said.length), said)
  // The bank may require a newer version than the manifest.
  if (/\+$|^>/.test(stated)) return isOpen ? least <= 0 : high === undefined || compare(said, high) < 0
  // A version written as a range must be the declared range.
  if (/^[\^~<]/.test(stated)) return least === 0
  return least === 0 || (compare(said, low) >= 0 && (high === undefined || compare(said, high) < 0))
}

function rangesOf(declared: string): readonly Range[] {
  const spec = declared
    .trim()
    .replace(/^(?:npm:[^@]*@|workspace:)/, '')
    // The name of a prerelease is not a bound.
    .replaceAll(/(?<=\d)-[\w.-]*/g, '')
  if (/^(?:\*|latest|next|x|\^|~)?$|^(?:https?|git|file|link|catalog|github)(?:\b|:)/.test(spec)) return []
  return spec.split('||').flatMap((alternative) => rangeOf(alternative) ?? [])
}

/** One or more bounds that must all hold: `^1.2`, `>=3.9,<4`. */
function rangeOf(bounds: string): Range | undefined {
  let low: readonly number[] | undefined
  let high: readonly number[] | undefined
  for (const [, operator = '', number = ''] of bounds.matchAll(BOUND)) {
    const parts = partsOf(number)
    if (operator === '<') high = parts
    else if (operator === '<=') high = next(parts)
    else if (operator !== '!=') {
      low = parts
      // “At least” is open at the top, but a project that asks for 3.11 does not run on 3.10.
      if (!operator.startsWith('>')) high = next(parts.slice(0, fixedParts(operator, parts)))
    }
  }
  return low === undefined && high === undefined ? undefined : { low: low ?? [0], high, isOpen: high === undefined }
}

const BOUND = /(\^|~>|~=|~|>=|<=|===|==|!=|=|>|<)?\s{0,9}v?(\d+(?:\.\d+)*)(?:\.[*xX])*/g

/** The number of version parts that an operator fixes. */
function fixedParts(operator: string, parts: readonly number[]): number {
  if (operator === '^') return Math.max(1, parts.findIndex((part) => part > 0) + 1)
  if (operator === '~=' || operator === '~>') return Math.max(1, parts.length - 1)
  return Math.min(COMPARED, parts.length)
}

function partsOf(version: string): readonly number[] {
  return version.split('.').map(Number)
}

/** The lowest version above all versions that begin with these parts. */
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
