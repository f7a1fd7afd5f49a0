import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitFile } from '../../src/recall/split-file.ts'
import { WEIGHTS } from '../../src/recall/weights.ts'
import { law } from '../laws/runs.ts'

const headings = (text: string) => splitFile(text, WEIGHTS).units.map((unit) => unit.heading)

test('sections below the title are units, and small ones keep what is nested in them', () => {
  const text = '# T\n\n## A\n\none\n\n### a\n\ntwo\n\n## B\n\nthree\n'
  expect(splitFile(text, WEIGHTS).title).toBe('T')
  expect(headings(text)).toEqual(['A', 'B'])
})

test('a long section is one unit per part, with the headings that lead to it', () => {
  const part = (name: string) => `### ${name}\n\n${'line\n'.repeat(30)}\n`
  const { units } = splitFile(`# T\n\n## Decisions\n\nintro text\n\n${part('one')}${part('two')}`, WEIGHTS)
  expect(units.map((unit) => [unit.heading, unit.trail])).toEqual([
    ['Decisions', []],
    ['one', ['Decisions']],
    ['two', ['Decisions']],
  ])
})

test('a heading inside a code fence is text', () => {
  expect(headings('# T\n\n## A\n\n```\n## not a heading\n```\n')).toEqual(['A'])
})

test('a text without headings is cut into windows', () => {
  const { units } = splitFile('a paragraph of some words\n\n'.repeat(800), WEIGHTS)
  expect(units.length).toBeGreaterThan(3)
})

test('units follow each other without overlap and hold every line that says something', () => {
  const line = fc.oneof(
    fc.constantFrom('# A', '## B', '### C', '#### D', '', '```', '- item', '| a | b |', '<!-- note -->'),
    fc.stringMatching(/^[a-z ]{1,40}$/),
  )
  law(
    fc.property(fc.array(line, { maxLength: 120 }), (lines) => {
      const { units } = splitFile(lines.join('\n'), { ...WEIGHTS, wholeLines: 6, windowAbove: 200, windowSize: 100 })
      let last = 0
      for (const unit of units) {
        expect(unit.startLine).toBeGreaterThan(last)
        expect(unit.endLine).toBeGreaterThanOrEqual(unit.startLine)
        last = unit.endLine
      }
      const held = new Set(units.flatMap((unit) => range(unit.startLine, unit.endLine)))
      for (const [index, text] of lines.entries()) {
        if (/^[a-z]/.test(text.trim()) && text.trim().length > 0) {
          const heading = /^#/.test(text)
          expect(heading || held.has(index + 1) || isIntro(lines, index)).toBe(true)
        }
      }
    }),
    100,
  )
})

/** A line or two right below a title belong to the file as a whole. */
function isIntro(lines: readonly string[], index: number): boolean {
  for (let at = index; at >= 0; at -= 1) if (/^#/.test(lines[at] ?? '')) return true
  return false
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at)
}

test('a document is cut at the headings of its own syntax [S23]', () => {
  const unitsOf = (path: string, text: string) =>
    splitFile(text, WEIGHTS, path).units.map((unit) => [unit.heading, text.slice(unit.bodyStart, unit.end).trim()])
  const rst =
    '======\nDesign\n======\n\nSome decisions look odd at first; this page says why they were made so.\n\nWhy one app\n===========\n\nBecause.\n\nTypes\n-----\n\nYes::\n\n    a = 1\n'
  expect(unitsOf('docs/design.rst', rst)).toEqual([
    ['Design', '======\n\nSome decisions look odd at first; this page says why they were made so.'],
    ['Why one app', `===========\n\nBecause.\n\nTypes\n-----\n\nYes::\n\n    a = 1`],
  ])
  expect(splitFile(rst, WEIGHTS, 'docs/design.rst').title).toBe('Design')
  const adoc =
    '= Guide\n\nIntro of some length, longer by far than one line of metadata ever is.\n\n== Build\n\nRun it.\n'
  expect(unitsOf('guide.adoc', adoc).map(([heading]) => heading)).toEqual(['Guide', 'Build'])
  const markdown = 'Guide\n=====\n\nBuild\n-----\n\nRun it.\n\n| a |\n|---|\n\n- item\n---\n\nnot\na heading\n---\n'
  expect(unitsOf('guide.md', markdown).map(([heading]) => heading)).toEqual(['Build'])
})

test('a file of the bank knows # only, and a line below a text is no heading there [S23]', () => {
  expect(headings('# T\n\n## A\n\ntext\n---\n\nmore\n===\n')).toEqual(['A'])
})
