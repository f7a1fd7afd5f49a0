/** Words to a person or a model that several hosts send in the same form. */

/** A message to a person says that it is from Memory Bank, unless it does so already. */
export function inOurName(text: string): string {
  return NAMED.test(text) ? text : `[memory-bank] ${text}`
}

/** A note, a proposal, or a report of what was written. */
const NAMED = /^(?:\[memory[- ]bank|💾|`{3,}diff\n)/i

const PRINT = 'The user has not seen this. Print it for them exactly as it is:'

/** For hosts that show the person nothing but the model's own words. */
export function printed(text: string): string {
  return `${PRINT}\n\n${text}`
}

/** The person's part keeps its place in the model's text; if it has none, it comes last. */
export function withPrinted(model: string, user: string): string {
  return model.includes(user)
    ? model.replace(user, () => `${PRINT}\n\n${user}\n\n(So far for the user.)`)
    : `${model}\n\n${printed(user)}`
}

/**
 * For hosts that write `&lt;` and `&gt;` for angle brackets: the model reads the text as it was meant, and quoted text
 * cannot pass for our brackets (S20).
 */
export function beforeEscaping(text: string): string {
  return text.replace(/&(?=(?:lt|gt|amp);)/g, '&amp;')
}

/**
 * Said by a shell when not even our script is there: in both languages and without quotation marks. Hosts show people the
 * command lines of hooks that succeed as well, so the sentence is true of those too.
 */
export const IF_NOT_STARTED =
  '[memory-bank] If Memory Bank does not start, see: memory-bank doctor · 若 Memory Bank 无法启动，请运行：memory-bank doctor'

/** A command that prints an answer. */
export function echoed(answer: object): string {
  return `echo '${JSON.stringify(answer)}'`
}
