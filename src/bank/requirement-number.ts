/** The numbers of requirements, as file names and titles begin with them: `REQ-007`. */

import { baseName } from '../core/bank-path.ts'
import { titleOf } from './sections.ts'

/** One past the highest number that a file's name or title has. */
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

const NUMBER = /^\s*req[\s_-]*(\d{1,6})(?!\d)/i
