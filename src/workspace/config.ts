/** memory-bank.json at the project's root, and what it may say. A value we do not know is an error, never a silent default. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Language, language } from '../core/language.ts'
import type { Problem } from '../core/problem.ts'
import { fail, ok, type Result } from '../core/result.ts'
import { causeOf, isMissing } from './disk.ts'

const CONFIG_FILE = 'memory-bank.json'

export interface Config {
  /** The language of the bank and of our own words; otherwise it is detected. */
  readonly lang: Language | undefined
}

export function readConfig(root: string): Result<Config> {
  let text: string
  try {
    text = readFileSync(join(root, CONFIG_FILE), 'utf8')
  } catch (error) {
    if (isMissing(error)) return ok({ lang: undefined })
    return fail({ code: 'file-unreadable', path: CONFIG_FILE, cause: causeOf(error) })
  }
  let value: unknown
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    const what = causeOf(error)
    return fail(invalid({ en: `not valid JSON: ${what}.`, zh: `不是合法的 JSON：${what}。` }))
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return fail(invalid({ en: 'an object { … } is expected.', zh: '应当是一个对象 { … }。' }))
  }
  return readLang('lang' in value ? value.lang : undefined)
}

function readLang(raw: unknown): Result<Config> {
  if (raw === undefined) return ok({ lang: undefined })
  const lang = typeof raw === 'string' ? language(raw) : undefined
  if (lang !== undefined) return ok({ lang })
  return fail(
    invalid({
      en: `"lang" is ${JSON.stringify(raw)}; it may be "zh" or "en".`,
      zh: `"lang" 的值 ${JSON.stringify(raw)} 无效，只能是 "zh" 或 "en"。`,
    }),
  )
}

function invalid(detail: { readonly en: string; readonly zh: string }): Problem {
  return { code: 'config-invalid', path: CONFIG_FILE, detail }
}
