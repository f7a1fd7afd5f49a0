/** Every guard rule about calls, by name; `judge` asks them by their order. Written by `node scripts/lists.mjs`. */

import type { GuardRule } from '../rule.ts'
import { askedOnce } from './asked-once.ts'
import { configIsForPeople } from './config-is-for-people.ts'
import { documentFirst } from './document-first.ts'
import { editToolsOnly } from './edit-tools-only.ts'
import { insideTheBank } from './inside-the-bank.ts'
import { judgedBeforeWritten } from './judged-before-written.ts'
import { ourCommandsAreForPeople } from './our-commands-are-for-people.ts'
import { pageIsForPeople } from './page-is-for-people.ts'
import { patternsAtOccasion } from './patterns-at-occasion.ts'
import { proposeWhatWasLearned } from './propose-what-was-learned.ts'
import { readBeforeRiskyWrite } from './read-before-risky-write.ts'
import { readSomethingFirst } from './read-something-first.ts'
import { recallBeyondThree } from './recall-beyond-three.ts'

export const RULES: readonly GuardRule[] = [
  askedOnce,
  configIsForPeople,
  documentFirst,
  editToolsOnly,
  insideTheBank,
  judgedBeforeWritten,
  ourCommandsAreForPeople,
  pageIsForPeople,
  patternsAtOccasion,
  proposeWhatWasLearned,
  readBeforeRiskyWrite,
  readSomethingFirst,
  recallBeyondThree,
]
