/** The tool `memory_recall`: a question in, a context pack as text out. */

import { z } from 'zod'
import { explain } from '../../core/problem.ts'
import type { Guard } from '../../flows/guard.ts'
import { packText } from '../../text/pack-text.ts'

export function recallTool(guard: Guard) {
  return {
    description:
      'What the project memory bank says about a question: summary, evidence with file and lines, open questions. Use it when more than 3 files, 300 lines or proof is needed.',
    args: { question: z.string().describe('the question, in the words of the user') },
    async execute({ question }: { question: string }, context: { sessionID: string }): Promise<string> {
      const recalled = await guard.recall(context.sessionID, question)
      if (recalled.ok) return packText(recalled.value)
      const { what, next } = explain(recalled.problem, guard.language())
      return `${what} ${next}`
    },
  }
}
