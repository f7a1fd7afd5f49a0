/** What the plugin adds to OpenCode: the commands, the two agents, the skill, and two tools. Nothing is copied. */

import { z } from 'zod'
import { explainToModel } from '../../core/problem.ts'
import type { Guard } from '../../flows/guard.ts'
import { forModel } from '../../text/for-model.ts'
import { packText } from '../../text/pack-text.ts'
import { entrySchema } from '../propose-schema.ts'
import { RECALL_DESCRIPTION, TERMS_HINT } from '../recall-words.ts'

type Entries = Record<string, unknown>

export interface OpenCodeConfig {
  command?: Entries
  agent?: Entries
  skills?: { paths?: string[] }
  /** Kilo's: where each of those paths comes from. It reads nothing outside the project that nobody vouches for. */
  skill_path_origins?: Entries
}

export function contribute(config: OpenCodeConfig, skillFolder: string): void {
  config.command = { 'memory-bank-refresh': REFRESH_SHOWN, 'memory-bank-learn': LEARN, ...config.command }
  config.agent = { 'memory-reader': READER, 'memory-bank-writer': WRITER, ...config.agent }
  config.skills = { ...config.skills, paths: [...(config.skills?.paths ?? []), skillFolder] }
  if ('instruction_origins' in config)
    config.skill_path_origins = {
      ...config.skill_path_origins,
      [skillFolder]: { trusted: true, source: 'memory-bank' },
    }
}

export const REFRESH = {
  description: 'Make, upgrade, migrate or refresh the memory bank (初始化/升级/迁移/刷新)',
  template:
    'Show the user the Memory Bank plan below exactly as it is, in its language, and ask what it asks (好 / yes or 不用 / no; where it offers 1, 2 and 3, which of them). Change no file yourself: when the user agrees, the plugin carries out exactly this plan. $ARGUMENTS',
}

/** OpenCode 1 shows the plan itself. */
const REFRESH_SHOWN = {
  ...REFRESH,
  template:
    'The user is shown the Memory Bank plan below at the end of your message. Mention it in one sentence, in its language, without repeating it. Change no file yourself: when the user agrees, the plugin carries out exactly this plan. $ARGUMENTS',
}

export const LEARN = {
  description: 'Study this project and propose what belongs in its memory (了解项目并提议)',
  template:
    'Learn this project by the worklist below, then propose what is worth remembering as it says. Change no file. $ARGUMENTS',
}

export const READER = {
  description: 'Reads the memory bank for a question and returns summary, evidence and open questions. Read-only.',
  mode: 'subagent',
  // What is not named is denied: other plugins bring tools of their own that write. `tools` is not heeded here.
  permission: {
    '*': 'deny',
    read: { '*': 'allow', '*.env': 'deny', '*.env.*': 'deny', '*.env.example': 'allow' },
    glob: 'allow',
    grep: 'allow',
    list: 'allow',
    memory_recall: 'allow',
  },
  prompt: `You read a project's memory bank and return a context pack. You change nothing.
1. Call memory_recall with the question and with terms: words a helpful entry would contain. Read memory-bank/MEMORY.md and at most 5 files it routes to, 500 lines together.
2. Sample at most 3 source files the entries name, a few lines each.
3. Answer with exactly these parts: "Context Summary" (goal, focus, stack, conventions that bear on the question), "Evidence" (path, lines, excerpt, the entry's date, its file's if it has none), "Open Questions" (what the bank does not answer), "Conflicts" (memory against code).
Never invent. Cite file and section for every statement.`,
}

export const WRITER = {
  description: 'Writes confirmed entries into the memory bank. Only after the user has agreed.',
  mode: 'subagent',
  permission: { bash: 'deny', task: 'deny', webfetch: 'deny' },
  prompt: `You write what the user has agreed to into memory-bank/, and nothing else.
Only .md files, only with the edit and write tools. Find the existing file first; update rather than duplicate. Decisions: date, what, why, given up, applies to. Learnings: symptom, root cause, solution, prevention. Keep index.md in step where one exists. Never touch a user block, never write a secret. Report created and updated files.`,
}

/** A question in, a context pack as text out. */
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

/** Entries in, the question for the user out. Nothing is written before the user's own yes. */
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
