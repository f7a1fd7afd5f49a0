/** Commands that list files, and xargs, which runs a command on such a list. Only files of the bank are followed. */

import { patternExpression } from './expand-words.ts'
import { hasUnknown, join, nameOf, UNKNOWN } from './places.ts'
import { readOptions } from './read-options.ts'
import { type Handler, linesOf, type Shell, type ShellCall, under } from './shell.ts'

const MOST_LISTED = 300

/** One path that represents all files outside the bank. */
const OTHER_FILE = 'some-other-file'

export const FIND_COMMANDS: readonly (readonly [string, Handler])[] = [
  ...under('find', find),
  ...under('xargs', xargs),
  ...under('grep egrep fgrep rg', grep),
  ...under('ls', (call, shell) => {
    const { rest } = readOptions(call.args, 'I w T')
    const isListed = (path: string) => shell.isFolder(path) && !call.args.some((arg) => /^-\w*d/.test(arg))
    const names = (rest.length === 0 ? ['.'] : rest).flatMap((path) =>
      isListed(path) ? shell.context.list(shell.locate(path)) : [path],
    )
    return `${names.join('\n')}\n`
  }),
  // These commands run a command on files that are not looked up here.
  ...under('fd fdfind parallel', (call, shell) => {
    if (call.name === 'parallel' || call.args.some((arg) => /^(-x|-X|--exec)/.test(arg)))
      shell.effects.unresolved.push(call.name)
    return UNKNOWN
  }),
]

