/** Qwen Code's recorded hooks, each event in its own process. */

import { answerOnce } from '../../src/hosts/hook-answers.ts'
import { qwenHooks } from '../../src/hosts/qwen.ts'
import type { Call, DrivenHost, DrivenSession, Told } from './conformance.ts'
import { asFields, recording } from './recording.ts'

export const qwen: DrivenHost = {
  name: 'Qwen Code',
  session: async (id, project, env) => new Session(id, project, { ...env, QWEN_PROJECT_DIR: project }),
}

class Session implements DrivenSession {
  readonly #id: string
  readonly #project: string
  readonly #env: NodeJS.ProcessEnv
  #calls = 0

  constructor(id: string, project: string, env: NodeJS.ProcessEnv) {
    this.#id = id
    this.#project = project
    this.#env = env
  }

  async begin(): Promise<string> {
    return contextIn(await this.#send('session-start-startup'))
  }

  async say(text: string): Promise<string> {
    return contextIn(await this.#send('user-prompt-submit', { prompt: text, submitted_prompt: text }))
  }

  async reply(text: string): Promise<void> {
    await this.#send('stop', { last_assistant_message: text })
  }

  async call(call: Call, run: () => void, agent?: string): Promise<Told> {
    this.#calls += 1
    const tool = `${call.does}${agent === undefined ? '' : '-of-agent'}`
    const caller = agent === undefined ? {} : { agent_id: `${agent}-call_1` }
    const fields = { tool_input: inputOf(call), tool_use_id: `toolu_${this.#id}_${this.#calls}`, ...caller }
    if (agent !== undefined) await this.#send('subagent-start', { ...caller, agent_type: agent })
    const before = await this.#send(`pre-tool-use-${tool}`, fields)
    const refused = asFields(before['hookSpecificOutput'])['permissionDecisionReason']
    if (typeof refused === 'string') return { refused, told: '' }
    run()
    const after = await this.#send(`post-tool-use-${tool}`, fields)
    // Qwen Code announces every later model call as if it were a message.
    await this.#send('user-prompt-submit-follow-up')
    // Qwen Code ignores context in the answer before a call.
    return { refused: undefined, told: contextIn(after) }
  }

  async agentEnds(agent: string): Promise<void> {
    const ended = await this.#send('subagent-stop', { agent_id: `${agent}-call_1`, agent_type: agent })
    // An answer would start the sub-agent again.
    if (Object.keys(ended).length > 0) throw new Error(JSON.stringify(ended))
  }

  async compact(): Promise<string> {
    const words = contextIn(await this.#send('pre-compact'))
    await this.#send('session-start-compact')
    return words
  }

  async sendNonsense(): Promise<readonly (string | undefined)[]> {
    const base = { session_id: this.#id, hook_event_name: 'PreToolUse' }
    const nonsense: readonly unknown[] = [
      ...[undefined, null, 7, [], {}, { hook_event_name: 'PreToolUse' }, { hook_event_name: 'SomethingNew' }],
      { ...base, tool_name: 'hologram', tool_input: '{"half' },
      { ...base, tool_name: 7, tool_input: null },
      { ...base, hook_event_name: 'UserPromptSubmit', prompt: 7 },
      { ...base, hook_event_name: 'Stop', last_assistant_message: {} },
    ]
    const answers: string[] = []
    for (const one of nonsense) answers.push(await answerOnce('{"half', one, this.#env, qwenHooks))
    return answers.map((answer) => (answer.includes('deny') ? answer : undefined))
  }

  async #send(name: string, fields: object = {}): Promise<Readonly<Record<string, unknown>>> {
    const { payload } = recording('qwen', name, this.#project)
    const answer = await answerOnce('', { ...asFields(payload), ...fields, session_id: this.#id }, this.#env, qwenHooks)
    return asFields(JSON.parse(answer))
  }
}

function inputOf(call: Call): object {
  switch (call.does) {
    case 'write':
      return { file_path: call.path, content: call.text }
    case 'edit':
      return { file_path: call.path, old_string: call.old, new_string: call.new }
    case 'read':
      return { file_path: call.path }
    case 'shell':
      return { command: call.command, is_background: false }
  }
}

function contextIn(answer: Readonly<Record<string, unknown>>): string {
  const told = asFields(answer['hookSpecificOutput'])['additionalContext']
  return typeof told === 'string' ? told : ''
}
