/** A session, event by event, in a process that lives as long as it and in one process per event: the same figures. */

import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { MARKER } from '../../src/bank/blocks.ts'
import type { EntryUse, UsageReport } from '../../src/bank/usage.ts'
import type { Guard } from '../../src/session/guard.ts'
import { forgetUsage, setUsage, usageReport } from '../../src/verbs/usage.ts'
import { oldBlock } from '../old-block.ts'
import { GuardedProject } from '../verbs/guarded-project.ts'

const ENTRY = `${MARKER.machineStart}
${oldBlock(
  `<!-- MEMORY_BANK_TEMPLATE:v7.1 -->
# Project Memory

## Current Focus

- Ship the cart with instalments.

## Decision Highlights

| Date | Decision |
|---|---|
| 2026-01-02 | Store money as integers |

## Routing Rules（意图驱动）

| When | Read |
|---|---|
| change payments | [details/design/payments.md](details/design/payments.md) |
`,
  '2026-01-02T00:00:00Z',
)}${MARKER.machineEnd}

${MARKER.userStart}
Our own notes.
${MARKER.userEnd}
`
const FILES = {
  'memory-bank/MEMORY.md': ENTRY,
  'memory-bank/details/patterns.md': `# Patterns

| Date | Decision | Why | Given up | Applies to |
|---|---|---|---|---|
| 2026-01-02 | Store money as integers | rounding errors in the invoices | floats | src/money |
| 2026-01-03 | Queue webhooks before answering | the provider gives up after a second | inline handling | src/hooks |
`,
  'memory-bank/details/design/payments.md':
    '# Payments by instalments\n\nA ledger row for each instalment of the cart.\n',
  'memory-bank/details/learnings/webhook-timeouts.md':
    '# Webhook deliveries time out\n\n## Symptom\n\nThe provider retries webhook deliveries.\n\n## Root cause\n\nWe answered after the work.\n\n## Solution\n\nAnswer first.\n\n## Prevention\n\nA queue.\n',
  'src/money/invoice.ts': 'export const total = 1\n',
}

const LIVES = ['session', 'event'] as const

class Session {
  readonly project: GuardedProject
  readonly #isShared: boolean

  constructor(life: (typeof LIVES)[number], env: NodeJS.ProcessEnv = {}) {
    this.project = new GuardedProject(FILES, { env: { MEMORY_BANK_GUARD_MODE: 'warn', ...env } })
    this.#isShared = life === 'event'
  }

  guard(): Guard {
    return this.#isShared ? this.project.share() : this.project.guard
  }

  async call(session: string, kind: 'reads' | 'shell' | 'writes', what: string, text = ''): Promise<void> {
    const calls =
      kind === 'reads'
        ? [{ kind, paths: [what] } as const]
        : kind === 'shell'
          ? [{ kind, command: what, cwd: undefined, background: false } as const]
          : [{ kind, writes: [{ kind: 'whole', path: what, text } as const] } as const]
    const call = `${kind} ${what}`
    const { verdict } = await this.guard().handle({ kind: 'tool-requested', session, call, calls })
    if (verdict.kind === 'refuse') throw new Error(verdict.text)
    if (kind === 'writes') writeFileSync(join(this.project.root, what), text)
    await this.guard().handle({ kind: 'tool-finished', session, call, calls })
    await new Promise(setImmediate)
  }

  /** Use is noted once the event is answered. */
  async report(): Promise<UsageReport> {
    await new Promise(setImmediate)
    const report = usageReport(this.guard().workspace, 'en')
    if (!report.ok) throw new Error(report.problem.code)
    return report.value
  }

  async figures(): Promise<Readonly<Record<string, string>>> {
    return Object.fromEntries((await this.report()).entries.map((one) => [one.title, figuresOf(one)]))
  }
}

/** shown, read, acted on, offered. */
function figuresOf({ shown, read, actedOn, offered }: EntryUse): string {
  return [shown, read, actedOn, offered].join(' ')
}

