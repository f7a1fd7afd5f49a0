/** `add` and `proposals` as people use them: real processes, several at once, a pseudo terminal. */

import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Guard } from '../../src/session/guard.ts'
import { PROJECT } from './banks.ts'
import { converse, plain } from './converse.ts'
import { Sandbox, withoutClock } from './harness.ts'

let sandbox: Sandbox
beforeEach(() => {
  sandbox = new Sandbox({ fast: true })
  sandbox.write(PROJECT)
  expect(sandbox.run(['init', '--yes']).code).toBe(0)
})
afterEach(() => sandbox.remove())

const QUESTION = /Apply these changes\? \[y\]es, \[n\]o, \[d\]iff: $/
const DECISION = ['add', 'decision', 'Use SQLite', '--why', 'one file', '--given-up', 'Postgres', '--applies-to', 'all']
const PATTERNS = 'memory-bank/details/patterns.md'
const SECRET = ['ghp', '_', 'q7Xw2LrT9vBn', 'K4mZs8HcYd1F', 'gJ6pQe3UaR5t'].join('')

let sessions = 0

/** Proposes entries as an agent in a new session. */
async function proposed(...entries: readonly unknown[]): Promise<readonly string[]> {
  sessions += 1
  const around = { folder: sandbox.project, env: sandbox.env(), now: () => new Date(), progress: () => {} }
  const guard = Guard.open(around)
  if (!guard.ok) throw new Error(guard.problem.code)
  const { proposals } = await guard.value.propose(`s${sessions}`, { entries })
  return proposals.map(({ id }) => id)
}

test('every --evidence is kept, and highlights list the newer decision first [S43] [S5]', () => {
  const evidence = ['--evidence', 'package.json:1', '--evidence', 'README.md:1']
  expect(sandbox.run([...DECISION, '--date', '2026-01-02', ...evidence, '--yes']).code).toBe(0)
  expect(sandbox.read(PATTERNS)).toMatch(/package\.json:1.*README\.md:1/)
  const newer = ['add', 'decision', 'Use WAL', '--why', 'speed', '--given-up', 'rollback', '--applies-to', 'all']
  expect(sandbox.run([...newer, '--date', '2026-03-04', '--yes']).code).toBe(0)
  expect(sandbox.read('memory-bank/MEMORY.md')).toMatch(/\| Use WAL \|[^\n]*\n\| Use SQLite \|/)
})

test('facts with the same label all stay; a replacement names the line that goes [S43]', () => {
  const tech = (...words: string[]) => sandbox.run(['add', 'tech', ...words, '--section', 'Environment', '--yes'])
  for (const note of ['Note: tests need docker', 'Note: CI uses Node 20', '注意：先构建'])
    expect(tech(note)).toMatchObject({ code: 0 })
  const section = '## Environment\n\n- Note: tests need docker\n- Note: CI uses Node 20\n- 注意：先构建\n'
  expect(sandbox.read('memory-bank/details/tech.md')).toContain(section)
  const { code, out } = tech('Note: CI uses Node 22', '--replaces', 'Note: CI uses Node 20')
  expect(code).toBe(0)
  expect(out).toContain('fact: Note: CI uses Node 22, replaces: Note: CI uses Node 20')
  expect(sandbox.read('memory-bank/details/tech.md')).not.toContain('Node 20')
})

test('a superseded decision cannot be superseded again; the message names the current one [S43]', () => {
  const next = (title: string) => [
    ...['add', 'decision', title, '--why', `for ${title}`, '--given-up', 'the file', '--applies-to', 'all'],
    ...['--replaces', 'Use SQLite', '--yes'],
  ]
  expect(sandbox.run([...DECISION, '--yes']).code).toBe(0)
  expect(sandbox.run(next('Use Postgres')).code).toBe(0)
  const again = sandbox.run(next('Use Redis'))
  expect(again.code).toBe(2)
  expect(again.err).toContain('“Use SQLite” was already replaced')
  expect(again.err).toContain('Use Postgres')
})

