import type { Call } from '../command.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'
export function doctor(_call: Call): ExitCode {
  return EXIT.done
}
