/** What goes into the tools, as clients are told it, and calls that the protocol server shall not see. */

import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { LIMITS } from '../../core/limits.ts'
import { fieldIn, isFields, textIn } from '../fields.ts'
import { entrySchema } from '../propose-schema.ts'
import { TERMS_HINT } from '../recall-words.ts'

const project = z.string().optional().describe('name or path, if several are open')

export const RECALL_INPUT = told(
  z.object({
    question: z.string().trim().min(1).max(4_000).describe("in the user's words"),
    terms: z.array(z.string().max(200)).max(LIMITS.recallTerms).optional().describe(TERMS_HINT),
    paths: z.array(z.string()).max(20).optional().describe('files it is about'),
    budget: z.int().min(200).max(LIMITS.recallTokens).optional().describe('most tokens'),
    project,
  }),
)

export const PROJECT_INPUT = told(z.object({ project }))

/** Which of its fields a kind needs is said in the tool's description, and by the answer to one that lacks some. */
export const PROPOSE_INPUT = told(z.object({ entries: z.array(entrySchema('values')).min(1), project }))

/** The same schema, told without the words that mean nothing to a client: a seventh of the whole. */
function told<T extends z.ZodObject>(schema: T): StandardSchemaWithJSON<z.input<T>, z.output<T>> {
  const { validate, jsonSchema } = schema['~standard']
  return {
    '~standard': {
      version: 1,
      vendor: 'memory-bank',
      validate,
      jsonSchema: {
        input: (options) => plain(jsonSchema.input(options)),
        output: (options) => plain(jsonSchema.output(options)),
      },
    },
  }
}

/** Without the dialect's name, and without "anything else is allowed", which is so unless said otherwise. */
function plain(schema: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return JSON.parse(JSON.stringify(schema), (name, value: unknown) => {
    const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0
    return name === '$schema' || (isEmpty && ['additionalProperties', 'properties'].includes(name)) ? undefined : value
  })
}

export interface ToolCallMessage {
  readonly id: string | number
  readonly tool: string
  readonly args: unknown
}

/** The tool call in a message of the protocol; undefined for any other message. */
export function decodeToolCall(message: unknown): ToolCallMessage | undefined {
  if (!isFields(message) || message['method'] !== 'tools/call') return undefined
  const { id, params } = message
  const tool = textIn(params, 'name')
  if ((typeof id !== 'string' && typeof id !== 'number') || tool === undefined) return undefined
  return { id, tool, args: fieldIn(params, 'arguments') }
}
