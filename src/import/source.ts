/**
 * What another tool left behind, and what each part of it becomes (S60).
 *
 * A reader knows one tool: where its files stand, and what their lines are. It quotes and never rewords: a piece names
 * lines of the source, and whoever applies it takes those very lines. Lines that no piece names are kept word for word
 * in the record of imports, so that nothing is lost by a reader that does not know them.
 */

import type { Addition, AdditionKind } from '../base/addition.ts'
import type { Words } from '../base/language.ts'

/** One tool's leavings. A file of `sources/` each; `node scripts/lists.mjs` lists them. */
export interface SourceReader {
  /** What a person types: `memory-bank import serena`. */
  readonly id: string
  readonly name: string
  /** Where two readers would take the same file, the lower order has it. */
  readonly order: number
  /** What is there, by names alone: only a small file that says where to look may be read. */
  find(look: Look): readonly Source[]
  read(file: SourceFile): readonly Piece[]
}

/** What a reader may see of this machine. Paths are absolute, with forward slashes. */
export interface Look {
  /** The project's folder, and the person's. */
  readonly root: string
  readonly home: string
  /** A file or folder that the person named: `memory-bank import ./export.json`. */
  readonly named: string | undefined
  readVariable(name: string): string | undefined
  /**
   * The files below a folder, as paths from it, sorted; empty where there is no such folder. Links are not followed and
   * not listed, nor is what stands in `.git` or `node_modules`, nor more than a few hundred.
   */
  listFiles(folder: string, depth?: number): readonly string[]
  /** The links below a folder, which are named and not followed. */
  listLinks(folder: string, depth?: number): readonly string[]
  isFile(path: string): boolean
  /** Undefined where it is no readable text of a sensible size. */
  readText(path: string): string | undefined
}

/** What one reader found at one place: a person chooses among these. */
export interface Source {
  /** The folder or file as a person calls it: `cline_docs/`, `CLAUDE.md`, `~/.claude/projects/…/memory/`. */
  readonly place: string
  readonly files: readonly FoundFile[]
  /** What stands there and is not read, by name. */
  readonly skipped: readonly { readonly name: string; readonly why: Skip }[]
  /** Only on a person's word, because it is about them rather than the project. */
  readonly isPersonal?: boolean
}

export interface FoundFile {
  readonly path: string
  /**
   * What the bank calls it: its path from the project's root. What stands elsewhere is named by its tool and never by a
   * place of this machine: `claude-code/memory/deploy.md`.
   */
  readonly name: string
}

export interface SourceFile extends FoundFile {
  /** Without a byte order mark. */
  readonly text: string
  /** Its lines, without their ends. */
  readonly lines: readonly string[]
}

/** Lines of the source, counted from 1, both ends included. */
export interface Span {
  readonly first: number
  readonly last: number
}

export interface Piece extends Span {
  readonly becomes: Becomes
}

export type Becomes =
  /** An entry whose parts all stand in these lines; its evidence and provenance are the importer's. */
  | { readonly kind: 'entry'; readonly addition: Addition<AdditionKind> }
  /** These lines, as they are, in a document of their own. */
  | { readonly kind: 'document'; readonly folder: DocumentFolder; readonly title: string }
  /** These lines, as they are, at the end of a section that the bank has. */
  | {
      readonly kind: 'section'
      readonly place: SectionPlace
      /** Its heading, where its lines bring none. */
      readonly title?: string
      /** YYYY-MM-DD, where the lines say the day in another way: it is written below their heading. */
      readonly date?: string
    }
  /** One line, for a section of the entry, that another piece keeps with the rest of its file. */
  | { readonly kind: 'extract'; readonly place: 'snapshot' | 'focus'; readonly text: string }
  /** Stays where it is. */
  | { readonly kind: 'skipped'; readonly why: Skip }
  /** About a person. Written only where they ask for it; then it becomes what `as` says. */
  | { readonly kind: 'personal'; readonly as: Exclude<Becomes, { readonly kind: 'personal' | 'skipped' }> }
  /** The reader is not sure: a proposal, which a person accepts or declines. */
  | { readonly kind: 'unsure'; readonly addition: Addition<AdditionKind> }

/** `archive` is for what is over: it is kept and no route leads there. */
export type DocumentFolder = 'design' | 'learnings' | 'requirements' | 'archive'

/**
 * Sections of the entry, of progress.md, tech.md and patterns.md. `progress`, `tech` and `patterns` take a section with
 * its own heading; `notes` is the entry's user block, for what a person wrote and no tool may touch.
 */
export type SectionPlace =
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

/** Why something is left where it is. */
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
  template: { en: 'a template that nobody filled in', zh: '未填写的模板' },
  prompt: { en: 'instructions to the model, not memory', zh: '写给模型的指令，不是记忆' },
  'placeholder-file': { en: 'empty, or only keeps its folder', zh: '空文件或仅用于占位' },
  pointer: { en: 'only points elsewhere', zh: '只是指向别处' },
  link: { en: 'a link, not followed', zh: '链接，不跟随' },
  binary: { en: 'not text', zh: '不是文本' },
  'too-large': { en: 'too large', zh: '文件过大' },
  unreadable: { en: 'could not be read', zh: '无法读取' },
  'unknown-format': { en: 'a format that only its own tool reads', zh: '只有该工具自己能读的格式' },
  unmerged: { en: 'has unresolved merge conflicts', zh: '含有未解决的合并冲突' },
  same: { en: 'says the same as another source', zh: '与另一来源内容相同' },
  ours: { en: "memory-bank's own text", zh: 'memory-bank 自己的内容' },
}
