/**
 * git may bring the bank to a recorded state (checkout, merge, stash, reset, pull …); what else it writes is judged like
 * any other write. A patch is the agent's own text, not a record.
 */

import { readOptions } from './options.ts'
import { namesOurWork } from './our-commands.ts'
import { hasUnknown, join, nameOf, parentOf, UNKNOWN, within } from './places.ts'
import { type Call, quote, type Shell } from './shell.ts'
import { applyTable } from './table.ts'
import { hasWildcard, patternExpression } from './words.ts'

export function git(call: Call, shell: Shell): string {
  const options = readOptions(call.args, 'C c work-tree git-dir namespace', 'first')
  const [verb, ...args] = options.rest
  if (verb === undefined) return UNKNOWN
  shell.account.opaque.push(`git ${verb}`)
  return shell.apart(() => {
    for (const folder of options.values('C')) shell.enter(folder)
    const alias = options.values('c').find((one) => one.startsWith(`alias.${verb}=`)) ?? aliasOf(shell, verb)
    if (alias !== undefined) {
      const text = alias.replace(/^[^=]*=\s*"?/, '').replace(/"\s*$/, '')
      const command = text.startsWith('!') ? text.slice(1) : `git ${text}`
      return shell.runApart([command, ...args.map(quote)].join(' '), call)
    }
    const tree = options.value('work-tree') ?? shell.variable('GIT_WORK_TREE') ?? '/'
    if (shell.placeOf(tree) === 'bank') shell.write(tree, `git --work-tree ${verb}`, 'tree')
    noteHooks(shell, verb)
    return run(verb, { ...call, name: `git ${verb}`, args }, shell)
  })
}

function run(verb: string, call: Call, shell: Shell): string {
  const [first = '', ...rest] = call.args
  switch (verb) {
    case 'rev-parse':
      return first === '--show-toplevel' ? `${topOf(shell)}\n` : UNKNOWN
    case 'ls-files': {
      const specs = call.args.filter((arg) => !arg.startsWith('-'))
      const files = (specs.length === 0 ? ['.'] : specs).flatMap((spec) => [
        ...shell.bankFilesBelow(spec),
        ...pathspec(shell, spec),
      ])
      return files.map((file) => `${file.replace(/^\.\//, '')}\n`).join('')
    }
    case 'grep':
      return shell.runWords(['rg', ...call.args])
    case 'apply':
    case 'am':
      return applyFiles(call, shell)
    case 'clean':
      return clean(call, shell)
    case 'bisect':
      return first === 'run' ? shell.runWords(rest) : UNKNOWN
    case 'submodule':
      return first === 'foreach' ? shell.runApart(rest.filter((arg) => !arg.startsWith('--')).join(' '), call) : UNKNOWN
    case 'config': {
      const alias = call.args.findIndex((arg) => arg.startsWith('alias.'))
      const text = alias === -1 ? '' : (call.args[alias + 1] ?? '')
      // The alias may be called later, by any command: its program is judged where it is written.
      if (text.startsWith('!')) shell.runApart(text.slice(1), call)
      if (/^(-f|--file)$/.test(first) && rest.length > 2) shell.write(rest[0] ?? '', 'git config --file', 'open')
      return UNKNOWN
    }
    case 'update-index':
      if (/^--(cacheinfo|index-info)/.test(first))
        for (const arg of call.args) shell.write(arg.split(',').at(-1) ?? '', 'git update-index', 'open')
      return UNKNOWN
    case 'worktree':
      return /^(add|remove|move)$/.test(first) ? (applyTable(call, shell) ?? UNKNOWN) : UNKNOWN
    default:
      return applyTable({ ...call, args: call.args.flatMap((arg) => pathspec(shell, arg)) }, shell) ?? UNKNOWN
  }
}

/** In a pathspec a star crosses slashes, and git matches it itself. `HEAD:path` names a recorded file. */
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

