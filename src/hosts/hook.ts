/**
 * Hosts with hooks: a `HookHost` decodes a payload into a `Hook` and encodes an `Answer`. A payload is decoded once.
 */

import { sep } from 'node:path'
import type { ToolFinished, ToolRequested } from '../bank/event.ts'
import type { ToolCall } from '../bank/tool-call.ts'
import type { Words } from '../base/language.ts'
import { mayConcernBank } from '../session/may-concern-bank.ts'
import { type PayloadFields, textIn } from './fields.ts'
import { plainToolName, readToolCalls } from './tool-call.ts'

export type Hook =
  /** `resumed`: an opening that was sent before is still in the model's context. */
  | { readonly kind: 'began'; readonly session: string; readonly compacted: boolean; readonly resumed: boolean }
  | {
      readonly kind: 'prompt'
      readonly session: string
      readonly text: string
      readonly command: OwnCommand | undefined
    }
  | ToolHookEvent
  | { readonly kind: 'agent-began'; readonly agent: Agent }
  | { readonly kind: 'agent-ended'; readonly agent: Agent }
  /** `again`: the turn was already continued once. */
  | { readonly kind: 'stop'; readonly session: string; readonly said: Said; readonly again: boolean }
  | { readonly kind: 'compacting'; readonly session: string }
  /** A compaction begins and no event will follow it: the next message restores what the model lost. */
  | { readonly kind: 'compacted'; readonly session: string }
  | { readonly kind: 'ended'; readonly session: string }

export interface ToolHookEvent {
  readonly kind: 'tool'
  readonly event: ToolRequested | ToolFinished
  readonly agent: Agent | undefined
  /** The question or the entries, if the call is memory_recall or memory_propose. */
  readonly asked: Asked | undefined
  /** True if a tool of Memory Bank's server is requested. It only reads or asks the user, so it needs no permission. */
  readonly isOwn: boolean
}

type Asked =
  | { readonly kind: 'recall'; readonly question: string | undefined }
  | { readonly kind: 'propose'; readonly entries: unknown }

/** A Memory Bank command that the user typed. */
export type OwnCommand = 'refresh' | 'learn'

/** A sub-agent has its own session; `parent` is the session that started it. */
export interface Agent {
  readonly session: string
  readonly parent: string
  readonly name: string
}

/** The assistant's last words, or the file that contains them. */
export type Said =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'transcript'; readonly path: string }
  | { readonly kind: 'unknown' }

export type HookAnswer =
  | { readonly kind: 'nothing' }
  /** Context for the model, sent at this event. */
  | { readonly kind: 'tell-model'; readonly text: string }
  | { readonly kind: 'refuse'; readonly text: string }
  /** The call runs without asking the user; `text` is for the model. */
  | { readonly kind: 'permit'; readonly text: string | undefined }
  /** The turn continues with this text. */
  | { readonly kind: 'keep-going'; readonly text: string }
  | { readonly kind: 'tell-user'; readonly text: string }
  | { readonly kind: 'tell-both'; readonly model: string; readonly user: string }
  /** Appended to the prompt that asks for a summary. */
  | { readonly kind: 'summary-words'; readonly text: string }

export interface HookHost {
  readonly id: string
  /** Undefined for an event that Memory Bank does not answer, and for invalid payloads. */
  decode(payload: unknown): Hook | undefined
  /** True if the message may be the prompt of a project's command, which gives no consent (S42). */
  isCommand?(text: string, folder: string): Promise<boolean>
  readonly format: AnswerFormat
  /** A fault in the host's own setup that keeps Memory Bank from guarding. Checked at each message. */
  trouble?(env: NodeJS.ProcessEnv, now: Date): Promise<Words | undefined>
  /** The assistant's last words in a transcript. */
  readTranscript?(path: string): string
  /** True if the host shows Memory Bank's messages to the user; otherwise the model is asked to print them. */
  readonly hasUserChannel: boolean
  /** True if the text for a summary is sent after it, with the opening: the summary prompt takes no text from hooks. */
  readonly speaksAfterSummary?: true
  /** True if messages reach the user at every event; otherwise they wait for the end of the turn. */
  readonly showsAtOnce: boolean
  /** When the model reads a note made before a call: with the call, or only with its result. */
  readonly notesAt: 'call' | 'result'
  /** The event that carries the opening. */
  readonly opensWith: 'session' | 'message'
  /** The event before a tool call, and its smallest payload. */
  readonly beforeTool: { readonly event: string; readonly payload: unknown }
  /** The folder that the host works in. */
  projectFolder(payload: unknown, env: NodeJS.ProcessEnv): string
  /** Project settings whose `env` the host passes to hooks; ignored in an untrusted repository (S39). */
  readonly settingsWithEnv: readonly string[]
  /** Called at session start: sets the mark of agent shells for the shells that the host will start (S42). */
  markShells?(env: NodeJS.ProcessEnv): void
}

