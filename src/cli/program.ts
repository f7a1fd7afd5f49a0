/** argv → command → exit code. The only place that ends the process. Loads nothing that help and version can do without. */

import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Language, language, languageOfLocale, type Words } from '../core/language.ts'
import type { Problem } from '../core/problem.ts'
import type { Call, CommandSpec, Option } from './command.ts'
import { COMMANDS } from './command-table.ts'
import { RUNS } from './commands/index.ts'
import { EXIT, type ExitCode } from './exit-codes.ts'
import { COMMON } from './options.ts'
import type { report } from './render/problem.ts'
import { processTerminal, type Terminal } from './terminal.ts'

declare const PROGRAM_VERSION: string

export function runProgram(): void {
  const terminal = processTerminal(process.env)
  main(process.argv.slice(2), process.env, terminal).then(
    (code) => {
      terminal.settle()
      // Everything is written by now; waiting for an empty loop would only cost time.
      process.exit(terminal.isWhole() ? code : EXIT.failure)
    },
    (error: unknown) => fail(error, terminal),
  )
}

async function fail(error: unknown, terminal: Terminal): Promise<void> {
  terminal.settle()
  process.exitCode = EXIT.failure
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof Error && 'syscall' in error) {
    // The disk may fail where nobody foresaw it; that is a problem of the disk, and no bug.
    const path = 'path' in error && typeof error.path === 'string' ? error.path : 'memory-bank'
    const args = process.argv.slice(2)
    const locale = askedLanguage(args) ?? languageOfLocale(process.env)
    const cause = message.split(',')[0] ?? message
    process.exitCode = await complain(
      { code: 'file-unreadable', path, cause },
      call({ locale, terminal, json: args.includes('--json') }),
    )
    return
  }
  terminal.remark(`memory-bank: this is a bug in memory-bank: ${message}`)
  terminal.remark('Please report it with the command you ran. Set MEMORY_BANK_DEBUG=1 to see where it happened.')
  if (process.env['MEMORY_BANK_DEBUG'] === '1' && error instanceof Error) terminal.remark(error.stack ?? '')
}

async function main(args: readonly string[], env: NodeJS.ProcessEnv, terminal: Terminal): Promise<ExitCode> {
  const locale = languageOfLocale(env)
  const split = findCommand(args)
  const asked = askedLanguage(args) ?? locale
  if (split.name === undefined) {
    const last = args.at(-1) ?? ''
    if (TAKES_VALUE.has(last))
      return complain(unknownValue(last), call({ locale: asked, terminal, json: args.includes('--json') }))
    if (args.includes('--version') || args.includes('-V')) {
      terminal.print(PROGRAM_VERSION)
      return EXIT.done
    }
    const wrong = args.find((arg) => !['--help', '-h'].includes(arg) && split.unknown.includes(arg))
    if (wrong !== undefined)
      return complain(await unknownWord(wrong), call({ locale: asked, terminal, json: args.includes('--json') }))
    terminal.print((await import('./render/help.ts')).programHelp(asked))
    return EXIT.done
  }
  const spec = COMMANDS.find((command) => command.name === split.name)
  if (spec === undefined)
    return complain(await unknownWord(split.name), call({ locale: asked, terminal, json: args.includes('--json') }))

  const parsed = parseCall(spec, split.rest, env, terminal, locale)
  if ('code' in parsed) return complain(parsed, call({ locale: asked, terminal, json: args.includes('--json') }))
  if (parsed.switches.has('help')) {
    terminal.print(await helpFor(spec, parsed, parsed.language ?? locale))
    return EXIT.done
  }
  const run = await RUNS[spec.name]()
  return run(parsed)
}

/** Of an entry's kind where one is named, else of the command. */
async function helpFor(spec: CommandSpec, { operands }: Call, language: Language): Promise<string> {
  const kind =
    spec.name === 'add' ? (await import('../text/decode-addition.ts')).kindOfAddition(operands[0]) : undefined
  if (kind !== undefined) return (await import('./render/entry-help.ts')).entryHelp(kind, language)
  return (await import('./render/command-help.ts')).commandHelp(spec, language)
}

/** As `report`, whose words are loaded when there is something to say. */
async function complain(...said: Parameters<typeof report>): Promise<ExitCode> {
  return (await import('./render/problem.ts')).report(...said)
}

/** Options whose next word is their value, wherever they stand. */
const TAKES_VALUE = new Set(
  [COMMON, ...COMMANDS.map((command): CommandSpec['options'] => command.options)].flatMap((options) =>
    Object.entries(options).flatMap(([name, option]) =>
      option.value === undefined ? [] : [`--${name}`, ...(option.short === undefined ? [] : [`-${option.short}`])],
    ),
  ),
)

