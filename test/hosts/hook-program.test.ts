/** The built command hook as a process: its input, its output and its files. */

import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../disk/temporary-folder.ts'

const HOOK = resolve(import.meta.dirname, '../../dist/hook.cjs')
const BANK = { 'memory-bank/MEMORY.md': '# Memory\n\n- Ship it.\n', 'package.json': '{}' }

function sandbox(files: Readonly<Record<string, string>> = BANK) {
  const project = temporaryFolder(files)
  const state = temporaryFolder()
  const send = (input: string, more: NodeJS.ProcessEnv = {}) => {
    const env = { PATH: process.env['PATH'], HOME: state, XDG_STATE_HOME: state, LANG: 'C.UTF-8', ...more }
    const done = spawnSync(process.execPath, [HOOK], { cwd: project, env, input, encoding: 'utf8' })
    return { code: done.status, out: done.stdout, err: done.stderr }
  }
  const told = () =>
    readdirSync(state, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('failures.log'))
      .map((name) => readFileSync(join(state, name), 'utf8'))
      .join('')
  return { project, state, send, told }
}

function payload(project: string, event: string, fields: object = {}): string {
  return JSON.stringify({ session_id: 's', cwd: project, hook_event_name: event, ...fields })
}

describe('invalid input [S37]', () => {
  test.each(['', 'not json', '{"half', '7', 'null', '[]', '\u0000\u0001'])(
    '%j: ordinary work continues, and doctor reports it [S37]',
    (raw) => {
      const { send, told } = sandbox()
      expect(send(raw)).toEqual({ code: 0, out: '{}', err: '' })
      expect(told()).toContain('could not be read')
    },
  )

  test('a call that may write the bank is refused [S37]', () => {
    const { send } = sandbox()
    const cut = '{"hook_event_name":"PreToolUse","tool_name":"Write","tool_input":{"file_path":"memory-bank/x.md","con'
    expect(JSON.parse(send(cut).out)).toMatchObject({ hookSpecificOutput: { permissionDecision: 'deny' } })
    expect(send(cut.replace('memory-bank', 'src')).out).toBe('{}')
  })
})

test('if the bank cannot be read, only writes of it are refused [S37]', () => {
  const { project, send } = sandbox({ ...BANK, 'memory-bank.json': '{ broken' })
  const write = (path: string) =>
    send(
      payload(project, 'PreToolUse', {
        tool_name: 'Write',
        tool_input: { file_path: join(project, path), content: '' },
      }),
    )
  expect(JSON.parse(write('memory-bank/x.md').out)).toMatchObject({
    hookSpecificOutput: { permissionDecision: 'deny' },
  })
  expect(write('src/x.ts').out).not.toContain('deny')
  expect(send(payload(project, 'SessionStart', { source: 'startup' })).out).toContain(
    'every protection is at its strictest',
  )
})

test('an unrelated event leaves no files, nor does any while everything is off [S30] [S37]', () => {
  const { project, state, send } = sandbox()
  const read = { tool_name: 'Read', tool_input: { file_path: join(project, 'package.json') } }
  for (const input of [payload(project, 'PreToolUse', read), payload(project, 'Notification')])
    expect(send(input)).toEqual({ code: 0, out: '{}', err: '' })
  for (const MEMORY_BANK_DISABLED of ['1', 'true'])
    expect(send(payload(project, 'SessionStart'), { MEMORY_BANK_DISABLED }).out).toBe('{}')
  expect(readdirSync(state)).toEqual([])
})

test('a call may be judged in one process and verified in another [S34]', () => {
  const { project, send } = sandbox()
  const hidden = `node -e "const d=(s)=>Buffer.from(s,'base64').toString();eval(d('cmVxdWlyZSgnZnMnKS53cml0ZUZpbGVTeW5j'))(d('bWVtb3J5LWJhbmsvTUVNT1JZLm1k'),'gone')"`
  const call = { tool_name: 'Bash', tool_input: { command: hidden }, tool_use_id: 't1' }
  expect(send(payload(project, 'PreToolUse', call)).out).not.toContain('deny')
  spawnSync('bash', ['-c', hidden], { cwd: project })
  expect(readFileSync(join(project, 'memory-bank/MEMORY.md'), 'utf8')).toBe('gone')
  expect(send(payload(project, 'PostToolUse', call)).out).toContain('put back')
  expect(readFileSync(join(project, 'memory-bank/MEMORY.md'), 'utf8')).toBe(BANK['memory-bank/MEMORY.md'])
})

test('a reminder comes once, with the next message, and does not continue a turn [S40]', () => {
  const { project, send } = sandbox()
  const says = (prompt: string) => send(payload(project, 'UserPromptSubmit', { prompt })).out
  const write = { tool_name: 'Write', tool_input: { file_path: join(project, 'package.json'), content: '{}' } }
  const stop = () => send(payload(project, 'Stop', { stop_hook_active: false, last_assistant_message: 'Done.' })).out
  says('以后所有金额都用整数存储')
  send(payload(project, 'PreToolUse', { tool_use_id: 't', ...write }))
  send(payload(project, 'PostToolUse', { tool_use_id: 't', ...write }))
  expect(stop()).toBe('{}')
  expect(JSON.parse(says('go on'))).toEqual({
    hookSpecificOutput: {
      hookEventName: 'UserPromptSubmit',
      additionalContext:
        '[memory-bank] Last turn: the user asked to remember something; package.json changed. If this settled something worth keeping, propose it; otherwise carry on.',
    },
  })
  expect([stop(), says('and on')]).toEqual(['{}', '{}'])
})

