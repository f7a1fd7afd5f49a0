/** A message of ours to a person says whose it is, unless it does so already. */

export function inOurName(text: string): string {
  return NAMED.test(text) ? text : `[memory-bank] ${text}`
}

/** A note, a proposal, or what was written. */
const NAMED = /^(?:\[memory[- ]bank|💾|`{3,}diff\n)/i
