/**
 * Text as the analyser knows it: a string in which one character stands for unknown text, which only a run would show.
 *
 * A text without that character is exactly what the shell would have. Unknown text is never guessed.
 */

/** Stands for unknown text, which may be empty. */
export const UNKNOWN = '\uE000'

/** In a pattern: the next character is itself, not a wildcard. */
export const ESCAPE = '\uE001'

export function hasUnknown(text: string): boolean {
  return text.includes(UNKNOWN)
}

/** Quoted text inside a pattern, in which wildcards stand for themselves. */
export function escapePattern(text: string): string {
  return text.replace(/[*?[\]()|!@+\\{}~]/g, (char) => ESCAPE + char)
}

export function unescapePattern(text: string): string {
  return text.replaceAll(ESCAPE, '')
}

/** The lines of a text, without the empty one after the last line end. */
export function linesOf(text: string): readonly string[] {
  if (text === '') return []
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n')
}

/**
 * Whether a text names the bank, in whole or in part. A change of the bank meanwhile is then taken for the command's
 * and put back (S34); nothing is refused for it.
 */
export function namesBank(text: string, bankName: string): boolean {
  return text.toLowerCase().includes(bankName.toLowerCase()) || PART_OF_NAME.test(text)
}

/** The beginning or end of the name, or a pattern that may match it. */
const PART_OF_NAME = /memory(?![a-z])|\bbank\b|-bank|\bmem(?=[*?[{"'+.\\])|[*?\]}"'+.]bank|ory-b/i

/**
 * Whether a text names a command of ours that writes, or a file of our program. The words may be quoted or listed, as in
 * a program's array of arguments.
 */
export function namesOurWork(text: string): boolean {
  return OUR_WORK.test(text)
}

const OUR_WORK =
  /(?:^|[^\w.-])(?:mb|memory-bank)(?:[\s"'`,[\]\\]+-{1,2}[\w-]+(?:[= ][^\s"',]+)?)*[\s"'`,[\]\\]+(?:add|refresh|init|undo|proposals|index|archive|install|uninstall|check|mcp|import|merge)\b|cli\/(?:main|program)\.cjs|(?:dist|claude-code|hook)\/(?:hook|engine)\.cjs/

/** Quotes a word so that it can be used as shell text. */
export function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`
}
