import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { valueAt } from '../../src/settings/jsonc.ts'
import { addEntries, entriesIn, removeEntries, type SettingsEntry } from '../../src/settings/settings-entries.ts'
import { settingsText } from '../bank/settings-texts.ts'
import { law } from '../laws/runs.ts'

const ITEM: SettingsEntry = {
  kind: 'item',
  at: ['ours', 'list'],
  value: 'mine',
  isOurs: (value) => value === 'mine' || value === 'mine, gone',
  repaired: (value) => (value === 'mine, gone' ? 'mine' : undefined),
}
const PROPERTY: SettingsEntry = {
  kind: 'property',
  at: ['ours', 'switch'],
  value: true,
  isFine: (value) => value === true || value === 'fine',
}
const BOTH = [ITEM, PROPERTY]

function add(text: string | undefined, entries = BOTH): string {
  const added = addEntries(text, entries, '{}\n', 'x.json')
  if (!added.ok) throw new Error(JSON.stringify(added.problem))
  return added.value
}

function remove(text: string, before: string | undefined): string {
  const removed = removeEntries(text, BOTH, before, 'x.json')
  if (!removed.ok) throw new Error(JSON.stringify(removed.problem))
  return removed.value
}

test('entries are added once, and removing them restores any settings [S53]', () => {
  law(
    fc.property(settingsText({ empty: false }), (text) => {
      const added = add(text)
      expect(add(added)).toBe(added)
      expect(entriesIn(added, BOTH)).toEqual(BOTH)
      expect(remove(added, text)).toBe(text)
      expect(remove(added, undefined)).toBe(text)
    }),
    300,
  )
})

describe('an existing value', () => {
  test.each([
    ['ours and sound', '{ "ours": { "list": ["mine"], "switch": "fine" } }', ['mine'], 'fine'],
    ['ours and leading nowhere', '{ "ours": { "list": ["mine, gone"], "switch": true } }', ['mine'], true],
    ['switched off', '{ "ours": { "list": ["a"], "switch": false } }', ['a', 'mine'], true],
    ['empty', '{ "ours": {} }', ['mine'], true],
  ])('%s [S53]', (_, text, list, value) => {
    const added = add(text)
    expect(valueAt(added, ['ours'])).toEqual({ list, switch: value })
  })

  test('under the same name is kept or restored [S53]', () => {
    const text = '{ "ours": { "list": ["mine"], "switch": false } }'
    expect(remove(add(text), text)).toBe(text)
  })

  test('a list or object that was empty before stays [S53]', () => {
    const text = '{ "ours": { "list": [] } }'
    expect(remove(add(text), text)).toBe(text)
  })
})

test.each([
  ['{ "ours": [] }', '"ours" must be an object'],
  ['{ "ours": { "list": "x" } }', '"ours.list" must be a list'],
  ['{ "ours": null }', '"ours" must be an object'],
  ['{ "a": 1,, }', 'line 1'],
])('%s is a problem with its place [S53]', (text, said) => {
  const added = addEntries(text, BOTH, '{}\n', 'x.json')
  expect(added).toMatchObject({ ok: false, problem: { code: 'config-invalid', path: 'x.json' } })
  if (!added.ok && added.problem.code === 'config-invalid') expect(added.problem.detail.en).toContain(said)
})
