/** What a past change was about, in a line: the entries that it added, removed or changed, else what it was made for. */

import type { Entry } from '../bank/entry.ts'
import { pageOf } from '../bank/page.ts'
import { nameOfKind } from '../base/addition.ts'
import { type Change, INTENT_NAMES } from '../base/change.ts'
import type { Language } from '../base/language.ts'
import { linesOfEntry } from '../plan/write/change-entry.ts'
import type { PastChange } from './undo.ts'

export function titleOfChange({ intent, changes }: Pick<PastChange, 'intent' | 'changes'>, language: Language): string {
  const name = INTENT_NAMES[intent][language]
  if (intent !== 'write') return name
  const said = titlesOf(changes, language)
  const [first, ...more] = said
  if (first === undefined) return name
  const rest = more.length === 0 ? '' : { en: ` (+${more.length} more)`, zh: `（另 ${more.length} 条）` }[language]
  return `${first}${rest}`
}

function titlesOf(changes: readonly Change[], language: Language): readonly string[] {
  const was = changes.flatMap((change) => ('was' in change ? pageOf(change.was, change.path).entries : []))
  const now = changes.flatMap((change) =>
    'text' in change ? pageOf(change.text, change.kind === 'move' ? change.to : change.path).entries : [],
  )
  const added = now.filter((entry) => !was.some((one) => isSame(one, entry)))
  const gone = was.filter((entry) => !now.some((one) => isSame(one, entry)))
  // What went from focus to progress, or from one state to another, is one entry that moved.
  const moved = now.filter((entry) => was.some((one) => isSame(one, entry) && one.status !== entry.status))
  return [
    ...added.map((entry) => titled(entry, language)),
    ...gone.filter(({ title }) => !added.some((one) => one.title === title)).map((entry) => removed(entry, language)),
    ...updatedIn(changes).map(
      (entry) => ({ en: `updated ${titled(entry, 'en')}`, zh: `更新${titled(entry, 'zh')}` })[language],
    ),
    ...moved.map((entry) => `${titled(entry, language)} → ${entry.status ?? ''}`),
  ]
}

/** Entries that are called the same and stand in the same state, but say something else. */
function updatedIn(changes: readonly Change[]): readonly Entry[] {
  return changes.flatMap((change) => {
    if (change.kind !== 'edit') return []
    const was = pageOf(change.was, change.path).entries
    return pageOf(change.text, change.path).entries.filter((entry) => {
      const before = was.find((one) => isSame(one, entry) && one.status === entry.status)
      return before !== undefined && linesOfEntry(change.was, before).trim() !== linesOfEntry(change.text, entry).trim()
    })
  })
}

function isSame(one: Entry, other: Entry): boolean {
  return one.kind === other.kind && one.title === other.title
}

function titled({ kind, title }: Entry, language: Language): string {
  return `${nameOfKind(kind, language)}${{ en: ': ', zh: '：' }[language]}${title}`
}

function removed(entry: Entry, language: Language): string {
  return { en: `removed ${titled(entry, 'en')}`, zh: `移除${titled(entry, 'zh')}` }[language]
}
