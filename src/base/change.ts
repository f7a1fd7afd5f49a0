/** A change of the bank with its precondition, and a plan: all changes that belong together. */

import type { BankPath } from './bank-path.ts'
import type { Words } from './language.ts'
import type { ProposalStep } from './proposal-status.ts'
import type { ProvenanceRecord } from './provenance-record.ts'

export type Change =
  /** Makes an empty folder, unless it exists. */
  | { readonly kind: 'make-folder'; readonly path: BankPath }
  /** Removes a folder if it is empty. */
  | { readonly kind: 'remove-folder'; readonly path: BankPath }
  /** The path must be free. */
  | { readonly kind: 'create'; readonly path: BankPath; readonly text: string }
  /** The file must still read `was`. */
  | { readonly kind: 'edit'; readonly path: BankPath; readonly was: string; readonly text: string }
  /** `path` must still read `was`, and `to` must be free; `text` is what `to` will read. */
  | {
      readonly kind: 'move'
      readonly path: BankPath
      readonly was: string
      readonly to: BankPath
      readonly text: string
    }
  /** The file must still read `was`. */
  | { readonly kind: 'remove'; readonly path: BankPath; readonly was: string }

/** The purpose of a plan. The journal and `history` show it. */
export type Intent =
  | 'init'
  | 'entry'
  | 'upgrade'
  | 'migrate'
  | 'refresh'
  | 'index'
  | 'archive'
  | 'fold'
  | 'fix'
  | 'undo'
  | 'restore'
  | 'outside'
  | 'resolve'
  | 'write'
  | 'import'
  | 'install'
  | 'uninstall'

export const INTENT_NAMES: Readonly<Record<Intent, Words>> = {
  init: { en: 'init', zh: '初始化' },
  entry: { en: 'entry', zh: '补建入口' },
  upgrade: { en: 'upgrade', zh: '升级' },
  migrate: { en: 'migrate', zh: '迁移' },
  refresh: { en: 'refresh', zh: '刷新' },
  index: { en: 'index', zh: '更新索引' },
  archive: { en: 'archive', zh: '归档' },
  fold: { en: 'fold the inbox', zh: '合入 inbox' },
  fix: { en: 'fix', zh: '修复' },
  undo: { en: 'undo', zh: '撤销' },
  restore: { en: 'restore', zh: '还原' },
  outside: { en: 'changed outside', zh: '外部改动' },
  resolve: { en: 'resolve', zh: '合并' },
  write: { en: 'write', zh: '写入' },
  import: { en: 'import', zh: '导入' },
  install: { en: 'install', zh: '安装' },
  uninstall: { en: 'uninstall', zh: '卸载' },
}

export interface Plan {
  readonly intent: Intent
  readonly changes: readonly Change[]
  readonly reasons: readonly Reason[]
  /** Remarks for the reader that the changes do not show. */
  readonly notes: readonly Words[]
  /** The origin of the entries that the plan writes; the journal keeps it (S57). */
  readonly provenance?: readonly ProvenanceRecord[]
  /** The proposals that the plan accepts or reopens. */
  readonly proposals?: readonly ProposalStep[]
}

export interface Reason {
  readonly path: BankPath
  readonly words: Words
}

/** Lines that a person wrote or changed in a section, and that a plan would replace or remove (S4). */
export interface EditConflict {
  readonly path: BankPath
  readonly heading: string
  /** When Memory Bank last wrote the section, if known. */
  readonly at: string | undefined
  readonly theirs: readonly string[]
  /** The text that the plan would put into the section. */
  readonly ours: readonly string[]
}

/** A person's choice when a plan would replace their text (S4). */
export type ConflictChoice = 'keep' | 'overwrite' | 'append'

export function conflictChoice(raw: string): ConflictChoice | undefined {
  return raw === 'keep' || raw === 'overwrite' || raw === 'append' ? raw : undefined
}

/** Changes that were made together and can be undone together. */
export interface Applied {
  readonly id: string
  readonly intent: Intent
  readonly changes: readonly Change[]
  /** Interrupted transactions that were finished or undone first. */
  readonly recovered: readonly Recovery[]
  /** False if files moved and git's index could not be updated because it is locked or damaged. */
  readonly isStaged: boolean
}

/** The outcome of an interrupted transaction. */
export interface Recovery {
  readonly id: string
  readonly intent: Intent
  readonly outcome: 'finished' | 'undone'
  /** Files that somebody else changed in the meantime. They were left alone. */
  readonly left: readonly BankPath[]
}
