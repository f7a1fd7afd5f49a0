/** What the plugin adds to OpenCode's configuration: the command, the two agents, the skill. Nothing is copied. */

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

const REFRESH = {
  description: 'Make, upgrade, migrate or refresh the memory bank (初始化/升级/迁移/刷新)',
  template:
    'Show the user the Memory Bank plan below exactly as it is, in its language, and ask whether to apply it (好 / yes, or 不用 / no). Change no file yourself: when the user agrees, the plugin carries out exactly this plan. $ARGUMENTS',
}

export const READER = {
  description: 'Reads the memory bank for a question and returns summary, evidence and open questions. Read-only.',
  mode: 'subagent',
  tools: { write: false, edit: false, patch: false, apply_patch: false, bash: false, task: false, todowrite: false },
  prompt: `You read a project's memory bank and return a context pack. You change nothing.
1. Call memory_recall with the question. Read memory-bank/MEMORY.md and at most 5 files it routes to, 500 lines together.
2. Sample at most 3 source files the entries name, a few lines each.
3. Answer with exactly these parts: "Context Summary" (goal, focus, stack, conventions that bear on the question), "Evidence" (path, lines, excerpt), "Open Questions" (what the bank does not cover and where to look), "Conflicts" (memory against code).
Never invent. Cite file and section for every statement.`,
}

export const WRITER = {
  description: 'Writes confirmed entries into the memory bank. Only after the user has agreed.',
  mode: 'subagent',
  tools: { bash: false, task: false, webfetch: false },
  prompt: `You write what the user has agreed to into memory-bank/, and nothing else.
Only .md files, only with the edit and write tools. Find the existing file first; update rather than duplicate. Decisions: date, what, why, given up, applies to. Learnings: symptom, root cause, solution, prevention. Keep index.md in step where one exists. Never touch a user block, never write a secret. Report created and updated files.`,
}
