/** What install, uninstall and doctor must know of a host: where its settings stand, and which entries of them are ours. */

import type { Words } from '../core/language.ts'
import type { Look } from '../workspace/project/settings-files.ts'
import type { HostProof } from './host-proof.ts'

export type { Look }

import type { SettingsEntry } from '../text/settings-entries.ts'

/** Whose settings: the project's, which a team may share, or the user's own. */
export type Scope = 'project' | 'user'

/** Where an installation happens. */
export interface Ground {
  /** The project's root; undefined outside any project. */
  readonly root: string | undefined
  readonly home: string
  /** The user's folders for settings, data and caches. */
  readonly configHome: string
  readonly dataHome: string
  readonly cacheHome: string
  /** Claude Code's own folder. */
  readonly claudeHome: string
  /** Settings that OpenCode reads besides, as the environment names them: a file, and a folder of its own. */
  readonly openCodeBesides: { readonly file: string | undefined; readonly folder: string | undefined }
  /** Switches of OpenCode's that are set and keep it from plugins, or from a project's settings. */
  readonly openCodeSwitches: readonly ('OPENCODE_PURE' | 'OPENCODE_DISABLE_PROJECT_CONFIG')[]
  /** The package this program belongs to. */
  readonly packageRoot: string
  /** How an MCP client starts this program. */
  readonly start: { readonly command: string; readonly args: readonly string[] }
  readonly look: Look
}

export interface SetupWish {
  readonly scope: Scope
  /** The host's own static rules against writes to the bank, as a second layer. */
  readonly deny: boolean
  /** The package to name in the settings instead of the one we would choose. */
  readonly from: string | undefined
}

export interface HostSetup {
  readonly id: string
  readonly name: string
  /** What its program is called; undefined for what is no program. */
  readonly program: string | undefined
  /** Versions that were proven, newest last. */
  readonly tested: readonly string[]
  /** Its settings files of a scope, preferred ones first; the last one is made where none is there. */
  files(scope: Scope, ground: Ground): readonly string[]
  /** Files it reads too, where an entry of ours may stand by somebody's own hand; a new one is never put there. */
  others(scope: Scope, ground: Ground): readonly string[]
  /** A settings file that is not there yet begins as this. */
  readonly fresh: string
  /** What to put in; with what may be ours but was not wished for, what to take out. */
  entries(wish: SetupWish, file: string, ground: Ground): readonly SettingsEntry[]
  /** What the reader of a plan should know about these settings. */
  notes(text: string, file: string, wish: SetupWish, ground: Ground): readonly Words[]
  /** What to paste into settings that we do not know; undefined where there are none such. */
  snippet(ground: Ground): string | undefined
  /** Said after it was installed. */
  readonly afterwards: Words
  diagnose(ground: Ground): HostReport
  /** How it is seen to refuse; undefined where nothing is refused. */
  readonly proof: HostProof | undefined
}

/** How one host stands. */
export interface HostReport {
  /** Where our entry is found. */
  readonly installed: readonly InstalledEntry[]
  readonly findings: readonly Diagnosis[]
}

export interface InstalledEntry {
  readonly scope: Scope
  readonly file: string
  /** The package the entry leads to, as a folder; undefined where that cannot be told from here. */
  readonly folder: string | undefined
  /** As the settings have it. */
  readonly spec: string
  /** What the settings say about us beside the entry. */
  readonly options?: Readonly<Record<string, unknown>>
  /** The module the host imports, where it imports one. */
  readonly module?: string
}

/** One thing `doctor` says: that something is well, or what is not, with the one next step. */
export type Diagnosis = DiagnosisOf &
  (
    | { readonly level: 'ok'; readonly next?: never }
    | { readonly level: 'note' | 'warning' | 'error'; readonly next: Words }
  )

interface DiagnosisOf {
  readonly id: string
  /** What it is about: the program, the bank, or a host's name. */
  readonly about: string
  readonly what: Words
}
