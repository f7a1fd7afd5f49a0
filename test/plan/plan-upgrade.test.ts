import { describe, expect, test } from 'vitest'
import { MARKER } from '../../src/bank/blocks.ts'
import { pageOf } from '../../src/bank/page.ts'
import { MEMORY, SECTION } from '../../src/base/layout.ts'
import { detect } from '../../src/plan/detect.ts'
import { plan } from '../../src/plan/plan.ts'
import { applied, inputFor, NO_FACTS, snapshotOf } from '../laws/banks.ts'

const entry = (machine: string, user = 'mine\n') =>
  `${MARKER.machineStart}\n${machine}${MARKER.machineEnd}\n${MARKER.userStart}\n${user}${MARKER.userEnd}\n`
const MARK = '<!-- MEMORY_BANK_TEMPLATE:v7.0 -->\n'

function upgraded(memory: string, more: Readonly<Record<string, string>> = {}, language: 'en' | 'zh' = 'en'): string {
  const before = snapshotOf({ ...more, 'MEMORY.md': memory })
  const planned = plan(detect(before), inputFor(before, { language }))
  if (!planned.ok) return planned.problem.code
  return applied(before, planned.value).files.get(MEMORY)?.text ?? ''
}

function headings(memory: string): readonly string[] {
  return (pageOf(memory, MEMORY).machine?.sections ?? []).map((section) => section.heading)
}

const FOUR = [SECTION.routing, SECTION.drillDown, SECTION.writeSafety, SECTION.quickAnswers]

describe('sections', () => {
  test.each<[string, string, readonly string[]]>([
    ['none there: all four', '## Mine\n', ['## Mine', ...FOUR]],
    [
      'one there: the other three after it',
      `## Mine\n${SECTION.writeSafety}\n`,
      ['## Mine', SECTION.writeSafety, SECTION.routing, SECTION.drillDown, SECTION.quickAnswers],
    ],
    ['all there: none', FOUR.join('\n\n').concat('\n'), FOUR],
    ['all there in another order: none', [...FOUR].reverse().join('\n\n').concat('\n'), [...FOUR].reverse()],
    ['the old routing is another heading', '## Routing Rules\n', ['## Routing Rules', ...FOUR]],
    [
      'a heading with a remark is the section',
      '## Drill-Down Protocol (v2)\n',
      ['## Drill-Down Protocol (v2)', SECTION.routing, SECTION.writeSafety, SECTION.quickAnswers],
    ],
    ['a deeper heading is another', '### Drill-Down Protocol\n', ['### Drill-Down Protocol', ...FOUR]],
    ['one in a fence is text', `\`\`\`\n${SECTION.routing}\n\`\`\`\n`, FOUR],
    ['no other section is added', '', FOUR],
  ])('%s [S13]', (_, machine, expected) => expect(headings(upgraded(entry(MARK + machine)))).toEqual(expected))

  test('a section in the user block does not count, and stays [S13]', () => {
    const after = upgraded(entry(MARK, `${SECTION.routing}\n`))
    expect(headings(after)).toEqual(FOUR)
    expect(after).toContain(`${MARKER.userStart}\n${SECTION.routing}\n${MARKER.userEnd}`)
  })

  test('an existing routing section does not change, whatever it lacks [S13]', () => {
    const own = `${SECTION.routing}\n\n| want | read |\n|---|---|\n| modify **x** | [details/gone.md](details/gone.md) |\n`
    expect(upgraded(entry(MARK + own), { 'details/new.md': '# New' })).toContain(own)
  })

  test('the new routing is the template’s: no row per entry, none for missing files [S13] (003:67, 000:180)', () => {
    const routing =
      pageOf(upgraded(entry(MARK), { 'details/tech.md': '# T', 'details/design/a.md': '# Payment' })).sectionBody(
        SECTION.routing,
      ) ?? ''
    expect(routing).toContain('details/tech.md')
    expect(routing).toContain('`details/design/`')
    expect(routing).not.toContain('a.md')
    expect(routing).not.toContain('details/progress.md')
  })

  test('the new routing leads to the documents of the project, so a refresh right after plans nothing [S13] [S15]', () => {
    const routes = [{ intent: 'learn the architecture', places: ['docs/design.md'] }]
    const documents = { routes, intents: new Set(['learn the architecture']), seen: new Set(['docs/design.md']) }
    const facts = { ...NO_FACTS, documents }
    const before = snapshotOf({ 'MEMORY.md': entry(MARK), 'details/tech.md': '# T' })
    const upgrade = plan(detect(before), inputFor(before, { facts }))
    if (!upgrade.ok) throw new Error(upgrade.problem.code)
    const after = applied(before, upgrade.value)
    expect(after.files.get(MEMORY)?.text).toContain('| learn the architecture | [docs/design.md](../docs/design.md) |')
    const again = plan(detect(after), inputFor(after, { facts }))
    expect(again.ok && again.value.changes).toEqual([])
  })

  test('a folder that needs an index is not routed file by file [S6]', () => {
    const nine = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`details/design/f${index}.md`, '# F']))
    expect(pageOf(upgraded(entry(MARK), nine)).sectionBody(SECTION.routing)).not.toContain('f0.md')
  })

  test.each([
    ['en', '> An older `## Routing Rules` above is legacy; this intent-driven section takes precedence.'],
    ['zh', '> 如上方存在旧的 `## Routing Rules`，视为 legacy；以本节意图驱动路由为准。'],
  ] as const)('the %s note about the old routing comes first, and only if there is one [S13]', (language, note) => {
    const withOld = pageOf(upgraded(entry(`${MARK}## Routing Rules\n\n- x\n`), {}, language)).sectionBody(
      SECTION.routing,
    )
    expect(withOld?.trimStart().split('\n')[0]).toBe(note)
    expect(upgraded(entry(MARK), {}, language)).not.toContain('legacy')
  })
})

