/** What a bank claims about its repository, as a value: one thing that can be looked up, and where it is said. */

import type { BankPath } from '../core/bank-path.ts'

export interface Place {
  readonly path: BankPath
  /** Counted from 1. */
  readonly line: number
  /** The words of the bank, as a finding quotes them. */
  readonly text: string
  /** See `Strength`. */
  readonly strength: 'firm' | 'weak'
  /** YYYY-MM-DD: when the entry says it was written. What the code lost before that day is named on purpose. */
  readonly date: string | undefined
}

export type Claim =
  | (Place & PathClaim)
  | (Place & { readonly kind: 'anchor'; readonly anchor: Anchor })
  | (Place & SymbolClaim)
  | (Place & {
      readonly kind: 'script'
      readonly tool: ScriptTool
      readonly name: string
      /** The command has `run` in it, so the name can only be a script. */
      readonly sure: boolean
    })
  | (Place & { readonly kind: 'target'; readonly tool: 'make' | 'just' | 'task'; readonly name: string })
  | (Place & { readonly kind: 'member'; readonly of: MemberKind; readonly name: string })
  | (Place & VersionClaim)
  | (Place & ValueClaim)
  | (Place & LiteralClaim)
  | (Place & EntryClaim)
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
  /** The sentence says that the file is there: the path begins an item, or follows "in", "see" or "lives at". */
  readonly located: boolean
  /** A command needs a file of exactly this name. */
  readonly needed: boolean
  /** The symbol that the sentence puts at these lines. */
  readonly symbol: string | undefined
  /** Other files that the sentence names. */
  readonly beside: readonly string[]
  /** The headings it stands under. */
  readonly section: string
}

/** A path that a command or a drawn tree names, without a sentence around it. */
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
  /** The file that the sentence says it is in. */
  readonly file: string | undefined
  /** Other files that the sentence or its row names. */
  readonly nearby: readonly string[]
  /** What stands before the name: `Ring` of `Ring.getNodes`, `org.acme.store` of `org.acme.store.Shelf`. */
  readonly owner: string | undefined
  /** The sentence says that it belongs to somebody else: "Stripe's `PaymentIntent`", "Horizon calls `getToken`". */
  readonly foreign: boolean
  /** It is not marked as code, so it may be the name of a product. */
  readonly bare: boolean
  /** The sentence says that the file defines it: "`login` lives in `src/auth.ts`". */
  readonly defined: boolean
  /** In a row of a table. */
  readonly inTable: boolean
  /** Names that the sentence lists together with it. */
  readonly peers: readonly string[]
  /** The headings it stands under. */
  readonly section: string
}

export interface DependencyClaim {
  readonly kind: 'dependency'
  readonly name: string
  /** The sentence says that it is used, and we know it as a package. */
  readonly sure: boolean
  /** The last commits took it out of a manifest. */
  readonly lost: boolean
  /** The headings above the list or table of packages that it is in; undefined outside of one. */
  readonly list: string | undefined
}

export interface VersionClaim {
  readonly kind: 'version'
  /** The possible names of the package, most specific first. */
  readonly names: readonly string[]
  readonly version: string
  /** The file that the sentence says pins the version. */
  readonly file: string | undefined
  /** `same`: the bank quotes the declaration; `least`: "18+"; `some`: a plain number. */
  readonly how: 'same' | 'least' | 'some'
  /** The environment that the sentence speaks of; empty if it names none. */
  readonly environment: string
}

/** What is quoted as the code spells it. */
export interface LiteralClaim {
  readonly kind: 'literal'
  /** The sentence quotes it as the text of a script: "`npm test` runs `tsc && vitest`". */
  readonly ofScript: boolean
}

/** A word that stands in a file of settings: "`strict` in `tsconfig.json`", "CI runs Python 3.9". */
export interface EntryClaim {
  readonly kind: 'entry'
  readonly word: string
  /** Undefined for the files of CI. */
  readonly file: string | undefined
  /** The words that are listed with it; empty if it is marked as code. */
  readonly beside: readonly string[]
}

/** "`MAX_TRIES` is 3" */
export interface ValueClaim {
  readonly kind: 'value'
  readonly name: string
  /** With its unit. */
  readonly value: string
  /** The environment that the sentence speaks of; empty if it names none. */
  readonly environment: string
}

/** `path#L10-20@hash`: the hash of those lines. `?` in its place asks us to fill it in. */
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
  /** The remark behind the entry says that it may be missing. */
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
