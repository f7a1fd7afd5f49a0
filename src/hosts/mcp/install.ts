/** `.mcp.json`: how MCP clients without a plugin of ours start the server. */

import { isAbsolute, join } from 'node:path'
import type { Words } from '../../base/language.ts'
import type { Host, HostReport, Scope } from '../../setup/host.ts'
import { type InstallContext, programOnPath } from '../../setup/install-context.ts'
import { type Json, valueAt } from '../../settings/jsonc.ts'
import { fieldIn, isFields } from '../fields.ts'
import { missingPackage } from '../findings.ts'

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
  // Over MCP we only answer: the client runs its own tools, and there is no refusal to see.
  proof: undefined,
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

function diagnose(context: InstallContext): HostReport {
  const found = mcpFiles('project', context).flatMap((file) => {
    const server = valueAt(context.look.text(file) ?? '', ['mcpServers', 'memory-bank'])
    return server === undefined ? [] : [{ file, server }]
  })
  return {
    installed: found.map(({ file }) => ({ scope: 'project', file, folder: undefined, spec: 'memory-bank' })),
    findings: found.flatMap(({ file, server }) => {
      const gone = programFiles(server).find((path) => context.look.text(path) === undefined)
      return gone === undefined ? [] : [missingPackage('MCP', file, gone)]
    }),
  }
}

/** Clients keep their user settings in places of their own. */
function mcpFiles(scope: Scope, { root }: InstallContext): readonly string[] {
  return scope === 'project' && root !== undefined ? [join(root, '.mcp.json')] : []
}

/** Files of ours that a server entry starts. */
function programFiles(server: unknown): readonly string[] {
  const args = fieldIn(server, 'args')
  return (Array.isArray(args) ? args : []).filter((arg) => typeof arg === 'string' && arg.endsWith('main.cjs'))
}
