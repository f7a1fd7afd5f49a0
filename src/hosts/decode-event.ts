/** JSON → HostEvent, for events that `memory-bank judge` reads as text. */

import type { HostEvent } from '../core/event.ts'
import { readToolCalls } from './tool-call.ts'

export function decodeHostEvent(raw: unknown): HostEvent | undefined {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return undefined
  const field = (name: string): unknown => Reflect.get(raw, name)
  const text = (name: string): string | undefined => {
    const value = field(name)
    return typeof value === 'string' ? value : undefined
  }
  const session = text('session') ?? 'session'
  switch (field('kind')) {
    case 'session-started': {
      const parent = text('parent')
      const agent = text('agent')
      return {
        kind: 'session-started',
        session,
        ...(parent === undefined ? {} : { parent }),
        ...(agent === undefined ? {} : { agent }),
      }
    }
    case 'user-said':
      return { kind: 'user-said', session, text: text('text') ?? '' }
    case 'assistant-said':
      return { kind: 'assistant-said', session, text: text('text') ?? '' }
    case 'tool-requested': {
      const cwd = text('cwd')
      return {
        kind: 'tool-requested',
        session,
        call: text('call') ?? '',
        calls: readToolCalls(text('tool') ?? '', record(field('args'))),
        ...(cwd === undefined ? {} : { cwd }),
      }
    }
    case 'tool-finished': {
      const failed = field('failed')
      return {
        kind: 'tool-finished',
        session,
        call: text('call') ?? '',
        calls: readToolCalls(text('tool') ?? '', record(field('args'))),
        ...(typeof failed === 'boolean' ? { failed } : {}),
      }
    }
    case 'compacted':
      return { kind: 'compacted', session }
    case 'session-ended':
      return { kind: 'session-ended', session }
    default:
      return undefined
  }
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}
