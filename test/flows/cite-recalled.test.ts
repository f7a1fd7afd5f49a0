import { expect, test } from 'vitest'
import { BANK, GuardedProject } from './guarded-project.ts'

const FILES = {
  ...BANK,
  'memory-bank/details/learnings/cents.md':
    '# Totals are rounded once\n\n- **Date**: 2026-02-10\n\n## Symptom\n\nA cent was lost in the invoice.\n\n## Prevention\n\nRound invoices at the end only.\n',
}
const ASKED = /names no source/

/** A turn in which the bank is asked and the assistant answers. */
async function turn(project: GuardedProject, answer: string, between: () => Promise<unknown> = async () => {}) {
  await project.said('why do invoices round at the end?')
  const pack = await project.guard.recall('s', 'why do invoices round at the end?')
  expect(pack.ok && pack.value.evidence.length).toBeGreaterThan(0)
  await between()
  await project.guard.handle({ kind: 'assistant-said', session: 's', text: 'Let me look.' })
  await project.guard.handle({ kind: 'assistant-said', session: 's', text: answer })
  return project.guard.turnEnded('s')
}

test('an answer out of a recall that names no source is mentioned, once in a session [S22] 004:334 004:350', async () => {
  const project = new GuardedProject(FILES)
  expect(await turn(project, 'Because a cent was lost otherwise.')).toMatch(ASKED)
  expect(await turn(project, 'Because a cent was lost otherwise.')).toBeUndefined()
  project.restart()
  expect(await turn(project, 'Because a cent was lost otherwise.')).toBeUndefined()
})

test.each([
  ['the path', 'A cent was lost (memory-bank/details/learnings/cents.md).'],
  ['the file’s name', 'A cent was lost, see `cents.md`.'],
  ['the title', 'A cent was lost: “Totals are rounded once”.'],
])('an answer that names %s is one with its source [S22] 004:334', async (_name, answer) => {
  expect(await turn(new GuardedProject(FILES), answer)).toBeUndefined()
})

test('a turn that wrote something, asked nothing, or found nothing is not mentioned [S22]', async () => {
  const project = new GuardedProject(FILES)
  const edit = { filePath: 'src/app.ts', oldString: 'code', newString: 'more' }
  expect(await turn(project, 'Done.', () => project.call('edit', edit))).toBeUndefined()
  await project.said('thanks')
  await project.guard.handle({ kind: 'assistant-said', session: 's', text: 'You are welcome, any time.' })
  expect(await project.guard.turnEnded('s')).toBeUndefined()
  await project.said('what of zebras?')
  await project.guard.recall('s', 'which zebra xylophone quota?')
  await project.guard.handle({ kind: 'assistant-said', session: 's', text: 'The bank has nothing on them.' })
  expect(await project.guard.turnEnded('s')).toBeUndefined()
})

test('in Chinese, and by processes that share the session [S22]', async () => {
  const project = new GuardedProject({ ...FILES, 'memory-bank.json': '{ "lang": "zh" }\n' })
  const [asking, hearing] = [project.share(), project.share()]
  await asking.handle({ kind: 'user-said', session: 's', text: '发票为什么最后才取整？' })
  await asking.recall('s', 'why do invoices round at the end only?')
  await hearing.handle({ kind: 'assistant-said', session: 's', text: '因为会丢一分钱。' })
  expect(await hearing.turnEnded('s')).toContain('没有注明出处')
})
