import { expect, test } from 'vitest'
import { decodeAdditions } from '../../src/bank/decode-addition.ts'
import { addAtOnce } from '../../src/consent/accept.ts'
import { check } from '../../src/verbs/check.ts'
import { PROJECT } from '../drift/worth-cases.ts'
import { BANK, GuardedProject } from './guarded-project.ts'

const TECH = 'memory-bank/details/tech.md'
const RESTATED = 'React 18 is used for the frontend.'
const WORTH = 'React stays at 18 until the map widget supports 19.'

function project(mode = 'block'): GuardedProject {
  return new GuardedProject(
    { ...BANK, ...PROJECT, [TECH]: '# Tech\n\n## Stack\n\n- Kept for years.\n' },
    { env: { MEMORY_BANK_GUARD_MODE: mode } },
  )
}

test('a proposal says what the repository says itself, in what is shown, and a yes still writes it [S58]', async () => {
  const one = project()
  const proposed = await one.propose('s', { entries: [{ kind: 'tech', text: RESTATED }] })
  expect(proposed.text).toContain(`⚠ “${RESTATED}”: package.json:17 already says this.`)
  await one.said('yes')
  await one.guard.carryOutAccepted('s')
  expect(one.read(TECH)).toContain(RESTATED)
})

test('only restated entries of a batch are named, also while they are pending [S58]', async () => {
  const one = project()
  await one.propose('s', { entries: [{ kind: 'tech', text: RESTATED }] })
  const both = await one.propose('s', { entries: [{ kind: 'tech', text: WORTH }] })
  expect(both.text.match(/already says this/g)).toHaveLength(1)
  expect(both.text).toContain(WORTH)
})

test.each([
  ['tech', { text: `- ${RESTATED}\n- ${WORTH}` }, 1],
  ['answer', { title: 'How do I run the tests?', text: '`pnpm test`', pointer: 'package.json' }, 1],
  ['design', { title: 'Layout', text: 'src/\n├── api/\n└── worker/' }, 1],
  ['focus', { text: 'Upgrade to React 18' }, 0],
  ['progress', { text: 'React 18', state: 'done' }, 0],
  ['decision', { title: 'React 18', why: 'x', given_up: 'Vue', applies_to: 'web' }, 0],
])('%s: `add` notes it, and writes it all the same [S58]', (kind, fields, notes) => {
  const one = project()
  const additions = decodeAdditions({ kind, ...fields })
  if (!additions.ok) throw new Error(additions.problem.code)
  const done = addAtOnce(one.guard.workspace, additions.value, { language: 'en', onConflict: undefined })
  if (!done.ok) throw new Error(done.problem.code)
  expect(done.value.plan.notes.filter(({ en }) => /already says this/.test(en))).toHaveLength(notes)
  expect(done.value.applied).toBeDefined()
})

test('an agent’s own write is pointed out before it is kept, and then passes; what stood there is left alone [S58]', async () => {
  const one = project()
  const edit = { filePath: TECH, oldString: '- Kept for years.\n', newString: `- Kept for years.\n- ${RESTATED}\n` }
  await one.call('read', { filePath: TECH })
  const first = await one.call('edit', edit)
  expect(first.before).toMatchObject({ kind: 'refuse', rule: 'restated-entry' })
  const second = await one.call('edit', edit)
  expect(second.before.kind).not.toBe('refuse')
  expect(one.read(TECH)).toContain(RESTATED)
  const more = await one.call('edit', { filePath: TECH, oldString: RESTATED, newString: `${RESTATED}\n- ${WORTH}` })
  expect(more.before.kind).not.toBe('refuse')
})

test('check says it as a note at the line, once; what a scan wrote it leaves alone [S58]', () => {
  const one = project()
  one.write(TECH, `# Tech\n\n## Stack\n\n- **Stack**: React 18 (source: package.json)\n- ${RESTATED}\n- ${WORTH}\n`)
  const checked = check(one.guard.workspace, { language: 'en' })
  if (!checked.ok) throw new Error(checked.problem.code)
  const notes = checked.value.findings.filter(({ level }) => level === 'note')
  expect(notes.map(({ rule, path, line }) => [rule, path, line])).toEqual([['restated-entries', 'details/tech.md', 6]])
})
