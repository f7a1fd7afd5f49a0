/** `memory-bank import` as people and scripts run it. */

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { converse, plain } from './converse.ts'
import { Sandbox } from './harness.ts'

let sandbox: Sandbox
beforeEach(() => {
  sandbox = new Sandbox()
})
afterEach(() => sandbox.remove())

const CLINE = {
  'cline_docs/projectbrief.md': '# Brief\n\nA shop for bicycles.\n',
  'cline_docs/activeContext.md': '# Active\n\n## Current Focus\n- Refunds\n',
}
const KILO = { '.kilocode/rules/memory-bank/brief.md': '# Brief\n\nThe same shop, in other words.\n' }
const APPLY = /Apply these changes\? \[y\]es, \[n\]o, \[d\]iff: $/
const WHICH = /Which ones\? \(1–2, several as 1,3; a for all; Enter for none\): $/

describe('at a terminal', () => {
  test('sources are numbered, chosen ones are planned, and a yes imports them [S60]', async () => {
    sandbox.write({ ...CLINE, ...KILO })
    const { code, out } = await converse(
      sandbox,
      ['import'],
      [
        [WHICH, '2'],
        [APPLY, 'y'],
      ],
    )
    const said = plain(out)
    expect(code).toBe(0)
    expect(said).toMatch(/1 {2}\.kilocode\/rules\/memory-bank\/ {2}Kilo Code, 1 file\n/)
    expect(said).toMatch(/2 {2}cline_docs\/ {2}Cline, 2 files\n/)
    expect(said).toMatch(/cline_docs\/activeContext\.md +→ MEMORY\.md \(Current Focus\)/)
    expect(said).toContain('There is no bank yet. This creates one.')
    expect(said).toContain('The sources are unchanged.')
    expect(sandbox.read('memory-bank/MEMORY.md')).toContain('- Refunds')
    expect(Object.values(sandbox.tree()).join('')).not.toContain('in other words')
  })

  test('Enter chooses nothing and changes nothing [S60]', async () => {
    sandbox.write({ ...CLINE, ...KILO })
    const { code } = await converse(sandbox, ['import'], [[WHICH, '']])
    expect(code).toBe(0)
    expect(sandbox.tree()).toEqual({})
  })

  test('another tool’s bank in memory-bank/ is offered for conversion in place [S10] [S60]', async () => {
    sandbox.write({ 'memory-bank/projectbrief.md': '# Brief\n\nA shop.\n' })
    const { code, out } = await converse(
      sandbox,
      ['import'],
      [
        [/Convert it in place, by git renames\? \[y\]es, \[n\]o: $/, 'y'],
        [APPLY, 'y'],
      ],
    )
    expect(code).toBe(0)
    expect(plain(out)).toContain('memory-bank/ is converted in place.')
    expect(sandbox.read('memory-bank/details/design/projectbrief.md')).toBe('# Brief\n\nA shop.\n')
  })
})

describe('in a script', () => {
  test('of several sources one or more must be named [S60] [S54]', () => {
    sandbox.write({ ...CLINE, ...KILO })
    const { code, err } = sandbox.run(['import', '--yes'])
    expect(code).toBe(2)
    expect(err).toContain('Found several sources. Name those to import, or use --all:')
    expect(sandbox.run(['import', 'cline', '--yes']).code).toBe(0)
    expect(sandbox.run(['import', '--all', '--dry-run']).out).toContain('unchanged since the last import')
  })

  test('the plan says for each file what happens to it, and without --yes nothing is written [S60] [S54]', () => {
    sandbox.write({ ...CLINE, 'cline_docs/progress.md': '# Progress\n\n## Done\n- ...\n' })
    const { code, out } = sandbox.run(['import', '--json'])
    expect(code).toBe(3)
    const plan = JSON.parse(out)
    expect(plan).toMatchObject({ kind: 'plan', intent: 'import', outcome: 'not-confirmed', state: 'absent' })
    expect(plan.files).toContainEqual({
      name: 'cline_docs/progress.md',
      tool: 'Cline',
      outcome: 'skipped',
      places: [],
      skipped: [{ why: 'template' }],
      removed: [],
      personal: 0,
    })
    expect(sandbox.tree()).toEqual({})
  })

  test('a folder or a file may be named; an unknown name is an error with suggestions [S60]', () => {
    sandbox.write(CLINE)
    expect(sandbox.run(['import', 'clin', '--yes'])).toMatchObject({ code: 2 })
    expect(sandbox.run(['import', 'clin']).err).toContain("Did you mean 'cline'?")
    expect(sandbox.run(['import', './nowhere.md']).code).toBe(2)
    expect(sandbox.run(['import', './cline_docs/projectbrief.md', '--yes']).code).toBe(0)
    expect(sandbox.read('memory-bank/details/archive/imported.md')).not.toContain('activeContext')
    expect(sandbox.run(['import', 'cline_docs/', '--yes']).code).toBe(0)
    expect(sandbox.read('memory-bank/details/archive/imported.md')).toContain('activeContext')
  })

  test('another tool’s bank in memory-bank/ is converted only with --in-place [S10] [S60]', () => {
    sandbox.write({ 'memory-bank/projectbrief.md': '# Brief\n\nA shop.\n' })
    const { code, err } = sandbox.run(['import', '--yes'])
    expect(code).toBe(1)
    expect(err).toContain('memory-bank import --in-place')
    expect(sandbox.run(['import', '--in-place', '--yes']).code).toBe(0)
    expect(sandbox.run(['undo', '--yes']).code).toBe(0)
    expect(sandbox.tree()).toEqual({ 'projectbrief.md': '# Brief\n\nA shop.\n' })
  })

  test('a MEMORY.md of the other tool is neither wrapped nor lost [S10] [S60]', () => {
    const theirs = { 'projectbrief.md': '# Brief\n\nA shop.\n', 'MEMORY.md': '# Memory\n\n- Ask Ann about bills\n' }
    sandbox.write(Object.fromEntries(Object.entries(theirs).map(([name, text]) => [`memory-bank/${name}`, text])))
    sandbox.run(['refresh', '--yes'])
    sandbox.run(['add', 'focus', 'Refunds', '--yes'])
    expect(sandbox.tree()).toEqual(theirs)
    const { code, err } = sandbox.run(['import', '--in-place', '--yes'])
    expect(code, err).toBe(0)
    expect(sandbox.read('memory-bank/details/design/former-memory.md')).toContain('Ask Ann about bills')
    expect(sandbox.read('memory-bank/MEMORY.md')).toContain('MACHINE_BLOCK_START')
    expect(sandbox.run(['refresh', '--yes']).out).toContain('Nothing to do')
    expect(sandbox.run(['undo', '--yes']).code).toBe(0)
    expect(sandbox.tree()).toEqual(theirs)
  })

  test('with Chinese, the whole output is Chinese [S60]', () => {
    sandbox.write(CLINE)
    const { out } = sandbox.run(['import', '--yes', '--lang', 'zh'])
    expect(out).toContain('尚无 Memory Bank，将一并创建。')
    expect(out).toContain('来源文件未作改动。')
    expect(out).toContain('已导入 2 个文件。来源文件未作改动。')
    expect(sandbox.read('memory-bank/details/archive/imported.md')).toContain('# 导入记录')
  })
})
