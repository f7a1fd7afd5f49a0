/** The recursion guard, as a whole guard meets it: sessions, sub-agents and the questions between them. */

import { describe, expect, test } from 'vitest'
import { GuardedProject, told } from '../verbs/guarded-project.ts'

const QUESTION = 'how do we store money?'

async function child(project: GuardedProject, session: string, parent: string, text: string): Promise<void> {
  await project.guard.handle({ kind: 'session-started', session, parent, agent: 'memory-reader' })
  await project.said(text, session)
}

function handOn(project: GuardedProject, session: string, prompt: string, tool = 'task', agent = 'memory-reader') {
  return project.request(`${session}${prompt}`, tool, { subagent_type: agent, prompt }, session).then(told)
}

describe('a question that a memory-reader is answering', () => {
  test.each([
    ['by itself', 's1', QUESTION, 'task', 'refuse asked-once'],
    ['by itself with other blanks', 's1', ` how do we\n store money? `, 'task', 'refuse asked-once'],
    ['through another tool', 's1', QUESTION, 'call_omo_agent', 'refuse asked-once'],
    ['by an agent that works for it', 's2', QUESTION, 'task', 'refuse asked-once'],
    ['as another question', 's1', 'which currencies do we sell in?', 'task', 'allow'],
    ['as part of a longer question', 's1', `${QUESTION} And why?`, 'task', 'allow'],
  ])('handed on %s [S53]', async (_name, session, prompt, tool, expected) => {
    const project = new GuardedProject()
    expect(await handOn(project, 's', QUESTION)).toBe('allow')
    // Hosts put words of their own around it.
    await child(project, 's1', 's', `<context>by the host</context>\n${QUESTION}\n<rules>be short</rules>`)
    await child(project, 's2', 's1', 'look at the code')
    expect(await handOn(project, session, prompt, tool)).toBe(expected)
  })

  test('may be asked again by the session that asked it, and by others [S53]', async () => {
    const project = new GuardedProject()
    await handOn(project, 's', QUESTION)
    await child(project, 's1', 's', QUESTION)
    expect(await handOn(project, 's', QUESTION)).toBe('allow')
    expect(await handOn(project, 'other', QUESTION)).toBe('allow')
  })

  test('may be handed to an agent that reads no memory [S53]', async () => {
    const project = new GuardedProject()
    await handOn(project, 's', QUESTION)
    await child(project, 's1', 's', QUESTION)
    expect(await handOn(project, 's1', QUESTION, 'task', 'explore')).toBe('allow')
  })

  test('sessions that are each other’s parents end the search [S53]', async () => {
    const project = new GuardedProject()
    await child(project, 'a', 'b', 'x')
    await child(project, 'b', 'a', 'y')
    expect(await handOn(project, 'a', QUESTION)).toBe('allow')
  })

  test('an empty question is never refused [S53]', async () => {
    const project = new GuardedProject()
    expect(await handOn(project, 's', '')).toBe('allow')
    await child(project, 's1', 's', 'anything')
    expect(await handOn(project, 's1', '')).toBe('allow')
  })
})

describe('a recall', () => {
  test('of the same question with the same answer is given once in a turn [S53]', async () => {
    const project = new GuardedProject()
    await project.said('go')
    expect((await project.guard.recall('s', QUESTION)).ok).toBe(true)
    expect(await project.guard.recall('s', ` ${QUESTION}`)).toMatchObject({ problem: { code: 'asked-already' } })
    expect((await project.guard.recall('s', 'what is the stack?')).ok).toBe(true)
    expect((await project.guard.recall('other', QUESTION)).ok).toBe(true)
  })

  test('is the same for any author of the lines, because git may not answer in time [S53]', async () => {
    const project = new GuardedProject()
    await project.said('go')
    expect((await project.guard.recall('s', 'what is the stack?')).ok).toBe(true)
    project.git('commit', '-q', '--amend', '--no-edit', '--author', 'Bo <bo@c>')
    expect(await project.guard.recall('s', 'what is the stack?')).toMatchObject({ problem: { code: 'asked-already' } })
  })

  test('is given again where the host tells no turns: it may be a new question [S53]', async () => {
    const project = new GuardedProject()
    expect((await project.guard.recall('s', QUESTION)).ok).toBe(true)
    expect((await project.guard.recall('s', QUESTION)).ok).toBe(true)
  })

  test.each([
    ['a new turn', (project: GuardedProject) => project.said('go on')],
    ['compaction', (project: GuardedProject) => project.guard.handle({ kind: 'compacted', session: 's' })],
    [
      'a change of what the bank answers',
      async (project: GuardedProject) =>
        project.write('memory-bank/details/tech.md', '# Tech\n\nWe store money as whole cents.\n'),
    ],
  ])('is given again after %s [S53]', async (_name, meanwhile) => {
    const project = new GuardedProject()
    await project.guard.recall('s', QUESTION)
    await meanwhile(project)
    expect((await project.guard.recall('s', QUESTION)).ok).toBe(true)
  })
})
