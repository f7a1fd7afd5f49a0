/** The code behind each command, loaded when it is called. */

import type { Run } from '../command.ts'
import type { CommandName } from '../command-table.ts'

export const RUNS: Readonly<Record<CommandName, () => Promise<Run>>> = {
  init: async () => (await import('./refresh.ts')).refresh,
  refresh: async () => (await import('./refresh.ts')).refresh,
  status: async () => (await import('./status.ts')).status,
  check: async () => (await import('./check.ts')).check,
  recall: async () => (await import('./recall.ts')).recall,
  search: async () => (await import('./recall.ts')).search,
  read: async () => (await import('./recall.ts')).read,
  judge: async () => (await import('./judge.ts')).judge,
  mcp: async () => (await import('./mcp.ts')).mcp,
  add: async () => (await import('./add.ts')).add,
  proposals: async () => (await import('./proposals.ts')).proposals,
  index: async () => (await import('./refresh.ts')).index,
  archive: async () => (await import('./refresh.ts')).archive,
  undo: async () => (await import('./undo.ts')).undo,
  history: async () => (await import('./history.ts')).history,
  install: async () => (await import('./install.ts')).install,
  uninstall: async () => (await import('./install.ts')).uninstall,
  doctor: async () => (await import('./doctor.ts')).doctor,
  completion: async () => (await import('./completion.ts')).completion,
}
