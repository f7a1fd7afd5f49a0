/** The Cline plugin: hooks and two tools, in the process that Cline starts for a session's plugins. */

import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ToolCall } from '../bank/tool-call.ts'
import { isSwitchedOn } from '../base/is-switched-on.ts'
import { sessionId } from '../base/session-id.ts'
import { withoutDotenv } from '../setup/person-environment.ts'
import { ownCommand } from './claude-payload.ts'
import { fieldIn, isFields, listOf, type PayloadFields, textIn } from './fields.ts'
import { type Agent, type Hook, type HookHost, startedIn, toolHook } from './hook.ts'
import { HookAnswers } from './hook-answers.ts'
import { toolsWithSchema } from './memory-tools.ts'
import { readToolCalls } from './tool-call.ts'
import { signed } from './wording.ts'

export class ClinePlugin {
  readonly name = 'memory-bank'
  readonly manifest = { capabilities: ['hooks', 'tools'] }
  readonly hooks: Readonly<Record<'beforeRun' | 'beforeTool' | 'afterTool' | 'afterRun', (context: unknown) => unknown>>
  readonly #answers: HookAnswers
  readonly #isOff: boolean
  #folder = process.cwd()
  #session: string | undefined
  #held: string | undefined

  constructor(given: NodeJS.ProcessEnv) {
    const env = withoutDotenv(given, this.#folder)
    this.#isOff = isSwitchedOn(env, 'MEMORY_BANK_DISABLED')
    this.#answers = new HookAnswers(clineHooks, env, () => new Date(), 'session')
    const hook = (name: string) => (context: unknown) => this.#answer(name, context)
    this.hooks = {
      beforeRun: hook('beforeRun'),
      beforeTool: hook('beforeTool'),
      afterTool: hook('afterTool'),
      afterRun: hook('afterRun'),
    }
    this.setup = this.setup.bind(this)
  }

  setup(api: unknown, context: unknown): void {
    this.#folder = startedIn(textIn(fieldIn(context, 'workspaceInfo'), 'rootPath'), this.#folder) ?? '.'
    this.#session = textIn(fieldIn(context, 'session'), 'sessionId')
    const guard = this.#isOff ? undefined : this.#answers.guard(this.#folder)
    const register = fieldIn(api, 'registerTool')
    if (guard?.ok !== true || typeof register !== 'function') return
    for (const { name, description, schema, run } of toolsWithSchema(guard.value)) {
      const execute = (input: never, called: unknown) => run(input, { sessionID: this.#sessionOf(called) })
      Reflect.apply(register, api, [{ name, description, inputSchema: schema, execute }])
    }
  }

  /** The session id that the hooks use. A sub-agent's is its agent id. */
  #sessionOf(context: unknown): string {
    const isSubAgent = textIn(fieldIn(context, 'snapshot'), 'parentAgentId') !== undefined
    const agent = textIn(context, 'agentId') ?? ''
    return sessionId(isSubAgent ? agent : (this.#session ?? agent))
  }

  async #answer(hook: string, given: unknown): Promise<unknown> {
    const context = isFields(given) ? { ...given, session: this.#session } : given
    const said: unknown = JSON.parse(await this.#answers.answer({ hook, folder: this.#folder, context }))
    const text = textIn(said, 'appendContext')
    // A text returned after a run is lost: keep it for the next run.
    if (hook === 'afterRun') {
      this.#held = text
      return undefined
    }
    const held = hook === 'beforeRun' ? this.#held : undefined
    if (held !== undefined) this.#held = undefined
    const appendContext = [held, text].filter((one) => one !== undefined).join('\n\n')
    return { ...(isFields(said) ? said : {}), ...(appendContext === '' ? {} : { appendContext }) }
  }
}

/** A payload is `{ hook, folder, context }`: the hook's name, the session's folder, and Cline's context. */
export const clineHooks: HookHost = {
  id: 'cline',
  decode: decodeHook,
  // Cline shows the user only the model's text.
  format: {
    forModel,
    forUser: askToTell,
    forBoth: forModel,
    refusal: (text) => ({ skip: true, reason: text }),
    continuation: (text) => forModel(text),
  },
  hasUserChannel: false,
  showsAtOnce: false,
  notesAt: 'call',
  opensWith: 'message',
  beforeTool: { event: 'beforeTool', payload: { hook: 'beforeTool' } },
  projectFolder: (payload) => textIn(payload, 'folder') ?? '.',
  settingsWithEnv: [],
}

function decodeHook(payload: unknown): Hook | undefined {
  const context = fieldIn(payload, 'context')
  const who = whoIn(context)
  if (!isFields(context) || who === undefined) return undefined
  const { session, agent } = who
  const called = () => callIn(context, who, textIn(payload, 'folder') ?? '.')
  switch (textIn(payload, 'hook')) {
    case 'beforeRun': {
      // The model wrote a sub-agent's task, not the user.
      if (agent !== undefined) return { kind: 'agent-began', agent }
      const text = typedMessage(context)
      return { kind: 'prompt', session, text, command: ownCommand(text) }
    }
    case 'beforeTool':
      return toolHook('before', called())
    case 'afterTool': {
      const result = context['result']
      if (fieldIn(result, 'isError') !== true) return toolHook('after', called())
      // A refused call did not run.
      const isRefused = textIn(fieldIn(result, 'output'), 'error')?.startsWith('[memory-bank]') === true
      return isRefused ? undefined : toolHook('failed', called())
    }
    case 'afterRun': {
      if (agent !== undefined) return { kind: 'agent-ended', agent }
      const said = { kind: 'text', text: textIn(context['result'], 'outputText') ?? '' } as const
      // The run is over: no answer can continue it.
      return { kind: 'stop', session, said, again: true }
    }
    default:
      return undefined
  }
}

interface Who {
  readonly session: string
  readonly agent: Agent | undefined
}

/** A sub-agent's session is its agent id. Its parent is the main session, else the parent's agent id. */
function whoIn(context: unknown): Who | undefined {
  const snapshot = fieldIn(context, 'snapshot')
  const id = textIn(snapshot, 'agentId')
  if (id === undefined) return undefined
  const parent = textIn(snapshot, 'parentAgentId')
  const given = textIn(context, 'session')
  if (parent === undefined) return { session: sessionId(given ?? id), agent: undefined }
  const session = sessionId(id)
  return { session, agent: { session, parent: sessionId(given ?? parent), name: '' } }
}

/** The newest message that no hook added, without Cline's frame around it. */
function typedMessage(context: PayloadFields): string {
  const said = listOf(fieldIn(context['snapshot'], 'messages')).findLast(
    (message) =>
      fieldIn(message, 'role') === 'user' && fieldIn(fieldIn(message, 'metadata'), 'displayRole') !== 'system',
  )
  const text = listOf(fieldIn(said, 'content'))
    .flatMap((part) => (fieldIn(part, 'type') === 'text' ? (textIn(part, 'text') ?? []) : []))
    .join('\n')
  return /^<user_input\b[^>]*>([\s\S]*?)<\/user_input>/.exec(text)?.[1] ?? text
}

function callIn(context: PayloadFields, { session, agent }: Who, cwd: string) {
  const call = context['toolCall']
  const given = context['input']
  const input = isFields(given) ? given : {}
  const tool = textIn(call, 'toolName') ?? ''
  return { session, agent, call: textIn(call, 'toolCallId') ?? '', tool, input, calls: callsOf(tool, input, cwd), cwd }
}

/** Decodes the arguments of Cline's own tools. Other tools are decoded as for every host. */
function callsOf(tool: string, input: PayloadFields, cwd: string): readonly ToolCall[] {
  switch (tool) {
    case 'editor':
      return edit(input, cwd)
    case 'run_commands':
      return listed(input['commands']).flatMap((command) => readToolCalls('bash', { command: commandIn(command) }))
    case 'read_files':
      return readToolCalls('read', { paths: listed(input['files']).map((file) => textIn(file, 'path') ?? file) })
    case 'spawn_agent':
      return [{ kind: 'delegates', agent: '', question: textIn(input, 'task') ?? '' }]
    default:
      return readToolCalls(tool, input)
  }
}

/** Cline's editor creates a missing file even for a call that replaces text. */
function edit(input: PayloadFields, cwd: string): readonly ToolCall[] {
  const { path, old_text: before, new_text: after, insert_line: line } = input
  if (typeof path !== 'string') return readToolCalls('editor', input)
  if (!existsSync(resolve(cwd, path))) return readToolCalls('write', { path, content: after })
  if (typeof line === 'number') return readToolCalls('editor', { path })
  if (typeof before !== 'string' || before === '') return readToolCalls('write', { path, content: after })
  return readToolCalls('edit', { path, old_string: before, new_string: after })
}

/** A list, or the single value that a model gave instead. */
function listed(given: unknown): readonly unknown[] {
  return given === undefined || Array.isArray(given) ? listOf(given) : [given]
}

/** A command line, or a program with its arguments. */
function commandIn(given: unknown): unknown {
  const program = textIn(given, 'command')
  const args = fieldIn(given, 'args')
  return program === undefined ? given : Array.isArray(args) ? [program, ...args] : program
}

function forModel(text: string): object {
  return { appendContext: text }
}

function askToTell(text: string): object {
  return { appendContext: signed(`Tell the user: ${text}`) }
}

export const plugin = new ClinePlugin(process.env)
