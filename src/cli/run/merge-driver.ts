/** Runs `memory-bank merge-driver`. Git reads the exit code: 0 merged, 1 conflicts left, above 128 a failure. */

import { type Driven, driveMerge } from '../../flows/merge-driver.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'

const CODES: Readonly<Record<Driven, ExitCode>> = {
  merged: EXIT.done,
  conflict: EXIT.failure,
  failed: EXIT.driverFailed,
}

export function mergeDriver(operands: readonly string[]): ExitCode {
  return CODES[driveMerge(operands.filter((one, at) => at > 0 || one !== '--'))]
}
