/** Copilot's recorded hooks, each event in its own process. */

import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { copilotHooks } from '../../src/hosts/copilot.ts'
import { answerOnce } from '../../src/hosts/hook-answers.ts'
import type { Call, DrivenHost, DrivenSession, Told } from './conformance.ts'
import { asFields, recording } from './recording.ts'

/** The tools of its Claude models; `patch` for the writes of its GPT models. */
const TOOLS = { write: 'write', edit: 'edit', read: 'read', shell: 'bash' } as const

export const copilot: DrivenHost = {
  name: 'Copilot CLI',
  session: async (id, project, env) => new Session(id, project, { ...env, COPILOT_PROJECT_DIR: project }, 'edit'),
}

export const copilotByPatch: DrivenHost = {
  name: 'Copilot CLI, by patches',
  session: async (id, project, env) => new Session(id, project, { ...env, COPILOT_PROJECT_DIR: project }, 'patch'),
}

class Session implements DrivenSession {
  readonly #id: string
  readonly #project: string
  readonly #env: NodeJS.ProcessEnv
  readonly #writer: 'edit' | 'patch'

  constructor(id: string, project: string, env: NodeJS.ProcessEnv, writer: 'edit' | 'patch') {
    this.#id = id
    this.#project = project
    this.#env = env
    this.#writer = writer
  }

  async begin(): Promise<string> {
    return contextIn(await this.#send('session-start-new'))
  }

  async say(prompt: string): Promise<string> {
    return contextIn(await this.#send('user-prompt-submit', { prompt }))
  }

  /** The last words are only in the session's record. */
  async reply(content: string): Promise<void> {
    const transcript_path = join(this.#env['HOME'] ?? '', this.#id, 'events.jsonl')
    mkdirSync(dirname(transcript_path), { recursive: true })
    const lines = [
      { type: 'assistant.message', data: { content }, id: 'x' },
      { type: 'assistant.message', data: { content: 'of a sub-agent' }, agentId: 'y' },
      { type: 'assistant.turn_end', data: {} },
    ]
    writeFileSync(transcript_path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    await this.#send('stop', { transcript_path })
  }

  async call(call: Call, run: () => void, agent?: string): Promise<Told> {
    const patch = agent === undefined && this.#writer === 'patch' ? patchOf(call) : undefined
    const tool = patch === undefined ? `${TOOLS[call.does]}${agent === undefined ? '' : '-of-agent'}` : 'patch'
    const fields = { tool_input: patch ?? inputOf(call), ...(agent === undefined ? {} : this.#agent(agent)) }
    if (agent !== undefined) await this.#send('subagent-start', { ...fields, sessionId: this.#id, agentName: agent })
    const before = await this.#send(`pre-tool-use-${tool}`, fields)
    const refused = before['permissionDecisionReason']
    if (typeof refused === 'string') return { refused, told: '' }
    run()
    const after = await this.#send(`post-tool-use-${tool}`, fields)
    return { refused: undefined, told: contextIn(before) + contextIn(after) }
  }

  async agentEnds(agent: string): Promise<void> {
    const { session_id, ...named } = this.#agent(agent)
    // Neither event may have an answer: it would start the sub-agent again.
    for (const name of ['stop-of-agent', 'subagent-stop']) {
      const fields = name === 'stop-of-agent' ? { session_id, ...named } : named
      const ended = await this.#send(name, fields)
      if (Object.keys(ended).length > 0) throw new Error(JSON.stringify(ended))
    }
  }

  /** Copilot's summary takes no text; it comes with the next message. */
  async compact(): Promise<string> {
    const silent = await this.#send('pre-compact')
    if (Object.keys(silent).length > 0) throw new Error(JSON.stringify(silent))
    return this.say('go on')
  }

  async sendNonsense(): Promise<readonly (string | undefined)[]> {
    const nonsense: readonly unknown[] = [
      ...[undefined, null, 7, [], {}, { hook_event_name: 'PreToolUse' }, { hook_event_name: 'SomethingNew' }],
      { session_id: this.#id, hook_event_name: 'PreToolUse', tool_name: 'Hologram', tool_input: '{"half' },
      { session_id: this.#id, hook_event_name: 'PreToolUse', tool_name: 'Edit', tool_input: 'no patch' },
      { session_id: this.#id, hook_event_name: 'PreToolUse', tool_name: 7, tool_input: null },
      { sessionId: this.#id, agentName: 'x' },
      { session_id: this.#id, hook_event_name: 'Stop', transcript_path: '/nowhere/events.jsonl' },
    ]
    const answers = []
    for (const one of nonsense) answers.push(await answerOnce('{"half', one, this.#env, copilotHooks))
    return answers.map((answer) => (answer.includes('deny') ? answer : undefined))
  }

  #agent(name: string) {
    const id = `a-${name}`
    return { session_id: id, agent_id: id, agent_type: `memory-bank:${name}`, parent_agent_id: this.#id }
  }

  async #send(name: string, fields: object = {}): Promise<Readonly<Record<string, unknown>>> {
    const { payload } = recording('copilot', name, this.#project)
    const sent = { ...asFields(payload), ...(name === 'subagent-start' ? {} : { session_id: this.#id }), ...fields }
    return asFields(JSON.parse(await answerOnce('', sent, this.#env, copilotHooks)))
  }
}

function inputOf(call: Call): object {
  switch (call.does) {
    case 'write':
      return { path: call.path, file_text: call.text }
    case 'edit':
      return { path: call.path, old_str: call.old, new_str: call.new }
    case 'read':
      return { path: call.path }
    case 'shell':
      return { command: call.command, description: 'x' }
  }
}

/** A patch for a write. Its text is the whole input. */
function patchOf(call: Call): string | undefined {
  const lines = (text: string, sign: string) => text.split('\n').map((line) => `${sign}${line}`)
  switch (call.does) {
    case 'write':
      return ['*** Begin Patch', `*** Add File: ${call.path}`, ...lines(call.text, '+'), '*** End Patch', ''].join('\n')
    case 'edit': {
      const change = [...lines(call.old, '-'), ...lines(call.new, '+')]
      return ['*** Begin Patch', `*** Update File: ${call.path}`, '@@', ...change, '*** End Patch', ''].join('\n')
    }
    case 'read':
    case 'shell':
      return undefined
  }
}

function contextIn(answer: Readonly<Record<string, unknown>>): string {
  const told = answer['additionalContext']
  return typeof told === 'string' ? told : ''
}
