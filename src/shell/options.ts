/** Reads command-line arguments: flags, options with values (attached or not), and the rest. */

export interface Options {
  readonly rest: readonly string[]
  /** Names are separated by spaces, without dashes. */
  readonly has: (names: string | undefined) => boolean
  readonly values: (names: string | undefined) => readonly string[]
  readonly value: (names: string | undefined) => string | undefined
}

/**
 * `taking` are the options that take a value; one that takes it only attached (`-i.bak`) is marked `~i`. With `first`,
 * options end at the first other word.
 */
export function readOptions(args: readonly string[], taking = '', order: 'anywhere' | 'first' = 'anywhere'): Options {
  const found: (readonly [name: string, value: string])[] = []
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
    else if (arg.startsWith('--')) {
      const [, given = '', equals, value = ''] = /^--([^=]*)(=)?([\s\S]*)$/.exec(arg) ?? []
      // GNU programs take any unambiguous beginning of a long name.
      const name = names.find((one) => one === given) ?? names.find((one) => given.length > 2 && one.startsWith(given))
      const takesNext = equals === undefined && name !== undefined
      if (takesNext) at += 1
      found.push([name ?? given, takesNext ? (args[at] ?? '') : value])
    } else {
      for (const [letter, name] of [...arg].entries()) {
        const value = arg.slice(letter + 1)
        if (letter === 0) continue
        const takesNext = names.includes(name) && value === ''
        const isLast = names.includes(name) || names.includes(`~${name}`)
        if (takesNext) at += 1
        found.push([name, takesNext ? (args[at] ?? '') : isLast ? value : ''])
        if (isLast) break
      }
    }
  }
  const named = (wanted = '') => found.filter(([name]) => wanted.split(' ').includes(name)).map(([, value]) => value)
  return { rest, values: named, has: (wanted) => named(wanted).length > 0, value: (wanted) => named(wanted).at(-1) }
}
