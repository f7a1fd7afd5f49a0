/**
 * oh-my-opencode's orchestrators, Sisyphus and Atlas, and the key trigger for them (S53): ask the project's memory before
 * classifying.
 *
 * Their prompts are only ever added to at the end: oh-my-opencode looks for its own text in them, whole, when a session
 * changes its model. A prompt that has the trigger is left as it is.
 */

import { type Fields, isFields } from '../fields.ts'
import type { OpenCodeConfig } from './contributions.ts'

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

/** Orchestrators that oh-my-opencode's own hook has made already get the trigger in their prompts. */
export function contributeKeyTrigger(config: OpenCodeConfig): void {
  for (const name of orchestratorsIn(config)) {
    const agent = config.agent?.[name]
    if (!isFields(agent) || typeof agent['prompt'] !== 'string') continue
    config.agent = { ...config.agent, [name]: { ...agent, prompt: withKeyTrigger(agent['prompt']) } }
  }
}

const HOLDS_FOR = 60_000

/**
 * Which agents of the host are orchestrators. They are there only once oh-my-opencode's own configuration hook has run,
 * before ours or after it, so the configuration is looked at when it matters; what was seen holds for 60 seconds.
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

/** Agents that describe themselves as orchestrators; by name where a user changed their description and the plugin is listed. */
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
/** `Sisyphus - ultraworker`, `Atlas (Plan Executor)`, `1|sisyphus`, with or without invisible characters before them. */
const NAMED = /^[\u200B-\u200D\uFEFF]*(?:\d+\|)?(?:sisyphus|atlas)(?:\s+[-(].*)?$/i

/** An entry may be a name, a name with a version, a path or a URL, alone or with options. */
function isItsPlugin(entry: unknown): boolean {
  const name: unknown = Array.isArray(entry) ? entry[0] : entry
  return typeof name === 'string' && /(?:^|[\\/@:])oh-my-open(?:code|agent)(?:@|[\\/]|$)/i.test(name)
}

function record(value: unknown): Fields {
  return isFields(value) ? value : {}
}
