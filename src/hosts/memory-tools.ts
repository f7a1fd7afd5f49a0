/** The tools memory_recall and memory_propose, as every host describes them to its model. */

import { z } from 'zod'
import { packText } from '../bank/pack-text.ts'
import {
  FIELD_NAMES,
  FIELDS,
  type Field,
  LEARNING_TYPES,
  PROGRESS_STATES,
  PROPOSED_KINDS,
  STATUSES,
} from '../base/addition.ts'
import { forModel } from '../base/for-model.ts'
import { explainToModel } from '../base/problem.ts'
import type { Guard } from '../session/guard.ts'

/** Takes a question and returns a context pack as text. */
export function recallTool(guard: Guard) {
  return {
    description: RECALL_DESCRIPTION,
    args: {
      question: z.string().describe("in the user's words"),
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
  'Entries of the project memory (memory-bank/) that match a question, whole, with file and line: decisions, past problems, conventions. Judge yourself whether they answer it. Use it when more than 3 files or proof are needed.'

/** The model knows synonyms and other languages; the search does not (S23). */
export const TERMS_HINT =
  '3-6 words or phrases a helpful entry would contain, also in the language of the bank; for "users log in twice": ["session", "token refresh", "登录"]'

/** Takes entries and returns the proposal to show the user. Nothing is written before the user agrees. */
export function proposeTool(guard: Guard) {
  return {
    description:
      'Propose what the project should remember: decision (title, why, given_up, applies_to), learning (title, symptom, root_cause, solution, prevention), requirement or design (title, text), focus, progress, tech (text), answer (title, text, pointer); or removal (title: the entry to forget). Returns the proposal to show the user; after their yes it is written for you. One call for all entries of a turn.',
    args: { entries: z.array(entrySchema('all')).min(1) },
    async execute(input: unknown, context: { sessionID: string }): Promise<string> {
      return (await guard.propose(context.sessionID, input)).text
    },
  }
}

/** Both tools with their arguments as JSON Schema. */
export function toolsWithSchema(guard: Guard) {
  const tools = { memory_recall: recallTool(guard), memory_propose: proposeTool(guard) }
  return Object.entries(tools).map(([name, { description, args, execute }]) => {
    const run: (input: never, context: { sessionID: string }) => Promise<string> = execute
    return { name, description, schema: z.toJSONSchema(z.object(args)), run }
  })
}

const CHOICES: Partial<Readonly<Record<Field, readonly [string, ...string[]]>>> = {
  type: LEARNING_TYPES,
  status: STATUSES,
  state: PROGRESS_STATES,
}

/** The purpose of each field. Left out for MCP clients, which send the schema with every session. */
const ABOUT: Partial<Readonly<Record<Field, string>>> = {
  title:
    'decision: what was decided; answer: the question; learning, requirement, design: its title; removal: the title or id of the entry to forget',
  text: 'requirement, design, focus, progress, tech, answer: what it says, the conclusion first',
  date: 'YYYY-MM-DD; today if left out',
  why: 'decision, removal',
  givenUp: 'decision: alternatives not taken',
  applies: 'decision: where it holds',
  notFor: 'decision: where it does not hold',
  replaces: 'decision, focus, tech: the one of the bank that this replaces, in its words',
  symptom: 'learning',
  cause: 'learning',
  solution: 'learning',
  prevention: 'learning',
  type: 'learning',
  acceptance: 'requirement: acceptance criteria',
  status: 'requirement',
  state: 'progress',
  pointer: 'answer: the file that says more',
}
const SECTIONS = 'tech: Stack, Commands, Structure'

/** A loose object: the decoder also accepts other field names, and reports the ones it does not know. */
export function entrySchema(told: 'all' | 'values') {
  const fields = FIELDS.map((field) => {
    const choices = CHOICES[field]
    // For MCP the values are only a hint: the decoder accepts other spellings and reports unknown values.
    const listed =
      choices === undefined ? z.string() : told === 'all' ? z.enum(choices) : z.string().meta({ enum: choices })
    const value = listed.optional()
    const about = field === 'section' ? SECTIONS : told === 'all' ? ABOUT[field] : undefined
    return [FIELD_NAMES[field], about === undefined ? value : value.describe(about)]
  })
  const evidence = z.array(z.string()).optional()
  return z.looseObject({
    kind: z.enum(PROPOSED_KINDS),
    ...Object.fromEntries(fields),
    evidence: told === 'all' ? evidence.describe('what it rests on: file:line, commit, the user’s words') : evidence,
  })
}
