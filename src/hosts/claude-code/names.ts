/** Names of Claude Code's that a hook needs without the settings they stand in. */

/** A project's settings, from its root, whose variables Claude Code sets for hooks and servers. */
export const PROJECT_SETTINGS = ['.claude/settings.json', '.claude/settings.local.json'] as const

/** The server answers this tool and does not list it: hooks can call it, the model cannot. */
export const HOOK_TOOL = 'hook'

/** Names the Node that starts our hooks and our server. */
export const NODE_VARIABLE = 'MEMORY_BANK_NODE'

/** In its folder, where it remembers for a while that a server failed to start. */
export const FAILURES = 'mcp-needs-auth-cache.json'
