import { mkdirSync, rmSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { SearchableBank } from '../../src/flows/recall.ts'
import { openWorkspace, type Workspace } from '../../src/workspace/workspace.ts'
import { law } from '../laws/runs.ts'
import { groundBank } from '../recall/bank.ts'
import { temporaryFolder } from '../workspace/temporary-folder.ts'

const QUESTIONS = [
  'why did we leave Redux',
  '怎么保证不超卖',
  'how do I build a single model on my machine',
  '离线 sync 冲突怎么办',
  'what is in details/patterns.md',
  'when was the cache outage',
  'how is the recommendation feed ranked',
]

let project: string
beforeEach(() => {
  project = temporaryFolder({ '.git/HEAD': 'ref: refs/heads/main\n', 'src/cache/outage.ts': 'export {}\n' })
  for (const file of groundBank('travel').files.values()) write(file.path, file.readText())
})

function write(path: string, text: string): void {
  const file = join(project, 'memory-bank', path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  // As if written long ago, each at a time of its own: a file that is new has no stamp.
  writes += 1
  utimesSync(file, 1_700_000_000, 1_700_000_000 + writes / 8 + 0.01)
}
let writes = 0

function workspaceWith(state: string): Workspace {
  const later = () => new Date(Date.now() + 60_000)
  const opened = openWorkspace({
    folder: project,
    env: { HOME: '/', XDG_STATE_HOME: state },
    now: later,
    progress() {},
  })
  if (!opened.ok) throw new Error(opened.problem.code)
  return opened.value
}

function answers(state: string): string {
  const library = SearchableBank.open(workspaceWith(state))
  if (!library.ok) throw new Error(library.problem.code)
  return JSON.stringify([
    QUESTIONS.map((question) => library.value.recall(question, undefined)),
    QUESTIONS.map((question) => library.value.search(question, 20)),
  ])
}

const WORDS = ['Redux', 'cache', '缓存', 'offline', '超卖', 'timeout', 'outage', 'migrate', 'migrator', 'feed']
const path = fc.constantFrom('details/tech.md', 'details/patterns.md', 'details/a.md', 'details/zz/b.md', 'MEMORY.md')
const text = fc
  .array(fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 9 }), { minLength: 1, maxLength: 4 })
  .map((parts) => `# T\n\n${parts.map((words) => `## ${words[0]}\n\n${words.join(' ')}\n`).join('\n')}`)

describe('a kept index', () => {
  test('gives the same packs and hits as a new one, byte for byte, after any edits [S23]', () => {
    const kept = temporaryFolder()
    expect(answers(kept)).toBe(answers(temporaryFolder()))
    law(
      fc.property(fc.array(fc.tuple(path, fc.option(text)), { minLength: 1, maxLength: 4 }), (edits) => {
        for (const [name, body] of edits) {
          if (body === null) rmSync(join(project, 'memory-bank', name), { force: true })
          else write(name, body)
        }
        const now = answers(kept)
        expect(now).toBe(answers(temporaryFolder()))
        expect(answers(kept)).toBe(now)
      }),
      12,
    )
  })

  test('is not asked about a file of the same size and time that was replaced', () => {
    const kept = temporaryFolder()
    write('details/a.md', '# A\n\n## Lock\n\nLeases last ten minutes.\n')
    answers(kept)
    const file = join(project, 'memory-bank/details/a.md')
    unlinkSync(file)
    writeFileSync(file, '# A\n\n## Lock\n\nLeases last two minutes.\n')
    utimesSync(file, 1_700_000_000, 1_700_000_000 + writes / 8 + 0.01)
    expect(answers(kept)).toBe(answers(temporaryFolder()))
  })

  test('that lives long follows the files', () => {
    const opened = SearchableBank.open(workspaceWith(temporaryFolder()))
    if (!opened.ok) throw new Error(opened.problem.code)
    const library = opened.value
    write('details/a.md', '# A\n\n## Quokka habitat\n\nRottnest.\n')
    library.refresh()
    expect(library.search('quokka habitat', 1)[0]?.path).toBe('details/a.md')
    rmSync(join(project, 'memory-bank/details/a.md'))
    library.refresh()
    expect(library.search('quokka habitat', 1)).toEqual([])
  })

  test('answers from the bank as it is, though a file changes between the look and the reading', () => {
    const kept = temporaryFolder()
    answers(kept)
    const opened = SearchableBank.open(workspaceWith(kept))
    if (!opened.ok) throw new Error(opened.problem.code)
    write('details/patterns.md', '# P\n\n## Why we left Redux\n\nToo much ceremony, says the new text.\n')
    const pack = opened.value.recall('why did we leave Redux', undefined)
    expect(pack.evidence.map((one) => one.excerpt).join()).toContain('says the new text')
  })
})
