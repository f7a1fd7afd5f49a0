/**
 * Decodes an addition from a person or a model. A decoded addition has every field that its kind requires, and no empty
 * field.
 */

import {
  type Addition,
  FIELD_NAMES,
  type Field,
  fieldsOf,
  kindOfAddition,
  nameOfKind,
  PROPOSED_KINDS,
  type ProposedKind,
} from '../base/addition.ts'
import { invalidAddition, kindHelp } from '../base/addition-problems.ts'
import { latestDateIn } from '../base/dates.ts'
import { withoutHiddenCharacters } from '../base/hidden-text.ts'
import { isRecord } from '../base/is-record.ts'
import type { Words } from '../base/language.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { isPlaceholder, statusNamed, typeNamed } from './labels.ts'
import { listItemIn } from './lines.ts'

/** An object is one addition; a list, or an object with `entries`, is several. */
export function decodeAdditions(raw: unknown): Result<readonly Addition[]> {
  const entries = isRecord(raw) && Array.isArray(raw['entries']) ? raw['entries'] : Array.isArray(raw) ? raw : [raw]
  if (entries.length === 0 || entries.length > MOST_AT_ONCE) {
    return invalid({
      en: `Between 1 and ${MOST_AT_ONCE} entries at once; there are ${entries.length}.`,
      zh: `一次可写 1 到 ${MOST_AT_ONCE} 条，实际 ${entries.length} 条。`,
    })
  }
  const additions: Addition[] = []
  for (const entry of entries) {
    const decoded = decodeAddition(entry)
    if (!decoded.ok) return decoded
    additions.push(decoded.value)
  }
  return ok(additions)
}

/** Accepts every spelling of a field name: `givenUp`, `given_up`, `取舍`. */
export function decodeAddition(raw: unknown): Result<Addition> {
  if (!isRecord(raw))
    return invalid({ en: 'An entry must be an object { kind, … }.', zh: '条目应当是对象 { kind, … }。' })
  const kind = raw['kind'] === 'removal' ? 'removal' : kindOfAddition(raw['kind'])
  if (kind === undefined) {
    const list = PROPOSED_KINDS.join(', ')
    return invalid({ en: `"kind" must be one of ${list}.`, zh: `"kind" 应当是：${list}。` })
  }
  const inner = isRecord(raw['fields']) ? Object.entries(raw['fields']) : []
  const fields = decodeFields([...Object.entries(raw), ...inner], kind)
  return fields.ok ? checked({ kind, fields: fields.value, evidence: listOf(raw['evidence']) }) : fields
}

function decodeFields(
  given: readonly (readonly [string, unknown])[],
  kind: Addition['kind'],
): Result<ReadonlyMap<Field, string>> {
  const fields = new Map<Field, string>()
  const names = new Map<Field, string>()
  for (const [name, value] of given) {
    if (['kind', 'evidence', 'fields'].includes(name) || value === undefined || value === null) continue
    const said = textOf(value)
    if (said === '') continue
    const field = fieldNamed(name, kind)
    if (field === undefined) return noSuchField(kind, name)
    if (said.length > LONGEST_FIELD) return invalid(tooLong(name))
    // A field that is given twice with different texts is an error, because neither text may be lost.
    if ((fields.get(field) ?? said) !== said) return saidTwice(kind, field, names.get(field) ?? field, name)
    fields.set(field, said)
    names.set(field, name)
  }
  return ok(fields)
}

function saidTwice(kind: Addition['kind'], field: Field, one: string, other: string): Result<never> {
  const called = FIELD_NAMES[field]
  return invalid(
    {
      en: `"${one}" and "${other}" both mean the field "${called}" of a ${nameOfKind(kind, 'en')}, and they differ.`,
      zh: `"${one}" 与 "${other}" 都表示${nameOfKind(kind, 'zh')}的 "${called}"，但内容不同。`,
    },
    {
      en: `Give "${called}" once, with the whole text.`,
      zh: `请只写一次 "${called}"，包含全部内容。`,
    },
  )
}

function noSuchField(kind: Addition['kind'], name: string): Result<never> {
  const known = fieldsOf(kind)
    .map((spec) => FIELD_NAMES[spec.field])
    .join(', ')
  return invalid(
    {
      en: `A ${nameOfKind(kind, 'en')} has no field "${name}"; it has ${known}.`,
      zh: `${nameOfKind(kind, 'zh')}没有字段 "${name}"；可用：${known}。`,
    },
    kindHelp(kind),
  )
}

/** The addition as JSON that `decodeAddition` reads. */
export function encodeAddition({ kind, fields, evidence }: Addition): Readonly<Record<string, unknown>> {
  return { kind, ...Object.fromEntries(fields), evidence }
}

/** An example call for a kind: its required fields, and the fields that have fixed choices. */
export function exampleOf(kind: ProposedKind): string {
  const fields = fieldsOf(kind).flatMap(({ field, required, choices }) =>
    required || choices !== undefined ? [[FIELD_NAMES[field], choices?.join('|') ?? '…']] : [],
  )
  return JSON.stringify({ kind, ...Object.fromEntries(fields) })
}

