/** Claude Code's recorded hooks: each event in its own process, or calls by the server. */

import { claudeCodeHooks } from '../../src/hosts/claude-code.ts'
import { answerOnce, HookAnswers } from '../../src/hosts/hook-answers.ts'
import type { Call, DrivenHost, DrivenSession, Told } from './conformance.ts'
import { asFields, recording } from './recording.ts'

const TOOLS = { write: 'write', edit: 'edit', read: 'read', shell: 'bash' } as const

/** Every event gets a fresh engine that knows only the disk. */
export const claudeCodeByCommand: DrivenHost = {
  name: 'Claude Code, by command',
  session: async (id, project, env) => new Session(id, project, { ...env, CLAUDE_PROJECT_DIR: project }, undefined),
}

/** As the plugin does: one server answers calls, and separate processes answer the start and end of turns. */
export const claudeCodeByServer: DrivenHost = {
  name: 'Claude Code, by server',
  session: async (id, project, env) => {
    const all = { ...env, CLAUDE_PROJECT_DIR: project }
    return new Session(id, project, all, new HookAnswers(claudeCodeHooks, all, () => new Date()))
  },
}

class Session implements DrivenSession {
  readonly #id: string
  readonly #project: string
  readonly #env: NodeJS.ProcessEnv
  readonly #server: HookAnswers | undefined
  #calls = 0

  constructor(id: string, project: string, env: NodeJS.ProcessEnv, server: HookAnswers | undefined) {
    this.#id = id
    this.#project = project
    this.#env = env
    this.#server = server
  }

  async begin(): Promise<string> {
    return contextIn(await this.#send('session-start-startup'))
  }

  async say(prompt: string): Promise<string> {
    return contextIn(await this.#send('user-prompt-submit', { prompt }))
  }

  async reply(text: string): Promise<void> {
    await this.#send('stop', { last_assistant_message: text })
  }

  async call(call: Call, run: () => void, agent?: string): Promise<Told> {
    this.#calls += 1
    const tool = `${TOOLS[call.does]}${agent === undefined ? '' : '-of-agent'}`
    const fields = {
      tool_input: inputOf(call),
      tool_use_id: `toolu_${this.#id}_${this.#calls}`,
      ...(agent === undefined ? {} : { agent_id: `a-${agent}`, agent_type: `memory-bank:${agent}` }),
    }
    if (agent !== undefined) await this.#send('subagent-start', fields)
    const before = await this.#send(`pre-tool-use-${tool}`, fields)
    const refused = asFields(before['hookSpecificOutput'])['permissionDecisionReason']
    if (typeof refused === 'string') return { refused, told: '' }
    run()
    const after = await this.#send(`post-tool-use-${tool}`, fields)
    return { refused: undefined, told: contextIn(before) + contextIn(after) }
  }

  async agentEnds(agent: string): Promise<void> {
    const ended = await this.#send('subagent-stop', { agent_id: `a-${agent}`, agent_type: `memory-bank:${agent}` })
    // An answer would start the sub-agent again.
    if (Object.keys(ended).length > 0) throw new Error(JSON.stringify(ended))
  }

  async compact(): Promise<string> {
    const { payload } = recording('claude-code', 'pre-compact', this.#project)
    const words = await answerOnce('', { ...asFields(payload), session_id: this.#id }, this.#env, claudeCodeHooks)
    await this.#send('session-start-compact')
    return words
  }

  async sendNonsense(): Promise<readonly (string | undefined)[]> {
    const nonsense: readonly unknown[] = [
      ...[undefined, null, 7, [], {}, { hook_event_name: 'PreToolUse' }, { hook_event_name: 'SomethingNew' }],
      { session_id: this.#id, hook_event_name: 'PreToolUse', tool_name: 'Hologram', tool_input: '{"half' },
      { session_id: this.#id, hook_event_name: 'PreToolUse', tool_name: 7, tool_input: null },
      { session_id: this.#id, hook_event_name: 'Stop', last_assistant_message: {} },
    ]
    const answers = []
    for (const one of nonsense) answers.push(await answerOnce('{"half', one, this.#env, claudeCodeHooks))
    return answers.map((answer) => (answer.includes('deny') ? answer : undefined))
  }

  async #send(name: string, fields: object = {}): Promise<Readonly<Record<string, unknown>>> {
    const byServer = this.#server !== undefined && /tool-use|subagent/.test(name)
    const { payload } = recording('claude-code', byServer ? `${name}.server` : name, this.#project)
    const sent = { ...asFields(payload), ...fields, session_id: this.#id }
    const answer = byServer ? this.#server?.answer(asText(sent)) : answerOnce('', sent, this.#env, claudeCodeHooks)
    return asFields(JSON.parse((await answer) ?? '{}'))
  }
}

/** A hook that calls a tool gets every field as text. */
function asText(fields: object): object {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  )
}

function inputOf(call: Call): object {
  switch (call.does) {
    case 'write':
      return { file_path: call.path, content: call.text }
    case 'edit':
      return { file_path: call.path, old_string: call.old, new_string: call.new, replace_all: false }
    case 'read':
      return { file_path: call.path }
    case 'shell':
      return { command: call.command, description: 'x' }
  }
}

function contextIn(answer: Readonly<Record<string, unknown>>): string {
  const told = asFields(answer['hookSpecificOutput'])['additionalContext']
  return typeof told === 'string' ? told : ''
}
