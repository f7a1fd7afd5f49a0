/** Team mode for an agent and its user: an accepted proposal, and the agent's own write. */

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { BANK, GuardedProject } from '../verbs/guarded-project.ts'

const TEAM = { ...BANK, 'memory-bank.json': '{ "team": true }\n' }
const INDEX = 'memory-bank/details/design/index.md'
const WAITING = 'memory-bank/inbox/2026-01-01-one-0000.md'
const DECISION = {
  kind: 'decision',
  title: 'Use PostgreSQL for orders',
  why: 'transactions',
  given_up: 'MySQL',
  applies_to: 'the order service',
  evidence: ['memory-bank/MEMORY.md:1'],
}
const WHOLE = `---
kind: decision
date: 2026-01-02
---
# Use Kafka

- **Why**: replay
- **Given up**: a table
- **Applies to**: events
`

function inboxOf(project: GuardedProject): readonly string[] {
  return readdirSync(join(project.root, 'memory-bank/inbox'))
}

describe('in team mode [S55]', () => {
  test('a proposal accepted in the chat is one stamped file of the inbox [S57]', async () => {
    const project = new GuardedProject(TEAM, { env: { MEMORY_BANK_WRITER: 'confirm' } })
    const before = project.read('memory-bank/details/patterns.md')
    await project.said('go')
    const { text } = await project.guard.propose('s', DECISION)
    expect(text).toContain('memory-bank/inbox/')
    await project.guard.handle({ kind: 'assistant-said', session: 's', text })
    await project.said('好')
    expect(await project.guard.carryOutAccepted('s')).toMatch(/\[Memory Bank (?:updated|写入完成)\]/)
    const [name = '', ...more] = inboxOf(project)
    expect(more).toEqual([])
    const file = project.read(`memory-bank/inbox/${name}`)
    expect(file).toContain('said_by: agent\naccepted: ')
    expect(file).toContain('(chat)')
    expect(project.read('memory-bank/details/patterns.md')).toBe(before)
  })

  test('an agent’s own inbox file needs all parts, and its documents are in no index', async () => {
    const project = new GuardedProject(
      {
        ...TEAM,
        [WAITING]: WHOLE.replace('Kafka', 'one'),
        [INDEX]: '# Design Router\n\n| path | title | summary | updated | size |\n|---|---|---|---|---|\n',
      },
      { env: { MEMORY_BANK_WRITER: 'direct' } },
    )
    await project.said('go')
    const path = 'memory-bank/inbox/2026-01-02-use-kafka-00ff.md'
    const tried = async (content: string) => (await project.call('write', { filePath: path, content })).before
    const refused = { kind: 'refuse', rule: 'entry-is-complete' }
    expect(await tried(WHOLE.replace('- **Given up**: a table\n', ''))).toMatchObject(refused)
    expect(await tried('# Use Kafka\n')).toMatchObject(refused)
    await tried(WHOLE)
    expect(project.read(path)).toBe(WHOLE)
    const was = project.read(INDEX)
    await project.call('write', { filePath: 'memory-bank/details/design/search.md', content: '# Search\n' })
    await project.guard.turnEnded('s')
    expect(project.read(INDEX)).toBe(was)
  })
})
