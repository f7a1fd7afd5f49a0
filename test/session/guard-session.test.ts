import { existsSync, readdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodeHostEvent } from '../../src/hosts/decode-event.ts'
import { Guard } from '../../src/session/guard.ts'
import { Sandbox } from '../scenarios/harness.ts'
import { GuardedProject, told } from '../verbs/guarded-project.ts'

/** A project whose state folder holds a session's log. */
async function withRecords(): Promise<{ readonly project: GuardedProject; readonly log: string }> {
  const project = new GuardedProject()
  await project.said('hello')
  await project.call('read', { filePath: 'memory-bank/details/patterns.md' })
  const log = readdirSync(project.state, { recursive: true, encoding: 'utf8' }).find((name) => /\.jsonl?$/.test(name))
  if (log === undefined) throw new Error('no record was made')
  symlinkSync(project.state, join(project.root, 'short'))
  return { project, log: join(project.state, log) }
}

describe('an agent does not write the records of Memory Bank', () => {
  test.each([
    ['the write tool', 'write', (log: string) => ({ filePath: log, content: '' })],
    ['the edit tool', 'edit', (log: string) => ({ filePath: log, oldString: '{', newString: '[' })],
    [
      'a link',
      'write',
      (log: string) => ({ filePath: `short/memory-bank/${log.split('/memory-bank/')[1]}`, content: '' }),
    ],
    [
      'a patch',
      'apply_patch',
      (log: string) => ({ patchText: `*** Begin Patch\n*** Delete File: ${log}\n*** End Patch\n` }),
    ],
    ['a new file', 'write', (log: string) => ({ filePath: join(dirname(log), 'forged.jsonl'), content: '{}' })],
    ['a deleted folder', 'delete_file', (log: string) => ({ path: dirname(dirname(dirname(log))) })],
    [
      'a moved folder above',
      'move_file',
      (log: string) => ({ source: log.split('/memory-bank/')[0], destination: '/tmp/x' }),
    ],
    ['a redirection', 'bash', (log: string) => ({ command: `echo '{}' >> ${log}` })],
    ['a variable', 'bash', () => ({ command: 'rm -rf "$XDG_STATE_HOME/memory-bank"' })],
    ['a folder above', 'bash', () => ({ command: 'rm -rf $XDG_STATE_HOME' })],
    ['a pattern', 'bash', () => ({ command: 'rm -r ~/memory-*' })],
    ['going there', 'bash', (log: string) => ({ command: `cd ${dirname(log)} && rm *` })],
    ['sed', 'bash', (log: string) => ({ command: `sed -i s/a/b/ ${log}` })],
    ['a program', 'bash', (log: string) => ({ command: `python3 -c "open('${log}', 'w').write('')"` })],
    ['a link of its own', 'bash', (log: string) => ({ command: `ln -s ${dirname(log)} here && touch here/x` })],
    ['a move', 'bash', () => ({ command: 'mv ~/memory-bank /tmp/gone' })],
  ])('by %s [S33]', async (_name, tool, args) => {
    const { project, log } = await withRecords()
    const verdict = await project.request('c', tool, args(log))
    expect(told(verdict)).toBe('refuse config-is-for-people')
    expect(verdict.kind === 'refuse' && verdict.text).toMatch(/journal, sessions, proposals/)
  })
})

describe('reading the records is never refused', () => {
  test.each([
    ['the read tool', 'read', (log: string) => ({ filePath: log })],
    ['cat', 'bash', (log: string) => ({ command: `cat ${log} | head -5` })],
    ['a listing', 'bash', () => ({ command: 'ls -R ~/memory-bank; du -sh ~/memory-bank' })],
    ['a copy to elsewhere', 'bash', (log: string) => ({ command: `cp ${log} /tmp/copy.jsonl` })],
    ['a search', 'bash', () => ({ command: 'grep -r read ~/memory-bank' })],
  ])('by %s [S33]', async (_name, tool, args) => {
    const { project, log } = await withRecords()
    expect(told(await project.request('c', tool, args(log)))).toBe('allow')
  })
})

test.each([
  ['the read tool', 'read', (key: string) => ({ filePath: key })],
  ['the read tool through a link', 'read', () => ({ filePath: 'short/memory-bank/memory-bank.key' })],
  ['cat', 'bash', (key: string) => ({ command: `cat ${key}` })],
  ['a pattern', 'bash', () => ({ command: 'cd ~/memory-bank && head -c 40 *' })],
  ['a part of its name', 'bash', () => ({ command: 'cd ~/memory-bank; cat mem*.k?y' })],
  ['a program', 'bash', (key: string) => ({ command: `python3 -c "print(open('${key}').read())"` })],
  ['writing it', 'bash', (key: string) => ({ command: `echo 00 > ${key}` })],
  ['the write tool', 'write', (key: string) => ({ filePath: key, content: '00' })],
])('the key of the records is not shown by %s [S36]', async (_name, tool, args) => {
  const { project } = await withRecords()
  const key = join(project.state, 'memory-bank/memory-bank.key')
  expect(existsSync(key)).toBe(true)
  expect(told(await project.request('c', tool, args(key)))).toBe('refuse config-is-for-people')
})

