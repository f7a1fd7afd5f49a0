/**
 * The tool `memory_propose`: entries in; a person's answer, or how to give one, out.
 *
 * To the guard every call is a session of its own, so that a form's answer applies to what that form showed and to
 * nothing else. A client without forms cannot tell us what its user said: the proposal then waits for a terminal.
 */

import type { CallToolResult, InputRequiredResult, McpServer, ServerContext } from '@modelcontextprotocol/server'
import type { Proposal } from '../../core/proposal.ts'
import type { Caller, Guard } from '../../flows/guard.ts'
import { type Answered, Confirmations, writeForm } from './confirmations.ts'
import type { Connection } from './connection.ts'
import { PROPOSE_INPUT } from './decode.ts'
import { answer, DESCRIPTIONS, failed, PROPOSE_WORDS, problemText } from './encode.ts'

interface Asked {
  readonly guard: Guard
  readonly session: string
  readonly proposals: readonly Proposal[]
  /** What came of the entries of this call that needed no answer. */
  readonly before: string
}

type Outcome = 'written' | 'waiting' | 'rejected' | 'changed' | 'nothing'

const WRITES_AFTER_CONSENT = { readOnlyHint: false, destructiveHint: false, openWorldHint: false } as const

export function registerPropose(server: McpServer, connection: Connection): void {
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
          return settle(given, connection)
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
    if (problem === undefined) return said(text, done === undefined ? 'nothing' : 'written', [])
    return failed(joined(done, problemText(problem, language)))
  }
  const before = joined(done, problem === undefined ? '' : problemText(problem, language))
  // The form is what the person sees.
  if (connection.client.canAsk(context)) guard.unshownProposal(session)?.shown()
  if (connection.client.canAsk(context))
    return asks.ask({ guard, session, proposals, before }, question, writeForm(proposals.length))
  await connection.endProposal(session)
  const how = `${PROPOSE_WORDS.wait[language]} ${idsOf(proposals)}`
  return said(joined(before, question, how), 'waiting', proposals)
}

/** The host tells us what its user says: the proposal waits for their next message and needs no form. */
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
  return said(text, proposals.length > 0 ? 'waiting' : done === undefined ? 'nothing' : 'written', proposals)
}

/** The person has answered in the form: that is their word in this session, as a message is elsewhere. */
async function settle(
  answered: Exclude<Answered<Asked>, { kind: 'unasked' | 'unknown' }>,
  connection: Connection,
): Promise<CallToolResult> {
  const { kind } = answered
  const { guard, session, proposals, before } = answered.about
  const language = guard.language()
  if (kind === 'unanswered') {
    await connection.endProposal(session)
    const how = `${PROPOSE_WORDS.unanswered[language]} ${idsOf(proposals)}`
    return said(joined(before, how), 'waiting', proposals)
  }
  const chosen = kind === 'accepted' ? proposals.filter((_, index) => answered.only?.includes(index + 1) !== false) : []
  const some = chosen.map((one) => `#${proposals.indexOf(one) + 1}`).join(' and ')
  const text = kind === 'declined' ? 'mb:no' : chosen.length === proposals.length ? 'mb:write' : `only ${some}`
  await guard.handle({ kind: 'user-said', session, text })
  const done = await guard.carryOutAccepted(session)
  await connection.endProposal(session)
  switch (kind) {
    case 'declined':
      return said(joined(before, PROPOSE_WORDS.rejected[language]), 'rejected', proposals)
    case 'accepted': {
      const { Proposals } = await import('../../consent/proposals.ts')
      const held = new Proposals(guard.workspace)
      const statuses = chosen.map(({ id }) => held.find(id)).map((found) => (found.ok ? found.value.status : 'void'))
      const written = statuses.every((status) => status === 'accepted')
      if (done === undefined) return failed(PROPOSE_WORDS.answered[language])
      const report = joined(before, done)
      return written ? said(report, 'written', chosen) : { ...said(report, 'changed', proposals), isError: true }
    }
  }
}

function idsOf(proposals: readonly Proposal[]): string {
  return proposals.map(({ id }) => id).join(' ')
}

function joined(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join('\n\n')
}

/** The words stand in the value too: Claude Code shows its model the value alone where there is one. */
function said(text: string, outcome: Outcome, proposals: readonly Proposal[]): CallToolResult {
  return answer(text, { text, outcome, proposals: proposals.map(({ id, hash }) => ({ id, hash })) })
}
