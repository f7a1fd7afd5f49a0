/** A kind of project, as a scan understands it: one file of `manifests/` each. */

import type { Part } from './manifests/part.ts'
import type { Scan } from './manifests/scan.ts'

export interface ManifestReader {
  /**
   * Of two parts that matter alike, the one with the lower order comes first: servers and compiled languages before
   * Node, which many of them use for their assets only; runners last.
   */
  readonly order: number
  /** What a scan should read of it; of all files the ones with the lowest worth come first. `*` stands for any text. */
  readonly files: readonly { readonly worth: number; readonly names: readonly string[] }[]
  readonly read: (scan: Scan) => readonly Part[]
}