function requirements(): readonly string[] {
  return readdirSync(join(sandbox.bank, 'details/requirements'))
    .filter((name) => name.startsWith('REQ-'))
    .sort()
}

describe('several at once', () => {
  test('each gets its own number, without duplicates or gaps [S43] [S55]', async () => {
    const ended = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        sandbox.start(['add', 'requirement', `Feature ${at}`, '--text', `It does ${at}.`, '--yes']),
      ),
    )
    for (const { code, err } of ended) expect(code, err).toBe(0)
    expect(requirements().map((name) => name.slice(0, 7))).toEqual(
      Array.from({ length: 10 }, (_, at) => `REQ-${String(at + 1).padStart(3, '0')}`),
    )
    const index = sandbox.read('memory-bank/details/requirements/index.md')
    for (const name of requirements()) expect(index).toContain(name)
    expect(sandbox.json(['refresh', '--dry-run'])).toMatchObject({ changes: [] })
  })
})

describe('a number taken by somebody after the question', () => {
  test('is not given again, and no new plan is applied: exit 4 [S16] [S43]', async () => {
    const meanwhile = () =>
      expect(sandbox.run(['add', 'requirement', 'Search', '--text', 'Find things.', '--yes']).code).toBe(0)
    const { code, out } = await converse(
      sandbox,
      ['add', 'requirement', 'Refunds', '--text', 'Money back.'],
      [[QUESTION, 'y', meanwhile]],
    )
    expect(code).toBe(4)
    expect(plain(out)).toMatch(/changed after the plan was made|appeared/)
    expect(requirements()).toEqual(['REQ-001-search.md'])
  })
})

