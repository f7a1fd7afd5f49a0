/**
 * The state that the walk and the commands share: the shell's variables, the disk as the command sees it, and a record
 * of what it touches.
 *
 * Every write of every command goes through `write`, so one place decides what counts as the bank.
 */

import type { Function as FunctionNode, ParsedScript } from 'unbash'
import {
  type Disk,
  hasUnknown,
  join,
  type Place,
  type ProtectedPlaces,
  placeOf,
  resolve,
  tidy,
  within,
} from './places.ts'

export interface ShellContext extends Disk, ProtectedPlaces {
  readonly cwd: string
  readonly home: string | undefined
  readonly env: Readonly<Record<string, string>>
  /** Whether a write to this path may disable Memory Bank in a host, if the caller can tell. */
  readonly disablesGuard?: ((absolutePath: string, kind: WriteKind) => boolean) | undefined
}

/** The part of a shell's state that decides where later commands write. */
export interface State {
  cwd: string
  previous: string
  stack: readonly string[]
  variables: Map<string, string>
  parameters: readonly string[]
  functions: Map<string, FunctionNode>
}

type ProtectedWrite = 'writes-bank' | 'writes-config' | 'writes-state' | 'writes-settings'

export class Effects {
  /** Writes that are refused. */
  readonly writes: { readonly kind: ProtectedWrite; readonly how: string; readonly path: string }[] = []
  readonly ownCommands: string[] = []
  readonly reads = new Set<string>()
  /** The command shows the key of Memory Bank's seals. */
  showsKey = false
  readonly projectWrites = new Set<string>()
  /** Every command only reads, or copies to a known place outside the bank. */
  onlyReads = true
  /** Writes with an unknown target, and unknown text that is run. */
  readonly unresolved: string[] = []
  /** Programs whose effects the command does not show. */
  readonly opaque: string[] = []
  /** Programs that would run whatever is typed into them later. */
  readonly listening: string[] = []
  /** The command and the scripts that it runs. The bank's name is looked for in them. */
  readonly scripts: string[] = []
}

export interface ShellCall {
  readonly name: string
  readonly args: readonly string[]
  /** Undefined if the command gives it no input. */
  readonly input: string | undefined
}

/** Applies a command's effects to the shell. Returns its output, with unknown text for what cannot be told. */
export type Handler = (call: ShellCall, shell: Shell) => string

/** Registers a handler under several names, separated by spaces. */
export function under(names: string, handler: Handler): readonly (readonly [string, Handler])[] {
  return names.split(' ').map((name) => [name, handler])
}

/** `open`: writes the file behind a name. `entry`: creates, replaces or removes the name. `tree`: and all below it. */
export type WriteKind = 'open' | 'entry' | 'tree'

const DEVICES = /^\/dev\/(null|stdout|stderr|stdin|tty|zero|full|fd\/\d+|tcp\/.*|udp\/.*)$/
const MOST_FILES = 2000

export abstract class Shell {
  readonly context: ShellContext
  readonly effects = new Effects()
  /** Files and links that the command itself made, if their content is known. */
  readonly files = new Map<string, string>()
  readonly links = new Map<string, string>()
  state: State
  /** The depth of scripts that run scripts. */
  depth = 0

  constructor(context: ShellContext) {
    this.context = context
    const { cwd, env } = context
    const nothing = { stack: [], variables: new Map(), parameters: [], functions: new Map() }
    this.state = { cwd, previous: env['OLDPWD'] ?? cwd, ...nothing }
  }

  /** Walks shell text in the current shell. Returns its output, like `runWords`. */
  abstract runText(text: string, input?: string): string
  abstract runWords(words: readonly string[], input?: string): string
  /** The output of a substitution. */
  abstract substitute(script: ParsedScript | undefined, input?: string): string

  /** Discards changes of the shell's state, as a subshell does. */
  apart<T>(body: () => T): T {
    const outer = this.state
    this.state = copyOf(outer)
    const result = body()
    this.state = outer
    return result
  }

  /** Runs text in a subshell. Unknown text in it could be any command. */
  runApart(text: string, call: ShellCall): string {
    if (hasUnknown(text)) this.effects.unresolved.push(`${call.name}: part of the command is unknown`)
    return this.apart(() => this.runText(text, call.input))
  }

