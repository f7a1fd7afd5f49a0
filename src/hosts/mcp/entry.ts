/**
 * The MCP server on standard input and output.
 *
 * Standard output carries only the protocol. The server ends when the client closes its end or a signal arrives, after
 * it has answered earlier requests.
 */

import { McpServer, type McpServerFactory, type Transport } from '@modelcontextprotocol/server'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { isSwitchedOn } from '../../base/is-switched-on.ts'
import { fieldIn, isFields, textIn } from '../fields.ts'
import { Client, Connection, type ServedHost } from './connection.ts'
import { INSTRUCTIONS } from './encode.ts'
import { type ClientSurroundings, Projects } from './projects.ts'
import { registerPrompts, registerResources } from './prompts.ts'
import { registerReports, registerTools } from './tools.ts'

export interface Serving extends ClientSurroundings {
  readonly version: string
  /** True if the command line named the folder, so that the client's roots are ignored. */
  readonly isPinned: boolean
  /** True for a host whose hooks send the opening: it needs neither instructions nor reports. */
  readonly hasHooks: boolean
  /** The host that started this server and sends its hooks' payloads to it; undefined for other clients. */
  readonly host?: ServedHost
}

export async function serveMcp(serving: Serving): Promise<void> {
  const stdio = new StdioServerTransport()
  await serveUntil(closed(), serving, serving.host === undefined ? stdio : withServedHost(stdio, serving.host))
}

/** Serves until `ended`. Requests received before that are answered. */
export async function serveUntil(ended: Promise<void>, serving: Serving, transport: Transport): Promise<void> {
  const connections: Connection[] = []
  const factory: McpServerFactory = ({ era }) => {
    const server = new McpServer(
      { name: 'memory-bank', version: serving.version, title: 'Memory Bank' },
      serving.hasHooks ? {} : { instructions: INSTRUCTIONS },
    )
    // Switched off: the client sees a server without tools.
    if (isSwitchedOn(serving.env, 'MEMORY_BANK_DISABLED')) return server
    const projects = new Projects(serving)
    const connection = new Connection(
      server,
      projects,
      new Client(server, projects, era, serving.isPinned),
      serving.host,
    )
    connections.push(connection)
    registerTools(server, connection)
    if (!serving.hasHooks) registerReports(server, connection)
    registerResources(server, connection)
    registerPrompts(server, connection)
    return server
  }
  const handle = serveStdio(factory, { transport })
  await ended
  await handle.close()
  for (const connection of connections) await connection.end()
}

/** Resolves when the client closes its end, cannot be written to, or a signal arrives. */
function closed(): Promise<void> {
  return new Promise((done) => {
    const end = () => done()
    process.stdin.once('end', end).once('close', end).once('error', end)
    process.stdout.once('error', end)
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, end)
  })
}

/** Answers the host's own tool calls before the protocol server sees them. Other messages pass unchanged. */
export function withServedHost(inner: Transport, host: ServedHost): Transport {
  const outer: Transport = {
    start: () => inner.start(),
    send: (message, options) => inner.send(message, options),
    close: () => inner.close(),
  }
  inner.onclose = () => outer.onclose?.()
  inner.onerror = (error) => outer.onerror?.(error)
  inner.onmessage = (message, extra) => {
    const call = decodeToolCall(message)
    const answered = call === undefined ? undefined : host.answer(call.tool, call.args)
    if (call === undefined || answered === undefined) {
      outer.onmessage?.(message, extra)
      return
    }
    answered
      .then((text) => inner.send({ jsonrpc: '2.0', id: call.id, result: { content: [{ type: 'text', text }] } }))
      .catch((error: unknown) => outer.onerror?.(error instanceof Error ? error : new Error(String(error))))
  }
  return outer
}

/** The tool call in a protocol message; undefined for other messages. */
function decodeToolCall(message: unknown) {
  if (!isFields(message) || message['method'] !== 'tools/call') return undefined
  const { id, params } = message
  const tool = textIn(params, 'name')
  if ((typeof id !== 'string' && typeof id !== 'number') || tool === undefined) return undefined
  return { id, tool, args: fieldIn(params, 'arguments') }
}
