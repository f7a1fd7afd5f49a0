/** Every command × caller: calls that only a person may make are refused to others, and nothing is written. */

import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { decodeAdditions } from '../../src/bank/decode-addition.ts'
import { AGENT_VARIABLES, ASSUME_PERSON } from '../../src/base/agent-shell.ts'
import type { Command } from '../../src/cli/command.ts'
import { COMMANDS } from '../../src/cli/commands/index.ts'
import { main } from '../../src/cli/program.ts'
import type { Terminal } from '../../src/cli/terminal.ts'
import { Proposals } from '../../src/consent/proposals.ts'
import { openWorkspace } from '../../src/disk/workspace.ts'
import { Sandbox, treeOf } from '../scenarios/harness.ts'

const LOADED = await Promise.all(COMMANDS.map((command) => command.load()))

const MARKS = ['MEMORY_BANK_AGENT_SHELL', 'QWEN_CODE', 'GEMINI_CLI']
const DECISION = ['decision', 'Use SQLite', '--why', 'one file', '--given-up', 'Postgres', '--applies-to', 'storage']
const READ = ['recall', 'storage']

/** Calls that only a person may make. `ID` is a pending proposal, `DECLINED` a rejected one. */
const PERSONS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  add: [['add', ...DECISION, '--yes']],
  archive: [['archive', '--yes']],
  check: [['check', '--fix', '--yes']],
  dashboard: [['dashboard', '--export', 'page.html', '--yes']],
  doctor: [
    ['doctor', '--fix'],
    ['doctor', 'opencode', '--prove', '--host-binary', '/nowhere/opencode'],
  ],
  done: [['done', 'Refund API', '--yes']],
  edit: [['edit', 'Refund API', '--text', 'Refunds', '--yes']],
  import: [['import', 'CLAUDE.md', '--yes']],
  install: [['install', 'opencode', '--yes']],
  proposals: [
    ['proposals', 'accept', 'ID', '--yes'],
    ['proposals', 'accept', '--yes', '--json'],
    ['proposals', 'edit', 'ID', '--why', 'no server', '--yes'],
    ['proposals', 'reject', 'ID'],
    ['proposals', 'reopen', 'DECLINED'],
    ['proposals', 'disallow', 'focus'],
  ],
  remove: [['remove', 'Refund API', '--yes']],
  review: [
    ['review', '--yes'],
    ['review', 'ID', '--yes', '--json'],
  ],
  trust: [['trust'], ['trust', '--forget']],
  undo: [['undo', '--yes']],
  uninstall: [['uninstall', 'claude', '--yes']],
  usage: [
    ['usage', 'off'],
    ['usage', 'forget', '--yes'],
  ],
}

/** Calls that a script may confirm with --yes, but an agent may not. */
const FOR_SCRIPTS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  init: [['init', '--yes']],
  refresh: [['refresh', '--yes']],
  index: [['index', '--yes']],
}

/** Calls that everybody may make, because they leave project and settings alone. */
const READS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  add: [['add', ...DECISION, '--yes', '--dry-run']],
  check: [['check']],
  completion: [['completion', 'bash']],
  doctor: [['doctor', 'opencode']],
  history: [['history']],
  import: [['import', 'CLAUDE.md']],
  init: [['init']],
  learn: [['learn']],
  list: [['list']],
  opening: [['opening']],
  proposals: [['proposals'], ['proposals', 'show', 'ID']],
  read: [['read', 'MEMORY.md']],
  recall: [READ],
  refresh: [['refresh']],
  resolve: [['resolve', '--yes']],
  review: [['review'], ['review', '--undo']],
  search: [['search', 'storage']],
  status: [['status']],
  usage: [['usage']],
}

/** Reads what it is asked from standard input. */
const NOT_IN_PROCESS = ['judge']

type Around = Pick<Terminal, 'interactive' | 'attended'>
const AT_TERMINAL: Around = { interactive: true, attended: true }
const WATCHED: Around = { interactive: false, attended: true }
const NOWHERE: Around = { interactive: false, attended: false }

let sandbox: Sandbox
const proposals: Record<string, string> = {}

