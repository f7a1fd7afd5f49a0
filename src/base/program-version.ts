/** The version of the running program; undefined where it runs unbuilt, from its sources, which are the newest. */

declare const PROGRAM_VERSION: string

export const PROGRAM: string | undefined = typeof PROGRAM_VERSION === 'string' ? PROGRAM_VERSION : undefined
