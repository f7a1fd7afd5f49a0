/** The text of a new document: conclusion first, then limits, then pointers, in the bank's language. */

import { MARKER } from '../../bank/blocks.ts'
import { evidencePointers } from '../../bank/evidence-links.ts'
import { provenanceComment } from '../../bank/provenance.ts'
import { safeLines } from '../../bank/safe-lines.ts'
import { type Addition, labelOf, STATUSES } from '../../base/addition.ts'
import type { BankPath } from '../../base/bank-path.ts'
import type { Language, Words } from '../../base/language.ts'
import type { AdditionFacts } from './write-facts.ts'

export type DocumentAddition = Addition & { readonly kind: 'learning' | 'requirement' | 'design' }

export const SECTION_NAMES: Readonly<Record<'description' | 'acceptance' | 'pointers', Words>> = {
  description: { en: 'Description', zh: '描述' },
  acceptance: { en: 'Acceptance criteria', zh: '验收标准' },
  pointers: { en: 'Pointers', zh: '指针' },
}

export function documentText(
  addition: DocumentAddition,
  path: BankPath,
  heading: string,
  facts: AdditionFacts,
): string {
  const { language } = facts.templates
  const { fields, evidence } = addition
  const said = (field: Parameters<typeof fields.get>[0]) => fields.get(field) ?? ''
  const section = (name: string, body: string) => `## ${name}\n\n${safeLines(body, 3)}`
  const date = label({ en: 'Date', zh: '日期' }, fields.get('date') ?? facts.today, language)
  const pointers =
    evidence.length === 0
      ? []
      : [section(SECTION_NAMES.pointers[language], evidencePointers(evidence, path, facts.places).join('\n'))]
  const stamp = facts.provenance === undefined ? [] : [provenanceComment(facts.provenance)]
  return withBlocks([...stamp, [`# ${heading}`, ...body(), ...pointers].join('\n\n')].join('\n'))

  function body(): readonly string[] {
    switch (addition.kind) {
      case 'learning': {
        const type = fields.get('type')
        const head = type === undefined ? date : `${date}\n${label({ en: 'Type', zh: '类型' }, type, language)}`
        const parts = ['symptom', 'cause', 'solution', 'prevention'] as const
        return [head, ...parts.map((part) => section(labelOf(part, language), said(part)))]
      }
      case 'requirement': {
        const acceptance = fields.get('acceptance')
        return [
          `${statusLine(fields.get('status') ?? STATUSES[0], language)}\n${date}`,
          section(SECTION_NAMES.description[language], said('text')),
          ...(acceptance === undefined ? [] : [section(SECTION_NAMES.acceptance[language], acceptance)]),
        ]
      }
      case 'design':
        return [date, safeLines(said('text'), 2)]
    }
  }
}

/** The machine block, followed by an empty user block (S2). */
function withBlocks(text: string): string {
  const { machineStart, machineEnd, userStart, userEnd } = MARKER
  return `${[machineStart, text, machineEnd, '', userStart, userEnd].join('\n')}\n`
}

export function statusLine(status: string, language: Language): string {
  return label({ en: 'Status', zh: '状态' }, status, language)
}

function label(name: Words, value: string, language: Language): string {
  return language === 'zh' ? `- **${name.zh}**：${value}` : `- **${name.en}**: ${value}`
}

/** A file name that every file system accepts: letters and digits of any script, joined by dashes. */
export function slugOf(title: string): string {
  const words = title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
  const letters = Array.from(words.replace(/^-+|(?<!-)-+$/g, ''))
  const most = letters.slice(0, MOST_CHARACTERS).join('')
  // Cut between words, unless there is only one.
  const isWhole = letters.length <= MOST_CHARACTERS || letters[MOST_CHARACTERS] === '-'
  const cut = (isWhole ? most : most.replace(/(.{20})-[^-]*$/u, '$1')).replace(/-+$/, '')
  if (cut === '') return 'entry'
  // `index` and `index-bug` are reserved for indexes; the others are reserved names on Windows.
  return /^(?:index(?:-.*)?|con|prn|aux|nul|com\d|lpt\d)$/.test(cut) ? `about-${cut}` : cut
}

const MOST_CHARACTERS = 60
