/** The links of a bank's file and where they lead, each with its line: one reading for those who check and those who follow them. */

import type { Page } from '../bank/page.ts'
import { readProvenance } from '../bank/provenance.ts'
import { directoryOf } from '../base/bank-path.ts'
import { ARCHIVE_FOLDER, BANK_FOLDER } from '../base/layout.ts'
import type { Memo } from '../base/memo.ts'
import { type LinkTarget, linkTarget, PLACEHOLDER, resolve } from './link-target.ts'
import { type Placed, readMarkdown } from './markdown.ts'

export interface NamedPlaces {
  /** Where links, images and definitions lead. */
  readonly links: readonly Placed[]
  /** Code spans that may name a file of the bank. */
  readonly codes: readonly Placed[]
}

export function linksIn(text: string, memo: Memo): NamedPlaces {
  return memo.of('dead-links', text, () => readLinks(text))
}

function readLinks(text: string): NamedPlaces {
  const { definitions, links, codes } = readMarkdown(text)
  return {
    links: [
      // `[TODO]: soon` is read as a definition too, whatever its writer meant.
      ...definitions.filter((definition) => looksLikePath(definition.text)),
      ...links.filter((link) => !link.touchesWord || looksLikePath(link.text)),
    ],
    codes: codes.filter((code) => code.text.includes('.md')),
  }
}

/** Where a link of this file leads. */
export function linkTargetIn(destination: string, file: Page): LinkTarget {
  return destination.startsWith('#') || destination.startsWith('?') ? own(destination, file) : aim(destination, file)
}

/**
 * What a code span that names a file of the bank may mean, as in `details/patterns.md`: a project may have a `details/` of
 * its own, and a pointer may be seen from its file.
 */
export function pointerIn(
  code: string,
  folder: string,
): { readonly named: string; readonly paths: readonly (string | undefined)[] } | undefined {
  const named = code.length > 300 ? undefined : POINTER.exec(code.trim())?.[1]
  if (named === undefined || PLACEHOLDER.test(code)) return undefined
  return { named, paths: [BANK_FOLDER, folder, ''].map((base) => resolve(named, base)) }
}

const POINTER = /^(?:\.?\/)?((?:memory-bank|details)\/[^\s`"'|$?#:,;()[\]\\]+\.md)(?:#\S*|:[\d:,-]+)?$/

function aim(destination: string, file: Page): LinkTarget {
  const target = linkTarget(destination, folderOf(file))
  const source = importedFrom(file)
  const isArchived = file.path.startsWith(`${ARCHIVE_FOLDER}/`)
  if (source === undefined && (target.kind !== 'inside' || !isArchived)) return target
  // Archived and imported text keeps its bytes, and with them the links it had where it stood before.
  const folders = source === undefined ? [`${BANK_FOLDER}/details`, BANK_FOLDER] : [directoryOf(source)]
  const before = folders.flatMap((folder) => {
    const then = linkTarget(destination, folder)
    return then.kind === 'inside' ? then.paths : []
  })
  if (target.kind === 'inside') return { ...target, paths: [target.paths[0], ...target.paths.slice(1), ...before] }
  const [first, ...others] = before
  return first === undefined ? target : { kind: 'inside', paths: [first, ...others], fragment: undefined }
}

/** The file that an imported document was copied from, as its first lines say (S57). */
export function importedFrom(page: Page): string | undefined {
  const said = readProvenance(page)
  return said?.saidBy === 'import' ? (said.source?.replace(/:\d+$/, '') ?? '') : undefined
}

/** A destination that is only a fragment or a query leads into the same file. */
function own(destination: string, file: Page): LinkTarget {
  const target = linkTarget(`./${destination}`, folderOf(file))
  return target.kind === 'inside' ? { ...target, paths: [`${BANK_FOLDER}/${file.path}`] } : target
}

export function folderOf(file: Page): string {
  return resolve(directoryOf(file.path), BANK_FOLDER) ?? BANK_FOLDER
}

function looksLikePath(destination: string): boolean {
  return /[/#]|\.[A-Za-z0-9]/.test(destination)
}
