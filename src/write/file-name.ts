/** What a new file of the bank is called: a title's words, and for a requirement the next number. */

import { baseName } from '../core/bank-path.ts'
import { titleOf } from '../text/sections.ts'

/** Letters and digits of any script, joined by dashes: a name every file system takes. */
export function slugOf(title: string): string {
  const words = title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
  const cut = Array.from(words.replace(/^-+|-+$/g, ''))
    .slice(0, MOST_CHARACTERS)
    .join('')
    .replace(/-+$/, '')
  if (cut === '') return 'entry'
  // `index` and `index-bug` are indexes; the others are no file names on Windows.
  return /^(?:index(?:-.*)?|con|prn|aux|nul|com\d|lpt\d)$/.test(cut) ? `about-${cut}` : cut
}

/** `REQ-007`, one past the highest number that a file's name or title has anywhere in the bank. */
export function requirementNumber(
  paths: readonly string[],
  documents: readonly { readonly path: string; readonly text: string }[],
): string {
  const named = [...paths.map(baseName), ...documents.map(({ text }) => titleOf(text) ?? '')]
  const numbers = named.flatMap((name) => numberIn(name) ?? [])
  const width = Math.max(3, ...named.map((name) => NUMBER.exec(name)?.[1]?.length ?? 0))
  return `REQ-${String(Math.max(0, ...numbers) + 1).padStart(width, '0')}`
}

/** The number that a name begins with. */
export function numberIn(name: string): number | undefined {
  const digits = NUMBER.exec(name)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

export function withoutNumber(title: string): string {
  return title.replace(NUMBER, '').replace(/^[\s:：.、_-]+/, '')
}

const MOST_CHARACTERS = 60
const NUMBER = /^\s*req[\s_-]*(\d{1,6})(?!\d)/i
