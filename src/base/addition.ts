/**
 * An addition to the bank: a kind, its fields and its evidence.
 *
 * One table says which fields a kind has. The command line, the tool's schema, the terminal's questions and the decoder
 * all read it.
 */

import type { Language, Words } from './language.ts'

export const ADDITION_KINDS = [
  'decision',
  'learning',
  'requirement',
  'design',
  'focus',
  'progress',
  'tech',
  'answer',
] as const
export type AdditionKind = (typeof ADDITION_KINDS)[number]

/** A removal can be proposed, but it is not an addition. */
export const PROPOSED_KINDS = [...ADDITION_KINDS, 'removal'] as const
export type ProposedKind = (typeof PROPOSED_KINDS)[number]

export const FIELDS = [
  'title',
  'text',
  'date',
  'why',
  'givenUp',
  'applies',
  'notFor',
  'replaces',
  'symptom',
  'cause',
  'solution',
  'prevention',
  'type',
  'acceptance',
  'status',
  'state',
  'section',
  'pointer',
] as const
export type Field = (typeof FIELDS)[number]

/** The name of a field in every tool, text and error that a model reads. */
export const FIELD_NAMES: Readonly<Record<Field, string>> = {
  title: 'title',
  text: 'text',
  date: 'date',
  why: 'why',
  givenUp: 'given_up',
  applies: 'applies_to',
  notFor: 'not_for',
  replaces: 'replaces',
  symptom: 'symptom',
  cause: 'root_cause',
  solution: 'solution',
  prevention: 'prevention',
  type: 'type',
  acceptance: 'acceptance',
  status: 'status',
  state: 'state',
  section: 'section',
  pointer: 'pointer',
}

export interface Addition<Kind extends ProposedKind = ProposedKind> {
  readonly kind: Kind
  readonly fields: ReadonlyMap<Field, string>
  /** Files, lines, commits, or a sentence of the user's. */
  readonly evidence: readonly string[]
}

/** The text of a field; empty if it was not given. */
export function fieldText({ fields }: Addition, field: Field): string {
  return fields.get(field) ?? ''
}

export interface FieldSpec {
  readonly field: Field
  readonly required: boolean
  /** The name of the field for this kind. */
  readonly name: Words
  readonly choices?: readonly string[]
}

export const PROGRESS_STATES = ['doing', 'next', 'blocked', 'done'] as const
export type ProgressState = (typeof PROGRESS_STATES)[number]

export function fieldsOf(kind: ProposedKind): readonly FieldSpec[] {
  return SPECS[kind]
}

export function nameOfKind(kind: ProposedKind, language: Language): string {
  return KIND_NAMES[kind][language]
}

export const KIND_NAMES: Readonly<Record<ProposedKind, Words>> = {
  decision: { en: 'decision', zh: '决策' },
  learning: { en: 'learning', zh: '经验' },
  requirement: { en: 'requirement', zh: '需求' },
  design: { en: 'design', zh: '设计' },
  focus: { en: 'focus', zh: '焦点' },
  progress: { en: 'progress item', zh: '进度' },
  tech: { en: 'tech fact', zh: '技术事实' },
  answer: { en: 'quick answer', zh: '快速答案' },
  removal: { en: 'removal', zh: '移除' },
}

/** The states of a requirement, in their order. */
export const STATUSES = ['Proposed', 'Accepted', 'Implementing', 'Done', 'Deprecated'] as const
export type RequirementStatus = (typeof STATUSES)[number]

export const LEARNING_TYPES = ['bug', 'performance', 'integration'] as const
export type LearningType = (typeof LEARNING_TYPES)[number]

/** The kinds whose entries have required parts. */
export type EntryKind = 'decision' | 'learning'

export type Part = 'date' | 'what' | 'why' | 'givenUp' | 'applies' | 'symptom' | 'cause' | 'solution' | 'prevention'

export const REQUIRED_PARTS: Readonly<Record<EntryKind, readonly Part[]>> = {
  decision: ['date', 'what', 'why', 'givenUp', 'applies'],
  learning: ['symptom', 'cause', 'solution', 'prevention'],
}

export const PART_NAMES: Readonly<Record<Part, Words>> = {
  date: { en: 'Date', zh: '日期' },
  what: { en: 'Decision', zh: '决策' },
  why: { en: 'Why', zh: '原因' },
  givenUp: { en: 'Given up', zh: '取舍' },
  applies: { en: 'Applies to', zh: '适用范围' },
  symptom: { en: 'Symptom', zh: '症状' },
  cause: { en: 'Root cause', zh: '根因' },
  solution: { en: 'Solution', zh: '解决方案' },
  prevention: { en: 'Prevention', zh: '预防措施' },
}

export function labelOf(part: Part, language: Language): string {
  return PART_NAMES[part][language]
}

const required = (field: Field, en: string, zh: string): FieldSpec => ({ field, required: true, name: { en, zh } })
const optional = (field: Field, en: string, zh: string, choices?: readonly string[]): FieldSpec => ({
  field,
  required: false,
  name: { en, zh },
  ...(choices === undefined ? {} : { choices }),
})
const part = (field: Field & Part): FieldSpec => ({ field, required: true, name: PART_NAMES[field] })

const SPECS: Readonly<Record<ProposedKind, readonly FieldSpec[]>> = {
  decision: [
    required('title', 'Decision', '决策'),
    part('why'),
    part('givenUp'),
    part('applies'),
    optional('notFor', 'Not for', '不适用'),
    optional('date', 'Date', '日期'),
    optional('replaces', 'Replaces', '替代'),
  ],
  learning: [
    required('title', 'Title', '标题'),
    part('symptom'),
    part('cause'),
    part('solution'),
    part('prevention'),
    optional('type', 'Type', '类型', LEARNING_TYPES),
    optional('date', 'Date', '日期'),
  ],
  requirement: [
    required('title', 'Title', '标题'),
    required('text', 'Description', '描述'),
    optional('acceptance', 'Acceptance criteria', '验收标准'),
    optional('status', 'Status', '状态', STATUSES),
    optional('date', 'Date', '日期'),
  ],
  design: [required('title', 'Title', '标题'), required('text', 'Design', '设计'), optional('date', 'Date', '日期')],
  focus: [required('text', 'Focus', '焦点'), optional('replaces', 'Replaces', '替代')],
  progress: [
    required('text', 'Item', '事项'),
    optional('state', 'State', '状态', PROGRESS_STATES),
    optional('date', 'Date', '日期'),
  ],
  tech: [
    required('text', 'Fact', '事实'),
    optional('section', 'Section', '章节'),
    optional('replaces', 'Replaces', '替代'),
  ],
  answer: [
    required('title', 'Question', '问题'),
    required('text', 'Answer', '答案'),
    required('pointer', 'Pointer', '指针'),
  ],
  removal: [required('title', 'Remove', '移除'), optional('pointer', 'Entry', '条目'), optional('why', 'Why', '原因')],
}

/** The kind that a word names, in either language, singular or plural. */
export function kindOfAddition(raw: unknown): AdditionKind | undefined {
  return typeof raw === 'string' ? KINDS_BY_NAME.get(raw.trim().toLowerCase()) : undefined
}

const KINDS_BY_NAME: ReadonlyMap<string, AdditionKind> = new Map(
  ADDITION_KINDS.flatMap((kind): readonly (readonly [string, AdditionKind])[] => [
    [kind, kind],
    [`${kind}s`, kind],
    [KIND_NAMES[kind].en, kind],
    [KIND_NAMES[kind].zh, kind],
    [KIND_NAMES[kind].zh.replace(/事实$/, ''), kind],
  ]),
)
