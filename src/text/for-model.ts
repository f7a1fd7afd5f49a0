/**
 * The one way of our own words to a model (S39): whatever they quote of a bank, a file's name, a setting or a proposal
 * can neither pass for words of a host or of ours, nor say what a person does not see.
 */

import { neutralise } from './neutralise.ts'

/** Nothing that is quoted stands at the beginning of what we say: a heading of ours there stays one. */
export function forModel(text: string): string {
  const safe = neutralise(text)
  return HEADING.test(text) ? text.charAt(0) + safe.slice(1) : safe
}

const HEADING = /^\[(?:memory-bank|Memory Bank updated|Memory Bank 写入完成)\]/

export function forModelIfAny(text: string | undefined): string | undefined {
  return text === undefined ? undefined : forModel(text)
}
