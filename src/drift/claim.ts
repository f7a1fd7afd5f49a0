/** What a bank claims about its repository, as a value: one thing that can be looked up, and where it is said. */

import type { BankPath } from '../core/bank-path.ts'

export interface Place {
  readonly path: BankPath
  /** Counted from 1. */
  readonly line: number
  /** As it stands there. */
  readonly text: string
  /** `weak`: an example or a product; only what git once had is reported. */
  readonly strength: 'firm' | 'weak'
}

export type Claim =
  | (Place & PathClaim)
  | (Place & { readonly kind: 'anchor'; readonly anchor: Anchor })
  | (Place & SymbolClaim)
  | (Place & {
      readonly kind: 'script'
      readonly tool: ScriptTool
      readonly name: string
      /** `run` was said, so nothing but a script can be meant. */
      readonly sure: boolean
    })
  | (Place & { readonly kind: 'target'; readonly tool: 'make' | 'just' | 'task'; readonly name: string })
  | (Place & { readonly kind: 'member'; readonly of: MemberKind; readonly name: string })
  | (Place & VersionClaim)
  | (Place & DependencyClaim)
  | (Place & {
      readonly kind: 'variable'
      readonly name: string
      /** The headings it stands under. */
      readonly section: string
    })
  | (Place & { readonly kind: 'port'; readonly port: number })
  | (Place & {
      readonly kind: 'route'
      readonly route: string
      /** The headings it stands under. */
      readonly section: string
    })
  | (Place & { readonly kind: 'tree'; readonly entries: readonly TreeEntry[] })

export interface PathClaim {
  readonly kind: 'path'
  /** Relative to somewhere in the project: no leading `./`, no trailing `/`. */
  readonly file: string
  readonly folder: boolean
  readonly lines: { readonly from: number; readonly to: number } | undefined
  /** The sentence says that something stands there: it leads an item, or "in", "see", "lives at" go before it. */
  readonly located: boolean
  /** A command reads it by this very name. */
  readonly needed: boolean
  /** What the sentence says stands at these lines. */
  readonly symbol: string | undefined
  /** Other files that the sentence names. */
  readonly beside: readonly string[]
  /** The headings it stands under. */
  readonly section: string
}

/** A path that a command or a drawing names, with nothing said around it. */
export function pathClaim(
  place: Place,
  { file, folder, needed }: { readonly file: string; readonly folder: boolean; readonly needed: boolean },
): Place & PathClaim {
  return {
    ...place,
    kind: 'path',
    file,
    folder,
    lines: undefined,
    located: true,
    needed,
    symbol: undefined,
    beside: [],
    section: '',
  }
}

export interface SymbolClaim {
  readonly kind: 'symbol'
  /** The last part of a qualified name. */
  readonly name: string
  /** The file the sentence puts it in. */
  readonly file: string | undefined
  /** Other files that the sentence or its row names. */
  readonly nearby: readonly string[]
  /** What stands before the name: `Ring` of `Ring.getNodes`, `org.acme.store` of `org.acme.store.Shelf`. */
  readonly owner: string | undefined
  /** The sentence gives it to somebody: "Stripe's `PaymentIntent`", "Horizon calls `getToken`". */
  readonly foreign: boolean
  /** In a row of a table. */
  readonly inTable: boolean
  /** Names that the sentence puts on a level with it. */
  readonly peers: readonly string[]
  /** The headings it stands under. */
  readonly section: string
}

export interface DependencyClaim {
  readonly kind: 'dependency'
  readonly name: string
  /** Said to be used, and known to be a package. */
  readonly sure: boolean
  /** One of a list or table of packages: the headings it stands under. */
  readonly list: string | undefined
}

export interface VersionClaim {
  readonly kind: 'version'
  /** One or two words as they stand, most specific first. */
  readonly names: readonly string[]
  readonly version: string
  /** The file it is said to be pinned in. */
  readonly file: string | undefined
  /** `same`: the bank quotes the declaration; `least`: "18+"; `some`: a plain number. */
  readonly how: 'same' | 'least' | 'some'
}

/** `path#L10-20@hash`; the hash is of those lines, and `?` asks for one. */
export interface Anchor {
  readonly file: string
  readonly from: number
  readonly to: number
  readonly hash: string
}

export interface TreeEntry {
  readonly path: string
  readonly folder: boolean
  readonly line: number
  /** Its own remark says that it may not be there. */
  readonly weak: boolean
}

export type ScriptTool = 'npm' | 'composer' | 'deno'
export type MemberKind =
  | 'cargo-package'
  | 'cargo-target'
  | 'cargo-feature'
  | 'python-module'
  | 'compose-service'
  | 'gradle-module'
  | 'maven-module'
  | 'maven-profile'
  | 'rake-task'
  | 'tox-env'
