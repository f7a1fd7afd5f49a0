import { describe, expect, test } from 'vitest'
import { MARKER } from '../../src/bank/blocks.ts'
import { pageOf } from '../../src/bank/page.ts'
import type { Snapshot } from '../../src/bank/snapshot.ts'
import { knownPath } from '../../src/base/bank-path.ts'
import { LEGACY, MEMORY, PATTERNS, SECTION, TECH } from '../../src/base/layout.ts'
import { detect } from '../../src/plan/detect.ts'
import { plan } from '../../src/plan/plan.ts'
import type { ProjectFacts } from '../../src/project/facts.ts'
import { applied, inputFor, NO_FACTS, snapshotOf } from '../laws/banks.ts'

const facts: ProjectFacts = { ...NO_FACTS, snapshot: [{ label: 'Name', value: 'shop', source: 'package.json' }] }

function migrated(texts: Readonly<Record<string, string>>): Snapshot {
  const before = snapshotOf(texts)
  const planned = plan(detect(before), inputFor(before, { facts }))
  if (!planned.ok) throw new Error(planned.problem.code)
  return applied(before, planned.value)
}
const textIn = (bank: Snapshot, path: string) => bank.files.get(knownPath(path))?.text
const section = (bank: Snapshot, heading: string) =>
  pageOf(textIn(bank, MEMORY) ?? '')
    .sectionBody(heading)
    ?.trim()
const user = (bank: Snapshot) => bank.files.get(MEMORY)?.user?.text

describe('new places', () => {
  test.each([
    ['tech.md', 'details/tech.md'],
    ['patterns.md', 'details/patterns.md'],
    ['progress.md', 'details/progress.md'],
    ['docs/a.md', 'details/design/a.md'],
    ['docs/deep/a.md', 'details/design/deep/a.md'],
    ['requirements/REQ-001.md', 'details/requirements/REQ-001.md'],
    ['learnings/bugs/a.md', 'details/learnings/bugs/a.md'],
    ['archive/active_2025-01.md', 'details/archive/active_2025-01.md'],
  ])('%s moves to %s with its bytes [S14]', (from, to) => {
    const bank = migrated({ 'brief.md': 'x', [from]: '\ufeff# T\r\n\r\nno newline' })
    expect([textIn(bank, from), textIn(bank, to)]).toEqual([undefined, '\ufeff# T\r\n\r\nno newline'])
  })

  test('brief becomes the snapshot, active the focus, with headings one level lower [S14]', () => {
    const bank = migrated({ 'brief.md': '# Brief\n\nTea.\n\n## Limits\n', 'active.md': 'paying\n' })
    expect([section(bank, SECTION.snapshot), section(bank, SECTION.focus)]).toEqual(['Tea.\n\n### Limits', 'paying'])
    expect(textIn(bank, MEMORY)).toContain('# Brief\n\n## Project Snapshot\n')
  })

  test('without a brief the scan describes the project [S14]', () => {
    expect(section(migrated({ 'active.md': 'x' }), SECTION.snapshot)).toBe('- **Name**: shop (source: package.json)')
  })

  test('an empty brief leaves the description to the scan [S14]', () => {
    expect(section(migrated({ 'brief.md': '\n\n' }), SECTION.snapshot)).toBe('- **Name**: shop (source: package.json)')
  })

  test('decisions of patterns.md become highlights, newest first [S14] [S5]', () => {
    const patterns =
      '| Date | Decision | Why | Given up | Applies to |\n|---|---|---|---|---|\n| 2025-02-01 | b | x | y | z |\n| 2025-01-01 | a | x | y |  |\n'
    const bank = migrated({ 'brief.md': 'x', 'patterns.md': patterns })
    expect(textIn(bank, PATTERNS)).toBe(patterns)
    expect(section(bank, SECTION.highlights)?.split('\n').slice(2)).toEqual([
      '| b | 2025-02-01 | z |',
      '| a | 2025-01-01 |  |',
    ])
  })

  test('files without a place go to legacy.md, in a fence longer than any inside [S14]', () => {
    const notes = '`````\n<!-- USER_BLOCK_START -->\n`````\n'
    expect(textIn(migrated({ 'brief.md': 'x', 'notes.md': notes }), LEGACY)).toContain(
      `\`\`\`\`\`\`markdown\n${notes}\`\`\`\`\`\`\n`,
    )
  })

  test('files of the inbox stay there [S14] [S55]', () => {
    const path = 'inbox/2026-01-02-ship-00ff.md'
    const waiting = '---\nkind: focus\n---\nShip it\n'
    const draft = migrated({ '_index.md': 'x', [path]: waiting, 'inbox/mail.md': 'notes of another tool\n' })
    expect(textIn(draft, knownPath(path))).toBe(waiting)
    expect(textIn(draft, LEGACY)).toContain('notes of another tool')
  })

  test('an existing legacy.md keeps every byte and grows [S14]', () => {
    const before = '# Legacy\r\n\r\nkept   \r\n\r\n\r\n'
    const after = textIn(migrated({ '_index.md': 'x', 'legacy.md': before }), LEGACY)
    expect(after?.startsWith(before)).toBe(true)
    expect(after?.length).toBeGreaterThan(before.length)
  })

  test('a migration without leftovers makes no legacy.md [S1]', () => {
    expect(textIn(migrated({ 'active.md': 'paying\n' }), LEGACY)).toBeUndefined()
  })

  test('a folder named like an object property is an ordinary folder [S14]', () => {
    expect(textIn(migrated({ 'brief.md': 'x', 'constructor/a.md': 'a' }), LEGACY)).toContain('## constructor/a.md')
  })
})

