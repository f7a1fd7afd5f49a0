/** The result of a project scan, and the facts drawn from it. */

import type { Language } from '../base/language.ts'

export interface TreeEntry {
  /** Relative to the project's root. At most two levels, except inside members of a workspace. */
  readonly path: string
  readonly kind: 'file' | 'folder'
}

/** A whole manifest, or the first lines of a document. */
export interface ScannedFile {
  readonly path: string
  readonly text: string
}

export interface ScannedProject {
  /** The first two levels and the folders of workspace members, sorted, without ignored files. */
  readonly tree: readonly TreeEntry[]
  readonly files: readonly ScannedFile[]
  /** Manifests that were not read, because there are too many or they are too large. */
  readonly unread: readonly string[]
}

/** One line of the bank that a scan wrote. Its source lets a later scan replace it. */
export interface Fact {
  readonly label: string
  readonly value: string
  /** The files that say so, or `directory tree`. */
  readonly source: string
}

/** A route to documents of the project, by what a reader wants to do. */
export interface DocumentRoute {
  readonly intent: string
  /** One to three places, relative to the project's root. A folder ends in a slash. */
  readonly places: readonly string[]
}

/** Routes to documents outside the bank. */
export interface ProjectDocuments {
  readonly routes: readonly DocumentRoute[]
  /** All intents that a scan writes. A row with another intent belongs to a person. */
  readonly intents: ReadonlySet<string>
  /** The paths that the scan saw, to tell removed documents from those that a person chose. */
  readonly seen: ReadonlySet<string>
}

export interface ProjectFacts {
  /** For MEMORY.md: a few lines for a newcomer. */
  readonly snapshot: readonly Fact[]
  /** For details/tech.md, by section. */
  readonly stack: readonly Fact[]
  readonly commands: readonly Fact[]
  /** Programs among which no source decides how to run the project. */
  readonly unclear: readonly string[]
  readonly documents: ProjectDocuments
  /** The language of the project's own text, if it can be detected. */
  readonly language: Language | undefined
}
