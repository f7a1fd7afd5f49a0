/** find, fd, xargs and parallel: the commands they run, and the words they run them on. */

import { type Options, readOptions } from './arguments.ts'
import { patternExpression } from './pattern.ts'
import { join, nameOf, parentOf } from './places.ts'
import { OTHER_FILES } from './search-commands.ts'
import {
  bankFilesBelow,
  type Call,
  enter,
  type Handler,
  inputOf,
  isFolder,
  listFolder,
  placeFor,
  type Shell,
  textOfFile,
  under,
  write,
} from './shell.ts'
import { linesOf, UNKNOWN } from './text.ts'

export const FIND_COMMANDS: Readonly<Record<string, Handler>> = {
  find,
  ...under(fd, 'fd fdfind'),
  xargs,
  parallel,
}

const MOST_LISTED = 300

/** The name in the one path that stands for all files that were not listed. */
const STAND_IN = OTHER_FILES.slice(0, -1)

function find(call: Call, shell: Shell): string {
  const { starts, tests } = startsAndTests(call.args)
  const bound = (name: string, otherwise: number) =>
    tests.includes(name) ? Number(tests[tests.indexOf(name) + 1]) : otherwise
  const [least, most] = [bound('-mindepth', 0), bound('-maxdepth', Number.POSITIVE_INFINITY)]
  let printed = ''
  for (const root of starts) {
    const pruned: string[] = []
    let acted = false
    for (const path of candidates(shell, root)) {
      const isStandIn = path.includes(STAND_IN)
      const level = path === root ? 0 : words(path.slice(root.length), '/').length
      const isOutside = isStandIn ? acted : level < least || level > most
      if (isOutside || pruned.some((folder) => path.startsWith(`${folder}/`))) continue
      const visit = new Visit(call, shell, path, tests)
      printed += visit.run()
      acted ||= visit.acted || printed !== ''
      if (visit.prunes) pruned.push(path)
    }
  }
  return printed
}

