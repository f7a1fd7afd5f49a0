/** argv → command, operands and options, or a usage error. */

import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Language, language, type Words } from '../base/language.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { Command, CommandCall, CommandOptions, Option } from './command.ts'
import { COMMON } from './options.ts'

interface Found {
  readonly name: string | undefined
  /** The arguments without the name. */
  readonly rest: readonly string[]
  /** Options before the name that are not global. */
  readonly unknown: readonly string[]
}

/** The command is the first word that is neither an option nor an option's value. */
export function findCommand(args: readonly string[], takesValue: ReadonlySet<string>): Found {
  const unknown: string[] = []
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? ''
    if (takesValue.has(arg)) index += 1
    else if (arg === 'help' && args.length > index + 1)
      return { name: args[index + 1], rest: ['--help', ...args.slice(0, index), ...args.slice(index + 2)], unknown }
    else if (arg === 'help') return { name: undefined, rest: [], unknown }
    else if (!arg.startsWith('-'))
      return { name: arg, rest: [...args.slice(0, index), ...args.slice(index + 1)], unknown }
    else if (!/^(?:--json|--help|-h|--version|-V|-C.+|--project=.*|--lang=.*)$/.test(arg)) unknown.push(arg)
  }
  return { name: undefined, rest: args, unknown }
}

/** The value of --lang, found before the call is parsed. */
export function askedLanguage(args: readonly string[]): Language | undefined {
  const at = args.indexOf('--lang')
  const inline = args.find((arg) => arg.startsWith('--lang='))
  return language(inline?.slice(7) ?? (at === -1 ? '' : (args[at + 1] ?? '')))
}

export function parseCall(
  command: Command,
  args: readonly string[],
  { locale, ...around }: Pick<CommandCall, 'env' | 'terminal'> & { readonly locale: Language },
  from = '.',
): Result<Omit<CommandCall, 'by'>> {
  const options: CommandOptions = { ...COMMON, ...command.options }
  const usage = (detail: Words): Result<never> => fail({ code: 'usage', command: command.name, detail })
  let parsed: ReturnType<typeof parseArgs>
  try {
    const known = Object.entries(options).map(([name, option]) => [name, argOf(option)])
    parsed = parseArgs({ args: [...args], allowPositionals: true, strict: true, options: Object.fromEntries(known) })
  } catch (error) {
    return usage(wrongOption(error, Object.keys(options)))
  }
  const { positionals } = parsed
  if (positionals.length > (command.mostOperands ?? 0)) return usage(unexpectedOperand(command, positionals))
  const given = Object.entries(parsed.values)
  const switches = new Set(given.flatMap(([name, value]) => (value === true ? [name] : [])))
  const values = new Map(
    given.flatMap(([name, value]) => (typeof value === 'boolean' ? [] : [[name, [value].flat().join('\n')]])),
  )
  for (const [name, value] of values) {
    const wrong = wrongValue(name, value, options[name] ?? {})
    if (wrong !== undefined) return usage(wrong)
  }
  const wrong = wrongTogether(command, new Set([...switches, ...values.keys()]))
  if (wrong !== undefined) return usage(wrong)
  const folder = folderOf(values.get('project') ?? '.', from, around.env)
  if (!folder.ok) return folder
  const asked = language(values.get('lang') ?? '')
  return ok({
    ...around,
    command: command.name,
    operands: positionals,
    switches,
    values,
    asked,
    language: asked ?? locale,
    folder: folder.value,
  })
}

function argOf({ value, short, isRepeated }: Option) {
  const type = value === undefined ? ('boolean' as const) : ('string' as const)
  return { type, ...(short === undefined ? {} : { short }), ...(isRepeated === true ? { multiple: true } : {}) }
}

function folderOf(path: string, from: string, env: NodeJS.ProcessEnv): Result<string> {
  try {
    return ok(resolve(from, path))
  } catch {
    return fail({ code: 'project-missing', path: env['PWD'] ?? '.' }) // the current folder no longer exists
  }
}

function wrongValue(name: string, value: string, { choices, range }: Partial<Option>): Words | undefined {
  if (choices !== undefined && !choices.includes(value))
    return {
      en: `Invalid value '${value}' for --${name}. Use one of ${choices.join(', ')}.`,
      zh: `--${name} 的值 '${value}' 无效，可用：${choices.join('、')}。`,
    }
  const [least, most] = range ?? [0, 0]
  if (range !== undefined && !(/^\d+$/.test(value) && Number(value) >= least && Number(value) <= most))
    return {
      en: `--${name} must be a number from ${least} to ${most}.`,
      zh: `--${name} 应为 ${least} 到 ${most} 的整数。`,
    }
  return value === '' ? { en: `--${name} is empty.`, zh: `--${name} 的值为空。` } : undefined
}

