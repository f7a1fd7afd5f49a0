/** What a scan of the project found, and the facts drawn from it. */

import type { Language } from '../base/language.ts'

export interface TreeEntry {
  /** Relative to the project's root, forward slashes; two parts, more only inside a workspace's members. */
  readonly path: string
  readonly kind: 'file' | 'folder'
}

/** A manifest, whole, or the first lines of a document. */
export interface ScannedFile {
  readonly path: string
  readonly text: string
  /** More follows that was not read. */
  readonly truncated: boolean
}

export interface ScannedProject {
  /** The name of the project's folder. */
  readonly folder: string
  /** The first two levels and the folders of workspace members, sorted, without what .gitignore excludes. */
  readonly tree: readonly TreeEntry[]
  readonly files: readonly ScannedFile[]
  /** Manifests that were seen and not read: there are too many, or they are too large. */
  readonly unread: readonly string[]
}

/** One line of the bank that a scan wrote; it carries its source, so that a scan may replace it. */
export interface Fact {
  readonly label: string
  readonly value: string
  /** The files (or `directory tree`) that say so. */
  readonly source: string
}

/** A document of the project that the entry leads to, by what a reader wants to do. */
export interface DocumentRoute {
  readonly intent: string
  /** One to three places, relative to the project's root; a folder ends in a slash. */
  readonly places: readonly string[]
}

/** What the entry routes to outside the bank. */
export interface ProjectDocuments {
  readonly routes: readonly DocumentRoute[]
  /** Every intent that a scan gives a row: a row with another intent is somebody's own. */
  readonly intents: ReadonlySet<string>
  /** What the scan saw, so that a route to what is gone can be told from one that a person chose. */
  readonly seen: ReadonlySet<string>
}

export interface ProjectFacts {
  /** For MEMORY.md: what a newcomer needs in a few lines. */
  readonly snapshot: readonly Fact[]
  /** For details/tech.md, by section. */
  readonly stack: readonly Fact[]
  readonly commands: readonly Fact[]
  readonly documents: ProjectDocuments
  /** The language the project's own text is in, if that can be told. */
  readonly language: Language | undefined
}
