/**
 * git may restore a recorded state of the bank (checkout, merge, stash, reset, pull …). Its other writes are judged
 * like any write. A patch is the agent's own text, not a record.
 */

import { applyTable } from './command-table.ts'
import { hasWildcard, patternExpression } from './expand-words.ts'
import { hasUnknown, join, nameOf, parentOf, UNKNOWN, within } from './places.ts'
import { readOptions } from './read-options.ts'
import { type Handler, quote, type Shell, type ShellCall, under } from './shell.ts'

export function git(call: ShellCall, shell: Shell): string {
  const options = readOptions(call.args, 'C c work-tree git-dir namespace', 'first')
  const [verb, ...args] = options.rest
  if (verb === undefined) return UNKNOWN
  shell.effects.opaque.push(`git ${verb}`)
  return shell.apart(() => {
    for (const folder of options.values('C')) shell.enter(folder)
    const alias = options.values('c').find((one) => one.startsWith(`alias.${verb}=`))
    if (alias !== undefined) {
      const text = alias.replace(/^[^=]*=\s*"?/, '').replace(/"\s*$/, '')
      const command = text.startsWith('!') ? text.slice(1) : `git ${text}`
      return shell.runApart([command, ...args.map(quote)].join(' '), call)
    }
    const tree = options.value('work-tree') ?? shell.variable('GIT_WORK_TREE') ?? '/'
    if (shell.placeOf(tree) === 'bank') shell.write(tree, `git --work-tree ${verb}`, 'tree')
    const own = { ...call, name: `git ${verb}`, args }
    // An alias may run any program.
    if (verb === 'config' && args.some((arg) => arg.startsWith('alias.'))) shell.effects.onlyReads = false
    const known = VERBS.get(verb)
    if (known !== undefined) return known(own, shell)
    return applyTable({ ...own, args: args.flatMap((arg) => pathspec(shell, arg)) }, shell) ?? UNKNOWN
  })
}

const VERBS: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ...under('rev-parse', ({ args }, shell) => (args[0] === '--show-toplevel' ? `${topOf(shell)}\n` : UNKNOWN)),
  ...under('ls-files', ({ args }, shell) => {
    const specs = args.filter((arg) => !arg.startsWith('-'))
    const files = (specs.length === 0 ? ['.'] : specs).flatMap((spec) => [
      ...shell.bankFilesBelow(spec),
      ...pathspec(shell, spec),
    ])
    return files.map((file) => `${file.replace(/^\.\//, '')}\n`).join('')
  }),
  ...under('grep', ({ args }, shell) => shell.runWords(['rg', ...args])),
  ...under('apply am', applyFiles),
  ...under('clean', clean),
  ...under('bisect', ({ args: [first, ...rest] }, shell) => (first === 'run' ? shell.runWords(rest) : UNKNOWN)),
  ...under('worktree', (call, shell) =>
    /^(add|remove|move)$/.test(call.args[0] ?? '') ? (applyTable(call, shell) ?? UNKNOWN) : UNKNOWN,
  ),
])

