/** memory-bank.json at the project's root, and what it may say. A value we do not know is an error, never a silent default. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GuardMode, ReadScope, Writer } from '../../core/event.ts'
import type { RuleSetting } from '../../core/finding.ts'
import { type Language, language, type Words } from '../../core/language.ts'
import { CONFIG_FILE } from '../../core/layout.ts'
import type { Problem } from '../../core/problem.ts'
import { fail, ok, type Result } from '../../core/result.ts'
import { causeOf, isMissing, isThere } from '../disk.ts'

export interface Config {
  /** The language of the bank and of our own words; otherwise it is detected. */
  readonly lang: Language | undefined
  readonly guard: GuardSettings
  /** Check rules that are switched off or given another level, by their names. */
  readonly checks: ReadonlyMap<string, RuleSetting>
  /** Do oh-my-opencode's orchestrators learn when to ask the memory (S53)? */
  readonly keyTrigger: 'on' | 'off'
}

interface GuardSettings {
  readonly disabled: boolean
  readonly mode: GuardMode
  readonly writer: Writer
  readonly readScope: ReadScope
  readonly personalData: 'warn' | 'refuse'
  /** Domains whose e-mail addresses are no customer's. */
  readonly ownDomains: readonly string[]
  /** More words that make a path sensitive. */
  readonly sensitive: readonly string[]
}

type Raw = Readonly<Record<string, unknown>>

export function readConfig(root: string, env: NodeJS.ProcessEnv = {}, options: Raw = {}): Result<Config> {
  const file = readFile(root)
  if (!file.ok) return file
  const lang = choose('lang', ['zh', 'en'], [['memory-bank.json', file.value['lang']]])
  if (!lang.ok) return lang
  const from = sources(file.value, env, options)
  const keyTrigger = choose('keyTrigger', ['on', 'off'], from('keyTrigger', 'MEMORY_BANK_KEY_TRIGGER'))
  if (!keyTrigger.ok) return keyTrigger
  const guard = guardSettings(file.value, env, from)
  if (!guard.ok) return guard
  const checks = checkSettings(file.value['checks'])
  if (!checks.ok) return checks
  return ok({
    lang: language(lang.value ?? ''),
    guard: guard.value,
    checks: checks.value,
    keyTrigger: keyTrigger.value ?? 'on',
  })
}

/** Which rules there are is for the check to say; here it is what may be made of one. */
function checkSettings(raw: unknown): Result<Config['checks']> {
  if (raw === undefined) return ok(new Map())
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
    return fail(
      invalid(CONFIG_FILE, { en: '"checks" must be an object { … }.', zh: '"checks" 应当是一个对象 { … }。' }),
    )
  const settings = new Map<string, RuleSetting>()
  for (const [rule, value] of Object.entries(raw)) {
    const setting = choose(`checks.${rule}`, ['off', 'warn', 'error'], [[CONFIG_FILE, value]])
    if (!setting.ok) return setting
    if (setting.value !== undefined) settings.set(rule, setting.value)
  }
  return ok(settings)
}

type Sources = (name: string, variable: string) => readonly (readonly [string, unknown])[]

/** The environment over the plugin's options over the file (S30). */
function sources(file: Raw, env: NodeJS.ProcessEnv, options: Raw): Sources {
  return (name, variable) => [
    [variable, env[variable] === '' ? undefined : env[variable]],
    ['plugin option', options[name]],
    [CONFIG_FILE, file[name]],
  ]
}

function guardSettings(file: Raw, env: NodeJS.ProcessEnv, from: Sources): Result<GuardSettings> {
  const mode = choose('guardMode', ['off', 'warn', 'block'], from('guardMode', 'MEMORY_BANK_GUARD_MODE'))
  if (!mode.ok) return mode
  const writer = choose('writer', ['confirm', 'direct', 'writer'], from('writer', 'MEMORY_BANK_WRITER'))
  if (!writer.ok) return writer
  const readScope = choose('readScope', ['session', 'turn'], from('readScope', 'MEMORY_BANK_READ_SCOPE'))
  if (!readScope.ok) return readScope
  const personalData = choose('personalData', ['warn', 'refuse'], from('personalData', 'MEMORY_BANK_PERSONAL_DATA'))
  if (!personalData.ok) return personalData
  const sensitive = words('sensitivePaths', file)
  if (!sensitive.ok) return sensitive
  const ownDomains = words('ownDomains', file)
  if (!ownDomains.ok) return ownDomains
  return ok({
    disabled: env['MEMORY_BANK_DISABLED'] === '1',
    mode: mode.value ?? 'warn',
    writer: writer.value ?? 'confirm',
    readScope: readScope.value ?? 'session',
    personalData: personalData.value ?? 'warn',
    ownDomains: ownDomains.value,
    sensitive: sensitive.value,
  })
}

function words(name: string, file: Raw): Result<readonly string[]> {
  const list = file[name] ?? []
  if (Array.isArray(list) && list.every((word) => typeof word === 'string'))
    return ok(list.map((word) => word.toLowerCase()))
  return fail(invalid(CONFIG_FILE, { en: `"${name}" must be a list of words.`, zh: `"${name}" 应当是字符串列表。` }))
}

/** The first source that says something; it must be one of the choices. */
function choose<T extends string>(
  name: string,
  choices: readonly T[],
  sources: readonly (readonly [string, unknown])[],
): Result<T | undefined> {
  for (const [source, value] of sources) {
    if (value === undefined) continue
    const chosen = choices.find((choice) => choice === value)
    if (chosen !== undefined) return ok(chosen)
    const list = choices.join(', ')
    return fail(
      invalid(source, {
        en: `${name} is ${shown(value).en}; it may be ${list}.`,
        zh: `${name} 的值 ${shown(value).zh} 无效，可选：${list}。`,
      }),
    )
  }
  return ok(undefined)
}

/** A mistyped word is worth showing; whatever else somebody put there is not. */
function shown(value: unknown): Words {
  const json = JSON.stringify(value) ?? ''
  if (json.length <= MOST_SHOWN) return { en: json, zh: json }
  return { en: `a value of ${json.length} characters`, zh: `（${json.length} 个字符）` }
}

const MOST_SHOWN = 60

function readFile(root: string): Result<Raw> {
  let text: string
  const path = join(root, CONFIG_FILE)
  // Most projects have none, and an error takes long to make.
  if (!isThere(path)) return ok({})
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (isMissing(error)) return ok({})
    return fail({ code: 'file-unreadable', path: CONFIG_FILE, cause: causeOf(error) })
  }
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return ok({ ...value })
    return fail(invalid(CONFIG_FILE, { en: 'an object { … } is expected.', zh: '应当是一个对象 { … }。' }))
  } catch (error) {
    // Some engines quote the text around the fault, where anything may stand.
    const what = causeOf(error).replace(/(?:, | in )?(?:\.\.\.)?"[\s\S]*$/, '')
    return fail(invalid(CONFIG_FILE, { en: `not valid JSON: ${what}.`, zh: `不是合法的 JSON：${what}。` }))
  }
}

function invalid(path: string, detail: Words): Problem {
  return { code: 'config-invalid', path, detail }
}
