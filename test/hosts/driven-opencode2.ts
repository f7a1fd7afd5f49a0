/** OpenCode 2's recorded hooks and events: one plugin in one process. */

import plugin from '../../src/hosts/opencode/entry.ts'
import type { Call, DrivenHost, DrivenSession, Told } from './conformance.ts'
import { OpenCode2Context } from './opencode2-context.ts'
import { asFields, recording } from './recording.ts'

export const openCode2: DrivenHost = {
  name: 'OpenCode 2',
  hasCommands: true,
  session: async (id, project, env) => {
    // The plugin reads its own process's environment, which here is the test's.
    for (const name of ['HOME', 'LANG', 'MEMORY_BANK_GUARD_MODE'])
      if (env[name] !== undefined) process.env[name] = env[name]
    const context = new OpenCode2Context(project)
    await plugin.setup(context)
    return new Session(id, project, context)
  },
}

class Session implements DrivenSession {
  readonly #id: string
  readonly #project: string
  readonly #context: OpenCode2Context
  readonly #messages: object[] = []
  #count = 0

  constructor(id: string, project: string, context: OpenCode2Context) {
    this.#id = id
    this.#project = project
    this.#context = context
  }

  async begin(): Promise<string> {
    const { system } = await this.#request()
    return JSON.stringify(system).match(/<memory-bank>[\s\S]*<\/memory-bank>/)?.[0] ?? ''
  }

  async say(text: string): Promise<string> {
    const recorded = asFields(this.#payload('session.context')['messages'])
    const id = this.#newId('msg')
    this.#messages.push({ ...asFields(recorded[0]), id, content: [{ type: 'text', text }] })
    const { messages } = await this.#request()
    const [, ...added] = Object.values(asFields(asFields(messages.at(-1))['content']))
    return added.map((part) => String(asFields(part)['text'])).join('\n')
  }

  async reply(text: string): Promise<void> {
    const id = this.#newId('msg')
    this.#messages.push({ id, role: 'assistant', content: [{ type: 'text', text }] })
    await this.#emit('event-session.text.ended', { assistantMessageID: id, text })
    await this.#emit('event-session.execution.succeeded')
  }

  async call(call: Call, run: () => void, agent?: string): Promise<Told> {
    const { tool, input } = inputOf(call)
    const session = this.#sessionOf(agent)
    const called = { sessionID: session, id: this.#newId('call'), messageID: this.#newId('msg'), input }
    const named = agent === undefined ? called : { ...called, agent }
    try {
      await this.#send('execute.before', `tool.execute.before-${tool}`, named)
    } catch (error) {
      return { refused: error instanceof Error ? error.message : String(error), told: '' }
    }
    run()
    const recorded = asFields(this.#payload(`tool.execute.after-${tool}`)['result'])
    const event = await this.#send('execute.after', `tool.execute.after-${tool}`, {
      ...named,
      result: { ...recorded, content: [] },
    })
    const content = Object.values(asFields(asFields(event['result'])['content']))
    return { refused: undefined, told: content.map((part) => String(asFields(part)['text'])).join('\n') }
  }

  async agentEnds(agent: string): Promise<void> {
    const input = { agent, description: 'd', prompt: 'read it' }
    const called = { sessionID: this.#id, id: this.#newId('call'), messageID: this.#newId('msg'), input }
    await this.#send('execute.before', 'tool.execute.before-subagent', called)
    await this.#send('execute.after', 'tool.execute.after-subagent', called)
  }

  /** Only later releases have the hook; the rest was recorded. */
  async compact(): Promise<string> {
    const event = { sessionID: this.#id, kind: 'compaction', system: [], messages: [] }
    await this.#context.trigger('session', 'compaction', event)
    await this.#emit('event-session.compaction.ended')
    return JSON.stringify(event.system)
  }

  async sendNonsense(): Promise<readonly (string | undefined)[]> {
    const sent: readonly (readonly [string, string, unknown])[] = [
      ['session', 'context', null],
      ['session', 'context', { sessionID: this.#id, system: 7, messages: [] }],
      ['session', 'context', { sessionID: this.#id, system: [], messages: [null, 7, { role: 'user', metadata: 7 }] }],
      ['tool', 'execute.before', { tool: 'hologram', sessionID: this.#id, id: 'x', input: null }],
      ['tool', 'execute.after', { tool: 'hologram', sessionID: this.#id, id: 'x', input: 7, status: 'odd' }],
      ['tool', 'execute.after', Object.freeze({ tool: 'write', sessionID: this.#id, id: 'y', result: 'text' })],
      ['shell', 'create.before', { env: 7 }],
      ['session', 'prompt', {}],
      ['session', 'compaction', { sessionID: 7 }],
    ]
    const answers: (string | undefined)[] = []
    for (const [domain, name, event] of sent)
      answers.push(await this.#context.trigger(domain, name, event).then(() => undefined, String))
    await this.#context.emit(null)
    await this.#context.emit({ type: 'session.something.new', data: 7 })
    return answers
  }

  #sessionOf(agent: string | undefined): string {
    if (agent === undefined) return this.#id
    const session = `${this.#id}-${agent}`
    this.#context.parents.set(session, this.#id)
    return session
  }

  #newId(kind: string): string {
    this.#count += 1
    return `${kind}_${this.#id}_${this.#count}`
  }

  #payload(name: string): Record<string, unknown> {
    return asFields(recording('opencode2', name, this.#project)['payload'])
  }

  async #request(): Promise<{ readonly system: readonly unknown[]; readonly messages: readonly unknown[] }> {
    const system: unknown[] = []
    const messages: unknown[] = [...this.#messages]
    await this.#context.trigger('session', 'context', {
      ...this.#payload('session.context'),
      sessionID: this.#id,
      system,
      messages,
    })
    return { system, messages }
  }

  async #emit(name: string, more: object = {}): Promise<void> {
    const event = this.#payload(name)
    await this.#context.emit({ ...event, data: { ...asFields(event['data']), sessionID: this.#id, ...more } })
  }

  async #send(hook: string, name: string, more: object): Promise<Record<string, unknown>> {
    const event = { ...this.#payload(name), ...more }
    await this.#context.trigger('tool', hook, event)
    return event
  }
}

function inputOf(call: Call): { readonly tool: string; readonly input: object } {
  switch (call.does) {
    case 'write':
      return { tool: 'write', input: { path: call.path, content: call.text } }
    case 'edit':
      return { tool: 'edit', input: { path: call.path, oldString: call.old, newString: call.new } }
    case 'read':
      return { tool: 'read', input: { path: call.path } }
    case 'shell':
      return { tool: 'shell', input: { command: call.command } }
  }
}
