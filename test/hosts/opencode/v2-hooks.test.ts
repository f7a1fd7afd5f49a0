/** Differences between releases of OpenCode 2, and who must not give consent there. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import plugin from '../../../src/hosts/opencode/entry.ts'
import { temporaryFolder } from '../../disk/temporary-folder.ts'
import { OpenCode2Context } from '../opencode2-context.ts'
import { BANK } from '../sample-bank.ts'

const PATTERNS = 'memory-bank/details/patterns.md'
const DECISION = { kind: 'decision', title: 'Prices are cents', why: 'w', given_up: 'g', applies_to: 'a' }

async function begin(change: (context: OpenCode2Context) => object = (context) => context) {
  const project = temporaryFolder(BANK)
  process.env['HOME'] = temporaryFolder({})
  process.env['LANG'] = 'C.UTF-8'
  delete process.env['MEMORY_BANK_GUARD_MODE']
  const context = new OpenCode2Context(project)
  const stop = await plugin.setup(change(context))
  const messages: unknown[] = []
  let count = 0
  const request = async (session = 's', agent = 'build', tools: object = {}, first = 'You are an agent.') => {
    const event = { sessionID: session, agent, system: [{ type: 'text', text: first }], messages: [...messages], tools }
    await context.trigger('session', 'context', event)
    return { ...event, said: JSON.stringify(event.messages), opening: JSON.stringify(event.system) }
  }
  const call = async (tool: string, input: object, more: object = {}) => {
    count += 1
    const hook = { tool, sessionID: 's', agent: 'build', messageID: 'msg_1', id: `call_${count}`, input, ...more }
    return context.trigger('tool', 'execute.before', hook).then(
      () => undefined,
      (error: Error) => error,
    )
  }
  const typed = (text: string, more: object = { metadata: {} }) => {
    count += 1
    messages.push({ id: `msg_${count}`, role: 'user', content: [{ type: 'text', text }], ...more })
  }
  const propose = async (session = 's'): Promise<string> => {
    const tool = context.added.get('tool memory_propose')?.['execute']
    if (typeof tool !== 'function') throw new Error('no tool')
    const { content } = await tool({ entries: [DECISION] }, { sessionID: session })
    return /💾[\s\S]*/.exec(content)?.[0] ?? content
  }
  const said = async (text: string) => {
    count += 1
    const id = `msg_${count}`
    messages.push({ id, role: 'assistant', content: [{ type: 'text', text }] })
    return { type: 'session.text.ended', data: { sessionID: 's', assistantMessageID: id, text } }
  }
  const isWritten = () => readFileSync(join(project, PATTERNS), 'utf8').includes('Prices are cents')
  return { context, stop, messages, request, call, typed, propose, said, isWritten, project }
}

test('a domain that is missing or throws affects no other, and doctor reports it [S37]', async () => {
  const gone = () => {
    throw new Error('gone')
  }
  const broken: readonly object[] = [
    { agent: undefined },
    { command: undefined, skill: undefined },
    { shell: { hook: () => Promise.reject(new Error('gone')) } },
    { tool: { transform: gone } },
    { skill: { transform: async (change: (editor: unknown) => void) => change({}) } },
    { event: { subscribe: () => 7 } },
    { event: undefined },
  ]
  for (const parts of broken) {
    const { request, call, context } = await begin((whole) => {
      const { session, tool, shell, agent, command, skill, event, plugin: list, options } = whole
      return { session, tool, shell, agent, command, skill, event, plugin: list, options, ...parts }
    })
    const { system, opening } = await request()
    expect(opening).toContain('protocol_version')
    expect(toldDoctor()).toContain('OpenCode 2')
    if ('tool' in parts) {
      expect(system).toHaveLength(3)
      expect(opening).toContain('nothing guards')
      continue
    }
    expect((await call('write', { path: 'memory-bank/x.json', content: '{}' }))?.message).toContain('.md')
    expect(context.added.has('tool memory_recall')).toBe(true)
  }
})

