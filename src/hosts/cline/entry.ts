/** The plugin of Cline: its hooks and two tools, in the process that Cline starts for a session's plugins. */

import { z } from 'zod'
import { isSwitchedOn } from '../../core/environment.ts'
import { sessionId } from '../../core/session-id.ts'
import type { Guard } from '../../flows/guard.ts'
import { withoutDotenv } from '../../flows/person-environment.ts'
import { startedIn } from '../at-git-top.ts'
import { fieldIn, isFields, textIn } from '../fields.ts'
import type { HookHost } from '../hook.ts'
import { HookAnswers } from '../hook-answers.ts'
import { proposeTool, recallTool } from '../opencode/contributions.ts'
import { decodeHook, readLastWords } from './decode.ts'
import { encodeAnswer, withWarning } from './encode.ts'

const HOST: HookHost = {
  id: 'cline',
  decode: decodeHook,
  encode: (_payload, answer) => encodeAnswer(answer),
  warn: (_payload, output, text) => withWarning(output, text),
  trouble: async () => undefined,
  readLastWords,
  hasUserChannel: false,
  showsAtOnce: false,
  notesAt: 'call',
  opensWith: 'message',
  beforeTool: { event: 'beforeTool', payload: { hook: 'beforeTool' } },
  projectFolder: (payload) => textIn(payload, 'folder') ?? '.',
}

/** What is said when a run is over reaches the model with the next one. */
const NEXT = 'afterRun'

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
    this.#answers = new HookAnswers(HOST, env, () => new Date(), 'session')
    const hook = (name: string) => (context: unknown) => this.#answer(name, context)
    this.hooks = {
      beforeRun: hook('beforeRun'),
      beforeTool: hook('beforeTool'),
      afterTool: hook('afterTool'),
      afterRun: hook(NEXT),
    }
    this.setup = this.setup.bind(this)
  }

  setup(api: unknown, context: unknown): void {
    this.#folder = startedIn(textIn(fieldIn(context, 'workspaceInfo'), 'rootPath'), this.#folder) ?? '.'
    this.#session = textIn(fieldIn(context, 'session'), 'sessionId')
    const guard = this.#isOff ? undefined : this.#answers.guard(this.#folder)
    if (guard?.ok === true) for (const tool of toolsOf(guard.value, () => this.#session)) register(api, tool)
  }

  /** Whatever goes wrong here, the run goes on. */
  async #answer(hook: string, given: unknown): Promise<unknown> {
    const context = isFields(given) ? { ...given, session: this.#session } : given
    const said: unknown = JSON.parse(await this.#answers.answer({ hook, folder: this.#folder, context }))
    const text = textIn(said, 'appendContext')
    if (hook === NEXT) {
      this.#held = text
      return undefined
    }
    const held = hook === 'beforeRun' ? this.#held : undefined
    if (held !== undefined) this.#held = undefined
    const appendContext = [held, text].filter((one) => one !== undefined).join('\n\n')
    return { ...(isFields(said) ? said : {}), ...(appendContext === '' ? {} : { appendContext }) }
  }
}

export const plugin = new ClinePlugin(process.env)

function toolsOf(guard: Guard, session: () => string | undefined) {
  const tools = { memory_recall: recallTool(guard), memory_propose: proposeTool(guard) }
  return Object.entries(tools).map(([name, { description, args, execute }]) => {
    const run: (input: never, context: { sessionID: string }) => Promise<string> = execute
    return {
      name,
      description,
      inputSchema: z.toJSONSchema(z.object(args)),
      // A sub-agent's calls belong to its own session.
      execute: (input: never, context: unknown) => run(input, { sessionID: sessionOf(context, session()) }),
    }
  })
}

/** The same names that the hooks give them. */
function sessionOf(context: unknown, session: string | undefined): string {
  const isSubAgent = textIn(fieldIn(context, 'snapshot'), 'parentAgentId') !== undefined
  const agent = textIn(context, 'agentId') ?? ''
  return sessionId(isSubAgent ? agent : (session ?? agent))
}

function register(api: unknown, tool: object): void {
  const method = fieldIn(api, 'registerTool')
  if (typeof method === 'function') Reflect.apply(method, api, [tool])
}