async function work(one: Session, session: string): Promise<void> {
  await one.guard().handle({ kind: 'session-started', session })
  await one.guard().opening(session)
  await one.guard().opening(session)
  await one.guard().handle({ kind: 'user-said', session, text: 'Zebrafish: why do we queue webhook deliveries?' })
  await one.guard().recall(session, 'why do we queue webhooks before answering the provider?')
  await one.guard().handle({
    kind: 'assistant-said',
    session,
    text: 'Quokkas aside: Queue webhooks before answering, since the provider gives up.',
  })
  await one.call(session, 'reads', 'memory-bank/details/design/payments.md')
  await one.call(session, 'reads', 'memory-bank/details/design/payments.md')
  await one.call(session, 'shell', 'cat memory-bank/details/patterns.md')
  await one.call(session, 'writes', 'src/auth/login.ts', 'export {}\n').catch(() => undefined)
  await one.call(
    session,
    'writes',
    'memory-bank/details/design/payments.md',
    `${FILES['memory-bank/details/design/payments.md']}\nRounded down.\n`,
  )
  await one.guard().turnEnded(session)
}

describe.each(LIVES)('in a process that lives for one %s', (life) => {
  test('a session counts once for each of the three figures [S56]', async () => {
    const one = new Session(life)
    execFileSync('mkdir', ['-p', join(one.project.root, 'src/auth')])
    await work(one, 's1')
    expect(await one.figures()).toEqual({
      'Queue webhooks before answering': '1 1 0 0',
      'Store money as integers': '1 1 0 0',
      'Ship the cart with instalments.': '1 0 0 0',
      'Payments by instalments': '0 1 0 0',
      'Webhook deliveries time out': '1 0 0 0',
      Patterns: '0 0 1 0',
    })
    const { sessions, tokens, from } = await one.report()
    expect([sessions, from]).toEqual([1, '2026-03-01'])
    expect(tokens?.opening).toBeGreaterThan(100)
    expect(tokens?.packs).toBeGreaterThan(50)
    await work(one, 's2')
    expect((await one.report()).sessions).toBe(2)
    expect((await one.figures())['Queue webhooks before answering']).toBe('2 2 0 0')
  })

  test('no word of the conversation is kept [S56]', async () => {
    const one = new Session(life)
    await work(one, 's-1234-5678')
    const kept = textsBelow(one.project.state)
    expect(kept).toContain('details/design/payments.md')
    for (const word of ['Zebrafish', 'zebrafish', 'Quokkas', 'quokkas']) expect(kept).not.toContain(word)
    expect(useFiles(one.project.state).join('\n')).not.toMatch(/1234-5678/)
  })

  test('a sub-agent counts as the session that asked it [S56]', async () => {
    const one = new Session(life)
    await one.guard().handle({ kind: 'session-started', session: 'root' })
    await one.guard().handle({ kind: 'session-started', session: 'child', parent: 'root', agent: 'memory-reader' })
    await one.call('root', 'reads', 'memory-bank/details/design/payments.md')
    await one.call('child', 'reads', 'memory-bank/details/design/payments.md')
    expect([(await one.report()).sessions, (await one.figures())['Payments by instalments']]).toEqual([1, '0 1 0 0'])
  })

  test('counting can be switched off by a person or the environment, and the counts can be deleted [S56]', async () => {
    const off = new Session(life, { MEMORY_BANK_USAGE: 'off' })
    await work(off, 's1')
    expect([(await off.report()).sessions, (await off.report()).counting]).toEqual([0, 'off-by-environment'])
    const one = new Session(life)
    await one.call('s1', 'reads', 'memory-bank/details/design/payments.md')
    expect(setUsage(one.guard().workspace, false)).toEqual({ ok: true, value: 'off' })
    await one.call('s2', 'reads', 'memory-bank/details/design/payments.md')
    expect([(await one.report()).sessions, (await one.report()).counting]).toEqual([1, 'off'])
    expect(forgetUsage(one.guard().workspace)).toEqual({ ok: true, value: 1 })
    expect(setUsage(one.guard().workspace, true)).toEqual({ ok: true, value: 'on' })
    expect((await one.report()).sessions).toBe(0)
    await one.call('s2', 'reads', 'memory-bank/details/design/payments.md')
    expect((await one.report()).sessions).toBe(1)
  })

  test('if nothing can be written, nothing is counted and nothing fails [S56]', async () => {
    const one = new Session(life)
    await one.call('s1', 'reads', 'memory-bank/details/design/payments.md')
    const folder = dirname(useFolder(one.project.state))
    rmSync(folder, { recursive: true })
    writeFileSync(folder, 'in the way')
    await one.call('s1', 'reads', 'memory-bank/details/patterns.md')
    await one.call('s2', 'reads', 'memory-bank/details/patterns.md')
    expect((await one.report()).sessions).toBe(0)
    expect(textsBelow(one.project.state)).not.toContain('counting use')
  })
})

