/** A tool call in Memory Bank's own terms, whatever the host calls it: what it reads, writes or runs. */

export type ToolCall =
  /** A call without files. `ports`: numbers among its arguments that may be ports. */
  | { readonly kind: 'other'; readonly ports?: readonly number[] }
  | { readonly kind: 'reads'; readonly paths: readonly string[] }
  | { readonly kind: 'writes'; readonly writes: readonly FileWrite[] }
  | {
      readonly kind: 'shell'
      readonly command: string
      readonly cwd: string | undefined
      /** The command keeps running in the background. */
      readonly background: boolean
      /** More input may be typed later, which Memory Bank does not see. */
      readonly typed?: boolean
    }
  /** A question to a sub-agent. */
  | { readonly kind: 'delegates'; readonly agent: string; readonly question: string }
  /** An unknown tool: the arguments that may be paths, and whether its name suggests a write. */
  | {
      readonly kind: 'unknown'
      readonly paths: readonly string[]
      readonly writes: boolean
      readonly ports?: readonly number[]
    }

export type FileWrite =
  | { readonly kind: 'whole'; readonly path: string; readonly text: string }
  | { readonly kind: 'edits'; readonly path: string; readonly edits: readonly Edit[] }
  /** `path` is the file that the call names in addition to the patch. */
  | { readonly kind: 'patch'; readonly text: string; readonly path: string | undefined }
  | { readonly kind: 'delete'; readonly path: string }
  | { readonly kind: 'move'; readonly path: string; readonly to: string }
  /** A write with an unpredictable result. */
  | { readonly kind: 'opaque'; readonly path: string }

export interface Edit {
  readonly old: string
  readonly new: string
  readonly all: boolean
}
