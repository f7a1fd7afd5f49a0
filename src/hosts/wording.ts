/** Texts for users and models that several hosts send in the same form. */

/** Puts Memory Bank's name before a text. */
export function signed(text: string): string {
  return `[memory-bank] ${text}`
}

/** The same, unless the text already shows that it is Memory Bank's. */
export function signedOnce(text: string): string {
  return NAMED.test(text) ? text : signed(text)
}

/** Matches the start of a note, a proposal, or a report of written files. */
const NAMED = /^(?:\[memory[- ]bank|💾|`{3,}diff\n)/i

const PRINT = 'The user has not seen this. Print it for them exactly as it is:'

/** Asks the model to print a text, for hosts that show the user only the model's text. */
export function askToPrint(text: string): string {
  return `${PRINT}\n\n${text}`
}

/** Marks the user's part for printing where it is in the model's text; appends it if it is not there. */
export function withPrintRequest(model: string, user: string): string {
  return model.includes(user)
    ? model.replace(user, () => `${PRINT}\n\n${user}\n\n(So far for the user.)`)
    : `${model}\n\n${askToPrint(user)}`
}

/**
 * For hosts that escape angle brackets as `&lt;` and `&gt;`: escapes entities that the text already contains, so that
 * quoted text cannot pass for Memory Bank's brackets (S20).
 */
export function escapeEntities(text: string): string {
  return text.replace(/&(?=(?:lt|gt|amp);)/g, '&amp;')
}
