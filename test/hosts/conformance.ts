/**
 * The suite that every adapter passes. It sends payloads recorded from the real program, filled in with the scenario's
 * texts, and checks what the model would see and what is on disk.
 */

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../disk/temporary-folder.ts'

export type Call =
  | { readonly does: 'write'; readonly path: string; readonly text: string }
  | { readonly does: 'edit'; readonly path: string; readonly old: string; readonly new: string }
  | { readonly does: 'read'; readonly path: string }
  | { readonly does: 'shell'; readonly command: string }

export interface Told {
  /** The reason of a refusal. */
  readonly refused: string | undefined
  /** The text that the model gets with the result. */
  readonly told: string
}

/** One session of a host. Paths are absolute. */
export interface DrivenSession {
  /** Starts the session, or resumes it in a new process. Returns the opening. */
  begin(): Promise<string>
  /** Sends a message. Returns the text that the model gets with it. */
  say(text: string): Promise<string>
  /** Ends the turn with these words of the assistant. */
  reply(text: string): Promise<void>
  /** Requests a call, runs it unless refused, and reports it. `agent` is the sub-agent that calls. */
  call(call: Call, run: () => void, agent?: string): Promise<Told>
  /** Ends a sub-agent. */
  agentEnds(agent: string): Promise<void>
  /** Compacts the session. Returns the text added to the summary's prompt. */
  compact(): Promise<string>
  /** Sends invalid payloads. None may throw or be refused. */
  sendNonsense(): Promise<readonly (string | undefined)[]>
}

export interface DrivenHost {
  readonly name: string
  /** Events that the host does not have. */
  readonly untold?: readonly ('sub-agents' | 'compaction')[]
  /** It has commands of its own, so a message with a command's name is an ordinary one. */
  readonly hasCommands?: true
  session(id: string, project: string, env: NodeJS.ProcessEnv): Promise<DrivenSession>
}

const MEMORY = `<!-- MACHINE_BLOCK_START -->
<!-- MEMORY_BANK_TEMPLATE:v7.1 -->
# Project Memory

## Current Focus

- Ship the checkout.
<!-- MACHINE_BLOCK_END -->

<!-- USER_BLOCK_START -->
My own words.
<!-- USER_BLOCK_END -->
`
const FILES = {
  'memory-bank/MEMORY.md': MEMORY,
  'memory-bank/details/patterns.md':
    '# Decisions\n\n| Date | Decision | Why | Given up | Applies to |\n|---|---|---|---|---|\n| 2026-01-02 | money is integers | rounding | floats | everywhere |\n',
  'package.json': '{ "name": "shop" }\n',
}

