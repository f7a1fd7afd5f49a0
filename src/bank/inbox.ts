/**
 * A team's entry in a file of its own (S55): front matter with kind, date and origin, and the entry below it
 * as people review it. Edits made in a review are respected.
 *
 * Readers see a waiting entry as it will be in its final place, so folding changes no answer. Every line keeps its
 * number, so that answers can cite the waiting file.
 */

import { ADDITION_KINDS, type Addition, type AdditionKind, type Field, fieldsOf } from '../base/addition.ts'
import { type BankPath, baseName, knownPath } from '../base/bank-path.ts'
import { latestDateIn } from '../base/dates.ts'
import type { Words } from '../base/language.ts'
import { folderPath, isInboxPath, MEMORY, PATTERNS, PROGRESS, SECTION, TECH } from '../base/layout.ts'
import { type Provenance, SPEAKERS } from '../base/provenance-record.ts'
import { fieldNamed, headlineOf } from './decode-addition.ts'
import { headingIn } from './lines.ts'
import type { Page } from './page.ts'
import { marksIn } from './provenance.ts'
import { headingLevel } from './sections.ts'

export interface InboxEntry {
  readonly path: BankPath
  readonly kind: AdditionKind
  readonly title: string
  /** YYYY-MM-DD. Empty if neither the file nor its name has a day. */
  readonly date: string
  /** The fields in the file. Fields that the kind requires may be missing. */
  readonly addition: Addition<AdditionKind>
  readonly provenance: Provenance | undefined
  readonly replaces: string | undefined
  /** Marks of its former words, under which another branch may have folded it. */
  readonly was: readonly string[]
}

/** Why a file is not an entry: no front matter, an unknown kind, or no text. */
export type InboxFault = 'front-matter' | 'kind' | 'empty'

export function readInboxEntry(page: Page): InboxEntry | undefined {
  const read = readInboxFile(page)
  return typeof read === 'string' ? undefined : read
}

export function readInboxFile(page: Page): InboxEntry | InboxFault {
  const { path } = page
  const values = readFrontMatter(page)
  if (values === undefined) return 'front-matter'
  const said = (key: string) => values.get(key)?.[0]
  const kind = ADDITION_KINDS.find((one) => one === said('kind')?.toLowerCase())
  if (kind === undefined) return 'kind'
  const fields = fieldsIn(page, kind)
  if (!fields.has('title') && !fields.has('text')) return 'empty'
  const date = latestDateIn(said('date') ?? '') ?? latestDateIn(baseName(path).slice(0, DAY_LENGTH)) ?? ''
  if (date !== '' && has(kind, 'date') && !fields.has('date')) fields.set('date', date)
  const replaces = said('replaces')
  if (replaces !== undefined && has(kind, 'replaces')) fields.set('replaces', replaces)
  const source = said('source')
  const evidence = values.get('evidence') ?? (source === undefined ? [] : [source])
  const addition = { kind, fields, evidence }
  const was = values.get('was') ?? []
  return { path, kind, title: headlineOf(addition), date, addition, provenance: provenanceIn(said), replaces, was }
}

/** The readable entries in the inbox, by day and then by name. */
export function waitingIn(pages: Iterable<Page>): readonly InboxEntry[] {
  return [...pages]
    .filter(({ path }) => isInboxPath(path))
    .flatMap((page) => readInboxEntry(page) ?? [])
    .toSorted((a, b) => (a.date + a.path < b.date + b.path ? -1 : 1))
}

function has(kind: AdditionKind, field: Field): boolean {
  return fieldsOf(kind).some((spec) => spec.field === field)
}