function wrongTogether({ apart = [], needs = {} }: Command, given: ReadonlySet<string>): Words | undefined {
  const named = (names: readonly string[]) => names.filter((name) => given.has(name)).map((name) => `--${name}`)
  const clash = apart.map(named).find((names) => names.length > 1)
  if (clash !== undefined)
    return { en: `${clash.join(' and ')} cannot be used together.`, zh: `${clash.join(' 与 ')} 不能同时使用。` }
  const [alone, other] = Object.entries(needs).find(([name, one]) => given.has(name) && !given.has(one)) ?? []
  if (alone === undefined) return undefined
  return { en: `--${alone} needs --${other}.`, zh: `--${alone} 需要与 --${other} 一起使用。` }
}

function unexpectedOperand({ operands = '', mostOperands = 0 }: Command, given: readonly string[]): Words {
  const extra = given[mostOperands] ?? ''
  const text = [given[mostOperands - 1] ?? '', extra].join(' ')
  const isText = operands.includes('"')
  return {
    en: `Unexpected argument '${extra}'.${isText ? ` Put text with spaces in quotes: "${text}".` : ''}`,
    zh: `多余的参数 '${extra}'。${isText ? `含空格的文本请加引号："${text}"。` : ''}`,
  }
}

/** Translates the errors of Node's parser. */
function wrongOption(error: unknown, known: readonly string[]): Words {
  const said = error instanceof Error ? (error.message.split('. ')[0] ?? '') : ''
  const name = /'((?:-\w, )?--?[^' <=]+)/.exec(said)?.[1] ?? ''
  const long = name.replace(/^-\w, /, '')
  if (said.startsWith('Unknown option')) {
    const near = nearestWord(long.replace(/^-+/, ''), known)
    return {
      en: `Unknown option '${name}'.${near === undefined ? '' : ` Did you mean '--${near}'?`}`,
      zh: `未知选项 '${name}'。${near === undefined ? '' : `是否指 '--${near}'？`}`,
    }
  }
  if (/argument (?:missing|is ambiguous)/.test(said))
    return {
      en: `${name} needs a value; write one that starts with a dash as ${long}=-x.`,
      zh: `${name} 需要一个值；以短横线开头的值写作 ${long}=-x。`,
    }
  if (said.includes('does not take an argument')) return { en: `${name} takes no value.`, zh: `${name} 不带值。` }
  return { en: `${said}.`, zh: `选项有误：${said}。` }
}

/** Reports an unknown name with the nearest known one, else with the `list` of all. */
export function unknownName(
  what: Words,
  name: string,
  known: readonly string[],
  list: Words = { en: known.join(', '), zh: known.join('、') },
): Words {
  const near = nearestWord(name.toLowerCase(), known)
  return {
    en: `Unknown ${what.en} '${name}'. ${near === undefined ? `Use one of ${list.en}.` : `Did you mean '${near}'?`}`,
    zh: `未知${what.zh} '${name}'，${near === undefined ? `可用：${list.zh}。` : `是否指 '${near}'？`}`,
  }
}

/** The known word with the fewest typos, up to two. */
export function nearestWord<T extends string>(word: string, known: readonly T[]): T | undefined {
  if (word.length < 3) return undefined
  const most = word.length < 6 ? 1 : 2
  const by = known.map((candidate) => ({ candidate, typos: typosBetween(word, candidate) }))
  const [nearest] = by.toSorted((a, b) => a.typos - b.typos)
  if (nearest !== undefined && nearest.typos <= most) return nearest.candidate
  return known.find((candidate) => candidate.startsWith(word) || candidate.endsWith(`-${word}`))
}

/** Letters left out, added, changed or swapped (Damerau–Levenshtein). */
function typosBetween(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, at) => at)]
  for (let row = 1; row <= one.length; row += 1) {
    const line = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const same = one[row - 1] === other[column - 1]
      const swapped = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      line[column] = Math.min(
        (rows[row - 1]?.[column] ?? 0) + 1,
        (line[column - 1] ?? 0) + 1,
        (rows[row - 1]?.[column - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (rows[row - 2]?.[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    rows.push(line)
  }
  return rows[one.length]?.[other.length] ?? 0
}
