/**
 * Names and texts of other tools' files, in the project or in the user's home, within bounds (S39, S60).
 *
 * Links are listed and never followed. A listing has a few hundred names at most. A text is at most as large as a bank
 * file.
 */

import { lstatSync } from 'node:fs'
import { LIMITS } from '../../base/limits.ts'
import { entriesIn } from '../disk.ts'
import { BANK_FILE, openRegular } from '../open-file.ts'
import { decodeText } from '../text-codec.ts'

export interface ToolFiles {
  readonly files: readonly string[]
  readonly links: readonly string[]
}

/** Lists a folder. The paths are relative to it, with forward slashes, and sorted. */
export function listToolFiles(folder: string, depth: number): ToolFiles {
  const files: string[] = []
  const links: string[] = []
  if (kindOf(folder) === 'folder') walk(folder, '', depth, files, links)
  return { files: files.sort(), links: links.sort() }
}

function walk(folder: string, prefix: string, depth: number, files: string[], links: string[]): void {
  for (const entry of entriesIn(folder)) {
    if (files.length + links.length >= LIMITS.importFiles) return
    const path = prefix + entry.name
    if (entry.isSymbolicLink()) links.push(path)
    else if (entry.isFile()) files.push(path)
    else if (entry.isDirectory() && depth > 1 && !SKIPPED.has(entry.name))
      walk(`${folder}/${entry.name}`, `${path}/`, depth - 1, files, links)
  }
}

const SKIPPED: ReadonlySet<string> = new Set(['.git', 'node_modules'])

export function kindOf(path: string): 'file' | 'folder' | 'link' | undefined {
  try {
    const stat = lstatSync(path)
    if (stat.isSymbolicLink()) return 'link'
    return stat.isFile() ? 'file' : stat.isDirectory() ? 'folder' : undefined
  } catch {
    return undefined // missing, or it may not be looked at
  }
}

export type ToolFileText =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'refused'; readonly why: 'binary' | 'too-large' | 'unreadable' | 'link' }

export function readToolFile(path: string): ToolFileText {
  if (kindOf(path) === 'link') return { kind: 'refused', why: 'link' }
  const opened = openRegular(path, BANK_FILE)
  if (opened.kind === 'missing') return { kind: 'refused', why: 'unreadable' }
  if (opened.kind === 'refused')
    return { kind: 'refused', why: opened.error === undefined ? 'too-large' : 'unreadable' }
  // No text has a zero byte, but UTF-16 files do.
  if (opened.bytes.includes(0)) return { kind: 'refused', why: 'binary' }
  return { kind: 'text', text: decodeText(opened.bytes) }
}