/** Reads every line. A line without a label or heading belongs to the part above it, or to the kind's first field. */
function fieldsIn(page: Page, kind: AdditionKind): Map<Field, string> {
  const said = new Map<Field, string[]>()
  const say = (field: Field, line: string) => said.set(field, [...(said.get(field) ?? []), line])
  const first = has(kind, 'text') ? 'text' : kind === 'learning' ? 'symptom' : 'why'
  let part: Field = first
  let isInSection = false
  for (const { text: line, fenced } of page.part(page.bodyStart).lines) {
    const level = fenced ? undefined : headingLevel(line)
    const heading = level === undefined ? '' : line.replace(/^ {0,3}#+\s*/, '')
    if (level === 1 && has(kind, 'title') && !said.has('title')) {
      say('title', heading)
      continue
    }
    const named = level === 2 && kind !== 'design' ? fieldNamed(heading, kind) : undefined
    const label = isInSection || fenced || kind === 'design' ? null : FIELD_LABEL.exec(line)
    const labelled = label?.[1] === undefined ? undefined : fieldNamed(label[1], kind)
    if (named !== undefined) {
      isInSection = true
      part = named
    } else if (labelled !== undefined) {
      say(labelled, label?.[2] ?? '')
      if (first !== 'text') part = labelled
    } else say(part, line)
  }
  const texts = [...said].map(([field, all]) => [field, all.join('\n').trim()] as const)
  return new Map(texts.filter(([, value]) => value !== ''))
}

export const FIELD_LABEL = /^[-*+]\s+(?:\*\*)?([^*:：\s][^*:：]{0,39}?)(?:\*\*)?\s*[:：](?:\*\*)?\s*(.*)$/

function provenanceIn(said: (key: string) => string | undefined): Provenance | undefined {
  const saidBy = SPEAKERS.find((one) => one === said('said_by'))
  if (saidBy === undefined) return undefined
  const accepted = said('accepted') ?? ''
  const on = latestDateIn(accepted)
  const source = said('source')
  return {
    saidBy,
    ...(on === undefined ? {} : { accepted: { on, ...marksIn(/\(([^()]*)\)/.exec(accepted)?.[1] ?? '') } }),
    ...(source === undefined ? {} : { source }),
  }
}

/** The problem of a file that is not an entry, and the next step. */
export const INBOX_FAULTS: Readonly<Record<InboxFault, { readonly what: Words; readonly next: Words }>> = {
  'front-matter': {
    what: { en: 'Its front matter cannot be read.', zh: '无法读取它的 front matter。' },
    next: {
      en: 'Put it between two lines of ---, one `key: value` per line, or remove the file.',
      zh: '请把它放回两行 --- 之间，每行一个 `键: 值`，或删除该文件。',
    },
  },
  kind: {
    what: { en: 'It does not name a kind of entry.', zh: '没有有效的条目类型。' },
    next: {
      en: `Set kind: to one of ${ADDITION_KINDS.join(', ')}.`,
      zh: `请将 kind: 设为 ${ADDITION_KINDS.join('、')} 之一。`,
    },
  },
  empty: {
    what: { en: 'There is no text below its front matter.', zh: 'front matter 之后没有内容。' },
    next: { en: 'Write the entry there, or remove the file.', zh: '请补上条目，或删除该文件。' },
  },
}

/** The form of a file name that Memory Bank gives. */
export const INBOX_NAME = /^inbox\/\d{4}-\d\d-\d\d-[^/]+-[0-9a-f]{4}\.md$/

const DAY_LENGTH = 'YYYY-MM-DD'.length

export interface Waiting {
  readonly kind: AdditionKind
  /** YYYY-MM-DD; empty if there is none. */
  readonly date: string
  /** The first heading of level 1; empty without one. */
  readonly title: string
  readonly replaces: string | undefined
  /** The line of the title, counted from 1. Without a title, the line where the text begins. */
  readonly line: number
  /** The path of its final place. */
  readonly place: BankPath
  /** The file in the format of its final place, line for line. */
  readonly text: string
}

/** Undefined for a file outside the inbox, and for an inbox file that is not an entry. */
export function readWaiting(page: Page): Waiting | undefined {
  const { path, lines, bodyStart: start } = page
  const entry = isInboxPath(path) ? readInboxEntry(page) : undefined
  if (entry === undefined) return undefined
  const { kind, date, replaces, addition } = entry
  const body = lines.filter((line) => line.start >= start)
  const titled = body.find((line) => !line.fenced && headingIn(line.text)?.level === 1)
  const title = titled === undefined ? '' : (headingIn(titled.text)?.text ?? '')
  const first = titled ?? body.find((line) => line.text.trim() !== '')
  const told = lines.map((line, at) => {
    if (line.start < start) return at === 0 ? sectionOf(addition) : ''
    return line === titled ? titleLine(kind, title) : line.text
  })
  return {
    kind,
    date,
    title,
    replaces,
    line: first?.number ?? 1,
    place: placeOf(kind, path),
    text: told.join('\n'),
  }
}

/** The heading above the entry in its final place, if a reader needs it to understand the entry. */
function sectionOf({ kind, fields }: Addition<AdditionKind>): string {
  if (kind === 'focus') return SECTION.focus
  if (kind === 'answer') return SECTION.quickAnswers
  return kind === 'progress' ? (PROGRESS_HEADINGS[fields.get('state') ?? ''] ?? '') : ''
}

/** Work in progress needs no heading, because it is about the present. */
const PROGRESS_HEADINGS: Readonly<Record<string, string>> = { next: '## Next', done: '## Done', blocked: '## Blocked' }

function titleLine(kind: AdditionKind, title: string): string {
  switch (kind) {
    case 'decision':
      return `## ${title}`
    case 'answer':
      return `**${title}**`
    case 'focus':
    case 'progress':
    case 'tech':
      return `- ${title}`
    case 'learning':
    case 'requirement':
    case 'design':
      return `# ${title}`
  }
}

function placeOf(kind: AdditionKind, path: BankPath): BankPath {
  switch (kind) {
    case 'decision':
      return PATTERNS
    case 'learning':
      return knownPath(`${folderPath('learnings')}/${baseName(path)}`)
    case 'requirement':
      return knownPath(`${folderPath('requirements')}/${baseName(path)}`)
    case 'design':
      return knownPath(`${folderPath('design')}/${baseName(path)}`)
    case 'focus':
    case 'answer':
      return MEMORY
    case 'progress':
      return PROGRESS
    case 'tech':
      return TECH
  }
}

/** The values of each key. Undefined without front matter. */
export function readFrontMatter({ lines, bodyStart }: Page): ReadonlyMap<string, readonly string[]> | undefined {
  const [first, ...rest] = lines.filter(({ start }) => start < bodyStart)
  if (first === undefined || !/^---[ \t]*$/.test(first.text) || rest.length === 0) return undefined
  const values = new Map<string, readonly string[]>()
  let open: string | undefined
  for (const { text: line } of rest.slice(0, -1)) {
    const item = /^[ \t]*-[ \t]+(.*)$/.exec(line)
    if (item?.[1] !== undefined && open !== undefined) {
      values.set(open, [...(values.get(open) ?? []), ...textsIn(item[1])])
      continue
    }
    const pair = /^([A-Za-z][\w-]{0,40})[ \t]*:(?:[ \t]+(.*))?$/.exec(line)
    if (pair?.[1] === undefined) {
      if (line.trim() !== '' && !/^[ \t]*#/.test(line)) return undefined
      continue
    }
    open = pair[1].toLowerCase().replaceAll('-', '_')
    values.set(open, listIn(pair[2] ?? ''))
  }
  return values
}

function listIn(raw: string): readonly string[] {
  const flow = /^\[(.*)\][ \t]*(?:#.*)?$/.exec(raw.trim())
  if (flow?.[1] === undefined) return textsIn(raw)
  return (flow[1].match(/"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^,]+/g) ?? []).flatMap((one) => textsIn(one))
}

function textsIn(raw: string): readonly string[] {
  const said = raw.trim()
  const double = /^"(?:[^"\\]|\\.)*"/.exec(said)?.[0]
  if (double !== undefined) return unquoted(double)
  const single = /^'((?:[^']|'')*)'/.exec(said)?.[1]
  const text = single === undefined ? said.replace(/(?:^|\s)#.*$/, '').trim() : single.replaceAll("''", "'")
  return text === '' ? [] : [text]
}

function unquoted(quoted: string): readonly string[] {
  try {
    const text: unknown = JSON.parse(quoted)
    return typeof text === 'string' && text.trim() !== '' ? [text.trim()] : []
  } catch {
    // The text has an escape that only YAML knows, so it is used as written.
    return [quoted.slice(1, -1)]
  }
}