export function conforms(host: DrivenHost): void {
  /** A project, and sessions in it. */
  const open = async (mode: string, more: NodeJS.ProcessEnv = {}) => {
    const project = temporaryFolder(FILES)
    const home = temporaryFolder({})
    const env = { PATH: process.env['PATH'], HOME: home, LANG: 'C.UTF-8', MEMORY_BANK_GUARD_MODE: mode, ...more }
    const at = (path: string) => join(project, path)
    const text = (path: string) => (existsSync(at(path)) ? readFileSync(at(path), 'utf8') : undefined)
    const session = async (id: string) => {
      const driven = await host.session(id, project, env)
      const call = (asked: Call, agent?: string) => driven.call(asked, () => run(asked, project), agent)
      return {
        ...bound(driven),
        write: (path: string, content: string, agent?: string) =>
          call({ does: 'write', path: at(path), text: content }, agent),
        edit: (path: string, old: string, now: string) => call({ does: 'edit', path: at(path), old, new: now }),
        read: (path: string, agent?: string) => call({ does: 'read', path: at(path) }, agent),
        shell: (command: string) => call({ does: 'shell', command }),
      }
    }
    return { session, text, at }
  }
  const PATTERNS = 'memory-bank/details/patterns.md'

  describe(host.name, () => {
    test('opens with the protocol and the entry, byte-identical in a resumed process [S20] [S21]', async () => {
      const project = await open('warn')
      const first = await (await project.session('s')).begin()
      expect(first).toContain('protocol_version: memory-bank/v1')
      expect(first).toContain('Ship the checkout')
      expect(await (await project.session('s')).begin()).toBe(first)
    })

    test('block: a risky write is refused until this session has read the patterns [S31]', async () => {
      const project = await open('block')
      const [one, other] = [await project.session('one'), await project.session('other')]
      for (const session of [one, other]) await session.begin()
      await one.say('go')
      await other.say('go')
      expect((await one.write('tsconfig.json', '{}')).refused).toContain(`Read ${PATTERNS}`)
      expect(project.text('tsconfig.json')).toBeUndefined()
      await one.read(PATTERNS)
      expect((await other.write('tsconfig.json', '{}')).refused).toContain(PATTERNS)
      expect((await one.write('tsconfig.json', '{}')).refused).toBeUndefined()
      expect(project.text('tsconfig.json')).toBe('{}')
    })

    test('warn: the model gets the note once a turn; off: never [S31]', async () => {
      const warn = await (await open('warn')).session('s')
      await warn.begin()
      await warn.say('go')
      expect((await warn.write('Dockerfile', 'FROM x')).told).toContain(PATTERNS)
      expect((await warn.write('Dockerfile', 'FROM y')).told).not.toContain(PATTERNS)
      const off = await (await open('off')).session('s')
      await off.begin()
      await off.say('go')
      expect(await off.write('Dockerfile', 'FROM x')).toEqual({ refused: undefined, told: '' })
    })

    test('the bank refuses shells, secrets, edits of user blocks and files other than Markdown [S32] [S33] [S35]', async () => {
      const project = await open('warn')
      const session = await project.session('s')
      await session.begin()
      await session.say('remember this: we deploy on fridays')
      await session.read('memory-bank/MEMORY.md')
      const secret = ['ghp', '_', 'q7Xw2LrT9vBn', 'K4mZs8HcYd1F', 'gJ6pQe3UaR5t'].join('')
      const told = [
        await session.shell('echo x >> memory-bank/MEMORY.md'),
        await session.edit('memory-bank/MEMORY.md', 'My own words.', 'Theirs.'),
        await session.edit('memory-bank/MEMORY.md', '- Ship the checkout.', `- Token ${secret}`),
        await session.write('memory-bank/x.json', '{}'),
      ]
      expect(told.map(({ refused }) => refused !== undefined)).toEqual([true, true, true, true])
      expect(JSON.stringify(told)).not.toContain(secret)
      expect(project.text('memory-bank/MEMORY.md')).toBe(MEMORY)
      expect(project.text('memory-bank/x.json')).toBeUndefined()
    })

    test('a hidden command’s change is put back, and the model is told [S34]', async () => {
      const project = await open('warn')
      const session = await project.session('s')
      await session.begin()
      await session.say('go')
      const where = Buffer.from('memory-bank/MEMORY.md').toString('base64')
      const { told } = await session.shell(
        `node -e "const d=(s)=>Buffer.from(s,'base64').toString();eval(d('cmVxdWlyZSgnZnMnKS53cml0ZUZpbGVTeW5j'))(d('${where}'),'gone')"`,
      )
      expect(told).toContain('put back')
      expect(project.text('memory-bank/MEMORY.md')).toBe(MEMORY)
    })

    test('a proposal is written after 好 and stamped at the end of the turn, and not written after 不用 [S4] [S36] [S41] [S42]', async () => {
      const project = await open('block')
      const session = await project.session('s')
      const propose = '💾 要把这次的发现写入 Memory Bank 吗？\n   → memory-bank/MEMORY.md\n   → 内容：退款'
      await session.begin()
      await session.say('hello')
      await session.read('memory-bank/MEMORY.md')
      await session.reply(propose)
      await session.say('不用')
      expect(
        (await session.edit('memory-bank/MEMORY.md', '- Ship the checkout.', '- Ship refunds.')).refused,
      ).toBeTruthy()
      await session.reply('fine')
      await session.say('hello')
      await session.reply(propose)
      await session.say('好')
      expect((await session.edit('memory-bank/MEMORY.md', '- Ship the checkout.', '- Ship refunds.')).refused).toBe(
        undefined,
      )
      await session.reply('done')
      expect(project.text('memory-bank/MEMORY.md')).toContain('- Ship refunds.')
      expect(project.text('memory-bank/MEMORY.md')).not.toContain('blockVersion')
    })

    test.skipIf(host.untold?.includes('sub-agents'))(
      'a sub-agent’s reads count for itself, a memory-reader’s for its parent [S38]',
      async () => {
        const session = await (await open('block')).session('s')
        await session.begin()
        await session.say('go')
        await session.read(PATTERNS, 'general')
        await session.agentEnds('general')
        expect((await session.write('tsconfig.json', '{}')).refused).toContain(PATTERNS)
        await session.read(PATTERNS, 'memory-reader')
        await session.agentEnds('memory-reader')
        expect((await session.write('tsconfig.json', '{}')).refused).toBeUndefined()
      },
    )

    test.skipIf(host.untold?.includes('compaction'))(
      'after a compaction earlier reads no longer count, and the summary keeps the pointers [S38]',
      async () => {
        const session = await (await open('block')).session('s')
        await session.begin()
        await session.say('go')
        await session.read(PATTERNS)
        expect((await session.write('Dockerfile', 'FROM x')).refused).toBeUndefined()
        expect(await session.compact()).toContain(PATTERNS)
        expect((await session.write('Dockerfile', 'FROM y')).refused).toContain(PATTERNS)
        expect(await session.begin()).toContain('Ship the checkout')
        // The new opening counts for MEMORY.md, so only the patterns are left to read.
        await session.read(PATTERNS)
        expect((await session.write('Dockerfile', 'FROM z')).refused).toBeUndefined()
      },
    )

    test.skipIf(host.hasCommands)('the message memory-bank-refresh makes a plan, and 好 applies it [S11]', async () => {
      const project = await open('warn')
      rmSync(project.at('memory-bank'), { recursive: true })
      const session = await project.session('s')
      await session.begin()
      const plan = await session.say('memory-bank-refresh')
      expect(plan).toContain('MEMORY.md')
      await session.reply(plan)
      expect(project.text('memory-bank/MEMORY.md')).toBeUndefined()
      await session.say('好')
      expect(project.text('memory-bank/MEMORY.md')).toContain('shop')
    })

    test('unknown events pass, and ordinary work continues [S37]', async () => {
      const project = await open('warn')
      const session = await project.session('s')
      await session.begin()
      await session.say('go')
      for (const refused of await session.sendNonsense()) expect(refused).toBeUndefined()
      expect(await session.write('src/app.ts', 'x')).toMatchObject({ refused: undefined })
      expect(project.text('src/app.ts')).toBe('x')
    })
  })
}

function run(call: Call, project: string): void {
  switch (call.does) {
    case 'read':
      return
    case 'write':
      mkdirSync(dirname(call.path), { recursive: true })
      writeFileSync(call.path, call.text)
      return
    case 'edit':
      writeFileSync(
        call.path,
        readFileSync(call.path, 'utf8').replace(call.old, () => call.new),
      )
      return
    case 'shell':
      execFileSync('bash', ['-c', call.command], { cwd: project, stdio: 'ignore' })
  }
}

function bound(
  session: DrivenSession,
): Pick<DrivenSession, 'begin' | 'say' | 'reply' | 'agentEnds' | 'compact' | 'sendNonsense'> {
  return {
    begin: () => session.begin(),
    say: (text) => session.say(text),
    reply: (text) => session.reply(text),
    agentEnds: (agent) => session.agentEnds(agent),
    compact: () => session.compact(),
    sendNonsense: () => session.sendNonsense(),
  }
}
