import { expect, test } from 'vitest'
import { Proposals } from '../../../src/consent/proposals.ts'
import { carryOutUndo, proposeUndo } from '../../../src/verbs/undo.ts'
import { BANK, ENTRY, GuardedProject } from '../../verbs/guarded-project.ts'

const PATTERNS = 'memory-bank/details/patterns.md'
const MEMORY = 'memory-bank/MEMORY.md'
const TABLE = `# Patterns

| Date | Decision | Why | Given up | Applies to |
|---|---|---|---|---|
| 2026-01-02 | Use SQLite | one file | Postgres | storage |
| 2026-01-03 | Use Vue | small | React | web |
`
const TIMEOUTS = 'memory-bank/details/learnings/timeouts.md'
const LEARNING = '# Timeouts in CI\n\n- Symptom: hangs\n- Root cause: IPv6\n- Solution: IPv4\n- Prevention: a test\n'
const FILES = {
  ...BANK,
  [PATTERNS]: TABLE,
  [TIMEOUTS]: LEARNING,
  'memory-bank/details/tech.md':
    '# Tech\n\n## Stack\n\n- See [Timeouts in CI](learnings/timeouts.md).\n- Cache: Redis\n- Cache: memory\n',
}
const REMOVAL = { kind: 'removal', title: 'Use SQLite', why: 'we moved to a server' }

const project = (writer = 'confirm') => new GuardedProject(FILES, { env: { MEMORY_BANK_WRITER: writer } })

async function says(one: GuardedProject, text: string): Promise<string | undefined> {
  await one.said(text)
  return one.guard.carryOutAccepted('s')
}

test('a removal is shown with every removed line, accepted like any proposal, and undone [S42]', async () => {
  const one = project()
  const { text } = await one.propose('s', { entries: [REMOVAL] })
  expect(text).toContain('💾 Remove this from the Memory Bank?')
  expect(text).toContain('Remove: Use SQLite; Entry: e')
  expect(text).toContain('Why: we moved to a server')
  expect(text).toContain(
    '− memory-bank/details/patterns.md: | 2026-01-02 | Use SQLite | one file | Postgres | storage |',
  )
  expect(text).toContain('− memory-bank/MEMORY.md: | Use SQLite | 2026-01-02 | storage |')
  expect(one.read(PATTERNS)).toBe(TABLE)

  const done = await says(one, 'yes')
  expect(done).toContain('[Memory Bank updated]')
  expect(one.read(PATTERNS)).not.toContain('SQLite')
  expect(one.read(PATTERNS)).toContain('Use Vue')
  expect(one.read(MEMORY)).not.toContain('SQLite')

  const undo = proposeUndo(one.guard.workspace, undefined, undefined)
  if (!undo.ok) throw new Error(undo.problem.code)
  expect(carryOutUndo(undo.value, one.guard.workspace).ok).toBe(true)
  expect(one.read(PATTERNS)).toBe(TABLE)
  expect(one.read(MEMORY)).toBe(ENTRY)
})

test('a removed file is shown with its lines, and links to it become text [S42]', async () => {
  const one = project()
  const { text } = await one.propose('s', { entries: [{ kind: 'removal', title: 'timeouts in ci' }] })
  expect(text).toContain('− memory-bank/details/learnings/timeouts.md: - Root cause: IPv6')
  await says(one, '好')
  expect(one.read(TIMEOUTS)).toBeUndefined()
  expect(one.read('memory-bank/details/tech.md')).toContain('- See Timeouts in CI.')
})

test('a removal that was not shown is not applied [S42]', async () => {
  const one = project()
  await one.guard.propose('s', { entries: [REMOVAL] })
  await one.guard.handle({
    kind: 'assistant-said',
    session: 's',
    text: 'Shall I forget the SQLite decision? Use SQLite.',
  })
  await says(one, 'yes')
  expect(one.read(PATTERNS)).toBe(TABLE)
})

test('an entry that changed after it was shown is shown again [S42]', async () => {
  const one = project()
  await one.propose('s', { entries: [REMOVAL] })
  one.write(PATTERNS, TABLE.replace('one file', 'one file, no server'))
  expect(await says(one, 'yes')).toContain('Here is the proposal as of now')
  expect(one.read(PATTERNS)).toContain('one file, no server')
})

test.each([
  ['nobody knows', 'Use Oracle', 'There is no entry “Use Oracle” in this bank.'],
  ['several go by', 'Cache', '“Cache” could be 2 things: e'],
])('a name that %s is refused, and no proposal is made [S42]', async (_name, title, said) => {
  const one = project()
  const { text, proposals } = await one.propose('s', { entries: [{ kind: 'removal', title }] })
  expect(text).toContain(said)
  expect(proposals).toEqual([])
})

test('a declined removal is not proposed again, and forbids none of the entry’s words [S36] [S42]', async () => {
  const one = project()
  await one.propose('s', { entries: [REMOVAL] })
  await says(one, 'no')
  expect(new Proposals(one.guard.workspace).list().map(({ status }) => status)).toEqual(['rejected'])
  expect((await one.propose('s', { entries: [REMOVAL] })).proposals).toEqual([])
  const row = '| 2026-02-01 | Use SQLite (superseded: Use a server) | one file | Postgres | storage |\n'
  await one.said('please write it into the memory bank')
  await one.call('read', { filePath: PATTERNS })
  const edit = await one.call('edit', {
    filePath: PATTERNS,
    oldString: '| 2026-01-03',
    newString: `${row}| 2026-01-03`,
  })
  expect(edit.before.kind).not.toBe('refuse')
})

test('one block lists additions and removals, and a part of it can be accepted [S41] [S42]', async () => {
  const one = project()
  const { text } = await one.propose('s', { entries: [{ kind: 'focus', text: 'Ship refunds' }, REMOVAL] })
  expect(text).toContain('💾 Write this to the Memory Bank?')
  expect(text).toContain('Remove: Use SQLite')
  await says(one, 'only the first')
  expect(one.read(MEMORY)).toContain('Ship refunds')
  expect(one.read(PATTERNS)).toBe(TABLE)
})

test('the block is in Chinese if the bank is [S42]', async () => {
  const one = new GuardedProject({ ...FILES, 'memory-bank.json': '{ "lang": "zh" }\n' })
  const { text } = await one.propose('s', { entries: [{ kind: 'removal', title: 'Use SQLite' }] })
  expect(text).toContain('💾 要从 Memory Bank 移除这条内容吗？')
  expect(text).toContain('内容：移除：Use SQLite')
  expect(text).toContain('将移除以下各行：')
})
