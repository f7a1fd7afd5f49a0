/** What a scan of the project found, and the facts drawn from it. */

import type { Language } from './language.ts'

export interface TreeEntry {
  /** Relative to the project's root, forward slashes; at most two parts. */
  readonly path: string
  readonly kind: 'file' | 'folder'
}

/** The first lines of one file. */
export interface ScannedFile {
  readonly path: string
  readonly text: string
  /** More lines follow that were not read. */
  readonly truncated: boolean
}

export interface ScannedProject {
  /** The name of the project's folder. */
  readonly folder: string
  /** The first two levels, sorted, without what .gitignore excludes. */
  readonly tree: readonly TreeEntry[]
  readonly files: readonly ScannedFile[]
}

/** One line of the bank that a scan wrote; it carries its source, so that a scan may replace it. */
export interface Fact {
  readonly label: string
  readonly value: string
  /** The file (or `directory tree`) that says so. */
  readonly source: string
}

export interface ProjectFacts {
  /** For MEMORY.md: what a newcomer needs in a few lines. */
  readonly snapshot: readonly Fact[]
  /** For details/tech.md, by section. */
  readonly stack: readonly Fact[]
  readonly commands: readonly Fact[]
  readonly structure: readonly Fact[]
  /** The language the project's own text is in, if that can be told. */
  readonly language: Language | undefined
}
