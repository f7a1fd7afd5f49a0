/** The files that a program brings in, read as part of it; and whether one of them is ours, which no agent may drive. */

import { ownModule } from './own-commands.ts'
import { anchor, join, parentOf } from './places.ts'
import type { Language, Token } from './program-tokens.ts'
import type { Value } from './program-value.ts'
import { type Call, type Shell, textOfFile } from './shell.ts'
import { textOfVariable } from './variables.ts'

/** Where a program stands when it loads something. */
export interface Loading {
  readonly language: Language
  /** The file it stands in. */
  readonly script: string | undefined
  readonly cwd: string
  readonly call: Call
  readonly shell: Shell
  /** Reads a module's text as a program of the same language. */
  run(text: string, path: string): void
}

const DEEPEST_MODULE = 3

/** `import update`: a file of that name beside the script, in the working directory or on the path. */
export function loadNamed(loading: Loading, name: Token | undefined): void {
  if (loading.language !== 'python' || name?.kind !== 'name') return
  const onPath = (textOfVariable(loading.shell, 'PYTHONPATH') ?? '').split(':').filter((part) => part !== '')
  for (const folder of [folderOf(loading), ...onPath])
    runModule(loading, join(anchor(loading.cwd, folder), `${name.text}.py`))
}

/** `require('./x')`, `import('../core/shell/x.mjs')`, `run_path('x.py')`. */
export function loadGiven(loading: Loading, name: string, given: Value | undefined): void {
  const base = name === 'run_path' ? loading.cwd : folderOf(loading)
  for (const text of given?.texts ?? []) {
    if (name !== 'run_path' && !/^\.{0,2}\//.test(text)) continue
    for (const ending of name === 'run_path' ? [''] : ['', '.js', '.cjs', '.mjs', '/index.js'])
      runModule(loading, join(base, text) + ending)
  }
}

/** A module of ours, by its name or by its path. */
export function loadOurs(loading: Loading, specifier: string): void {
  if (loading.language !== 'javascript') return
  const plain = specifier.replace(/^file:\/\//, '')
  if (!ownModule(plain, loading.call, loading.shell) && /^\.{1,2}\//.test(plain))
    ownModule(join(folderOf(loading), plain), loading.call, loading.shell)
}

function folderOf({ script, cwd }: Loading): string {
  return script === undefined ? cwd : parentOf(script)
}

function runModule({ shell, run }: Loading, path: string): void {
  const text = textOfFile(shell, path)
  if (text === undefined || shell.depth >= DEEPEST_MODULE) return
  shell.depth += 1
  run(text, path)
  shell.depth -= 1
}
