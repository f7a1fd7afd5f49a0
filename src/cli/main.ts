#!/usr/bin/env node
/** The first file: has the program loaded, with the code that was compiled for the same command the last time. */

import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { CompiledCode, codeFolder } from '../flows/compiled-code.ts'

const load = createRequire(import.meta.url)
const path = join(dirname(import.meta.filename), 'program.cjs')
const name = commandIn(process.argv.slice(2))
// Doctor looks, and leaves not even that behind.
const code =
  name === undefined || name === 'doctor' || !isWanted(process.env)
    ? undefined
    : new CompiledCode(codeFolder(process.env), name, dirname(path))
const program: typeof import('./program.ts') = code === undefined ? load(path) : code.require(path, load)
program.runProgram(() => code?.keep(new Date()))

/** About the command's name: whether there is such a command is for the program to say. */
function commandIn(args: readonly string[]): string | undefined {
  let at = 0
  while (args[at]?.startsWith('-')) at += /^(?:-C|--project|--lang)$/.test(args[at] ?? '') ? 2 : 1
  return /^[a-z][a-z-]{1,19}$/.exec(args[at] ?? '')?.[0]
}

/** Node's own word for those who want none of this; other runtimes have a cache of their own. */
function isWanted(env: NodeJS.ProcessEnv): boolean {
  return (env['NODE_DISABLE_COMPILE_CACHE'] ?? '') === '' && process.versions['bun'] === undefined
}