describe('user blocks', () => {
  const owned = (text: string) => `x\n${MARKER.userStart}\n${text}${MARKER.userEnd}\n`

  test('are joined verbatim, brief before active before index [S14]', () => {
    expect(
      user(migrated({ 'brief.md': owned('b\r\n'), 'active.md': owned('\ta  \n'), '_index.md': owned('i\n') })),
    ).toBe('b\r\n\ta  \ni\n')
  })

  test('without any, the template’s block stays [S14]', () =>
    expect(user(migrated({ 'brief.md': 'x' }))).toContain('## Notes'))

  test('of moved files move with them [S14]', () => {
    expect(textIn(migrated({ 'brief.md': 'x', 'tech.md': owned('t\n') }), TECH)).toBe(owned('t\n'))
  })
})

describe('old texts that could break MEMORY.md are kept as text', () => {
  test.each([
    ['a marker indented as code on the first line', `    ${MARKER.machineEnd}\nrest\n`],
    ['a marker behind an ideographic space', `\u3000${MARKER.userStart}\nrest\n`],
    ['an open fence', '```\nopen\n'],
    ['an open fence that ends in a look-alike of its end', '```\nopen\n```\u3000\n'],
    ['headings of every level', '# a\n## b\n###### f\n'],
    ['the headings of the entry', `# x\n${SECTION.routing}\n${SECTION.focus}\n`],
    ['a mark', '<!-- MEMORY_BANK_TEMPLATE:v9.0 -->\nx\n'],
    ['5,000 headings', '# h\n'.repeat(5_000)],
  ])('%s [S14]', (_, text) => {
    const bank = migrated({ 'brief.md': text, 'active.md': text })
    expect(detect(bank)).toEqual({ kind: 'current', version: '7.1' })
    const all = [...bank.files.values()].map((file) => file.text).join('\n')
    const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('<!-- MEMORY_BANK_TEMPLATE'))
    for (const line of new Set(lines)) expect(all).toContain(line.replace(/^#+ /, ''))
  })
})

test('a line that looks generated is not lost: the old brief is kept verbatim [S14]', () => {
  const brief = '- **Name**: the old name (source: package.json)\n'
  const bank = migrated({ 'brief.md': brief })
  expect(section(bank, SECTION.snapshot)).toBe('- **Name**: shop (source: package.json)')
  expect(textIn(bank, LEGACY)).toContain(brief)
})

test('files of unknown folders are kept in legacy.md, verbatim, under their old names [S14] (000:228)', () => {
  const bank = migrated({ 'brief.md': 'x', 'other/a.md': '# A\n\tas it was  \n', 'other/deep/b.md': 'b' })
  expect(textIn(bank, 'other/a.md')).toBeUndefined()
  expect(textIn(bank, LEGACY)).toContain('## other/a.md\n\n````markdown\n# A\n\tas it was  \n````')
  expect(textIn(bank, LEGACY)).toContain('## other/deep/b.md\n\n````markdown\nb\n````')
})

describe('a migrated bank reads as if a person had written it', () => {
  const read = (texts: Readonly<Record<string, string>>) => {
    const bank = migrated(texts)
    return { bank, focus: section(bank, SECTION.focus) ?? '', progress: textIn(bank, 'details/progress.md') ?? '' }
  }
  const timesIn = (bank: Snapshot, said: string) =>
    [...bank.files.values()].map((file) => file.text.split(said).length - 1).reduce((all, one) => all + one, 0)

  test.each([
    ['a section of finished items', '## Current\n\n- a\n\n## Recently completed\n\n- ✅ finished thing\n'],
    ['a checked item among open ones', '- [ ] a\n- [x] finished thing\n  - with a child\n'],
    ['a ticked item without a box', '- a\n- ✅ finished thing\n'],
    ['a section about one finished thing', '## Current\n\n- a\n\n### Build ✅\n\nfinished thing\n'],
    [
      'a record of changes',
      '## 当前\n\n- a\n\n## 最近变更\n\n| 日期 | 变更 |\n|---|---|\n| 2026-01-01 | finished thing |\n',
    ],
    ['a record with sub-headings', '## 正在做\n\n- a\n\n## 刚完成\n\n### 一件事\n\nfinished thing\n'],
  ])('%s goes to progress; open work stays the focus [S14]', (_, active) => {
    const { bank, focus, progress } = read({ 'brief.md': 'x', 'active.md': active })
    expect([focus.includes('finished thing'), progress.includes('finished thing')]).toEqual([false, true])
    expect(focus).toMatch(/^- (?:\[ \] )?a$/m)
    expect(timesIn(bank, 'finished thing')).toBe(1)
  })

  test('a section with open items stays the focus, without its checked items [S14]', () => {
    const { focus, progress } = read({ 'brief.md': 'x', 'active.md': '## Done\n\n- [x] finished\n- [ ] not yet\n' })
    expect(focus).toBe('### Done\n\n- [ ] not yet')
    expect(progress).toContain('- [x] finished')
  })

  test('lines that progress or the brief has are not repeated [S14]', () => {
    const { bank } = read({
      'brief.md': '# Rota\n\nRota plans shifts for nurses.\n',
      'active.md': 'Rota plans shifts for nurses.\n\n- swaps\n- [x] the cart survives\n',
      'progress.md': '# Progress\n\n## Done\n\n- [x] the cart survives\n',
    })
    expect([timesIn(bank, 'Rota plans shifts'), timesIn(bank, 'the cart survives')]).toEqual([1, 1])
  })

  test('a progress file with broken markers does not change, and all of active becomes the focus [S14]', () => {
    const progress = `x\n${MARKER.userStart}\n`
    const { bank, focus } = read({ 'brief.md': 'x', 'active.md': '- [ ] a\n- [x] b\n', 'progress.md': progress })
    expect([focus, textIn(bank, 'details/progress.md')]).toEqual(['- [ ] a\n- [x] b', progress])
  })

  test('a decision in an overview and in its chapter becomes one highlight [S14]', () => {
    const table = (what: string) =>
      `| 决策 | 日期 | 原因 |\n|---|---|---|\n| ${what} | 2026-01-29 | 原本只有被动触发条件，实际很少被读取 |\n`
    const bank = migrated({
      'brief.md': 'x',
      'patterns.md': `${table('主动触发')}\n## 主动触发\n\n${table('增加主动场景')}`,
    })
    expect(section(bank, SECTION.highlights)?.split('\n').slice(2)).toEqual(['| 主动触发 | 2026-01-29 |  |'])
  })

  test.each([
    [
      'a table',
      '| path | title | summary | updated | size |\n|---|---|---|---|---|\n| docs/a.md | A | Before you touch a | x | 1 |\n',
    ],
    ['a list', '- docs/a.md：Before you touch a\n'],
    ['a list of links', '* [A](docs/a.md) - Before you touch a\n'],
  ])('summaries of the old index are in the new ones: %s [S6] [S14] (000:210)', (_, old) => {
    const bank = migrated({ '_index.md': old, 'docs/a.md': '# A\n\nGeneric words.\n' })
    expect(textIn(bank, 'details/design/index.md')).toContain('| details/design/a.md | A | Before you touch a |')
  })

  test('an index made by hand keeps its form, and a file it does not name gets a row below the heading of its type [S6] [S14]', () => {
    const old =
      '# L\n\n## Bugs\n\n| 经验 | 说明 |\n|---|---|\n| [a.md](a.md) | why a broke |\n\n## Integrations\n\n| 经验 | 说明 |\n|---|---|\n| [b.md](b.md) | what b hides |\n'
    const bank = migrated({
      'brief.md': 'x',
      'learnings/index.md': old,
      'learnings/a.md': '# A\n',
      'learnings/b.md': '# B\n',
      'learnings/c.md': '# A crash\n',
    })
    const index = textIn(bank, 'details/learnings/index.md') ?? ''
    expect(index.trimEnd()).toBe(
      old.replace('why a broke |\n', 'why a broke |\n| [c.md](c.md) | A crash |\n').trimEnd(),
    )
  })
})
