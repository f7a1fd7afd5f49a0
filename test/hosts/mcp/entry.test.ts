import { expect, test } from 'vitest'
import type { ServedHost } from '../../../src/hosts/mcp/connection.ts'
import { withServedHost } from '../../../src/hosts/mcp/entry.ts'

type Inner = Parameters<typeof withServedHost>[0]

/** A transport whose other end is this test. */
function wired(answer: ServedHost['answer']) {
  const sent: unknown[] = []
  const passed: unknown[] = []
  const errors: string[] = []
  const inner: Inner = {
    start: async () => {},
    close: async () => {},
    send: async (message) => void sent.push(message),
  }
  const outer = withServedHost(inner, { answer, callerOf: () => undefined })
  outer.onmessage = (message) => void passed.push(message)
  outer.onerror = (error) => void errors.push(error.message)
  return { sent, passed, errors, receive: (message: object) => inner.onmessage?.(Object(message)), outer }
}

const call = (name: unknown, id: unknown = 7) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: { a: 1 } },
})

test('a hook’s call is answered before the server sees it; other messages pass unchanged [S53]', async () => {
  const { sent, passed, receive } = wired((tool, args) =>
    tool === 'hook' ? Promise.resolve(JSON.stringify(args)) : undefined,
  )
  const others = [
    call('memory_recall'),
    call(7),
    call('hook', null),
    { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    { jsonrpc: '2.0', id: 2, method: 'tools/call', params: null },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
  ]
  receive(call('hook'))
  for (const other of others) receive(other)
  await new Promise(setImmediate)
  expect(sent).toEqual([{ jsonrpc: '2.0', id: 7, result: { content: [{ type: 'text', text: '{"a":1}' }] } }])
  expect(passed).toEqual(others)
})

test('a failed hook answer is reported, and the server continues [S37]', async () => {
  const { sent, errors, receive } = wired(() => Promise.reject(new Error('broken')))
  receive(call('hook'))
  await new Promise(setImmediate)
  expect([sent, errors]).toEqual([[], ['broken']])
})
