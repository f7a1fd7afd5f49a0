/** The result of a merge contains everything that either side had (S55). Runs with `check --merge` only. */

import { HOLDING_NAMES, type Holding, type MergedBank, type MergeSide } from '../../bank/holding.ts'
import type { Words } from '../../base/language.ts'
import { indexedFolderOf, isInboxPath } from '../../base/layout.ts'
import { maskTexts } from '../../secrets/mask.ts'
import type { CheckRule, Report } from '../rule.ts'

export const lostEntries: CheckRule = {
  id: 'lost-entries',
  about: {
    en: 'With `--merge`: the result contains everything that either side had.',
    zh: '使用 `--merge` 时：合并结果包含双方的全部内容。',
  },
  check({ merged }) {
    if (merged === undefined) return []
    const { ours, theirs } = merged
    const sides = [
      [theirs, ours],
      [ours, theirs],
    ] as const
    const found = sides.flatMap(([one, other]) => [...lostOf(one, other, merged), ...returnedOf(one, other, merged)])
    const seen = new Set<string>()
    return found.flatMap(({ key, report }) => {
      if (seen.has(key)) return []
      seen.add(key)
      return [report]
    })
  },
}

interface Lost {
  readonly key: string
  readonly report: Report
}

function lostOf(side: MergeSide, other: MergeSide, merged: MergedBank): readonly Lost[] {
  const [base, result, beside] = [merged.base, merged.result, other.holdings].map(byKey)
  return side.holdings.flatMap((holding) => {
    const at = (all: ReadonlyMap<string, Holding> = new Map()) => holding.keys.flatMap((key) => all.get(key) ?? [])[0]
    const [before, now, there] = [at(base), at(result), at(beside)]
    if (holding.viewOf !== undefined && result?.has(holding.viewOf) === true) return []
    const key = holding.keys[0] ?? ''
    if (now !== undefined) {
      const isNew = before === undefined && there === undefined && hasOwnFile(holding) && now.path === holding.path
      if (isNew && now.body !== holding.body) return [{ key, report: mixedUp(holding, side, merged) }]
      const isTakenBack = isEdited(holding, before) && there?.body === before?.body && now.body === before?.body
      return isTakenBack ? [{ key, report: editLost(holding, side, merged) }] : []
    }
    // The other side removed or changed it on purpose.
    if (before !== undefined && there === undefined) return []
    if (merged.resultWords.includes(` ${holding.words} `)) return []
    const isChoice = holding.kind === 'user-line' && hasOwnLines(other, holding.path, base)
    return [{ key, report: lost(holding, side, merged, isChoice ? 'warning' : 'error') }]
  })
}

/**
 * Waiting entries that `side` removed while `other` folded them. The removal took away the file in the inbox, so git
 * keeps the folded entry without a conflict.
 */
function returnedOf(side: MergeSide, other: MergeSide, { base, result }: MergedBank): readonly Lost[] {
  const [removed, folded, present] = [side.holdings, other.holdings, result].map(byKey)
  const files = new Set(side.holdings.map(({ path }) => path))
  return base.flatMap((before) => {
    const key = before.keys[0] ?? ''
    const [there, now] = [folded?.get(key), present?.get(key)]
    if (!isInboxPath(before.path) || files.has(before.path) || removed?.has(key) === true) return []
    if (there === undefined || isInboxPath(there.path) || now === undefined || now.isSuperseded) return []
    return [{ key, report: returned(now, side, other) }]
  })
}

function byKey(holdings: readonly Holding[]): ReadonlyMap<string, Holding> {
  return new Map(holdings.flatMap((one) => one.keys.map((key) => [key, one] as const)).toReversed())
}

function hasOwnFile({ path, kind }: Holding): boolean {
  return kind !== 'user-line' && (isInboxPath(path) || indexedFolderOf(path) !== undefined)
}

function isEdited(holding: Holding, before: Holding | undefined): boolean {
  return before !== undefined && before.kind === holding.kind && holding.body !== '' && holding.body !== before.body
}

/** Both sides changed the user block of this file, so a person had to choose. */
function hasOwnLines({ holdings }: MergeSide, path: string, base: ReadonlyMap<string, Holding> | undefined): boolean {
  return holdings.some(
    (one) => one.kind === 'user-line' && one.path === path && !one.keys.some((key) => base?.has(key) === true),
  )
}

function lost(holding: Holding, side: MergeSide, merged: MergedBank, level: 'error' | 'warning'): Report {
  const name = HOLDING_NAMES[holding.kind]
  const [title = ''] = maskTexts([holding.title]).map(({ text }) => text)
  return {
    ...found(holding, side, merged, level),
    message: {
      en: `Lost in the merge: the ${name.en} “${title}” from ${side.name}, line ${holding.line} there.`,
      zh: `合并时丢失：${side.name} 第 ${holding.line} 行的${name.zh}「${title}」。`,
    },
  }
}

function editLost(holding: Holding, side: MergeSide, merged: MergedBank): Report {
  const name = HOLDING_NAMES[holding.kind]
  const [title = ''] = maskTexts([holding.title]).map(({ text }) => text)
  return {
    ...found(holding, side, merged, 'error'),
    message: {
      en: `Lost in the merge: the change that ${side.name} made to the ${name.en} “${title}”. It has its old text again.`,
      zh: `合并时丢失：${side.name} 对${name.zh}「${title}」的修改；内容又回到了修改之前。`,
    },
  }
}

function mixedUp(holding: Holding, side: MergeSide, merged: MergedBank): Report {
  const name = HOLDING_NAMES[holding.kind]
  const [title = ''] = maskTexts([holding.title]).map(({ text }) => text)
  return {
    ...found(holding, side, merged, 'error'),
    message: {
      en: `Changed in the merge: the ${name.en} “${title}” differs from what ${side.name} added. Git may have mixed up its file with one that was removed.`,
      zh: `合并时被改动：${name.zh}「${title}」与 ${side.name} 新增的内容不同。Git 可能把它的文件与一个已删除的文件混淆了。`,
    },
  }
}

function returned({ kind, title: named, path, line }: Holding, side: MergeSide, other: MergeSide): Report {
  const name = HOLDING_NAMES[kind]
  const [title = ''] = maskTexts([named]).map(({ text }) => text)
  return {
    level: 'warning',
    path,
    line,
    message: {
      en: `Back after the merge: the ${name.en} “${title}”. ${side.name} removed it while ${other.name} folded it in.`,
      zh: `合并后又出现：${name.zh}「${title}」。${side.name} 已将其删除，而 ${other.name} 将其合入。`,
    },
    next: {
      en: 'Remove it again if it should go: memory-bank remove',
      zh: '若确应删除，请再次删除：memory-bank remove',
    },
  }
}

function found(
  holding: Holding,
  side: MergeSide,
  { prefix }: MergedBank,
  level: 'error' | 'warning',
): Omit<Report, 'message'> {
  return { level, path: holding.path, line: undefined, next: restore(holding, side, prefix) }
}

function restore({ path }: Holding, { name }: MergeSide, prefix: string): Words {
  const place = `${name}:${prefix}${path}`
  const command = `git show ${/^[\w./:^~@-]+$/.test(place) ? place : `'${place.replaceAll("'", String.raw`'\''`)}'`}`
  return {
    en: `See it with ${command}, and restore it unless it was removed on purpose.`,
    zh: `用 ${command} 查看；若并非有意删除，请补回。`,
  }
}
