/** `memory-bank review`: a person keeps, undoes, accepts or rejects one item after the other. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { decodeAdditions } from '../../../src/bank/decode-addition.ts'
import { main } from '../../../src/cli/program.ts'
import type { Terminal } from '../../../src/cli/terminal.ts'
import { Proposals } from '../../../src/consent/proposals.ts'
import { openWorkspace, type Workspace } from '../../../src/disk/workspace.ts'
import { unconfirmedChanges } from '../../../src/verbs/review.ts'
import { Sandbox } from '../../scenarios/harness.ts'

let sandbox: Sandbox
let workspace: Workspace
beforeEach(() => {
  sandbox = new Sandbox({ fast: true })
  sandbox.write({ 'package.json': '{"name":"shop"}' })
  expect(sandbox.run(['init', '--yes']).code).toBe(0)
  const [folder, env] = [sandbox.project, sandbox.env()]
  const opened = openWorkspace({ folder, env, now: () => new Date(), progress: () => {} })
  if (!opened.ok) throw new Error(opened.problem.code)
  workspace = opened.value
})
afterEach(() => sandbox.remove())

const TECH = 'details/tech.md'
const PROGRESS = 'details/progress.md'

function outside(path: string): void {
  writeFileSync(join(sandbox.bank, path), '# By an editor\n')
}

function propose(...titles: readonly string[]): void {
  const decoded = decodeAdditions({ entries: titles.map((text) => ({ kind: 'focus', text })) })
  if (!decoded.ok) throw new Error(decoded.problem.code)
  expect(new Proposals(workspace).propose('a-session', decoded.value, []).ok).toBe(true)
}

const statuses = () => new Proposals(workspace).list().map(({ status }) => status)
const open = () => unconfirmedChanges(workspace).map(({ path }) => path)

/** Runs the program at a terminal, with these answers. */
function review(answers: readonly (string | (() => string))[], ...args: readonly string[]) {
  return run(['review', ...args], answers)
}

async function run(
  args: readonly string[],
  answers: readonly (string | (() => string))[] = [],
  columns = Number.POSITIVE_INFINITY,
) {
  const left = [...answers]
  const lines: string[] = []
  const next = () => {
    const answer = left.shift()
    return typeof answer === 'function' ? answer() : answer
  }
  const say = (text: string) => void lines.push(text)
  const terminal: Terminal = {
    ...{ interactive: true, attended: true, colour: false, columns: () => columns },
    ...{ print: say, remark: say, ask: next },
    ...{ hear: () => {}, progress: () => () => {}, settle: () => {}, acted: () => {} },
    ...{ hasActed: () => false, unwritten: () => undefined },
  }
  const code = await main([...args, '-C', sandbox.project, '--lang', 'en'], sandbox.env(), terminal)
  return { code, text: lines.join('\n'), left }
}

