/**
 * A no holds, and nothing is asked twice (000:68, 004:153, 004:157): what a model tries after the user said no, or
 * nothing, in the default mode. Real files; every call really runs where it is not refused.
 */

import { describe, expect, test } from 'vitest'
import { Proposals } from '../../src/consent/proposals.ts'
import { BANK, GuardedProject, told } from '../verbs/guarded-project.ts'

const PATTERNS = 'memory-bank/details/patterns.md'
const MEMORY = 'memory-bank/MEMORY.md'
const DECISION = {
  kind: 'decision',
  title: 'Use PostgreSQL for orders',
  why: 'transactions across several tables',
  given_up: 'MySQL, which the team knows better',
  applies_to: 'the order service and its reports',
}
const LEARNING = {
  kind: 'learning',
  title: 'CI 超时',
  symptom: '流水线里的测试偶尔卡住',
  root_cause: '解析时优先走 IPv6',
  solution: '固定解析 IPv4',
  prevention: '为解析器加一条测试',
}
const ROW =
  '| 2026-03-01 | Use PostgreSQL for orders | transactions across several tables | MySQL | the order service and its reports |'
const REWORDED =
  '| 2026-03-01 | Orders live in PostgreSQL | several tables need transactions across them | MySQL, though the team knows that better | the order service, its reports |'
const WORDS = `Done.

💾 Write this to the Memory Bank?
   → memory-bank/details/patterns.md
   → Orders live in PostgreSQL; transactions across several tables; MySQL was given up

Reply "yes", or ignore it.`

function project(): GuardedProject {
  return new GuardedProject(BANK, { env: { MEMORY_BANK_WRITER: 'confirm', MEMORY_BANK_GUARD_MODE: 'warn' } })
}

async function says(one: GuardedProject, text: string, session = 's'): Promise<string | undefined> {
  await one.said(text, session)
  return one.guard.carryOutAccepted(session)
}

const append = (file: string, text: string) => ({ filePath: file, content: text })

async function declined(entry: unknown = DECISION, answer = '不用'): Promise<GuardedProject> {
  const one = project()
  await one.propose('s', entry)
  await says(one, answer)
  return one
}

function grown(one: GuardedProject, path: string, text: string) {
  return append(path, `${one.read(path) ?? ''}${text}\n`)
}

const TABLE = '\n| Date | Decision | Why | Given up | Applies to |\n|---|---|---|---|---|\n'

describe('000:68: a declined entry is refused in warn too [S36]', () => {
  test.each([
    ['the same row', `${TABLE}${ROW}`],
    ['in other words', `${TABLE}${REWORDED}`],
    [
      'as prose with labels',
      `\n## Use PostgreSQL for orders\n\nDate: 2026-03-01\nWhy: faster\nGiven up: MySQL\nApplies to: orders`,
    ],
    ['beside something new', `${TABLE}| 2026-03-01 | Use pnpm | disk | npm | builds |\n${ROW}`],
  ])('%s', async (_name, text) => {
    const one = await declined()
    expect(told((await one.call('write', grown(one, PATTERNS, text))).before)).toBe('refuse declined-stays-out')
    expect(one.read(PATTERNS)).not.toContain('PostgreSQL')
  })

  test('in another file, in another turn, by another process, and after compaction', async () => {
    const one = await declined()
    await says(one, 'now the tests, please')
    one.restart()
    await one.guard.handle({ kind: 'compacted', session: 's' })
    const file = 'memory-bank/details/design/orders.md'
    const text =
      '# Where orders live\n\nPostgreSQL for orders: transactions across several tables; MySQL, which the team knows better, was given up. It applies to the order service and its reports.'
    expect(told((await one.call('write', append(file, text))).before)).toBe('refuse declined-stays-out')
  })

  test('under a learning’s title, in a file of another name', async () => {
    const one = await declined(LEARNING)
    const text = '# CI 超时\n\n- 症状：卡\n- 根因：网络\n- 解决方案：重试\n- 预防措施：监控\n'
    const file = 'memory-bank/details/learnings/flaky.md'
    expect(told((await one.call('write', append(file, text))).before)).toBe('refuse declined-stays-out')
  })

  test('by a sub-agent of the session', async () => {
    const one = await declined()
    await one.guard.handle({ kind: 'session-started', session: 'sub', parent: 's', agent: 'memory-bank-writer' })
    const { before } = await one.call('write', grown(one, PATTERNS, `${TABLE}${ROW}`), 'sub')
    expect(told(before)).toBe('refuse declined-stays-out')
  })

  test('if it was declined at a terminal', async () => {
    const one = project()
    const { proposals } = await one.propose('s', DECISION)
    await says(one, 'go on with the tests')
    new Proposals(one.guard.workspace).settle(proposals[0]?.id ?? '', 'rejected')
    expect(told((await one.call('write', grown(one, PATTERNS, `${TABLE}${ROW}`))).before)).toBe(
      'refuse declined-stays-out',
    )
  })

  test('if it was a 💾 in the assistant’s words', async () => {
    const one = project()
    await one.guard.handle({ kind: 'assistant-said', session: 's', text: WORDS })
    await says(one, 'no')
    expect(told((await one.call('write', grown(one, PATTERNS, `${TABLE}${REWORDED}`))).before)).toBe(
      'refuse declined-stays-out',
    )
  })

  test('under a yes to something else', async () => {
    const one = await declined()
    const other =
      '💾 Write this to the Memory Bank?\n   → memory-bank/details/patterns.md\n   → Use pnpm; less disk\n\nReply "yes".'
    await one.guard.handle({ kind: 'assistant-said', session: 's', text: other })
    await says(one, 'yes')
    const text = `${TABLE}| 2026-03-01 | Use pnpm | disk | npm | builds |\n${ROW}`
    expect(told((await one.call('write', grown(one, PATTERNS, text))).before)).toBe('refuse declined-stays-out')
  })
})

