/** The library: the flows behind the command line, name by name. */

export type { BankState } from './core/bank-state.ts'
export type { Applied, Change, ConflictChoice, Plan, Recovery } from './core/change.ts'
export type { Language } from './core/language.ts'
export { explain, type Problem } from './core/problem.ts'
export type { Result } from './core/result.ts'
export { carryOut } from './flows/carry-out.ts'
export { check } from './flows/check.ts'
export { propose } from './flows/refresh.ts'
export { status } from './flows/status.ts'
export { carryOutUndo, history, proposeUndo } from './flows/undo.ts'
export { openWorkspace, type Workspace } from './flows/workspace.ts'
