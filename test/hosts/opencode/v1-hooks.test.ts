import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import plugin from '../../../src/hosts/opencode/entry.ts'
import { temporaryFolder } from '../../disk/temporary-folder.ts'
import { asFields } from '../recording.ts'
import { BANK } from '../sample-bank.ts'

type Hooks = Readonly<Record<string, (input: object, output: object) => Promise<void>>>

test('the user reads the reason of a refused call, unless the call passed later in the turn [S44]', async () => {
  const project = temporaryFolder(BANK)
  Object.assign(process.env, { HOME: temporaryFolder({}), MEMORY_BANK_GUARD_MODE: 'block', LANG: 'C.UTF-8' })
  const hooks = asFields(await plugin.server({ directory: project }, {})) as Hooks
  const call = async (tool: string, file: string, isRefused: boolean) => {
    const hook = { tool, sessionID: 's', callID: `${tool} ${file}` }
    const args = { filePath: `${project}/${file}`, content: '{}' }
    const before = hooks['tool.execute.before']?.(hook, { args })
    await (isRefused ? expect(before).rejects.toThrow(file.endsWith('x.json') ? '.md' : 'patterns.md') : before)
    if (!isRefused) await hooks['tool.execute.after']?.({ ...hook, args }, { output: '' })
  }
  await hooks['chat.message']?.({ sessionID: 's' }, { parts: [{ id: 'p', type: 'text', text: 'go' }] })
  await call('write', 'tsconfig.json', true)
  await call('read', 'memory-bank/details/patterns.md', false)
  await call('write', 'memory-bank/x.json', true)
  await call('write', 'tsconfig.json', false)
  const said = { text: 'Done.' }
  await hooks['experimental.text.complete']?.({ sessionID: 's' }, said)
  expect(said.text).toContain('not a .md file')
  expect(said.text).not.toContain('Read memory-bank/details/patterns.md')
})

test('OpenCode 1 calls setup as well, with a context that has no sessions: nothing is done or recorded [S37]', async () => {
  const home = temporaryFolder({})
  Object.assign(process.env, { HOME: home, XDG_STATE_HOME: home })
  const calls: unknown[] = []
  const domain = { transform: (change: unknown) => calls.push(change), reload: () => undefined }
  const parts = ['agent', 'catalog', 'command', 'integration', 'reference', 'skill']
  const stop = await plugin.setup({ options: [], ...Object.fromEntries(parts.map((part) => [part, domain])) })
  await stop()
  expect(calls).toEqual([])
  expect(readdirSync(home)).toEqual([])
})
