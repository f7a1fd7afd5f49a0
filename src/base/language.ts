/** The two languages of Memory Bank, and how to detect the language of a text. */

export type Language = 'en' | 'zh'

/** A text in both languages. Every text for users has this type. */
export type Words = Readonly<Record<Language, string>>

export function language(raw: string): Language | undefined {
  return raw === 'en' || raw === 'zh' ? raw : undefined
}

/** Locales such as `zh_CN.UTF-8` mean Chinese, all others English. */
export function languageOfLocale(env: Readonly<Record<string, string | undefined>>): Language {
  const locale = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || ''
  return /^zh([_.@-]|$)/i.test(locale) ? 'zh' : 'en'
}

/**
 * Chinese if Han characters are at least a fifth of all characters and words. So commands and identifiers do not make a
 * Chinese text English, and one quoted word does not make an English text Chinese. Undefined if there is too little
 * text.
 */
export function languageOfText(text: string): Language | undefined {
  const sample = text.slice(0, 5_000)
  const han = sample.match(/[\u3400-\u9fff]/g)?.length ?? 0
  const latin = sample.match(/[A-Za-z]+/g)?.length ?? 0
  if (han + latin < 5) return undefined
  return han / (han + latin) >= 0.2 ? 'zh' : 'en'
}
