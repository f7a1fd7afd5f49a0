/**
 * Sources of an import: the notes of another tool, and the places their parts go to (S60).
 *
 * A source reader knows one tool: its files, and what their lines mean. It quotes and never rewords: a piece names
 * lines of the source, and those lines are copied. Lines in no piece go into the record of imports, so nothing is lost.
 */

import type { Words } from '../base/language.ts'

/** The reader of one tool, in a file of `sources/`. `node scripts/lists.mjs` lists them. */
export interface SourceReader {
  /** The name on the command line: `memory-bank import serena`. */
  readonly id: string
  readonly name: string
  /** If two readers match one file, the lower order takes it. */
  readonly order: number
  /** Lists the sources by file names. Only a small settings file may be read. */
  find(look: SourceLook): readonly Source[]
  read(file: SourceFile): readonly Piece[]
}

/** The reader's view of this machine. Paths are absolute, with forward slashes. */
export interface SourceLook {
  /** The folder of the project, and the user's home. */
  readonly root: string
  readonly home: string
  /** A file or folder named on the command line: `memory-bank import ./export.json`. */
  readonly named: string | undefined
  readVariable(name: string): string | undefined
  /**
   * The files below a folder, as sorted relative paths. Links, `.git`, `node_modules` and files beyond a few hundred
   * are skipped.
   */
  listFiles(folder: string, depth?: number): readonly string[]
  /** The links below a folder. They are listed and not followed. */
  listLinks(folder: string, depth?: number): readonly string[]
  isFile(path: string): boolean
  /** Undefined unless it is a readable text of reasonable size. */
  readText(path: string): string | undefined
}

/** One place where a reader found something. The user chooses among these. */
export interface Source {
  /** The displayed name: `cline_docs/`, `CLAUDE.md`, `~/.claude/projects/…/memory/`. */
  readonly place: string
  readonly files: readonly FoundFile[]
  /** Files that are not read, by name. */
  readonly skipped: readonly { readonly name: string; readonly why: Skip }[]
  /** About the user rather than the project: imported only with `--personal`. */
  readonly isPersonal?: boolean
}

export interface FoundFile {
  readonly path: string
  /**
   * The name in the bank: the path from the project's root. A file elsewhere is named by its tool, never by a path of
   * this machine: `claude-code/memory/deploy.md`.
   */
  readonly name: string
}

export interface SourceFile extends FoundFile {
  /** Without a byte order mark. */
  readonly text: string
  /** Without line ends. */
  readonly lines: readonly string[]
}

/** Lines of the source, counted from 1, both inclusive. */
export interface LineSpan {
  readonly first: number
  readonly last: number
}

export interface Piece extends LineSpan {
  readonly becomes: Becomes
}

export type Becomes =
  /** A document of these lines, unchanged. */
  | { readonly kind: 'document'; readonly folder: DocumentFolder; readonly title: string }
  /** These lines, unchanged, at the end of an existing section. */
  | {
      readonly kind: 'section'
      readonly place: ImportPlace
      /** The heading, if the lines bring none. */
      readonly title?: string
      /** YYYY-MM-DD, if the lines write the day in another form. It is added below the heading. */
      readonly date?: string
    }
  /** One line for a section of MEMORY.md. Another piece keeps the whole text. */
  | { readonly kind: 'extract'; readonly place: 'snapshot' | 'focus'; readonly text: string }
  /** Not imported. */
  | { readonly kind: 'skipped'; readonly why: Skip }
  /** About the user. Imported only on request, as `as` says. */
  | { readonly kind: 'personal'; readonly as: Exclude<Becomes, { readonly kind: 'personal' | 'skipped' }> }

/** `archive` is for finished things; no route leads there. */
export type DocumentFolder = 'design' | 'learnings' | 'requirements' | 'archive'

/**
 * Sections of MEMORY.md, progress.md, tech.md and patterns.md. `progress`, `tech` and `patterns` take a section with
 * its own heading; `notes` is the user block.
 */
export type ImportPlace =
  | 'snapshot'
  | 'focus'
  | 'doing'
  | 'next'
  | 'blocked'
  | 'done'
  | 'progress'
  | 'tech'
  | 'patterns'
  | 'notes'

/** The reason a text is not imported. */
export type Skip =
  | 'template'
  | 'prompt'
  | 'placeholder-file'
  | 'pointer'
  | 'link'
  | 'binary'
  | 'too-large'
  | 'unreadable'
  | 'unknown-format'
  | 'unmerged'
  | 'ours'
  | 'same'

export const SKIP_WORDS: Readonly<Record<Skip, Words>> = {
  template: { en: 'an unfilled template', zh: '未填写的模板' },
  prompt: { en: 'instructions to the model, not memory', zh: '写给模型的指令，不是记忆' },
  'placeholder-file': { en: 'empty or a placeholder file', zh: '空文件或仅用于占位' },
  pointer: { en: 'only points elsewhere', zh: '只是指向别处' },
  link: { en: 'a link, not followed', zh: '链接，不跟随' },
  binary: { en: 'not text', zh: '不是文本' },
  'too-large': { en: 'too large', zh: '文件过大' },
  unreadable: { en: 'could not be read', zh: '无法读取' },
  'unknown-format': { en: 'unsupported format', zh: '不支持的格式' },
  unmerged: { en: 'has unresolved merge conflicts', zh: '含有未解决的合并冲突' },
  same: { en: 'same content as another source', zh: '与另一来源内容相同' },
  ours: { en: "Memory Bank's own text", zh: 'Memory Bank 自己的内容' },
}
