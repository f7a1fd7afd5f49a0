/** Installs the server in `.mcp.json`, for MCP clients without a Memory Bank plugin. */

import { join } from 'node:path'
import type { Words } from '../../base/language.ts'
import { type Json, valueAt } from '../../settings/jsonc.ts'
import type { Host, HostReport, Scope } from '../../setup/host.ts'
import { type InstallContext, programOnPath } from '../../setup/install-context.ts'
import { fieldIn } from '../fields.ts'
import { isServerFine, namesMachineServer, serverFaults } from '../package-command.ts'

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
  namesMachine: (text) => namesMachineServer(valueAt(text, SERVER)),
  newFile: '{}\n',
  entries: (_wish, file, context) => [
    {
      kind: 'property',
      at: SERVER,
      value: context.sharing(file) === 'not' ? serverOf(context) : BY_NAME,
      isFine: (value) => isServerFine(value, context),
    },
  ],
  notes: (text, _wish, { env, packageRoot }) => [
    ...(fieldIn(valueAt(text, SERVER), 'command') === 'memory-bank' && programOnPath('memory-bank', env) === undefined
      ? [onPath(packageRoot)]
      : []),
    {
      en: 'MCP adds tools only; the guard needs an agent with a Memory Bank plugin.',
      zh: 'MCP 只提供工具，不提供保护：守卫需要装有 Memory Bank 插件的 Agent。',
    },
  ],
  snippet: (context) => JSON.stringify({ mcpServers: { 'memory-bank': serverOf(context) } }, null, 2),
  // Its prompt is called `learn`; each client has its own way to call prompts.
  learnCommand: undefined,
  afterwards: {
    en: 'Clients that read .mcp.json offer the memory_* tools after a restart. For other clients: memory-bank install mcp --print',
    zh: '读取 .mcp.json 的客户端重启后即可使用 memory_* 工具；其他客户端请用：memory-bank install mcp --print',
  },
  diagnose,
  opening: undefined,
  // The client runs its own tools, so there is no refusal to observe.
  proof: undefined,
}

const SERVER = ['mcpServers', 'memory-bank'] as const

/** For a file that git shares: each machine finds the program by name. */
const BY_NAME = { command: 'memory-bank', args: ['mcp'] }

function onPath(packageRoot: string): Words {
  return {
    en: `Git shares this file, so it names the program without a path. Put the program on the PATH: npm install -g ${packageRoot}`,
    zh: `该文件由 git 共享，因此只写程序名，不写路径。程序须在 PATH 中：npm install -g ${packageRoot}`,
  }
}

function serverOf({ start }: InstallContext): Json {
  return { command: start.command, args: [...start.args, 'mcp'] }
}

function diagnose(context: InstallContext): HostReport {
  const found = mcpFiles('project', context).flatMap((file) => {
    const server = valueAt(context.look.text(file) ?? '', SERVER)
    return server === undefined ? [] : [{ file, server }]
  })
  return {
    installed: found.map(({ file }) => ({ scope: 'project', file, folder: undefined, spec: 'memory-bank' })),
    findings: found.flatMap(({ file, server }) => serverFaults('MCP', file, server, context)),
  }
}

/** No files in the user scope, because each client has its own place for user settings. */
function mcpFiles(scope: Scope, { root }: InstallContext): readonly string[] {
  return scope === 'project' && root !== undefined ? [join(root, '.mcp.json')] : []
}
