/**
 * The provenance of a file with a single entry (S57): one comment at the top of its machine block.
 *
 * The line is written once with the file, and later writes keep it, so that it never conflicts in a merge. It counts
 * only among the first lines of a file. Models read a plain line instead of the comment.
 */

import { latestDateIn } from '../base/dates.ts'
import type { Words } from '../base/language.ts'
import {
  ACCEPTANCES,
  type Acceptance,
  type Origin,
  type Provenance,
  SPEAKERS,
  type Speaker,
} from '../base/provenance-record.ts'
import { MARKER } from './blocks.ts'
import { endingOf, type Line, splice } from './lines.ts'
import type { Page } from './page.ts'

export function provenanceComment({ saidBy, accepted, source }: Provenance): string {
  const fields = [
    `said by ${saidBy}`,
    ...(accepted === undefined ? [] : [`accepted ${acceptedText(accepted)}`]),
    ...(source === undefined ? [] : [`source: ${source}`]),
  ]
  // The text must not close the comment.
  return `<!-- provenance: ${fields.join('; ').replace(/\s+/g, ' ').replaceAll('--', '- -').replaceAll('>', '')} -->`
}

/** The provenance of a file, as far as it has the expected form. */
export function readProvenance(page: Page): Provenance | undefined {
  return provenanceIn(provenanceLine(page)?.text ?? '')
}

/** The provenance line of a file, even in nearly the expected form. */
export function provenanceLine({ lines }: Page): Line | undefined {
  return lines.slice(0, HEAD_LINES).find((line) => !line.fenced && isProvenanceLine(line.text))
}

/** A comment that could be taken for provenance. */
export function isProvenanceLine(line: string): boolean {
  return /^\s*<!--\s*provenance\s*:/i.test(line)
}

/** Restores a provenance line that the file has lost. */
export function withProvenanceLine({ text, lines, bodyStart }: Page, line: string): string {
  const marker = lines.find((one) => one.start < HEAD_LENGTH && one.text.trim() === MARKER.machineStart)
  const at = marker?.end ?? bodyStart
  return splice(text, at, at, line + endingOf(text))
}

/** `2026-11-16`, with the channel if known: `2026-11-16 (chat)`, `2026-11-16 (page, edited)`. */
export function acceptedText({ on, how, edited }: NonNullable<Provenance['accepted']>): string {
  const marks = [...(how === undefined ? [] : [how]), ...(edited === undefined ? [] : ['edited'])]
  return marks.length === 0 ? on : `${on} (${marks.join(', ')})`
}

export function readAccepted(text: string): Provenance['accepted'] {
  const [, on, said = ''] = /^\s*(\d{4}-\d\d-\d\d)(?:\s*\(([a-z]+(?:, [a-z]+)*)\))?\s*$/.exec(text) ?? []
  return on === undefined || latestDateIn(on) !== on ? undefined : { on, ...marksIn(said) }
}

/** The brackets after the day: how a person agreed, and whether they edited it. */
export function marksIn(said: string): Omit<NonNullable<Provenance['accepted']>, 'on'> {
  const marks = said.split(',').map((mark) => mark.trim())
  const how = ACCEPTANCES.find((one) => marks.includes(one))
  return { ...(how === undefined ? {} : { how }), ...(marks.includes('edited') ? { edited: true } : {}) }
}

/** One plain line for a reader. */
export function provenanceWords({ saidBy, accepted, source }: Provenance): Words {
  const { how, on, edited } = accepted ?? {}
  const [agreeEn, agreeZh] = edited === true ? ['edited and accepted', '修改后确认'] : ['accepted', '确认']
  const [agreedEn, agreedZh] = how === undefined ? ['', ''] : [` ${HOW_NAMES[how].en}`, HOW_NAMES[how].zh]
  return {
    en: [
      saidBy === 'code' ? 'found by scan' : `said by ${saidBy}`,
      ...(on === undefined ? [] : [`${agreeEn} ${on}${agreedEn}`]),
      ...(source === undefined ? [] : [`source: ${source}`]),
    ].join(', '),
    zh: [
      SAID_BY[saidBy],
      ...(on === undefined ? [] : [`${on} ${agreedZh}${agreeZh}`]),
      ...(source === undefined ? [] : [`出处：${source}`]),
    ].join('，'),
  }
}

/** The shortest form: `said by user, accepted 2026-11-16`, `git: Ann, 2026-03-01`. */
export function originWords(origin: Origin): Words {
  if (origin.from === 'git') {
    const said = `git: ${origin.author}, ${origin.on}`
    return { en: said, zh: said.replace(', ', '，') }
  }
  const { saidBy, accepted } = origin
  if (accepted === undefined) return provenanceWords({ saidBy })
  const { how: _, ...when } = accepted
  return provenanceWords({ saidBy, accepted: when })
}

function provenanceIn(line: string): Provenance | undefined {
  const said = FORM.exec(line)?.[1]
  if (said === undefined) return undefined
  // A path may hold a semicolon, so the source is everything after its label.
  const [, head = '', source] = /^(.*?)(?:; source: (.+))?$/.exec(said) ?? []
  const [first = '', second] = head.split('; ')
  const saidBy = SPEAKERS.find((one) => first === `said by ${one}`)
  if (saidBy === undefined) return undefined
  const accepted = second === undefined ? undefined : readAccepted(second.replace(/^accepted /, ''))
  return {
    saidBy,
    ...(accepted === undefined ? {} : { accepted }),
    ...(source === undefined ? {} : { source }),
  }
}

const FORM = /^ {0,3}<!-- provenance: (.+) -->[ \t]*$/
/** A byte order mark, a marker and marks of other tools may come before it. */
const HEAD_LINES = 8
const HEAD_LENGTH = 4_000

const HOW_NAMES: Readonly<Record<Acceptance, Words>> = {
  terminal: { en: 'at a terminal', zh: '在终端' },
  chat: { en: 'in chat', zh: '在对话中' },
  form: { en: 'in a form', zh: '在表单中' },
  page: { en: 'on the page', zh: '在页面上' },
  allowed: { en: 'by a standing permission', zh: '按长期许可' },
}

const SAID_BY: Readonly<Record<Speaker, string>> = {
  user: '来自用户',
  agent: '来自 Agent',
  code: '扫描所得',
  import: '来自导入',
}
