/** A session's id as hosts give it: short and plain as it is, else by its hash, whatever was put into it. */

import { hashOfText } from './content-hash.ts'

/** Ids of the hosts we know are shorter than most secrets, and hold nothing but letters, digits and dashes. */
const PLAIN = /^[A-Za-z0-9_-]{1,36}$/

export function sessionId(given: string): string {
  return PLAIN.test(given) ? given : `long-${hashOfText(given)}`
}
