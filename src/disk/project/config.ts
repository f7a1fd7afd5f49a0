/** Reads memory-bank.json at the project's root. An unknown value is an error, never a silent default. */

import { join } from 'node:path'
import type { DocFirst, GuardMode, ReadScope, Writer } from '../../bank/event.ts'
import type { RuleSetting } from '../../bank/finding.ts'
import { isRecord } from '../../base/is-record.ts'
import { isSwitchedOn } from '../../base/is-switched-on.ts'
import { type Language, language, type Words } from '../../base/language.ts'
import { CONFIG_FILE } from '../../base/layout.ts'
import { LIMITS } from '../../base/limits.ts'
import { neutralise } from '../../base/neutralise.ts'
import type { Problem } from '../../base/problem.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { causeOf, isThere } from '../disk.ts'
import { openInside } from '../open-file.ts'
import { decodeText } from '../text-codec.ts'

export interface Config {
  /** The language of the bank and of messages. If undefined, it is detected. */
  readonly lang: Language | undefined
  /** The lowest version of this program that may write the bank. */
  readonly requires: string | undefined
  readonly guard: GuardSettings
  /** Whether several people share the bank, so that each new entry is a file of its own (S55). Undefined if not set. */
  readonly team: boolean | undefined
  /** Check rules that are off or have another level, by name. */
  readonly checks: ReadonlyMap<string, RuleSetting>
  /** Whether oh-my-opencode's orchestrators learn when to ask the memory (S53). */
  readonly keyTrigger: 'on' | 'off'
  /** Whether the environment allows counting the use of the bank (S56). The user's switch is in the state folder. */
  readonly usage: 'on' | 'off'
  /** Settings of the file that would weaken protection and are ignored, because the repository is not trusted (S39). */
  readonly ignored: readonly { readonly name: string; readonly value: string }[]
}

/** A protection setting: its values, weakest first, and its default. */
interface Protection<T extends string> {
  readonly variable: string
  readonly weakestFirst: readonly T[]
  readonly otherwise: T
}

const MODE: Protection<GuardMode> = {
  variable: 'MEMORY_BANK_GUARD_MODE',
  weakestFirst: ['off', 'warn', 'block'],
  otherwise: 'warn',
}
const WRITER: Protection<Writer> = {
  variable: 'MEMORY_BANK_WRITER',
  weakestFirst: ['direct', 'confirm', 'writer'],
  otherwise: 'confirm',
}
const READ_SCOPE: Protection<ReadScope> = {
  variable: 'MEMORY_BANK_READ_SCOPE',
  weakestFirst: ['session', 'turn'],
  otherwise: 'session',
}
const DOC_FIRST: Protection<DocFirst> = {
  variable: 'MEMORY_BANK_DOC_FIRST_MODE',
  weakestFirst: ['off', 'warn', 'block'],
  otherwise: 'off',
}
const PERSONAL_DATA: Protection<'warn' | 'refuse'> = {
  variable: 'MEMORY_BANK_PERSONAL_DATA',
  weakestFirst: ['warn', 'refuse'],
  otherwise: 'warn',
}

const USAGE_VARIABLE = 'MEMORY_BANK_USAGE'

interface GuardSettings {
  readonly disabled: boolean
  readonly mode: GuardMode
  readonly writer: Writer
  readonly readScope: ReadScope
  readonly docFirst: DocFirst
  readonly personalData: 'warn' | 'refuse'
  /** E-mail addresses in these domains are not customer data. */
  readonly ownDomains: readonly string[]
  /** More words that make a path sensitive. */
  readonly sensitive: readonly string[]
}

type Raw = Readonly<Record<string, unknown>>

