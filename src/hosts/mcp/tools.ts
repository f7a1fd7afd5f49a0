/** The MCP tools. A problem is returned as an answer with one next step, not thrown. */

import type {
  CallToolResult,
  InputRequiredResult,
  McpServer,
  ServerContext,
  StandardSchemaWithJSON,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { packText } from '../../bank/pack-text.ts'
import type { Proposal } from '../../bank/proposal.ts'
import { LIMITS } from '../../base/limits.ts'
import type { Caller, Guard } from '../../session/guard.ts'
import { status, statusReport } from '../../verbs/status.ts'
import { compact, ENTRIES, TERMS_HINT } from '../memory-tools.ts'
import { type Answered, Confirmations, writeForm } from './confirmations.ts'
import type { Connection } from './connection.ts'
import { answer, checkText, DESCRIPTIONS, failed, PROPOSE_WORDS, problemText, statusText } from './encode.ts'

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
}

/** For clients without hooks, whose agent does not get the opening. */
export function registerReports(server: McpServer, connection: Connection): void {
  const tool = (context: ServerContext, project: string | undefined, work: (guard: Guard) => Promise<CallToolResult>) =>
    connection.inProject(context, project, work, failed)
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
        const { check, checkReport } = await import('../../verbs/check.ts')
        const checked = check(workspace, { language: undefined })
        if (!checked.ok) return failed(problemText(checked.problem, connection.projects.locale))
        return answer(checkText(checked.value), checkReport(checked.value))
      }),
  )
}

interface Asked {
  readonly guard: Guard
  readonly session: string
  readonly proposals: readonly Proposal[]
  /** The report on entries of this call that needed no answer from the user. */
  readonly before: string
}

type Outcome = 'written' | 'waiting' | 'rejected' | 'changed' | 'nothing'

const WRITES_AFTER_CONSENT = { readOnlyHint: false, destructiveHint: false, openWorldHint: false } as const

function registerPropose(server: McpServer, connection: Connection): void {
  const asks = new Confirmations<Asked>()
  const about = { description: DESCRIPTIONS.propose, inputSchema: PROPOSE_INPUT }
  server.registerTool(
    'memory_propose',
    { ...about, annotations: WRITES_AFTER_CONSENT },
    ({ entries, project }, context) =>
      connection.inProject<CallToolResult | InputRequiredResult>(
        context,
        project,
        async (guard) => {
          const caller = await connection.callerOf(context, guard, entries)
          if (caller !== undefined) return proposeTo(caller, entries, connection)
          const given = asks.answered(context)
          if (given.kind === 'unasked') return propose(guard, entries, asks, context, connection)
          if (given.kind === 'unknown') return failed(PROPOSE_WORDS.answered[guard.language()])
          return carryOutAnswer(given, connection)
        },
        failed,
      ),
  )
}

async function propose(
  guard: Guard,
  entries: unknown,
  asks: Confirmations<Asked>,
  context: ServerContext,
  connection: Connection,
): Promise<CallToolResult | InputRequiredResult> {
  const session = await connection.beginProposal(guard)
  const language = guard.language()
  if (connection.isLearning(guard)) await guard.beginLearning(session)
  const { text, proposals, done, question, problem } = await guard.propose(session, { entries })
  if (problem === undefined) connection.hasLearned(guard)
  if (question === undefined) {
    await connection.endProposal(session)
    if (problem === undefined) return proposalAnswer(text, done === undefined ? 'nothing' : 'written', [])
    return failed(joined(done, problemText(problem, language)))
  }
  const before = joined(done, problem === undefined ? '' : problemText(problem, language))
  // The form itself shows the proposal to the user.
  if (connection.client.canAsk(context)) guard.unshownProposal(session)?.shown()
  if (connection.client.canAsk(context))
    return asks.ask({ guard, session, proposals, before }, question, writeForm(proposals.length))
  await connection.endProposal(session)
  const how = `${PROPOSE_WORDS.wait[language]} ${idsOf(proposals)}`
  return proposalAnswer(joined(before, question, how), 'waiting', proposals)
}

