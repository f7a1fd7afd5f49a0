/** Every host that install, uninstall and doctor know. Written by `node scripts/lists.mjs`. */

import type { Host } from '../flows/host.ts'
import { agentsMd } from './agents-md/install.ts'
import { claudeCode } from './claude-code/install.ts'
import { cline } from './cline/install.ts'
import { codex } from './codex/install.ts'
import { copilot } from './copilot/install.ts'
import { gemini } from './gemini/install.ts'
import { kilo } from './kilo/install.ts'
import { mcp } from './mcp/install.ts'
import { openCode } from './opencode/install.ts'
import { qwen } from './qwen/install.ts'

export const HOSTS: readonly Host[] = [agentsMd, claudeCode, cline, codex, copilot, gemini, kilo, mcp, openCode, qwen]
