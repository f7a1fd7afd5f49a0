/** What a tool gives back: text for a model, and the same as a value; or what is wrong and the next step. */

import type { CallToolResult } from '@modelcontextprotocol/server'

type Structured = Readonly<Record<string, unknown>>

export function answer(text: string, structured: Structured): CallToolResult {
  // Bytes that are not UTF-8 travel as lone surrogates inside; a client could not encode them.
  const content = [{ type: 'text' as const, text: text.toWellFormed() }]
  return { content, structuredContent: wellFormed(structured) }
}

export function failed(text: string): CallToolResult {
  return { content: [{ type: 'text', text: text.toWellFormed() }], isError: true }
}

function wellFormed(value: Structured): Record<string, unknown> {
  return JSON.parse(JSON.stringify(value), (_, inner: unknown) =>
    typeof inner === 'string' ? inner.toWellFormed() : inner,
  )
}
