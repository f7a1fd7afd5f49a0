/** A model on loopback that answers from a script, in OpenAI's chat format or Anthropic's, and remembers what it was asked. */

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Step =
  | { readonly text: string; readonly inputTokens?: number }
  | { readonly tool: string; readonly args: Readonly<Record<string, unknown>>; readonly inputTokens?: number }
  | { readonly tools: readonly { readonly tool: string; readonly args: Readonly<Record<string, unknown>> }[] }

export interface ModelRequest {
  readonly messages: readonly { readonly role: string; readonly content?: unknown; readonly tool_calls?: unknown }[]
  readonly tools?: readonly { readonly name?: string; readonly function?: { readonly name: string } }[]
  readonly system?: unknown
  readonly stream?: boolean
  readonly model: string
}

/** One listener for many scenes, each known by the address its host is given: hosts at the same time keep apart. */
export class ScriptedModel {
  readonly #scenes = new Map<string, Scene>()
  readonly #server: Server

  private constructor(server: Server) {
    this.#server = server
  }

  static async start(): Promise<ScriptedModel> {
    const server = createServer()
    const model = new ScriptedModel(server)
    server.on('request', (request, response) => {
      let raw = ''
      request.on('data', (chunk) => {
        raw += chunk
      })
      request.on('end', () => {
        const path = request.url?.split('?')[0] ?? ''
        const scene = model.#scenes.get(path.split('/')[1] ?? '')
        const wire = WIRES.find((one) => path.endsWith(one.path))
        if (scene === undefined || wire === undefined || request.method !== 'POST') {
          response.writeHead(request.method === 'HEAD' ? 200 : 404).end()
          return
        }
        const body: ModelRequest = JSON.parse(raw)
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        for (const chunk of wire.answer(scene.answer(body), body, () => scene.nextCall())) response.write(chunk)
        response.end()
      })
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    return model
  }

  scene(name: string): Scene {
    const known = this.#scenes.get(name)
    if (known !== undefined) return known
    const { port } = this.#server.address() as AddressInfo
    const made = new Scene(`http://127.0.0.1:${port}/${name}`)
    this.#scenes.set(name, made)
    return made
  }

  close(): Promise<void> {
    return new Promise((done) => {
      this.#server.close(() => done())
      this.#server.closeAllConnections()
    })
  }
}

/** The model as one scenario meets it. */
export class Scene {
  /** Where a host finds it; OpenAI's and Anthropic's paths below it answer. */
  readonly url: string
  readonly requests: ModelRequest[] = []
  #steps: Step[] = []
  /** Answers for the session whose first words hold the key. */
  readonly #byWord = new Map<string, Step[]>()
  #calls = 0

  constructor(url: string) {
    this.url = url
  }

  /** The answers to come, one for each request that carries tools; what is left of an earlier script is dropped. */
  script(steps: readonly Step[]): void {
    this.#steps = [...steps]
    this.#byWord.clear()
    this.requests.length = 0
  }

  /** For sessions at the same time: each is known by a word its user said. */
  scriptFor(word: string, steps: readonly Step[]): void {
    this.#byWord.set(word, [...steps])
  }

  /** Requests of the session itself, not those for a title. */
  get mainRequests(): readonly ModelRequest[] {
    return this.requests.filter((request) => (request.tools ?? []).length > 0)
  }

  answer(request: ModelRequest): Step {
    this.requests.push(request)
    if ((request.tools ?? []).length === 0) return { text: 'a title' }
    const said = JSON.stringify(request.messages.filter((message) => message.role === 'user'))
    const own = [...this.#byWord].find(([word]) => said.includes(word))?.[1]
    return (own ?? this.#steps).shift() ?? { text: 'DONE' }
  }

  nextCall(): number {
    this.#calls += 1
    return this.#calls
  }
}

interface Wire {
  readonly path: string
  answer(step: Step, request: ModelRequest, nextCall: () => number): readonly string[]
}

const WIRES: readonly Wire[] = [
  { path: '/chat/completions', answer: inOpenAiWords },
  { path: '/messages', answer: inAnthropicWords },
]

function callsOf(step: Step) {
  return 'tools' in step ? step.tools : 'tool' in step ? [step] : []
}

function inputTokensOf(step: Step): number {
  return 'inputTokens' in step ? (step.inputTokens ?? 100) : 100
}

function inOpenAiWords(step: Step, request: ModelRequest, nextCall: () => number): readonly string[] {
  const base = { id: `chat-${nextCall()}`, object: 'chat.completion.chunk', created: 1, model: request.model }
  const calls = callsOf(step)
  const chunk = (delta: object, finish: string | null) => ({
    ...base,
    choices: [{ index: 0, delta, finish_reason: finish }],
  })
  const input = inputTokensOf(step)
  const chunks = [
    chunk({ role: 'assistant', content: 'text' in step ? step.text : '' }, null),
    ...calls.map(({ tool, args }, index) => {
      const called = { name: tool, arguments: JSON.stringify(args) }
      return chunk({ tool_calls: [{ index, id: `call_${nextCall()}`, type: 'function', function: called }] }, null)
    }),
    chunk({}, calls.length > 0 ? 'tool_calls' : 'stop'),
    { ...base, choices: [], usage: { prompt_tokens: input, completion_tokens: 10, total_tokens: input + 10 } },
  ]
  return [...chunks.map((one) => `data: ${JSON.stringify(one)}\n\n`), 'data: [DONE]\n\n']
}

function inAnthropicWords(step: Step, request: ModelRequest, nextCall: () => number): readonly string[] {
  const calls = callsOf(step)
  const usage = {
    input_tokens: inputTokensOf(step),
    output_tokens: 10,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
  }
  const text = 'text' in step ? step.text : ''
  const blocks = [
    ...(text === '' ? [] : [{ begins: { type: 'text', text: '' }, goesOn: { type: 'text_delta', text } }]),
    ...calls.map(({ tool, args }) => ({
      begins: { type: 'tool_use', id: `toolu_${String(nextCall()).padStart(4, '0')}`, name: tool, input: {} },
      goesOn: { type: 'input_json_delta', partial_json: JSON.stringify(args) },
    })),
  ]
  const message = { id: `msg_${nextCall()}`, type: 'message', role: 'assistant', model: request.model, content: [] }
  const stop = calls.length > 0 ? 'tool_use' : 'end_turn'
  const events = [
    { type: 'message_start', message: { ...message, stop_reason: null, stop_sequence: null, usage } },
    ...blocks.flatMap(({ begins, goesOn }, index) => [
      { type: 'content_block_start', index, content_block: begins },
      { type: 'content_block_delta', index, delta: goesOn },
      { type: 'content_block_stop', index },
    ]),
    { type: 'message_delta', delta: { stop_reason: stop, stop_sequence: null }, usage: { output_tokens: 10 } },
    { type: 'message_stop' },
  ]
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
}
