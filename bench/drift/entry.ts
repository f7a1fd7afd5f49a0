/** Bundled by the drift benchmark: the code of `memory-bank check` and the labelled sample projects. */

export { readBank } from '../../src/disk/bank/read-bank.ts'
export { openWorkspace } from '../../src/disk/workspace.ts'
export { statementsIn } from '../../src/drift/statements.ts'
export { driftOf } from '../../src/verbs/drift.ts'
export { labelsOf, layOut, score } from '../../test/drift/sample-project.ts'
export { SAMPLES } from '../../test/drift/samples/index.ts'
