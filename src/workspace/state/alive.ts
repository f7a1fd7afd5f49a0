/** Whether there is a process of this id, ours or somebody else's. */

import { codeOf } from '../disk.ts'

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) !== 'ESRCH'
  }
}
