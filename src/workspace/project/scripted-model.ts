/**
 * A model on loopback that answers from a script, in OpenAI's chat format and in Anthropic's. Requests
 * with tools are the session's own and take the next step; others (titles, summaries) get a short answer.
 */

import type { Server } from 'node:http'
import { createRequire } from 'node:module'

/** A tool call the scripted model makes, or its last words. */
export type ModelStep =
  | { readonly kind: 'call'; readonly tool: string; readonly args: Readonly<Record<string, unknown>> }
  | { readonly kind: 'say'; readonly text: string }

export interface ScriptedModel {
  readonly url: string
  script(steps: readonly ModelStep[]): void
  /** How many of the session's own requests came since the script began. */
  asked(): number
  /** Everything the model was shown as results of its tool calls since the script began. */
  toolResults(): string
  close(): void
}

export async function startScriptedModel(): Promise<ScriptedModel> {
  const http: typeof import('node:http') = createRequire(import.meta.url)('node:http')
  let steps: ModelStep[] = []
  let shown: string[] = []
  let asked = 0
  const server = http.createServer((request, response) => {
    let raw = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => {
      raw += chunk
    })
    request.on('end', () => {
      const path = (request.url ?? '').replace(/\?.*$/, '')
      const wire = path.endsWith('/chat/completions') ? chat : path.endsWith('/messages') ? anthropic : undefined
      const body = parse(raw)
      if (path.endsWith('/count_tokens')) return response.end('{"input_tokens":100}')
      if (wire === undefined || body === undefined) return response.writeHead(404).end('{}')
      const isMain = list(body['tools']).length > 0
      if (isMain) {
        asked += 1
        shown.push(...resultsIn(body))
      }
      const step: ModelStep = (isMain ? steps.shift() : undefined) ?? { kind: 'say', text: 'Done.' }
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      return response.end(wire(step, String(body['model'] ?? 'm'), asked).join(''))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    script(next) {
      steps = [...next]
      shown = []
      asked = 0
    },
    asked: () => asked,
    toolResults: () => shown.join('\n'),
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

type Body = Readonly<Record<string, unknown>>

function chat(step: ModelStep, model: string, turn: number): readonly string[] {
  const chunk = (delta: object, finish: string | null) =>
    event(undefined, {
      id: `chat-${turn}`,
      object: 'chat.completion.chunk',
      created: 1,
      model,
      choices: [{ index: 0, delta, finish_reason: finish }],
      ...(finish === null ? {} : { usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 } }),
    })
  const said = chunk({ role: 'assistant', content: step.kind === 'say' ? step.text : '' }, null)
  if (step.kind === 'say') return [said, chunk({}, 'stop'), 'data: [DONE]\n\n']
  const made = { name: step.tool, arguments: JSON.stringify(step.args) }
  const call = chunk({ tool_calls: [{ index: 0, id: `call_${turn}`, type: 'function', function: made }] }, null)
  return [said, call, chunk({}, 'tool_calls'), 'data: [DONE]\n\n']
}

function anthropic(step: ModelStep, model: string, turn: number): readonly string[] {
  const usage = { input_tokens: 100, output_tokens: 10, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 }
  const message = { id: `msg_${turn}`, type: 'message', role: 'assistant', model, content: [], usage }
  const [block, delta, stop] =
    step.kind === 'say'
      ? [{ type: 'text', text: '' }, { type: 'text_delta', text: step.text }, 'end_turn']
      : [
          { type: 'tool_use', id: `toolu_${turn}`, name: step.tool, input: {} },
          { type: 'input_json_delta', partial_json: JSON.stringify(step.args) },
          'tool_use',
        ]
  const events = [
    { type: 'message_start', message: { ...message, stop_reason: null, stop_sequence: null } },
    { type: 'content_block_start', index: 0, content_block: block },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: stop, stop_sequence: null }, usage: { output_tokens: 10 } },
    { type: 'message_stop' },
  ]
  return events.map((one) => event(one.type, one))
}

function event(name: string | undefined, value: object): string {
  return `${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(value)}\n\n`
}

/** Tool results, as either format carries them: messages of their own, or blocks of the user's message. */
function resultsIn(body: Body): readonly string[] {
  return list(body['messages']).flatMap((message) => {
    const content = field(message, 'content')
    if (field(message, 'role') === 'tool') return strings(content)
    return list(content).flatMap((block) =>
      field(block, 'type') === 'tool_result' ? strings(field(block, 'content')) : [],
    )
  })
}

function strings(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(strings) : []
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function parse(raw: string): Body | undefined {
  try {
    const value: unknown = JSON.parse(raw)
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}

function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
