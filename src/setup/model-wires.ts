/**
 * The hosts' model protocols: OpenAI Chat and Responses, Anthropic Messages, and Gemini. All requests decode to one
 * type, and an answer is encoded for each protocol, as a stream or whole.
 */

/** A tool call of the model. Free-form tools, such as `apply_patch`, take a text instead of fields. */
export interface ToolUse {
  readonly tool: string
  readonly args: Readonly<Record<string, unknown>> | string
  /** Set by hosts that qualify a server's tools with a namespace. */
  readonly namespace?: string
}

export interface ModelAnswer {
  readonly text: string
  readonly calls: readonly ToolUse[]
  /** The number of tokens reported for the request. */
  readonly inputTokens: number
  /** A number unique to this answer. */
  readonly turn: number
}

interface ModelMessage {
  readonly role: string
  readonly content: unknown
}

export interface ModelRequest {
  readonly model: string
  readonly system: unknown
  readonly messages: readonly ModelMessage[]
  /** The names of the offered tools. A request for a title or a summary has none. */
  readonly tools: readonly string[]
  /** The tools as the host describes them. */
  readonly offered: readonly unknown[]
  /** The results of the model's tool calls. */
  readonly results: readonly string[]
}

export interface Wire {
  /** Matches the end of a request's path. */
  readonly path: RegExp
  /** True if the answer is a stream. */
  streams(path: string, body: Body): boolean
  answer(answer: ModelAnswer, model: string): { readonly stream: readonly string[]; readonly whole: object }
}

type Body = Readonly<Record<string, unknown>>

export const WIRES: readonly Wire[] = [
  { path: /\/chat\/completions$/, streams: asked, answer: chat },
  { path: /\/messages$/, streams: asked, answer: anthropic },
  { path: /\/responses$/, streams: asked, answer: responses },
  { path: /:(?:streamG|g)enerateContent$/, streams: (path) => path.includes(':stream'), answer: gemini },
]

function asked(_path: string, body: Body): boolean {
  return body['stream'] === true
}

/** Fixed answers to the hosts' other requests. */
export const OTHER_REQUESTS: readonly (readonly [path: RegExp, answer: object])[] = [
  [/\/count_tokens$/, { input_tokens: 100 }],
  [/:countTokens$/, { totalTokens: 100 }],
  [/\/models$/, { object: 'list', data: [], models: [] }],
]

/** Decodes a request of any protocol: no field name has two meanings. */
export function readModelRequest(body: Body): ModelRequest {
  const messages = [body['messages'], body['input'], body['contents']].flatMap(list)
  // Responses may contain tools as items of the conversation.
  const offered = [...list(body['tools']), ...messages.flatMap((message) => list(field(message, 'tools')))]
  return {
    model: String(body['model'] ?? 'm'),
    system: body['system'] ?? body['instructions'] ?? body['systemInstruction'],
    messages: messages.map((message) => ({
      role: String(field(message, 'role') ?? field(message, 'type') ?? ''),
      content: field(message, 'content') ?? field(message, 'parts') ?? field(message, 'output'),
    })),
    tools: offered.flatMap(toolNames),
    offered,
    results: messages.flatMap(resultsIn),
  }
}

function toolNames(tool: unknown): readonly string[] {
  const declared = [tool, field(tool, 'function'), ...list(field(tool, 'functionDeclarations'))]
  return declared.flatMap((one) => {
    const name = field(one, 'name') ?? (one === tool ? field(tool, 'type') : undefined)
    return typeof name === 'string' && name !== 'function' ? [name] : []
  })
}

/** Results are messages, or parts of the user's messages. */
function resultsIn(message: unknown): readonly string[] {
  if (field(message, 'role') === 'tool') return strings(field(message, 'content'))
  if (/_call_output$/.test(String(field(message, 'type')))) return strings(field(message, 'output'))
  return [...list(field(message, 'content')), ...list(field(message, 'parts'))].flatMap((part) =>
    field(part, 'type') === 'tool_result'
      ? strings(field(part, 'content'))
      : strings(field(field(part, 'functionResponse'), 'response')),
  )
}

function chat({ text, calls, inputTokens, turn }: ModelAnswer, model: string) {
  const usage = { prompt_tokens: inputTokens, completion_tokens: 10, total_tokens: inputTokens + 10 }
  const made = calls.map(({ tool, args }, index) => ({
    index,
    id: idOf('call', turn, index),
    type: 'function',
    function: { name: tool, arguments: JSON.stringify(args) },
  }))
  const finish = calls.length > 0 ? 'tool_calls' : 'stop'
  const base = { id: `chat-${turn}`, created: 1, model }
  const chunk = (choices: readonly object[], more: object = {}) =>
    event(undefined, { ...base, object: 'chat.completion.chunk', choices, ...more })
  const message = { role: 'assistant', content: text, ...(made.length === 0 ? {} : { tool_calls: made }) }
  return {
    stream: [
      chunk([{ index: 0, delta: { role: 'assistant', content: text }, finish_reason: null }]),
      ...made.map((call) => chunk([{ index: 0, delta: { tool_calls: [call] }, finish_reason: null }])),
      chunk([{ index: 0, delta: {}, finish_reason: finish }]),
      chunk([], { usage }),
      'data: [DONE]\n\n',
    ],
    whole: { ...base, object: 'chat.completion', choices: [{ index: 0, message, finish_reason: finish }], usage },
  }
}

