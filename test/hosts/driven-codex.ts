/** Codex's recorded hooks, each event in its own process. */

import { readFileSync } from 'node:fs'
import { codexHooks } from '../../src/hosts/codex.ts'
import { answerOnce } from '../../src/hosts/hook-answers.ts'
import type { Call, DrivenHost, DrivenSession, Told } from './conformance.ts'
import { asFields, recording } from './recording.ts'

export const codexByCommand: DrivenHost = {
  name: 'Codex, by command',
  session: async (id, project, env) => new Session(id, project, env),
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

  async say(prompt: string): Promise<string> {
    return contextIn(await this.#send('user-prompt-submit', { prompt }))
  }

  async reply(text: string): Promise<void> {
    await this.#send('stop', { last_assistant_message: text })
  }

  async call(call: Call, run: () => void, agent?: string): Promise<Told> {
    this.#calls += 1
    const [tool, command] = asCodexCall(call)
    const name = `${tool}${agent === undefined ? '' : '-of-agent'}`
    const fields = {
      tool_input: { command },
      tool_use_id: `call_${this.#id}_${this.#calls}`,
      ...(agent === undefined ? {} : { agent_id: `a-${agent}`, agent_type: agent }),
    }
    if (agent !== undefined) {
      await this.#send('subagent-start', fields)
      // A sub-agent's task arrives as a message, written by the model.
      await this.#send('user-prompt-submit-of-agent', { ...fields, prompt: '好' })
    }
    const before = await this.#send(`pre-tool-use-${name}`, fields)
    const refused = asFields(before['hookSpecificOutput'])['permissionDecisionReason']
    if (typeof refused === 'string') return { refused, told: '' }
    run()
    const after = await this.#send(`post-tool-use-${name}`, fields)
    return { refused: undefined, told: contextIn(before) + contextIn(after) }
  }

  async agentEnds(agent: string): Promise<void> {
    const ended = await this.#send('subagent-stop', { agent_id: `a-${agent}`, agent_type: agent })
    // An answer would start the sub-agent again.
    if (Object.keys(ended).length > 0) throw new Error(JSON.stringify(ended))
  }

  /** The summary's prompt takes no text; it comes with the opening afterwards. */
  async compact(): Promise<string> {
    return contextIn(await this.#send('session-start-compact'))
  }

  async resume(): Promise<string> {
    return contextIn(await this.#send('session-start-resume'))
  }

  async sendNonsense(): Promise<readonly (string | undefined)[]> {
    const nonsense: readonly unknown[] = [
      ...[undefined, null, 7, [], {}, { hook_event_name: 'PreToolUse' }, { hook_event_name: 'SomethingNew' }],
      { session_id: this.#id, hook_event_name: 'PreToolUse', tool_name: 'Hologram', tool_input: '{"half' },
      { session_id: this.#id, hook_event_name: 'PreToolUse', tool_name: 7, tool_input: null },
      { session_id: this.#id, hook_event_name: 'Stop', last_assistant_message: {} },
    ]
    const answers = []
    for (const one of nonsense) answers.push(await this.#answer('{"half', one))
    return answers.map((answer) => (answer.includes('deny') ? answer : undefined))
  }

  async #send(name: string, fields: object = {}): Promise<Readonly<Record<string, unknown>>> {
    const { payload } = recording('codex', name, this.#project)
    return asFields(JSON.parse(await this.#answer('', { ...asFields(payload), ...fields, session_id: this.#id })))
  }

  #answer(raw: string, payload: unknown): Promise<string> {
    return answerOnce(raw, payload, this.#env, { ...codexHooks, projectFolder: () => this.#project })
  }
}

/** Codex reads with its shell, and writes and edits with patches of whole lines. */
export function asCodexCall(call: Call): readonly ['bash' | 'apply-patch', string] {
  switch (call.does) {
    case 'shell':
      return ['bash', call.command]
    case 'read':
      return ['bash', `cat ${call.path}`]
    case 'write':
      return ['apply-patch', patch(`Add File: ${call.path}`, inLines('+', call.text))]
    case 'edit': {
      const text = readFileSync(call.path, 'utf8')
      const before = text.split('\n').filter((line) => call.old.split('\n').some((one) => line.includes(one)))
      const after = before.join('\n').replace(call.old, () => call.new)
      return [
        'apply-patch',
        patch(`Update File: ${call.path}`, `@@\n${inLines('-', before.join('\n'))}${inLines('+', after)}`),
      ]
    }
  }
}

function patch(head: string, body: string): string {
  return `*** Begin Patch\n*** ${head}\n${body}*** End Patch\n`
}

function inLines(mark: string, text: string): string {
  const lines = text.replace(/\n$/, '').split('\n')
  return lines.map((line) => `${mark}${line}\n`).join('')
}

function contextIn(answer: Readonly<Record<string, unknown>>): string {
  const told = asFields(answer['hookSpecificOutput'])['additionalContext']
  return typeof told === 'string' ? told : ''
}
