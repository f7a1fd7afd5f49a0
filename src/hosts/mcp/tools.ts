/** The tools: their input → a flow → text. A problem is an answer with one next step, never a throw. */

import type { CallToolResult, McpServer, ServerContext } from '@modelcontextprotocol/server'
import type { Guard } from '../../flows/guard.ts'
import { status, statusReport } from '../../flows/status.ts'
import { packText } from '../../text/pack-text.ts'
import type { Connection } from './connection.ts'
import { PROJECT_INPUT, RECALL_INPUT } from './decode.ts'
import { answer, checkText, DESCRIPTIONS, failed, problemText, statusText } from './encode.ts'
import { registerPropose } from './propose-tool.ts'

const READS = { readOnlyHint: true, openWorldHint: false } as const

export function registerTools(server: McpServer, connection: Connection): void {
  const tool = (context: ServerContext, project: string | undefined, work: (guard: Guard) => Promise<CallToolResult>) =>
    connection.inProject(context, project, work, failed)
  server.registerTool(
    'memory_recall',
    { description: DESCRIPTIONS.recall, inputSchema: RECALL_INPUT, annotations: READS },
    ({ question, terms, paths, budget, project }, context) =>
      tool(context, project, async (guard) => {
        const wishes = {
          ...(terms === undefined ? {} : { terms }),
          ...(paths === undefined ? {} : { paths }),
          ...(budget === undefined ? {} : { tokens: budget }),
        }
        const recalled = await guard.recall(connection.session, question, wishes, connection.userOf(guard, question))
        if (!recalled.ok) return failed(problemText(recalled.problem, guard.language()))
        return answer(packText(recalled.value), { ...recalled.value })
      }),
  )
  registerPropose(server, connection)
  server.registerTool(
    'memory_status',
    { description: DESCRIPTIONS.status, inputSchema: PROJECT_INPUT, annotations: READS },
    ({ project }, context) =>
      tool(context, project, async ({ workspace }) => {
        const known = status(workspace, undefined)
        if (!known.ok) return failed(problemText(known.problem, connection.projects.locale))
        const said = answer(statusText(known.value), statusReport(known.value))
        return ['broken', 'unmerged'].includes(known.value.state.kind) ? { ...said, isError: true } : said
      }),
  )
  server.registerTool(
    'memory_check',
    { description: DESCRIPTIONS.check, inputSchema: PROJECT_INPUT, annotations: READS },
    ({ project }, context) =>
      tool(context, project, async ({ workspace }) => {
        const { check, checkReport } = await import('../../flows/check.ts')
        const checked = check(workspace, { language: undefined })
        if (!checked.ok) return failed(problemText(checked.problem, connection.projects.locale))
        return answer(checkText(checked.value), checkReport(checked.value))
      }),
  )
}
