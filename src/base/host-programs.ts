/** The names and programs of the hosts. Written by `node scripts/lists.mjs` from src/hosts. */

export const HOST_PROGRAMS: readonly { readonly name: string; readonly program: string }[] = [
  { name: 'Claude Code', program: 'claude' },
  { name: 'Cline', program: 'cline' },
  { name: 'Codex', program: 'codex' },
  { name: 'Copilot CLI', program: 'copilot' },
  { name: 'Gemini CLI', program: 'gemini' },
  { name: 'OpenCode', program: 'opencode' },
  { name: 'Kilo', program: 'kilo' },
  { name: 'Qwen Code', program: 'qwen' },
]
