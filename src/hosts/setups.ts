/** Every host that install, uninstall and doctor know. */

import type { HostSetup } from '../flows/host-setup.ts'
import { claudeCodeSetup } from './claude-code/install.ts'
import { mcpSetup } from './mcp/install.ts'
import { openCodeSetup } from './opencode/install.ts'

export const SETUPS: readonly HostSetup[] = [openCodeSetup, claudeCodeSetup, mcpSetup]
