/** What every host must keep, for Cursor by payloads as its documentation shows them; none was recorded. */

import { loaded } from '../../../src/hosts/cursor/entry.ts'
import { answerOnce } from '../../../src/hosts/hook-engine.ts'
import { type Call, conforms, type DrivenSession, type Told } from '../conformance.ts'
import { asFields } from '../recording.ts'

conforms({
  name: 'Cursor, by its documentation',
  untold: ['sub-agents', 'compaction'],
  session: async (id, project, env) => new Session(id, project, { ...env, CURSOR_PROJECT_DIR: project }),
})

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
    const said = await this.#send('sessionStart', { session_id: this.#id, composer_mode: 'agent' })
    return String(said['additional_context'] ?? '')
  }

  async say(text: string): Promise<string> {
    const said = await this.#send('beforeSubmitPrompt', { prompt: text, attachments: [] })
    if (JSON.stringify(said) !== '{"continue":true}') throw new Error(JSON.stringify(said))
    return ''
  }

  async reply(text: string): Promise<void> {
    await this.#send('afterAgentResponse', { text })
    const said = await this.#send('stop', { status: 'completed', loop_count: 0 })
    if (said['followup_message'] === undefined) return
    // What keeps it going comes back as a message, and is none.
    const again = await this.#send('beforeSubmitPrompt', { prompt: said['followup_message'] })
    if (Object.keys(again).length > 0) throw new Error(JSON.stringify(again))
    await this.#send('afterAgentResponse', { text })
    const last = await this.#send('stop', { status: 'completed', loop_count: 1 })
    if (Object.keys(last).length > 0) throw new Error(JSON.stringify(last))
  }

  async call(call: Call, run: () => void): Promise<Told> {
    this.#calls += 1
    const fields = { ...toolOf(call), tool_use_id: `call-${this.#calls}` }
    const before = await this.#send('preToolUse', fields)
    if (before['permission'] === 'deny') return { refused: String(before['agent_message']), told: '' }
    run()
    const after = await this.#send('postToolUse', { ...fields, tool_output: '{}', duration: 1 })
    return { refused: undefined, told: String(after['additional_context'] ?? '') }
  }

  async agentEnds(): Promise<void> {}

  async compact(): Promise<string> {
    return ''
  }

  async sendNonsense(): Promise<readonly (string | undefined)[]> {
    const base = { conversation_id: this.#id, hook_event_name: 'preToolUse' }
    const nonsense: readonly unknown[] = [
      ...[undefined, null, 7, [], {}, { hook_event_name: 'preToolUse' }, { hook_event_name: 'somethingNew' }],
      { ...base, tool_name: 'Hologram', tool_input: '{"half' },
      { ...base, tool_name: 7, tool_input: null, workspace_roots: 'x' },
      { ...base, hook_event_name: 'postToolUse', tool_name: 'Read', tool_output: 7 },
      { ...base, hook_event_name: 'stop', status: 7, loop_count: {} },
      { ...base, hook_event_name: 'afterAgentResponse', text: {} },
    ]
    const answers: string[] = []
    for (const one of nonsense) answers.push(await answerOnce('{"half', one, this.#env, loaded))
    return answers.map((answer) => (answer.includes('deny') ? answer : undefined))
  }

  async #send(event: string, fields: object): Promise<Readonly<Record<string, unknown>>> {
    const payload = {
      conversation_id: this.#id,
      generation_id: 'gen',
      hook_event_name: event,
      workspace_roots: [this.#project],
      ...fields,
    }
    return asFields(JSON.parse(await answerOnce('', payload, this.#env, loaded)))
  }
}

function toolOf(call: Call): object {
  switch (call.does) {
    case 'write':
      return { tool_name: 'Write', tool_input: { file_path: call.path, content: call.text } }
    case 'edit':
      return { tool_name: 'Write', tool_input: { file_path: call.path, old_string: call.old, new_string: call.new } }
    case 'read':
      return { tool_name: 'Read', tool_input: { file_path: call.path } }
    case 'shell':
      return { tool_name: 'Shell', tool_input: { command: call.command } }
  }
}
