/** find, fd, xargs and parallel: the commands they run, on the files they would run them on. */

import { readOptions } from './arguments.ts'
import { patternExpression } from './pattern.ts'
import { join, nameOf } from './places.ts'
import { OTHER_FILES } from './search-commands.ts'
import {
  bankFilesBelow,
  type Call,
  enter,
  type Handler,
  isFolder,
  listFolder,
  placeFor,
  type Shell,
  write,
} from './shell.ts'
import { UNKNOWN } from './text.ts'

export const FIND_COMMANDS: Readonly<Record<string, Handler>> = {
  find,
  gfind: find,
  fd: fd,
  fdfind: fd,
}

type Outcome = 'yes' | 'no' | 'perhaps'

function find(call: Call, shell: Shell): string {
  const args = [...call.args]
  while (/^-([HLP]|O\d|D)$/.test(args[0] ?? '')) args.shift()
  const firstTest = args.findIndex((arg) => /^(-.+|\(|!|,)$/.test(arg))
  const starts = args.slice(0, firstTest === -1 ? args.length : firstTest)
  const tests = firstTest === -1 ? [] : args.slice(firstTest)
  const roots = starts.length === 0 ? ['.'] : starts
  const depth = numberAfter(tests, '-maxdepth')
  const least = numberAfter(tests, '-mindepth')
  let said = ''
  for (const root of roots) {
    const pruned: string[] = []
    let acted = false
    for (const path of candidates(shell, root)) {
      if (pruned.some((folder) => path.startsWith(`${folder}/`))) continue
      if (path.includes(STAND_IN) && acted) continue
      const level =
        path === root
          ? 0
          : path
              .slice(root.length)
              .split('/')
              .filter((part) => part !== '').length
      if (
        !path.includes(STAND_IN) &&
        ((depth !== undefined && level > depth) || (least !== undefined && level < least))
      )
        continue
      const visit = new Visit(call, shell, path, tests)
      said += visit.run()
      if (visit.acted || said !== '') acted = true
      if (visit.prunes) pruned.push(path)
    }
  }
  return said
}

function numberAfter(words: readonly string[], name: string): number | undefined {
  const at = words.indexOf(name)
  return at === -1 ? undefined : Number(words[at + 1])
}

const MOST_LISTED = 300

/** In the one path that stands for all that were not listed. */
const STAND_IN = OTHER_FILES.slice(0, -1)

/** What a walk from here would meet: the bank's files all, others as far as they are few, one standing for the rest. */
function candidates(shell: Shell, root: string): readonly string[] {
  const place = placeFor(shell, root)
  if (place === 'bank') return [root, ...bankFilesBelow(shell, root)]
  if (place === 'above') {
    const children = listFolder(shell, root).map((name) => join(root, name))
    return [
      root,
      ...children.filter((child) => placeFor(shell, child) === 'elsewhere'),
      ...bankFilesBelow(shell, root),
      other(root),
    ]
  }
  const found = [root]
  for (const path of found) {
    if (found.length > MOST_LISTED || /\/(node_modules|\.git)$/.test(path)) continue
    for (const name of listFolder(shell, path)) found.push(join(path, name))
  }
  return found.length > MOST_LISTED ? [...found.slice(0, MOST_LISTED), other(root)] : found
}

function other(root: string): string {
  return join(root.startsWith('/') ? OTHER_FILES : OTHER_FILES.slice(0, -1), 'file')
}

/** The expression of one find call, worked through for one path. */
class Visit {
  /** The walk does not go below this path. */
  prunes = false
  /** A command was run on this path. */
  acted = false
  private at = 0
  private said = ''
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
    const acts = this.words.some((word) =>
      /^-(print0?|ls|exec|execdir|ok|okdir|delete|fprint|fprint0|fprintf|fls|printf|quit)$/.test(word),
    )
    const outcome = this.words.length === 0 ? 'yes' : this.alternatives('yes')
    if (!acts && outcome !== 'no') this.said += `${this.path}\n`
    return this.said
  }

  private alternatives(live: Outcome): Outcome {
    let result = this.sequence(live)
    while (this.words[this.at] === '-o' || this.words[this.at] === '-or' || this.words[this.at] === ',') {
      this.at += 1
      const next = this.sequence(result === 'yes' ? 'no' : live)
      if (result !== 'yes' && next !== 'no') result = next
    }
    return result
  }

  private sequence(live: Outcome): Outcome {
    let result = live
    while (this.at < this.words.length) {
      const word = this.words[this.at] ?? ''
      if (word === '-o' || word === '-or' || word === ',' || word === ')') break
      if (word === '-a' || word === '-and') {
        this.at += 1
        continue
      }
      const outcome = this.primary(result)
      result =
        result === 'no' || outcome === 'no' ? 'no' : result === 'perhaps' || outcome === 'perhaps' ? 'perhaps' : 'yes'
    }
    return result
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
    switch (word) {
      case '-name':
      case '-iname':
        return this.matches(nameOf(this.path), this.next(), word === '-iname')
      case '-path':
      case '-wholename':
      case '-ipath':
        return this.matches(this.path, this.next(), word === '-ipath')
      case '-regex':
      case '-iregex':
        return this.regex(this.next(), word === '-iregex')
      case '-type': {
        const kinds = this.next()
        if (this.path.includes(STAND_IN)) return 'perhaps'
        const folder = isFolder(this.shell, this.path)
        return kinds.includes(folder ? 'd' : 'f') || (!folder && kinds.includes('l')) ? 'yes' : 'no'
      }
      case '-delete':
        if (live !== 'no') write(this.shell, this.path, 'find -delete', 'entry')
        return 'yes'
      case '-exec':
      case '-execdir':
      case '-ok':
      case '-okdir':
        return this.execute(live)
      case '-fprint':
      case '-fprint0':
      case '-fls':
        write(this.shell, this.next(), 'find -fprint', 'open')
        return 'yes'
      case '-fprintf':
        write(this.shell, this.next(), 'find -fprintf', 'open')
        this.at += 1
        return 'yes'
      case '-print':
      case '-print0':
        if (live !== 'no') this.said += `${this.path}\n`
        return 'yes'
      case '-printf': {
        const format = this.next()
        if (live !== 'no')
          this.said += format.includes('%p') && !/%[^p%]/.test(format) ? `${this.path}\n` : `${UNKNOWN}\n`
        return 'yes'
      }
      case '-prune':
        if (live === 'yes') this.prunes = true
        return 'yes'
      case '-ls':
      case '-true':
      case '-quit':
      case '-depth':
      case '-d':
      case '-mount':
      case '-xdev':
      case '-noleaf':
      case '-daystart':
        return 'yes'
      case '-maxdepth':
      case '-mindepth':
        this.at += 1
        return 'yes'
      case '-empty':
      case '-readable':
      case '-writable':
      case '-executable':
      case '-nouser':
      case '-nogroup':
        return 'perhaps'
      case '-false':
        return 'no'
      default:
        // Every other test takes one word: -mtime, -size, -newer, -user, -perm …
        this.at += 1
        return 'perhaps'
    }
  }

  private matches(text: string, pattern: string, blind: boolean): Outcome {
    if (this.path.includes(STAND_IN)) return 'perhaps'
    return patternExpression(pattern, 'slashes', blind ? 'i' : '')?.test(text) === false ? 'no' : 'yes'
  }

  private regex(pattern: string, blind: boolean): Outcome {
    if (this.path.includes(STAND_IN)) return 'perhaps'
    try {
      const body = pattern.replace(/\\([|(){}+?])/g, (_, char: string) => char)
      return new RegExp(`^(?:${body})$`, blind ? 'i' : '').test(this.path) ? 'yes' : 'no'
    } catch {
      return 'perhaps'
    }
  }

  private execute(live: Outcome): Outcome {
    const inFolder = this.words[this.at - 1] === '-execdir' || this.words[this.at - 1] === '-okdir'
    const end = this.words.findIndex(
      (word, index) => index >= this.at && (word === ';' || (word === '+' && this.words[index - 1] === '{}')),
    )
    const stop = end === -1 ? this.words.length : end
    const command = this.words.slice(this.at, stop)
    this.at = stop + 1
    if (live === 'no') return 'no'
    this.acted = true
    const path = inFolder ? `./${nameOf(this.path)}` : this.path
    const words = command.map((word) => word.replaceAll('{}', path))
    this.shell.apart(() => {
      if (inFolder) {
        const slash = this.path.lastIndexOf('/')
        enter(this.shell, slash === -1 ? '.' : this.path.slice(0, slash))
      }
      this.shell.runWords(words, { ...this.call.channels, input: undefined, more: new Map() })
    })
    return 'perhaps'
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
  const kept = (roots.length === 0 ? ['.'] : roots).flatMap((root) =>
    candidates(shell, root).filter((path) => {
      if (path === root) return false
      if (path.includes(STAND_IN)) return true
      if (extensions.length > 0 && !extensions.some((ending) => path.endsWith(`.${ending}`))) return false
      if (options.values('E', 'exclude').some((name) => path.split('/').includes(name.replace(/\/?\*+$/, ''))))
        return false
      return pattern === undefined || options.has('g', 'glob') || mayContain(nameOf(path), pattern)
    }),
  )
  if (at === -1) return kept.map((path) => `${path}\n`).join('')
  const command = call.args.slice(at + 1)
  for (const path of kept) runOn(shell, call, command, '{}', path)
  return UNKNOWN
}

function mayContain(text: string, pattern: string): boolean {
  try {
    return new RegExp(pattern, 'i').test(text)
  } catch {
    return true
  }
}

function runOn(shell: Shell, call: Call, command: readonly string[], mark: string, value: string): void {
  const places = command.some((word) => word.includes(mark))
  const words = places ? command.map((word) => word.replaceAll(mark, value)) : [...command, value]
  shell.apart(() => shell.runWords(words, { ...call.channels, input: undefined, more: new Map() }))
}
