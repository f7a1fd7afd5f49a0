/**
 * A host as install, uninstall and doctor know it. Each host in hosts/ gives one such value; setup and the command
 * line know no host by name.
 */

import type { Words } from '../base/language.ts'
import type { ModelStep } from '../disk/project/scripted-model.ts'
import type { SettingsEntry } from '../settings/settings-entries.ts'
import type { InstallContext } from './install-context.ts'

/** Whose settings: the project's, which a team may share, or the user's own. */
export type Scope = 'project' | 'user'

export interface InstallWish {
  readonly scope: Scope
  /** Also write the host's own static rules against edits of the bank, as a second layer. */
  readonly deny: boolean
  /** The package to name in the settings instead of the one we would choose. */
  readonly from: string | undefined
}

export interface Host {
  /** What people call it on the command line. */
  readonly id: string
  /** Other names that mean it there. */
  readonly aliases: readonly string[]
  /** What it is called in sentences. */
  readonly name: string
  /** Its page below docs/hosts. */
  readonly page: string
  /** Its program; undefined for what is not a program. */
  readonly program: string | undefined
  /** Versions that were driven by our tests, newest last. */
  readonly tested: readonly string[]
  /** What `--from` may name: any package, or only a folder of this machine. */
  readonly from: 'package' | 'folder'
  /** Its settings files of a scope, preferred ones first; the last one is created where none exists. */
  files(scope: Scope, context: InstallContext): readonly string[]
  /** Files it reads too, where somebody may have put our entry by hand; a new entry never goes there. */
  otherFiles(scope: Scope, context: InstallContext): readonly string[]
  /** Files of a project that are one person's own: what holds on this machine only goes there, where git shares the others. */
  localFiles(context: InstallContext): readonly string[]
  /** Files where earlier versions put our entry, and where it does harm: the next installation moves it away. */
  formerFiles?(scope: Scope, context: InstallContext): readonly string[]
  /** What the host itself has put beside such a file because of our entry, and leaves there when it is gone. */
  leavings?(file: string, context: InstallContext): readonly Words[]
  /** What a list of files that git leaves alone begins with, beside those; undefined where this clone's own list has them. */
  readonly newIgnoreList: string | undefined
  /** Whether our entries in this text hold on this machine only. */
  namesMachine(text: string, file: string, context: InstallContext): boolean
  /** The text that a new settings file begins with. */
  readonly newFile: string
  /** What install puts in; with every wish granted, also what uninstall takes out. */
  entries(wish: InstallWish, file: string, context: InstallContext): readonly SettingsEntry[]
  /** What the reader of a plan should know about these settings. */
  notes(text: string, wish: InstallWish, context: InstallContext): readonly Words[]
  /** What to paste into settings that we do not know; undefined where there are none. */
  snippet(context: InstallContext): string | undefined
  /** What a person types in its chat so that it learns the project; without one there is `memory-bank learn`. */
  readonly learnCommand: string | undefined
  /** Printed after it was installed. */
  readonly afterwards: Words
  diagnose(context: InstallContext): HostReport
  /** How a session's opening reaches its model; undefined where none is sent. */
  readonly opening: HostOpening | undefined
  /** The same host by its further settings files, where what we put in stands in several at once. */
  readonly also?: readonly Host[]
  /** How it is seen to refuse; undefined where nothing is refused. */
  readonly proof: HostProof | undefined
}

export interface HostOpening {
  /** Where the host puts it. */
  readonly channel: Words
  /** The words as this host is given them, where that is not the text itself. */
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
  /** The folder of the package that the entry leads to; undefined where that cannot be told from here. */
  readonly folder: string | undefined
  /** The entry as the settings have it. */
  readonly spec: string
  /** The options that the settings give us with the entry. */
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

/** What it takes to see a real host refuse: its settings in a sample project, and how its model calls tools. */
export interface HostProof {
  /** The same for this very program, where its versions differ in that. */
  readonly of?: (program: { readonly path: string; readonly version: string | undefined }) => HostProof
  /** Files of the sample by their absolute paths: the host's settings, with our entry and no other. */
  files(place: ProofPlace): Readonly<Record<string, string>>
  /** The same from the person's own settings, as far as they decide whether we run; nothing else of them, no model and no key. */
  ownFiles(place: ProofPlace, context: InstallContext): Readonly<Record<string, string>>
  /** Variables of the person's that decide it too. */
  readonly switches: readonly string[]
  /** The arguments of each start, one after the other; the forbidden calls are made in the last. */
  readonly runs: readonly (readonly string[])[]
  /** The last start in a terminal instead, where people work; a host that is not seen there has none. */
  readonly terminal?: {
    readonly args: readonly string[]
    /** What it asks a person at its first start there, answered. */
    files(place: ProofPlace): Readonly<Record<string, string>>
  }
  env(place: ProofPlace): Readonly<Record<string, string>>
  write(path: string, content: string): ModelCall
  shell(command: string): ModelCall
}

/** Where a proof happens; all of it is removed afterwards. */
interface ProofPlace {
  readonly home: string
  readonly project: string
  /** The package the host shall load. */
  readonly plugin: string
  /** The scripted model, on loopback. */
  readonly modelUrl: string
}

export type ModelCall = ModelStep & { readonly kind: 'call' }
