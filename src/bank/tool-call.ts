/** A tool call in our own terms, whatever its host calls it: what it reads, writes or runs. */

export type ToolCall =
  /** Nothing to do with files. `ports`: numbers among its arguments that may be ports, where there are any. */
  | { readonly kind: 'other'; readonly ports?: readonly number[] }
  | { readonly kind: 'reads'; readonly paths: readonly string[] }
  | { readonly kind: 'writes'; readonly writes: readonly FileWrite[] }
  | {
      readonly kind: 'shell'
      readonly command: string
      readonly cwd: string | undefined
      /** The host was told to leave it running. */
      readonly background: boolean
      /** More may be typed into it while it runs, and nobody tells us what. */
      readonly typed?: boolean
    }
  /** A sub-agent is asked something. */
  | { readonly kind: 'delegates'; readonly agent: string; readonly question: string }
  /** A tool that we do not know: the arguments that may be paths, and whether its name suggests that it writes. */
  | {
      readonly kind: 'unknown'
      readonly paths: readonly string[]
      readonly writes: boolean
      readonly ports?: readonly number[]
    }

export type FileWrite =
  | { readonly kind: 'whole'; readonly path: string; readonly text: string }
  | { readonly kind: 'edits'; readonly path: string; readonly edits: readonly Edit[] }
  /** `path` where the call names one besides. */
  | { readonly kind: 'patch'; readonly text: string; readonly path: string | undefined }
  | { readonly kind: 'delete'; readonly path: string }
  | { readonly kind: 'move'; readonly path: string; readonly to: string }
  /** A write whose result is not known beforehand. */
  | { readonly kind: 'opaque'; readonly path: string }

export interface Edit {
  readonly old: string
  readonly new: string
  readonly all: boolean
}
