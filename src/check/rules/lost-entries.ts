/** What either side of a merge held stands in its result (S55); asked by `check --merge`. */

import type { Finding } from '../../bank/finding.ts'
import { HOLDING_NAMES, type Holding, type MergedBank, type MergeSide } from '../../bank/holding.ts'
import type { Words } from '../../base/language.ts'
import { maskTexts } from '../../secrets/mask.ts'
import type { Rule } from '../rule.ts'

export const lostEntries: Rule = {
  id: 'lost-entries',
  about: {
    en: 'With `--merge`: everything that either side of a merge held stands in its result.',
    zh: '使用 `--merge` 时：合并双方的内容都在合并结果中。',
  },
  check({ merged }) {
    if (merged === undefined) return []
    const { ours, theirs } = merged
    const found = [...lostOf(theirs, ours, merged), ...lostOf(ours, theirs, merged)]
    const seen = new Set<string>()
    return found.flatMap(({ key, finding }) => {
      if (seen.has(key)) return []
      seen.add(key)
      return [finding]
    })
  },
}

interface Lost {
  readonly key: string
  readonly finding: Finding
}

function lostOf(side: MergeSide, other: MergeSide, merged: MergedBank): readonly Lost[] {
  const [base, result, beside] = [merged.base, merged.result, other.holdings].map(byKey)
  return side.holdings.flatMap((holding) => {
    const at = (all: ReadonlyMap<string, Holding> = new Map()) => holding.keys.flatMap((key) => all.get(key) ?? [])[0]
    const [before, now, there] = [at(base), at(result), at(beside)]
    if (holding.viewOf !== undefined && result?.has(holding.viewOf) === true) return []
    const key = holding.keys[0] ?? ''
    if (now !== undefined) {
      const isTakenBack = isEdited(holding, before) && there?.body === before?.body && now.body === before?.body
      return isTakenBack ? [{ key, finding: editLost(holding, side, merged) }] : []
    }
    // The other side took it out or changed it: whoever merges has its word.
    if (before !== undefined && there === undefined) return []
    if (merged.resultWords.includes(` ${holding.words} `)) return []
    const isChoice = holding.kind === 'user-line' && hasOwnLines(other, holding.path, base)
    return [{ key, finding: lost(holding, side, merged, isChoice ? 'warning' : 'error') }]
  })
}

function byKey(holdings: readonly Holding[]): ReadonlyMap<string, Holding> {
  return new Map(holdings.flatMap((one) => one.keys.map((key) => [key, one] as const)).toReversed())
}

function isEdited(holding: Holding, before: Holding | undefined): boolean {
  return before !== undefined && before.kind === holding.kind && holding.body !== '' && holding.body !== before.body
}

/** Both sides changed the user block of this file, and a person had to choose. */
function hasOwnLines({ holdings }: MergeSide, path: string, base: ReadonlyMap<string, Holding> | undefined): boolean {
  return holdings.some(
    (one) => one.kind === 'user-line' && one.path === path && !one.keys.some((key) => base?.has(key) === true),
  )
}

function lost(holding: Holding, side: MergeSide, merged: MergedBank, level: 'error' | 'warning'): Finding {
  const name = HOLDING_NAMES[holding.kind]
  const [title = ''] = maskTexts([holding.title]).map(({ text }) => text)
  return {
    ...found(holding, side, merged, level),
    message: {
      en: `Lost in the merge: the ${name.en} “${title}” of ${side.name}, line ${holding.line} there.`,
      zh: `合并时丢失：${side.name} 第 ${holding.line} 行的${name.zh}「${title}」。`,
    },
  }
}

function editLost(holding: Holding, side: MergeSide, merged: MergedBank): Finding {
  const name = HOLDING_NAMES[holding.kind]
  const [title = ''] = maskTexts([holding.title]).map(({ text }) => text)
  return {
    ...found(holding, side, merged, 'error'),
    message: {
      en: `Lost in the merge: what ${side.name} changed in the ${name.en} “${title}”; it reads as before that change.`,
      zh: `合并时丢失：${side.name} 对${name.zh}「${title}」的修改；现为修改前的内容。`,
    },
  }
}

function found(
  holding: Holding,
  side: MergeSide,
  { prefix }: MergedBank,
  level: 'error' | 'warning',
): Omit<Finding, 'message'> {
  return { rule: 'lost-entries', level, path: holding.path, line: undefined, next: bringBack(holding, side, prefix) }
}

function bringBack({ path }: Holding, { name }: MergeSide, prefix: string): Words {
  const place = `${name}:${prefix}${path}`
  const command = `git show ${/^[\w./:^~@-]+$/.test(place) ? place : `'${place.replaceAll("'", String.raw`'\''`)}'`}`
  return {
    en: `Read it with ${command}, and bring it back unless it was meant to go.`,
    zh: `用 ${command} 查看；若并非有意删除，请补回。`,
  }
}