describe('at a terminal', () => {
  test('missing parts are asked for, then the plan is shown and confirmed [S7] [S43]', async () => {
    const { code, out } = await converse(
      sandbox,
      ['add', 'decision', 'Use SQLite', '--why', 'one file'],
      [
        [/Given up: $/, 'Postgres'],
        [/Applies to: $/, 'storage'],
        [QUESTION, 'y'],
      ],
    )
    expect(code).toBe(0)
    expect(plain(out)).toContain('Added decision “Use SQLite” → details/patterns.md. Undo: memory-bank undo')
    expect(sandbox.read(PATTERNS)).toContain('| Use SQLite | one file | Postgres | storage |')
  })

  test('an empty required part is asked for again, and the draft is kept and offered [S54]', async () => {
    const first = await converse(
      sandbox,
      ['add', 'decision', 'Use SQLite'],
      [
        [/Why: $/, ''],
        [/required[\s\S]*Why: $/, 'one file'],
        [/Given up: $/, '\x04'],
      ],
    )
    expect(first.code).toBe(2)
    expect(plain(first.out)).toContain('Resume it: memory-bank add decision')
    const { code } = await converse(
      sandbox,
      ['add', 'decision'],
      [
        [/Resume the draft “Use SQLite”\?.*: $/, 'y'],
        [/Given up: $/, 'Postgres'],
        [/Applies to: $/, 'storage'],
        [QUESTION, 'y'],
      ],
    )
    expect(code).toBe(0)
    expect(sandbox.read(PATTERNS)).toContain('| Use SQLite | one file | Postgres | storage |')
    // A draft that was written is not offered again.
    await converse(sandbox, ['add', 'decision'], [[/Decision: $/, '\x04']])
  })

  test('without a kind a person chooses one by its number [S54]', async () => {
    const { code } = await converse(
      sandbox,
      ['add'],
      [
        [/Which one\?.*: $/, '5'],
        [/Focus: $/, 'Ship refunds'],
        [QUESTION, 'y'],
      ],
    )
    expect(code).toBe(0)
    expect(sandbox.read('memory-bank/MEMORY.md')).toContain('- Ship refunds')
  })

  test('in an editor a proposal is changed field by field; a no keeps the edited proposal, a yes writes it [S54]', async () => {
    const [id = ''] = await proposed({ kind: 'requirement', title: 'Refunds', text: 'Money back.', status: 'Proposed' })
    const editor = join(sandbox.base, 'editor.sh')
    writeFileSync(
      editor,
      '#!/bin/sh\nsed -i "s/Money back./Money back\\nin three days./; s/^Proposed$/Accepted/" "$1"\n',
      {
        mode: 0o755,
      },
    )
    const env = { EDITOR: editor }
    const no = await converse(sandbox, ['proposals', 'edit', id], [[QUESTION, 'n']], env)
    expect(no.code).toBe(3)
    expect(plain(no.out)).toContain('is still pending')
    expect(sandbox.json(['proposals'])).toMatchObject({
      proposals: [{ id, edited: true, fields: { text: 'Money back\nin three days.', status: 'Accepted' } }],
    })
    const yes = await converse(sandbox, ['proposals', 'edit', id], [[QUESTION, 'y']], env)
    expect(yes.code).toBe(0)
    expect(sandbox.read('memory-bank/details/requirements/REQ-001-refunds.md')).toContain('in three days.')
  })

  test('a missing part in the editor is reported, and the editor can be reopened [S54]', async () => {
    const [id = ''] = await proposed({ kind: 'progress', text: 'Refund API' })
    const editor = join(sandbox.base, 'editor.sh')
    writeFileSync(
      editor,
      '#!/bin/sh\nif grep -q "Refund API" "$1"; then sed -i "s/Refund API//" "$1"; else sed -i "s/^=== text.*/&\\nRefund page/" "$1"; fi\n',
      {
        mode: 0o755,
      },
    )
    const { code, out } = await converse(
      sandbox,
      ['proposals', 'edit', id],
      [
        [/Edit it again\?.*: $/, 'y'],
        [QUESTION, 'y'],
      ],
      { EDITOR: editor },
    )
    expect([code, plain(out).includes('is missing: Item')]).toEqual([0, true])
    expect(sandbox.read('memory-bank/details/progress.md')).toContain('Refund page')
  })

  test('accepting a proposal shows its diff before the question [S42]', async () => {
    const [id = ''] = await proposed({ kind: 'tech', text: 'Redis 7' })
    const { code, out } = await converse(sandbox, ['proposals', 'accept', id], [[QUESTION, 'y']])
    expect(code).toBe(0)
    const said = plain(out)
    expect(said.indexOf('+- Redis 7')).toBeGreaterThan(-1)
    expect(said.indexOf('+- Redis 7')).toBeLessThan(said.search(/Apply these changes\?/))
  })

  test('only a person can always allow a kind [S42]', async () => {
    for (const args of [['--yes'], ['--json'], []]) {
      expect(sandbox.run(['proposals', 'allow', 'focus', ...args]).code).toBe(3)
    }
    expect(sandbox.json(['proposals'])).toMatchObject({ allowed: [] })
    const no = await converse(sandbox, ['proposals', 'allow', 'focus'], [[/without asking\?.*: $/, 'n']])
    expect(no.code).toBe(3)
    expect(await proposed({ kind: 'focus', text: 'Ship refunds' })).toHaveLength(1)
    const yes = await converse(sandbox, ['proposals', 'allow', 'focus'], [[/without asking\?.*: $/, 'y']])
    expect(yes.code).toBe(0)
    expect(await proposed({ kind: 'focus', text: 'Ship search' })).toEqual([])
    expect(sandbox.read('memory-bank/MEMORY.md')).toContain('- Ship search')
    expect(sandbox.run(['proposals', 'disallow', 'focus']).code).toBe(0)
    expect(await proposed({ kind: 'focus', text: 'Ship taxes' })).toHaveLength(1)
  })
})