describe('one item after the other', () => {
  test('a change is shown with its diff and kept by y [S34]', async () => {
    outside(TECH)
    const { code, text } = await review(['y'])
    expect([code, open(), sandbox.read(`memory-bank/${TECH}`)]).toEqual([0, [], '# By an editor\n'])
    expect(text).toContain('changed by an editor or another program')
    expect(text).toContain('+# By an editor')
    expect(text).toContain('1 kept.')
  })

  test('u restores the former text, and undo brings the change back [S34]', async () => {
    const before = sandbox.tree()
    outside(TECH)
    const { code, text } = await review(['u'])
    expect([code, open(), sandbox.tree()]).toEqual([0, [], before])
    const id = /memory-bank undo (\S+)/.exec(text)?.[1] ?? ''
    expect(sandbox.run(['undo', id, '--yes']).code).toBe(0)
    expect(sandbox.read(`memory-bank/${TECH}`)).toBe('# By an editor\n')
  })

  test('s skips, q and the end of the input stop, any other answer explains the keys, exit 3 [S11]', async () => {
    outside(TECH)
    outside(PROGRESS)
    for (const answers of [['s', 's'], ['q'], ['?', 'nothing of the kind', '', 's'], []])
      expect([answers, await review(answers)]).toEqual([
        answers,
        expect.objectContaining({ code: 3, left: [], text: expect.stringContaining('2 left.') }),
      ])
    expect((await review(['?'])).text).toContain('  u  restore the text before it')
    expect(open().toSorted()).toEqual([PROGRESS, TECH])
  })

  test('proposals follow: accepted by y, rejected with a reason by n [S42]', async () => {
    outside(TECH)
    propose('Ship refunds', 'Ship invoices', 'Ship coupons')
    const { code, text } = await review(['y', 'y', 'n', 'not now', 's'])
    expect([code, statuses().toSorted()]).toEqual([3, ['accepted', 'rejected', 'waiting']])
    expect(sandbox.read('memory-bank/MEMORY.md')).toContain('Ship refunds')
    expect(text).toContain('1 kept, 1 accepted, 1 rejected, 1 left.')
    expect(sandbox.run(['proposals', '--all']).out).toContain('not now')
  })

  test('a path or an id selects items [S54]', async () => {
    outside(TECH)
    outside(PROGRESS)
    expect((await review(['y'], `memory-bank/${TECH}`)).code).toBe(0)
    expect(open()).toEqual([PROGRESS])
    expect(await review([], 'nowhere.md')).toMatchObject({ code: 2, text: expect.stringContaining("'nowhere.md'") })
  })

  test('a change that is made while it is shown stays open [S34]', async () => {
    outside(TECH)
    const meanwhile = (answer: string) => () => {
      writeFileSync(join(sandbox.bank, TECH), `# Changed before ${answer}\n`)
      return answer
    }
    for (const answer of ['y', 'u']) {
      const { code, text } = await review([meanwhile(answer)])
      expect([code, text, open()]).toEqual([3, expect.stringContaining('changed after the plan was made'), [TECH]])
      expect(sandbox.read(`memory-bank/${TECH}`)).toBe(`# Changed before ${answer}\n`)
    }
  })
})

describe('without questions', () => {
  test('everything is listed with its diff, and nothing is settled, exit 3 [S11]', () => {
    outside(TECH)
    propose('Ship refunds')
    sandbox.run(['status'])
    const { code, out } = sandbox.run(['review'])
    expect([code, open(), statuses()]).toEqual([3, [TECH], ['waiting']])
    expect(out).toContain('+# By an editor')
    expect(out).toContain('Ship refunds')
    expect(sandbox.run(['review', '--dry-run']).code).toBe(0)
  })

  test('--yes keeps every change and accepts every proposal, as --json says [S11] [S54]', () => {
    outside(TECH)
    propose('Ship refunds')
    expect(sandbox.json(['review', '--yes'])).toMatchObject({
      outcome: 'applied',
      changes: [
        { path: TECH, cause: 'editor', change: { kind: 'edit', diff: expect.stringContaining('By an editor') } },
      ],
      proposals: [{ kind: 'focus', title: 'Ship refunds' }],
    })
    expect([open(), statuses()]).toEqual([[], ['accepted']])
    expect(sandbox.json(['review'])).toMatchObject({ outcome: 'nothing', changes: [], proposals: [] })
  })

  test('--undo --yes restores every change and leaves proposals alone [S34]', () => {
    const before = sandbox.tree()
    outside(TECH)
    outside(PROGRESS)
    propose('Ship refunds')
    expect(sandbox.run(['review', '--undo', '--yes']).code).toBe(0)
    expect([sandbox.tree(), open(), statuses()]).toEqual([before, [], ['waiting']])
  })
})

test('status counts what is unconfirmed and names the command [S34] [S54]', () => {
  outside(TECH)
  expect(sandbox.run(['status']).out).toContain(`memory-bank/${TECH}. Keep or undo: memory-bank review`)
  expect(sandbox.json(['status'])).toMatchObject({ unconfirmed: 1 })
  expect(sandbox.run(['review', '--yes']).code).toBe(0)
  expect(sandbox.json(['status'])).toMatchObject({ unconfirmed: 0 })
})

test('proposals are printed without cutting words on a narrow terminal [S54]', async () => {
  const words = Array.from({ length: 14 }, (_, at) => `word${at}`)
  propose(words.join(' '))
  for (const args of [['proposals'], ['proposals', 'show']]) {
    const text = (await run(args, [], 60)).text.split('\n--- ')[0] ?? ''
    expect(words.filter((word) => !text.includes(word))).toEqual([])
    expect(text.split('\n').filter((line) => line.length > 60 && !/[/→·]/.test(line))).toEqual([])
  }
})