  write(path: string, how: string, kind: WriteKind): void {
    if (path === '' || path === '-' || DEVICES.test(path)) return
    if (how !== 'cp' && how !== 'tar') this.effects.onlyReads = false
    const target = this.locate(path, kind === 'open' ? 'follow' : 'keep')
    const twin = kind === 'open' && !hasUnknown(target) ? this.context.twin?.(target) : undefined
    const place = twin === undefined ? placeOf(target, this.context) : 'bank'
    const refused = this.#refusalKind(place, kind, target)
    if (refused !== undefined) this.effects.writes.push({ kind: refused, how, path: target })
    else if (place === 'perhaps') this.effects.unresolved.push(`${how} ${path}`)
    else if (place === 'elsewhere' && !hasUnknown(target)) this.effects.projectWrites.add(target)
  }

  #refusalKind(place: Place, kind: WriteKind, target: string): ProtectedWrite | undefined {
    const { state, disablesGuard } = this.context
    if (place === 'bank' || (place === 'above' && kind === 'tree')) return 'writes-bank'
    if (place === 'config') return 'writes-config'
    if (place === 'state' || (kind === 'tree' && state !== undefined && within(state, target))) return 'writes-state'
    return place === 'elsewhere' && disablesGuard?.(target, kind) === true ? 'writes-settings' : undefined
  }

  /** Resolves a path. `last` says whether a link as the last part is followed. */
  locate(path: string, last: 'follow' | 'keep' = 'follow'): string {
    let full = join(this.state.cwd, path)
    for (let hops = 0; hops < 8; hops += 1) {
      const real = resolve(full, this.context, last)
      const link = [...this.links].find(([name]) => within(real, name) && (real !== name || last === 'follow'))
      if (link === undefined) return real
      full = link[1] + real.slice(link[0].length)
    }
    return full
  }

  placeOf(path: string): Place {
    return placeOf(this.locate(path), this.context)
  }

  enter(folder: string | undefined): void {
    if (folder === undefined || folder === '') return
    this.state.previous = this.state.cwd
    this.state.cwd = tidy(join(this.state.cwd, folder))
  }

  /** Records that a bank file is read. Folders and other places are ignored. */
  read(path: string): void {
    const target = this.locate(path)
    if (target === this.context.key) this.effects.showsKey = true
    if (target !== this.context.bank && placeOf(target, this.context) === 'bank') this.effects.reads.add(target)
  }

  /** The current content of a file; undefined if it is not known. */
  textOf(path: string): string | undefined {
    if (path === '/dev/null') return ''
    const target = path.startsWith('/dev/fd/') ? path : this.locate(path)
    const made = this.files.get(target)
    // Devices have no content to read in advance, and some never end.
    if (made !== undefined || hasUnknown(target) || /^\/(dev\/(?!shm\/)|proc\/|sys\/)/.test(target)) return made
    return this.context.readFile(target)
  }

  isFolder(path: string): boolean {
    const folder = this.locate(path)
    if (hasUnknown(folder)) return false
    return placeOf(folder, this.context) === 'above' || this.context.list(folder).length > 0
  }

  /** Every path of the bank below a folder, beginning with the folder as the command spells it. */
  bankFilesBelow(spelt: string): readonly string[] {
    const { bank, list } = this.context
    const start = this.locate(spelt)
    const base = spelt.replace(/(?<!\/)\/+$/, '')
    const place = placeOf(start, this.context)
    const found: string[] = []
    const walk = (folder: string, name: string) => {
      for (const entry of found.length > MOST_FILES ? [] : list(folder)) {
        found.push(`${name}/${entry}`)
        walk(`${folder}/${entry}`, `${name}/${entry}`)
      }
    }
    if (place === 'bank' && !hasUnknown(start)) walk(start, base)
    if (place === 'above') {
      const name = `${base}/${bank.slice(start === '/' ? 1 : start.length + 1)}`
      found.push(name)
      walk(bank, name)
    }
    return found
  }

  variable(name: string): string | undefined {
    if (name === 'PWD') return this.state.cwd
    return this.state.variables.get(name) ?? (name === 'HOME' ? this.context.home : this.context.env[name])
  }

  /** Records a program that has no input and no file, and so waits for someone to type. */
  noteListening(call: ShellCall, words: RegExp): void {
    if (call.input === undefined && call.args.every((arg) => words.test(arg))) this.effects.listening.push(call.name)
  }
}

export function copyOf(state: State): State {
  return { ...state, variables: new Map(state.variables), functions: new Map(state.functions) }
}

/** The lines of a text, without the empty one after the last line end. */
export function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n')
}

/** Quotes a word for use in shell text. */
export function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`
}
