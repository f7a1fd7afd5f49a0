/** The tool `memory_propose`: entries in, the question for the user out. Nothing is written before the user's own yes. */

import { z } from 'zod'
import { ADDITION_KINDS, LEARNING_TYPES, PROGRESS_STATES, STATUSES } from '../../core/addition.ts'
import type { Guard } from '../../flows/guard.ts'

export function proposeTool(guard: Guard) {
  const text = (about: string) => z.string().optional().describe(about)
  const entry = z.object({
    kind: z.enum(ADDITION_KINDS),
    title: text('decision: what was decided; answer: the question; learning, requirement, design: its title'),
    text: text('requirement, design, focus, progress, tech, answer: what it says, the conclusion first'),
    why: text('decision'),
    given_up: text('decision: alternatives not taken'),
    applies_to: text('decision: where it holds'),
    not_for: text('decision: where it does not hold'),
    replaces: text('decision, focus: the one of the bank that this replaces, in its words'),
    symptom: text('learning'),
    root_cause: text('learning'),
    solution: text('learning'),
    prevention: text('learning'),
    type: z.enum(LEARNING_TYPES).optional().describe('learning'),
    acceptance: text('requirement: acceptance criteria'),
    status: z.enum(STATUSES).optional().describe('requirement'),
    state: z.enum(PROGRESS_STATES).optional().describe('progress'),
    section: text('tech: Stack, Commands, Structure'),
    pointer: text('answer: the file that says more'),
    evidence: z.array(z.string()).optional().describe('what it rests on: file:line, commit, the user’s words'),
  })
  return {
    description:
      'Propose what the project should remember: decision (title, why, given_up, applies_to), learning (title, symptom, root_cause, solution, prevention), requirement or design (title, text), focus, progress, tech (text), answer (title, text, pointer). Returns the proposal to show the user; after their yes it is written for you. One call for all entries of a turn.',
    args: { entries: z.array(entry).min(1) },
    async execute(input: unknown, context: { sessionID: string }): Promise<string> {
      return (await guard.propose(context.sessionID, input)).text
    },
  }
}
