/**
 * A quick look at a hook's payload before anything is loaded: can it concern the bank, or a write?
 *
 * Conservative: it says no only to events we never answer, to tools without files, to commands that only
 * look, and to reads that lead elsewhere.
 */

import { realpathSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import { BANK_FOLDER, MEMORY } from '../../core/layout.ts'
import type { ToolCall } from '../../core/tool-call.ts'
import { cannotTouchBank, mayOnlyLook } from '../../flows/may-write-bank.ts'
import { readToolCalls } from '../tool-call.ts'

const TOOL_EVENTS = new Set<unknown>(['PreToolUse', 'PostToolUse', 'PostToolUseFailure'])
const OTHER_EVENTS = new Set<unknown>([
  ...['SessionStart', 'UserPromptSubmit', 'Stop', 'SubagentStart', 'SubagentStop', 'PreCompact', 'SessionEnd'],
])

/** The host's own tools that write: no closer look tells more. */
const WRITERS = new Set(['Write', 'Edit', 'MultiEdit', 'NotebookEdit'])

export function concernsUs(payload: Readonly<Record<string, unknown>>, project: string | undefined): boolean {
  const event = payload['hook_event_name']
  if (OTHER_EVENTS.has(event)) return true
  if (!TOOL_EVENTS.has(event)) return false
  const { tool_name: tool, tool_input: input, cwd } = payload
  if (typeof tool !== 'string' || typeof input !== 'object' || input === null) return true
  if (WRITERS.has(tool)) return true
  if (tool === 'Bash' && 'command' in input && typeof input.command === 'string' && !mayOnlyLook(input.command))
    return true
  const folder = typeof cwd === 'string' ? cwd : '.'
  const isRecall = /memory_recall$/.test(tool)
  return isRecall || readToolCalls(tool, { ...input }).some((call) => mayConcern(call, folder, project ?? folder))
}

function mayConcern(call: ToolCall, cwd: string, project: string): boolean {
  switch (call.kind) {
    case 'other':
      return false
    case 'reads':
      return call.paths.length === 0 || call.paths.some((path) => leadsToBank(path, cwd, project))
    case 'shell':
      return !cannotTouchBank(call.command, call.cwd !== undefined || namesBank(cwd, project))
    case 'writes':
    case 'delegates':
    case 'unknown':
      return true
  }
}

function leadsToBank(path: string, cwd: string, project: string): boolean {
  const named = resolve(cwd, path)
  if (namesBank(named, project) || path.startsWith('~') || /^\w+:/.test(path)) return true
  const place = realOf(named)
  const bank = realOf(join(project, BANK_FOLDER))
  if (place === undefined || namesBank(place, realOf(project) ?? project)) return true
  // A folder above the bank is searched with what is in it.
  return bank !== undefined && (isAbove(bank, place) || isAbove(place, bank))
}

function isAbove(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`)
}

/** On the way from the project, which may itself stand in a folder of that name, or in the bank. */
function namesBank(path: string, project: string): boolean {
  const parts = relative(project, path).toLowerCase().split(/[\\/]/)
  const isInBank = basename(project).toLowerCase() === BANK_FOLDER && realOf(join(project, MEMORY)) !== undefined
  return isInBank || parts.includes(BANK_FOLDER)
}

function realOf(path: string): string | undefined {
  try {
    return realpathSync.native(path)
  } catch {
    return undefined // not there: whatever it is, it is looked at properly
  }
}
