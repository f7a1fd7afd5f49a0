/** Every host that install, uninstall and doctor know. Written by `node scripts/lists.mjs`. */

import type { Host } from '../flows/host.ts'
import { claudeCode } from './claude-code/install.ts'
import { copilot } from './copilot/install.ts'
import { kilo } from './kilo/install.ts'
import { mcp } from './mcp/install.ts'
import { openCode } from './opencode/install.ts'

export const HOSTS: readonly Host[] = [claudeCode, copilot, kilo, mcp, openCode]
