/** Decodes the JSON events that `memory-bank judge` reads. */

import type { HostEvent } from '../bank/event.ts'
import { fieldIn, isFields, type PayloadFields } from './fields.ts'
import { readToolCalls } from './tool-call.ts'

/** Undefined for an unknown kind of event. */
export function decodeHostEvent(raw: unknown): HostEvent | undefined {
  if (!isFields(raw)) return undefined
  const kind = stringIn(raw, 'kind') ?? ''
  const session = stringIn(raw, 'session') ?? 'session'
  return Object.hasOwn(KINDS, kind) ? KINDS[kind]?.(raw, session) : undefined
}

const KINDS: Readonly<Record<string, (raw: PayloadFields, session: string) => HostEvent>> = {
  'session-started': (raw, session) => ({ kind: 'session-started', session, ...given(raw, 'parent', 'agent') }),
  'user-said': (raw, session) => ({ kind: 'user-said', session, text: stringIn(raw, 'text') ?? '' }),
  'assistant-said': (raw, session) => ({ kind: 'assistant-said', session, text: stringIn(raw, 'text') ?? '' }),
  'tool-requested': (raw, session) => ({ kind: 'tool-requested', session, ...toolCall(raw), ...given(raw, 'cwd') }),
  'tool-finished': (raw, session) => {
    const { failed } = raw
    const event = { kind: 'tool-finished', session, ...toolCall(raw) } as const
    return typeof failed === 'boolean' ? { ...event, failed } : event
  },
  compacted: (_raw, session) => ({ kind: 'compacted', session }),
  'session-ended': (_raw, session) => ({ kind: 'session-ended', session }),
}

function toolCall(raw: PayloadFields) {
  const args = raw['args']
  return {
    call: stringIn(raw, 'call') ?? '',
    calls: readToolCalls(stringIn(raw, 'tool') ?? '', isFields(args) ? args : {}),
  }
}

/** The listed fields that have text. */
function given<Name extends string>(raw: PayloadFields, ...names: readonly Name[]): { readonly [N in Name]?: string } {
  const fields: { [N in Name]?: string } = {}
  for (const name of names) {
    const text = stringIn(raw, name)
    if (text !== undefined) fields[name] = text
  }
  return fields
}

function stringIn(raw: PayloadFields, name: string): string | undefined {
  const value = fieldIn(raw, name)
  return typeof value === 'string' ? value : undefined
}
