/**
 * The words for a plan that would replace a person's text (S4): the file, when Memory Bank last wrote it, the
 * difference, and the choices.
 */

import type { ConflictChoice, EditConflict } from './change.ts'
import type { Language, Words } from './language.ts'

export function describeConflicts(conflicts: readonly EditConflict[]): Words {
  return { en: describe(conflicts, 'en'), zh: describe(conflicts, 'zh') }
}

/** In the order of their numbers. */
export const CHOICES = ['keep', 'overwrite', 'append'] as const satisfies readonly ConflictChoice[]

export const CHOICE_LINES: Words = {
  en: '  1  keep       leave your edit, skip this update\n  2  overwrite  replace your edit with the update\n  3  append     add the update after your edit',
  zh: '  1  保留你的修改，跳过本次更新\n  2  用更新覆盖你的修改\n  3  合并：更新追加到你的修改后面',
}

/** A choice by its number, its position or its name, in either language. */
export function choiceNamed(text: string): ConflictChoice | undefined {
  const said = text.normalize('NFKC').toLowerCase()
  return NAMES.get(said.replace(/[\s"“”'‘’`()[\]「」#.,，。!、:;~]+/g, ''))
}

const NAMES: ReadonlyMap<string, ConflictChoice> = new Map(
  (
    [
      ['keep', '1 一 first 1st keep 保留'],
      ['overwrite', '2 二 second 2nd overwrite 覆盖 两'],
      ['append', '3 三 third 3rd append 追加 合并'],
    ] as const
  ).flatMap(([choice, names]) => names.split(' ').map((name) => [name, choice] as const)),
)

function describe(conflicts: readonly EditConflict[], language: Language): string {
  return conflicts.map((conflict) => describeOne(conflict, language)).join('\n')
}

function describeOne({ path, heading, at, theirs, ours }: EditConflict, language: Language): string {
  const words = WORDS[language]
  const place = heading === '' ? path : words.place(path, heading.replace(/^#+\s*/, ''))
  return [
    words.edited(place),
    ...(at === undefined ? [] : [words.last(at)]),
    words.differs,
    ...shown(theirs, '−', language),
    ...shown(ours, '+', language),
  ].join('\n')
}

function shown(lines: readonly string[], sign: string, language: Language): readonly string[] {
  const more = lines.length - MOST_LINES
  return [
    ...lines
      .slice(0, MOST_LINES)
      .map((line) => `    ${sign} ${line.length > LONGEST ? `${line.slice(0, LONGEST).toWellFormed()}…` : line}`),
    ...(more > 0 ? [`    ${sign} ${WORDS[language].more(more)}`] : []),
  ]
}

const MOST_LINES = 6
const LONGEST = 200

const WORDS = {
  en: {
    place: (path: string, heading: string) => `${path}, “${heading}”,`,
    edited: (place: string) => `${place} was edited by hand, and this plan would replace the edit:`,
    last: (at: string) => `- last update: ${at}`,
    differs: '- difference (− yours, + the update):',
    more: (count: number) => `… and ${count} more`,
  },
  zh: {
    place: (path: string, heading: string) => `${path} 的“${heading}”`,
    edited: (place: string) => `检测到 ${place} 被手动修改，本次计划会替换这些内容：`,
    last: (at: string) => `- 上次更新: ${at}`,
    differs: '- 当前内容与预期不符（− 你的，+ 更新）：',
    more: (count: number) => `…… 另有 ${count} 行`,
  },
} as const