/** In a trusted repository, the file and the options in it may also weaken protection. */
export function readConfig(
  root: string,
  env: NodeJS.ProcessEnv = {},
  options: Raw = {},
  trust: 'trusted' | 'stranger' = 'trusted',
  optionsFrom: 'person' | 'repository' = 'person',
): Result<Config> {
  const file = readFile(root)
  if (!file.ok) return file
  const settings = new Settings({ file: file.value, env, options, trust, optionsFrom })
  const lang = settings.choose([[CONFIG_FILE, file.value['lang']]], 'lang', ['zh', 'en'])
  const keyTrigger = settings.chooseFrom('keyTrigger', 'MEMORY_BANK_KEY_TRIGGER', ['on', 'off'])
  const usageVariable = env[USAGE_VARIABLE]
  const usage = settings.choose([[USAGE_VARIABLE, usageVariable === '' ? undefined : usageVariable]], 'usage', [
    'on',
    'off',
  ])
  const guard = {
    disabled: isSwitchedOn(env, 'MEMORY_BANK_DISABLED'),
    mode: settings.protect('guardMode', MODE),
    writer: settings.protect('writer', WRITER),
    readScope: settings.protect('readScope', READ_SCOPE),
    docFirst: settings.protect('docFirst', DOC_FIRST),
    personalData: settings.protect('personalData', PERSONAL_DATA),
    sensitive: settings.words('sensitivePaths'),
    ownDomains: settings.exemptions('ownDomains'),
  }
  const team = settings.isOn('team')
  const checks = settings.checks()
  const requires = settings.version('requires')
  if (settings.problem !== undefined) return fail(settings.problem)
  return ok({
    lang: language(lang ?? ''),
    requires,
    team,
    guard,
    checks,
    keyTrigger: keyTrigger ?? 'on',
    usage: usage ?? 'on',
    ignored: settings.ignored,
  })
}

/** Values of the file that are weaker than the defaults. Whether they apply depends on trust (S39). */
export function weakerValues(root: string): readonly string[] {
  const config = readConfig(root, {}, {}, 'stranger')
  return config.ok ? config.value.ignored.map(({ name, value }) => `${name}=${value}`) : []
}

/** The settings to use if the file is invalid: every protection at its strictest, so that a typo weakens none. */
export function strictestConfig(env: NodeJS.ProcessEnv): Config {
  const strictest = <T extends string>({ weakestFirst, otherwise }: Protection<T>): T =>
    weakestFirst.at(-1) ?? otherwise
  return {
    lang: undefined,
    requires: undefined,
    team: undefined,
    guard: {
      disabled: isSwitchedOn(env, 'MEMORY_BANK_DISABLED'),
      mode: strictest(MODE),
      writer: strictest(WRITER),
      readScope: strictest(READ_SCOPE),
      // This gate protects no file: with it, a typo in the settings would stop ordinary work.
      docFirst: DOC_FIRST.otherwise,
      personalData: strictest(PERSONAL_DATA),
      sensitive: [],
      ownDomains: [],
    },
    checks: new Map(),
    keyTrigger: 'on',
    usage: env[USAGE_VARIABLE] === 'off' ? 'off' : 'on',
    ignored: [],
  }
}

interface Sources {
  readonly file: Raw
  readonly env: NodeJS.ProcessEnv
  readonly options: Raw
  readonly trust: 'trusted' | 'stranger'
  readonly optionsFrom: 'person' | 'repository'
}

/** The settings of the file, the plugin's options and the environment, and the first error in them. */
class Settings {
  readonly #from: Sources
  problem: Problem | undefined
  readonly ignored: { name: string; value: string }[] = []

  constructor(from: Sources) {
    this.#from = from
  }

  /** The file of an untrusted repository may strengthen protection, not weaken it. */
  protect<T extends string>(name: string, { variable, weakestFirst, otherwise }: Protection<T>): T {
    const { env, options, optionsFrom, trust } = this.#from
    const chosen = this.chooseFrom(name, variable, weakestFirst) ?? otherwise
    const isOption = options[name] !== undefined && optionsFrom === 'person'
    const isFromFile = (env[variable] ?? '') === '' && !isOption
    const isWeaker = weakestFirst.indexOf(chosen) < weakestFirst.indexOf(otherwise)
    if (trust === 'trusted' || !isFromFile || !isWeaker) return chosen
    this.ignored.push({ name, value: chosen })
    return otherwise
  }