/** Follows both sides of an `-o`. A test that needs more than the path counts as passed. */
function find(call: ShellCall, shell: Shell): string {
  const first = call.args.findIndex((arg) => /^(-[^HLP].*|\(|!)$/.test(arg))
  const starts = (first === -1 ? call.args : call.args.slice(0, first)).filter((arg) => !arg.startsWith('-'))
  const tests = first === -1 ? [] : call.args.slice(first)
  const deepest = tests.includes('-maxdepth') ? Number(tests[tests.indexOf('-maxdepth') + 1]) : Number.POSITIVE_INFINITY
  const found = (starts.length === 0 ? ['.'] : starts).flatMap((start) => {
    const levelOf = (file: string) =>
      file
        .slice(start.length)
        .split('/')
        .filter((part) => part !== '').length
    const files = shell.bankFilesBelow(start).filter((file) => levelOf(file) <= deepest && isFound(file, tests, shell))
    return [
      ...files,
      ...(shell.placeOf(start) === 'bank'
        ? [start].filter((file) => isFound(file, tests, shell))
        : [join(start, OTHER_FILE)]),
    ]
  })
  tests.forEach((word, at) => {
    if (/^-f(print[0f]?|ls)$/.test(word)) shell.write(tests[at + 1] ?? '', `find ${word}`, 'open')
    if (word === '-delete') for (const file of found) shell.write(file, 'find -delete', 'entry')
    if (!/^-(exec|ok)(dir)?$/.test(word)) return
    const length = tests.slice(at).findIndex((one, i, rest) => one === ';' || (one === '+' && rest[i - 1] === '{}'))
    runOn(tests.slice(at + 1, length === -1 ? undefined : at + length), '{}', found, call, shell)
  })
  return tests.some((word) => /^-(exec|ok|delete|f?printf)/.test(word)) ? UNKNOWN : `${found.join('\n')}\n`
}

function isFound(file: string, tests: readonly string[], shell: Shell): boolean {
  const outcomes = tests.flatMap((word, at) => {
    const [, flags, kind] = /^-(i?)(name|path|wholename|type)$/.exec(word) ?? []
    if (kind === undefined) return []
    const isNegated = /^(!|-not)$/.test(tests[at - 1] ?? '') || tests[at + 2] === '-prune'
    const pattern = tests[at + 1] ?? ''
    if (kind === 'type') return [[isNegated, pattern.includes('d') === shell.isFolder(file)] as const]
    const expression = patternExpression(pattern, flags)
    const parts = file.split('/')
    // A pruned or excluded folder excludes everything below it.
    const texts = kind !== 'name' ? parts.map((_, end) => parts.slice(0, end + 1).join('/')) : parts
    return [
      [isNegated, (isNegated ? texts : texts.slice(-1)).some((text) => expression?.test(text) !== false)] as const,
    ]
  })
  const wanted = outcomes.filter(([isNegated]) => !isNegated).map(([, isPassed]) => isPassed)
  if (outcomes.some(([isNegated, isPassed]) => isNegated && isPassed)) return false
  return tests.includes('-o') || tests.includes('-or')
    ? wanted.length === 0 || wanted.includes(true)
    : !wanted.includes(false)
}

/** Runs the command of xargs: once per value if a mark stands for it, else once with all values appended. */
function runOn(
  command: readonly string[],
  mark: string | undefined,
  values: readonly string[],
  call: ShellCall,
  shell: Shell,
): void {
  const few = values.slice(0, MOST_LISTED)
  const filled = (value: string) => command.map((word) => word.replaceAll(mark ?? '', () => value))
  for (const words of mark === undefined ? [[...command, ...few]] : few.map(filled))
    if (shell.effects.writes.length === 0) shell.apart(() => shell.runWords(words))
  if (values.length > MOST_LISTED) shell.effects.unresolved.push(`${call.name}: too many files`)
}

function xargs(call: ShellCall, shell: Shell): string {
  const taking = 'a d E I L n P s ~i ~l ~e arg-file delimiter max-args max-procs max-lines max-chars'
  const options = readOptions(call.args, taking, 'first')
  const file = options.value('a arg-file')
  const text = (file === undefined ? call.input : shell.textOf(file)) ?? UNKNOWN
  const mark = options.value('I') ?? (options.has('i replace') ? options.value('i replace') || '{}' : undefined)
  const isByLine = mark !== undefined || options.has('0 d delimiter')
  const words = isByLine ? text.split(/[\n\0]/) : text.split(/\s+/).map((word) => word.replace(/["'\\]/g, ''))
  const command = options.rest.length === 0 ? ['echo'] : options.rest
  runOn(
    command,
    mark,
    words.filter((word) => word !== ''),
    call,
    shell,
  )
  return UNKNOWN
}

/** A longer line counts as a match, because matching it could take very long. */
const LONGEST_LINE = 1000

/** Filters its input, or lists the files of the bank that match. */
function grep(call: ShellCall, shell: Shell): string {
  const options = readOptions(
    call.args,
    'A B C e f g t m regexp file include exclude exclude-dir max-count glob type context',
  )
  const isGiven = options.has('e f regexp file files')
  const places = isGiven ? options.rest : options.rest.slice(1)
  const pattern = options.value('e regexp') ?? options.rest[0] ?? ''
  const isFixed = options.has('F fixed-strings') || call.name === 'fgrep'
  const expression = expressionOf(
    isFixed ? pattern.replace(/\W/g, '\\$&') : pattern,
    options.has('i ignore-case') ? 'i' : '',
  )
  const isKept = (line: string) =>
    line.length > LONGEST_LINE ||
    hasUnknown(line) ||
    expression === undefined ||
    expression.test(line) !== options.has('v invert-match')
  if (options.has('l files-with-matches L files-without-match files')) {
    const globs = options.values('include g glob')
    const spared = [
      ...options.values('exclude exclude-dir'),
      ...globs.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1)),
    ]
    const wanted = globs.filter((glob) => !glob.startsWith('!'))
    const files = (places.length === 0 ? ['.'] : places).flatMap((place) =>
      shell.isFolder(place) ? [...shell.bankFilesBelow(place), join(place, OTHER_FILE)] : [place],
    )
    const matches = (glob: string, name: string) =>
      patternExpression(glob.replace(/\{[^}]{0,400}\}/, '*').replace(/\/?\*\*$/, ''))?.test(name) !== false
    const isWanted = (file: string) =>
      !file.split('/').some((part) => spared.some((glob) => matches(glob, part))) &&
      (wanted.length === 0 || wanted.some((glob) => matches(glob, nameOf(file)))) &&
      !shell.isFolder(file) &&
      linesOf(shell.textOf(file) ?? UNKNOWN).some(isKept)
    return `${files.filter(isWanted).join('\n')}\n`
  }
  for (const place of places) if (!shell.isFolder(place)) shell.read(place)
  if (places.length > 0 || call.input === undefined || options.has('c o n count')) return UNKNOWN
  return linesOf(call.input)
    .filter(isKept)
    .map((line) => `${line}\n`)
    .join('')
}

function expressionOf(pattern: string, flags: string): RegExp | undefined {
  // Basic expressions escape groups with a backslash. Reading both forms as operators matches more, never less.
  const body = pattern.replace(/\\([|+?(){}])/g, '$1').replace(/\[:(\w+):\]/g, '\\w\\s')
  // Many repetitions or a repeated group could take very long on a line made for that purpose.
  if (hasUnknown(body) || /\)[*+?{]/.test(body) || body.split(/[*+{]/).length > 3) return undefined
  try {
    return new RegExp(body, flags)
  } catch {
    return undefined
  }
}
