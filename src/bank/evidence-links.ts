/**
 * The evidence of an entry in the bank (S57): in brackets at the end of the text it supports, or as a document's list
 * of pointers. A place is a link if the text stays in its file, and code if it may move. A commit is its hash, and a
 * sentence is a short quotation.
 *
 * Compare texts without their evidence: `withoutEvidence`.
 */

import { type BankPath, baseName } from '../base/bank-path.ts'
import type { Language } from '../base/language.ts'
import { BANK_FOLDER } from '../base/layout.ts'
import { afterPlace, readEvidence } from './evidence.ts'
import { oneLine } from './lines.ts'

/** Access to the repository. */
export interface EvidencePlaces {
  /** The repository's folder, because a place may be an absolute path. */
  readonly root: string
  readonly isThere: (path: string) => boolean
}

const ANYWHERE: EvidencePlaces = { root: '', isThere: () => true }

/** For a text that stays in the file `from`. */
export function evidenceLinks(
  items: readonly string[],
  from: BankPath,
  language: Language,
  places = ANYWHERE,
): readonly string[] {
  return items.map((item) => printed(item, language, places, (path, line) => linkFrom(from, path, line)))
}

/** For an item of a list, which may move to another file. */
export function evidenceNames(items: readonly string[], language: Language, places = ANYWHERE): readonly string[] {
  return items.map((item) => printed(item, language, places, inCode))
}

/** For a document's list of pointers, where evidence is not shortened. */
export function evidencePointers(items: readonly string[], from: BankPath, places = ANYWHERE): readonly string[] {
  return items.map((item) => {
    const named = readEvidence(item, places.root)
    if (named.kind !== 'path' || !places.isThere(named.path)) return `- ${oneLine(item)}`
    return oneLine(`- ${linkFrom(from, named.path, named.line)}${afterPlace(item)}`).replace(/^(?!- )/, '- ')
  })
}

/** The text with this evidence added after any evidence it already has. */
export function withEvidence(text: string, evidence: readonly string[], language: Language): string {
  const { said, inner } = split(text)
  const all = evidence.reduce(
    (list, one) => (list.includes(one) ? list : list === '' ? one : `${list}${language === 'zh' ? '、' : ', '}${one}`),
    inner,
  )
  if (all === '') return text
  return language === 'zh' ? `${said}（依据：${all}）` : `${said} (evidence: ${all})`
}

export function withoutEvidence(text: string): string {
  return split(text).said
}

/** The text in the brackets; empty without brackets. */
export function evidenceIn(text: string): string {
  return split(text).inner
}

function split(text: string): { readonly said: string; readonly inner: string } {
  for (const [open, close] of BRACKETS) {
    const end = text.trimEnd()
    const at = end.endsWith(close) ? end.lastIndexOf(open) : -1
    if (at !== -1) return { said: text.slice(0, at).trimEnd(), inner: end.slice(at + open.length, -close.length) }
  }
  return { said: text, inner: '' }
}

const BRACKETS = [
  [' (evidence: ', ')'],
  ['（依据：', '）'],
] as const

type PrintPlace = (path: string, line: number | undefined) => string

function printed(item: string, language: Language, { root, isThere }: EvidencePlaces, place: PrintPlace): string {
  const named = readEvidence(item, root)
  switch (named.kind) {
    case 'path': {
      const rest = quoted(afterPlace(item), language)
      const name = isThere(named.path) ? place(named.path, named.line) : inCode(named.path, named.line)
      return rest === '' ? name : `${name} ${rest}`
    }
    case 'commit':
      return `\`${named.hash}\``
    case 'outside': {
      const [address = ''] = oneLine(item).split(' ', 1)
      return /^https?:\/\/[^\s<>()]+$/.test(address) ? `<${address}>` : quoted(item, language)
    }
    case 'words':
      return quoted(item, language)
  }
}

function inCode(path: string, line: number | undefined): string {
  return `\`${line === undefined ? path : `${path}:${line}`}\``
}

function linkFrom(from: BankPath, path: string, line: number | undefined): string {
  const here = `${BANK_FOLDER}/${from}`.split('/').slice(0, -1)
  const there = path.split('/')
  const common = here.findIndex((part, index) => part !== there[index])
  const shared = common === -1 ? here.length : common
  const steps = [...here.slice(shared).map(() => '..'), ...there.slice(shared)].join('/')
  const target = encodeURI(steps).replace(/[()[\]#?]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
  const words = (baseName(path.replace(/\/$/, '')) || path).replace(/[[\]]/g, '\\$&')
  return line === undefined ? `[${words}](${target})` : `[${words}:${line}](${target}#L${line})`
}

/** A quoted sentence, shortened to fit in brackets. */
function quoted(words: string, language: Language): string {
  const bare = oneLine(words)
    .replace(/^[\s"'“”「」‘’—–:：,，;；-]+|(?<![\s"'“”「」‘’])[\s"'“”「」‘’]+$/g, '')
    .replace(/[（(]evidence|（依据/g, 'evidence')
  if (bare === '') return ''
  const short = bare.length <= LONGEST ? bare : `${bare.slice(0, LONGEST - 1).toWellFormed()}…`
  return language === 'zh' ? `「${short}」` : `“${short}”`
}

const LONGEST = 100
