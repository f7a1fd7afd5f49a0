/**
 * What claude-mem exports as JSON, when the person names that file. A model wrote it in passing and nobody has looked at
 * it since: all of it comes as proposals, never straight into the bank (S60).
 */

import type { Addition, AdditionKind, Field } from '../../core/addition.ts'
import { datesIn } from '../../text/dates.ts'
import { listAt, parseJson, textAt, textsAt } from '../../text/parse-data.ts'
import type { Piece, SourceReader } from '../source.ts'

export const claudeMem: SourceReader = {
  id: 'claude-mem',
  name: 'claude-mem export',
  order: 80,
  find({ named, isFile, readText }) {
    if (named === undefined || !/\.json$/i.test(named) || !isFile(named)) return []
    if (observationsIn(readText(named) ?? '').length === 0) return []
    const base = named.slice(named.lastIndexOf('/') + 1)
    return [{ place: base, files: [{ path: named, name: `claude-mem/${base}` }], skipped: [] }]
  },
  read(file) {
    const worth = observationsIn(file.text)
      .flatMap((observation) => additionOf(observation) ?? [])
      .slice(0, MOST_PROPOSALS)
    const whole = { first: 1, last: file.lines.length }
    return worth.map((addition): Piece => ({ ...whole, becomes: { kind: 'unsure', addition } }))
  },
}

/** A person answers each of them. */
const MOST_PROPOSALS = 50

/** What it calls changes, features and refactorings is in the code and in git. */
const WORTH = ['decision', 'bugfix', 'discovery']

/** Decisions before bugs before discoveries, and of each the newest first. */
function observationsIn(text: string): readonly unknown[] {
  const all = listAt(parseJson(text), 'observations').filter((one) => WORTH.includes(textAt(one, 'type') ?? ''))
  const rank = (one: unknown) => WORTH.indexOf(textAt(one, 'type') ?? '')
  const at = (one: unknown) => textAt(one, 'created_at') ?? ''
  return all.toSorted((a, b) => rank(a) - rank(b) || (at(a) < at(b) ? 1 : at(a) > at(b) ? -1 : 0))
}

/** It seldom says what was given up or what prevents a bug: a text with its title, and nothing made up. */
function additionOf(observation: unknown): Addition<AdditionKind> | undefined {
  const title = textAt(observation, 'title') ?? ''
  const said = [textAt(observation, 'subtitle'), textAt(observation, 'narrative') ?? textAt(observation, 'text')]
  const facts = factsIn(observation).map((fact) => `- ${fact}`)
  const text = [...said.flatMap((one) => one ?? []), facts.join('\n')].filter((one) => one !== '').join('\n\n')
  if (title === '' || text === '') return undefined
  const date = datesIn(textAt(observation, 'created_at') ?? '')[0]
  const fields = new Map<Field, string>([
    ['title', title],
    ['text', text],
  ])
  if (date !== undefined) fields.set('date', date)
  return {
    kind: 'design',
    fields,
    evidence: [...listed(observation, 'files_modified'), ...listed(observation, 'files_read')].slice(0, 5),
  }
}

function factsIn(observation: unknown): readonly string[] {
  return listed(observation, 'facts')
}

/** Lists are kept as JSON in a text. */
function listed(observation: unknown, key: string): readonly string[] {
  const kept = textAt(observation, key)
  const list = kept?.startsWith('[') ? textsAt({ kept: parseJson(kept) }, 'kept') : textsAt(observation, key)
  return list.map((one) => one.trim()).filter((one) => one !== '')
}
