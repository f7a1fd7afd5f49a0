/** The tools memory_recall and memory_propose, as every host describes them to its model. */

import { z } from 'zod'
import { packText } from '../bank/pack-text.ts'
import { FIELD_NAMES, FIELDS, fieldsOf, PROPOSED_KINDS, type ProposedKind } from '../base/addition.ts'
import { forModel } from '../base/for-model.ts'
import { explainToModel } from '../base/problem.ts'
import type { Guard } from '../session/guard.ts'

/** Takes a question and returns a context pack as text. */
export function recallTool(guard: Guard) {
  return {
    description: RECALL_DESCRIPTION,
    args: {
      question: z.string(),
      terms: z.array(z.string()).optional().describe(TERMS_HINT),
    },
    async execute(
      { question, terms = [] }: { question: string; terms?: readonly string[] | undefined },
      context: { sessionID: string },
    ): Promise<string> {
      const recalled = await guard.recall(context.sessionID, question, { terms })
      if (recalled.ok) return packText(recalled.value)
      const { what, next } = explainToModel(recalled.problem, guard.language())
      return forModel(`${what} ${next}`)
    },
  }
}

export const RECALL_DESCRIPTION =
  'Decisions, conventions and past problems in memory-bank/ that match a question: whole entries with file and line. Judge yourself whether they answer it.'

/** The model knows synonyms and other languages; the search does not (S23). */
export const TERMS_HINT =
  '3-6 words a helpful entry would contain, also in the bank’s language; for "users log in twice": session, token refresh, 登录'

/** Takes entries and returns the proposal to show the user. Nothing is written before the user agrees. */
export function proposeTool(guard: Guard) {
  return {
    description: PROPOSE_DESCRIPTION,
    args: { entries: ENTRIES },
    async execute(input: unknown, context: { sessionID: string }): Promise<string> {
      return (await guard.propose(context.sessionID, input)).text
    },
  }
}

export const PROPOSE_DESCRIPTION = `Propose what the project should remember or forget; written for you after the user's yes. One call for all entries of a turn. ${neededFields()}.`

/** Groups kinds that need the same fields. */
function neededFields(): string {
  const kinds = new Map<string, ProposedKind[]>()
  for (const kind of PROPOSED_KINDS) {
    const needed = fieldsOf(kind).flatMap(({ field, required }) => (required ? [FIELD_NAMES[field]] : []))
    kinds.set(needed.join(', '), [...(kinds.get(needed.join(', ')) ?? []), kind])
  }
  return [...kinds].map(([needed, names]) => `${names.join('/')}: ${needed}`).join('; ')
}

/** Both tools with their arguments as JSON Schema. */
export function toolsWithSchema(guard: Guard) {
  const tools = { memory_recall: recallTool(guard), memory_propose: proposeTool(guard) }
  return Object.entries(tools).map(([name, { description, args, execute }]) => {
    const run: (input: never, context: { sessionID: string }) => Promise<string> = execute
    return { name, description, schema: compact(z.toJSONSchema(z.object(args), { io: 'input' })), run }
  })
}

/**
 * Every request carries this schema, so it has only the fields' names. The tool's description says what each kind needs, and
 * the decoder's errors list the values of a field and a complete example. The object is loose, so that the decoder sees
 * fields it does not know.
 */
export const ENTRIES = z.array(
  z.looseObject({
    kind: z.string(),
    ...Object.fromEntries(FIELDS.map((field) => [FIELD_NAMES[field], z.string().optional()])),
    evidence: z.array(z.string()).optional(),
  }),
)

/** A schema without its dialect, and without empty "additionalProperties" and "properties", which are the default. */
export function compact(schema: object): Record<string, unknown> {
  return JSON.parse(JSON.stringify(schema), (name, value: unknown) => {
    const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0
    return name === '$schema' || (isEmpty && ['additionalProperties', 'properties'].includes(name)) ? undefined : value
  })
}
