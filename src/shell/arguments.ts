/** Command-line arguments taken apart: flags, options with values (attached or not), and the rest. */

export interface OptionSpec {
  /** Letters whose option takes a value. */
  readonly short?: string
  /** Letters whose option takes a value only when it is attached: `-i.bak`. */
  readonly attached?: string
  /** Long names that take a value, with spaces between them. */
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
  const note = (name: string, value: string) => {
    const known = flags.get(name)
    if (known === undefined) flags.set(name, [value])
    else known.push(value)
  }
  for (let i = 0; i < args.length; i += 1) {
    const arg = args[i] ?? ''
    if (arg === '--') {
      rest.push(...args.slice(i + 1))
      break
    }
    if (arg.startsWith('--') || (spec.single === true && /^-[a-z]{2}/.test(arg))) {
      const body = arg.replace(/^--?/, '')
      const equals = body.indexOf('=')
      const given = equals === -1 ? body : body.slice(0, equals)
      const name = fullName(given, long)
      if (equals !== -1) note(name, body.slice(equals + 1))
      else if (long.includes(name)) {
        i += 1
        note(name, args[i] ?? '')
      } else note(name, '')
    } else if (arg.startsWith('-') && arg.length > 1) {
      for (let k = 1; k < arg.length; k += 1) {
        const letter = arg[k] ?? ''
        if (spec.short?.includes(letter) === true) {
          const attached = arg.slice(k + 1)
          if (attached === '') i += 1
          note(letter, attached === '' ? (args[i] ?? '') : attached)
          break
        }
        if (spec.attached?.includes(letter) === true) {
          note(letter, arg.slice(k + 1))
          break
        }
        note(letter, '')
      }
    } else if (spec.first === true) {
      rest.push(...args.slice(i))
      break
    } else rest.push(arg)
  }
  const values = (...names: readonly string[]) => names.flatMap((name) => flags.get(name) ?? [])
  return {
    flags,
    rest,
    values,
    value: (...names) => values(...names).at(-1),
    has: (...names) => names.some((name) => flags.has(name)),
  }
}

/** GNU programs take any unambiguous beginning of a long name. */
function fullName(given: string, known: readonly string[]): string {
  if (known.includes(given) || given.length < 3) return given
  const candidates = known.filter((name) => name.startsWith(given))
  return candidates.length === 1 ? (candidates[0] ?? given) : given
}
