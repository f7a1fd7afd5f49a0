/** Every guard rule about what a call writes to the bank, by name; `judgeWrite` asks them by their order. Written by `node scripts/lists.mjs`. */

import type { GuardRule } from '../rule.ts'
import { confirmedWrites } from './confirmed-writes.ts'
import { conflictFromItsSides } from './conflict-from-its-sides.ts'
import { declinedStaysOut } from './declined-stays-out.ts'
import { editedBlockReadFirst } from './edited-block-read-first.ts'
import { entryIsComplete } from './entry-is-complete.ts'
import { markdownOnly } from './markdown-only.ts'
import { markersIntact } from './markers-intact.ts'
import { noSecrets } from './no-secrets.ts'
import { nothingDeleted } from './nothing-deleted.ts'
import { personalData } from './personal-data.ts'
import { provenanceIsOurs } from './provenance-is-ours.ts'
import { restatedEntry } from './restated-entry.ts'
import { secondDocument } from './second-document.ts'
import { userBlockUntouched } from './user-block-untouched.ts'
import { writerAgentOnly } from './writer-agent-only.ts'
import { writingGuideline } from './writing-guideline.ts'

export const WRITE_RULES: readonly GuardRule[] = [
  confirmedWrites,
  conflictFromItsSides,
  declinedStaysOut,
  editedBlockReadFirst,
  entryIsComplete,
  markdownOnly,
  markersIntact,
  noSecrets,
  nothingDeleted,
  personalData,
  provenanceIsOurs,
  restatedEntry,
  secondDocument,
  userBlockUntouched,
  writerAgentOnly,
  writingGuideline,
]
