/** What the drift bench measures, bundled by it: the same code as `memory-bank check`, and the labelled sample projects. */

export { statementsIn } from '../../src/drift/statements.ts'
export { driftOf } from '../../src/verbs/drift.ts'
export { readBank } from '../../src/disk/bank/read-bank.ts'
export { openWorkspace } from '../../src/disk/workspace.ts'
export { labelsOf, layOut, score } from '../../test/drift/sample-project.ts'
export { SAMPLES } from '../../test/drift/samples/index.ts'
