/**
 * What a host whose hooks are payloads tells us, and what we answer: `HookHost` decodes a payload into a `Hook` and encodes
 * an `Answer`.
 */

import type { ToolFinished, ToolRequested } from '../core/event.ts'
import type { Words } from '../core/language.ts'

export type Hook =
  /** `resumed`: what it was opened with is still before the model. */
  | { readonly kind: 'began'; readonly session: string; readonly compacted: boolean; readonly resumed: boolean }
  | {
      readonly kind: 'prompt'
      readonly session: string
      readonly text: string
      readonly command: OwnCommand | undefined
    }
  | {
      readonly kind: 'tool'
      readonly event: ToolRequested | ToolFinished
      readonly agent: Agent | undefined
      /** The question, where the call is or was a recall. */
      readonly recalled: string | undefined
      /** The entries, where the call is going to propose some. */
      readonly proposes: unknown
      /** A tool of our own is asked for: it reads, or it asks the person, who need not be asked whether it may. */
      readonly isOwn: boolean
    }
  /** The assistant has said something, in a host that tells of it by itself. */
  | { readonly kind: 'said'; readonly session: string; readonly text: string }
  | { readonly kind: 'agent-began'; readonly agent: Agent }
  | { readonly kind: 'agent-ended'; readonly agent: Agent }
  /** `again`: the agent was kept from stopping already. */
  | { readonly kind: 'stop'; readonly session: string; readonly said: Said; readonly again: boolean }
  | { readonly kind: 'compacting'; readonly session: string }
  /** It begins, and nothing will be said of it any more: what the model lost comes with the next message. */
  | { readonly kind: 'compacted'; readonly session: string }
  | { readonly kind: 'ended'; readonly session: string }

/** A command of ours that the person typed. */
export type OwnCommand = 'refresh' | 'learn'

/** A sub-agent has a session of its own below the one that asked it. */
export interface Agent {
  readonly session: string
  readonly parent: string
  readonly name: string
}

/** The assistant's last words, or where they can be read. */
export type Said =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'transcript'; readonly path: string }
  /** They came before, by themselves. */
  | { readonly kind: 'heard' }
  | { readonly kind: 'unknown' }

export type Answer =
  | { readonly kind: 'nothing' }
  /** Shown to the model, with the event it belongs to. */
  | { readonly kind: 'tell-model'; readonly text: string }
  | { readonly kind: 'refuse'; readonly text: string }
  /** Needs no permission of the person's; `text` is for the model. */
  | { readonly kind: 'permit'; readonly text: string | undefined }
  /** The turn goes on with this. */
  | { readonly kind: 'keep-going'; readonly text: string }
  | { readonly kind: 'tell-user'; readonly text: string }
  /** Some for the model, some for the person. */
  | { readonly kind: 'tell-both'; readonly model: string; readonly user: string }
  /** Added to the prompt that asks for a summary. */
  | { readonly kind: 'summary-words'; readonly text: string }

export interface HookHost {
  readonly id: string
  /** Undefined for an event we have no interest in, or a payload that is none. */
  decode(payload: unknown): Hook | undefined
  /** The output for the event that the payload is of. */
  encode(payload: unknown, answer: Answer): string
  /** An output with words for the person besides. */
  warn(payload: unknown, output: string, text: string): string
  /** What of the host itself keeps us from guarding, at a message of the person's. */
  trouble(payload: unknown, now: Date): Promise<Words | undefined>
  readLastWords(said: Said): string
  /** Whether what we tell the person reaches them; else the model is asked to print it. */
  readonly hasUserChannel: boolean
  /** The prompt that asks for a summary takes no words of ours: they come with the opening after it. */
  readonly speaksAfterSummary?: boolean
  /** Whether that holds at every event; else it waits for the end of the turn. */
  readonly showsAtOnce: boolean
  /** When the model reads what is said before a call runs: with the call, or not at all, so that it waits for the result. */
  readonly notesAt: 'call' | 'result'
  /** Nothing said at a message or with a call that failed reaches the model: it waits for a result, or the turn's end. */
  readonly hearsOnlyResults?: true
  /** What brings the opening: the beginning of a session, or its first message. */
  readonly opensWith: 'session' | 'message'
  /** What it calls the event before a tool call, and the least of a payload of one. */
  readonly beforeTool: { readonly event: string; readonly payload: unknown }
  /** The folder the host was started in, as its environment or the payload says. */
  projectFolder(payload: unknown): string
}