beforeAll(async () => {
  sandbox = new Sandbox({ fast: true })
  sandbox.write({
    'package.json': '{"name":"shop"}',
    'CLAUDE.md': '# Rules\n\n## Storage\n\n- Rows are never deleted, only marked.\n',
    '.claude/settings.local.json': '{}\n',
  })
  const person = { [ASSUME_PERSON]: '1' }
  for (const args of [
    ['init', '--yes'],
    ['install', 'claude', '--yes'],
    ['trust', '--forget'],
    ['add', 'progress', 'Refund API', '--state', 'doing', '--yes'],
  ])
    expect([args, (await run(args, person)).code]).toEqual([args, 0])
  expect((await run(['add', 'focus', 'Ship refunds', '--yes'], person)).code).toBe(0)
  sandbox.write({
    'memory-bank/details/progress.md': withDoneItems(sandbox.read('memory-bank/details/progress.md')),
    // A missing index, a link that check can fix, and outdated facts.
    ...Object.fromEntries(
      Array.from({ length: 9 }, (_, at) => [
        `memory-bank/details/learnings/pool-${at}.md`,
        `# Pool ${at}\n\nSee [tech](tech.md).\n`,
      ]),
    ),
    'package.json': '{"name":"shop","scripts":{"test":"vitest"}}',
    'page.html': 'old',
  })
  const workspace = openWorkspace({ folder: sandbox.project, env: env(), now: () => new Date(), progress: () => {} })
  const decoded = decodeAdditions({
    entries: ['Use Redis', 'Use Kafka'].map((title) => ({
      ...{ kind: 'decision', title, why: 'fast' },
      ...{ given_up: 'memory', applies_to: title },
    })),
  })
  if (!workspace.ok || !decoded.ok) throw new Error('no workspace')
  const proposed = new Proposals(workspace.value).propose('a-session', decoded.value, [])
  if (!proposed.ok) throw new Error(proposed.problem.code)
  const [waiting, declined] = proposed.value.proposals
  Object.assign(proposals, { ID: waiting?.id, DECLINED: declined?.id })
  expect((await run(['proposals', 'reject', 'DECLINED'], person)).code).toBe(0)
  sandbox.save()
})

let isWritten = false

afterEach(() => {
  if (isWritten) sandbox.restore()
  isWritten = false
})

afterAll(() => sandbox.remove())

describe.each(Object.entries({ ...PERSONS, ...FOR_SCRIPTS }).flatMap(each))('%s', (_, name, args) => {
  test.each(MARKS)('is refused under %s, at a terminal too and whatever else is set [S33] [S42]', async (mark) => {
    for (const around of [AT_TERMINAL, NOWHERE])
      await expectRefused(args, { [mark]: '1', [ASSUME_PERSON]: '1', MEMORY_BANK_TRUSTED: '1' }, around, 'agent')
  })

  if (name in FOR_SCRIPTS) {
    test.each([{}, { CLAUDECODE: '1' }])('is a script’s to run, outside an agent’s shell: %j [S11]', async (more) => {
      const before = treeOf(sandbox.project)
      isWritten = true
      expect((await run(args, more)).code).toBe(0)
      expect(treeOf(sandbox.project)).not.toEqual(before)
    })
    return
  }

  test('is refused without a terminal, with how a person’s own script says that it is theirs [S42]', async () => {
    await expectRefused(args, {}, NOWHERE, 'unknown')
    for (const value of ['0', 'false', 'no', ''])
      await expectRefused(args, { [ASSUME_PERSON]: value }, NOWHERE, 'unknown')
  })

  test('is done where the person’s environment says so [S42]', async () => {
    const before = everything()
    isWritten = true
    const { code, text } = await run(args, { [ASSUME_PERSON]: '1' })
    expect([code, text]).not.toEqual([3, expect.anything()])
    if (!WITHOUT_TRACE.includes(args.join(' '))) expect(everything()).not.toEqual(before)
  })
})

/** Calls that have nothing to change in this sandbox. */
const WITHOUT_TRACE = [
  ...['doctor --fix', 'doctor opencode --prove --host-binary /nowhere/opencode'],
  ...['proposals disallow focus', 'proposals reopen ID', 'trust --forget', 'usage forget --yes'],
]

test.each([
  ['at a terminal', AT_TERMINAL, {}],
  ['where somebody watches what it prints', WATCHED, {}],
  ['where an agent’s host is around, and a person at a terminal', WATCHED, { CLAUDECODE: '1' }],
  ['by a script that says true', NOWHERE, { [ASSUME_PERSON]: 'true' }],
] as const)('a person may accept %s [S42]', async (_, around, more) => {
  isWritten = true
  const { code, text } = await run(['proposals', 'accept', 'ID', '--yes'], more, around)
  expect([code, text]).toEqual([0, expect.stringContaining('Undo: memory-bank undo')])
})

test.each(AGENT_VARIABLES)(
  'where %s tells of an agent, the variable of a person counts nothing [S42]',
  async (name) => {
    const args = ['proposals', 'accept', 'ID', '--yes']
    for (const more of [{}, { [ASSUME_PERSON]: '1' }])
      await expectRefused(args, { [name]: '1', ...more }, NOWHERE, 'agent')
  },
)

test.each(['.env', '.env.local'])('what stands in %s of a clone is not the person’s word [S39] [S42]', async (file) => {
  isWritten = true
  sandbox.write({ [file]: `${ASSUME_PERSON}=1\n` })
  await expectRefused(['add', ...DECISION, '--yes'], { [ASSUME_PERSON]: '1' }, NOWHERE, 'unknown')
})