/** Proposes in a host's session. The host reports the user's messages, so the next one can answer, without a form. */
async function proposeTo(
  { guard, session }: Caller,
  entries: unknown,
  connection: Connection,
): Promise<CallToolResult> {
  if (connection.isLearning(guard)) await guard.beginLearning(session)
  const { text, proposals, done, problem } = await guard.propose(session, { entries })
  if (problem === undefined) connection.hasLearned(guard)
  if (problem !== undefined && proposals.length === 0)
    return failed(joined(done, problemText(problem, guard.language())))
  return proposalAnswer(text, proposals.length > 0 ? 'waiting' : done === undefined ? 'nothing' : 'written', proposals)
}

/** Handles an answered form: the answer counts as the user's message in the proposal's session. */
async function carryOutAnswer(
  answered: Exclude<Answered<Asked>, { kind: 'unasked' | 'unknown' }>,
  connection: Connection,
): Promise<CallToolResult> {
  const { kind } = answered
  const { guard, session, proposals, before } = answered.about
  const language = guard.language()
  if (kind === 'unanswered') {
    await connection.endProposal(session)
    const how = `${PROPOSE_WORDS.unanswered[language]} ${idsOf(proposals)}`
    return proposalAnswer(joined(before, how), 'waiting', proposals)
  }
  const chosen = kind === 'accepted' ? proposals.filter((_, index) => answered.only?.includes(index + 1) !== false) : []
  const some = chosen.map((one) => `#${proposals.indexOf(one) + 1}`).join(' and ')
  const text = kind === 'declined' ? 'mb:no' : chosen.length === proposals.length ? 'mb:write' : `only ${some}`
  await guard.handle({ kind: 'user-said', session, text })
  const done = await guard.carryOutAccepted(session)
  await connection.endProposal(session)
  switch (kind) {
    case 'declined':
      return proposalAnswer(joined(before, PROPOSE_WORDS.rejected[language]), 'rejected', proposals)
    case 'accepted': {
      const { Proposals } = await import('../../consent/proposals.ts')
      const held = new Proposals(guard.workspace)
      const statuses = chosen.map(({ id }) => held.find(id)).map((found) => (found.ok ? found.value.status : 'void'))
      const written = statuses.every((status) => status === 'accepted')
      if (done === undefined) return failed(PROPOSE_WORDS.answered[language])
      const report = joined(before, done)
      return written
        ? proposalAnswer(report, 'written', chosen)
        : { ...proposalAnswer(report, 'changed', proposals), isError: true }
    }
  }
}

function idsOf(proposals: readonly Proposal[]): string {
  return proposals.map(({ id }) => id).join(' ')
}

function joined(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join('\n\n')
}

/** The value repeats the text for programs that read only the value. */
function proposalAnswer(text: string, outcome: Outcome, proposals: readonly Proposal[]): CallToolResult {
  return answer(text, { text, outcome, proposals: proposals.map(({ id, hash }) => ({ id, hash })) })
}

const project = z.string().optional().describe('name or path, if several are open')

const RECALL_INPUT = compactSchema(
  z.object({
    question: z.string().trim().min(1).max(4_000),
    terms: z.array(z.string().max(200)).max(LIMITS.recallTerms).optional().describe(TERMS_HINT),
    paths: z.array(z.string()).max(20).optional().describe('files it is about'),
    budget: z.int().min(200).max(LIMITS.recallTokens).optional().describe('most tokens'),
    project,
  }),
)

const PROJECT_INPUT = compactSchema(z.object({ project }))

const PROPOSE_INPUT = compactSchema(z.object({ entries: ENTRIES, project: z.string().optional() }))

/** The same schema without fields that clients do not need. This makes it a seventh smaller. */
function compactSchema<T extends z.ZodObject>(schema: T): StandardSchemaWithJSON<z.input<T>, z.output<T>> {
  const { validate, jsonSchema } = schema['~standard']
  return {
    '~standard': {
      version: 1,
      vendor: 'memory-bank',
      validate,
      jsonSchema: {
        input: (options) => compact(jsonSchema.input(options)),
        output: (options) => compact(jsonSchema.output(options)),
      },
    },
  }
}
