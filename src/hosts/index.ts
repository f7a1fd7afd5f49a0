/** Every host that install, uninstall and doctor know. Written by `node scripts/lists.mjs`. */

import type { Host } from '../setup/host.ts'
import { agentsMd } from './agents-md.ts'
import { claudeCode } from './claude-code-setup.ts'
import { cline } from './cline-setup.ts'
import { codex } from './codex-setup.ts'
import { copilot } from './copilot-setup.ts'
import { gemini } from './gemini-setup.ts'
import { mcp } from './mcp/install.ts'
import { kilo, openCode } from './opencode/install.ts'
import { qwen } from './qwen-setup.ts'

export const HOSTS: readonly Host[] = [agentsMd, claudeCode, cline, codex, copilot, gemini, mcp, openCode, kilo, qwen]
