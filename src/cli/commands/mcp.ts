/** `memory-bank mcp`: MCP server on standard input and output, started by an AI client. */

import { type Command, type CommandCall, EXIT, type ExitCode } from '../command.ts'
import { value } from '../options.ts'

declare const PROGRAM_VERSION: string

export const mcp: Command = {
  name: 'mcp',
  group: 'agents',
  place: 2,
  about: { en: 'start the MCP server for an AI client', zh: '启动供 AI 客户端使用的 MCP 服务器' },
  options: {
    hooks: value('host', 'also answer the hooks of this agent', '同时响应该 Agent 的 hook', {
      choices: ['claude-code'],
    }),
  },
  examples: ['memory-bank mcp -C ~/work/shop'],
  agent: { kind: 'started' },
  exits: ['done', 'failure', 'usage'],
  json: [],
  run: serve,
}

async function serve(call: CommandCall): Promise<ExitCode> {
  if (call.terminal.interactive)
    call.terminal.remark(
      {
        en: `AI clients start this MCP server. Stop it with Ctrl-C. Configuration of a client:\n${CLIENT}`,
        zh: `此 MCP 服务器由 AI 客户端启动。按 Ctrl-C 结束。客户端配置：\n${CLIENT}`,
      }[call.language],
    )
  const { serveMcp } = await import('../../hosts/mcp/entry.ts')
  const { env, folder, host } = await servedBy(call)
  await serveMcp({
    version: PROGRAM_VERSION,
    folder,
    isPinned: call.values.has('project'),
    hasHooks: call.values.has('hooks'),
    env,
    now: () => new Date(),
    progress: () => {},
    ...(host === undefined ? {} : { host }),
  })
  return EXIT.done
}

/** Environment and folder of the host that started this server, and how that host passes hook events. */
async function servedBy({ env, folder, values }: CommandCall) {
  if (!values.has('hooks')) return { env, folder }
  const copilot = await import('../../hosts/copilot-setup.ts')
  // Copilot starts the same plugin's server but runs its own hooks, so serve no hook events.
  if (copilot.startsServer(env)) return { env, folder: copilot.folderOfServer(env, folder) }
  const { environmentOfServer, serveClaudeCode } = await import('../../hosts/claude-code.ts')
  const persons = await environmentOfServer(env, folder)
  return { env: persons, folder, host: await serveClaudeCode(persons, () => new Date()) }
}

const CLIENT = '{ "mcpServers": { "memory-bank": { "command": "memory-bank", "args": ["mcp"] } } }'
