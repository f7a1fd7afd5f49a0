/** A message of ours to a person says whose it is. */

/** A text that says it already needs no name before it, and in a message of its own a proposal needs no frame. */
export function inOurName(text: string): string {
  if (text.startsWith('---\n💾')) return text.replace(/^---\n|\n---$/g, '')
  return /^\[memory[- ]bank/i.test(text) ? text : `[memory-bank] ${text}`
}
