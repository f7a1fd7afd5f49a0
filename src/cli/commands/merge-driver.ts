/** `memory-bank merge-driver`: started by git for each file that both sides of a merge changed. */

import { type Driven, driveMerge } from '../../verbs/merge-driver.ts'
import { type Command, EXIT, type ExitCode } from '../command.ts'

export const mergeDriver: Command = {
  name: 'merge-driver',
  group: 'agents',
  place: 9,
  isHidden: true,
  about: {
    en: 'merge one file of the bank for git (registered by install git)',
    zh: '为 git 合并 Memory Bank 的一个文件（由 install git 登记）',
  },
  operands: '%O %A %B %L %P',
  mostOperands: 5,
  options: {},
  examples: ['memory-bank merge-driver %O %A %B %L %P'],
  // The driver writes any file it is given, so agents may not run it.
  agent: { kind: 'started' },
  exits: ['done', 'failure', 'driverFailed'],
  json: [],
  run: async (call) => driveGitMerge(call.operands),
}

const CODES: Readonly<Record<Driven, ExitCode>> = {
  merged: EXIT.done,
  conflict: EXIT.failure,
  failed: EXIT.driverFailed,
}

/** Exit codes for git: 0 merged, 1 conflicts left, above 128 failed. */
export function driveGitMerge(operands: readonly string[]): ExitCode {
  return CODES[driveMerge(operands.filter((one, at) => at > 0 || one !== '--'))]
}
