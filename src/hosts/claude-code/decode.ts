/** Claude Code's own names in its payloads, and its transcripts. The payloads themselves are read by `claude-payload.ts`. */

import { textOfRegular } from '../../flows/workspace.ts'
import { decodeClaudePayload, slashCommand } from '../claude-payload.ts'
import { fieldIn, textIn } from '../fields.ts'
import type { Hook, Said } from '../hook.ts'

export function decodeHook(payload: unknown): Hook | undefined {
  const hook = decodeClaudePayload(payload, { isOwnTool: (name) => OWN_TOOL.test(name), commandIn: slashCommand })
  if (hook?.kind !== 'tool' || hook.event.kind !== 'tool-finished' || hook.event.failed === true) return hook
  // A command that fails has an event of its own. One in the background has not ended yet.
  const isRunning = hook.event.calls.some((call) => call.kind === 'shell' && call.background)
  return isRunning ? hook : { ...hook, event: { ...hook.event, failed: false } }
}

/** Of the server that came with our plugin; a server of the same name in a project's settings may be anybody's. */
const OWN_TOOL = /^mcp__plugin_memory-bank_memory-bank__memory_(?:recall|propose|status|check)$/

/** A transcript grows for days; its last words are near its end. */
const TAIL = { bytes: 256 * 1024, part: 'tail' } as const

export function readLastWords(said: Said): string {
  switch (said.kind) {
    case 'text':
      return said.text
    case 'transcript':
      return (
        // A session that keeps no transcript has no words for us.
        (textOfRegular(said.path, TAIL) ?? '')
          .split('\n')
          .map(wordsIn)
          .findLast((words) => words !== '') ?? ''
      )
    case 'heard':
    case 'unknown':
      return ''
  }
}

function wordsIn(line: string): string {
  try {
    const entry: unknown = JSON.parse(line)
    if (fieldIn(entry, 'type') !== 'assistant') return ''
    const content = fieldIn(fieldIn(entry, 'message'), 'content')
    if (typeof content === 'string') return content
    const parts: readonly unknown[] = Array.isArray(content) ? content : []
    return parts.flatMap((part) => textIn(part, 'text') ?? []).join('\n')
  } catch {
    return '' // the first line of the tail is cut, the last may be half written
  }
}
