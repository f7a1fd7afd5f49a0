/** The version of the running program. Undefined when it runs from its sources, which count as the newest. */

declare const PROGRAM_VERSION: string

export const PROGRAM: string | undefined = typeof PROGRAM_VERSION === 'string' ? PROGRAM_VERSION : undefined
