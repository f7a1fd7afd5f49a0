/** Every step from one template version to the next; `planUpgrade` takes them by version. Written by `node scripts/lists.mjs`. */

import type { Upgrade } from '../upgrade.ts'
import { v70ToV71 } from './v7.0-to-v7.1.ts'

export const UPGRADES: readonly Upgrade[] = [v70ToV71]