/** In a pathspec a star crosses slashes. `HEAD:path` names a recorded file. */
function pathspec(shell: Shell, spec: string): readonly string[] {
  const recorded = /^[\w~^./-]+:(.+)$/.exec(spec)?.[1]
  if (recorded !== undefined) return [join(shell.context.project, recorded)]
  if (!hasWildcard(spec)) return [spec.replace(/^:(?:\/|\(top\))/, `${shell.context.project}/`)]
  const expression = patternExpression(spec.replace(/^\.\//, ''))
  return shell
    .bankFilesBelow('.')
    .map((file) => file.replace(/^\.\//, ''))
    .filter((file) => expression?.test(file) !== false)
}

function topOf(shell: Shell): string {
  const here = shell.locate('.')
  for (let at = here; at !== '/' && !hasUnknown(at); at = parentOf(at))
    if (shell.context.list(at).includes('.git')) return at
  return within(here, shell.context.project) ? shell.context.project : UNKNOWN
}

/** clean removes untracked files, and only git knows which files of the bank those are. */
function clean(call: ShellCall, shell: Shell): string {
  const options = readOptions(call.args, 'e exclude')
  const spared = options.values('e exclude').map((pattern) => pattern.replace(/^\/|\/.*$|(?<!\*)\*+$/g, ''))
  const mayReach = (options.rest.length === 0 ? ['.'] : options.rest).some(
    (spec) => shell.placeOf(spec) !== 'elsewhere',
  )
  if (options.has('f force') && !options.has('n dry-run') && mayReach && !spared.includes(nameOf(shell.context.bank)))
    shell.effects.unresolved.push('git clean')
  return UNKNOWN
}

function applyFiles(call: ShellCall, shell: Shell): string {
  const options = readOptions(call.args, 'p C S directory exclude include whitespace')
  const isLooking =
    options.has('check stat numstat summary cached abort quit skip show-current-patch') && !options.has('apply')
  const isSpared = options
    .values('exclude')
    .some((pattern) => pattern.replace(/(?<!\*)\/?\*+$/, '') === nameOf(shell.context.bank))
  if (isLooking || isSpared) return UNKNOWN
  const files = options.rest.filter((file) => file !== '-').map((file) => shell.textOf(file) ?? UNKNOWN)
  // In a subfolder git reads the paths of a patch from there or from the root of the repository.
  const bases = new Set(
    [shell.locate('.'), shell.context.project].map((base) => join(base, options.value('directory') ?? '.')),
  )
  for (const text of files.length === 0 ? [call.input ?? UNKNOWN] : files)
    for (const base of bases) applyPatch(shell, text, base, call.name, options.value('p') ?? '1')
  return ''
}

export function patch(call: ShellCall, shell: Shell): string {
  const options = readOptions(call.args, 'p d i o B D F r z strip directory input output reject-file')
  if (options.has('dry-run C check')) return UNKNOWN
  const folder = options.value('d directory') ?? '.'
  const [file, patchFile] = options.rest
  const outputs = options.values('o output')
  for (const path of [...outputs, ...options.values('r reject-file'), ...(outputs.length > 0 ? [] : [file ?? ''])])
    if (path !== '') shell.write(join(folder, path), 'patch', 'open')
  const from = options.value('i input') ?? patchFile
  const text = from === undefined ? call.input : shell.textOf(from)
  if (file === undefined) applyPatch(shell, text ?? UNKNOWN, folder, 'patch', options.value('p strip'))
  return ''
}

const PATCHED =
  /^(?:(?:rename (?:from|to)|Index:|\*\*\* (?:\w+ File|Move to):) (.+)|(?:\+\+\+|---|\*\*\*|diff --git \S+) (?![*\d])([^\t\n]+))/gm

/** Patch tools pick whichever of a patch's names exists, so every name counts. */
export function applyPatch(shell: Shell, text: string, folder: string, how: string, strip: string | undefined): void {
  const depths = strip === undefined ? [0, 1] : [Number(strip)]
  for (const [, whole, raw = ''] of text.matchAll(PATCHED)) {
    const names = whole === undefined ? depths.map((depth) => raw.trim().split('/').slice(depth).join('/')) : [whole]
    for (const path of names.filter((name) => name !== '' && raw !== '/dev/null').map((name) => join(folder, name)))
      if (shell.placeOf(path) !== 'elsewhere' || shell.context.disablesGuard?.(shell.locate(path), 'open') === true)
        shell.write(path, how, 'open')
  }
  const place = hasUnknown(text) ? shell.placeOf(folder) : 'elsewhere'
  if (place === 'bank') shell.write(join(folder, 'patched'), how, 'open')
  else if (place !== 'elsewhere') shell.effects.unresolved.push(`${how}: a patch that cannot be read`)
}
