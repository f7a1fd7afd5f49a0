import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Guard } from '../../session/guard.ts'
import { fieldIn, isFields, type PayloadFields, textIn } from '../fields.ts'
import { toolsWithSchema } from '../memory-tools.ts'
import type { RequestHook } from './v2-host.ts'
import { isFunction, type V2Host, within } from './v2-host.ts'

/** Adds the plugin's commands, agents, skill and tools to OpenCode. No file of the user is changed. */

type Entries = Record<string, unknown>

export interface OpenCodeConfig {
  command?: Entries
  agent?: Entries
  skills?: { paths?: string[] }
  /** Kilo only: the origin of each skill path. Kilo reads a skill outside the project only if its origin is trusted. */
  skill_path_origins?: Entries
}

export function contribute(config: OpenCodeConfig, skillFolder: string): void {
  config.command = { 'memory-bank-refresh': REFRESH_SHOWN, 'memory-bank-learn': LEARN, ...config.command }
  config.agent = {
    ...config.agent,
    'memory-reader': withFieldsOf(READER, config.agent?.['memory-reader']),
    'memory-bank-writer': withFieldsOf(WRITER, config.agent?.['memory-bank-writer']),
  }
  config.skills = { ...config.skills, paths: [...(config.skills?.paths ?? []), skillFolder] }
  if ('instruction_origins' in config)
    config.skill_path_origins = {
      ...config.skill_path_origins,
      [skillFolder]: { trusted: true, source: 'memory-bank' },
    }
}

/** Fields in the user's settings, such as `model`, replace the agent's. Permission rules are added to the agent's. */
function withFieldsOf(agent: typeof READER | typeof WRITER, given: unknown): Entries {
  if (!isFields(given)) return agent
  const rules = given['permission']
  return { ...agent, ...given, permission: { ...agent.permission, ...(isFields(rules) ? rules : {}) } }
}

const REFRESH = {
  description: 'Create, upgrade, migrate or refresh the memory bank (初始化/升级/迁移/刷新)',
  template:
    'Show the user the Memory Bank plan below exactly as it is, in its language, and ask its question (好 / yes or 不用 / no; or 1, 2, 3 where it offers them). Do not change any files yourself: once the user agrees, the plugin applies exactly this plan. $ARGUMENTS',
}

/** For OpenCode 1, where the plugin appends the plan to the assistant's text. */
const REFRESH_SHOWN = {
  ...REFRESH,
  template:
    'The user is shown the Memory Bank plan below at the end of your message. Mention it in one sentence, in its language, without repeating it. Do not change any files yourself: once the user agrees, the plugin applies exactly this plan. $ARGUMENTS',
}

const LEARN = {
  description: 'Study this project and propose what belongs in its memory (了解项目并提议)',
  template:
    'Study this project with the worklist below, then propose what is worth remembering, as the worklist says. Change no file. $ARGUMENTS',
}