/** Where find begins, and what it asks of each path. */
function startsAndTests(all: readonly string[]): Record<'starts' | 'tests', readonly string[]> {
  const args = all.slice(all.findIndex((arg) => !/^-([HLP]|O\d|D)$/.test(arg)))
  const first = args.findIndex((arg) => /^(-.+|\(|!|,)$/.test(arg))
  const starts = first === -1 ? args : args.slice(0, first)
  return { starts: starts.length === 0 ? ['.'] : starts, tests: first === -1 ? [] : args.slice(first) }
}

function words(text: string, separator: string | RegExp): readonly string[] {
  return text.split(separator).filter((part) => part !== '')
}

/** The paths that a walk from here would find: all files of the bank, a limited number of others, and one path that stands for the rest. */
function candidates(shell: Shell, root: string): readonly string[] {
  const place = placeFor(shell, root)
  const other = join(root.startsWith('/') ? OTHER_FILES : STAND_IN, 'file')
  if (place === 'bank') return [root, ...bankFilesBelow(shell, root)]
  if (place === 'above') {
    const children = listFolder(shell, root).map((name) => join(root, name))
    const elsewhere = children.filter((child) => placeFor(shell, child) === 'elsewhere')
    return [root, ...elsewhere, ...bankFilesBelow(shell, root), other]
  }
  const found = [root]
  for (const path of found) {
    if (found.length > MOST_LISTED || /\/(node_modules|\.git)$/.test(path)) continue
    for (const name of listFolder(shell, path)) found.push(join(path, name))
  }
  return found.length > MOST_LISTED ? [...found.slice(0, MOST_LISTED), other] : found
}

type Outcome = 'yes' | 'no' | 'perhaps'

const ACTIONS = /^-(print0?|ls|exec|execdir|ok|okdir|delete|fprint|fprint0|fprintf|fls|printf|quit)$/
/** Tests and options that take no argument, with their outcome for any path. */
const ALONE: ReadonlyMap<string, Outcome> = new Map<string, Outcome>([
  ...['-ls', '-true', '-quit', '-depth', '-d', '-mount', '-xdev', '-noleaf', '-daystart'].map(
    (one) => [one, 'yes'] as const,
  ),
  ...['-empty', '-readable', '-writable', '-executable', '-nouser', '-nogroup'].map((one) => [one, 'perhaps'] as const),
  ['-false', 'no'],
])

/** Evaluates the expression of a find call for one path. */
class Visit {
  /** The walk does not go below this path. */
  prunes = false
  /** A command was run on this path. */
  acted = false
  private at = 0
  private printed = ''
  private readonly call: Call
  private readonly shell: Shell
  private readonly path: string
  private readonly words: readonly string[]

  constructor(call: Call, shell: Shell, path: string, words: readonly string[]) {
    this.call = call
    this.shell = shell
    this.path = path
    this.words = words
  }

  run(): string {
    const outcome = this.words.length === 0 ? 'yes' : this.alternatives('yes')
    if (outcome !== 'no' && !this.words.some((word) => ACTIONS.test(word))) this.printed += `${this.path}\n`
    return this.printed
  }

  private alternatives(live: Outcome): Outcome {
    let result = this.sequence(live)
    while (/^(-o|-or|,)$/.test(this.words[this.at] ?? '')) {
      this.at += 1
      const next = this.sequence(result === 'yes' ? 'no' : live)
      if (result !== 'yes' && next !== 'no') result = next
    }
    return result
  }

  private sequence(live: Outcome): Outcome {
    let result = live
    while (this.at < this.words.length && !/^(-o|-or|,|\))$/.test(this.words[this.at] ?? '')) {
      const outcome = /^(-a|-and)$/.test(this.words[this.at] ?? '') ? this.skip() : this.primary(result)
      result = [result, outcome].includes('no') ? 'no' : [result, outcome].includes('perhaps') ? 'perhaps' : 'yes'
    }
    return result
  }

  private skip(): Outcome {
    this.at += 1
    return 'yes'
  }

  private next(): string {
    const word = this.words[this.at] ?? ''
    this.at += 1
    return word
  }

  private primary(live: Outcome): Outcome {
    const word = this.next()
    if (word === '!' || word === '-not') {
      const outcome = this.primary(live)
      return outcome === 'yes' ? 'no' : outcome === 'no' ? 'yes' : 'perhaps'
    }
    if (word === '(') {
      const outcome = this.alternatives(live)
      this.at += 1
      return outcome
    }
    return ALONE.get(word) ?? this.test(word) ?? this.act(word, live)
  }

  private test(word: string): Outcome | undefined {
    const flags = /^-i/.test(word) ? 'i' : ''
    switch (word.replace(/^-i(?=name|path|regex)/, '-')) {
      case '-name':
        return this.matches(nameOf(this.path), patternExpression(this.next(), 'slashes', flags))
      case '-path':
      case '-wholename':
        return this.matches(this.path, patternExpression(this.next(), 'slashes', flags))
      case '-regex':
        return this.matches(
          this.path,
          regexOf(`^(?:${this.next().replace(/\\([|(){}+?])/g, (_, char: string) => char)})$`, flags),
        )
      case '-type': {
        const kinds = this.next()
        if (this.path.includes(STAND_IN)) return 'perhaps'
        const isWanted = isFolder(this.shell, this.path) ? kinds.includes('d') : /[fl]/.test(kinds)
        return isWanted ? 'yes' : 'no'
      }
      default:
        return undefined
    }
  }

  private matches(text: string, expression: RegExp | undefined): Outcome {
    if (this.path.includes(STAND_IN)) return 'perhaps'
    return expression?.test(text) === false ? 'no' : 'yes'
  }

  private act(word: string, live: Outcome): Outcome {
    if (/^-(exec|ok)(dir)?$/.test(word)) return this.execute(live, word.endsWith('dir'))
    if (/^-f(print[0f]?|ls)$/.test(word)) return this.writeList(word)
    if (/^-print[0f]?$/.test(word)) return this.print(live, word === '-printf' ? this.next() : '%p')
    switch (word) {
      case '-delete':
        if (live !== 'no') write(this.shell, this.path, 'find -delete', 'entry')
        return 'yes'
      case '-prune':
        if (live === 'yes') this.prunes = true
        return 'yes'
      case '-maxdepth':
      case '-mindepth':
        return this.skip()
      default:
        // Every other test takes one word: -mtime, -size, -newer, -user, -perm …
        this.at += 1
        return 'perhaps'
    }
  }

  private writeList(word: string): Outcome {
    write(this.shell, this.next(), `find ${word}`, 'open')
    if (word === '-fprintf') this.at += 1
    return 'yes'
  }

  private print(live: Outcome, format: string): Outcome {
    const isPath = format.includes('%p') && !/%[^p%]/.test(format)
    if (live !== 'no') this.printed += isPath ? `${this.path}\n` : `${UNKNOWN}\n`
    return 'yes'
  }

  private execute(live: Outcome, inFolder: boolean): Outcome {
    const end = this.words.findIndex(
      (word, at) => at >= this.at && (word === ';' || (word === '+' && this.words[at - 1] === '{}')),
    )
    const stop = end === -1 ? this.words.length : end
    const command = this.words.slice(this.at, stop)
    this.at = stop + 1
    if (live === 'no') return 'no'
    this.acted = true
    const path = inFolder ? `./${nameOf(this.path)}` : this.path
    this.shell.apart(() => {
      if (inFolder && this.path.includes('/')) enter(this.shell, parentOf(this.path))
      runOn(this.shell, this.call, command, '{}', path, 'where it is named')
    })
    return 'perhaps'
  }
}

function regexOf(body: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(body, flags)
  } catch {
    return undefined
  }
}

