/** Every guard rule, by name; `judge` asks them by their order. Written by `node scripts/lists.mjs`. */

import type { Rule } from '../rule.ts'
import { askedOnce } from './asked-once.ts'
import { configIsForPeople } from './config-is-for-people.ts'
import { confirmedWrites } from './confirmed-writes.ts'
import { conflictFromItsSides } from './conflict-from-its-sides.ts'
import { editToolsOnly } from './edit-tools-only.ts'
import { editedBlockReadFirst } from './edited-block-read-first.ts'
import { entryIsComplete } from './entry-is-complete.ts'
import { insideTheBank } from './inside-the-bank.ts'
import { judgedBeforeWritten } from './judged-before-written.ts'
import { markdownOnly } from './markdown-only.ts'
import { markersIntact } from './markers-intact.ts'
import { noSecrets } from './no-secrets.ts'
import { nothingDeleted } from './nothing-deleted.ts'
import { ourCommandsAreForPeople } from './our-commands-are-for-people.ts'
import { patternsForThisTurn } from './patterns-for-this-turn.ts'
import { personalData } from './personal-data.ts'
import { proposeWhatWasLearned } from './propose-what-was-learned.ts'
import { readBeforeRiskyWrite } from './read-before-risky-write.ts'
import { readSomethingFirst } from './read-something-first.ts'
import { userBlockUntouched } from './user-block-untouched.ts'
import { writerAgentOnly } from './writer-agent-only.ts'
import { writingGuideline } from './writing-guideline.ts'

export const RULES: readonly Rule[] = [
  askedOnce,
  configIsForPeople,
  confirmedWrites,
  conflictFromItsSides,
  editToolsOnly,
  editedBlockReadFirst,
  entryIsComplete,
  insideTheBank,
  judgedBeforeWritten,
  markdownOnly,
  markersIntact,
  noSecrets,
  nothingDeleted,
  ourCommandsAreForPeople,
  patternsForThisTurn,
  personalData,
  proposeWhatWasLearned,
  readBeforeRiskyWrite,
  readSomethingFirst,
  userBlockUntouched,
  writerAgentOnly,
  writingGuideline,
]
