/** The tools: their input → a flow → text and structured content. A problem is an answer with one next step, never a throw. */

import type { CallToolResult, InputRequiredResult, McpServer, ServerContext } from '@modelcontextprotocol/server'
import { packText } from '../../core/pack-text.ts'
import { check, checkReport } from '../../flows/check.ts'
import type { Guard } from '../../flows/guard.ts'
import { status, statusReport } from '../../flows/status.ts'
import type { Connection } from './connection.ts'
import { CHECK_OUTPUT, PACK_OUTPUT, PROJECT_INPUT, RECALL_INPUT, STATUS_OUTPUT } from './schemas.ts'
import { checkText, DESCRIPTIONS, problemText, statusText, unclearText } from './texts.ts'

type Answer = CallToolResult | InputRequiredResult
type Structured = Readonly<Record<string, unknown>>

const READS = { readOnlyHint: true, openWorldHint: false } as const

export function registerTools(server: McpServer, connection: Connection): void {
  const tool = toolOf(connection)
  server.registerTool(
    'memory_recall',
    { description: DESCRIPTIONS.recall, inputSchema: RECALL_INPUT, outputSchema: PACK_OUTPUT, annotations: READS },
    ({ question, paths, budget, project }, context) =>
      tool(context, project, async (guard) => {
        const wishes = {
          ...(paths === undefined ? {} : { paths }),
          ...(budget === undefined ? {} : { tokens: budget }),
        }
        const recalled = await guard.recall(connection.session, question, wishes)
        if (!recalled.ok) return failed(problemText(recalled.problem, guard.language()))
        return answer(packText(recalled.value), { ...recalled.value })
      }),
  )
  server.registerTool(
    'memory_status',
    { description: DESCRIPTIONS.status, inputSchema: PROJECT_INPUT, outputSchema: STATUS_OUTPUT, annotations: READS },
    ({ project }, context) =>
      tool(context, project, async ({ workspace }) => {
        const known = status(workspace, undefined)
        if (!known.ok) return failed(problemText(known.problem, connection.projects.locale))
        const said = answer(statusText(known.value), statusReport(known.value))
        return known.value.state.kind === 'broken' ? { ...said, isError: true } : said
      }),
  )
  server.registerTool(
    'memory_check',
    { description: DESCRIPTIONS.check, inputSchema: PROJECT_INPUT, outputSchema: CHECK_OUTPUT, annotations: READS },
    ({ project }, context) =>
      tool(context, project, async ({ workspace }) => {
        const checked = check(workspace, undefined)
        if (!checked.ok) return failed(problemText(checked.problem, connection.projects.locale))
        return answer(checkText(checked.value), checkReport(checked.value))
      }),
  )
}

/** What every tool does first: learn where the client is, and find the project it means. */
function toolOf(connection: Connection) {
  return async (
    context: ServerContext,
    project: string | undefined,
    work: (guard: Guard) => Promise<Answer>,
  ): Promise<Answer> => {
    const asked = await connection.client.settleRoots(context)
    if (asked !== undefined) return asked
    const { projects } = connection
    const choice = projects.choose(project)
    switch (choice.kind) {
      case 'unclear':
        return failed(unclearText(choice.names, projects.locale))
      case 'failed':
        return failed(problemText(choice.problem, projects.locale))
      case 'one': {
        const done = await connection.safely(() => work(choice.guard))
        connection.noticeFiles()
        return done.ok ? done.value : failed(problemText(done.problem, projects.locale))
      }
    }
  }
}

function answer(text: string, structured: Structured): CallToolResult {
  // Bytes that are not UTF-8 travel as lone surrogates inside; a client could not encode them.
  const content = [{ type: 'text' as const, text: text.toWellFormed() }]
  return { content, structuredContent: wellFormed(structured) }
}

function failed(text: string): CallToolResult {
  return { content: [{ type: 'text', text: text.toWellFormed() }], isError: true }
}

function wellFormed(value: Structured): Record<string, unknown> {
  return JSON.parse(JSON.stringify(value), (_, inner: unknown) =>
    typeof inner === 'string' ? inner.toWellFormed() : inner,
  )
}
