/** `memory-bank mcp`: the server an AI client starts; it speaks MCP on standard input and output. */

import type { Call } from '../command.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'

declare const PROGRAM_VERSION: string

const CLIENT = '{ "mcpServers": { "memory-bank": { "command": "memory-bank", "args": ["mcp"] } } }'

export async function mcp(call: Call): Promise<ExitCode> {
  if (call.terminal.interactive)
    call.terminal.remark(
      {
        en: `An AI client starts this and speaks MCP with it; end it with Ctrl-C. In the client's configuration:\n${CLIENT}`,
        zh: `由 AI 客户端启动并以 MCP 通信；按 Ctrl-C 结束。客户端配置：\n${CLIENT}`,
      }[call.language ?? call.locale],
    )
  const { serveMcp } = await import('../../hosts/mcp/entry.ts')
  const host = call.values.has('hooks')
    ? (await import('../../hosts/claude-code/entry.ts')).serveClaudeCode(call.env, () => new Date())
    : undefined
  await serveMcp({
    version: PROGRAM_VERSION,
    folder: call.folder,
    isPinned: call.values.has('project'),
    env: call.env,
    now: () => new Date(),
    progress: () => {},
    ...(host === undefined ? {} : { host }),
  })
  return EXIT.done
}