test('a thousand sessions leave a bounded number of files behind [S37]', () => {
  const { project, state, send } = sandbox()
  for (let at = 0; at < 8; at += 1)
    send(JSON.stringify({ session_id: `s${at}`, cwd: project, hook_event_name: 'SessionStart', source: 'startup' }))
  const copies = readdirSync(state, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /[\\/][0-9a-f]{40}$/.test(name),
  )
  expect(copies).toHaveLength(1)
  expect(existsSync(join(state, 'memory-bank'))).toBe(true)
})

test('a session’s open proposals become one question when the agent stops [S36] [S42]', () => {
  const { project, send } = sandbox()
  const entry = join(project, 'memory-bank/MEMORY.md')
  const edit = {
    tool_name: 'Edit',
    tool_input: { file_path: entry, old_string: 'Ship it.', new_string: 'Ship it soon.' },
  }
  const stop = () => send(payload(project, 'Stop', { stop_hook_active: false, last_assistant_message: 'Done.' })).out
  send(payload(project, 'UserPromptSubmit', { prompt: 'go on' }))
  expect(stop()).not.toContain('💾')
  send(payload(project, 'PreToolUse', { tool_use_id: 'e', ...edit }))
  const { systemMessage } = JSON.parse(stop())
  expect(systemMessage).toContain('💾')
  expect(systemMessage).toContain('memory-bank/MEMORY.md')
  expect(stop()).not.toContain('💾')
})

test('a plan that the model did not show is shown at the stop; a yes applies it, and the user sees the result [S11] [S42] [S44]', () => {
  const { project, send } = sandbox({ 'package.json': '{ "name": "shop" }' })
  const says = (prompt: string) => JSON.parse(send(payload(project, 'UserPromptSubmit', { prompt })).out)
  const stops = (last_assistant_message: string) =>
    JSON.parse(send(payload(project, 'Stop', { stop_hook_active: false, last_assistant_message })).out).systemMessage
  says('/memory-bank:memory-bank-refresh')
  expect(stops('Shall I deploy?')).toMatch(/\+ memory-bank\/MEMORY.md[\s\S]*Reply "yes" [^\n]*$/)
  expect(says('yes').systemMessage).toMatch(/^```diff\n[\s\S]+^\[Memory Bank updated\] .*\n```$/m)
  expect(existsSync(join(project, 'memory-bank/MEMORY.md'))).toBe(true)
})

test('an unnamed hook is Copilot’s by its payload, not by inherited variables [S53]', () => {
  const { project, send } = sandbox()
  const opened = (more: object, env: NodeJS.ProcessEnv) =>
    Object.keys(JSON.parse(send(payload(project, 'SessionStart', more), env).out))
  // Copilot's answers have their fields at the top level.
  expect(opened({ timestamp: '2026-11-17T00:00:00.000Z' }, { COPILOT_CLI: '1' })).toEqual(['additionalContext'])
  expect(opened({}, { COPILOT_CLI: '1' })).toEqual(['hookSpecificOutput'])
  expect(opened({ timestamp: 'x' }, {})).toEqual(['hookSpecificOutput'])
})

test('shells of the session are marked once [S42]', () => {
  const { project, state, send } = sandbox()
  const file = join(state, 'session-env')
  for (let count = 0; count < 2; count += 1) send(payload(project, 'SessionStart'), { CLAUDE_ENV_FILE: file })
  expect(readFileSync(file, 'utf8')).toBe('export MEMORY_BANK_AGENT_SHELL=1\n')
})

test('the first check loads a few kilobytes, and the engine only what it needs [S37]', () => {
  const first = loadedWith(HOOK)
  const engine = loadedWith(resolve(HOOK, '../chunks/hook-answers.cjs'))
  const size = (files: ReadonlySet<string>) => [...files].reduce((sum, file) => sum + readFileSync(file).length, 0)
  // Includes git and the seal of records, which tell whether this is the repository that was trusted.
  expect(size(first)).toBeLessThan(42 * 1024)
  // A lower bound, so that the test cannot pass without finding the engine.
  expect(size(engine)).toBeGreaterThan(60 * 1024)
  // Includes the Markdown reader, which every fact about a bank file needs.
  expect(size(engine)).toBeLessThan(340 * 1024)
  for (const heavy of ['modelcontextprotocol', 'ZodType', 'node:http', 'XMLParser'])
    for (const file of [...first, ...engine]) expect(readFileSync(file).includes(heavy)).toBe(false)
})

/** A built file and everything it loads. Code loaded later by `import()` is left out. */
function loadedWith(file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/(?<!=>)require\([`"'](\.[^`"']+)[`"']\)/g))
    loadedWith(resolve(file, '..', name), seen)
  return seen
}
