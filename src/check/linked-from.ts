/** Which lines of a bank lead to one of its files: by links, and by code spans that name it. */

import { type BankPath, baseName } from '../core/bank-path.ts'
import { BANK_FOLDER, LEGACY } from '../core/layout.ts'
import type { Memo } from '../core/memo.ts'
import type { BankFile, Snapshot } from '../core/snapshot.ts'
import { folderOf, linksIn, linkTargetIn, pointerIn } from './links-in-file.ts'

export interface LeadingLine {
  readonly path: BankPath
  /** Counted from 1. */
  readonly line: number
}

/** In reading order, each line once; a file does not lead to itself. */
export function linkedFrom(path: BankPath, snapshot: Snapshot, memo: Memo): readonly LeadingLine[] {
  const named = nameIn(path)
  return [...snapshot.files.values()]
    .filter((file) => file.path !== path && file.path !== LEGACY && named(file.text))
    .flatMap((file) => linesTo(path, file, snapshot, memo).map((line) => ({ path: file.path, line })))
}

/** Whether a text may name the file at all: most texts need not be read for their links. */
function nameIn(path: BankPath): (text: string) => boolean {
  const runs = (baseName(path).match(/[\p{L}\p{N}]+/gu) ?? []).map((run) => [
    run,
    encodeURIComponent(run.toWellFormed()),
  ])
  return (text) => runs.every((spellings) => spellings.some((spelling) => text.includes(spelling)))
}

function linesTo(path: BankPath, file: BankFile, snapshot: Snapshot, memo: Memo): readonly number[] {
  const wanted = `${BANK_FOLDER}/${path}`
  const { links, codes } = linksIn(file.text, memo)
  const isThere = (place: string) => place.startsWith(`${BANK_FOLDER}/`) && hasFile(place, snapshot)
  const byLink = links.flatMap(([destination, line]) => {
    const target = linkTargetIn(destination, file)
    return target.kind === 'inside' && target.paths.find(isThere) === wanted ? [line] : []
  })
  const byName = codes.flatMap(([code, line]) => {
    const paths = pointerIn(code, folderOf(file))?.paths ?? []
    return paths.find((place) => place !== undefined && isThere(place)) === wanted ? [line] : []
  })
  return [...new Set([...byLink, ...byName])].sort((a, b) => a - b)
}

function hasFile(place: string, { files }: Snapshot): boolean {
  const within = place.slice(BANK_FOLDER.length + 1)
  const keys: ReadonlyMap<string, unknown> = files
  return keys.has(within)
}
