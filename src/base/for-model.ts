/**
 * Prepares a message of Memory Bank for a model (S39). Anything it quotes from a bank, a file name, a setting or a
 * proposal can neither pose as the host or as Memory Bank, nor carry text that a person does not see.
 */

import { neutralise } from './neutralise.ts'

/**
 * A heading of Memory Bank at the very start is kept, because nothing quoted can come before it. So is a heading right
 * after a diff at the start, because every quoted line of a diff begins with a sign.
 */
export function forModel(text: string): string {
  const at = PREVIEW.exec(text)?.[0].length ?? 0
  const [before, said] = [text.slice(0, at), text.slice(at)]
  const safe = neutralise(said)
  return neutralise(before) + (HEADING.test(said) ? said.charAt(0) + safe.slice(1) : safe)
}

const HEADING = /^\[(?:memory-bank|Memory Bank updated|Memory Bank 写入完成)\]/
const PREVIEW = /^`{3,}diff\n(?:(?:memory-bank\/|[-+…] ).*\n)*(?=\[)/

export function forModelIfAny(text: string | undefined): string | undefined {
  return text === undefined ? undefined : forModel(text)
}