  /** Words that exempt something from protection. */
  exemptions(name: string): readonly string[] {
    const words = this.words(name)
    if (this.#from.trust === 'trusted' || words.length === 0) return words
    this.ignored.push({ name, value: `${words.length}` })
    return []
  }

  /** The environment overrides the plugin's options, and those override the file (S30). */
  chooseFrom<T extends string>(name: string, variable: string, choices: readonly T[]): T | undefined {
    const { file, env, options } = this.#from
    const named = env[variable] === '' ? undefined : env[variable]
    const sources = [
      [variable, named],
      ['plugin option', options[name]],
      [CONFIG_FILE, file[name]],
    ] as const
    return this.choose(sources, name, choices)
  }

  /** The first source that has a value; it must be one of the choices. */
  choose<T extends string>(
    sources: readonly (readonly [string, unknown])[],
    name: string,
    choices: readonly T[],
  ): T | undefined {
    const [source, value] = sources.find(([, one]) => one !== undefined) ?? []
    if (source === undefined) return undefined
    const chosen = choices.find((choice) => choice === value)
    if (chosen !== undefined) return chosen
    const list = choices.join(', ')
    return this.#isWrong(source, {
      en: `${name} is ${quoted(value).en}; it must be one of: ${list}.`,
      zh: `${name} 的值 ${quoted(value).zh} 无效，可选：${list}。`,
    })
  }

  words(name: string): readonly string[] {
    const list = this.#from.file[name] ?? []
    if (Array.isArray(list) && list.every((word) => typeof word === 'string'))
      return list.map((word) => word.toLowerCase())
    this.#isWrong(CONFIG_FILE, { en: `"${name}" must be a list of strings.`, zh: `"${name}" 应当是字符串列表。` })
    return []
  }

  isOn(name: string): boolean | undefined {
    const value = this.#from.file[name]
    if (value === undefined || typeof value === 'boolean') return value
    this.#isWrong(CONFIG_FILE, {
      en: `${name} is ${quoted(value).en}; it must be true or false.`,
      zh: `${name} 的值 ${quoted(value).zh} 无效，可选：true、false。`,
    })
    return undefined
  }

  version(name: string): string | undefined {
    const value = this.#from.file[name]
    if (value === undefined || (typeof value === 'string' && /^\d{1,9}(?:\.\d{1,9}){0,2}$/.test(value))) return value
    return this.#isWrong(CONFIG_FILE, {
      en: `${name} is ${quoted(value).en}; it must be a version such as "0.2".`,
      zh: `${name} 的值 ${quoted(value).zh} 无效，应当是版本号，如 "0.2"。`,
    })
  }

  /** Any rule name is accepted here; only the check knows which exist. */
  checks(): Config['checks'] {
    const raw = this.#from.file['checks']
    const settings = new Map<string, RuleSetting>()
    if (raw === undefined) return settings
    if (!isRecord(raw)) {
      this.#isWrong(CONFIG_FILE, { en: '"checks" must be an object { … }.', zh: '"checks" 应当是一个对象 { … }。' })
      return settings
    }
    for (const [rule, value] of Object.entries(raw)) {
      const setting = this.choose([[CONFIG_FILE, value]], `checks.${rule}`, ['off', 'warn', 'error'])
      if (setting !== undefined) settings.set(rule, setting)
    }
    return settings
  }

  #isWrong(path: string, detail: Words): undefined {
    this.problem ??= invalid(path, detail)
  }
}

/** Show a mistyped word, but not a long value. */
function quoted(value: unknown): Words {
  const json = neutralise(JSON.stringify(value) ?? '')
  if (json.length <= MOST_QUOTED) return { en: json, zh: json }
  return { en: `a value of ${json.length} characters`, zh: `（${json.length} 个字符）` }
}

const MOST_QUOTED = 60

function readFile(root: string): Result<Raw> {
  const path = join(root, CONFIG_FILE)
  // Most projects have no such file, and creating an error is slow.
  if (!isThere(path)) return ok({})
  const opened = openInside(root, path, { bytes: LIMITS.settingsBytes })
  if (opened.kind === 'missing') return ok({})
  if (opened.kind === 'refused') return fail({ code: 'file-unreadable', path: CONFIG_FILE, cause: opened.cause })
  try {
    const value: unknown = JSON.parse(decodeText(opened.bytes).replace(/^\uFEFF/, ''))
    if (isRecord(value)) return ok({ ...value })
    return fail(invalid(CONFIG_FILE, { en: 'an object { … } is expected.', zh: '应当是一个对象 { … }。' }))
  } catch (error) {
    // Some engines quote the text around the error, which may hold anything.
    const what = causeOf(error).replace(/(?:, | in )?(?:\.\.\.)?"[\s\S]*$/, '')
    return fail(invalid(CONFIG_FILE, { en: `not valid JSON: ${what}.`, zh: `不是合法的 JSON：${what}。` }))
  }
}

function invalid(path: string, detail: Words): Problem {
  return { code: 'config-invalid', path, detail }
}
