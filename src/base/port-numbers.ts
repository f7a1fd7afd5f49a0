/**
 * Numbers in a text that may be ports of this machine. The caller knows which ports matter, so extra numbers are
 * harmless.
 */

/** Ports in a command: in an address, or as a word of their own (`nc localhost 40123`). */
export function portNumbers(text: string): readonly number[] {
  return within(text.matchAll(/(?<![\d.])0*(\d{4,5})(?!\d)/g))
}

/** Ports in the text of a file: numbers after `:` or `/`, if the text names an address of this machine. */
export function portsInAddresses(text: string): readonly number[] {
  return OWN_ADDRESS.test(text) ? within(text.matchAll(/[:/]0*(\d{4,5})(?!\d)/g)) : []
}

const OWN_ADDRESS = /localhost|\b127\.\d|::1?\]|\b0\.0\.0\.0|\/\/0[:x]|\b2130706433\b/i
const FIRST = 1_024
const LAST = 65_535

function within(found: Iterable<RegExpExecArray>): readonly number[] {
  const numbers = [...found].map((match) => Number(match[1]))
  return [...new Set(numbers.filter((number) => number >= FIRST && number <= LAST))]
}
