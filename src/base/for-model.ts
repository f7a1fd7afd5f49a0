/**
 * The one way of our own words to a model (S39): whatever they quote of a bank, a file's name, a setting or a proposal
 * can neither pass for words of a host or of ours, nor say what a person does not see.
 */

import { neutralise } from './neutralise.ts'

/**
 * Nothing that is quoted stands at the beginning of what we say: a heading of ours there stays one. So does one right
 * behind the diff at the beginning, whose quoted lines all begin with a sign of it.
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
