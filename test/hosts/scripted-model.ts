/** A model on loopback that answers from a script, in OpenAI's chat format, and remembers what it was asked. */

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Step =
  | { readonly text: string; readonly inputTokens?: number }
  | { readonly tool: string; readonly args: Readonly<Record<string, unknown>>; readonly inputTokens?: number }
  | { readonly tools: readonly { readonly tool: string; readonly args: Readonly<Record<string, unknown>> }[] }

export interface ModelRequest {
  readonly messages: readonly { readonly role: string; readonly content?: unknown; readonly tool_calls?: unknown }[]
  readonly tools?: readonly { readonly function: { readonly name: string } }[]
  readonly stream?: boolean
  readonly model: string
}

export class ScriptedModel {
  readonly requests: ModelRequest[] = []
  #steps: Step[] = []
  /** Answers for the session whose first words hold the key. */
  readonly #byWord = new Map<string, Step[]>()
  #calls = 0
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
        if (!request.url?.endsWith('/chat/completions')) {
          response.writeHead(404).end('{}')
          return
        }
        const body: ModelRequest = JSON.parse(raw)
        model.requests.push(body)
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        for (const chunk of model.#answer(body))
          response.write(`data: ${typeof chunk === 'string' ? chunk : JSON.stringify(chunk)}\n\n`)
        response.end()
      })
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    return model
  }

  get url(): string {
    const { port } = this.#server.address() as AddressInfo
    return `http://127.0.0.1:${port}/v1`
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

  close(): Promise<void> {
    return new Promise((done) => {
      this.#server.close(() => done())
      this.#server.closeAllConnections()
    })
  }

  #answer(request: ModelRequest): readonly (object | string)[] {
    const isMain = (request.tools ?? []).length > 0
    const said = JSON.stringify(request.messages.filter((message) => message.role === 'user'))
    const own = [...this.#byWord].find(([word]) => said.includes(word))?.[1]
    const step: Step = isMain ? ((own ?? this.#steps).shift() ?? { text: 'DONE' }) : { text: 'a title' }
    const base = {
      id: `chat-${this.requests.length}`,
      object: 'chat.completion.chunk',
      created: 1,
      model: request.model,
    }
    const calls = 'tools' in step ? step.tools : 'tool' in step ? [step] : []
    const chunks: (object | string)[] = [
      {
        ...base,
        choices: [
          { index: 0, delta: { role: 'assistant', content: 'text' in step ? step.text : '' }, finish_reason: null },
        ],
      },
    ]
    for (const [index, call] of calls.entries()) {
      this.#calls += 1
      const made = {
        index,
        id: `call_${this.#calls}`,
        type: 'function',
        function: { name: call.tool, arguments: JSON.stringify(call.args) },
      }
      chunks.push({ ...base, choices: [{ index: 0, delta: { tool_calls: [made] }, finish_reason: null }] })
    }
    chunks.push({
      ...base,
      choices: [{ index: 0, delta: {}, finish_reason: calls.length > 0 ? 'tool_calls' : 'stop' }],
    })
    const input = 'inputTokens' in step ? (step.inputTokens ?? 100) : 100
    chunks.push(
      { ...base, choices: [], usage: { prompt_tokens: input, completion_tokens: 10, total_tokens: input + 10 } },
      '[DONE]',
    )
    return chunks
  }
}
