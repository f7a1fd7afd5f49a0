/** What the model is asked to print, in hosts where nothing else of ours reaches the person. */

const PRINT = 'The user has not seen this. Print it for them exactly as it is:'

export function printed(text: string): string {
  return `${PRINT}\n\n${text}`
}

/** What the person should read stands where it stood, or at the end. */
export function withPrinted(model: string, user: string): string {
  return model.includes(user)
    ? model.replace(user, () => `${PRINT}\n\n${user}\n\n(So far for the user.)`)
    : `${model}\n\n${printed(user)}`
}
