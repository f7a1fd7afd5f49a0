/** What the plugin adds to OpenCode's configuration: the command, the two agents, the skill. Nothing is copied. */

import { withKeyTrigger } from './key-trigger.ts'
import { orchestratorsIn } from './orchestrators.ts'

type Entries = Record<string, unknown>

export interface OpenCodeConfig {
  command?: Entries
  agent?: Entries
  skills?: { paths?: string[] }
}

export function contribute(config: OpenCodeConfig, skillFolder: string): void {
  config.command = { 'memory-bank-refresh': REFRESH, ...config.command }
  config.agent = { 'memory-reader': READER, 'memory-bank-writer': WRITER, ...config.agent }
  config.skills = { ...config.skills, paths: [...(config.skills?.paths ?? []), skillFolder] }
}

/** oh-my-opencode's orchestrators, where its own hook has made them already, learn when to ask the memory (S53). */
export function contributeKeyTrigger(config: OpenCodeConfig): void {
  for (const name of orchestratorsIn(config)) {
    const agent = config.agent?.[name]
    if (typeof agent !== 'object' || agent === null || !('prompt' in agent) || typeof agent.prompt !== 'string')
      continue
    config.agent = { ...config.agent, [name]: { ...agent, prompt: withKeyTrigger(agent.prompt) } }
  }
}

const REFRESH = {
  description: 'Make, upgrade, migrate or refresh the memory bank (初始化/升级/迁移/刷新)',
  template:
    'Show the user the Memory Bank plan below exactly as it is, in its language, and ask whether to apply it (好 / yes, or 不用 / no). Change no file yourself: when the user agrees, the plugin carries out exactly this plan. $ARGUMENTS',
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
1. Call memory_recall with the question. Read memory-bank/MEMORY.md and at most 5 files it routes to, 500 lines together.
2. Sample at most 3 source files the entries name, a few lines each.
3. Answer with exactly these parts: "Context Summary" (goal, focus, stack, conventions that bear on the question), "Evidence" (path, lines, excerpt), "Open Questions" (what the bank does not cover and where to look), "Conflicts" (memory against code).
Never invent. Cite file and section for every statement.`,
}

export const WRITER = {
  description: 'Writes confirmed entries into the memory bank. Only after the user has agreed.',
  mode: 'subagent',
  permission: { bash: 'deny', task: 'deny', webfetch: 'deny' },
  prompt: `You write what the user has agreed to into memory-bank/, and nothing else.
Only .md files, only with the edit and write tools. Find the existing file first; update rather than duplicate. Decisions: date, what, why, given up, applies to. Learnings: symptom, root cause, solution, prevention. Keep index.md in step where one exists. Never touch a user block, never write a secret. Report created and updated files.`,
}
