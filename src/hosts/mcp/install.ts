/** `.mcp.json`: how MCP clients without a plugin of ours start the server. */

import type { Host } from '../../flows/host.ts'
import type { InstallContext } from '../../flows/install-context.ts'
import type { Json } from '../../text/jsonc.ts'
import { isFields } from '../fields.ts'
import { diagnose, mcpFiles, programFiles } from './diagnose.ts'
import { proof } from './prove.ts'

export const mcp: Host = {
  id: 'mcp',
  aliases: [],
  name: 'MCP',
  page: 'mcp.md',
  program: undefined,
  tested: [],
  from: 'package',
  files: mcpFiles,
  otherFiles: () => [],
  newFile: '{}\n',
  entries: (_wish, _file, context) => [
    {
      kind: 'property',
      at: ['mcpServers', 'memory-bank'],
      value: serverOf(context),
      isFine: (value) =>
        isFields(value) &&
        ('command' in value || 'url' in value) &&
        programFiles(value).every((path) => context.look.text(path) !== undefined),
    },
  ],
  notes: () => [
    {
      en: 'MCP gives tools, not protection: the guard needs a host that has a plugin of ours.',
      zh: 'MCP 只提供工具，不提供保护：守卫需要在支持我们插件的宿主中运行。',
    },
  ],
  snippet: (context) => JSON.stringify({ mcpServers: { 'memory-bank': serverOf(context) } }, null, 2),
  afterwards: {
    en: 'Clients that read .mcp.json offer the memory_* tools after a restart. For other clients: memory-bank install mcp --print',
    zh: '读取 .mcp.json 的客户端重启后即可使用 memory_* 工具；其他客户端请用：memory-bank install mcp --print',
  },
  diagnose,
  proof,
}

function serverOf({ start }: InstallContext): Json {
  return { command: start.command, args: [...start.args, 'mcp'] }
}