/** The addition in one line, for a list or a question. */
export function headlineOf({ fields }: Addition): string {
  const line = (fields.get('title') ?? fields.get('text') ?? '').replace(/\s+/g, ' ').trim()
  return line.length <= 120 ? line : `${line.slice(0, 119).toWellFormed()}…`
}

const MOST_AT_ONCE = 20
const LONGEST_FIELD = 50_000
const MOST_EVIDENCE = 20
const LONGEST_EVIDENCE = 1_000

/** Other names of a field, without case, blanks, dashes and underscores. */
const ALIASES: Readonly<Record<Field, readonly string[]>> = {
  title: ['what', 'decision', 'question', 'name', 'topic', 'remove', 'forget', '标题', '决策', '问题', '名称', '主题'],
  text: [
    'content',
    'body',
    'answer',
    'description',
    'summary',
    'item',
    'fact',
    'focus',
    '内容',
    '描述',
    '答案',
    '事项',
  ],
  date: ['日期', 'when'],
  why: ['reason', 'rationale', '原因', '理由'],
  givenUp: ['gaveup', 'tradeoff', 'tradeoffs', 'alternatives', 'rejected', '取舍', '放弃'],
  applies: ['appliesto', 'scope', 'where', '适用范围', '适用', '范围'],
  notFor: ['notapplies', 'doesnotapplyto', 'except', '不适用'],
  replaces: ['supersedes', '替代', '取代'],
  symptom: ['symptoms', '症状', '现象'],
  cause: ['rootcause', '根因', '原因'],
  solution: ['fix', '解决方案', '解决'],
  prevention: ['prevent', '预防措施', '预防'],
  type: ['类型'],
  acceptance: ['acceptancecriteria', 'criteria', '验收标准', '验收'],
  status: ['状态'],
  state: ['status', '状态'],
  section: ['章节'],
  pointer: ['source', 'link', 'seealso', 'entry', 'id', '指针', '来源'],
}

/** The field that a name means in this kind. */
export function fieldNamed(raw: string, kind: ProposedKind): Field | undefined {
  const name = raw.toLowerCase().replace(/[\s_-]/g, '')
  const known = fieldsOf(kind).map((spec) => spec.field)
  const own =
    known.find((field) => field.toLowerCase() === name) ?? known.find((field) => ALIASES[field].includes(name))
  // A focus, an item and a fact have a single text, so every name for it is accepted.
  return own ?? (known.includes('title') || !['title', ...ALIASES.title].includes(name) ? undefined : 'text')
}

function checked(addition: Addition): Result<Addition> {
  const { kind, evidence } = addition
  const fields = new Map(addition.fields)
  const missing = fieldsOf(kind).flatMap((spec) =>
    spec.required && isPlaceholder(fields.get(spec.field) ?? '') ? [spec.name] : [],
  )
  if (missing.length > 0) return fail({ code: 'addition-incomplete', kind, missing })
  for (const { field, choices } of fieldsOf(kind)) {
    const said = fields.get(field)
    if (said === undefined) continue
    if (choices !== undefined) {
      const chosen = choices.find((choice) => choice.toLowerCase() === said.toLowerCase()) ?? meantBy(field, said)
      if (chosen === undefined) {
        const list = choices.join(', ')
        return invalid({ en: `"${field}" must be one of ${list}.`, zh: `"${field}" 应当是：${list}。` }, kindHelp(kind))
      }
      fields.set(field, chosen)
    }
    if (field === 'date') {
      const day = latestDateIn(said)
      if (day === undefined)
        return invalid(
          { en: '"date" must be a day: YYYY-MM-DD.', zh: '"date" 应当是日期：YYYY-MM-DD。' },
          { en: 'Omit it for today.', zh: '省略则为今天。' },
        )
      fields.set(field, day)
    }
  }
  return ok({ kind, fields, evidence })
}

/** Accepts a status or type in the bank's language: 已完成 is Done. */
function meantBy(field: Field, said: string): string | undefined {
  if (field === 'status') return statusNamed(said)
  return field === 'type' ? typeNamed(said) : undefined
}

function invalid(detail: Words, next?: Words): ReturnType<typeof fail> {
  return fail(invalidAddition(detail, next))
}

function tooLong(name: string): Words {
  return {
    en: `"${name}" is longer than ${LONGEST_FIELD} characters; a bank holds conclusions, not logs.`,
    zh: `"${name}" 超过 ${LONGEST_FIELD} 个字符；Memory Bank 存结论，不存日志。`,
  }
}

/** A list becomes the items of a Markdown list. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) {
    return value
      .map(textOf)
      .filter((item) => item !== '')
      .map((item) => (listItemIn(item) !== undefined ? item : `- ${item}`))
      .join('\n')
  }
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value !== 'string') return ''
  // A person must see all the text they agree to.
  return withoutHiddenCharacters(value.replace(/\r\n?/g, '\n')).trim().toWellFormed()
}

function listOf(value: unknown): readonly string[] {
  const items = typeof value === 'string' ? value.split('\n') : [value ?? []].flat()
  return items
    .map((item) => textOf(item).replace(/\s+/g, ' ').slice(0, LONGEST_EVIDENCE).toWellFormed())
    .filter((item) => item !== '')
    .slice(0, MOST_EVIDENCE)
}
