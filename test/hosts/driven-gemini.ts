/** Gemini CLI's recorded hooks, each event in its own process. */

import { geminiHooks } from '../../src/hosts/gemini.ts'
import { answerOnce } from '../../src/hosts/hook-answers.ts'
import type { Call, DrivenHost, DrivenSession, Told } from './conformance.ts'
import { asFields, recording } from './recording.ts'

export const gemini: DrivenHost = {
  name: 'Gemini CLI',
  untold: ['sub-agents', 'compaction'],
  session: async (id, project, env) => new Session(id, project, { ...env, GEMINI_PROJECT_DIR: project }),
}

/** The context that a session has from its first message on, also in a new process. */
const histories = new Map<string, string>()

class Session implements DrivenSession {
  readonly #id: string
  readonly #project: string
  readonly #env: NodeJS.ProcessEnv

  constructor(id: string, project: string, env: NodeJS.ProcessEnv) {
    this.#id = id
    this.#project = project
    this.#env = env
  }

  async begin(): Promise<string> {
    const said = await this.say('hello')
    const key = `${this.#project} ${this.#id}`
    histories.set(key, (histories.get(key) ?? '') + said)
    return histories.get(key) ?? ''
  }

  async say(text: string): Promise<string> {
    return contextIn(await this.#send('before-agent', { prompt: text }))
  }

  async reply(text: string): Promise<void> {
    const said = await this.#send('after-agent', { prompt_response: text })
    if (said['decision'] !== 'deny') return
    // The text that continued the turn returns as a message, which must be ignored.
    const again = await this.#send('before-agent-of-hook', { prompt: said['reason'] })
    if (Object.keys(again).length > 0) throw new Error(JSON.stringify(again))
    await this.#send('after-agent', { prompt_response: text, stop_hook_active: true })
  }

  async call(call: Call, run: () => void): Promise<Told> {
    const fields = { tool_input: inputOf(call) }
    const before = await this.#send(`before-tool-${call.does}`, fields)
    if (before['decision'] === 'deny') return { refused: String(before['reason']), told: '' }
    run()
    // Gemini CLI ignores context in the answer before a call.
    return { refused: undefined, told: contextIn(await this.#send(`after-tool-${call.does}`, fields)) }
  }

  async agentEnds(): Promise<void> {}

  async compact(): Promise<string> {
    return ''
  }

  async sendNonsense(): Promise<readonly (string | undefined)[]> {
    const base = { session_id: this.#id, hook_event_name: 'BeforeTool' }
    const nonsense: readonly unknown[] = [
      ...[undefined, null, 7, [], {}, { hook_event_name: 'BeforeTool' }, { hook_event_name: 'SomethingNew' }],
      { ...base, tool_name: 'hologram', tool_input: '{"half' },
      { ...base, tool_name: 7, tool_input: null },
      { ...base, hook_event_name: 'AfterTool', tool_name: 'read_file', tool_response: 7 },
      { ...base, hook_event_name: 'AfterAgent', prompt_response: {} },
    ]
    const answers: string[] = []
    for (const one of nonsense) answers.push(await answerOnce('{"half', one, this.#env, geminiHooks))
    return answers.map((answer) => (answer.includes('deny') ? answer : undefined))
  }

  async #send(name: string, fields: object = {}): Promise<Readonly<Record<string, unknown>>> {
    const { payload } = recording('gemini', name, this.#project)
    const answer = await answerOnce(
      '',
      { ...asFields(payload), ...fields, session_id: this.#id },
      this.#env,
      geminiHooks,
    )
    return asFields(JSON.parse(answer))
  }
}

function inputOf(call: Call): object {
  switch (call.does) {
    case 'write':
      return { file_path: call.path, content: call.text }
    case 'edit':
      return { file_path: call.path, old_string: call.old, new_string: call.new, instruction: 'x' }
    case 'read':
      return { file_path: call.path }
    case 'shell':
      return { command: call.command }
  }
}

function contextIn(answer: Readonly<Record<string, unknown>>): string {
  const told = asFields(answer['hookSpecificOutput'])['additionalContext']
  return typeof told === 'string' ? told : ''
}
