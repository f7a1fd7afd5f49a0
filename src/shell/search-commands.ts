/** grep and its kin: the lines they keep, and the names of files they list. */

import { readOptions } from './arguments.ts'
import { nameOf } from './places.ts'
import { bankFilesBelow, type Call, inputText, isFolder, noteRead, type Shell, textOfFile } from './shell.ts'
import { hasUnknown, linesOf, UNKNOWN } from './text.ts'

/** Lines that match, when the lines are known; names of files that do, when names are asked for. */
export function grep(call: Call, shell: Shell): string {
  const options = readOptions(call.args, {
    short: call.name === 'rg' ? 'ABCefgtTmjrMdE' : 'ABCefmdD',
    long: 'regexp file include exclude exclude-dir max-count glob type type-not context color colour',
  })
  const given = options.has('e', 'f', 'regexp', 'file') || options.has('files')
  const pattern = options.value('e', 'regexp') ?? (given ? undefined : options.rest[0])
  const files = given ? options.rest : options.rest.slice(1)
  const expression =
    pattern === undefined
      ? undefined
      : grepExpression(pattern, call.name, options.has('i', 'ignore-case'), options.has('F', 'fixed-strings'))
  const tree = call.name !== 'grep' && call.name !== 'egrep' && call.name !== 'fgrep'
  const recursive = tree || options.has('r', 'R', 'recursive')
  const places =
    files.length === 0 && recursive && (call.channels.input === undefined || options.has('r', 'R')) ? ['.'] : files
  if (options.has('l', 'files-with-matches', 'L', 'files', 'files-without-match')) {
    if (call.channels.out.deaf) return ''
    const candidates = places.flatMap((place) =>
      recursive && isFolder(shell, place) ? bankFilesBelow(shell, place) : [place],
    )
    const asked = options.values('include', 'g', 'glob')
    const kept = candidates.filter((file) => {
      if (
        !globsAllow(file, asked, options.values('exclude'), options.values('exclude-dir'), options.values('t', 'type'))
      )
        return false
      if (isFolder(shell, file)) return false
      const text = hasUnknown(file) ? undefined : textOfFile(shell, file)
      if (text === undefined || expression === undefined || options.has('L', 'files', 'files-without-match'))
        return true
      return linesOf(text).some(
        (line) => line.length > LONGEST_LINE || expression.test(line) !== options.has('v', 'invert-match'),
      )
    })
    // A listing that names nothing of the bank may still name other files.
    const elsewhere = kept.length === 0 && places.some((place) => isFolder(shell, place)) ? `${OTHER_FILES}file\n` : ''
    return (
      kept.map((file) => `${tree && !/^[./]/.test(file) ? file : tree ? file.replace(/^\.\//, '') : file}\n`).join('') +
      elsewhere
    )
  }
  for (const place of places) {
    if (isFolder(shell, place)) continue
    noteRead(shell, place)
  }
  if (call.channels.out.deaf) return ''
  if (places.length > 1 || recursive || options.has('n', 'c', 'o', 'A', 'B', 'C', 'P')) return UNKNOWN
  const text = inputText(places, call, shell)
  if (expression === undefined) return UNKNOWN
  return linesOf(text)
    .filter((line) => hasUnknown(line) || expression.test(line) !== options.has('v', 'invert-match'))
    .map((line) => `${line}\n`)
    .join('')
}

/** Longer lines count as matching, because an expression could take for ever on them. */
const LONGEST_LINE = 2000

/** Stands for files outside the bank that a listing may also name. */
export const OTHER_FILES = '/proc/self/cwd-other/'

function globsAllow(
  file: string,
  include: readonly string[],
  exclude: readonly string[],
  excludedFolders: readonly string[],
  types: readonly string[],
): boolean {
  const name = nameOf(file)
  const matches = (glob: string) => globTest(glob, name) || globTest(glob, file.replace(/^\.\//, ''))
  const wanted = include.filter((glob) => !glob.startsWith('!'))
  const unwanted = include.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1))
  if (unwanted.some((glob) => matches(glob) || file.split('/').includes(glob.replace(/\/(\*\*)?$/, '')))) return false
  if (exclude.some(matches)) return false
  if (
    excludedFolders.some((folder) =>
      file
        .split('/')
        .slice(0, -1)
        .some((part) => globTest(folder, part)),
    )
  )
    return false
  if (types.length > 0 && !types.some((type) => type === 'md' || type === 'markdown')) return false
  return wanted.length === 0 || wanted.some(matches)
}

function globTest(glob: string, text: string): boolean {
  const body = glob
    .replace(/^\//, '')
    .replace(/[.+^$()|\\]/g, (char) => `\\${char}`)
    .replace(/\{([^}]*)\}/g, (_, inner: string) => `(?:${inner.replaceAll(',', '|')})`)
    .replace(/\*\*\/?|\*|\?/g, (star) => (star.startsWith('**') ? '.*' : star === '*' ? '[^/]*' : '[^/]'))
  try {
    return new RegExp(`^${body}$`).test(text)
  } catch {
    return true
  }
}

function grepExpression(pattern: string, name: string, blind: boolean, fixed: boolean): RegExp | undefined {
  if (hasUnknown(pattern)) return undefined
  try {
    if (fixed || name === 'fgrep') return new RegExp(pattern.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), blind ? 'i' : '')
    // Basic expressions write groups and alternatives with a backslash; taking both as wildcards matches more, never less.
    const body = name === 'grep' ? pattern.replace(/\\([|+?(){}])/g, (_, char: string) => char) : pattern
    return new RegExp(body.replace(/\[:(\w+):\]/g, '\\w\\s'), blind ? 'i' : '')
  } catch {
    return undefined
  }
}
