/**
 * The words that announce something worth keeping, in both languages. The first cue that matches names the
 * kind: what is wrong with the bank before what was found, how we work before what the product must do.
 */

import type { Cue } from './cue.ts'
import { DECISIONS } from './decision-cues.ts'
import { FINDINGS } from './finding-cues.ts'
import { REQUIREMENTS } from './requirement-cues.ts'
import { CONFLICTS, WORKFLOWS } from './workflow-cues.ts'

export const CUES: readonly Cue[] = [...CONFLICTS, ...FINDINGS, ...WORKFLOWS, ...REQUIREMENTS, ...DECISIONS]