describe('without a terminal', () => {
  test.each([
    [DECISION, 3, /--yes/],
    [[...DECISION, '--dry-run'], 0, /patterns\.md/],
    [
      ['add', 'decision', 'Use SQLite', '--why', 'TBD', '--yes'],
      2,
      /is missing: Why \(--why\), Given up \(--given-up\), Applies to \(--applies-to\)/,
    ],
    [['add', 'wish', '--text', 'x', '--yes'], 2, /Unknown kind 'wish'/],
    [['add', '--yes'], 2, /Name the kind to add/],
    [['add', 'focus', '--text', 'x', '--symptom', 'y', '--yes'], 2, /no field "symptom"/],
    [['add', 'requirement', 'R', '--text', 't', '--status', 'Perhaps', '--yes'], 2, /must be one of Proposed/],
    [['proposals', 'accept', 'p000000', '--yes'], 2, /no proposal p000000/],
    [['proposals', 'dance'], 2, /Unknown action 'dance'/],
  ])('%j exits %i [S43] [S54]', (args, exit, words) => {
    const before = sandbox.tree()
    const { code, out, err } = sandbox.run(args)
    expect(code).toBe(exit)
    expect(out + err).toMatch(words)
    expect(sandbox.tree()).toEqual(before)
  })

  test.each([
    ['an option', ['add', 'focus', '--text', `the key is ${SECRET}`, '--yes'], ''],
    ['standard input', ['add', '--from', '-', '--yes'], JSON.stringify({ kind: 'focus', text: `token: ${SECRET}` })],
    ['JSON that is none', ['add', '--from', '-', '--yes'], `{"kind":"focus","text":"${SECRET}`],
  ])('a secret in %s is not written, printed or kept [S35]', (_, args, input) => {
    const before = sandbox.tree()
    const { code, out, err } = sandbox.run(args, { input })
    expect(code === 1 || code === 2).toBe(true)
    expect(out + err).not.toContain(SECRET)
    expect(sandbox.tree()).toEqual(before)
    const state = readdirSync(sandbox.state, { recursive: true, encoding: 'utf8' })
    expect(state.some((name) => name.includes('proposals'))).toBe(false)
  })

  test('personal data is a warning, or an error by setting [S35]', () => {
    const args = ['add', 'focus', '--text', 'Call Li on 13912345670 about the refund', '--yes']
    expect(sandbox.run(args, { env: { MEMORY_BANK_PERSONAL_DATA: 'refuse' } }).code).toBe(1)
    const { code, out } = sandbox.run(args)
    expect(code).toBe(0)
    expect(out).toContain('looks like personal data (phone)')
  })

  test('entries come as JSON, several in one plan and one undo [S16] [S43]', () => {
    const files = () => Object.entries(sandbox.tree()).filter(([path]) => !path.endsWith('/'))
    const before = files()
    const entries = [
      { kind: 'decision', title: '用 SQLite', 原因: '一个文件', 取舍: 'Postgres', 适用范围: '全部' },
      { kind: 'learning', title: 'T', symptom: 's', root_cause: 'c', solution: 'f', prevention: ['p', 'q'] },
    ]
    writeFileSync(join(sandbox.base, 'entries.json'), JSON.stringify({ entries }))
    const done = sandbox.json(['add', '--from', join(sandbox.base, 'entries.json'), '--yes'])
    expect(done).toMatchObject({ outcome: 'applied', intent: 'write' })
    expect(sandbox.read('memory-bank/details/learnings/t.md')).toContain('## Prevention\n\n- p\n- q\n')
    expect(sandbox.run(['undo', '--yes']).code).toBe(0)
    expect(files()).toEqual(before)
  })

  test('nothing is added to a bank that is not in the current form [S10] [S43]', () => {
    const empty = new Sandbox({ fast: true })
    try {
      empty.write(PROJECT)
      expect(empty.json(DECISION)).toMatchObject({ kind: 'problem', code: 'bank-absent' })
      empty.write({ 'memory-bank/brief.md': '# B\n' })
      expect(empty.json(DECISION)).toMatchObject({ kind: 'problem', code: 'bank-outdated' })
      expect(existsSync(join(empty.bank, 'details'))).toBe(false)
    } finally {
      empty.remove()
    }
  })

  test('proposals are listed, shown with their diff, and accepted or rejected once [S42]', async () => {
    const [first = '', second = ''] = await proposed(
      { kind: 'tech', text: 'Redis 7', evidence: ['package.json:1'] },
      { kind: 'progress', text: 'Refund API' },
    )
    expect(sandbox.run(['proposals']).out).toContain('Redis 7')
    const shown = sandbox.run(['proposals', 'show', first]).out
    expect(shown).toContain('+- Redis 7')
    expect(shown).toContain('package.json:1')
    expect(sandbox.run(['proposals', 'accept', first]).code).toBe(3)
    expect(sandbox.run(['proposals', 'accept', first, '--yes']).code).toBe(0)
    expect(sandbox.read('memory-bank/details/tech.md')).toContain('- Redis 7')
    expect(sandbox.json(['proposals', 'accept', first, '--yes'])).toMatchObject({ code: 'proposal-settled' })
    expect(sandbox.run(['proposals', 'reject', second]).code).toBe(0)
    expect(sandbox.json(['proposals', 'accept', second, '--yes'])).toMatchObject({ code: 'proposal-settled' })
    expect(sandbox.json(['proposals'])).toMatchObject({ proposals: [] })
    expect(sandbox.json(['proposals', '--all'])).toMatchObject({
      proposals: [{ status: 'accepted' }, { status: 'rejected' }],
    })
    expect(sandbox.read('memory-bank/details/progress.md')).not.toContain('Refund API')
  })

  test('a rejection keeps its reason in the list, in the details and as JSON; a secret in it is refused [S42] [S54]', async () => {
    const [id = ''] = await proposed({ kind: 'progress', text: 'Refund API' })
    const refused = sandbox.run(['proposals', 'reject', id, '--because', `the key is ${SECRET}`])
    expect([refused.code, refused.err.includes(SECRET)]).toEqual([1, false])
    expect(sandbox.run(['proposals', 'reject', id, '--because', 'done long ago', '--dry-run']).code).toBe(0)
    expect(sandbox.json(['proposals'])).toMatchObject({ proposals: [{ status: 'waiting' }] })
    expect(sandbox.run(['proposals', 'reject', id, '--because', 'done long ago']).code).toBe(0)
    expect(sandbox.run(['proposals', '--all']).out).toContain('because: done long ago')
    expect(sandbox.run(['proposals', 'show', id, '--lang', 'zh']).out).toContain('理由：done long ago')
    expect(sandbox.json(['proposals', 'show', id])).toMatchObject({
      proposals: [{ status: 'rejected', because: 'done long ago' }],
      reviews: [{ id, because: 'done long ago', problem: { code: 'proposal-settled' } }],
    })
  })

  test('the details of a proposal have the lines of its evidence and similar entries [S54]', async () => {
    const parts = ['--why', 'known', '--given-up', 'files', '--applies-to', 'orders']
    expect(sandbox.run(['add', 'decision', 'SQLite for order storage', ...parts, '--yes']).code).toBe(0)
    const [id = ''] = await proposed({
      kind: 'decision',
      title: 'Postgres for order storage',
      ...{ why: 'size', given_up: 'SQLite', applies_to: 'orders' },
      evidence: ['package.json:1-2'],
    })
    const { out } = sandbox.run(['proposals', 'show', id])
    expect(out).toContain('Similar: SQLite for order storage (memory-bank/details/patterns.md:')
    expect(out).toMatch(/package\.json:1\n {4}1 {2}\{/)
    expect(sandbox.json(['proposals', 'show', id])).toMatchObject({
      reviews: [{ related: [{ how: 'similar' }], evidence: [{ place: { path: 'package.json', first: 1 } }] }],
    })
  })

  test('is written as edited by flags; an invalid edit is reported and writes nothing [S54] [S57]', async () => {
    const [id = '', other = ''] = await proposed(
      { kind: 'learning', title: 'CI', symptom: 'hangs', root_cause: 'IPv6', solution: 'IPv4', prevention: 'a test' },
      { kind: 'progress', text: 'Refund API' },
    )
    expect(sandbox.run(['proposals', 'edit', id, other, '--title', 'x']).code).toBe(2)
    expect(sandbox.run(['proposals', 'edit', id]).code).toBe(2)
    expect(sandbox.json(['proposals', 'edit', id, '--solution', '…'])).toMatchObject({ code: 'addition-incomplete' })
    expect(sandbox.json(['proposals', 'edit', id, '--why', 'x'])).toMatchObject({ code: 'addition-invalid' })
    expect(sandbox.run(['proposals', 'edit', id, '--solution', SECRET, '--yes']).code).toBe(1)
    expect(sandbox.run(['proposals', 'edit', id, '--solution', 'prefer IPv4']).code).toBe(3)
    expect(sandbox.json(['proposals'])).toMatchObject({ proposals: [{ fields: { solution: 'IPv4' } }, {}] })
    expect(sandbox.run(['proposals', 'edit', id, '--solution', 'prefer IPv4', '--yes']).code).toBe(0)
    expect(sandbox.read('memory-bank/details/learnings/ci.md')).toMatch(/prefer IPv4/)
    expect(sandbox.read('memory-bank/details/learnings/ci.md')).toMatch(
      /said by agent; accepted \S+ \(terminal, edited\)/,
    )
    expect(sandbox.json(['proposals', '--all'])).toMatchObject({
      proposals: [{ status: 'accepted', edited: true }, {}],
    })
    expect(sandbox.run(['history', '--all']).out).not.toContain('undefined')
  })

  test('rejected, reopened, accepted, undone and accepted again, as the history and the list say [S42] [S44]', async () => {
    const [id = ''] = await proposed({ kind: 'tech', text: 'Redis 7' })
    expect(sandbox.run(['proposals', 'reject', id, '--because', 'too early']).code).toBe(0)
    expect(sandbox.run(['proposals', 'accept', id, '--yes']).err).toContain(`memory-bank proposals reopen ${id}`)
    expect(sandbox.run(['proposals', 'reopen']).code).toBe(2)
    expect(sandbox.run(['proposals', 'reopen', id, '--dry-run']).code).toBe(0)
    expect(sandbox.json(['proposals'])).toMatchObject({ proposals: [] })
    expect(sandbox.run(['proposals', 'reopen', id, '--lang', 'zh']).out).toBe(`已重新打开 ${id}\n`)
    const before = sandbox.tree()
    for (const _ of [1, 2]) {
      expect(sandbox.run(['proposals', 'accept', id, '--yes']).code).toBe(0)
      expect(sandbox.read('memory-bank/details/tech.md')).toContain('Redis 7')
      expect(sandbox.json(['proposals', 'reopen', id])).toMatchObject({ code: 'proposal-settled' })
      expect(sandbox.run(['undo', '--yes']).code).toBe(0)
      expect(withoutClock(sandbox.tree())).toEqual(withoutClock(before))
      expect(sandbox.json(['proposals'])).toMatchObject({ proposals: [{ id, status: 'skipped' }] })
    }
  })

  test('of several processes that accept, edit and reject a proposal at once, one succeeds [S42] [S55]', async () => {
    const [id = ''] = await proposed({ kind: 'progress', text: 'Refund API' })
    const ended = await Promise.all([
      sandbox.start(['proposals', 'accept', id, '--yes']),
      sandbox.start(['proposals', 'edit', id, '--text', 'Refund page', '--yes']),
      sandbox.start(['proposals', 'reject', id, '--because', 'not now']),
    ])
    expect(ended.filter(({ code }) => code === 0)).toHaveLength(1)
    const said = sandbox.read('memory-bank/details/progress.md').match(/Refund \w+/g) ?? []
    expect(said.length).toBe(ended[2]?.code === 0 ? 0 : 1)
  })
})
