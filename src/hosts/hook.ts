/**
 * Hosts whose hooks send payloads: a `HookHost` decodes a payload into a `Hook` and encodes an `Answer`. A payload is
 * decoded once.
 */

import type { ToolFinished, ToolRequested } from '../bank/event.ts'
import type { ToolCall } from '../bank/tool-call.ts'
import type { Words } from '../base/language.ts'
import { mayConcernBank } from '../session/may-concern-bank.ts'
import { type Fields, textIn } from './fields.ts'
import { plainToolName, readToolCalls } from './tool-call.ts'

export type Hook =
  /** `resumed`: the opening is still in the model's context. */
  | { readonly kind: 'began'; readonly session: string; readonly compacted: boolean; readonly resumed: boolean }
  | {
      readonly kind: 'prompt'
      readonly session: string
      readonly text: string
      readonly command: OwnCommand | undefined
    }
  | ToolHook
  | { readonly kind: 'agent-began'; readonly agent: Agent }
  | { readonly kind: 'agent-ended'; readonly agent: Agent }
  /** `again`: the agent was kept from stopping once already. */
  | { readonly kind: 'stop'; readonly session: string; readonly said: Said; readonly again: boolean }
  | { readonly kind: 'compacting'; readonly session: string }
  /** A compaction begins, and no event follows it: what the model lost comes with the next message. */
  | { readonly kind: 'compacted'; readonly session: string }
  | { readonly kind: 'ended'; readonly session: string }

export interface ToolHook {
  readonly kind: 'tool'
  readonly event: ToolRequested | ToolFinished
  readonly agent: Agent | undefined
  /** The question or the entries, if the call is one of our recall or propose tool. */
  readonly asked: Asked | undefined
  /** A tool of our own server is requested. It reads or asks the person, so it needs no permission. */
  readonly isOwn: boolean
}

type Asked =
  | { readonly kind: 'recall'; readonly question: string | undefined }
  | { readonly kind: 'propose'; readonly entries: unknown }

/** A command of ours that the person typed. */
export type OwnCommand = 'refresh' | 'learn'

/** A sub-agent has its own session below its parent's. */
export interface Agent {
  readonly session: string
  readonly parent: string
  readonly name: string
}

/** The assistant's last words, or the file that has them. */
export type Said =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'transcript'; readonly path: string }
  | { readonly kind: 'unknown' }

export type Answer =
  | { readonly kind: 'nothing' }
  /** For the model, with the event it belongs to. */
  | { readonly kind: 'tell-model'; readonly text: string }
  | { readonly kind: 'refuse'; readonly text: string }
  /** The person need not permit it; `text` is for the model. */
  | { readonly kind: 'permit'; readonly text: string | undefined }
  /** The turn continues with this. */
  | { readonly kind: 'keep-going'; readonly text: string }
  | { readonly kind: 'tell-user'; readonly text: string }
  | { readonly kind: 'tell-both'; readonly model: string; readonly user: string }
  /** Added to the prompt that asks for a summary. */
  | { readonly kind: 'summary-words'; readonly text: string }

export interface HookHost {
  readonly id: string
  /** Undefined for an event that Memory Bank does not answer, and for anything that is not a payload. */
  decode(payload: unknown): Hook | undefined
  /** Whether a command of the project may have become this message: then it is not a person's word (S42). */
  isCommand?(text: string, folder: string): Promise<boolean>
  /** The output for the event of this payload. */
  encode(payload: unknown, answer: Answer): string
  /** An output with a warning for the person added. */
  warn(payload: unknown, output: string, text: string): string
  /** A fault of the host itself that keeps Memory Bank from guarding, asked at each message. */
  trouble?(env: NodeJS.ProcessEnv, now: Date): Promise<Words | undefined>
  /** The assistant's last words in a transcript. */
  readTranscript?(path: string): string
  /** Whether a message to the person reaches them; else the model is asked to print it. */
  readonly hasUserChannel: boolean
  /** The prompt for a summary takes no words: they come with the opening after it. */
  readonly speaksAfterSummary?: true
  /** Whether the person's channel works at every event; else messages wait for the end of the turn. */
  readonly showsAtOnce: boolean
  /** When the model reads a note made before a call: with the call, or only with its result. */
  readonly notesAt: 'call' | 'result'
  /** The event that carries the opening. */
  readonly opensWith: 'session' | 'message'
  /** The event before a tool call, and the smallest payload of one. */
  readonly beforeTool: { readonly event: string; readonly payload: unknown }
  /** The folder that the host was started in. */
  projectFolder(payload: unknown, env: NodeJS.ProcessEnv): string
  /** Settings of a project whose `env` the host sets for our hooks; an untrusted repository's are ignored (S39). */
  readonly settingsWithEnv: readonly string[]
  /** Called when a session begins: marks the shells that the host will start as an agent's (S42). */
  markShells?(env: NodeJS.ProcessEnv): void
}

/** A tool call as a host reports it. */
interface HookedCall {
  readonly session: string
  readonly agent?: Agent | undefined
  readonly call: string
  readonly tool: string
  readonly input: Fields
  /** Read by the host itself, where its tools have arguments of their own. */
  readonly calls?: readonly ToolCall[]
  readonly cwd?: string | undefined
}

/** Undefined for a read that failed: the model has seen nothing. */
export function toolHook(stage: 'before' | 'after' | 'failed', given: HookedCall): ToolHook | undefined {
  const { session, agent, call, tool, input, calls = readToolCalls(tool, input), cwd } = given
  if (stage === 'failed' && calls.every(({ kind }) => kind === 'reads')) return undefined
  const called = { session: agent?.session ?? session, call, calls, ...(cwd === undefined ? {} : { cwd }) }
  const event: ToolHook['event'] =
    stage === 'before'
      ? { kind: 'tool-requested', ...called }
      : { kind: 'tool-finished', ...called, ...(stage === 'failed' ? { failed: true } : {}) }
  return { kind: 'tool', event, agent, asked: askedIn(plainToolName(tool), input), isOwn: false }
}

function askedIn(tool: string, input: Fields): Asked | undefined {
  if (tool === 'memoryrecall') return { kind: 'recall', question: textIn(input, 'question') }
  return tool === 'memorypropose' ? { kind: 'propose', entries: input['entries'] } : undefined
}

/**
 * Whether the guard has to look at this. Asked before the guard is loaded, so it costs little more than a bare Node. It
 * says no only to calls that can concern neither the bank nor a write.
 */
export function concernsUs(hook: Hook, project: string | undefined): boolean {
  if (hook.kind !== 'tool' || hook.asked !== undefined) return true
  const folder = hook.event.cwd ?? '.'
  return hook.event.calls.some((call) => mayConcernBank(call, folder, project ?? folder))
}

/** The folder of a call that ran a program and concerns Memory Bank only if the bank has changed (S34). */
export function ranProgramIn(hook: Hook, project: string | undefined): string | undefined {
  if (hook.kind !== 'tool' || hook.event.calls.every(({ kind }) => kind !== 'shell')) return undefined
  return project ?? hook.event.cwd ?? '.'
}
