/**
 * Prompts that the user calls by name: `recall`, `learn` and `refresh`. The user confirms the plan of `refresh` in a
 * form.
 */

import {
  type GetPromptResult,
  type InputRequiredResult,
  type McpServer,
  ResourceNotFoundError,
  ResourceTemplate,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { packText } from '../../bank/pack-text.ts'
import { appliedText, planLines } from '../../bank/plan-lines.ts'
import type { ConflictChoice, Plan } from '../../base/change.ts'
import { CHOICES, choiceNamed } from '../../base/conflict-words.ts'
import type { Language } from '../../base/language.ts'
import { MEMORY } from '../../base/layout.ts'
import { accept } from '../../consent/accept.ts'
import type { HeldPlan } from '../../consent/show.ts'
import type { Guard } from '../../session/guard.ts'
import { listBankFiles, readBankFile } from '../../verbs/bank-files.ts'
import { Confirmations, type Form } from './confirmations.ts'
import type { Connection } from './connection.ts'
import { ASK_CHOICE, ASK_PLAN, problemText, RECALL_PROMPT, REFRESH_PROMPT } from './encode.ts'
import type { OpenProject } from './projects.ts'

type Answer = GetPromptResult | InputRequiredResult

interface Held {
  readonly plan: HeldPlan
  readonly guard: Guard
  readonly language: Language
}

export function registerPrompts(server: McpServer, connection: Connection): void {
  const prompt = (context: ServerContext, project: string | undefined, work: (guard: Guard) => Promise<Answer>) =>
    connection.inProject(context, project, work, message)
  const project = z.string().optional().describe('name or path, if several are open')
  const onConflict = z
    .string()
    .optional()
    .describe(
      'keep, overwrite or append (保留/覆盖/追加): what happens to text edited by hand that the plan would replace',
    )
  server.registerPrompt(
    'recall',
    {
      title: 'Memory Bank: recall (检索)',
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
  server.registerPrompt(
    'learn',
    {
      title: 'Memory Bank: learn (了解项目)',
      description: 'Study this project and propose what belongs in its memory',
      argsSchema: z.object({ project }),
    },
    ({ project }, context) =>
      prompt(context, project, async (guard) => {
        const { isMade, text } = await guard.worklist()
        if (isMade) connection.learns(guard)
        return message(text)
      }),
  )
  const plans = new Confirmations<Held>()
  server.registerPrompt(
    'refresh',
    {
      title: 'Memory Bank: refresh (初始化/升级/迁移/刷新)',
      description: 'Make, upgrade, migrate or bring the memory bank up to date; shows the plan first',
      argsSchema: z.object({ project, on_conflict: onConflict }),
    },
    ({ project, on_conflict }, context) =>
      prompt(context, project, (guard) => refresh(guard, plans, context, connection, choiceNamed(on_conflict ?? ''))),
  )
}

/** The server makes the plan and keeps it; the user accepts exactly that plan (S11). */
async function refresh(
  guard: Guard,
  plans: Confirmations<Held>,
  context: ServerContext,
  connection: Connection,
  onConflict: ConflictChoice | undefined,
): Promise<Answer> {
  const { isChoice, refreshQuestion } = await import('../../consent/show.ts')
  const given = plans.answered(context)
  switch (given.kind) {
    case 'accepted': {
      const { plan: held, language, guard } = given.about
      return message(applyAccepted(isChoice(held) ? held[choiceNamed(given.word) ?? 'keep'] : held, guard, language))
    }
    case 'declined':
    case 'unanswered':
      return message(REFRESH_PROMPT[given.kind][given.about.language])
    case 'unasked':
    case 'unknown':
  }
  const asked = refreshQuestion(guard.workspace, onConflict)
  if (!asked.ok) return message(problemText(asked.problem, guard.language()))
  const { held: plan, inForm: text, language } = asked.value
  if (plan === undefined) return message(`${REFRESH_PROMPT.nothing[language]} ${text}`)
  const canAsk = connection.client.canAsk(context)
  if (isChoice(plan) && !canAsk) return message(`${REFRESH_PROMPT.choose[language]}\n\n${text}`)
  if (isChoice(plan)) return plans.ask({ plan, guard, language }, `${ASK_CHOICE[language]}\n\n${text}`, CONFLICT)
  if (canAsk) return plans.ask({ plan, guard, language }, `${ASK_PLAN[language]}\n\n${text}`)
  return message(`${REFRESH_PROMPT.show[language]}\n\n${text}`)
}

function applyAccepted(plan: Plan, guard: Guard, language: Language): string {
  // The user chose to keep their own text, so there is nothing to write.
  if (plan.changes.length === 0) return `${REFRESH_PROMPT.kept[language]} ${planLines(plan, language)}`
  const done = accept({ plan }, guard.workspace)
  if (!done.ok) return problemText(done.problem, language)
  return `${REFRESH_PROMPT.done[language]}\n\n${appliedText(plan.changes, language)}`
}

const CONFLICT: Form = {
  words: CHOICES,
  points: 1,
  about: {
    en: 'keep: leave your edit · overwrite: replace it · append: the update after it',
    zh: 'keep：保留你的修改 · overwrite：用更新覆盖 · append：更新追加在后',
  },
}

function message(text: string): GetPromptResult {
  return { messages: [{ role: 'user', content: { type: 'text', text: text.toWellFormed() } }] }
}

const SCHEME = 'memory-bank:'
const MARKDOWN = 'text/markdown'

export function registerResources(server: McpServer, connection: Connection): void {
  const { projects, client } = connection
  const template = new ResourceTemplate(`${SCHEME}//{project}/{+path}`, {
    async list(context) {
      await client.learnRoots(context)
      connection.filesListed()
      return { resources: projects.all().flatMap(resourcesOf) }
    },
    complete: {
      project: (typed) => projects.all().flatMap(({ name }) => (name.startsWith(typed) ? [name] : [])),
      path: (typed, context) => {
        const asked = context?.arguments?.['project']
        const among = projects.all().filter(({ name }) => asked === undefined || name === asked)
        const paths = among.flatMap(({ workspace }) => listBankFiles(workspace))
        return [...new Set(paths)].filter((path) => path.startsWith(typed)).slice(0, 100)
      },
    },
  })
  const about = { title: 'Memory Bank', description: 'A file of the project memory (memory-bank/)', mimeType: MARKDOWN }
  server.registerResource('memory-bank', template, about, async (uri, _variables, context) => {
    const asked = await client.settleRoots(context)
    if (asked !== undefined) return asked
    const text = read(uri, projects.all())
    if (text === undefined) throw new ResourceNotFoundError(uri.href)
    return { contents: [{ uri: uri.href, mimeType: MARKDOWN, text: text.toWellFormed() }] }
  })
}

function resourcesOf({ name, workspace }: OpenProject) {
  return listBankFiles(workspace).map((path) => ({
    uri: `${SCHEME}//${encodeURIComponent(name)}/${path.split('/').map(encodeURIComponent).join('/')}`,
    name: path,
    title: path,
    mimeType: MARKDOWN,
    ...(path === MEMORY
      ? { description: 'The entry: read it first', annotations: { audience: ['assistant' as const], priority: 1 } }
      : {}),
  }))
}

function read(uri: URL, projects: readonly OpenProject[]): string | undefined {
  const name = decoded(uri.host)
  const path = decoded(uri.pathname.slice(1))
  const project = projects.find((one) => one.name === name)
  if (project === undefined || path === undefined) return undefined
  const file = readBankFile(project.workspace, path)
  return file.ok ? file.value : undefined
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined // a stray %
  }
}
