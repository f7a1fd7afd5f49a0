/**
 * What a host gives the server that it starts for us: tools its own hooks call and its model does not see, and
 * whose call a request is.
 *
 * Calls of unlisted tools are answered before the protocol server sees them; everything else passes as it is.
 */

import type { Transport } from '@modelcontextprotocol/server'
import type { Guard } from '../../flows/guard.ts'

export interface OwnHost {
  /** Undefined for a tool it does not know. */
  answer(tool: string, args: unknown): Promise<string> | undefined
  /** Who made the call that a request names, if the host's hooks have told. */
  callerOf(request: Readonly<Record<string, unknown>> | undefined): Caller | undefined
}

/** A session of the host's, whose person answers with their next message there. */
export interface Caller {
  readonly guard: Guard
  readonly session: string
}

export function withOwnHost(inner: Transport, host: OwnHost): Transport {
  const outer: Transport = {
    start: () => inner.start(),
    send: (message, options) => inner.send(message, options),
    close: () => inner.close(),
  }
  inner.onclose = () => outer.onclose?.()
  inner.onerror = (error) => outer.onerror?.(error)
  inner.onmessage = (message, extra) => {
    const call = callIn(message)
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

interface UnlistedCall {
  readonly id: string | number
  readonly tool: string
  readonly args: unknown
}

function callIn(message: object): UnlistedCall | undefined {
  if (!('method' in message) || message.method !== 'tools/call' || !('id' in message) || !('params' in message)) return
  const { id, params } = message
  if (typeof params !== 'object' || params === null || !('name' in params)) return
  if ((typeof id !== 'string' && typeof id !== 'number') || typeof params.name !== 'string') return
  return { id, tool: params.name, args: 'arguments' in params ? params.arguments : undefined }
}
