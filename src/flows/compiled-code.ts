/** Code kept compiled, and where, as the command line may use it. */
export { CompiledCode } from '../workspace/state/compiled-code.ts'
export { codeFolder } from '../workspace/state/state-folder.ts'
