/** A refresh that would replace a person's text, answered in the chat (S4; 002:96–101). */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Language } from '../../src/base/language.ts'
import { accept } from '../../src/consent/accept.ts'
import { propose } from '../../src/verbs/refresh.ts'
import { GuardedProject } from '../verbs/guarded-project.ts'

const MEMORY = 'memory-bank/MEMORY.md'
const manifest = (node: string) => `{ "name": "shop", "engines": { "node": "${node}" } }`

/** A generated bank in which a person changed a fact that the project has changed since. */
function edited(language: Language = 'en'): GuardedProject {
  const project = new GuardedProject({ 'package.json': manifest('>=20') })
  const { workspace } = project.guard
  const made = propose(workspace, { language, onConflict: undefined })
  if (!made.ok || !accept({ plan: made.value.plan }, workspace).ok) throw new Error('no bank was made')
  project.write(MEMORY, (project.read(MEMORY) ?? '').replace('>=20', '>=20 please'))
  project.write('package.json', manifest('>=22'))
  return project
}

async function ask(project: GuardedProject, argument?: string): Promise<string> {
  const text = await project.guard.planRefresh('s', argument)
  await project.guard.handle({ kind: 'user-said', session: 's', text: '' })
  expect(await project.guard.carryOutAccepted('s')).toBeUndefined()
  await project.guard.handle({ kind: 'assistant-said', session: 's', text })
  return text
}

async function answer(project: GuardedProject, text: string): Promise<string | undefined> {
  await project.guard.handle({ kind: 'user-said', session: 's', text })
  return project.guard.carryOutAccepted('s')
}

const outcome = (project: GuardedProject) => {
  const text = project.read(MEMORY) ?? ''
  return [text.includes('>=20 please'), text.includes('>=22')]
}

test('the question shows the file, the last update, what differs and the three choices: 002:91 [S4]', async () => {
  const text = await ask(edited())
  expect(text).toMatch(/MEMORY\.md.*Project Snapshot/)
  expect(text).toContain('last update: 2026-03-01T12:00:00')
  expect(text).toMatch(/− .*>=20 please/)
  expect(text).toMatch(/\+ .*>=22/)
  expect(text).toMatch(/1 {2}keep[\s\S]*2 {2}overwrite[\s\S]*3 {2}append/)
})

test('in Chinese in its own words: 002:91 [S4]', async () => {
  const text = await ask(edited('zh'))
  expect(text).toContain('上次更新: 2026-03-01T12:00:00')
  expect(text).toContain('请选择 1、2 或 3')
})

test.each([
  ['1', [true, false]],
  ['保留', [true, false]],
  ['2', [false, true]],
  ['Overwrite', [false, true]],
  ['3', [true, true]],
  ['追加。', [true, true]],
])('%s is an answer, and is carried out: 002:97 [S4]', async (said, expected) => {
  const project = edited()
  await ask(project)
  expect(await answer(project, said)).toBeDefined()
  expect(outcome(project)).toEqual(expected)
})

const CASES: { readonly choices: readonly (readonly [string, number])[] } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../cases/honest-yes.json'), 'utf8'),
)

test.each(CASES.choices)('%s chooses %d [S4] [S42]', async (said, number) => {
  const project = edited()
  await ask(project)
  expect(await answer(project, said)).toBeDefined()
  expect(outcome(project)).toEqual([number !== 2, number !== 1])
})

test.each(['那个吧', 'the last but one', '2 和 3', 'hm'])(
  '%s cannot be read: the question is asked again, once [S4] [S42]',
  async (said) => {
    const project = edited()
    const text = await ask(project)
    expect(await answer(project, said)).toContain('1 (keep), 2 (overwrite) or 3 (append)')
    expect(project.guard.unshownProposal('s')?.text).toBe(text)
    await project.guard.handle({ kind: 'assistant-said', session: 's', text })
    await answer(project, '选 2')
    expect(outcome(project)).toEqual([false, true])
    const other = edited()
    await ask(other)
    for (const reply of [said, 'now the tests']) await answer(other, reply)
    expect(other.guard.unshownProposal('s')).toBeUndefined()
  },
)

test.each(['好', '4', 'keep going', 'what does 2 do?', '不要 2', 'not 2', '1, 2 or 3'])(
  '%s chooses nothing [S4] [S42]',
  async (said) => {
    const project = edited()
    await ask(project)
    await answer(project, said)
    expect(outcome(project)).toEqual([true, false])
  },
)

test('after a plain yes it still waits, says so, and a choice still counts [S42]', async () => {
  const project = edited()
  const text = await ask(project)
  expect(await answer(project, 'yes')).toContain('1 (keep), 2 (overwrite) or 3 (append)')
  await project.guard.handle({ kind: 'assistant-said', session: 's', text })
  await answer(project, '2')
  expect(outcome(project)).toEqual([false, true])
})

test('after another question of the assistant, a number answers the block, which comes last [S42]', async () => {
  const project = edited()
  const text = await ask(project)
  await project.guard.handle({
    kind: 'assistant-said',
    session: 's',
    text: `${text}\n\nAnd which of these three tests should I fix first: 1, 2 or 3?`,
  })
  project.guard.unshownProposal('s')?.shown()
  await answer(project, '2')
  expect(outcome(project)).toEqual([false, true])
})

test('a choice that was not shown is not answered [S42]', async () => {
  const project = edited()
  await project.guard.planRefresh('s')
  await project.guard.handle({ kind: 'user-said', session: 's', text: '' })
  await project.guard.carryOutAccepted('s')
  await project.guard.handle({ kind: 'assistant-said', session: 's', text: 'There is a plan. 1, 2 or 3?' })
  await answer(project, '2')
  expect(outcome(project)).toEqual([true, false])
})

test.each([
  ['keep', [true, false]],
  ['overwrite', [false, true]],
  ['追加', [true, true]],
])('the command takes %s as its argument [S4] [S11]', async (argument, expected) => {
  const project = edited()
  expect(await ask(project, argument)).not.toMatch(/1 {2}keep/)
  await answer(project, 'yes')
  expect(outcome(project)).toEqual(expected)
})

test('a person’s edit between question and answer is not lost [S16]', async () => {
  const project = edited()
  await ask(project)
  project.write(MEMORY, (project.read(MEMORY) ?? '').replace('please', 'please, and thanks'))
  await answer(project, '2')
  expect(project.read(MEMORY)).toContain('please, and thanks')
})
