/** `.mcp.json`: how MCP clients without a plugin of ours start the server. */

import { isAbsolute } from 'node:path'
import type { Words } from '../../core/language.ts'
import type { Host } from '../../flows/host.ts'
import { type InstallContext, programOnPath } from '../../flows/install-context.ts'
import { type Json, valueAt } from '../../text/jsonc.ts'
import { fieldIn, isFields } from '../fields.ts'
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
  localFiles: () => [],
  newIgnoreList: '',
  namesMachine: (text) => programFiles(valueAt(text, SERVER)).some((path) => isAbsolute(path)),
  newFile: '{}\n',
  entries: (_wish, file, context) => [
    {
      kind: 'property',
      at: SERVER,
      value: context.sharing(file) === 'not' ? serverOf(context) : BY_NAME,
      isFine: (value) =>
        isFields(value) &&
        ('command' in value || 'url' in value) &&
        programFiles(value).every((path) => context.look.text(path) !== undefined),
    },
  ],
  notes: (text, _wish, { env, packageRoot }) => [
    ...(fieldIn(valueAt(text, SERVER), 'command') === 'memory-bank' && programOnPath('memory-bank', env) === undefined
      ? [onPath(packageRoot)]
      : []),
    {
      en: 'MCP gives tools, not protection: the guard needs a host that has a plugin of ours.',
      zh: 'MCP 只提供工具，不提供保护：守卫需要在支持我们插件的宿主中运行。',
    },
  ],
  snippet: (context) => JSON.stringify({ mcpServers: { 'memory-bank': serverOf(context) } }, null, 2),
  // Its prompt is called `learn`; how a person calls it is each client's own.
  learnCommand: undefined,
  afterwards: {
    en: 'Clients that read .mcp.json offer the memory_* tools after a restart. For other clients: memory-bank install mcp --print',
    zh: '读取 .mcp.json 的客户端重启后即可使用 memory_* 工具；其他客户端请用：memory-bank install mcp --print',
  },
  diagnose,
  opening: undefined,
  proof,
}

const SERVER = ['mcpServers', 'memory-bank'] as const

/** In a file that git shares: the program is found on each machine by its name. */
const BY_NAME = { command: 'memory-bank', args: ['mcp'] }

function onPath(packageRoot: string): Words {
  return {
    en: `Git shares this file, so it names the program and no path. It has to be on the PATH: npm install -g ${packageRoot}`,
    zh: `该文件由 git 共享，因此只写程序名，不写路径。程序须在 PATH 中：npm install -g ${packageRoot}`,
  }
}

function serverOf({ start }: InstallContext): Json {
  return { command: start.command, args: [...start.args, 'mcp'] }
}
