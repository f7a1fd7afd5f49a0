/** Cline's recorded plugin contexts. */

import { ClinePlugin } from '../../src/hosts/cline.ts'
import type { Call, DrivenHost, DrivenSession, Told } from './conformance.ts'
import { asFields, recording } from './recording.ts'

export const cline: DrivenHost = {
  name: 'Cline',
  untold: ['sub-agents', 'compaction'],
  session: async (id, project, env) => new Session(id, project, env),
}

/** The context that a session has from its first message on, also in a new process. */
const histories = new Map<string, string>()

class Session implements DrivenSession {
  readonly #key: string
  readonly #project: string
  readonly #plugin: ClinePlugin

  constructor(id: string, project: string, env: NodeJS.ProcessEnv) {
    this.#key = `${project} ${id}`
    this.#project = project
    this.#plugin = new ClinePlugin(env)
    const around = { session: { sessionId: id }, workspaceInfo: { rootPath: project } }
    this.#plugin.setup({ registerTool: () => {} }, around)
  }

  async begin(): Promise<string> {
    histories.set(this.#key, (histories.get(this.#key) ?? '') + (await this.say('hello')))
    return histories.get(this.#key) ?? ''
  }

  async say(text: string): Promise<string> {
    const { context } = recording('cline', 'before-run', this.#project)
    const content = [{ type: 'text', text: `<user_input mode="act">${text}</user_input>` }]
    const snapshot = { ...asFields(asFields(context)['snapshot']), messages: [{ role: 'user', content }] }
    return contextIn(await this.#plugin.hooks.beforeRun({ ...asFields(context), snapshot }))
  }

  async reply(text: string): Promise<void> {
    const context = asFields(recording('cline', 'after-run', this.#project)['context'])
    await this.#plugin.hooks.afterRun({ ...context, result: { ...asFields(context['result']), outputText: text } })
  }

  async call(call: Call, run: () => void): Promise<Told> {
    const of = (when: string) => {
      const { context } = recording('cline', `${when}-tool-${call.does}`, this.#project)
      return { ...asFields(context), input: inputOf(call) }
    }
    const before = await this.#plugin.hooks.beforeTool(of('before'))
    if (asFields(before)['skip'] === true) return { refused: String(asFields(before)['reason']), told: '' }
    run()
    const after = await this.#plugin.hooks.afterTool(of('after'))
    return { refused: undefined, told: contextIn(before) + contextIn(after) }
  }

  async agentEnds(): Promise<void> {}

  async compact(): Promise<string> {
    return ''
  }

  async sendNonsense(): Promise<readonly (string | undefined)[]> {
    const snapshot = { agentId: 'a', messages: 'none' }
    const nonsense: readonly unknown[] = [
      ...[undefined, null, 7, [], {}, { snapshot: 7 }, { snapshot: {} }, { snapshot }],
      { snapshot, toolCall: 7, input: '{"half' },
      { snapshot, toolCall: { toolName: 'editor' }, input: { path: 7 } },
      { snapshot, toolCall: { toolName: 'run_commands' }, input: { commands: 7 } },
      { snapshot, toolCall: { toolName: 'read_files' }, input: { files: [null] }, result: 7 },
    ]
    const answers: unknown[] = []
    for (const hook of Object.values(this.#plugin.hooks)) for (const one of nonsense) answers.push(await hook(one))
    return answers.map((answer) => (asFields(answer)['skip'] === true ? JSON.stringify(answer) : undefined))
  }
}

function inputOf(call: Call): object {
  switch (call.does) {
    case 'write':
      return { path: call.path, new_text: call.text }
    case 'edit':
      return { path: call.path, old_text: call.old, new_text: call.new }
    case 'read':
      return { files: [{ path: call.path }] }
    case 'shell':
      return { commands: [call.command] }
  }
}

function contextIn(answer: unknown): string {
  const told = asFields(answer)['appendContext']
  return typeof told === 'string' ? told : ''
}
