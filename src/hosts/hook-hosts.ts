/**
 * The hosts whose hooks are commands, by the name that `--host` gives. Every start of the hook loads this file, so it
 * says only what a quick look needs; the rest of a host is loaded once an event concerns us.
 */

import { claudeOutline, type Outline } from './concerns-us.ts'
import { copilotOutline, isCopilots } from './copilot/outline.ts'
import type { Fields } from './fields.ts'
import { geminiOutline } from './gemini/decode.ts'
import type { HookHost } from './hook.ts'
import { qwenOutline } from './qwen/decode.ts'

export interface CommandHost {
  outline(payload: Fields): Outline
  load(): Promise<LoadedHost>
}

export interface LoadedHost {
  hooks(env: NodeJS.ProcessEnv): HookHost
  /** A project's settings, from its root, whose `env` the host sets for us; what a stranger's say does not count (S39). */
  readonly settingsWithEnv: readonly string[]
  /** A session begins: the shells that the host will start are marked as an agent's (S42). */
  markShells?(env: NodeJS.ProcessEnv): void
}

/** The host that a hook without a name belongs to: Copilot runs those of Claude Code's settings too. */
export function unnamedHost(payload: Fields | undefined, env: NodeJS.ProcessEnv): string {
  return isCopilots(payload, env) ? 'copilot' : 'claude'
}

export const COMMAND_HOSTS: Readonly<Record<string, CommandHost>> = {
  codex: { outline: claudeOutline, load: async () => (await import('./codex/entry.ts')).loaded },
  gemini: { outline: geminiOutline, load: async () => (await import('./gemini/entry.ts')).loaded },
  qwen: { outline: qwenOutline, load: async () => (await import('./qwen/entry.ts')).loaded },
  claude: { outline: claudeOutline, load: async () => (await import('./claude-code/entry.ts')).loaded },
  copilot: { outline: copilotOutline, load: async () => (await import('./copilot/entry.ts')).loaded },
}