test('other files near the records may be written [S33]', async () => {
  const { project } = await withRecords()
  expect(told(await project.request('c', 'bash', { command: 'touch ~/memory-bank-notes' }))).toBe('allow')
  expect(told(await project.request('d', 'bash', { command: 'mkdir -p ~/other && rm -rf ~/other' }))).toBe('allow')
})

let sandbox: Sandbox
beforeAll(() => {
  sandbox = new Sandbox().write({
    'memory-bank/MEMORY.md': '# Memory\n\nWords about this project.\n',
    'memory-bank/details/patterns.md': '# Patterns\n',
    'memory-bank/details/tech.md': '# Tech\n',
    'src/app.ts': 'export const app = 1\n',
    'src/old/a.ts': 'export const a = 1\n',
  })
})
afterAll(() => sandbox.remove())

/** A message, and behind it what the agent does: `bash …`, `bash! …` (it fails), `write …`, or what it says. */
type Turn = readonly [message: string, ...done: readonly string[]]

let calls = 0
function eventsOf(done: string): readonly unknown[] {
  const [, tool = '', failed, rest = ''] = /^(bash|write)(!?) (.+)$/.exec(done) ?? []
  if (tool === '') return [{ kind: 'assistant-said', text: done }]
  calls += 1
  const args = tool === 'bash' ? { command: rest } : { filePath: rest, content: 'x\n' }
  const call = { call: String(calls), tool, args }
  return [
    { kind: 'tool-requested', ...call },
    { kind: 'tool-finished', ...call, failed: failed === '!' },
  ]
}

/** The note with each turn's message, for a host that shows notes there. */
async function remindersIn(
  turns: readonly Turn[],
  env: NodeJS.ProcessEnv = {},
): Promise<readonly (string | undefined)[]> {
  const around = { folder: sandbox.project, env: sandbox.env(env), now: () => new Date(), progress: () => undefined }
  const guard = Guard.openForReplay(around)
  if (!guard.ok) throw new Error(guard.problem.code)
  const heard: (string | undefined)[] = []
  for (const [message, ...done] of turns) {
    await guard.value.handle({ kind: 'user-said', session: 's', text: message })
    heard.push(guard.value.promptNote('s'))
    for (const raw of done.flatMap(eventsOf)) {
      const event = decodeHostEvent({ session: 's', ...(raw as object) })
      const { verdict } = event === undefined ? { verdict: undefined } : await guard.value.handle(event)
      if (verdict?.kind === 'note') expect(verdict.text).not.toContain('Last turn')
    }
  }
  return heard
}

const RED_TO_GREEN = ['bash! npm test', 'write src/app.ts', 'bash npm test'] as const
const PROPOSAL = '💾 Write this to the Memory Bank?\n→ details/tech.md\n→ content: we use zod'

test.each<[string, Turn, string]>([
  ['a manifest', ['add zod', 'write package.json'], 'package.json changed'],
  ['a dependency', ['add zod', 'bash npm i zod'], 'added zod'],
  ['CI', ['run it nightly', 'write .github/workflows/ci.yml'], '.github/workflows/ci.yml changed'],
  ['a failing test that passes', ['fix it', ...RED_TO_GREEN], 'a failing test passes after edits'],
  [
    'a part that fails and a whole that passes',
    ['fix it', 'bash! pytest a.py', 'write a.py', 'bash pytest'],
    'a failing test passes after edits',
  ],
  ['a revert', ['undo that commit', 'bash git revert --no-edit HEAD'], 'a commit was reverted'],
  ['a moved folder', ['rename it', 'bash git mv src/old src/new'], 'moved src/old'],
  ['a plain request', ['记住：金额用整数'], 'the user asked to remember something'],
  ['two at once', ['from now on use zod', 'bash npm i zod'], 'the user asked to remember something; added zod'],
])('%s is named with the next message [S40]', async (_name, turn, happened) => {
  expect(await remindersIn([turn, ['go on'], ['and on']])).toEqual([
    undefined,
    expect.stringMatching(
      /^Last turn: .+\. If this settled something worth keeping, propose it; otherwise carry on\.$/,
    ),
    undefined,
  ])
  expect((await remindersIn([turn, ['go on']]))[1]).toContain(`Last turn: ${happened}.`)
})

