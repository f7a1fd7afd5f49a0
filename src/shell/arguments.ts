/** Parses command-line arguments: flags, options with values (attached or not), and the rest. */

export interface OptionSpec {
  /** Letters whose option takes a value. */
  readonly short?: string
  /** Letters whose option takes a value only when it is attached: `-i.bak`. */
  readonly attached?: string
  /** Long names that take a value, separated by spaces. */
  readonly long?: string
  /** Options stand only before the first other word. */
  readonly first?: boolean
  /** Long names begin with one dash (find, openssl, java). */
  readonly single?: boolean
}

export interface Options {
  readonly flags: ReadonlyMap<string, readonly string[]>
  readonly rest: readonly string[]
  readonly has: (...names: readonly string[]) => boolean
  readonly value: (...names: readonly string[]) => string | undefined
  readonly values: (...names: readonly string[]) => readonly string[]
}

export function readOptions(args: readonly string[], spec: OptionSpec): Options {
  const flags = new Map<string, string[]>()
  const rest: string[] = []
  const long = spec.long?.split(' ') ?? []
  const values = (...names: readonly string[]) => names.flatMap((name) => flags.get(name) ?? [])
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? ''
    if (arg === '--') {
      rest.push(...args.slice(at + 1))
      break
    }
    const found = optionsIn(arg, spec, long)
    if (found === undefined && spec.first === true) {
      rest.push(...args.slice(at))
      break
    }
    if (found === undefined) rest.push(arg)
    for (const { name, value, takesNext } of found ?? []) {
      if (takesNext) at += 1
      flags.set(name, [...values(name), takesNext ? (args[at] ?? '') : value])
    }
  }
  return {
    flags,
    rest,
    values,
    value: (...names) => values(...names).at(-1),
    has: (...names) => names.some((name) => flags.has(name)),
  }
}

interface Found {
  readonly name: string
  readonly value: string
  /** Its value is the next word. */
  readonly takesNext: boolean
}

/** The options in a word; undefined where it is none. */
function optionsIn(arg: string, spec: OptionSpec, long: readonly string[]): readonly Found[] | undefined {
  if (!arg.startsWith('-') || arg.length === 1) return undefined
  const isLong = arg.startsWith('--') || (spec.single === true && /^-[a-z]{2}/.test(arg))
  return isLong ? [longOption(arg, long)] : shortOptions(arg, spec)
}

function longOption(arg: string, long: readonly string[]): Found {
  const [, given = '', equals, value = ''] = /^--?([^=]*)(=)?([\s\S]*)$/.exec(arg) ?? []
  const name = fullName(given, long)
  return { name, value, takesNext: equals === undefined && long.includes(name) }
}

/** A cluster of letters. The first one that takes a value takes the rest of the word, or the next word. */
function shortOptions(arg: string, spec: OptionSpec): readonly Found[] {
  const found: Found[] = []
  for (let at = 1; at < arg.length; at += 1) {
    const name = arg[at] ?? ''
    const value = arg.slice(at + 1)
    const takesValue = spec.short?.includes(name) === true
    if (takesValue || spec.attached?.includes(name) === true)
      return [...found, { name, value, takesNext: takesValue && value === '' }]
    found.push({ name, value: '', takesNext: false })
  }
  return found
}

/** GNU programs take any unambiguous beginning of a long name. */
function fullName(given: string, known: readonly string[]): string {
  if (known.includes(given) || given.length < 3) return given
  const candidates = known.filter((name) => name.startsWith(given))
  return candidates.length === 1 ? (candidates[0] ?? given) : given
}
