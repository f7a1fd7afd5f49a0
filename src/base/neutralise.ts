/**
 * What a text from a repository may not do to a model that reads it (S20, S39): close or open our delimiters, pass for
 * the words of a host or for a note of ours, or say something that a person who looks at it does not see.
 *
 * Lines stay lines. Ordinary text, code with tags of its own, every script and every emoji stay as they are. Doing it
 * twice changes nothing more.
 */

import { withoutHiddenCharacters } from './hidden-text.ts'
import { wordSet } from './word-set.ts'

/** Tags that hosts and model formats use for words that are not the user's, and our own; compared without case and prefix. */
const TAGS = wordSet(`
  memory-bank system-reminder system system-message system-prompt system_prompt developer assistant human
  instructions user_instructions user_query user_info environment_context environment_details function_calls
  function_results function_call tool_call tool_calls tool_result tool_results tool_use tool_response invoke
  command-name command-message command-args local-command-stdout user-prompt-submit-hook task-notification
  start_of_turn end_of_turn`)

/** What our own notes begin with, and the marks of instructions in models' formats. */
const NOTES = /\[(?=\s?\/?\s?(?:memory[- ]bank\b|INST\]|left out for length))/gi
const DATA_LINE = /^---(?=[ \t]*MEMORY\.md \(data)/gm
const MODEL_MARK = /<(?=\|[^|<>\n]{1,40}\|>|<\/?SYS>>)/gi
const TAG = /<(?=\s{0,8}\/?\s{0,8}([A-Za-z][\w.:-]{0,60}))/g
/** Comments that are part of a bank's own form stay as they are. */
const COMMENT =
  /<!--(?!\s?(?:MEMORY_BANK_TEMPLATE:|blockVersion:|(?:MACHINE|USER)_BLOCK_(?:START|END)\b|memory-bank:|mb:))/g

export function neutralise(text: string): string {
  const seen = withoutHiddenCharacters(text)
  if (!/[<[]|^---/m.test(seen)) return seen
  return seen
    .replace(TAG, (bracket, name: string) => (isHostTag(name) ? '‹' : bracket))
    .replace(MODEL_MARK, '‹')
    .replace(COMMENT, '‹!--')
    .replace(NOTES, '［')
    .replace(DATA_LINE, '–––')
}

/** Every text in a value. */
export function neutraliseAll<T>(value: T): T
export function neutraliseAll(value: unknown): unknown {
  if (typeof value === 'string') return neutralise(value)
  if (Array.isArray(value)) return value.map((one) => neutraliseAll(one))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, neutraliseAll(one)]))
}

export type Disguise = 'tag' | 'note' | 'hidden'

/** What a line would lose, for those who report it; comments are ordinary and not among it. */
export function disguisesIn(line: string): readonly Disguise[] {
  const found: Disguise[] = []
  const seen = withoutHiddenCharacters(line)
  if (seen !== line) found.push('hidden')
  const hasTag = [...seen.matchAll(TAG)].some(([, name]) => isHostTag(name ?? ''))
  if (hasTag || seen.search(MODEL_MARK) !== -1 || /\[\/?INST\]/i.test(seen)) found.push('tag')
  else if (/\[memory-bank\]/i.test(seen)) found.push('note')
  return found
}

function isHostTag(name: string): boolean {
  return TAGS.has(name.toLowerCase().replace(/^[a-z]+:/, ''))
}
