import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MARKER } from '../../src/bank/blocks.ts'
import { pageOf } from '../../src/bank/page.ts'
import {
  allOf,
  knownOf,
  overwritesPeople,
  rememberChanges,
  type SectionMemory,
  sectionsEditedByPeople,
} from '../../src/bank/section-memory.ts'
import type { Change } from '../../src/base/change.ts'
import { MEMORY, SECTION } from '../../src/base/layout.ts'
import { law } from '../laws/runs.ts'
import { oldBlock } from '../old-block.ts'

const AT = '2026-02-01T00:00:00Z'
const LATER = '2026-03-01T00:00:00Z'
const NODE = '- **Runtime**: Node 18 (source: package.json)'
const BLOCK = `<!-- MEMORY_BANK_TEMPLATE:v7.1 -->\n# Project Memory\n\n${SECTION.snapshot}\n\n${NODE}\n- by an agent\n\n${SECTION.focus}\n\n- Nothing recorded yet.\n`
const entry = (block: string, mine = 'mine') =>
  `${MARKER.machineStart}\n${block}${MARKER.machineEnd}\n\n${MARKER.userStart}\n${mine}\n${MARKER.userEnd}\n`
const WRITTEN = entry(BLOCK)
const MEMORY_OF_IT: SectionMemory = rememberChanges(new Map(), [{ kind: 'create', path: MEMORY, text: WRITTEN }], AT)

function theirs(text: string, memory: SectionMemory = MEMORY_OF_IT, committed?: string) {
  const page = pageOf(text, MEMORY)
  return sectionsEditedByPeople(page, knownOf(page, memory), () => committed).map(({ heading, lines }) => [
    heading,
    ...lines,
  ])
}
const edit = (was: string, text: string): Change => ({ kind: 'edit', path: MEMORY, was, text })
const FORGOTTEN: SectionMemory = new Map()

describe('lines that people wrote', () => {
  const word = WRITTEN.replace('Node 18', 'Node 18, says Ann')
  const line = WRITTEN.replace(`${NODE}\n`, `${NODE}\nA person wrote this.\n`)
  test.each([
    ['nothing, as we left it', WRITTEN, undefined, []],
    ['nothing, in CRLF', WRITTEN.replaceAll('\n', '\r\n'), undefined, []],
    ['nothing, in the user block', entry(BLOCK, 'yours'), undefined, []],
    ['a line of a person', line, undefined, [[SECTION.snapshot, 'A person wrote this.']]],
    ['the same, committed', line, line, [[SECTION.snapshot, 'A person wrote this.']]],
    [
      'a generated line that a person changed',
      word,
      undefined,
      [[SECTION.snapshot, '- **Runtime**: Node 18, says Ann (source: package.json)']],
    ],
    ['nothing, where that was committed: it has our form', word, word, []],
    [
      'a section of their own',
      WRITTEN.replace(SECTION.focus, `## Own\n\nwords\n\n${SECTION.focus}`),
      undefined,
      [['## Own', 'words']],
    ],
    ['nothing, in a file without markers', 'text', undefined, []],
    ['nothing, where the markers are broken', MARKER.machineStart, undefined, []],
  ] as const)('%s [S4]', (_, text, committed, expected) =>
    expect(theirs(text, MEMORY_OF_IT, committed)).toEqual(expected),
  )

  test('in a fresh clone, without a record, are all lines that do not have the generated form [S4]', () => {
    expect(theirs(WRITTEN, FORGOTTEN)).toEqual([[SECTION.snapshot, '- by an agent']])
    expect(theirs(WRITTEN.replace('(source: package.json)', ''), FORGOTTEN)).toEqual([
      [SECTION.snapshot, '- **Runtime**: Node 18', '- by an agent'],
    ])
  })

  test('are known from an older program’s metadata line while its hash holds [S4]', () => {
    const old = entry(oldBlock(BLOCK, AT))
    expect(theirs(old, FORGOTTEN)).toEqual([])
    expect(theirs(old.replace('by an agent', 'by Ann'), FORGOTTEN)).toEqual([[SECTION.snapshot, '- by Ann']])
  })
})

