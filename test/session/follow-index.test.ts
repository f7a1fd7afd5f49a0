/** The indexes follow what an agent wrote in a turn, and what it read though no index knew it. */

import { describe, expect, test } from 'vitest'
import { openWorkspace } from '../../src/disk/workspace.ts'
import { carryOutUndo, proposeUndo } from '../../src/verbs/undo.ts'
import { BANK, GuardedProject } from '../verbs/guarded-project.ts'

const DESIGN = 'memory-bank/details/design'
const INDEX = `# Design Router

- When modifying **billing**, read [billing.md](billing.md)

| path | title | summary | updated | size |
|---|---|---|---|---|
| details/design/billing.md | Billing | Mine. Read it first. | 2026-01-01 | 1 |
`
const indexed = { ...BANK, [`${DESIGN}/billing.md`]: '# Billing\n', [`${DESIGN}/index.md`]: INDEX }
const many = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`${DESIGN}/part-${at}.md`, `# Part ${'abcdefghij'[at]}${at} alone\n`]),
  )
const write = (name: string, content: string) => ['write', { filePath: `${DESIGN}/${name}.md`, content }] as const
const index = (project: GuardedProject) => project.read(`${DESIGN}/index.md`)

describe('after an agent’s permitted write', () => {
  test('the index has its row and router line when the turn is over, and the person’s summary stays [S6] (000:295, 000:302)', async () => {
    const project = new GuardedProject(indexed)
    await project.said('go')
    await project.call(...write('search', '# Search\n\nFull text. Chinese too.\n'))
    expect(index(project)).toBe(INDEX)
    await project.guard.turnEnded('s')
    expect(index(project)).toContain('| details/design/search.md | Search | Full text. Chinese too.')
    expect(index(project)).toContain('[search.md](search.md)')
    expect(index(project)).toContain('Mine. Read it first.')
    expect(project.guard.turnNews('s')).toBe('Added to the index: details/design/search.md')
    expect(project.guard.turnNews('s')).toBeUndefined()
  })

  test('an index is made above eight files [S6] (000:296)', async () => {
    const project = new GuardedProject({ ...BANK, ...many(8) })
    await project.call(...write('search', '# Search\n'))
    expect(index(project)).toBeUndefined()
    await project.guard.turnEnded('s')
    expect(index(project)).toContain('| details/design/search.md | Search |')
    expect(index(project)?.match(/^\| details\/design\//gm)).toHaveLength(9)
    expect(project.guard.turnNews('s')).toBeUndefined()
  })

  test('a missing index that git knows is rebuilt, and the user is told [S6] (002:51)', async () => {
    const project = new GuardedProject({ ...BANK, ...many(8), [`${DESIGN}/index.md`]: INDEX })
    project.remove(`${DESIGN}/index.md`)
    await project.call(...write('search', '# Search\n'))
    await project.guard.turnEnded('s')
    expect(project.guard.turnNews('s')).toBe('Index rebuilt, please check: details/design/index.md')
  })

  test('no index is made for few documents [S6]', async () => {
    const project = new GuardedProject({ ...BANK, ...many(2) })
    await project.call(...write('search', '# Search\n'))
    await project.guard.turnEnded('s')
    expect(index(project)).toBeUndefined()
  })

  test('one undo reverts the document and its row together [S6] [S16]', async () => {
    const project = new GuardedProject(indexed)
    await project.call(...write('search', '# Search\n'))
    await project.guard.turnEnded('s')
    const workspace = openWorkspace(project.surroundings('.'))
    if (!workspace.ok) throw new Error(workspace.problem.code)
    const undo = proposeUndo(workspace.value, undefined, undefined)
    if (!undo.ok) throw new Error(undo.problem.code)
    expect(carryOutUndo(undo.value, workspace.value)).toMatchObject({ ok: true })
    expect(index(project)).toBe(INDEX)
    expect(project.read(`${DESIGN}/search.md`)).toBeUndefined()
  })

  test('it is not reported to the session, and is not a foreign change [S21] [S34]', async () => {
    const project = new GuardedProject(indexed)
    await project.guard.attend('s')
    await project.call(...write('search', '# Search\n'))
    await project.guard.turnEnded('s')
    expect(await project.guard.unseenChanges('s')).toBeUndefined()
  })

  test('an unmerged bank is left to git and the person [S6] [S10]', async () => {
    const project = new GuardedProject(indexed)
    project.git('checkout', '-q', '-b', 'other')
    project.write('memory-bank/details/tech.md', '# Tech\n\nTheirs.\n')
    project.commit('theirs')
    project.git('checkout', '-q', 'main')
    project.write('memory-bank/details/tech.md', '# Tech\n\nOurs.\n')
    project.commit('ours')
    project.run('git -c user.name=a -c user.email=a@b merge other')
    await project.call(...write('search', '# Search\n'))
    await project.guard.turnEnded('s')
    expect(index(project)).toBe(INDEX)
  })
})

describe('a document read by name that no index knows', () => {
  const read = ['read', { filePath: `${DESIGN}/old.md` }] as const

  test('is added at the end of the turn, journalled, and the person is told [S26] (002:58, 002:59)', async () => {
    const project = new GuardedProject({ ...indexed, [`${DESIGN}/old.md`]: '# Old times\n\nWhat was.\n' })
    await project.said('read it')
    await project.call(...read)
    await project.guard.turnEnded('s')
    expect(index(project)).toContain('| details/design/old.md | Old times | What was.')
    expect(project.guard.turnNews('s')).toBe('Added to the index: details/design/old.md')
    await project.said('and again')
    await project.call(...read)
    const after = index(project)
    await project.guard.turnEnded('s')
    expect(index(project)).toBe(after)
    expect(project.guard.turnNews('s')).toBeUndefined()
  })

  test('in the bank’s language [S26] (002:59)', async () => {
    const project = new GuardedProject({
      ...indexed,
      [`${DESIGN}/old.md`]: '# 旧事\n',
      'memory-bank.json': '{"lang":"zh"}',
    })
    await project.call(...read)
    await project.guard.turnEnded('s')
    expect(project.guard.turnNews('s')).toBe('已添加到索引：details/design/old.md')
  })

  test('waits for the refresh where the folder has no index [S26]', async () => {
    const project = new GuardedProject({ ...BANK, [`${DESIGN}/old.md`]: '# Old times\n' })
    await project.call(...read)
    await project.guard.turnEnded('s')
    expect(index(project)).toBeUndefined()
    expect(project.guard.turnNews('s')).toBeUndefined()
  })
})

test('a second document on a topic is pointed out before it is written [S6] (000:292, 000:367)', async () => {
  const project = new GuardedProject(indexed)
  const first = await project.call(...write('billing2', '# Billing\n'))
  expect(first.before).toMatchObject({ kind: 'refuse', rule: 'second-document' })
  expect(project.read(`${DESIGN}/billing2.md`)).toBeUndefined()
  const second = await project.call(...write('billing2', '# Billing\n'))
  expect(second.before.kind).not.toBe('refuse')
  expect(project.read(`${DESIGN}/billing2.md`)).toBe('# Billing\n')
})
