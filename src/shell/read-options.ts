/** Reads command-line arguments: flags, options with values (attached or not), and the rest. */

export interface ReadOptions {
  readonly rest: readonly string[]
  /** Names are separated by spaces, without dashes. */
  readonly has: (names: string | undefined) => boolean
  readonly values: (names: string | undefined) => readonly string[]
  readonly value: (names: string | undefined) => string | undefined
}

interface OptionValue {
  readonly name: string
  /** Undefined if the value is the next word. */
  readonly value: string | undefined
}

/**
 * `taking` are the options that take a value. One that takes it only attached (`-i.bak`) is marked `~i`. With `first`,
 * options end at the first other word.
 */
export function readOptions(
  args: readonly string[],
  taking = '',
  order: 'anywhere' | 'first' = 'anywhere',
): ReadOptions {
  const found: OptionValue[] = []
  const rest: string[] = []
  const names = taking.split(' ')
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? ''
    const isOption = /^-./.test(arg)
    if (arg === '--' || (order === 'first' && !isOption)) {
      rest.push(...args.slice(arg === '--' ? at + 1 : at))
      break
    }
    if (!isOption) rest.push(arg)
    for (const { name, value } of isOption ? optionsIn(arg, names) : []) {
      if (value === undefined) at += 1
      found.push({ name, value: value ?? args[at] ?? '' })
    }
  }
  const named = (wanted = '') =>
    found.filter(({ name }) => wanted.split(' ').includes(name)).map(({ value }) => value ?? '')
  return { rest, values: named, has: (wanted) => named(wanted).length > 0, value: (wanted) => named(wanted).at(-1) }
}

/** Several letters may share a dash. Only the last of them takes a value. */
function optionsIn(arg: string, taking: readonly string[]): readonly OptionValue[] {
  if (arg.startsWith('--')) return [longOption(arg, taking)]
  const found: OptionValue[] = []
  for (let at = 1; at < arg.length; at += 1) {
    const name = arg[at] ?? ''
    const attached = arg.slice(at + 1)
    const takesValue = taking.includes(name)
    if (takesValue || taking.includes(`~${name}`)) {
      found.push({ name, value: takesValue && attached === '' ? undefined : attached })
      break
    }
    found.push({ name, value: '' })
  }
  return found
}

/** GNU programs accept any unambiguous beginning of a long name. */
function longOption(arg: string, taking: readonly string[]): OptionValue {
  const [, given = '', equals, value = ''] = /^--([^=]*)(=)?([\s\S]*)$/.exec(arg) ?? []
  const name = taking.find((one) => one === given) ?? taking.find((one) => given.length > 2 && one.startsWith(given))
  return { name: name ?? given, value: equals === undefined && name !== undefined ? undefined : value }
}
