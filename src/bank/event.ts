/** What happens in a host, in our own terms, and our answers. Adapters translate both and decide nothing. */

import type { BankPath } from '../base/bank-path.ts'
import type { Topic } from './proposal.ts'
import type { ToolCall } from './tool-call.ts'

export type HostEvent =
  | { readonly kind: 'session-started'; readonly session: string; readonly parent?: string; readonly agent?: string }
  /** The person's own message; a new turn begins. `from`: it came from no person, or while a command of this session ran. */
  | {
      readonly kind: 'user-said'
      readonly session: string
      readonly text: string
      readonly from?: 'person' | 'program' | 'meanwhile'
      /** The entries that wait for the person's word. */
      readonly topics?: readonly Topic[]
    }
  | { readonly kind: 'assistant-said'; readonly session: string; readonly text: string }
  | ToolRequested
  | ToolFinished
  | { readonly kind: 'compacted'; readonly session: string }
  | { readonly kind: 'session-ended'; readonly session: string }

export interface ToolRequested {
  readonly kind: 'tool-requested'
  readonly session: string
  /** The id that distinguishes calls that run at the same time. */
  readonly call: string
  /** What the call does: usually one thing, several where a tool runs others. */
  readonly calls: readonly ToolCall[]
  /** Where the tool runs; the project's root if the host does not say. */
  readonly cwd?: string
}

export interface ToolFinished {
  readonly kind: 'tool-finished'
  readonly session: string
  readonly call: string
  readonly calls: readonly ToolCall[]
  /** The tool failed, or its command ended with an error; left out where the host does not say. */
  readonly failed?: boolean
  /** Where the tool ran; the project's root if the host does not say. */
  readonly cwd?: string
}

/** What a tool call would do, as far as can be known beforehand. */
export type ToolFacts =
  /** Nothing to do with files. */
  | { readonly kind: 'other' }
  | { readonly kind: 'reads'; readonly bank: readonly BankRead[] }
  | { readonly kind: 'writes'; readonly files: readonly WriteFacts[]; readonly occasion?: Occasion }
  | {
      readonly kind: 'shell'
      readonly danger: ShellDanger | undefined
      readonly reads: readonly BankRead[]
      /** Project paths it writes, relative to the root. */
      readonly writes: readonly string[]
      readonly occasion?: Occasion
    }
  /** A sub-agent begins. `again`: a memory-reader is asked the same question that this session is answering. */
  | { readonly kind: 'delegates'; readonly agent: string; readonly again: boolean }
  /** It names the port of a page of ours, where a person answers. */
  | { readonly kind: 'reaches-page'; readonly port: number }
  /** The call could not be understood, and it names the bank. */
  | { readonly kind: 'unjudged'; readonly why: string }

/** What a call begins that the project's patterns decide about (S27): `what` names the folder, packages or files. */
export interface Occasion {
  readonly kind: 'folder' | 'dependency' | 'move'
  readonly what: string
}

export interface BankRead {
  readonly path: BankPath
  /** What it read. */
  readonly hash: string
}

/** A shell command that must not run from an agent. */
export type ShellDanger =
  | { readonly kind: 'writes-bank'; readonly how: string; readonly path: string }
  | { readonly kind: 'writes-config' }
  | { readonly kind: 'writes-state'; readonly path: string }
  | { readonly kind: 'writes-settings'; readonly path: string }
  | { readonly kind: 'runs-our-command'; readonly command: string }
  /** It runs what is typed into it later, which we are not shown. */
  | { readonly kind: 'runs-what-is-typed'; readonly program: string }

/** One file that a tool would write, as it is and as it would be. */
export type WriteFacts =
  | { readonly in: 'project'; readonly path: string }
  /** memory-bank.json, which only people change. */
  | { readonly in: 'config'; readonly path: string }
  /** Our own records: journal, sessions, proposals. */
  | { readonly in: 'state'; readonly path: string }
  /** A host's settings, if the write would change an entry of ours. */
  | { readonly in: 'settings'; readonly path: string }
  /** A path in the bank that a link leads out of it, or a path outside that a link leads to something in the bank that is not one of its files. */
  | { readonly in: 'elsewhere'; readonly path: string }
  | BankWrite

export interface BankWrite {
  readonly in: 'bank'
  readonly path: BankPath
  /** Undefined for a file that is not there yet. */
  readonly before: string | undefined
  /** Undefined when the write deletes or moves the file away. */
  readonly after: string | undefined
  /** The write would replace or remove what people wrote, and this is the hash of the file as they left it (S4). */
  readonly editedByHand: string | undefined
}

/** What the host is told. A note reaches the model with the tool's result, never as a message of the user's. */
export type Verdict =
  | { readonly kind: 'allow' }
  /** `toPerson`: the person is shown it at once too, where the host has a way. */
  | { readonly kind: 'note'; readonly rule: string; readonly text: string; readonly toPerson?: string }
  | { readonly kind: 'refuse'; readonly rule: string; readonly text: string }

export type GuardMode = 'off' | 'warn' | 'block'
export type Writer = 'confirm' | 'direct' | 'writer'
export type ReadScope = 'session' | 'turn'
