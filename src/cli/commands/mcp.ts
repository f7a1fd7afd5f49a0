/** `memory-bank mcp`: the server an AI client starts; it speaks MCP on standard input and output. */

import type { Call, Command } from '../command.ts'
import { EXIT, type ExitCode } from '../command.ts'

declare const PROGRAM_VERSION: string

export const mcp: Command = {
  name: 'mcp',
  group: 'agents',
  place: 2,
  about: { en: 'start the MCP server for an AI client', zh: '启动供 AI 客户端使用的 MCP 服务器' },
  operands: '',
  mostOperands: 0,
  options: {
    hooks: {
      value: 'host',
      choices: ['claude-code'],
      about: { en: 'also answer the hooks of this host', zh: '同时响应该宿主的 hook' },
    },
  },
  examples: ['memory-bank mcp -C ~/work/shop'],
  agent: { kind: 'started' },
  exits: ['done', 'failure', 'usage'],
  json: [],
  run: serve,
}

async function serve(call: Call): Promise<ExitCode> {
  if (call.terminal.interactive)
    call.terminal.remark(
      {
        en: `An AI client starts this server and speaks MCP with it; stop it with Ctrl-C. In the configuration of the client:\n${CLIENT}`,
        zh: `由 AI 客户端启动并以 MCP 通信；按 Ctrl-C 结束。客户端配置：\n${CLIENT}`,
      }[call.language ?? call.locale],
    )
  const { serveMcp } = await import('../../hosts/mcp/entry.ts')
  const { env, folder, host } = await servedBy(call)
  await serveMcp({
    version: PROGRAM_VERSION,
    folder,
    isPinned: call.values.has('project'),
    env,
    now: () => new Date(),
    progress: () => {},
    ...(host === undefined ? {} : { host }),
  })
  return EXIT.done
}

/** What the host that starts us says: in whose environment we are, in which project, and how it tells us more. */
async function servedBy({ env, folder, values }: Call) {
  if (!values.has('hooks')) return { env, folder }
  const copilot = await import('../../hosts/copilot/entry.ts')
  // Copilot takes the server of the same plugin, and answers by its own hooks.
  if (copilot.startsServer(env)) return { env, folder: copilot.folderOfServer(env, folder) }
  const { environmentOfServer, serveClaudeCode } = await import('../../hosts/claude-code/entry.ts')
  const persons = await environmentOfServer(env, folder)
  return { env: persons, folder, host: serveClaudeCode(persons, () => new Date()) }
}

const CLIENT = '{ "mcpServers": { "memory-bank": { "command": "memory-bank", "args": ["mcp"] } } }'
