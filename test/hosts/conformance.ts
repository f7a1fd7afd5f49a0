/**
 * What every host must keep, said once: each adapter is driven with payloads recorded from its real program,
 * their words replaced by the scenario's. What the model would have been told, and what stands on the disk.
 */

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../disk/temporary-folder.ts'

export type Call =
  | { readonly does: 'write'; readonly path: string; readonly text: string }
  | { readonly does: 'edit'; readonly path: string; readonly old: string; readonly new: string }
  | { readonly does: 'read'; readonly path: string }
  | { readonly does: 'shell'; readonly command: string }

export interface Told {
  /** Why the call was refused. */
  readonly refused: string | undefined
  /** What the model was told with it. */
  readonly told: string
}

/** One session of a host, driven by hand. Paths are absolute. */
export interface DrivenSession {
  /** It begins, or goes on in a new process: the block the model is shown. */
  begin(): Promise<string>
  /** What the model is told with the person's message. */
  say(text: string): Promise<string>
  /** The assistant's last words; its turn is over. */
  reply(text: string): Promise<void>
  /** Ask, run unless refused, report. `agent` names the sub-agent whose call it is. */
  call(call: Call, run: () => void, agent?: string): Promise<Told>
  /** A sub-agent has done its work. */
  agentEnds(agent: string): Promise<void>
  /** What the summary is asked to keep. */
  compact(): Promise<string>
  /** Things no host sends: none may throw or be refused. */
  sendNonsense(): Promise<readonly (string | undefined)[]>
}

export interface DrivenHost {
  readonly name: string
  /** What it does not tell us of. */
  readonly untold?: readonly ('sub-agents' | 'compaction')[]
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
  /** A project of its own, and what happens in it. */
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
    test('opens with the protocol and the entry, the same bytes when the session goes on in a new process [S20] [S21]', async () => {
      const project = await open('warn')
      const first = await (await project.session('s')).begin()
      expect(first).toContain('protocol_version: memory-bank/v1')
      expect(first).toContain('Ship the checkout')
      expect(await (await project.session('s')).begin()).toBe(first)
    })

    test('block: a risky write is refused until the patterns were read, by this session [S31]', async () => {
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

    test('warn: the note reaches the model once a turn; off: not at all [S31]', async () => {
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

    test('the bank stays as it is: no shell, no secret, no user block, nothing but Markdown [S32] [S33] [S35]', async () => {
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

    test('what a hidden command did is put back, and the model is told [S34]', async () => {
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

    test('a proposal is written after 好, stamped when the turn is over, and not after 不用 [S4] [S36] [S41] [S42]', async () => {
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
      'a sub-agent reads for itself, a memory-reader for the one that asked it [S38]',
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
      'after a compaction what was read no longer counts, and the summary keeps the pointers [S38]',
      async () => {
        const session = await (await open('block')).session('s')
        await session.begin()
        await session.say('go')
        await session.read(PATTERNS)
        expect((await session.write('Dockerfile', 'FROM x')).refused).toBeUndefined()
        expect(await session.compact()).toContain(PATTERNS)
        expect((await session.write('Dockerfile', 'FROM y')).refused).toContain(PATTERNS)
        expect(await session.begin()).toContain('Ship the checkout')
      },
    )

    test('what it does not know passes, and ordinary work goes on [S37]', async () => {
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