describe('remembering', () => {
  const beside = WRITTEN.replace('- by an agent\n', '- by an agent\n- by Ann\n')
  const more = beside.replace('- by Ann\n', '- by Ann\n- ours, added beside\n')

  test('added lines are Memory Bank’s, and a person’s lines around them stay theirs [S4]', () => {
    const memory = rememberChanges(MEMORY_OF_IT, [edit(beside, more)], LATER)
    expect(theirs(more, memory)).toEqual([[SECTION.snapshot, '- by Ann']])
    expect(memory.get(MEMORY)?.get(SECTION.snapshot)?.at).toBe(LATER)
    expect(memory.get(MEMORY)?.get('# Project Memory')?.at).toBe(AT)
  })

  test('written lines are recognised on another branch and after an undo [S4]', () => {
    const memory = rememberChanges(MEMORY_OF_IT, [edit(WRITTEN, WRITTEN.replace('Node 18', 'Node 22'))], LATER)
    expect(theirs(WRITTEN, memory)).toEqual([])
  })

  test('lines of an older program are remembered at the first change [S4]', () => {
    const old = entry(oldBlock(BLOCK, AT))
    const now = old.replace('- Nothing recorded yet.', '- Ship the cart')
    const memory = rememberChanges(FORGOTTEN, [edit(old, now)], LATER)
    expect(theirs(now, memory)).toEqual([])
    expect(memory.get(MEMORY)?.get(SECTION.snapshot)?.at).toBe(AT)
  })

  test('in a fresh clone, lines in the generated form stay Memory Bank’s after the first change [S4]', () => {
    const now = WRITTEN.replace('- by an agent\n', '- by an agent\n- ours now\n')
    expect(theirs(now, rememberChanges(FORGOTTEN, [edit(WRITTEN, now)], AT))).toEqual([
      [SECTION.snapshot, '- by an agent'],
    ])
  })

  test('no order of edits and additions turns a person’s line into Memory Bank’s [S4]', () => {
    const step = fc.record({ byUs: fc.boolean(), line: fc.constantFrom('- a', '- b', '- c', '- d') })
    law(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        let text = WRITTEN
        let memory = MEMORY_OF_IT
        const owner = new Map<string, boolean>()
        for (const { byUs, line } of steps) {
          if (owner.has(line)) continue
          owner.set(line, byUs)
          const next = text.replace('- by an agent\n', () => `- by an agent\n${line}\n`)
          if (byUs) memory = rememberChanges(memory, [edit(text, next)], LATER)
          text = next
        }
        const expected = new Set([...owner].filter(([, byUs]) => !byUs).map(([line]) => line))
        expect(new Set(theirs(text, memory).flatMap(([, ...lines]) => lines))).toEqual(expected)
      }),
    )
  })
})

describe('a write over a person’s lines', () => {
  const theirText = WRITTEN.replace('- by an agent\n', '- by an agent\n- by Ann\n')
  const judge = (after: string | undefined) =>
    overwritesPeople({ path: MEMORY, before: theirText, after }, MEMORY_OF_IT, () => undefined)
  test.each([
    ['adds next to it', theirText.replace('- by Ann\n', '- by Ann\n- more\n'), false],
    ['moves it', theirText.replace('- by Ann\n', '').replace('- Nothing recorded yet.', '- by Ann'), false],
    ['changes another line', theirText.replace('- by an agent\n', '- by another\n'), false],
    ['changes it', theirText.replace('by Ann', 'by Bob'), true],
    ['takes it out', theirText.replace('- by Ann\n', ''), true],
    ['removes the file', undefined, true],
  ])('%s [S32]', (_, after, expected) => expect(judge(after)).toBe(expected))

  test('passes if Memory Bank wrote the whole file [S4]', () => {
    const memory = new Map([[MEMORY, allOf(pageOf(theirText, MEMORY), AT)]])
    expect(overwritesPeople({ path: MEMORY, before: theirText, after: '' }, memory, () => undefined)).toBe(false)
  })
})
