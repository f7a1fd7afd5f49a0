/** Does the bank ask for a newer program than this one (S1)? Then it is read, and nothing is written. */

import { compareVersions } from '../bank/blocks.ts'
import type { Problem } from '../base/problem.ts'
import { PROGRAM } from '../base/program-version.ts'
import type { Workspace } from '../disk/workspace.ts'

export function tooOld({ config: { requires } }: Pick<Workspace, 'config'>): Problem | undefined {
  if (requires === undefined || PROGRAM === undefined || compareVersions(PROGRAM, requires) >= 0) return undefined
  return { code: 'program-older', requires, program: PROGRAM }
}
