/** Events in separate processes are judged as if one process had seen them all. */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MEMORY, SECTION } from '../../src/base/layout.ts'
import { readSections } from '../../src/disk/state/section-store.ts'
import { Guard } from '../../src/session/guard.ts'
import { BANK, GuardedProject, hidden, told } from '../verbs/guarded-project.ts'
import { asyncLaw } from './runs.ts'

const PROPOSED = { kind: 'focus', text: 'Ship refunds' }

/** Session events, named so that a counter-example is readable. */
const ACTIONS: Readonly<Record<string, (project: GuardedProject) => Promise<unknown>>> = {
  'reads the patterns': (project) => outcome(project.call('read', { filePath: 'memory-bank/details/patterns.md' })),
  'reads the entry': (project) => outcome(project.call('read', { filePath: 'memory-bank/MEMORY.md' })),
  'writes something risky': (project) => outcome(project.call('write', { filePath: 'package.json', content: '{}' })),
  'writes code': (project) => outcome(project.call('write', { filePath: 'src/app.ts', content: 'x' })),
  'edits the focus': (project) => {
    const [old, now] = project.read('memory-bank/MEMORY.md')?.includes('cart') ? ['cart', 'search'] : ['search', 'cart']
    const args = { filePath: 'memory-bank/MEMORY.md', oldString: `- Ship the ${old}.`, newString: `- Ship the ${now}.` }
    return outcome(project.call('edit', args))
  },
  'lists files': (project) => outcome(project.bash('ls -la')),
  'writes the bank through a shell': (project) => outcome(project.bash('echo x > memory-bank/details/tech.md')),
  'hides a write': (project) =>
    outcome(project.bash(hidden("require('fs').writeFileSync('memory-bank/details/tech.md','gone')"))),
  'asks for a note': (project) => project.said('remember this: we ship on mondays'),
  'talks of architecture': (project) => project.said('refactor the module'),
  'proposes an entry': async (project) => (await project.guard.propose('s', PROPOSED)).proposals.length,
  'shows it': (project) => says(project, 'As proposed above.'),
  'proposes in words': (project) => says(project, '💾 Write to details/patterns.md: money is kept as integers?'),
  'asks about something else': (project) => says(project, 'Shall I go on with the tests?'),
  'is told yes': async (project) => {
    await project.said('yes')
    return project.guard.carryOutAccepted('s')
  },
  'ends the turn': async (project) => await project.guard.turnEnded('s'),
  compacts: (project) => project.guard.handle({ kind: 'compacted', session: 's' }),
}

function says(project: GuardedProject, text: string): Promise<unknown> {
  return project.guard.handle({ kind: 'assistant-said', session: 's', text })
}

async function outcome(done: Promise<{ before: Parameters<typeof told>[0]; after: Parameters<typeof told>[0] }>) {
  const { before, after } = await done
  return `${told(before)} / ${told(after)}`
}

/** The guard of a project, in a new process for every event. */
class SharedProject extends GuardedProject {
  override open(folder = '.'): Guard {
    return eachInItsOwn(() => {
      const opened = Guard.openShared(this.surroundings(folder))
      if (!opened.ok) throw new Error(opened.problem.code)
      return opened.value
    })
  }
}

function eachInItsOwn(open: () => Guard): Guard {
  const first = open()
  return new Proxy(first, {
    get(_, name) {
      const guard = open()
      const value: unknown = Reflect.get(guard, name, guard)
      return typeof value === 'function' ? value.bind(guard) : value
    },
  })
}

describe('a guard in several processes', () => {
  test('gives the same verdicts and leaves the same bank as in one [S34] [S37]', async () => {
    await asyncLaw(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...Object.keys(ACTIONS)), { minLength: 1, maxLength: 12 }),
        async (names) => {
          const projects = [new GuardedProject(BANK, { git: false }), new SharedProject(BANK, { git: false })]
          const seen = []
          for (const project of projects) {
            await project.guard.opening('s')
            const answers = []
            for (const name of names) answers.push(await ACTIONS[name]?.(project))
            seen.push({ answers, bank: Object.keys(BANK).map((path) => project.read(path)) })
          }
          expect(seen[1]).toEqual(seen[0])
        },
      ),
      14,
    )
  })

  test('a yes after another question answers that question, in any process [S42]', async () => {
    const project = new SharedProject()
    const agree = () => project.guard.handle({ kind: 'user-said', session: 's', text: '好' })
    await ACTIONS['proposes in words']?.(project)
    expect(await agree()).toMatchObject({ answer: 'confirm' })
    await ACTIONS['proposes in words']?.(project)
    await ACTIONS['asks about something else']?.(project)
    expect(await agree()).toMatchObject({ answer: 'ignore' })
  })

  test('a turn’s writes are remembered by any process that ends it [S4]', async () => {
    const project = new SharedProject()
    await ACTIONS['reads the entry']?.(project)
    expect(await ACTIONS['edits the focus']?.(project)).toMatch(/^allow|^note/)
    await project.guard.turnEnded('s')
    expect(readSections(project.guard.workspace.place.state).get(MEMORY)?.has(SECTION.focus)).toBe(true)
  })

  test('a foreign change is reported until the model has received it [S34] [S37]', async () => {
    const project = new SharedProject()
    await project.guard.attend('s')
    expect(await project.guard.unseenChanges('s')).toBeUndefined()
    project.write('memory-bank/details/tech.md', 'by hand\n')
    expect((await project.guard.unseenChanges('s'))?.text).toContain('memory-bank/details/tech.md')
    await (await project.guard.unseenChanges('s'))?.told()
    expect(await project.guard.unseenChanges('s')).toBeUndefined()
    project.write('memory-bank/details/more.md', 'by hand\n')
    project.commit('a person’s')
    const brought = await project.guard.unseenChanges('s')
    expect(brought?.text).toContain('git changed memory-bank/details/more.md')
    await brought?.told()
    expect(await project.guard.unseenChanges('s')).toBeUndefined()
    expect(await project.guard.unseenChanges('never began')).toBeUndefined()
  })

  test('two processes of one session see each other’s events at once [S37]', async () => {
    const project = new GuardedProject()
    const open = () => {
      const opened = Guard.openShared(project.surroundings('.'))
      if (!opened.ok) throw new Error(opened.problem.code)
      return opened.value
    }
    const [server, hook] = [open(), open()]
    const request = (guard: Guard) =>
      guard.handle({
        kind: 'tool-requested',
        session: 's',
        call: 'c',
        calls: [{ kind: 'writes', writes: [{ kind: 'whole', path: 'package.json', text: '{}' }] }],
      })
    expect(told((await request(server)).verdict)).toContain('refuse')
    const calls = [{ kind: 'reads', paths: ['memory-bank/details/patterns.md'] }] as const
    await hook.handle({ kind: 'tool-finished', session: 's', call: 'r', calls })
    expect(told((await request(server)).verdict)).not.toContain('refuse')
    await hook.handle({ kind: 'compacted', session: 's' })
    expect(told((await request(server)).verdict)).toContain('refuse')
  })
})
