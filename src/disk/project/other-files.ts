/**
 * Files of other tools, in the project or in the person's own folder: their names and texts, within bounds (S39, S60).
 *
 * Links are named and never followed. A listing ends at a few hundred names, and a text at what a bank file may hold.
 */

import { lstatSync, readdirSync } from 'node:fs'
import { LIMITS } from '../../base/limits.ts'
import { BANK_FILE, openRegular } from '../open-file.ts'
import { decodeText } from '../text-codec.ts'

export interface OtherFiles {
  readonly files: readonly string[]
  readonly links: readonly string[]
}

/** Below a folder, as paths from it with forward slashes, sorted. */
export function listOtherFiles(folder: string, depth: number): OtherFiles {
  const files: string[] = []
  const links: string[] = []
  if (kindOf(folder) === 'folder') walk(folder, '', depth, files, links)
  return { files: files.sort(), links: links.sort() }
}

function walk(folder: string, prefix: string, depth: number, files: string[], links: string[]): void {
  for (const entry of entriesOf(folder)) {
    if (files.length + links.length >= LIMITS.importFiles) return
    const path = prefix + entry.name
    if (entry.isSymbolicLink()) links.push(path)
    else if (entry.isFile()) files.push(path)
    else if (entry.isDirectory() && depth > 1 && !LEFT_ALONE.has(entry.name))
      walk(`${folder}/${entry.name}`, `${path}/`, depth - 1, files, links)
  }
}

const LEFT_ALONE: ReadonlySet<string> = new Set(['.git', 'node_modules'])

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return [] // what may not be listed holds nothing that could be imported
  }
}

export function kindOf(path: string): 'file' | 'folder' | 'link' | undefined {
  try {
    const stat = lstatSync(path)
    if (stat.isSymbolicLink()) return 'link'
    return stat.isFile() ? 'file' : stat.isDirectory() ? 'folder' : undefined
  } catch {
    return undefined // not there, or nobody may look
  }
}

export type OtherText =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'refused'; readonly why: 'binary' | 'too-large' | 'unreadable' | 'link' }

export function readOtherText(path: string): OtherText {
  if (kindOf(path) === 'link') return { kind: 'refused', why: 'link' }
  const opened = openRegular(path, BANK_FILE)
  if (opened.kind === 'missing') return { kind: 'refused', why: 'unreadable' }
  if (opened.kind === 'refused')
    return { kind: 'refused', why: opened.error === undefined ? 'too-large' : 'unreadable' }
  // A byte of nothing stands in no text, and in every file of UTF-16.
  if (opened.bytes.includes(0)) return { kind: 'refused', why: 'binary' }
  return { kind: 'text', text: decodeText(opened.bytes) }
}
