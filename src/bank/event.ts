/** Host events in Memory Bank's own terms, and the answers to them. Adapters translate both and decide nothing. */

import type { BankPath } from '../base/bank-path.ts'
import type { Topic } from './proposal.ts'
import type { ToolCall } from './tool-call.ts'

export type HostEvent =
  | { readonly kind: 'session-started'; readonly session: string; readonly parent?: string; readonly agent?: string }
  /**
   * A message of the user, which begins a new turn. `program`: a program sent it. `meanwhile`: it arrived while a
   * command of this session was running.
   */
  | {
      readonly kind: 'user-said'
      readonly session: string
      readonly text: string
      readonly from?: 'person' | 'program' | 'meanwhile'
      /** The proposals that the person is asked to confirm. */
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
  /** Distinguishes calls that run at the same time. */
  readonly call: string
  /** Usually one call. Several if the tool runs other tools. */
  readonly calls: readonly ToolCall[]
  /** The working folder of the tool. Undefined if the host does not say: the project's root. */
  readonly cwd?: string
}

export interface ToolFinished {
  readonly kind: 'tool-finished'
  readonly session: string
  readonly call: string
  readonly calls: readonly ToolCall[]
  /** The tool failed, or its command exited with an error. Undefined if the host does not say. */
  readonly failed?: boolean
  /** The working folder of the tool. Undefined if the host does not say: the project's root. */
  readonly cwd?: string
}

/** The predicted effects of a tool call. */
export type ToolFacts =
  /** The call does not touch files. */
  | { readonly kind: 'other' }
  | { readonly kind: 'reads'; readonly bank: readonly BankRead[] }
  | {
      readonly kind: 'writes'
      readonly files: readonly WriteFacts[]
      readonly occasion?: Occasion
      readonly begins?: string
    }
  | {
      readonly kind: 'shell'
      readonly danger: ShellDanger | undefined
      readonly reads: readonly BankRead[]
      /** Written project paths, relative to the root. */
      readonly writes: readonly string[]
      readonly occasion?: Occasion
      /** The folder that would get its first source files (S45). Found only if `docFirst` is on. */
      readonly begins?: string
    }
  /** A sub-agent starts. `again`: a memory-reader gets the same question that this session is answering. */
  | { readonly kind: 'delegates'; readonly agent: string; readonly again: boolean }
  /** The call names the port of a dashboard page, on which a person answers. */
  | { readonly kind: 'reaches-page'; readonly port: number }
  /** The call would show the key of Memory Bank's seals. */
  | { readonly kind: 'reads-key' }
  /** The effects of the call cannot be predicted, and it mentions the bank. */
  | { readonly kind: 'unjudged'; readonly why: string }

/**
 * The call starts work that details/patterns.md may have rules for (S27). `what` names the folder, packages or files.
 */
export interface Occasion {
  readonly kind: 'folder' | 'dependency' | 'move'
  readonly what: string
}

export interface BankRead {
  readonly path: BankPath
  /** The hash of the file's text. */
  readonly hash: string
}

/** A shell command that an agent must not run. */
export type ShellDanger =
  | { readonly kind: 'writes-bank'; readonly how: string; readonly path: string }
  | { readonly kind: 'writes-config' }
  | { readonly kind: 'writes-state'; readonly path: string }
  | { readonly kind: 'writes-settings'; readonly path: string }
  | { readonly kind: 'runs-our-command'; readonly command: string }
  /** The command runs input that is typed later and that Memory Bank does not see. */
  | { readonly kind: 'runs-what-is-typed'; readonly program: string }

/** A file that a tool would write, before and after. */
export type WriteFacts =
  | { readonly in: 'project'; readonly path: string }
  /** memory-bank.json, which only people change. */
  | { readonly in: 'config'; readonly path: string }
  /** Memory Bank's own state: journal, sessions, proposals. */
  | { readonly in: 'state'; readonly path: string }
  /** A host's settings, if the write would change an entry of Memory Bank. */
  | { readonly in: 'settings'; readonly path: string }
  /**
   * A path in the bank that links out of it, or a path outside that links into the bank but not to one of its files.
   */
  | { readonly in: 'elsewhere'; readonly path: string }
  | BankWrite

export interface BankWrite {
  readonly in: 'bank'
  readonly path: BankPath
  /** Undefined if the file does not exist yet. */
  readonly before: string | undefined
  /** Undefined if the write deletes or moves the file. */
  readonly after: string | undefined
  /** The write would replace or remove a person's text. The value is the hash of the file as they left it (S4). */
  readonly editedByHand: string | undefined
}

/** The answer to the host. A note reaches the model with the tool's result, never as a message of the user. */
export type Verdict =
  | { readonly kind: 'allow' }
  /** `toPerson`: a text that the host also shows to the user at once, if it can. */
  | { readonly kind: 'note'; readonly rule: string; readonly text: string; readonly toPerson?: string }
  | { readonly kind: 'refuse'; readonly rule: string; readonly text: string }

export type GuardMode = 'off' | 'warn' | 'block'
export type Writer = 'confirm' | 'direct' | 'writer'
export type DocFirst = 'off' | 'warn' | 'block'
export type ReadScope = 'session' | 'turn'
