/** Every check rule, by name. Written by `node scripts/lists.mjs`. */

import type { CheckRule } from '../rule.ts'
import { conflictMarkers } from './conflict-markers.ts'
import { deadLinks } from './dead-links.ts'
import { disguisedText } from './disguised-text.ts'
import { drift } from './drift.ts'
import { duplicateEntries } from './duplicate-entries.ts'
import { duplicateNumbers } from './duplicate-numbers.ts'
import { inbox } from './inbox.ts'
import { indexes } from './indexes.ts'
import { lostEntries } from './lost-entries.ts'
import { markers } from './markers.ts'
import { personalData } from './personal-data.ts'
import { requiredParts } from './required-parts.ts'
import { requirementStatus } from './requirement-status.ts'
import { restatedEntries } from './restated-entries.ts'
import { routing } from './routing.ts'
import { secrets } from './secrets.ts'
import { sections } from './sections.ts'
import { sizes } from './sizes.ts'
import { structure } from './structure.ts'
import { version } from './version.ts'

export const RULES: readonly CheckRule[] = [
  conflictMarkers,
  deadLinks,
  disguisedText,
  drift,
  duplicateEntries,
  duplicateNumbers,
  inbox,
  indexes,
  lostEntries,
  markers,
  personalData,
  requiredParts,
  requirementStatus,
  restatedEntries,
  routing,
  secrets,
  sections,
  sizes,
  structure,
  version,
]
