/**
 * What goes into the tools and what comes out, as clients are told it.
 *
 * Every client pays for these in each session, so outputs name their main fields only; what a tool answers is by the
 * whole schema of its kind in schemas/.
 */

import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { ADDITION_KINDS, FIELDS } from '../../core/addition.ts'
import { LIMITS } from '../../core/limits.ts'
import { PACK_SCHEMA } from '../../core/pack.ts'

const project = z.string().optional().describe('name or path, if several are open')
const anything = z.looseObject({})

export const RECALL_INPUT = told(
  z.object({
    question: z.string().trim().min(1).max(4_000).describe("in the user's words"),
    paths: z.array(z.string()).max(20).optional().describe('files it is about'),
    budget: z.int().min(200).max(LIMITS.recallTokens).optional().describe('most tokens'),
    project,
  }),
)

export const PROJECT_INPUT = told(z.object({ project }))

/**
 * Which of these a kind needs is said in the tool's description, and by the answer to one that lacks some. Loose, since
 * the decoder knows other names for them too.
 */
const entry = z.looseObject({
  kind: z.enum(ADDITION_KINDS),
  ...Object.fromEntries(FIELDS.map((field) => [field, z.string().optional()])),
  evidence: z.array(z.string()).optional(),
})

export const PROPOSE_INPUT = told(z.object({ entries: z.array(entry).min(1), project }))

export const PROPOSE_OUTPUT = told(
  z.looseObject({
    outcome: z.enum(['written', 'waiting', 'rejected', 'skipped', 'changed', 'nothing']),
    proposals: z.array(anything),
  }),
)

export const PACK_OUTPUT = told(
  z.looseObject({
    schema: z.literal(PACK_SCHEMA),
    covered: z.enum(['yes', 'partly', 'no']),
    evidence: z.array(anything),
  }),
)

export const STATUS_OUTPUT = told(z.looseObject({ state: z.string(), next: z.string() }))

export const CHECK_OUTPUT = told(z.looseObject({ errors: z.number(), findings: z.array(anything) }))

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
