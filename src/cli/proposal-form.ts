/** A proposal as a text for an editor: the name of a field on a line of its own, its words below; and what a person made of it. */

import type { Fields } from '../consent/proposal.ts'
import { type Addition, FIELD_NAMES, fieldsOf } from '../core/addition.ts'
import type { Language, Words } from '../core/language.ts'

export function proposalForm({ kind, fields }: Addition, language: Language): string {
  const parts = fieldsOf(kind).map(({ field, name, required, choices }) => {
    const about = [name[language], ...(required ? [REQUIRED[language]] : []), ...(choices ?? [])].join(' · ')
    return `=== ${FIELD_NAMES[field]} === ${about}\n${fields.get(field) ?? ''}\n`
  })
  return [HOW[language], ...parts].join('\n')
}

/** Undefined where nothing is left of it: whoever empties the file wants nothing changed. A field that is gone says nothing. */
export function readProposalForm(text: string, { kind }: Addition): Fields | undefined {
  const said = new Map<string, string[]>(fieldsOf(kind).map(({ field }) => [FIELD_NAMES[field], []]))
  let current: string[] | undefined
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)) {
    const name = /^=== ([a-z_]+) ===/.exec(line)?.[1]
    const named = name === undefined ? undefined : said.get(name)
    if (named === undefined) current?.push(line)
    else current = named
  }
  if (current === undefined) return undefined
  return Object.fromEntries([...said].map(([name, lines]) => [name, lines.join('\n').trim()]))
}

const REQUIRED: Words = { en: 'required', zh: '必填' }
const HOW: Words = {
  en: 'Change the words below the lines of ===, and leave those lines. Empty the file to change nothing.\n',
  zh: '请修改 === 行下面的内容，保留这些行。清空文件则不做改动。\n',
}
