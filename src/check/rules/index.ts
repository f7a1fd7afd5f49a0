/** Every check rule, in the order they run. */

import type { Rule } from '../rule.ts'
import { deadLinks } from './dead-links.ts'
import { drift } from './drift.ts'
import { indexes } from './indexes.ts'
import { markers } from './markers.ts'
import { sizes } from './sizes.ts'
import { structure } from './structure.ts'
import { version } from './version.ts'

export const RULES: readonly Rule[] = [structure, markers, version, indexes, sizes, deadLinks, drift]
