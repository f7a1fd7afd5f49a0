/** The lines of a bank that link to one of its files, or name it in a code span. */

import type { Page } from '../bank/page.ts'
import type { Snapshot } from '../bank/snapshot.ts'
import { type BankPath, baseName } from '../base/bank-path.ts'
import { BANK_FOLDER, LEGACY } from '../base/layout.ts'
import type { Memo } from '../base/memo.ts'
import { folderOf, linksIn, linkTargetIn, pointerIn } from './links-in-file.ts'

export interface Backlink {
  readonly path: BankPath
  /** Counted from 1. */
  readonly line: number
}

/** In reading order, each line once. A file's links to itself are left out. */
export function backlinksTo(path: BankPath, snapshot: Snapshot, memo: Memo): readonly Backlink[] {
  const named = nameIn(path)
  return [...snapshot.files.values()]
    .filter((file) => file.path !== path && file.path !== LEGACY && named(file.text))
    .flatMap((file) => linesTo(path, file, snapshot, memo).map((line) => ({ path: file.path, line })))
}

/** Quick test whether a text may name the file. Most texts do not, and need no parsing. */
function nameIn(path: BankPath): (text: string) => boolean {
  const runs = (baseName(path).match(/[\p{L}\p{N}]+/gu) ?? []).map((run) => [
    run,
    encodeURIComponent(run.toWellFormed()),
  ])
  return (text) => runs.every((spellings) => spellings.some((spelling) => text.includes(spelling)))
}

/** The backlinks of every file of the bank. Each text is read once. */
export function allBacklinks(snapshot: Snapshot, memo: Memo): ReadonlyMap<string, readonly Backlink[]> {
  const leading = new Map<string, Backlink[]>()
  for (const file of snapshot.files.values()) {
    if (file.path === LEGACY) continue
    const seen = new Set<string>()
    const targets = targetsIn(file, snapshot, memo).toSorted((a, b) => a.line - b.line)
    for (const { place, line } of targets) {
      const within = place.slice(BANK_FOLDER.length + 1)
      if (within === file.path || seen.has(`${line} ${within}`)) continue
      seen.add(`${line} ${within}`)
      const lines = leading.get(within) ?? []
      lines.push({ path: file.path, line })
      leading.set(within, lines)
    }
  }
  return leading
}

function linesTo(path: BankPath, file: Page, snapshot: Snapshot, memo: Memo): readonly number[] {
  const wanted = `${BANK_FOLDER}/${path}`
  const lines = targetsIn(file, snapshot, memo).flatMap(({ place, line }) => (place === wanted ? [line] : []))
  return [...new Set(lines)].sort((a, b) => a - b)
}

/** The files of the bank that a file links to or names, with the line of each. */
function targetsIn(
  file: Page,
  snapshot: Snapshot,
  memo: Memo,
): readonly { readonly place: string; readonly line: number }[] {
  const { links, codes } = linksIn(file.text, memo)
  const isThere = (place: string | undefined) =>
    place?.startsWith(`${BANK_FOLDER}/`) === true && hasFile(place, snapshot)
  const led = (paths: readonly (string | undefined)[], line: number) => {
    const place = paths.find(isThere)
    return place === undefined ? [] : [{ place, line }]
  }
  const byLink = links.flatMap(({ text, line }) => {
    const target = linkTargetIn(text, file)
    return target.kind === 'inside' ? led(target.paths, line) : []
  })
  const byName = codes.flatMap(({ text, line }) => led(pointerIn(text, folderOf(file))?.paths ?? [], line))
  return [...byLink, ...byName]
}

function hasFile(place: string, { files }: Snapshot): boolean {
  const within = place.slice(BANK_FOLDER.length + 1)
  const keys: ReadonlyMap<string, unknown> = files
  return keys.has(within)
}