test.each(Object.entries(READS).flatMap(each))(
  '%s is everybody’s, and leaves project and settings alone [S33]',
  async (_, name, args) => {
    for (const more of [{}, { CLAUDECODE: '1' }, { MEMORY_BANK_AGENT_SHELL: '1' }]) {
      const before = ofPeople()
      for (const around of 'MEMORY_BANK_AGENT_SHELL' in more ? [NOWHERE, AT_TERMINAL] : [NOWHERE]) {
        const { code, text } = await run(args, more, around)
        // A plan that nobody agreed to, or findings.
        expect([name, [0, 1, 3].includes(code), text]).toEqual([
          name,
          true,
          expect.not.stringContaining('Only a person'),
        ])
        expect(ofPeople()).toEqual(before)
      }
    }
  },
)

test.each(
  Object.entries(PERSONS)
    .flatMap(each)
    .filter(([, , args]) => args.includes('--yes')),
)(
  'without a terminal and without --yes, %s changes nothing and hands no agent a way [S11] [S42]',
  async (_, __, args) => {
    const unanswered = args.filter((word) => word !== '--yes')
    for (const more of [{}, { CLAUDECODE: '1' }]) {
      const before = ofPeople()
      const { code, text } = await run(unanswered, more)
      expect([0, 1, 3]).toContain(code)
      if ('CLAUDECODE' in more) expect(text).not.toMatch(/--yes|MEMORY_BANK_ASSUME_PERSON/)
      expect(ofPeople()).toEqual(before)
    }
  },
)

describe('every command declares who may run it', () => {
  test.each(LOADED.map((command) => [command.name, command] as const))('%s [S33] [S42]', (name, command) => {
    const { agent, options, exits } = command
    if (agent.kind === 'started') return
    const isReading = agent.kind === 'always'
    // A command that asks also writes. Only resolve may do so for an agent, because it skips files that need a person.
    if (isReading && name !== 'resolve') expect(Object.keys(options).filter((one) => WRITES.includes(one))).toEqual([])
    const calls = PERSONS[name] ?? FOR_SCRIPTS[name]
    expect([name, calls === undefined]).toEqual([name, isReading])
    if (isReading) expect([...Object.keys(READS), ...NOT_IN_PROCESS]).toContain(name)
    else expect(exits).toContain('notConfirmed')
    expect(Object.hasOwn(FOR_SCRIPTS, name)).toBe(command.isForScripts === true)
    expect(wordsOf(agent).filter((word) => !(calls ?? []).some((args) => args.includes(word)))).toEqual([])
  })
})

const WRITES = ['yes', 'fix', 'dry-run', 'on-conflict']

/** Every word that makes a call a person's. Other tests cover words that need a terminal. */
function wordsOf(agent: Command['agent']): readonly string[] {
  if (agent.kind === 'without') return agent.options.map((option) => `--${option}`)
  return agent.kind === 'only' ? [...agent.asks, ...agent.acts].filter((word) => !['allow', 'on'].includes(word)) : []
}

function each([name, calls]: readonly [string, readonly (readonly string[])[]]) {
  return calls.map((args) => [args.join(' '), name, args] as const)
}

async function expectRefused(
  args: readonly string[],
  more: NodeJS.ProcessEnv,
  around: Around,
  by: 'agent' | 'unknown',
): Promise<void> {
  const before = everything()
  const { code, text, asked } = await run(args, more, around)
  expect([code, text]).toEqual([3, expect.stringContaining('Only a person may run')])
  if (by === 'agent') expect(text).toContain('Ask the user to run it in their own terminal.')
  expect(text.includes(ASSUME_PERSON)).toBe(by === 'unknown')
  expect([everything(), asked]).toEqual([before, []])
}

/** Runs the program in this process. Every question is answered with yes. */
async function run(args: readonly string[], more: NodeJS.ProcessEnv = {}, around: Around = NOWHERE) {
  const lines: string[] = []
  const asked: string[] = []
  const say = (text: string) => void lines.push(text)
  const terminal: Terminal = {
    ...around,
    colour: false,
    columns: () => Number.POSITIVE_INFINITY,
    print: say,
    remark: say,
    ask(question) {
      asked.push(question)
      return 'y'
    },
    hear: () => {},
    progress: () => () => {},
    settle: () => {},
    acted: () => {},
    hasActed: () => false,
    unwritten: () => undefined,
  }
  const named = args.map((arg) => proposals[arg] ?? (arg === 'page.html' ? join(sandbox.project, arg) : arg))
  const code = await main([...named, '-C', sandbox.project, '--lang', 'en'], env(more), terminal)
  return { code, text: lines.join('\n'), asked }
}

function env(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  return sandbox.env({ [ASSUME_PERSON]: '', PATH: '/usr/bin:/bin', ...more })
}

function everything() {
  return [treeOf(sandbox.project), treeOf(sandbox.home), treeOf(sandbox.state)]
}

/** Without the state folder, which reading commands may change. */
function ofPeople() {
  return [treeOf(sandbox.project), treeOf(sandbox.home)]
}

function withDoneItems(text: string): string {
  const items = Array.from(
    { length: 60 },
    (_, at) => `- [x] 2024-01-${String((at % 28) + 1).padStart(2, '0')} Item ${at}`,
  )
  return text.replace(/^## Done.*$/m, (heading) => `${heading}\n\n${items.join('\n')}`)
}
