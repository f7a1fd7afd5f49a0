/** OpenCode's hook payloads → our events. The only file that knows its field names. */

import type { HostEvent } from '../../core/event.ts'

type Record_ = Readonly<Record<string, unknown>>

/** An entry of its event stream; undefined for one we have no interest in. */
export function decodeEvent(event: unknown): HostEvent | undefined {
  if (!isRecord(event) || typeof event['type'] !== 'string' || !isRecord(event['properties'])) return undefined
  const properties = event['properties']
  const info = isRecord(properties['info']) ? properties['info'] : {}
  const session = text(properties['sessionID']) ?? text(info['id'])
  if (session === undefined) return undefined
  switch (event['type']) {
    case 'session.created': {
      const parent = text(info['parentID'])
      const agent = text(info['agent'])
      return {
        kind: 'session-started',
        session,
        ...(parent === undefined ? {} : { parent }),
        ...(agent === undefined ? {} : { agent }),
      }
    }
    case 'session.deleted':
      return { kind: 'session-ended', session }
    case 'session.compacted':
      return { kind: 'compacted', session }
    default:
      return undefined
  }
}

export function isIdle(event: unknown): string | undefined {
  if (!isRecord(event) || event['type'] !== 'session.idle' || !isRecord(event['properties'])) return undefined
  return text(event['properties']['sessionID'])
}

/** What the person typed, without parts that a program added. */
export function decodeMessage(session: string, parts: readonly unknown[]): HostEvent {
  const said = parts.flatMap((part) =>
    isRecord(part) && part['type'] === 'text' && part['synthetic'] !== true && typeof part['text'] === 'string'
      ? [part['text']]
      : [],
  )
  // `opencode run "two words"` hands the words over with their quotes.
  return { kind: 'user-said', session, text: said.join('\n').replace(/^"([\s\S]*)"$/, '$1') }
}

export function decodeArgs(args: unknown): Record_ {
  return isRecord(args) ? args : {}
}

/** How a command ended, where the tool says; it was stopped where the code is missing. */
export function decodeFailed(metadata: unknown): boolean | undefined {
  if (!isRecord(metadata) || !('exit' in metadata)) return undefined
  return metadata['exit'] !== 0
}

/** Calls for a title or a summary are not the session's own. */
export function isSideCall(system: readonly string[]): boolean {
  return /^You are a (?:title generator|helpful AI assistant tasked with summarizing)|^You are an? anchored context summarization/i.test(
    system[0] ?? '',
  )
}

function isRecord(value: unknown): value is Record_ {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
