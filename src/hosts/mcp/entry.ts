/**
 * The MCP server on standard input and output, for any client that speaks the protocol. It translates and decides nothing.
 *
 * Nothing but the protocol goes to standard output. The server ends when the client closes its end or asks the process to
 * end, after earlier requests have been answered, and leaves nothing behind.
 */

import { McpServer, type McpServerFactory, type Transport } from '@modelcontextprotocol/server'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { isSwitchedOn } from '../../base/environment.ts'
import { fieldIn, isFields, textIn } from '../fields.ts'
import { Client, Connection, type ServedHost } from './connection.ts'
import { INSTRUCTIONS } from './encode.ts'
import { Projects, type Surroundings } from './projects.ts'
import { registerPrompts, registerResources } from './prompts.ts'
import { registerTools } from './tools.ts'

export interface Serving extends Surroundings {
  readonly version: string
  /** The folder was named on the command line; the client's roots do not count then. */
  readonly isPinned: boolean
  /** The host that started us for itself, and tells us more than the protocol does. */
  readonly host?: ServedHost
}

/** On standard input and output, until the client closes its end or the process is asked to end. */
export async function serveMcp(serving: Serving): Promise<void> {
  const stdio = new StdioServerTransport()
  await serveUntil(closed(), serving, serving.host === undefined ? stdio : withServedHost(stdio, serving.host))
}

/** Requests that came before the end are answered. */
export async function serveUntil(ended: Promise<void>, serving: Serving, transport: Transport): Promise<void> {
  const connections: Connection[] = []
  const factory: McpServerFactory = ({ era }) => {
    const server = new McpServer(
      { name: 'memory-bank', version: serving.version, title: 'Memory Bank' },
      { instructions: INSTRUCTIONS },
    )
    // Switched off means off: a client then sees a server that offers nothing.
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
    registerResources(server, connection)
    registerPrompts(server, connection)
    return server
  }
  const handle = serveStdio(factory, { transport })
  await ended
  await handle.close()
  for (const connection of connections) await connection.end()
}

/** The client closed its end, cannot be written to any more, or somebody asks us to end. */
function closed(): Promise<void> {
  return new Promise((done) => {
    const end = () => done()
    process.stdin.once('end', end).once('close', end).once('error', end)
    process.stdout.once('error', end)
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, end)
  })
}

/** Calls of tools that the host answers are taken out before the protocol server sees them; everything else passes as it is. */
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

/** The tool call in a message of the protocol; undefined for any other message. */
function decodeToolCall(message: unknown) {
  if (!isFields(message) || message['method'] !== 'tools/call') return undefined
  const { id, params } = message
  const tool = textIn(params, 'name')
  if ((typeof id !== 'string' && typeof id !== 'number') || tool === undefined) return undefined
  return { id, tool, args: fieldIn(params, 'arguments') }
}
