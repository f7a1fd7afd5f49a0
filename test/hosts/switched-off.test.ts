import { afterEach, expect, test, vi } from 'vitest'
import { ClinePlugin } from '../../src/hosts/cline.ts'
import openCode from '../../src/hosts/opencode/entry.ts'
import { temporaryFolder } from '../disk/temporary-folder.ts'

afterEach(() => vi.unstubAllEnvs())

const BANK = { 'memory-bank/MEMORY.md': '# Memory\n' }

test.each(['1', 'true'])('MEMORY_BANK_DISABLED=%s leaves OpenCode 1 and 2 without hooks [S30]', async (value) => {
  const directory = temporaryFolder(BANK)
  vi.stubEnv('XDG_STATE_HOME', temporaryFolder())
  expect(Object.keys(await openCode.server({ directory }))).not.toEqual([])
  vi.stubEnv('MEMORY_BANK_DISABLED', value)
  expect(await openCode.server({ directory })).toEqual({})
  const touched: string[] = []
  const context = new Proxy({}, { get: (_, name) => touched.push(String(name)) })
  await (await openCode.setup(context))()
  expect(touched).toEqual([])
})

test.each([
  ['0', 'works'],
  ['1', 'is off'],
  ['true', 'is off'],
])('with MEMORY_BANK_DISABLED=%s Cline’s plugin %s [S30]', async (MEMORY_BANK_DISABLED, expected) => {
  const folder = temporaryFolder(BANK)
  const plugin = new ClinePlugin({ PATH: process.env['PATH'], XDG_STATE_HOME: temporaryFolder(), MEMORY_BANK_DISABLED })
  const tools: unknown[] = []
  const api = { registerTool: (tool: unknown) => tools.push(tool) }
  plugin.setup(api, { workspaceInfo: { rootPath: folder }, session: { sessionId: 's' } })
  expect(tools.length > 0 ? 'works' : 'is off').toBe(expected)
  if (expected === 'is off') expect(await plugin.hooks.beforeRun({})).toEqual({})
})