/** All files in Memory Bank's state. */
function toldDoctor(): string {
  const state = join(process.env['HOME'] ?? '', '.local/state/memory-bank')
  const files = readdirSync(state, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  return files.map((one) => readFileSync(join(one.parentPath, one.name), 'utf8')).join('\n')
}

test('calls refused in one step carry all reasons once; the next step has its own [S32]', async () => {
  const { request, call } = await begin()
  await request()
  const first = await call('write', { path: 'memory-bank/x.json', content: '{}' })
  const second = await call('shell', { command: 'echo x >> memory-bank/MEMORY.md' })
  await call('shell', { command: 'echo x >> memory-bank/MEMORY.md' })
  expect(second).toBe(first)
  expect(first?.message.match(/not a \.md file/g)).toHaveLength(1)
  expect(first?.message.match(/not written through a shell/g)).toHaveLength(1)
  const next = await call('write', { path: 'memory-bank/y.json', content: '{}' }, { messageID: 'msg_2' })
  expect(next?.message).not.toContain('shell')
})

test('paths are relative to the location, however they are written [S32]', async () => {
  const { request, call, project } = await begin()
  await request()
  const paths = [
    'memory-bank/a.txt',
    './memory-bank/a.txt',
    'src/../memory-bank/a.txt',
    join(project, 'memory-bank/a.txt'),
  ]
  for (const path of paths) expect(await call('write', { path, content: 'x' })).toBeDefined()
  const patch = '*** Begin Patch\n*** Add File: memory-bank/a.txt\n+x\n*** End Patch'
  expect(await call('patch', { patchText: patch })).toBeDefined()
  expect(await call('shell', { command: 'echo x > a.txt', workdir: 'memory-bank' })).toBeDefined()
  expect(await call('write', { path: 'src/a.txt', content: 'x' })).toBeUndefined()
})

test('only typed text answers a proposal: not a program, summary, sub-agent, file or skill [S42]', async () => {
  const others: readonly ((one: Awaited<ReturnType<typeof begin>>) => void)[] = [
    ({ typed }) => typed('好', {}),
    ({ typed }) => typed('好', { metadata: undefined }),
    ({ typed }) => typed('<conversation-checkpoint>\n好', {}),
    ({ messages }) =>
      messages.push({
        id: 'm',
        role: 'user',
        metadata: {},
        content: [
          { type: 'text', text: 'hm' },
          { type: 'text', text: '好', metadata: { attachment: {} } },
        ],
      }),
    ({ messages }) =>
      messages.push({
        id: 'm',
        role: 'user',
        metadata: {},
        content: [
          { type: 'text', text: '好' },
          { type: 'text', text: 'tell me more about it first' },
        ],
      }),
  ]
  for (const put of others) {
    const one = await begin()
    one.typed('we decided')
    await one.request()
    await one.context.emit(await one.said(await one.propose()))
    put(one)
    await one.request()
    expect(one.isWritten()).toBe(false)
  }
  const child = await begin()
  child.typed('we decided')
  await child.request()
  await child.context.emit(await child.said(await child.propose()))
  child.context.parents.set('child', 's')
  child.typed('好')
  await child.request('child', 'general')
  expect(child.isWritten()).toBe(false)
})

test('a yes counts after the printed proposal, even if the event is late or missing [S42]', async () => {
  for (const isLate of [false, true]) {
    const one = await begin()
    one.typed('we decided')
    await one.request()
    const event = await one.said(await one.propose())
    if (!isLate) await one.context.emit(event)
    one.typed('好')
    expect((await one.request()).said).toContain('[Memory Bank updated]')
    expect(one.isWritten()).toBe(true)
    if (isLate) await one.context.emit(event)
    // Text added to a message is repeated on every request that contains it.
    expect((await one.request()).said.match(/Memory Bank updated/g)).toHaveLength(1)
  }
})

test('a session that may be a sub-agent’s gives no consent [S42]', async () => {
  const one = await begin((context) => {
    Object.assign(context.session, { get: () => Promise.reject(new Error('gone')) })
    return context
  })
  one.typed('we decided')
  await one.request()
  await one.context.emit(await one.said(await one.propose()))
  one.typed('好')
  await one.request()
  expect(one.isWritten()).toBe(false)
})

test('an unprinted proposal is requested once when the assistant finishes, and not when it was interrupted [S42]', async () => {
  const ended = (how: string) => ({ type: `session.execution.${how}`, data: { sessionID: 's' } })
  const one = await begin()
  one.typed('we decided')
  await one.request()
  await one.propose()
  await one.context.emit(await one.said('done'))
  await one.context.emit(ended('interrupted'))
  expect(one.context.notices).toEqual([])
  await one.context.emit(ended('succeeded'))
  await one.context.emit(ended('succeeded'))
  expect(one.context.notices.map(({ text }) => text.includes('Print it exactly'))).toEqual([true])
  one.typed('好')
  await one.request()
  expect(one.isWritten()).toBe(false)
})

test('calls inside a program share its id, and their notes come once with the program’s result [S31]', async () => {
  const { context, request } = await begin()
  await request()
  const hook = { sessionID: 's', agent: 'build', messageID: 'm', id: 'call_1' }
  const program = { ...hook, tool: 'execute', input: { code: '…' } }
  const inner = (path: string) => ({ ...hook, tool: 'fs_write_file', input: { path, content: 'x' } })
  const done = { status: 'completed', result: { content: [] as { text: string }[] } }
  await context.trigger('tool', 'execute.before', program)
  for (const path of ['Dockerfile', 'tsconfig.json']) await context.trigger('tool', 'execute.before', inner(path))
  for (const path of ['tsconfig.json', 'Dockerfile']) {
    const event = { ...inner(path), ...done }
    await context.trigger('tool', 'execute.after', event)
    expect(event.result.content).toEqual([])
  }
  const event = { ...program, ...done }
  await context.trigger('tool', 'execute.after', event)
  expect(JSON.stringify(event.result).match(/before memory-bank/g)).toHaveLength(1)
})

test('events of other projects and invalid events change nothing [S38]', async () => {
  const { context, request } = await begin()
  await request()
  const foreign = { location: { directory: '/elsewhere' } }
  await context.emit({ ...foreign, type: 'session.execution.succeeded', data: { sessionID: 'x' } })
  await context.emit({ ...foreign, type: 'session.compaction.ended', data: { sessionID: 'x' } })
  await context.emit({ type: 'session.text.ended', data: { sessionID: 's', assistantMessageID: 7 } })
  expect(context.notices).toEqual([])
  expect((await request()).system).toHaveLength(2)
})

test('an agent’s command is marked, the user’s is not [S42]', async () => {
  const { context, request, call } = await begin()
  await request()
  const own = { command: 'ls', env: {} }
  await context.trigger('shell', 'create.before', own)
  expect(own.env).toEqual({})
  await call('shell', { command: 'ls' })
  await context.trigger('shell', 'create.before', own)
  expect(own.env).toEqual({ MEMORY_BANK_AGENT_SHELL: '1' })
})

test('the memory-reader is offered only its own tools, even if all are allowed; other agents keep theirs [S53]', async () => {
  const { context, request } = await begin()
  const system = String(context.added.get('agent memory-reader')?.['system'])
  const tools = () => ({ read: {}, write: {}, shell: {}, memory_recall: {} })
  expect(Object.keys((await request('r', 'memory-reader', tools(), system)).tools)).toEqual(['read', 'memory_recall'])
  expect(Object.keys((await request('q', 'memory-reader', tools(), 'Mine.')).tools)).toHaveLength(4)
})

test('the commands become the plan and the worklist, in releases with and without templates [S11] [S29]', async () => {
  const one = await begin()
  const template = String(one.context.added.get('command memory-bank-refresh')?.['template'])
  one.typed(template.replace('$ARGUMENTS', 'keep'))
  expect((await one.request()).said).toMatch(/up to date|plan/i)
  const later = await begin((context) => {
    const add = (made: { name: string }) => context.added.set(`command ${made.name}`, { ...made })
    Object.assign(context.command, { transform: async (change: (editor: unknown) => void) => change({ add }) })
    return context
  })
  const execute = later.context.added.get('command memory-bank-refresh')?.['execute']
  if (typeof execute !== 'function') throw new Error('no command')
  const asked = { sessionID: 's', messageID: 'msg_9', prompt: { text: 'fold' }, delivery: 'steer' }
  expect(await execute(asked)).toEqual({ type: 'prompt', inboxID: 'msg_9' })
  expect(later.context.prompts).toEqual([
    { sessionID: 's', id: 'msg_9', text: template.replace('$ARGUMENTS', 'fold'), delivery: 'steer' },
  ])
})

test('several projects in one process are separate, and the cleanup ends them [S38]', async () => {
  const [one, other] = [await begin(), await begin()]
  for (const each of [one, other]) {
    each.typed('we decided')
    await each.request()
    await each.context.emit(await each.said(await each.propose()))
  }
  one.typed('好')
  await one.request()
  expect([one.isWritten(), other.isWritten()]).toEqual([true, false])
  await one.stop()
})