function anthropic({ text, calls, inputTokens, turn }: ModelAnswer, model: string) {
  const usage = {
    ...{ input_tokens: inputTokens, output_tokens: 10 },
    ...{ cache_creation_input_tokens: 0, cache_read_input_tokens: 0 },
  }
  const blocks = [
    ...(text === '' ? [] : [{ begins: { type: 'text', text: '' }, goesOn: { type: 'text_delta', text } }]),
    ...calls.map(({ tool, args }, at) => ({
      begins: { type: 'tool_use', id: idOf('toolu', turn, at), name: tool, input: {} },
      goesOn: { type: 'input_json_delta', partial_json: JSON.stringify(args) },
    })),
  ]
  const content = [
    ...(text === '' ? [] : [{ type: 'text', text }]),
    ...calls.map(({ tool, args }, at) => ({ type: 'tool_use', id: idOf('toolu', turn, at), name: tool, input: args })),
  ]
  const message = { id: `msg_${turn}`, type: 'message', role: 'assistant', model, stop_sequence: null, usage }
  const stop_reason = calls.length > 0 ? 'tool_use' : 'end_turn'
  const events = [
    { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
    ...blocks.flatMap(({ begins, goesOn }, index) => [
      { type: 'content_block_start', index, content_block: begins },
      { type: 'content_block_delta', index, delta: goesOn },
      { type: 'content_block_stop', index },
    ]),
    { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 10 } },
    { type: 'message_stop' },
  ]
  return { stream: events.map((one) => event(one.type, one)), whole: { ...message, content, stop_reason } }
}

function responses({ text, calls, inputTokens, turn }: ModelAnswer, model: string) {
  const usage = {
    ...{ input_tokens: inputTokens, input_tokens_details: { cached_tokens: 0 } },
    ...{ output_tokens: 10, output_tokens_details: { reasoning_tokens: 0 }, total_tokens: inputTokens + 10 },
  }
  const said = { type: 'output_text', text, annotations: [] }
  const output = [
    ...(text === '' && calls.length > 0
      ? []
      : [{ type: 'message', role: 'assistant', id: `m_${turn}`, status: 'completed', content: [said] }]),
    ...calls.map(({ tool, args, namespace }, at) => ({
      ...(namespace === undefined ? {} : { namespace }),
      ...(typeof args === 'string'
        ? { type: 'custom_tool_call', input: args }
        : { type: 'function_call', arguments: JSON.stringify(args) }),
      ...{ id: idOf('fc', turn, at), call_id: idOf('call', turn, at), name: tool, status: 'completed' },
    })),
  ]
  const base = { id: `resp_${turn}`, object: 'response', created_at: 1, model, error: null, incomplete_details: null }
  const whole = { ...base, status: 'completed', output, usage }
  const events = [
    { type: 'response.created', response: { ...base, status: 'in_progress', output: [], usage: null } },
    ...output.flatMap((item, output_index) => {
      const at = { item_id: item.id, output_index }
      return [
        { type: 'response.output_item.added', output_index, item: { ...item, status: 'in_progress' } },
        ...partsOf(item).map((part) => ({ ...at, ...part })),
        { type: 'response.output_item.done', output_index, item },
      ]
    }),
    { type: 'response.completed', response: whole },
  ]
  return { stream: events.map((one, sequence_number) => event(one.type, { ...one, sequence_number })), whole }
}

/** The streamed parts of an item, each sent in one piece. */
function partsOf(item: object): readonly ({ readonly type: string } & Body)[] {
  const [input, given] = [field(item, 'input'), field(item, 'arguments')]
  if (input !== undefined)
    return [
      { type: 'response.custom_tool_call_input.delta', delta: input },
      { type: 'response.custom_tool_call_input.done', input },
    ]
  if (given !== undefined)
    return [
      { type: 'response.function_call_arguments.delta', delta: given },
      { type: 'response.function_call_arguments.done', arguments: given },
    ]
  const [said] = list(field(item, 'content'))
  return [{ type: 'response.output_text.delta', content_index: 0, delta: field(said, 'text') }]
}

function gemini({ text, calls, inputTokens, turn }: ModelAnswer) {
  const parts = [
    ...(text === '' && calls.length > 0 ? [] : [{ text }]),
    ...calls.map(({ tool, args }, at) => ({ functionCall: { name: tool, args, id: idOf('fc', turn, at) } })),
  ]
  const whole = {
    candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: inputTokens, candidatesTokenCount: 10, totalTokenCount: inputTokens + 10 },
    modelVersion: 'm',
    responseId: `r${turn}`,
  }
  return { stream: [event(undefined, whole)], whole }
}

function idOf(kind: string, turn: number, at: number): string {
  return `${kind}_${String(turn).padStart(4, '0')}${at === 0 ? '' : `_${at}`}`
}

function event(name: string | undefined, value: object): string {
  return `${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(value)}\n\n`
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