/** A host's fields for each kind of text. An answer to one event merges them. */
export interface AnswerFormat {
  /** Without fields at an event that takes no text for the model. */
  forModel(text: string, payload: unknown): object
  forUser(text: string, payload: unknown): object
  /** If it is more than the fields of both. */
  forBoth?(model: string, user: string): object
  refusal(text: string, payload: unknown): object
  /** Continues the turn. */
  continuation(text: string): object
  /** Only for hosts whose payloads tell Memory Bank's own tools from another server's. */
  permission?(text: string | undefined, payload: unknown): object
  /** The whole output at a compaction; undefined if the host's summary prompt takes no text. */
  summary?(text: string, payload: unknown): string
}

/** A tool call as a host reports it. */
interface HookedCall {
  readonly session: string
  readonly agent?: Agent | undefined
  readonly call: string
  readonly tool: string
  readonly input: PayloadFields
  /** The decoded call, from hosts whose tools have arguments of their own. */
  readonly calls?: readonly ToolCall[]
  readonly cwd?: string | undefined
}

/** Undefined for a failed read, since the model has seen nothing. */
export function toolHook(stage: 'before' | 'after' | 'failed', given: HookedCall): ToolHookEvent | undefined {
  const { session, agent, call, tool, input, calls = readToolCalls(tool, input), cwd } = given
  if (stage === 'failed' && calls.every(({ kind }) => kind === 'reads')) return undefined
  const called = { session: agent?.session ?? session, call, calls, ...(cwd === undefined ? {} : { cwd }) }
  const event: ToolHookEvent['event'] =
    stage === 'before'
      ? { kind: 'tool-requested', ...called }
      : { kind: 'tool-finished', ...called, ...(stage === 'failed' ? { failed: true } : {}) }
  return { kind: 'tool', event, agent, asked: askedIn(plainToolName(tool), input), isOwn: false }
}

function askedIn(tool: string, input: PayloadFields): Asked | undefined {
  if (tool === 'memoryrecall') return { kind: 'recall', question: textIn(input, 'question') }
  return tool === 'memorypropose' ? { kind: 'propose', entries: input['entries'] } : undefined
}

/**
 * False only for calls that concern neither the bank nor a write. Runs before the guard is loaded, so it must be cheap.
 */
export function concernsMemoryBank(hook: Hook, project: string | undefined): boolean {
  if (hook.kind !== 'tool' || hook.asked !== undefined) return true
  const folder = hook.event.cwd ?? '.'
  return hook.event.calls.some((call) => mayConcernBank(call, folder, project ?? folder))
}

/** True for a shell command: it matters only if the bank has changed (S34). */
export function ranProgram({ event }: ToolHookEvent): boolean {
  return event.calls.some(({ kind }) => kind === 'shell')
}

/** The files that a finished call has read: the bank may have a line about one of them (S28). */
export function filesReadIn({ event }: ToolHookEvent): readonly string[] {
  if (event.kind !== 'tool-finished' || event.failed === true) return []
  return event.calls.flatMap((call) => (call.kind === 'reads' ? call.paths : []))
}

/** The working folder if it is inside `top`, else `top`: the bank may be in a subfolder of the repository. */
export function startedIn(top: string | undefined, cwd: string | undefined): string | undefined {
  if (top === undefined || cwd === undefined) return cwd ?? top
  return `${cwd}${sep}`.startsWith(`${top}${sep}`) ? cwd : top
}
