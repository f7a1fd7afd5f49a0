/** OpenCode's recorded hooks: one plugin in one process. */

import plugin from '../../src/hosts/opencode/entry.ts'
import type { Call, DrivenHost, DrivenSession, Told } from './conformance.ts'
import { asFields, recording } from './recording.ts'

type Hooks = Readonly<Record<string, ((input: unknown, output: unknown) => Promise<void>) | undefined>>

const TOOLS = { write: 'write', edit: 'edit', read: 'read', shell: 'bash' } as const

export const openCode: DrivenHost = {
  name: 'OpenCode',
  hasCommands: true,
  session: async (id, project, env) => {
    // The plugin reads its own process's environment, which here is the test's.
    for (const name of ['HOME', 'LANG', 'MEMORY_BANK_GUARD_MODE'])
      if (env[name] !== undefined) process.env[name] = env[name]
    const hooks: unknown = await plugin.server({ directory: project }, {})
    return new Session(id, project, asFields(hooks) as Hooks)
  },
}

class Session implements DrivenSession {
  readonly #id: string
  readonly #project: string
  readonly #hooks: Hooks
  #calls = 0

  constructor(id: string, project: string, hooks: Hooks) {
    this.#id = id
    this.#project = project
    this.#hooks = hooks
  }

  async begin(): Promise<string> {
    const { output } = await this.#send('experimental.chat.system.transform', 'experimental.chat.system.transform')
    return String(output['system']).match(/<memory-bank>[\s\S]*<\/memory-bank>/)?.[0] ?? ''
  }

  async say(text: string): Promise<string> {
    const parts = [{ id: 'prt_1', type: 'text', text }]
    await this.#send('chat.message', 'chat.message', {}, { parts })
    return parts
      .slice(1)
      .map((part) => part.text)
      .join('\n')
  }

  async reply(text: string): Promise<void> {
    await this.#send('experimental.text.complete', 'experimental.text.complete', {}, { text })
    await this.#event('event-session.idle')
  }

  async call(call: Call, run: () => void, agent?: string): Promise<Told> {
    this.#calls += 1
    const tool = TOOLS[call.does]
    const called = { sessionID: this.#sessionOf(agent), callID: `call_${this.#id}_${this.#calls}` }
    const args = argsOf(call)
    if (agent !== undefined) await this.#child(agent)
    try {
      await this.#send('tool.execute.before', `tool.execute.before-${tool}`, called, { args })
    } catch (error) {
      return { refused: error instanceof Error ? error.message : String(error), told: '' }
    }
    run()
    const output = { output: '' }
    await this.#send('tool.execute.after', `tool.execute.after-${tool}`, { ...called, args }, output)
    return { refused: undefined, told: output.output }
  }

  async agentEnds(agent: string): Promise<void> {
    const args = { description: 'd', prompt: 'read it', subagent_type: agent }
    const called = { callID: `task_${agent}`, args }
    await this.#send('tool.execute.after', 'tool.execute.after-task', called, { output: '' })
  }

  async compact(): Promise<string> {
    const context: string[] = []
    await this.#send('experimental.session.compacting', 'experimental.session.compacting', {}, { context })
    await this.#event('event-session.compacted')
    return context.join('\n')
  }

  async sendNonsense(): Promise<readonly (string | undefined)[]> {
    const sent: readonly (readonly [string, unknown, unknown])[] = [
      ['event', { event: null }, undefined],
      ['event', { event: { type: 'session.something.new', properties: 7 } }, undefined],
      ['tool.execute.before', { tool: 'hologram', sessionID: this.#id, callID: 'x' }, { args: null }],
      ['tool.execute.after', { tool: 'hologram', sessionID: this.#id, callID: 'x', args: 7 }, {}],
      ['chat.message', { sessionID: this.#id }, { parts: [null, 7] }],
    ]
    const answers: (string | undefined)[] = []
    for (const [hook, input, output] of sent)
      answers.push(await this.#hooks[hook]?.(input, output).then(() => undefined, String))
    return answers
  }

  #sessionOf(agent: string | undefined): string {
    return agent === undefined ? this.#id : `${this.#id}-${agent}`
  }

  async #child(agent: string): Promise<void> {
    const recorded = recording('opencode', 'event-session.created-child', this.#project)
    const event = asFields(asFields(recorded['input'])['event'])
    const properties = asFields(event['properties'])
    const session = this.#sessionOf(agent)
    const info = { ...asFields(properties['info']), id: session, parentID: this.#id, agent }
    await this.#hooks['event']?.(
      { event: { ...event, properties: { ...properties, sessionID: session, info } } },
      undefined,
    )
  }

  async #event(name: string): Promise<void> {
    const event = asFields(asFields(recording('opencode', name, this.#project)['input'])['event'])
    const properties = { ...asFields(event['properties']), sessionID: this.#id }
    await this.#hooks['event']?.({ event: { ...event, properties } }, undefined)
  }

  async #send(hook: string, name: string, input: object = {}, output?: object) {
    const recorded = recording('opencode', name, this.#project)
    const sent = { ...asFields(recorded['input']), sessionID: this.#id, ...input }
    const answered = output ?? asFields(recorded['output'])
    await this.#hooks[hook]?.(sent, answered)
    return { output: asFields(answered) }
  }
}

function argsOf(call: Call): object {
  switch (call.does) {
    case 'write':
      return { filePath: call.path, content: call.text }
    case 'edit':
      return { filePath: call.path, oldString: call.old, newString: call.new }
    case 'read':
      return { filePath: call.path }
    case 'shell':
      return { command: call.command, description: 'x' }
  }
}
