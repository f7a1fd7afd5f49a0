/** grep and similar commands: the lines they keep, and the names of files they list. */

import { type Options, readOptions } from './arguments.ts'
import { nameOf } from './places.ts'
import { bankFilesBelow, type Call, inputText, isFolder, noteRead, type Shell, textOfFile } from './shell.ts'
import { hasUnknown, linesOf, UNKNOWN } from './text.ts'

/** Prints the matching lines if the lines are known, or the names of matching files if names are asked for. */
export function grep(call: Call, shell: Shell): string {
  const search = readSearch(call)
  const { options, places, expression } = search
  if (options.has('l', 'files-with-matches', 'L', 'files', 'files-without-match'))
    return call.channels.out.deaf ? '' : listed(call, shell, search)
  for (const place of places) if (!isFolder(shell, place)) noteRead(shell, place)
  if (call.channels.out.deaf) return ''
  const isPlain = places.length <= 1 && !search.isRecursive && !options.has('n', 'c', 'o', 'A', 'B', 'C', 'P')
  if (expression === undefined || !isPlain) return UNKNOWN
  const kept = linesOf(inputText(places, call, shell)).filter((line) => hasUnknown(line) || matches(line, search))
  return kept.map((line) => `${line}\n`).join('')
}

interface Search {
  readonly options: Options
  /** Undefined where the pattern is not known, or none is asked for. */
  readonly expression: RegExp | undefined
  readonly places: readonly string[]
  readonly isRecursive: boolean
}

function readSearch(call: Call): Search {
  const options = readOptions(call.args, {
    short: call.name === 'rg' ? 'ABCefgtTmjrMdE' : 'ABCefmdD',
    long: 'regexp file include exclude exclude-dir max-count glob type type-not context color colour',
  })
  const isGiven = options.has('e', 'f', 'regexp', 'file', 'files')
  const pattern = options.value('e', 'regexp') ?? (isGiven ? undefined : options.rest[0])
  const files = isGiven ? options.rest : options.rest.slice(1)
  const expression = pattern === undefined ? undefined : grepExpression(pattern, call.name, options)
  const isRecursive = !/^[ef]?grep$/.test(call.name) || options.has('r', 'R', 'recursive')
  const isWhole = files.length === 0 && isRecursive && (call.channels.input === undefined || options.has('r', 'R'))
  return { options, expression, places: isWhole ? ['.'] : files, isRecursive }
}

function matches(line: string, { expression, options }: Search): boolean {
  return expression?.test(line) !== options.has('v', 'invert-match')
}

/** The bank's files that would be listed, or one name that stands for files elsewhere. */
function listed(call: Call, shell: Shell, search: Search): string {
  const { options, places, isRecursive, expression } = search
  const isByContent = expression !== undefined && !options.has('L', 'files', 'files-without-match')
  const candidates = places.flatMap((place) =>
    isRecursive && isFolder(shell, place) ? bankFilesBelow(shell, place) : [place],
  )
  const kept = candidates.filter((file) => {
    if (!globsAllow(file, options) || isFolder(shell, file)) return false
    const text = hasUnknown(file) ? undefined : textOfFile(shell, file)
    if (text === undefined || !isByContent) return true
    return linesOf(text).some((line) => line.length > LONGEST_LINE || matches(line, search))
  })
  // A listing that names nothing of the bank may still name other files.
  const isElsewhere = kept.length === 0 && places.some((place) => isFolder(shell, place))
  const names = isElsewhere ? [`${OTHER_FILES}file`] : kept
  const isPlain = /^[ef]?grep$/.test(call.name)
  return names.map((file) => `${isPlain ? file : file.replace(/^\.\//, '')}\n`).join('')
}

/** Longer lines count as matching, because an expression could take very long on them. */
const LONGEST_LINE = 2000

/** Stands for files outside the bank that a listing may also name. */
export const OTHER_FILES = '/proc/self/cwd-other/'

function globsAllow(file: string, options: Options): boolean {
  const folders = file.split('/').slice(0, -1)
  const matches = (glob: string) => globTest(glob, nameOf(file)) || globTest(glob, file.replace(/^\.\//, ''))
  const asked = options.values('include', 'g', 'glob')
  const wanted = asked.filter((glob) => !glob.startsWith('!'))
  const unwanted = asked.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1))
  const types = options.values('t', 'type')
  const isUnwanted =
    unwanted.some((glob) => matches(glob) || file.split('/').includes(glob.replace(/\/(\*\*)?$/, ''))) ||
    options.values('exclude').some(matches) ||
    options.values('exclude-dir').some((folder) => folders.some((part) => globTest(folder, part))) ||
    (types.length > 0 && !types.some((type) => type === 'md' || type === 'markdown'))
  return !isUnwanted && (wanted.length === 0 || wanted.some(matches))
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

function grepExpression(pattern: string, name: string, options: Options): RegExp | undefined {
  const flags = options.has('i', 'ignore-case') ? 'i' : ''
  if (hasUnknown(pattern)) return undefined
  try {
    if (name === 'fgrep' || options.has('F', 'fixed-strings'))
      return new RegExp(pattern.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), flags)
    // Basic expressions write groups and alternatives with a backslash; taking both as wildcards matches more, never less.
    const body = name === 'grep' ? pattern.replace(/\\([|+?(){}])/g, (_, char: string) => char) : pattern
    return new RegExp(body.replace(/\[:(\w+):\]/g, '\\w\\s'), flags)
  } catch {
    return undefined
  }
}
