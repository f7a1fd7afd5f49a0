/** The help of `memory-bank add <kind>`: where it goes, what it requires, what is optional, a whole example. */

import { type AdditionKind, type FieldSpec, fieldsOf, nameOfKind } from '../../core/addition.ts'
import type { Language, Words } from '../../core/language.ts'
import { ENTRY_EXAMPLES, flagOf } from '../entry-kinds.ts'
import { COMMON, CONFLICTS, WRITING } from '../options.ts'
import { optionLines } from './help.ts'
import { padded, wrapped } from './width.ts'

export function entryHelp(kind: AdditionKind, language: Language, columns = Number.POSITIVE_INFINITY): string {
  const words = WORDS[language]
  const fields = fieldsOf(kind)
  const lineOf = ({ field, name, choices }: FieldSpec): string => {
    const said = choices === undefined ? name[language] : `${name[language]}${words.colon}${choices.join(', ')}`
    return `  ${padded(`    --${flagOf(field)} <${words.text}>`, 26)}  ${said}`
  }
  // The first field may be given without its flag.
  const [first, ...others] = fields
  const own = first === undefined ? [] : [`  ${padded(`    "${words.text}"`, 26)}  ${first.name[language]}`]
  return [
    `memory-bank add ${kind}${words.colon}${nameOfKind(kind, language)} → ${GOES_TO[kind][language]}`,
    '',
    `${words.usage}memory-bank add ${kind} "${words.text}" [options]`,
    '',
    words.needs,
    ...own,
    ...others.filter(({ required }) => required).map(lineOf),
    words.mayHave,
    ...others.filter(({ required }) => !required).map(lineOf),
    `  ${padded(`    --evidence <${words.text}>`, 26)}  ${words.evidence}`,
    '',
    ...optionLines({ ...WRITING, ...CONFLICTS, ...COMMON }, language, columns),
    '',
    words.example,
    `  ${ENTRY_EXAMPLES[kind][language]}`,
  ]
    .map((line) => wrapped(line, columns, '    '))
    .join('\n')
}

const GOES_TO: Readonly<Record<AdditionKind, Words>> = {
  decision: {
    en: 'details/patterns.md, and a line in Decision Highlights',
    zh: 'details/patterns.md，并在 Decision Highlights 中加一行',
  },
  learning: { en: 'a file in details/learnings/', zh: 'details/learnings/ 中的一个文件' },
  requirement: {
    en: 'details/requirements/REQ-NNN, the next number',
    zh: 'details/requirements/REQ-NNN，取下一个编号',
  },
  design: { en: 'a file in details/design/', zh: 'details/design/ 中的一个文件' },
  focus: { en: 'Current Focus in MEMORY.md', zh: 'MEMORY.md 的 Current Focus' },
  progress: { en: 'details/progress.md', zh: 'details/progress.md' },
  tech: { en: 'details/tech.md', zh: 'details/tech.md' },
  answer: { en: 'Top Quick Answers in MEMORY.md', zh: 'MEMORY.md 的 Top Quick Answers' },
}

const WORDS = {
  en: {
    usage: 'Usage: ',
    colon: ': ',
    text: 'text',
    needs: 'Required:',
    mayHave: 'Optional:',
    evidence: 'what it is based on',
    example: 'Example:',
  },
  zh: {
    usage: '用法：',
    colon: '：',
    text: '文本',
    needs: '必填：',
    mayHave: '可选：',
    evidence: '依据',
    example: '示例：',
  },
} as const
