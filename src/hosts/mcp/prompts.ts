/** What a person calls up by name: `recall` with a question, and `refresh`, whose plan they confirm in the client's form. */

import type { GetPromptResult, InputRequiredResult, McpServer, ServerContext } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Plan } from '../../core/change.ts'
import type { Language } from '../../core/language.ts'
import { packText } from '../../core/pack-text.ts'
import { appliedText, planText } from '../../core/plan-text.ts'
import { carryOut } from '../../flows/carry-out.ts'
import type { Guard } from '../../flows/guard.ts'
import { propose } from '../../flows/refresh.ts'
import { Confirmations } from './confirmations.ts'
import type { Connection } from './connection.ts'
import { ASK_PLAN, problemText, RECALL_PROMPT, REFRESH_PROMPT, unclearText } from './texts.ts'

type Answer = GetPromptResult | InputRequiredResult

interface HeldPlan {
  readonly plan: Plan
  readonly guard: Guard
  readonly language: Language
}

export function registerPrompts(server: McpServer, connection: Connection): void {
  const prompt = promptOf(connection)
  const project = z.string().optional().describe('name or path, if several are open')
  server.registerPrompt(
    'recall',
    {
      title: 'Memory Bank: recall (回忆)',
      description: 'Answer a question from the project memory, with sources',
      argsSchema: z.object({ question: z.string().trim().min(1), project }),
    },
    ({ question, project }, context) =>
      prompt(context, project, async (guard) => {
        const recalled = await guard.recall(connection.session, question)
        if (!recalled.ok) return message(problemText(recalled.problem, guard.language()))
        const { language } = recalled.value
        return message(`${question}\n\n${RECALL_PROMPT[language]}\n\n${packText(recalled.value)}`)
      }),
  )
  const plans = new Confirmations<HeldPlan>()
  server.registerPrompt(
    'refresh',
    {
      title: 'Memory Bank: refresh (初始化/升级/迁移/刷新)',
      description: 'Make, upgrade, migrate or bring the memory bank up to date; shows the plan first',
      argsSchema: z.object({ project }),
    },
    ({ project }, context) => prompt(context, project, async (guard) => refresh(guard, plans, context, connection)),
  )
}

/** Our code makes the plan and holds it; what the person accepts is exactly that plan (S11). */
function refresh(guard: Guard, plans: Confirmations<HeldPlan>, context: ServerContext, connection: Connection): Answer {
  const given = plans.answered(context)
  switch (given.kind) {
    case 'accepted':
      return message(applied(given.about))
    case 'declined':
    case 'left':
      return message(REFRESH_PROMPT.declined[given.about.language])
    case 'unasked':
    case 'unknown':
  }
  const proposed = propose(guard.workspace, { language: undefined, onConflict: undefined })
  if (!proposed.ok) return message(problemText(proposed.problem, guard.language()))
  const { plan, language } = proposed.value
  const text = planText(plan, language)
  if (plan.changes.length === 0) return message(`${REFRESH_PROMPT.nothing[language]} ${text}`)
  if (connection.client.canAsk(context)) return plans.ask({ plan, guard, language }, `${ASK_PLAN[language]}\n\n${text}`)
  return message(`${REFRESH_PROMPT.show[language]}\n\n${text}`)
}

function applied({ plan, guard, language }: HeldPlan): string {
  const done = carryOut(plan, guard.workspace)
  if (!done.ok) return problemText(done.problem, language)
  return `${REFRESH_PROMPT.done[language]}\n\n${appliedText(plan.changes, language)}`
}

function promptOf(connection: Connection) {
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
        return message(unclearText(choice.names, projects.locale))
      case 'failed':
        return message(problemText(choice.problem, projects.locale))
      case 'one': {
        const done = await connection.safely(() => work(choice.guard))
        connection.noticeFiles()
        return done.ok ? done.value : message(problemText(done.problem, projects.locale))
      }
    }
  }
}

function message(text: string): GetPromptResult {
  return { messages: [{ role: 'user', content: { type: 'text', text: text.toWellFormed() } }] }
}