function fd(call: Call, shell: Shell): string {
  const at = call.args.findIndex((arg) => /^(-x|-X|--exec|--exec-batch)$/.test(arg))
  const options = readOptions(at === -1 ? call.args : call.args.slice(0, at), {
    short: 'etdEScj',
    long: 'extension type max-depth exclude glob base-directory search-path color threads',
  })
  const [pattern, ...folders] = options.rest
  const roots = [...folders, ...options.values('search-path', 'base-directory')]
  const extensions = options.values('e', 'extension')
  const excluded = options.values('E', 'exclude').map((name) => name.replace(/\/?\*+$/, ''))
  const expression = pattern === undefined || options.has('g', 'glob') ? undefined : regexOf(pattern, 'i')
  const isKept = (path: string) =>
    path.includes(STAND_IN) ||
    ((extensions.length === 0 || extensions.some((ending) => path.endsWith(`.${ending}`))) &&
      !excluded.some((name) => path.split('/').includes(name)) &&
      expression?.test(nameOf(path)) !== false)
  const kept = (roots.length === 0 ? ['.'] : roots).flatMap((root) =>
    candidates(shell, root).filter((path) => path !== root && isKept(path)),
  )
  if (at === -1) return kept.map((path) => `${path}\n`).join('')
  for (const path of kept) runOn(shell, call, call.args.slice(at + 1), '{}', path, 'at the end')
  return UNKNOWN
}

function runOn(
  shell: Shell,
  call: Call,
  command: readonly string[],
  mark: string,
  value: string,
  unmarked: 'at the end' | 'where it is named',
): void {
  const isMarked = unmarked === 'where it is named' || command.some((word) => word.includes(mark))
  const filled = isMarked ? command.map((word) => word.replaceAll(mark, value)) : [...command, value]
  shell.apart(() => shell.runWords(filled, { ...call.channels, input: undefined, more: new Map() }))
}

function xargs(call: Call, shell: Shell): string {
  const options = readOptions(call.args, {
    short: 'adEILnPs',
    attached: 'ile',
    long: 'arg-file delimiter max-args max-procs max-lines replace eof max-chars',
    first: true,
  })
  const file = options.value('a', 'arg-file')
  const text = file === undefined ? inputOf(call) : (textOfFile(shell, file) ?? UNKNOWN)
  const mark = replacedMark(options)
  const delimiter = options.has('0') ? '\0' : options.value('d', 'delimiter')
  const values = itemsOf(text, delimiter, mark !== undefined).slice(0, MOST_LISTED)
  const command = options.rest.length === 0 ? ['echo'] : options.rest
  if (mark !== undefined) {
    for (const value of values) runOn(shell, call, command, mark, value, 'where it is named')
    return ''
  }
  const wanted = Number(options.value('n', 'max-args') ?? options.value('L', 'max-lines'))
  const count = wanted > 0 ? wanted : Math.max(values.length, 1)
  for (let at = 0; at < values.length; at += count)
    shell.apart(() =>
      shell.runWords([...command, ...values.slice(at, at + count)], { ...call.channels, input: undefined }),
    )
  return ''
}

/** What xargs replaces by each argument: `-I NAME`, `-i`, `--replace`. */
function replacedMark(options: Options): string | undefined {
  const named = options.value('I')
  if (named !== undefined || !options.has('i', 'replace')) return named
  return options.value('i', 'replace') || '{}'
}

/** The arguments in an input: split at the delimiter if one is given, else lines if a mark is replaced, else quoted words. */
function itemsOf(text: string, delimiter: string | undefined, byLine: boolean): readonly string[] {
  if (delimiter !== undefined && !['\\n', '\\0', '\0'].includes(delimiter))
    return words(text, delimiter.slice(0, 1)).map((item) => item.trim())
  if (byLine || delimiter !== undefined) return words(text, /[\n\0]/)
  return linesOf(text).flatMap((line) =>
    [...line.matchAll(/"([^"]*)"|'([^']*)'|((?:\\.|[^\s"'\\])+)/g)].map(
      (match) => match[1] ?? match[2] ?? (match[3] ?? '').replace(/\\(.)/g, '$1'),
    ),
  )
}

function parallel(call: Call, shell: Shell): string {
  const at = call.args.findIndex((arg) => arg === ':::' || arg === '::::')
  const head = readOptions(at === -1 ? call.args : call.args.slice(0, at), {
    short: 'jaNIdCS',
    long: 'jobs arg-file colsep delay max-args',
    first: true,
  })
  const given = call.args.slice(at + 1)
  const files = call.args[at] === '::::' ? given.flatMap((file) => linesOf(textOfFile(shell, file) ?? UNKNOWN)) : given
  const values = at === -1 ? linesOf(inputOf(call)) : files.filter((value) => !/^:{3,4}$/.test(value))
  const command = head.rest.join(' ')
  for (const value of values.slice(0, MOST_LISTED)) {
    const filled = command
      .replaceAll('{}', value)
      .replaceAll('{/}', nameOf(value))
      .replaceAll('{.}', value.replace(/\.[^./]*$/, ''))
      .replaceAll('{/.}', nameOf(value).replace(/\.[^.]*$/, ''))
      .replaceAll('{//}', value.slice(0, Math.max(value.lastIndexOf('/'), 0)) || '.')
    const text = command === '' ? value : filled === command ? `${command} ${value}` : filled
    shell.apart(() => shell.runText(text, { ...call.channels, input: undefined, more: new Map() }))
  }
  return UNKNOWN
}
