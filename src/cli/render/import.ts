/** An import as a person reads it: what was found, and what becomes of each file. */

import type { Language, Words } from '../../core/language.ts'
import { type FileReport, type FoundSource, OUTCOME_WORDS, skipWords } from '../../flows/import.ts'
import { paint, type Terminal } from '../terminal.ts'
import { padded, widthOf, wrapped } from './width.ts'

/** `cline_docs/ (Cline): 6 files`. */
export function sourceLine({ place, tool, files, skipped }: FoundSource, language: Language): string {
  const count = files.length
  const more = skipped.length
  return {
    en: `${place}  ${tool}, ${count} file${count === 1 ? '' : 's'}${more === 0 ? '' : `, ${more} skipped`}`,
    zh: `${place}  ${tool}，${count} 个文件${more === 0 ? '' : `，跳过 ${more} 个`}`,
  }[language]
}

/** One line for each file: where it goes, or why it stays; below it what was taken out of it. */
export function renderFiles(files: readonly FileReport[], language: Language, terminal: Terminal): string {
  const colour = paint(terminal)
  const width = Math.min(48, Math.max(0, ...files.map(({ name }) => widthOf(name))))
  const lines = files.flatMap((file) => {
    const told = `  ${padded(file.name, width)}  ${becomes(file, language)}`.trimEnd()
    const line = wrapped(told, terminal.columns(), '      ')
    return [
      file.outcome === 'imported' ? line : colour.dim(line),
      ...remarksOf(file).map((words) => `      ${words[language]}`),
    ]
  })
  return lines.join('\n')
}

function becomes(file: FileReport, language: Language): string {
  if (file.outcome === 'skipped')
    return `${SKIPPED[language]}${file.skipped.map(({ why }) => skipWords(why)[language]).join(', ')}`
  if (file.outcome !== 'imported') return OUTCOME_WORDS[file.outcome][language]
  if (file.places.length === 0) return file.unsure > 0 ? '' : NOTHING_NEW[language]
  const paths = [...new Set(file.places.map(({ path }) => path))]
  const sectionsOf = (path: string) =>
    file.places.flatMap((place) => (place.path === path ? (place.section ?? []) : []))
  const named = paths.map((path) => {
    const sections = sectionsOf(path)
    return sections.length === 0 ? path : `${path} (${sections.join(', ')})`
  })
  return `→ ${named.join(', ')}`
}

function remarksOf(file: FileReport): readonly Words[] {
  const left = file.outcome === 'imported' ? file.skipped : []
  return [
    ...file.secrets.map(({ kind, line }) => ({
      en: `line ${line}: a secret (${kind})`,
      zh: `第 ${line} 行：机密（${kind}）`,
    })),
    ...left.map(({ first, last, why }) => ({
      en: `lines ${first}–${last} stay: ${skipWords(why).en}`,
      zh: `第 ${first}–${last} 行不导入：${skipWords(why).zh}`,
    })),
    ...(file.unsure === 0
      ? []
      : [
          {
            en: `${file.unsure} as proposal${file.unsure === 1 ? '' : 's'}: memory-bank proposals`,
            zh: `${file.unsure} 条作为提议：memory-bank proposals`,
          },
        ]),
    ...(file.personal === 0
      ? []
      : [
          {
            en: `${file.personal} part${file.personal === 1 ? '' : 's'} about you left out; with them: --personal`,
            zh: `${file.personal} 处涉及你个人，未导入；若要导入：--personal`,
          },
        ]),
  ]
}

const SKIPPED: Words = { en: 'skipped: ', zh: '跳过：' }
const NOTHING_NEW: Words = { en: 'nothing new', zh: '没有新内容' }

/** What a script reads of each file. */
export function fileJson({ secrets, skipped, ...file }: FileReport): Readonly<Record<string, unknown>> {
  return {
    ...file,
    skipped: skipped.map(({ first, last, why }) => (last < first ? { why } : { first, last, why })),
    removed: secrets,
  }
}