test.each<[string, ...Turn[]]>([
  ['only code changed', ['fix it', 'write src/app.ts']],
  ['only words were said', ['We decided to use Postgres for the queue.', 'The root cause was the pool.']],
  ['a lock file changed', ['update', 'write package-lock.json']],
  ['packages were restored', ['install', 'bash npm ci', 'bash npm install']],
  ['the install failed', ['add zod', 'bash! npm i zod']],
  ['the tests were green throughout', ['test', 'bash npm test', 'write src/app.ts', 'bash npm test']],
  ['a flaky test passes without a change', ['test', 'bash! npm test', 'bash npm test']],
  ['another test passes', ['fix it', 'bash! npm test -- a', 'write src/app.ts', 'bash npm test -- b']],
  ['lint passes', ['fix it', 'bash! npm run lint', 'write src/app.ts', 'bash npm run lint']],
  ['the tests still fail', ['fix it', 'bash! npm test', 'write src/app.ts', 'bash! npm test']],
  ['something was proposed', ['add zod', 'write package.json', PROPOSAL]],
  ['it was proposed first', ['add zod', PROPOSAL, 'write package.json']],
  ['the change was taken back', ['add zod', 'write package.json', 'bash git checkout -- package.json']],
  ['all was taken back', ['add zod', ...RED_TO_GREEN, 'bash git reset --hard']],
  ['the turn is about the bank', ['what does the memory bank say?', 'write package.json']],
  ['an example changed', ['add it', 'write examples/app/package.json']],
])('there is no reminder if %s [S40]', async (_name, ...turns) => {
  expect(await remindersIn([...turns, ['go on'], ['and on']])).toEqual(
    Array.from({ length: turns.length + 2 }, () => undefined),
  )
})

test.each([
  ['talks about the bank', 'show me MEMORY.md', ['a', 'write package.json'] as Turn],
  ['is a command of ours', '', ['a', 'write package.json'] as Turn],
])('a message that %s carries nothing, and neither does the next [S40]', async (_name, message, turn) => {
  expect(await remindersIn([turn, [message], ['go on']])).toEqual([undefined, undefined, undefined])
})

test.each(['好', '不用'])('a turn that answers %s announces nothing [S40] [S41]', async (answer) => {
  expect(await remindersIn([['a', PROPOSAL], [answer, 'write package.json'], ['go on']])).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('at most every third turn, and signals in between are dropped [S40]', async () => {
  const turns: readonly Turn[] = Array.from({ length: 8 }, (_, at) => [`step ${at}`, 'write package.json'])
  expect((await remindersIn(turns)).map((line) => line !== undefined)).toEqual([
    ...[false, true, false, false, true, false, false, true],
  ])
})

test('not after two refusals in a session [S40]', async () => {
  const asked: Turn = ['a', PROPOSAL]
  const heard = await remindersIn([
    asked,
    ['不用'],
    asked,
    ['no'],
    ['b', 'write package.json'],
    ['c'],
    ['d', ...RED_TO_GREEN],
    ['e'],
  ])
  expect(heard.filter((line) => line !== undefined)).toEqual([])
  const once = await remindersIn([asked, ['不用'], ['b', 'write package.json'], ['c']])
  expect(once.at(-1)).toContain('package.json changed')
})

test('without a channel in the prompt it comes with the first call of the turn, once; off and without a bank never [S30] [S40]', async () => {
  const log = [
    { kind: 'user-said', text: 'add zod' },
    ...eventsOf('write package.json'),
    { kind: 'user-said', text: 'go on' },
    ...eventsOf('bash ls'),
    ...eventsOf('write src/app.ts'),
  ]
  const input = log.map((event) => JSON.stringify(event)).join('\n')
  const judged = sandbox.run(['judge', '--json'], { input, env: sandbox.env() })
  const lines = judged.out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines.map(({ text }) => String(text).includes('Last turn: package.json changed'))).toEqual([
    ...[false, false, false, false, true, false, false, false],
  ])
  expect(lines[4]).toMatchObject({ rule: 'propose-what-was-learned' })
  expect(sandbox.run(['judge'], { input, env: sandbox.env({ MEMORY_BANK_GUARD_MODE: 'off' }) }).out).not.toContain(
    'Last turn',
  )
  const bare = new Sandbox().write({ 'src/app.ts': '' })
  try {
    expect(bare.run(['judge'], { input, env: bare.env() }).out).not.toContain('Last turn')
  } finally {
    bare.remove()
  }
})
