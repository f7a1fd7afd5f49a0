/** `memory-bank mcp`: the server an AI client starts; it speaks MCP on standard input and output. */

import type { Call } from '../command.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'

declare const PROGRAM_VERSION: string

export async function mcp(call: Call): Promise<ExitCode> {
  if (call.terminal.interactive)
    call.terminal.remark(
      {
        en: 'This speaks MCP with an AI client on standard input and output; end it with Ctrl-C.\nHow to set up a client: docs/hosts/mcp.md',
        zh: '这是给 AI 客户端用的 MCP 服务（标准输入输出）；按 Ctrl-C 结束。\n客户端配置见 docs/hosts/mcp.md',
      }[call.language ?? call.locale],
    )
  const { serveMcp } = await import('../../hosts/mcp/server.ts')
  const unlisted = call.values.has('hooks')
    ? (await import('../../hosts/claude-code/hook-tool.ts')).hookTool(call.env, () => new Date())
    : undefined
  await serveMcp({
    version: PROGRAM_VERSION,
    folder: call.folder,
    isPinned: call.values.has('project'),
    env: call.env,
    now: () => new Date(),
    progress: () => {},
    ...(unlisted === undefined ? {} : { unlisted }),
  })
  return EXIT.done
}
