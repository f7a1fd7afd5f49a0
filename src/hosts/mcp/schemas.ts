/**
 * What goes into the tools and what comes out, as clients are told it.
 *
 * Every client pays for these in each session, so outputs name their main fields only; what a tool answers is by the
 * whole schema of its kind in schemas/.
 */

import { z } from 'zod'
import { LIMITS } from '../../core/limits.ts'
import { PACK_SCHEMA } from '../../core/pack.ts'

const project = z.string().optional().describe('name or path, if several are open')

export const RECALL_INPUT = z.object({
  question: z.string().trim().min(1).max(4_000).describe("in the user's words"),
  paths: z.array(z.string().min(1).max(500)).max(20).optional().describe('files it is about'),
  budget: z.int().min(200).max(LIMITS.recallTokens).optional().describe('most tokens'),
  project,
})

export const PROJECT_INPUT = z.object({ project })

export const PACK_OUTPUT = z.looseObject({
  schema: z.literal(PACK_SCHEMA),
  covered: z.enum(['yes', 'partly', 'no']),
  evidence: z.array(z.looseObject({})),
})

export const STATUS_OUTPUT = z.looseObject({ state: z.string(), next: z.string() })

export const CHECK_OUTPUT = z.looseObject({ errors: z.int(), findings: z.array(z.looseObject({})) })
