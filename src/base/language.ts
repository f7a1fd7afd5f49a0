/** The two languages we speak, and how to tell which one a text is in. */

export type Language = 'en' | 'zh'

/** A text in both languages; every word a user reads is one of these. */
export type Words = Readonly<Record<Language, string>>

export function language(raw: string): Language | undefined {
  return raw === 'en' || raw === 'zh' ? raw : undefined
}

/** `zh_CN.UTF-8` and similar locales mean Chinese, all others English. */
export function languageOfLocale(env: Readonly<Record<string, string | undefined>>): Language {
  const locale = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || ''
  return /^zh([_.@-]|$)/i.test(locale) ? 'zh' : 'en'
}

/**
 * Chinese if Han characters are at least a fifth of characters and words. A Chinese text full of commands and identifiers
 * still counts as Chinese, and an English text with a quoted word does not. Undefined if there is too little text.
 */
export function languageOfText(text: string): Language | undefined {
  const sample = text.slice(0, 5_000)
  const han = sample.match(/[\u3400-\u9fff]/g)?.length ?? 0
  const latin = sample.match(/[A-Za-z]+/g)?.length ?? 0
  if (han + latin < 5) return undefined
  return han / (han + latin) >= 0.2 ? 'zh' : 'en'
}
