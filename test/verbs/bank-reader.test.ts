import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bankFiles, filePage } from '../../src/dashboard/file-page.ts'
import type { Workspace } from '../../src/disk/workspace.ts'
import { BankReader } from '../../src/verbs/bank-reader.ts'
import { given, PageProject } from './page-project.ts'

let project: PageProject
const NOTE = 'details/learnings/a.md'
const file = (path: string) => `memory-bank/${path}`

beforeEach(() => {
  project = new PageProject({
    'package.json': '{ "name": "shop", "scripts": { "build": "vite build" } }',
    'src/auth/login.ts': 'export function openSession() {}\n',
  })
  project.put(file(NOTE), '# A\n\nRun `npm run build`, see `src/auth/login.ts`.\n')
  project.commit('one')
})
afterEach(() => project.remove())

const EDITS: Readonly<Record<string, () => void>> = {
  'nothing changes': () => undefined,
  'a file says something else': () => project.put(file(NOTE), '# B\n\nRun `npm run bundle`.\n'),
  'a file says as much with other words': () => project.put(file(NOTE), project.read(file(NOTE)).replace('# A', '# C')),
  'a file comes': () => project.put(file('details/design/b.md'), '# B\n\n[a](../learnings/a.md)\n'),
  'a file goes': () => rmSync(join(project.root, file(NOTE))),
  'the code is another': () => project.put('package.json', '{ "name": "shop", "scripts": {} }'),
  'it is committed': () => {
    project.put('package.json', '{ "name": "shop" }')
    project.commit('two')
  },
}

test.each(Object.keys(EDITS))('what is kept answers as a first look would: %s [S54]', (name) => {
  const kept = new BankReader()
  look(project.open(), kept)
  EDITS[name]?.()
  const later = project.open()
  expect(look(later, kept)).toEqual(look(later, new BankReader()))
})

test('a judgement holds for a few seconds while the code changes, and never for another text [S51]', () => {
  const kept = new BankReader()
  const workspace = project.open()
  expect(doubts(workspace, kept)).toBe(0)
  project.put('package.json', '{ "name": "shop", "scripts": { "bundle": "vite build" } }')
  expect(doubts(workspace, kept)).toBe(0)
  expect(doubts(workspace, new BankReader())).toBe(1)
  expect(doubts(project.open(), kept)).toBe(1)
  const again = project.open()
  expect(doubts(again, kept)).toBe(1)
  project.put(file(NOTE), '# A\n\nRun `npm run bundle`, `npm run build` and `npm run lint`.\n')
  expect(doubts(again, kept)).toBe(2)
})

function look(workspace: Workspace, kept: BankReader): unknown {
  return [
    bankFiles(workspace, kept),
    filePage(workspace, NOTE, 'en', kept),
    filePage(workspace, 'MEMORY.md', 'en', kept),
  ]
}

function doubts(workspace: Workspace, kept: BankReader): number {
  return given(filePage(workspace, NOTE, 'en', kept)).doubts.length
}
