/**
 * Whether a new document would be the second one on its topic (S6).
 *
 * Told by titles as `add` tells them, by a requirement's number, and by a name that is another's with a count behind it
 * (`billing2.md` beside `billing.md`); two of a series (`phase-1`, `phase-2`) are two topics.
 */

import { sameTopic } from '../../bank/already-said.ts'
import { numberIn, withoutNumber } from '../../bank/entry.ts'
import { pageOf } from '../../bank/page.ts'
import { type BankPath, baseName, directoryOf } from '../../base/bank-path.ts'
import { nearTopic } from './near-topic.ts'

export interface TitledDocument {
  readonly path: BankPath
  /** Without a requirement's number. */
  readonly title: string
}

/** The document among the others that says already, or nearly, what this one is about; one on the very topic before one that is near. */
export function sameDocument(
  path: BankPath,
  text: string,
  others: readonly { readonly path: BankPath; readonly text: string }[],
): TitledDocument | undefined {
  const one = documentOf(path, text)
  const beside = others
    .filter((other) => other.path !== path && directoryOf(other.path) === directoryOf(path))
    .map((other) => documentOf(other.path, other.text))
  return (
    beside.find((other) => isSame(one, other) || isCopy(one.name, other.name)) ??
    beside.find((other) => nearTopic(one.title, other.title))
  )
}

interface NamedDocument extends TitledDocument {
  readonly name: string
  readonly number: number | undefined
}

function documentOf(path: BankPath, text: string): NamedDocument {
  const file = baseName(path).replace(/\.md$/i, '')
  const title = pageOf(text).title ?? file
  return { path, title: withoutNumber(title), name: withoutNumber(file), number: numberIn(file) ?? numberIn(title) }
}

function isSame(one: NamedDocument, other: NamedDocument): boolean {
  if (one.number !== undefined && one.number === other.number) return true
  return sameTopic(one.title, other.title) || sameTopic(one.name, other.title) || sameTopic(one.title, other.name)
}

function isCopy(name: string, of: string): boolean {
  const bare = name.replace(/[-_ ]?(?:v?\d+|new|copy|副本|新版?)$/i, '')
  return bare !== name && /\p{L}{3}|\p{Script=Han}{2}/u.test(bare) && bare.toLowerCase() === of.toLowerCase()
}
