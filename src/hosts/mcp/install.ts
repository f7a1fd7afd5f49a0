/** `.mcp.json`: how MCP clients without a plugin of ours start the server. */

import { join } from 'node:path'
import type { Ground, HostSetup, Scope } from '../../flows/host-setup.ts'
import { type Json, valueAt } from '../../text/jsonc.ts'
import { missingPackage } from '../findings.ts'

export const mcpSetup: HostSetup = {
  id: 'mcp',
  name: 'MCP',
  program: undefined,
  tested: [],
  files: (scope, ground) => (scope === 'project' && ground.root !== undefined ? [join(ground.root, '.mcp.json')] : []),
  others: () => [],
  fresh: '{}\n',
  entries: (_wish, _file, ground) => [
    {
      kind: 'property',
      at: ['mcpServers', 'memory-bank'],
      value: serverOf(ground),
      isFine: (value) =>
        typeof value === 'object' &&
        value !== null &&
        ('command' in value || 'url' in value) &&
        programFiles(value).every((path) => ground.look.text(path) !== undefined),
    },
  ],
  notes: () => [
    {
      en: 'MCP gives tools, not protection: the guard needs the OpenCode or Claude Code plugin.',
      zh: 'MCP 只提供工具，不提供保护：守卫需要 OpenCode 或 Claude Code 插件。',
    },
  ],
  snippet: (ground) => JSON.stringify({ mcpServers: { 'memory-bank': serverOf(ground) } }, null, 2),
  afterwards: {
    en: 'Clients that read .mcp.json offer the memory_* tools from their next start. For others: memory-bank install mcp --print',
    zh: '读取 .mcp.json 的客户端下次启动即可使用 memory_* 工具；其他客户端请用：memory-bank install mcp --print',
  },
  diagnose(ground) {
    const found = mcpFiles(ground).flatMap((file) => {
      const server = valueAt(ground.look.text(file) ?? '', ['mcpServers', 'memory-bank'])
      return server === undefined ? [] : [{ file, server }]
    })
    return {
      installed: found.map(({ file }) => ({ scope: 'project', file, folder: undefined, spec: 'memory-bank' })),
      findings: found.flatMap(({ file, server }) => {
        const gone = programFiles(server).find((path) => ground.look.text(path) === undefined)
        return gone === undefined ? [] : [missingPackage('MCP', file, gone)]
      }),
    }
  },
  proof: undefined,
}

function mcpFiles(ground: Ground): readonly string[] {
  const scope: Scope = 'project'
  return mcpSetup.files(scope, ground)
}

/** Files of ours that a server entry starts. */
function programFiles(server: unknown): readonly string[] {
  const args: unknown = typeof server === 'object' && server !== null && 'args' in server ? server.args : []
  return (Array.isArray(args) ? args : []).filter((arg) => typeof arg === 'string' && /main\.cjs$/.test(arg))
}

function serverOf(ground: Ground): Json {
  return { command: ground.start.command, args: [...ground.start.args, 'mcp'] }
}