/** The first word that is neither an option nor an option's value. */
function findCommand(args: readonly string[]): {
  name: string | undefined
  rest: readonly string[]
  unknown: readonly string[]
} {
  const unknown: string[] = []
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? ''
    if (TAKES_VALUE.has(arg)) index += 1
    else if (arg === 'help' && args.length > index + 1)
      return { name: args[index + 1], rest: ['--help', ...args.slice(0, index), ...args.slice(index + 2)], unknown }
    else if (arg === 'help') return { name: undefined, rest: [], unknown }
    else if (!arg.startsWith('-'))
      return { name: arg, rest: [...args.slice(0, index), ...args.slice(index + 1)], unknown }
    else if (!/^(?:--json|--help|-h|--version|-V|-C.+|--project=.*|--lang=.*)$/.test(arg)) unknown.push(arg)
  }
  return { name: undefined, rest: args, unknown }
}

function parseCall(
  spec: CommandSpec,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  terminal: Terminal,
  locale: Language,
): Call | Problem {
  const options: Readonly<Record<string, Option>> = { ...COMMON, ...spec.options }
  const usage = (detail: Words): Problem => ({ code: 'usage', command: spec.name, detail })
  let parsed: ReturnType<typeof parseArgs>
  try {
    parsed = parseArgs({
      args: [...args],
      allowPositionals: true,
      strict: true,
      options: Object.fromEntries(
        Object.entries(options).map(([name, option]) => [
          name,
          {
            type: option.value === undefined ? ('boolean' as const) : ('string' as const),
            ...(option.short === undefined ? {} : { short: option.short }),
          },
        ]),
      ),
    })
  } catch (error) {
    return usage(wrongOption(error))
  }
  const extra = parsed.positionals[spec.mostOperands]
  if (extra !== undefined) {
    const text = [parsed.positionals[spec.mostOperands - 1] ?? '', extra].join(' ')
    const isText = spec.operands.includes('"')
    return usage({
      en: `Unexpected argument '${extra}'.${isText ? ` Text with blanks goes in quotes: "${text}".` : ''}`,
      zh: `多余的参数 '${extra}'。${isText ? `含空格的文本请加引号："${text}"。` : ''}`,
    })
  }
  const switches = new Set<string>()
  const values = new Map<string, string>()
  for (const [name, value] of Object.entries(parsed.values)) {
    if (value === true) switches.add(name)
    if (typeof value !== 'string') continue
    const choices = options[name]?.choices
    if (choices !== undefined && !choices.includes(value)) {
      return usage({
        en: `--${name} is '${value}'; it may be ${choices.join(', ')}.`,
        zh: `--${name} 的值 '${value}' 无效，可选：${choices.join('、')}。`,
      })
    }
    if (value === '') return usage({ en: `--${name} is empty.`, zh: `--${name} 为空。` })
    values.set(name, value)
  }
  let folder: string
  try {
    folder = resolve(values.get('project') ?? '.')
  } catch {
    return { code: 'project-missing', path: env['PWD'] ?? '.' } // the folder we stand in was deleted
  }
  return {
    command: spec.name,
    operands: parsed.positionals,
    switches,
    values,
    language: language(values.get('lang') ?? ''),
    locale,
    folder,
    env,
    terminal,
  }
}

/** What the parser of options says, in our words. */
function wrongOption(error: unknown): Words {
  const said = error instanceof Error ? (error.message.split('. ')[0] ?? '') : ''
  const name = /'((?:-\w, )?--?[^' <=]+)/.exec(said)?.[1] ?? ''
  const long = name.replace(/^-\w, /, '')
  if (said.startsWith('Unknown option')) return { en: `Unknown option '${name}'.`, zh: `没有选项 '${name}'。` }
  if (/argument (?:missing|is ambiguous)/.test(said))
    return {
      en: `${name} needs a value; one that begins with a dash is given as ${long}=-x.`,
      zh: `${name} 需要一个值；以短横线开头的值写作 ${long}=-x。`,
    }
  if (said.includes('does not take an argument')) return { en: `${name} takes no value.`, zh: `${name} 不带值。` }
  return { en: `${said}.`, zh: `选项有误：${said}。` }
}

function call(with_: {
  locale: Language
  terminal: Terminal
  json: boolean
}): Pick<Call, 'terminal' | 'switches' | 'language' | 'locale'> {
  return {
    terminal: with_.terminal,
    switches: new Set(with_.json ? ['json'] : []),
    language: undefined,
    locale: with_.locale,
  }
}

function askedLanguage(args: readonly string[]): Language | undefined {
  const at = args.indexOf('--lang')
  const inline = args.find((arg) => arg.startsWith('--lang='))
  return language(inline?.slice(7) ?? (at === -1 ? '' : (args[at + 1] ?? '')))
}

function unknownValue(option: string): Problem {
  return { code: 'usage', command: '', detail: { en: `${option} needs a value.`, zh: `${option} 需要一个值。` } }
}

async function unknownWord(word: string): Promise<Problem> {
  const { nearestOf } = await import('./nearest-word.ts')
  const near = nearestOf(
    word,
    COMMANDS.map((command) => command.name),
  )
  return {
    code: 'usage',
    command: '',
    detail: {
      en: `There is no command or option '${word}'.${near === undefined ? '' : ` Did you mean '${near}'?`}`,
      zh: `没有命令或选项 '${word}'。${near === undefined ? '' : `你是想用 '${near}' 吗？`}`,
    },
  }
}
