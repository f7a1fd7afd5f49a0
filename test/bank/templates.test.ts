import { describe, expect, test } from 'vitest'
import { missingMarkers, printBlocks, readVersion } from '../../src/bank/blocks.ts'
import { pageOf } from '../../src/bank/page.ts'
import { templateSection } from '../../src/bank/templates.ts'
import { CURRENT_VERSION, MEMORY, SECTION, TECH } from '../../src/base/layout.ts'
import { readTemplates } from '../../src/disk/project/package-files.ts'

describe.each(['en', 'zh'] as const)('the %s templates', (language) => {
  const templates = readTemplates(language)
  const memory = pageOf(templates.memory, MEMORY)
  const block = memory.machine?.text ?? ''

  test('have all four markers and print unchanged [S5]', () => {
    expect(missingMarkers(memory.blocks)).toEqual([])
    expect(printBlocks(memory.blocks)).toBe(templates.memory)
  })

  test('have the current version mark as the machine block’s first line [S3]', () => {
    expect(block.split('\n')[0]).toBe(`<!-- MEMORY_BANK_TEMPLATE:v${CURRENT_VERSION} -->`)
    expect(readVersion(pageOf(block))).toBe(CURRENT_VERSION)
  })

  test('have the seven sections, in their order, and no other [S5]', () => {
    const headings = pageOf(block).sections.filter((section) => section.level === 2)
    expect(headings.map((section) => section.heading)).toEqual(Object.values(SECTION))
  })

  test('give each section whole, its heading first [S13]', () => {
    for (const heading of Object.values(SECTION))
      expect(templateSection(templates, heading).split('\n')[0]).toBe(heading)
    expect(() => templateSection(templates, '## None')).toThrow()
  })

  test('name only files and folders that a new bank has [S5]', () => {
    const named = [...templates.memory.matchAll(/details\/[\w-]*(?:\.md|\/)/g)].map((match) => match[0])
    const there = [
      'details/tech.md',
      'details/patterns.md',
      'details/progress.md',
      'details/design/',
      'details/requirements/',
      'details/learnings/',
    ]
    expect(new Set(named)).toEqual(new Set(there))
  })

  test('have well-formed markers in tech.md and end every file with a newline', () => {
    const tech = pageOf(templates.tech, TECH).parsed
    expect(tech.ok && missingMarkers(tech.value)).toEqual([])
    for (const text of [templates.memory, templates.tech, templates.patterns, templates.progress])
      expect(text).toMatch(/[^\n]\n$/)
  })
})

test('the two languages have the same headings [S5]', () => {
  const headings = (language: 'en' | 'zh') =>
    pageOf(readTemplates(language).memory)
      .sections.filter((section) => section.level === 2)
      .map((section) => section.heading)
  const machine = (all: readonly string[]) => all.slice(0, -1)
  expect(machine(headings('en'))).toEqual(machine(headings('zh')))
})
