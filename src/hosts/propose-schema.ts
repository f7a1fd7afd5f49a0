/** What memory_propose takes, in every host: the same names, with their values. */

import { z } from 'zod'
import {
  FIELD_NAMES,
  FIELDS,
  type Field,
  LEARNING_TYPES,
  PROGRESS_STATES,
  PROPOSED_KINDS,
  STATUSES,
} from '../core/addition.ts'

const CHOICES: Partial<Readonly<Record<Field, readonly [string, ...string[]]>>> = {
  type: LEARNING_TYPES,
  status: STATUSES,
  state: PROGRESS_STATES,
}

/** What a field is for. Hosts whose tools are paid for with every session are told the values alone. */
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

/** Loose, since the decoder knows other names for them too, and says which it does not know. */
export function entrySchema(told: 'all' | 'values') {
  const fields = FIELDS.map((field) => {
    const choices = CHOICES[field]
    // Told as the only values, and read by the decoder, which knows other spellings and says what it does not know.
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
