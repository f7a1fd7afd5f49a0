import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Timeline } from '../../src/bank/page-answers.ts'
import { changeOf, timeline } from '../../src/dashboard/timeline.ts'
import { carryOutUndo, proposeUndo } from '../../src/verbs/undo.ts'
import { given, PageProject } from '../verbs/page-project.ts'

let project: PageProject
const PATTERNS = 'memory-bank/details/patterns.md'
const KEY = `AKIA${'Q7ZK2M5XW9R4T8VB'}`

beforeEach(() => {
  project = new PageProject({ 'package.json': '{ "name": "shop" }' })
})
afterEach(() => project.remove())

test('the timeline has journal changes and commits, newest first [S54]', () => {
  const made = items()
  expect(made).toMatchObject([{ from: 'journal', intent: 'init', canUndo: true }])
  const first = project.commit('The bank')
  project.put(PATTERNS, `${project.read(PATTERNS)}\nMore.\n`)
  const second = project.commit(`Key ${KEY}`)
  project.put('src/a.ts', 'x\n')
  project.commit('Nothing of the bank')
  const all = items()
  expect(all.map(({ from, id }) => `${from} ${id}`).toSorted()).toEqual(
    [`journal ${made[0]?.id}`, `git ${first}`, `git ${second}`].toSorted(),
  )
  const times = all.map(({ at }) => Date.parse(at))
  expect(times).toEqual(times.toSorted((a, b) => b - a))
  const commit = all.find(({ id }) => id === second)
  expect(commit).toMatchObject({ author: 'Ada', files: ['details/patterns.md'] })
  expect(JSON.stringify(all)).not.toContain(KEY)
  expect(items()).toEqual(all)
})

test('it is paged and gives the number of remaining items [S54]', () => {
  project.commit('One')
  for (const word of ['a', 'b', 'c']) {
    project.put(PATTERNS, `${project.read(PATTERNS)}\n${word}\n`)
    project.commit(word)
  }
  const whole = read(0, 100)
  expect(whole).toMatchObject({ more: 0 })
  expect(whole.items).toHaveLength(5)
  const pages = [read(0, 2), read(2, 2), read(4, 2)]
  expect(pages.map(({ more }) => more)).toEqual([3, 1, 0])
  expect(pages.flatMap((page) => page.items)).toEqual(whole.items)
  expect(read(9, 2)).toEqual({ items: [], more: 0 })
})

test('an undone change names its undo and cannot be undone again [S54]', () => {
  project.put('package.json', '{ "name": "shop", "scripts": { "build": "vite build" } }')
  project.refresh()
  const workspace = project.open()
  const undo = given(proposeUndo(workspace, undefined, undefined))
  const undone = given(carryOutUndo(undo, workspace))
  const [newest, before] = items()
  expect(newest).toMatchObject({ intent: 'undo', undoes: undo.of.id, canUndo: true })
  expect(before).toMatchObject({ id: undo.of.id, undoneBy: undone.id, canUndo: false })
})

test('the diff of a change or commit contains no secret [S54] [S35]', () => {
  const first = project.commit('The bank')
  const [written] = items().filter(({ from }) => from === 'journal')
  const made = given(changeOf(project.open(), written?.id ?? ''))
  expect(made.find(({ path }) => path === 'MEMORY.md')).toMatchObject({ kind: 'create', removed: 0 })
  expect(given(changeOf(project.open(), first)).map(({ path }) => path)).toContain('MEMORY.md')
  project.put(PATTERNS, `${project.read(PATTERNS)}\naws_access_key_id = ${KEY}\n`)
  project.git('mv', 'memory-bank/details/tech.md', 'memory-bank/details/stack.md')
  project.put('src/a.ts', 'x\n')
  const second = project.commit('Two')
  const diffs = given(changeOf(project.open(), second))
  expect(diffs.map(({ kind, path, to }) => [kind, path, to])).toEqual(
    expect.arrayContaining([
      ['edit', 'details/patterns.md', undefined],
      ['move', 'details/tech.md', 'details/stack.md'],
    ]),
  )
  expect(diffs).toHaveLength(2)
  expect(JSON.stringify(diffs)).toContain('aws_access_key_id')
  expect(JSON.stringify(diffs)).not.toContain(KEY)
})

test('an unknown id is refused, whatever its form [S39]', () => {
  project.commit('One')
  const ids = ['', '../../x', 'HEAD', '--all', '0000000', '20260101-000000000-abcd']
  const told = ids.map((id) => changeOf(project.open(), id))
  expect(told.map((shown) => (shown.ok ? shown.value : shown.problem.code))).toEqual(ids.map(() => 'undo-unknown'))
})

test('a change written while the clock ran ahead keeps its place in the order [S16] [S54]', () => {
  const build = (tool: string) => `{ "name": "shop", "scripts": { "build": "${tool} build" } }`
  const [first] = items().map(({ id }) => id)
  project.put('package.json', build('vite'))
  const ahead = project.refresh(2030)
  project.put('package.json', '{ "name": "shop", "scripts": { "test": "vitest" } }')
  const later = project.refresh()
  const commit = project.commit('The bank')
  expect(items().map(({ id }) => id)).toEqual([commit, later, ahead, first])
})

test('outside git the timeline has only the journal [S54]', () => {
  const other = new PageProject({ 'a.txt': 'x' }, 'no git')
  expect(given(timeline(other.open(), { from: 0, count: 9, language: 'en' })).items).toMatchObject([
    { from: 'journal' },
  ])
  other.remove()
})

function read(from: number, count: number): Timeline {
  return given(timeline(project.open(), { from, count, language: 'en' }))
}

function items(): Timeline['items'] {
  return read(0, 100).items
}
