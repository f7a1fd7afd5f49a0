/** What git's own file commands touch: rm, mv, clean, apply, and the files it lists. */

import { type Options, readOptions } from './arguments.ts'
import { applyPatch } from './edit-commands.ts'
import { join, nameOf, within } from './places.ts'
import { bankFilesBelow, type Call, inputOf, placeFor, realCwd, type Shell, textOfFile, write } from './shell.ts'
import { UNKNOWN } from './text.ts'

export function pathspecs(shell: Shell, specs: readonly string[], how: string, recursive: boolean): void {
  for (const spec of specs) {
    if (/[*?[]/.test(spec)) {
      const base = spec.replace(/(?<![^/])[^/]*[*?[].*$/, '') || '.'
      const files = bankFilesBelow(shell, base)
      if (files.some((file) => globLike(spec, file)))
        write(shell, files.find((file) => globLike(spec, file)) ?? '', how, 'entry')
    } else
      write(shell, spec.replace(/^:(?:\/|\(top\))/, `${shell.context.project}/`), how, recursive ? 'tree' : 'entry')
  }
}

/** In a pathspec a star crosses slashes. */
function globLike(spec: string, file: string): boolean {
  const body = spec
    .replace(/^\.\//, '')
    .replace(/[.+^$()|{}\\]/g, '\\$&')
    .replace(/\*+/g, '.*')
    .replace(/\?/g, '.')
  try {
    return new RegExp(`^${body}$`).test(file.replace(/^\.\//, ''))
  } catch {
    return true
  }
}

export function moveFiles(shell: Shell, options: Options): string {
  if (options.has('n', 'dry-run')) return ''
  const target = options.rest.at(-1) ?? ''
  for (const path of options.rest.slice(0, -1)) {
    write(shell, path, 'git mv', 'tree')
    write(shell, join(target, nameOf(path)), 'git mv', 'entry')
  }
  write(shell, target, 'git mv', 'entry')
  return ''
}

/** clean removes files that are not tracked, and only git knows which files of the bank are. */
export function clean(shell: Shell, options: Options): string {
  if (options.has('n', 'dry-run') || !options.has('f', 'force')) return UNKNOWN
  const spared = options.values('e', 'exclude').map((pattern) => pattern.replace(/^\/|\/.*$|\*+$/g, ''))
  const specs = options.rest.length === 0 ? ['.'] : options.rest
  const mayReach = specs.some((spec) => placeFor(shell, spec) !== 'elsewhere')
  if (mayReach && !spared.includes(nameOf(shell.context.bank))) shell.account.unresolved.push('git clean')
  return UNKNOWN
}

export function applyFiles(shell: Shell, call: Call, args: readonly string[]): string {
  const options = readOptions(args, {
    short: 'pC',
    long: 'directory exclude include whitespace build-fake-ancestor',
  })
  const looks = options.has('check', 'stat', 'numstat', 'summary') && !options.has('apply')
  if (looks || options.has('cached')) return UNKNOWN
  const texts =
    options.rest.length === 0 || options.rest.includes('-')
      ? [inputOf(call)]
      : options.rest.map((file) => textOfFile(shell, file) ?? UNKNOWN)
  const { bank } = shell.context
  if (options.values('exclude').some((pattern) => pattern.replace(/\/?\*+$/, '') === nameOf(bank))) return ''
  for (const text of texts)
    for (const base of basesOf(shell, options.value('directory')))
      applyPatch(shell, text, base, 'git apply', options.value('p') ?? '1')
  return ''
}

/** The folders that a patch's paths may begin at: inside a subfolder git takes them from the top of the repository. */
function basesOf(shell: Shell, folder: string | undefined): readonly string[] {
  const { project } = shell.context
  const base = folder === undefined ? join(realCwd(shell), '.') : join(project, folder)
  return base !== project && within(base, project) ? [base, project] : [base]
}

export function listFiles(shell: Shell, args: readonly string[]): string {
  const { rest } = readOptions(args, { short: 'xX', long: 'exclude' })
  const specs = rest.length === 0 ? ['.'] : rest
  return specs
    .flatMap((spec) => {
      const wild = /[*?[]/.test(spec)
      const files = bankFilesBelow(shell, wild ? spec.replace(/(?<![^/])[^/]*[*?[].*$/, '') || '.' : spec)
      const kept = wild ? files.filter((file) => globLike(spec, file)) : files.length === 0 ? [spec] : files
      return kept.map((file) => `${file.replace(/^\.\//, '')}\n`)
    })
    .join('')
}
