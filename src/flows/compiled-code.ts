/** Code kept compiled, and where, as the command line may use it. */
export { CompiledCode } from '../workspace/compiled-code.ts'
export { codeFolder } from '../workspace/state-folder.ts'
