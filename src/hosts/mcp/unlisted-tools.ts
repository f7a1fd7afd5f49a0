/**
 * Tools that can be called and are not listed: for a host's own hooks, which the model must not see.
 *
 * Their calls are answered before the protocol server sees them; everything else passes through as it is.
 */

import type { Transport } from '@modelcontextprotocol/server'

/** Undefined for a tool it does not know. */
export type UnlistedTools = (tool: string, args: unknown) => Promise<string> | undefined

export function withUnlistedTools(inner: Transport, answer: UnlistedTools): Transport {
  const outer: Transport = {
    start: () => inner.start(),
    send: (message, options) => inner.send(message, options),
    close: () => inner.close(),
  }
  inner.onclose = () => outer.onclose?.()
  inner.onerror = (error) => outer.onerror?.(error)
  inner.onmessage = (message, extra) => {
    const call = callIn(message)
    const answered = call === undefined ? undefined : answer(call.tool, call.args)
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
