/** Prints a team's entry as its inbox file (S55). Reading the file gives the same fields back. */

import { type Addition, type AdditionKind, type Field, type FieldSpec, fieldsOf } from '../base/addition.ts'
import type { Language } from '../base/language.ts'
import type { Provenance } from '../base/provenance-record.ts'
import { FIELD_LABEL } from './inbox.ts'
import { oneLine } from './lines.ts'
import { acceptedText } from './provenance.ts'
import { safeLines } from './safe-lines.ts'
import { headingLevel } from './sections.ts'

export interface InboxFacts {
  readonly date: string
  readonly provenance: Provenance | undefined
  readonly language: Language
  /** Marks of the former words of the entry. */
  readonly was?: readonly string[]
}

export function printInboxEntry(addition: Addition<AdditionKind>, facts: InboxFacts): string {
  return `---\n${frontMatter(addition, facts)}---\n${body(addition, facts.language)}\n`
}

function frontMatter(
  { kind, fields, evidence }: Addition<AdditionKind>,
  { date, provenance, was = [] }: InboxFacts,
): string {
  const source = provenance === undefined ? evidence[0] : provenance.source
  const accepted = provenance?.accepted
  const values: readonly (readonly [string, string | undefined])[] = [
    ['kind', kind],
    ['date', fields.get('date') ?? date],
    ['said_by', provenance?.saidBy],
    ['accepted', accepted === undefined ? undefined : acceptedText(accepted)],
    ['source', source],
    ['replaces', fields.get('replaces')],
  ]
  const isSourceAlone = evidence.length === (source === undefined ? 0 : 1) && evidence[0] === source
  const list = isSourceAlone ? '' : evidence.length === 0 ? 'evidence: []\n' : listText('evidence', evidence)
  return (
    values.map(([key, value]) => (value === undefined ? '' : `${key}: ${scalarText(oneLine(value))}\n`)).join('') +
    list +
    (was.length === 0 ? '' : listText('was', was))
  )
}

function listText(key: string, values: readonly string[]): string {
  return `${key}:\n${values.map((one) => `  - ${scalarText(oneLine(one))}\n`).join('')}`
}

/** The title and the leading text, then the labelled lines, then the sections. A design has only title and text. */
function body({ kind, fields }: Addition<AdditionKind>, language: Language): string {
  const parts: string[] = []
  const title = fields.get('title')
  if (title !== undefined) parts.push(`# ${oneLine(title)}`)
  const text = fields.get('text')
  if (kind === 'design') return [...parts, text === undefined ? '' : safeLines(text, 2)].join('\n\n')
  if (!hasSections(kind) && text !== undefined) parts.push(leadText(text))
  const rest = fieldsOf(kind).flatMap((spec) => {
    const value = IN_FRONT.has(spec.field) || isLead(kind, spec.field) ? undefined : fields.get(spec.field)
    return value === undefined ? [] : [{ spec, value }]
  })
  const labels = rest.filter(({ spec, value }) => !isSection(kind, spec, value))
  if (labels.length > 0) parts.push(labels.map(({ spec, value }) => labelLine(spec, value, language)).join('\n'))
  for (const { spec, value } of rest.filter((one) => isSection(kind, one.spec, one.value)))
    parts.push(`## ${spec.name[language]}\n\n${safeLines(value, 3)}`)
  return parts.join('\n\n')
}

function labelLine({ name }: FieldSpec, value: string, language: Language): string {
  return language === 'zh' ? `- **${name.zh}**：${oneLine(value)}` : `- **${name.en}**: ${oneLine(value)}`
}

/** The value as one line that does not begin with a label or a heading. */
function leadText(value: string): string {
  let text = oneLine(value)
  while (FIELD_LABEL.test(text) || headingLevel(text) !== undefined) text = text.replace(/^[-*+#\s]+/, '')
  return text
}

/** Fields that are in the front matter. */
const IN_FRONT: ReadonlySet<Field> = new Set(['title', 'date', 'replaces'])

/** Whether each field without choices is a section. In other kinds, only a field of several lines is. */
function hasSections(kind: AdditionKind): boolean {
  return kind === 'learning' || kind === 'requirement'
}

function isLead(kind: AdditionKind, field: Field): boolean {
  return field === 'text' && !hasSections(kind)
}

function isSection(kind: AdditionKind, { choices }: FieldSpec, value: string): boolean {
  return choices === undefined && (hasSections(kind) || value.trim().includes('\n'))
}

/** A text as one line of YAML that parses back to the same text. */
export function scalarText(text: string): string {
  return PLAIN.test(text) && !MEANS_MORE.test(text) && !/:(?:\s|$)|\s#/.test(text) ? text : JSON.stringify(text)
}

/** Begins with a letter or a digit, and needs no quotes. */
const PLAIN = /^[\p{L}\p{N}](?:[^\p{C}\u2028\u2029\ufeff]*[^\p{C}\s:])?$/u
/** Values that YAML would read as another type. A day is not one of them. */
const MEANS_MORE = /^(?!\d{4}-\d\d-\d\d$)(?:true|false|yes|no|on|off|null|y|n|[\d.][\d_.,:a-f+xo-]*)$/i