describe('MEMORY.md without any marker', () => {
  test.each([
    ['of v7.0', `${MARK}# My memory\n\n## Mine\n\nText.\n`, '\n'],
    ['without a mark', '# My memory\n', '\n'],
    ['with our current mark', '<!-- MEMORY_BANK_TEMPLATE:v7.1 -->\n# My memory\n', '\n'],
    ['without a final newline', '# My memory\n\nText.', '\n'],
    ['with a byte order mark and CRLF', '\ufeff# My memory\r\n\r\nText.\r\n', '\r\n'],
  ])('%s becomes the machine block unchanged, followed by an empty user block [S13]', (_, memory, ending) => {
    const after = upgraded(memory)
    const body = memory.replace('\ufeff', '').replace(/<!-- MEMORY_BANK_TEMPLATE.*-->\r?\n/, '')
    expect(after).toContain(body)
    expect(after.startsWith('\ufeff')).toBe(memory.startsWith('\ufeff'))
    expect(after.endsWith([MARKER.machineEnd, '', MARKER.userStart, MARKER.userEnd, ''].join(ending))).toBe(true)
    expect(after.match(/MEMORY_BANK_TEMPLATE:/g)).toHaveLength(1)
    expect(headings(after)).toEqual(expect.arrayContaining(FOUR))
    expect(detect(snapshotOf({ 'MEMORY.md': after })).kind).toBe('current')
  })

  test('is reported in the plan [S13]', () => {
    const before = snapshotOf({ 'MEMORY.md': '# My memory\n' })
    const planned = plan(detect(before), inputFor(before, { language: 'en' }))
    expect(planned.ok && planned.value.notes.map((note) => note.en).join()).toContain('had no block markers')
  })
})

describe('it stops and names the repair without', () => {
  test.each([
    ['any marker, in a fence left open', '# My memory\n\n```\ncode\n', 'markers-missing'],
    ['a user block', `${MARKER.machineStart}\n${MARK}${MARKER.machineEnd}\n`, 'markers-missing'],
    ['a machine block', `${MARKER.userStart}\nmine\n${MARKER.userEnd}\n`, 'markers-missing'],
    [
      'its user end',
      `${MARKER.machineStart}\n${MARK}${MARKER.machineEnd}\n${MARKER.userStart}\nmine\n`,
      'markers-broken',
    ],
  ])('%s [S13]', (_, memory, code) => expect(upgraded(memory)).toBe(code))
})

test('the plan says that the user block does not change [S13]', () => {
  const before = snapshotOf({ 'MEMORY.md': entry(MARK) })
  const planned = plan(detect(before), inputFor(before))
  expect(planned.ok && planned.value.notes.map((note) => note.zh)).toEqual(['USER_BLOCK 将保持不变。'])
})