describe('and passes [S36]', () => {
  test.each([
    ['the user asks for it', '把刚才那条决策记到 memory bank 里'],
    ['… in English', 'write the PostgreSQL decision to the memory bank after all'],
  ])('%s', async (_name, words) => {
    const one = await declined()
    await says(one, words)
    expect(told((await one.call('write', grown(one, PATTERNS, `${TABLE}${ROW}`))).before)).not.toContain('refuse')
  })

  test('a later yes to the same entry', async () => {
    const one = project()
    await one.guard.handle({ kind: 'assistant-said', session: 's', text: WORDS })
    await says(one, 'no')
    await one.guard.handle({ kind: 'assistant-said', session: 's', text: WORDS })
    await says(one, 'yes')
    expect(told((await one.call('write', grown(one, PATTERNS, `${TABLE}${REWORDED}`))).before)).not.toContain('refuse')
  })

  test.each([
    ['another decision', `${TABLE}| 2026-03-01 | Use Redis for sessions | they expire | Memcached | the web tier |`],
    [
      'one that shares a few names',
      `${TABLE}| 2026-03-01 | Back up PostgreSQL hourly | orders matter | nightly | operations |`,
    ],
  ])('%s', async (_name, text) => {
    const one = await declined()
    expect(told((await one.call('write', grown(one, PATTERNS, text))).before)).toContain('note confirmed-writes')
  })

  test('a file that already says it may be edited elsewhere', async () => {
    const one = project()
    one.write(PATTERNS, `# Patterns\n${TABLE}${ROW}\n`)
    await one.guard.handle({ kind: 'assistant-said', session: 's', text: WORDS })
    await says(one, 'no')
    const edit = { filePath: PATTERNS, oldString: '# Patterns', newString: '# Our patterns' }
    expect(told((await one.call('edit', edit)).before)).not.toContain('refuse')
  })

  test('without confirmation of writes, and in mode off', async () => {
    for (const env of [{ MEMORY_BANK_WRITER: 'direct' }, { MEMORY_BANK_GUARD_MODE: 'off' }]) {
      const one = new GuardedProject(BANK, {
        env: { MEMORY_BANK_WRITER: 'confirm', MEMORY_BANK_GUARD_MODE: 'warn', ...env },
      })
      await one.propose('s', DECISION)
      await says(one, 'no')
      expect(told((await one.call('write', grown(one, PATTERNS, `${TABLE}${ROW}`))).before)).not.toContain('declined')
    }
  })
})

describe('004:157: nothing is asked twice [S40]', () => {
  test('a declined entry in other words or with another reason, until the user asks for it', async () => {
    const one = await declined()
    const again = { ...DECISION, why: 'another reason' }
    expect((await one.propose('s', again)).text).toContain('The user declined this')
    const reworded = {
      ...DECISION,
      title: 'Orders live in PostgreSQL',
      why: 'several tables need transactions across them',
    }
    expect((await one.propose('s', reworded)).proposals).toEqual([])
    expect((await one.propose('s', { kind: 'focus', text: 'Ship refunds' })).proposals).toHaveLength(1)
    await says(one, '把刚才的决策写进 memory bank')
    expect((await one.propose('s', DECISION)).proposals).toHaveLength(1)
  })

  test('a skipped entry waits in the list, and a correction of it is new', async () => {
    const one = await declined(DECISION, 'go on with the tests')
    const again = await one.propose('s', { ...DECISION, evidence: ['src/app.ts'] })
    expect(again.proposals).toEqual([])
    expect(again.text).toContain('skipped this in this session')
    expect(again.text).toContain('memory-bank proposals')
    expect(
      (await one.propose('s', { ...DECISION, given_up: 'MariaDB, which the team knows better' })).proposals,
    ).toHaveLength(1)
    expect((await one.propose('other', DECISION)).proposals).toHaveLength(1)
  })

  test('004:153: a waiting entry is reported as waiting, not as part of the bank', async () => {
    const one = project()
    const first = await one.propose('s', DECISION)
    const second = await one.propose('s', DECISION)
    expect(second.text).toContain('is already proposed and waits for the user’s answer')
    expect(second.text).not.toContain('the bank already says this')
    expect(second.proposals.map(({ id }) => id)).toEqual(first.proposals.map(({ id }) => id))
    const both = await one.propose('s', [DECISION, { kind: 'focus', text: 'Ship refunds' }])
    expect(both.proposals).toHaveLength(2)
    expect(await says(one, '好')).toContain('[Memory Bank updated]')
    expect(one.read(PATTERNS)?.split('Use PostgreSQL for orders')).toHaveLength(2)
    expect(one.read(MEMORY)).toContain('Ship refunds')
  })
})