export const READER = {
  description: 'Answers a question from the project’s memory, with evidence.',
  mode: 'subagent',
  // Deny by default, since other plugins may add tools that write. OpenCode ignores an agent's `tools` here.
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
3. Answer with exactly these parts: "Context Summary" (goal, focus, stack, relevant conventions), "Evidence" (path, lines, excerpt, the entry's date or else its file's), "Open Questions" (what the bank does not answer), "Conflicts" (memory against code).
Never invent. Cite file and section for every statement.`,
}

export const WRITER = {
  description: 'Writes confirmed entries.',
  mode: 'subagent',
  permission: { bash: 'deny', task: 'deny', webfetch: 'deny' },
  prompt: `You write what the user has agreed to into memory-bank/, and nothing else.
Only .md files, only with the edit and write tools. Find the existing file first; update rather than duplicate. Decisions: date, what, why, given up, applies to. Learnings: symptom, root cause, solution, prevention. Update index.md where one exists. Never touch a user block, never write a secret. Report created and updated files.`,
}

const MARK = '<memory-bank-key-trigger>'

const KEY_TRIGGER = `${MARK}
### AMENDMENT to Phase 0: insert Step 0, before Step 1 and any classification
- **Step 0, the FIRST Key Trigger.** The request needs what this project remembers (a decision, convention, requirement, past bug, command or the current focus; 之前的决定、约定、需求、踩过的坑) → call \`memory_recall\` with the question before you classify, explore or delegate. It crosses several topics → \`task(subagent_type="memory-reader", run_in_background=false, load_skills=[], description="read the memory bank", prompt="<the question>")\`.
- Once per question: what either has answered is not asked again, and a memory-reader never hands its own question on.
- Skip for chat and for what this conversation already answers.
</memory-bank-key-trigger>`

export function withKeyTrigger(prompt: string): string {
  return prompt.includes(MARK) ? prompt : `${prompt}\n\n${KEY_TRIGGER}`
}

/** Adds the key trigger to the prompts of orchestrators that the configuration already contains. */
export function contributeKeyTrigger(config: OpenCodeConfig): void {
  for (const name of orchestratorsIn(config)) {
    const agent = config.agent?.[name]
    if (!isFields(agent) || typeof agent['prompt'] !== 'string') continue
    config.agent = { ...config.agent, [name]: { ...agent, prompt: withKeyTrigger(agent['prompt']) } }
  }
}

const HOLDS_FOR = 60_000

/**
 * Finds the orchestrators among the host's agents. They appear once oh-my-opencode's configuration hook has run, before
 * or after this plugin's, so the configuration is read when needed. A result is kept for 60 seconds.
 */
export class Orchestrators {
  readonly #config: () => unknown
  readonly #now: () => number
  #seen: { readonly at: number; readonly names: ReadonlySet<string> } | undefined

  constructor(config: () => unknown, now: () => number) {
    this.#config = config
    this.#now = now
  }

  has(agent: string): boolean {
    const now = this.#now()
    if (this.#seen === undefined || now - this.#seen.at >= HOLDS_FOR || now < this.#seen.at)
      this.#seen = { at: now, names: new Set(orchestratorsIn(this.#config())) }
    return this.#seen.names.has(agent)
  }
}

/**
 * Agents whose description is that of an oh-my-opencode orchestrator. If its plugin is listed, also agents with an
 * orchestrator's name, since the user may have changed the description.
 */
export function orchestratorsIn(config: unknown): readonly string[] {
  const { agent, plugin } = record(config)
  const listed = Array.isArray(plugin) && plugin.some(isItsPlugin)
  return Object.entries(record(agent)).flatMap(([name, made]) => {
    const { description } = record(made)
    const says = typeof description === 'string' && DESCRIBED.test(description)
    return says || (listed && NAMED.test(name)) ? [name] : []
  })
}

const DESCRIBED = /(?:^|[\s(])(?:Sisyphus|Atlas) - OhMyOpen(?:Code|Agent)\b/
/** `Sisyphus - ultraworker`, `Atlas (Plan Executor)`, `1|sisyphus`, with or without leading invisible characters. */
const NAMED = /^[\u200B-\u200D\uFEFF]*(?:\d+\|)?(?:sisyphus|atlas)(?:\s+[-(].*)?$/i

/** An entry is a name, a name with a version, a path or a URL, alone or with options. */
function isItsPlugin(entry: unknown): boolean {
  const name: unknown = Array.isArray(entry) ? entry[0] : entry
  return typeof name === 'string' && /(?:^|[\\/@:])oh-my-open(?:code|agent)(?:@|[\\/]|$)/i.test(name)
}

function record(value: unknown): PayloadFields {
  return isFields(value) ? value : {}
}

/** Searching a large bank is slow, and OpenCode never times out a tool. */
const TOOL_LIMIT_MS = 120_000

export function addTools(editor: unknown, guard: Guard): void {
  for (const { name, description, schema, run } of toolsWithSchema(guard))
    call(editor, 'add', {
      name,
      description,
      input: schema,
      // Otherwise the model could call the tool only from a Code Mode program.
      options: { codemode: false },
      execute: async (input: never, context: unknown) => {
        const answer = run(input, { sessionID: textIn(context, 'sessionID') ?? '' })
        return { content: await within(TOOL_LIMIT_MS, name, answer) }
      },
    })
}

/** Memory Bank's commands. A command becomes a message: its template, then the typed arguments. */
const COMMANDS = [
  { command: 'refresh', name: 'memory-bank-refresh', ...REFRESH },
  { command: 'learn', name: 'memory-bank-learn', ...LEARN },
] as const

export function addCommands(editor: unknown, host: V2Host): void {
  for (const { name, description, template } of COMMANDS) {
    if (isFunction(fieldIn(editor, 'update'))) {
      if (isFunction(fieldIn(editor, 'get')) && call(editor, 'get', name) !== undefined) continue
      call(editor, 'update', name, (made: unknown) => assign(made, { description, template }))
    } else call(editor, 'add', { name, description, execute: (asked: unknown) => enter(asked, template, host) })
  }
}

/** In later releases a command runs code. This sends the message that earlier releases make from the template. */
async function enter(asked: unknown, template: string, host: V2Host) {
  const id = textIn(asked, 'messageID')
  const given = textIn(fieldIn(asked, 'prompt'), 'text') ?? ''
  const text = template.replace('$ARGUMENTS', () => given)
  const delivery = textIn(asked, 'delivery')
  await host.prompt({
    sessionID: textIn(asked, 'sessionID'),
    id,
    text,
    ...(delivery === undefined ? {} : { delivery }),
  })
  return { type: 'prompt', inboxID: id }
}

/** The Memory Bank command that became this message, and its arguments. */
export function ownCommandIn(
  text: string,
): { readonly command: 'refresh' | 'learn'; readonly given: string } | undefined {
  for (const { command, template } of COMMANDS) {
    const words = template.replace('$ARGUMENTS', '').trimEnd()
    if (text.startsWith(words)) return { command, given: text.slice(words.length).trim() }
  }
  return undefined
}

/** Adds both agents. An agent of the same name that already has instructions is kept. */
export function addAgents(editor: unknown): void {
  addAgent(editor, 'memory-reader', { ...agentOf(READER), permissions: READER_RULES })
  addAgent(editor, 'memory-bank-writer', agentOf(WRITER), WRITER_RULES)
}

function addAgent(editor: unknown, name: string, fields: object, more: readonly Rule[] = []): void {
  if ((textIn(call(editor, 'get', name), 'system') ?? '') !== '') return
  call(editor, 'update', name, (agent: unknown) => {
    const given = fieldIn(agent, 'permissions')
    assign(agent, { permissions: [...(Array.isArray(given) ? given : []), ...more], ...fields })
  })
}

function agentOf({ description, mode, prompt }: { description: string; mode: string; prompt: string }) {
  return { description, mode, system: prompt }
}

interface Rule {
  readonly action: string
  readonly resource: string
  readonly effect: 'allow' | 'deny'
}

const READS = ['read', 'glob', 'grep', 'memory_recall']
const NOT_WRITERS = ['shell', 'subagent', 'webfetch', 'execute']

/** The last matching rule wins. */
const READER_RULES: readonly Rule[] = [
  { action: '*', resource: '*', effect: 'deny' },
  ...READS.map((action): Rule => ({ action, resource: '*', effect: 'allow' })),
  { action: 'read', resource: '*.env', effect: 'deny' },
  { action: 'read', resource: '*.env.*', effect: 'deny' },
  { action: 'read', resource: '*.env.example', effect: 'allow' },
]
const WRITER_RULES = NOT_WRITERS.map((action): Rule => ({ action, resource: '*', effect: 'deny' }))

/**
 * In OpenCode, the user's rules for all agents override an agent's own: "allow everything" would give the memory-reader
 * every tool. So this removes the other tools from its requests, since a tool that is not offered cannot be called.
 */
export function keepOwnTools({ agent, system, tools }: RequestHook): void {
  const isOurs = ({ prompt }: { prompt: string }) => textIn(system[0], 'text') === prompt
  for (const tool of Object.keys(tools)) {
    const isReaders = agent !== 'memory-reader' || !isOurs(READER) || READS.includes(tool)
    const isWriters = agent !== 'memory-bank-writer' || !isOurs(WRITER) || !NOT_WRITERS.includes(tool)
    if (!isReaders || !isWriters) delete tools[tool]
  }
}

/** oh-my-opencode's orchestrators query the project memory before they classify a request. */
export function addKeyTrigger(editor: unknown): void {
  const listed = call(editor, 'list')
  const agents = Array.isArray(listed) ? listed.flatMap((one) => textIn(one, 'id') ?? []) : []
  const known = Object.fromEntries(agents.map((id) => [id, call(editor, 'get', id)]))
  for (const name of orchestratorsIn({ agent: known }))
    call(editor, 'update', name, (agent: unknown) => {
      const system = textIn(agent, 'system')
      if (system !== undefined) assign(agent, { system: withKeyTrigger(system) })
    })
}

export function addSkill(editor: unknown, skills: string): void {
  const location = join(skills, 'memory-bank', 'SKILL.md')
  const text = readFileSync(location, 'utf8')
  const id = 'memory-bank'
  const listed = call(editor, 'list')
  if (Array.isArray(listed) && listed.some((one) => fieldIn(one, 'id') === id)) return
  const [, head = '', content = text] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? []
  const description = /^description: (.*)$/m.exec(head)?.[1] ?? ''
  call(editor, 'add', { id, name: id, description, location, content })
}

function assign(target: unknown, fields: object): void {
  if (isFields(target)) Object.assign(target, fields)
}

function call(editor: unknown, name: string, ...args: readonly unknown[]): unknown {
  const method = fieldIn(editor, name)
  if (!isFunction(method)) throw new Error(`its editor has no ${name}`)
  return Reflect.apply(method, editor, args)
}
