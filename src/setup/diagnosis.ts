/** Doctor's findings: a table of texts, and the function that fills them in. */

import type { Words } from '../base/language.ts'

/** One finding. Everything but `ok` has one next step. */
export type Diagnosis = DiagnosisOf &
  (
    | { readonly level: 'ok'; readonly next?: never }
    | { readonly level: 'note' | 'warning' | 'error'; readonly next: Words }
  )

interface DiagnosisOf {
  readonly id: string
  /** The program, the bank, or a host's name. */
  readonly about: string
  readonly what: Words
}

/** The finding and, after an arrow, the next step. `{name}` is replaced by a fact. Only `ok` has no arrow. */
export interface DiagnosisText extends Words {
  readonly level: Diagnosis['level']
}

export type Facts = Readonly<Record<string, string | number | Words>>

/** Makes findings from a table. Two texts with the same id have keys of the form `id/variant`. */
export function diagnosesFrom<Key extends string>(table: Readonly<Record<Key, DiagnosisText>>) {
  return (key: Key, about: string, facts: Facts = {}): Diagnosis => {
    const { level, en, zh } = table[key]
    const [english, chinese] = [filled(en, 'en', { about, ...facts }), filled(zh, 'zh', { about, ...facts })]
    const id = key.split('/')[0] ?? key
    const what = { en: english.what, zh: chinese.what }
    return level === 'ok'
      ? { id, about, level, what }
      : { id, about, level, what, next: { en: english.next, zh: chinese.next } }
  }
}

function filled(text: string, language: 'en' | 'zh', facts: Facts): { readonly what: string; readonly next: string } {
  const [what = '', next = ''] = text.split(' → ').map((part) =>
    part.replace(/\{(\w+)\}/g, (_, name: string) => {
      const fact = facts[name] ?? ''
      return typeof fact === 'object' ? fact[language] : String(fact)
    }),
  )
  return { what, next }
}