function aliasOf(shell: Shell, verb: string): string | undefined {
  const files = [join(shell.context.project, '.git/config'), join(shell.context.home ?? '/', '.gitconfig')]
  const sections = files.map((file) => /\[alias\]([\s\S]*?)(?=\n\s*\[|$)/i.exec(shell.textOf(file) ?? '')?.[1] ?? '')
  return sections
    .join('\n')
    .split('\n')
    .find((line) => line.trim().split(/\s*=/, 1)[0] === verb)
}

const HOOKS: Readonly<Record<string, RegExp>> = {
  commit: /commit|rewrite/,
  'cherry-pick': /commit/,
  revert: /commit/,
  merge: /merge|commit-msg/,
  pull: /merge|checkout|rewrite/,
  rebase: /rebase|checkout|rewrite/,
  checkout: /checkout/,
  switch: /checkout/,
  push: /push/,
}

/** Hooks belong to the project and are not refused. If one names a command of ours, the bank is compared afterwards. */
function noteHooks(shell: Shell, verb: string): void {
  const wanted = HOOKS[verb]
  if (wanted === undefined) return
  for (const folder of ['.git/hooks', '.husky', '.githooks'].map((name) => join(shell.context.project, name)))
    for (const name of shell.context.list(folder).filter((one) => wanted.test(one) && !one.endsWith('.sample'))) {
      const text = shell.textOf(join(folder, name)) ?? ''
      if (namesOurWork(text)) shell.account.scripts.push(text)
    }
}

function topOf(shell: Shell): string {
  const here = shell.locate('.')
  for (let at = here; at !== '/' && !hasUnknown(at); at = parentOf(at))
    if (shell.context.list(at).includes('.git')) return at
  return within(here, shell.context.project) ? shell.context.project : UNKNOWN
}

/** clean removes files that are not tracked, and only git knows which files of the bank are. */
function clean(call: Call, shell: Shell): string {
  const options = readOptions(call.args, 'e exclude')
  const spared = options.values('e exclude').map((pattern) => pattern.replace(/^\/|\/.*$|\*+$/g, ''))
  const mayReach = (options.rest.length === 0 ? ['.'] : options.rest).some(
    (spec) => shell.placeOf(spec) !== 'elsewhere',
  )
  if (options.has('f force') && !options.has('n dry-run') && mayReach && !spared.includes(nameOf(shell.context.bank)))
    shell.account.unresolved.push('git clean')
  return UNKNOWN
}

function applyFiles(call: Call, shell: Shell): string {
  const options = readOptions(call.args, 'p C S directory exclude include whitespace')
  const isLooking =
    options.has('check stat numstat summary cached abort quit skip show-current-patch') && !options.has('apply')
  const isSpared = options
    .values('exclude')
    .some((pattern) => pattern.replace(/\/?\*+$/, '') === nameOf(shell.context.bank))
  if (isLooking || isSpared) return UNKNOWN
  const files = options.rest.filter((file) => file !== '-').map((file) => shell.textOf(file) ?? UNKNOWN)
  // Inside a subfolder git takes the paths of a patch from there or from the top of the repository.
  const bases = new Set(
    [shell.locate('.'), shell.context.project].map((base) => join(base, options.value('directory') ?? '.')),
  )
  for (const text of files.length === 0 ? [call.input ?? UNKNOWN] : files)
    for (const base of bases) applyPatch(shell, text, base, call.name, options.value('p') ?? '1')
  return ''
}

export function patch(call: Call, shell: Shell): string {
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

/** Patch tools choose among the names in a patch by what exists, so every name that they may choose counts. */
export function applyPatch(shell: Shell, text: string, folder: string, how: string, strip: string | undefined): void {
  const depths = strip === undefined ? [0, 1] : [Number(strip)]
  for (const [, whole, raw = ''] of text.matchAll(PATCHED)) {
    const names = whole === undefined ? depths.map((depth) => raw.trim().split('/').slice(depth).join('/')) : [whole]
    for (const path of names.filter((name) => name !== '' && raw !== '/dev/null').map((name) => join(folder, name)))
      if (shell.placeOf(path) !== 'elsewhere' || shell.context.switchesUs?.(shell.locate(path), 'open') === true)
        shell.write(path, how, 'open')
  }
  const place = hasUnknown(text) ? shell.placeOf(folder) : 'elsewhere'
  if (place === 'bank') shell.write(join(folder, 'patched'), how, 'open')
  else if (place !== 'elsewhere') shell.account.unresolved.push(`${how}: a patch that cannot be read`)
}
