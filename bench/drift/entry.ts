/** What the drift bench measures, bundled by it: the same code as `memory-bank check`, with every verdict shown. */

import { findDrift, judge } from '../../src/drift/find-drift.ts'
import { readClaims } from '../../src/drift/read-claims.ts'
import { driftOf, openRepository } from '../../src/flows/drift.ts'
import { readBank } from '../../src/workspace/read-bank.ts'
import { openWorkspace } from '../../src/workspace/workspace.ts'

export { driftOf, findDrift, judge, openRepository, openWorkspace, readBank, readClaims }
