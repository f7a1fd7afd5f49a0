/** Different entries, added one by one, in a batch or through the inbox, are all kept. */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { entriesOfBank } from '../../src/bank/entry.ts'
import { Page } from '../../src/bank/page.ts'
import { ADDITION_KINDS, type AdditionKind } from '../../src/base/addition.ts'
import { knownPath } from '../../src/base/bank-path.ts'
import type { Language } from '../../src/base/language.ts'
import { ok } from '../../src/base/result.ts'
import { foldInbox } from '../../src/plan/write/fold-inbox.ts'
import { changedBank, freshBank, type Texts, written } from '../plan/write/bank.ts'
import { LAW_TIMEOUT, law } from './runs.ts'

type Raw = Readonly<Record<string, string>>

/** The names of a pair differ, often in a single character, number, day or link target. */
const LABELS = ['', 'Note: ', 'Warning: ', '注意：', '**Cache**: ', '**备注**：', 'CI: Node: ', 'Never: ', '`make`: ']
const TOPICS = [
  'tests need docker',
  'CI uses Node 20',
  'CI uses Node 22',
  'integration tests need docker on Fridays',
  'parsers are in C',
  'parsers are in C++',
  'parsers are in C#',
  'TLS 1.2 is allowed',
  'TLS 12 is allowed',
  'retries < 3',
  'retries > 3',
  'the certificate ends on 2026-03-01',
  'the certificate ends on 2027-03-01',
  'see [the runbook](docs/a.md)',
  'see [the runbook](docs/b.md)',
  '缓存用 Redis',
  '缓存用 Redis，会话除外',
  '周五不部署',
  `a long one that begins like another ${'and goes on in the same words '.repeat(5)}to one end`,
  `a long one that begins like another ${'and goes on in the same words '.repeat(5)}to another end`,
  'a long one that begins like another and goes on in the same',
]
const SECTIONS = ['Environment', 'Stack', '环境']

const FORMS: Readonly<Record<AdditionKind, (name: string, own: string, section: string) => Raw>> = {
  decision: (name, own) => ({ kind: 'decision', title: name, why: own, given_up: 'the rest', applies_to: 'all' }),
  learning: (name, own) => ({
    kind: 'learning',
    title: name,
    symptom: own,
    root_cause: 'unknown to us',
    solution: 'wait',
    prevention: 'a test',
  }),
  requirement: (name, own) => ({ kind: 'requirement', title: name, text: own }),
  design: (name, own) => ({ kind: 'design', title: name, text: `${own}\n\n## Parts\n\nThe parts of ${own}.` }),
  focus: (name) => ({ kind: 'focus', text: name }),
  progress: (name) => ({ kind: 'progress', text: name, state: 'next' }),
  tech: (name, _, section) => ({ kind: 'tech', text: name, section }),
  answer: (name, own) => ({ kind: 'answer', title: name, text: own, pointer: 'details/tech.md' }),
}

/** Two to five entries of one kind with different names. */
const entries = fc
  .tuple(
    fc.constantFrom(...ADDITION_KINDS),
    fc.constantFrom(...SECTIONS),
    fc.uniqueArray(fc.tuple(fc.constantFrom(...LABELS), fc.constantFrom(...TOPICS)), {
      minLength: 2,
      maxLength: 5,
      selector: ([label, topic]) => label + topic,
    }),
  )
  .map(([kind, section, names]) =>
    names.map(([label, topic], at) => ({
      kind,
      name: label + topic,
      own: `own${at}words`,
      raw: FORMS[kind](label + topic, `own${at}words`, section),
    })),
  )
const language = fc.constantFrom<Language>('en', 'zh')

const WAYS: Readonly<Record<string, (raws: readonly Raw[], language: Language) => Texts>> = {
  'one by one': (raws, language) =>
    raws.reduce((texts, raw) => written(texts, [raw], { language }).texts, freshBank(language)),
  'in a batch': (raws, language) => written(freshBank(language), raws, { language }).texts,
  'through the inbox, one by one': (raws, language) =>
    folded(
      raws.reduce((texts, raw) => written(texts, [raw], { language, isTeams: true }).texts, freshBank(language)),
      language,
    ),
  'through the inbox, in a batch': (raws, language) =>
    folded(written(freshBank(language), raws, { language, isTeams: true }).texts, language),
}

function folded(texts: Texts, language: Language): Texts {
  const fold: Parameters<typeof changedBank>[1] = (draft, facts) => {
    foldInbox(draft, facts)
    return ok(undefined)
  }
  return changedBank(texts, fold, { language }).texts
}

test.each(Object.entries(WAYS))(
  'entries with different names are all kept, %s [S43] [S55]',
  { timeout: LAW_TIMEOUT },
  (_way, write) => {
    law(
      fc.property(entries, language, (given, language) => {
        const texts = write(
          given.map(({ raw }) => raw),
          language,
        )
        expect(Object.keys(texts).filter((path) => path.startsWith('inbox/'))).toEqual([])
        const whole = bare(Object.values(texts).join('\n'))
        const isThere = ({ kind, name, own }: (typeof given)[number]) =>
          whole.includes(bare(name)) && (hasBody(kind) ? whole.includes(own) : true)
        expect(given.filter((one) => !isThere(one)).map(({ name }) => name)).toEqual([])
        const files = Object.entries(texts).map(([path, text]) => new Page(knownPath(path), text))
        expect(entriesOfBank(files)).toHaveLength(given.length)
      }),
      100,
    )
  },
)

/** A name without the punctuation that writing adds or removes. */
function bare(text: string): string {
  return text.replaceAll(/[`*]/g, '')
}

function hasBody(kind: AdditionKind): boolean {
  return !['focus', 'progress', 'tech'].includes(kind)
}
