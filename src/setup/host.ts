/**
 * A host as install, uninstall and doctor see it. Each host in hosts/ exports one such value; setup and the command
 * line know no host by name.
 */

import type { Words } from '../base/language.ts'
import type { SettingsEntry } from '../settings/settings-entries.ts'
import type { Diagnosis } from './diagnosis.ts'
import type { InstallContext } from './install-context.ts'
import type { OtherTool } from './other-tool.ts'
import type { ModelStep } from './scripted-model.ts'

/** The project's settings, which a team may share, or the user's own. */
export type Scope = 'project' | 'user'

export interface InstallWish {
  readonly scope: Scope
  /** Also write the host's own static rules against edits of the bank, as a second layer. */
  readonly deny: boolean
  /** The package to name in the settings instead of the default. */
  readonly from: string | undefined
}

export interface Host {
  /** Its name on the command line. */
  readonly id: string
  /** Other accepted names. */
  readonly aliases: readonly string[]
  /** Its name in sentences. */
  readonly name: string
  /** Its page in docs/hosts. */
  readonly page: string
  /** Its program; undefined if it has none. */
  readonly program: string | undefined
  /** Versions tested with the real program, newest last. */
  readonly tested: readonly string[]
  /** The values that `--from` accepts: any package, or only a folder of this machine. */
  readonly from: 'package' | 'folder'
  /** Its settings files of a scope in order of preference. The last is created if none exists. */
  files(scope: Scope, context: InstallContext): readonly string[]
  /** Further files that it reads and where Memory Bank's entry may be. `install` only repairs entries there. */
  otherFiles(scope: Scope, context: InstallContext): readonly string[]
  /** The user's own settings files in a project, for entries that are valid only on this machine. */
  localFiles(context: InstallContext): readonly string[]
  /** The first lines of a new .gitignore beside those files; undefined if `.git/info/exclude` lists them. */
  readonly newIgnoreList: string | undefined
  /** True if Memory Bank's entries in this text are valid only on this machine. */
  namesMachine(text: string, file: string, context: InstallContext): boolean
  /** The first text of a new settings file. */
  readonly newFile: string
  /** The entries that install adds. With all options on, these are also the entries that uninstall removes. */
  entries(wish: InstallWish, file: string, context: InstallContext): readonly SettingsEntry[]
  /** Notes on these settings for the reader of a plan. */
  notes(text: string, wish: InstallWish, context: InstallContext): readonly Words[]
  /** Text to paste into other settings; undefined if it does not apply. */
  snippet(context: InstallContext): string | undefined
  /** The command in its chat that makes it learn the project; undefined if there is only `memory-bank learn`. */
  readonly learnCommand: string | undefined
  /** Printed after installation. */
  readonly afterwards: Words
  diagnose(context: InstallContext): HostReport
  /** Another tool whose entries repeat those of Memory Bank in this host. */
  readonly other?: OtherTool
  /** How the opening reaches the host's model; undefined if none is sent. */
  readonly opening: HostOpening | undefined
  /** This host again, once for each further settings file that gets entries of Memory Bank. */
  readonly also?: readonly Host[]
  /** How `doctor --prove` tests that it refuses forbidden calls; undefined if it cannot refuse any. */
  readonly proof: HostProof | undefined
}

export interface HostOpening {
  /** The part of a model request that carries the opening, such as the system prompt. */
  readonly channel: Words
  /** The text as it is sent to this host, if that differs. */
  sent?(text: string): string
}

/** How memory-bank is installed in one host. */
export interface HostReport {
  readonly installed: readonly InstalledEntry[]
  readonly findings: readonly Diagnosis[]
}

export interface InstalledEntry {
  readonly scope: Scope
  readonly file: string
  /** The package folder that the entry names; undefined if unknown. */
  readonly folder: string | undefined
  /** The entry as written in the settings. */
  readonly spec: string
  /** Memory Bank's options in the settings. */
  readonly options?: Readonly<Record<string, unknown>>
  /** The module that the host imports, if it imports one. */
  readonly module?: string
}

/** How to prove a host: its settings for a sample project, and how its model calls tools. */
export interface HostProof {
  /** The proof for this version of the program, if versions differ. */
  readonly of?: (program: { readonly path: string; readonly version: string | undefined }) => HostProof
  /** The sample's files by absolute path: the host's settings with only Memory Bank's entry. */
  files(place: ProofPlace): Readonly<Record<string, string>>
  /**
   * Copies of the user's own settings, reduced to what decides whether Memory Bank runs. Models and keys are not
   * copied.
   */
  ownFiles(place: ProofPlace, context: InstallContext): Readonly<Record<string, string>>
  /** The user's environment variables that also decide whether Memory Bank runs. */
  readonly switches: readonly string[]
  /** The arguments of each start, in order. The forbidden calls happen in the last. */
  readonly runs: readonly (readonly string[])[]
  /** Replaces the last start by one in a pseudo-terminal; undefined if terminals are not tested. */
  readonly terminal?: {
    readonly args: readonly string[]
    /** Settings that answer the questions of a first start in a terminal. */
    files(place: ProofPlace): Readonly<Record<string, string>>
  }
  env(place: ProofPlace): Readonly<Record<string, string>>
  write(path: string, content: string): ModelCall
  shell(command: string): ModelCall
}

/** The paths of a proof and the address of its model. The folders are removed afterwards, except the package. */
interface ProofPlace {
  readonly home: string
  readonly project: string
  /** The package that the host loads. */
  readonly plugin: string
  /** The address of the scripted model, on loopback. */
  readonly modelUrl: string
}

export type ModelCall = ModelStep & { readonly kind: 'call' }
