/**
 * A model on loopback that answers from a script, in any host's protocol. Requests with tools belong to the session and
 * take the next step; requests without tools (titles, summaries) get a short answer.
 */

import type { Server } from 'node:http'
import { createRequire } from 'node:module'
import {
  type ModelAnswer,
  type ModelRequest,
  OTHER_REQUESTS,
  readModelRequest,
  type ToolUse,
  WIRES,
} from './model-wires.ts'

/** One answer of the scripted model: a tool call or a text. */
export type ModelStep = ({ readonly kind: 'call' } & ToolUse) | { readonly kind: 'say'; readonly text: string }

export interface ScriptedModel {
  readonly url: string
  script(steps: readonly ModelStep[]): void
  /** The number of the session's requests since the script began. */
  asked(): number
  /** All tool results since the script began. */
  toolResults(): string
  close(): void
}

export async function startScriptedModel(): Promise<ScriptedModel> {
  let steps: ModelStep[] = []
  let shown: string[] = []
  let asked = 0
  const listening = await listenAsModel((_path, request) => {
    if (request.tools.length === 0) return { text: 'Done.', calls: [], inputTokens: 100, turn: asked }
    asked += 1
    shown.push(...request.results)
    const step: ModelStep = steps.shift() ?? { kind: 'say', text: 'Done.' }
    const given = step.kind === 'say' ? { text: step.text, calls: [] } : { text: '', calls: [step] }
    return { ...given, inputTokens: 100, turn: asked }
  })
  return {
    ...listening,
    script(next) {
      steps = [...next]
      shown = []
      asked = 0
    },
    asked: () => asked,
    toolResults: () => shown.join('\n'),
  }
}

/**
 * Listens on loopback and calls `answer` for each request of a known protocol. If `answer` returns undefined, the
 * request gets status 404.
 */
export async function listenAsModel(
  answer: (path: string, request: ModelRequest) => ModelAnswer | undefined,
): Promise<{ readonly url: string; close(): void }> {
  const http: typeof import('node:http') = createRequire(import.meta.url)('node:http')
  const server = http.createServer((request, response) => {
    let raw = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => {
      raw += chunk
    })
    request.on('end', () => {
      const path = (request.url ?? '').replace(/\?.*$/, '')
      const besides = OTHER_REQUESTS.find(([pattern]) => pattern.test(path))?.[1]
      if (besides !== undefined) return response.writeHead(200, JSON_TYPE).end(JSON.stringify(besides))
      const wire = WIRES.find((one) => one.path.test(path))
      const body = parse(raw)
      const asked = body === undefined || wire === undefined ? undefined : readModelRequest(body)
      const given = asked === undefined ? undefined : answer(path, asked)
      if (wire === undefined || body === undefined || asked === undefined || given === undefined)
        return response.writeHead(request.method === 'HEAD' ? 200 : 404, JSON_TYPE).end('{}')
      const { stream, whole } = wire.answer(given, asked.model)
      return wire.streams(path, body)
        ? response.writeHead(200, { 'content-type': 'text/event-stream' }).end(stream.join(''))
        : response.writeHead(200, JSON_TYPE).end(JSON.stringify(whole))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

const JSON_TYPE = { 'content-type': 'application/json' }

function parse(raw: string): Readonly<Record<string, unknown>> | undefined {
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
