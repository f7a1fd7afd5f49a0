/** A session id as the host gives it. A long id of unknown form may hold anything, so its hash replaces it. */

import { hashOfText } from './content-hash.ts'

/** A UUID, OpenCode's own form, or too short to hold a secret. */
const PLAIN = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|ses_[0-9A-Za-z]{20,30}|[A-Za-z0-9_-]{1,16})$/

export function sessionId(given: string): string {
  return PLAIN.test(given) ? given : `long-${hashOfText(given)}`
}
