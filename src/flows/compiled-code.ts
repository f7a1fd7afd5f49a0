/** Code kept compiled, and where, as the command line may use it. */
export { CompiledCode } from '../workspace/compiled-code.ts'
export { stateRoot } from '../workspace/state-folder.ts'