test('the record of an entry holds no secret of its title [S56] [S35]', async () => {
  const one = new Session('session')
  const token = ['ghp', 'QmZ7xK2pLw9RtV4bNc8YsJ3dFh6GgT5kXq1M'].join('_')
  one.project.write('memory-bank/details/design/keys.md', `# The key is ${token}\n\nNever.\n`)
  await one.call('s1', 'reads', 'memory-bank/details/design/keys.md')
  expect((await one.report()).entries.map(({ title }) => title).join('\n')).not.toContain(token)
  const kept = textsBelow(one.project.state).toLowerCase()
  expect(kept).toContain('details/design/keys.md')
  expect(kept).not.toContain(token.slice(4).toLowerCase())
})

test('a replay and a preview of a person count nothing [S56]', async () => {
  const one = new Session('session')
  const { Guard } = await import('../../src/session/guard.ts')
  const replay = Guard.openForReplay(one.project.surroundings('.'))
  if (!replay.ok) throw new Error(replay.problem.code)
  await replay.value.opening('s1')
  await replay.value.recall('s1', 'why do we queue webhooks?')
  const { SearchableBank } = await import('../../src/verbs/recall.ts')
  const bank = SearchableBank.open(one.project.guard.workspace)
  if (bank.ok) bank.value.recall('why do we queue webhooks?', 'en')
  expect([
    (await one.report()).sessions,
    (await one.report()).entries.every(({ standing }) => standing === 'never'),
  ]).toEqual([0, true])
})

test('an entry that a pack showed is found by its id after its file was renamed [S56]', async () => {
  const one = new Session('session')
  await one.guard().recall('s1', 'why do webhook deliveries time out?')
  await one.report()
  const [from, to] = ['webhook-timeouts', 'deliveries'].map((name) => `memory-bank/details/learnings/${name}.md`)
  execFileSync('git', ['mv', from ?? '', to ?? ''], { cwd: one.project.root })
  expect((await one.figures())['Webhook deliveries time out']).toBe('1 0 0 0')
  expect((await one.report()).gone).toBe(0)
})

test('reading a file does not count for entries added later [S56]', async () => {
  const one = new Session('session')
  await one.call('s1', 'reads', 'memory-bank/details/patterns.md')
  await one.report()
  const row = '| 2026-04-01 | Sign every webhook | forged calls | trust | src/hooks |\n'
  one.project.write('memory-bank/details/patterns.md', FILES['memory-bank/details/patterns.md'] + row)
  expect(await one.figures()).toMatchObject({ 'Store money as integers': '0 1 0 0', 'Sign every webhook': '0 0 0 0' })
})

function useFolder(state: string): string {
  const found = readdirSync(state, { recursive: true, encoding: 'utf8' }).find((name) => name.endsWith('/use/sessions'))
  if (found === undefined) throw new Error('nothing was counted')
  return join(state, found)
}

function useFiles(state: string): readonly string[] {
  const folder = useFolder(state)
  return readdirSync(folder).map((name) => `${name}\n${readFileSync(join(folder, name), 'utf8')}`)
}

function textsBelow(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => `${path}\n${readFileSync(path, 'latin1')}`)
    .join('\n')
}
