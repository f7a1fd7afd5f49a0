/** The links of a bank file, each with its line and its target. */

import type { Page } from '../bank/page.ts'
import { readProvenance } from '../bank/provenance.ts'
import { directoryOf } from '../base/bank-path.ts'
import { ARCHIVE_FOLDER, BANK_FOLDER } from '../base/layout.ts'
import type { Memo } from '../base/memo.ts'
import { type LinkTarget, linkTarget, PLACEHOLDER, resolve } from './link-target.ts'
import { readMarkdown, type TextAtLine } from './read-markdown.ts'

export interface FileLinks {
  /** Targets of links, images and definitions. */
  readonly links: readonly TextAtLine[]
  /** Code spans that may name a file of the bank. */
  readonly codes: readonly TextAtLine[]
}

export function linksIn(text: string, memo: Memo): FileLinks {
  return memo.of('dead-links', text, () => readLinks(text))
}

function readLinks(text: string): FileLinks {
  const { definitions, links, codes } = readMarkdown(text)
  return {
    links: [
      // `[TODO]: soon` is also parsed as a definition.
      ...definitions.filter((definition) => looksLikePath(definition.text)),
      ...links.filter((link) => !link.touchesWord || looksLikePath(link.text)),
    ],
    codes: codes.filter((code) => code.text.includes('.md')),
  }
}

/** Resolves a link of this file. */
export function linkTargetIn(destination: string, file: Page): LinkTarget {
  return destination.startsWith('#') || destination.startsWith('?') ? own(destination, file) : aim(destination, file)
}

/**
 * The possible meanings of a code span that names a bank file, such as `details/patterns.md`. A project may have its
 * own `details/`, and the path may be relative to the naming file.
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
  // Archived and imported text is unchanged, so its links may still be relative to its former place.
  const folders = source === undefined ? [`${BANK_FOLDER}/details`, BANK_FOLDER] : [directoryOf(source)]
  const before = folders.flatMap((folder) => {
    const then = linkTarget(destination, folder)
    return then.kind === 'inside' ? then.paths : []
  })
  if (target.kind === 'inside') return { ...target, paths: [target.paths[0], ...target.paths.slice(1), ...before] }
  const [first, ...others] = before
  return first === undefined ? target : { kind: 'inside', paths: [first, ...others], fragment: undefined }
}

/** The file that an imported document was copied from, by its provenance comment (S57). */
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
