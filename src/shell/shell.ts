/**
 * What the parts of the analyser share: the state of the shell, the disk as it would see it, and the account of what the
 * command would touch.
 *
 * Every write of every command goes through `write`, so that one place decides what counts as the bank.
 */

import {
  anchor,
  type Disk,
  holdsState,
  type Place,
  type ProtectedPlaces,
  parentOf,
  placeOf,
  resolve,
  tidy,
} from './places.ts'
import { type Channels, drain, type State } from './state.ts'
import { hasUnknown, UNKNOWN } from './text.ts'

export interface ShellContext extends Disk, ProtectedPlaces {
  readonly cwd: string
  readonly home: string | undefined
  readonly env: Readonly<Record<string, string>>
  /** Whether a write to this path may switch us off in a host, if the caller can tell. */
  readonly switchesUs?: ((absolutePath: string, kind: WriteKind) => boolean) | undefined
}

/** What the command itself has put on the disk so far, as far as it is known. */
interface Drafts {
  readonly files: Map<string, string>
  readonly links: Map<string, string>
  readonly folders: Set<string>
  /** Settings the command gave git: `alias.x` → text. */
  readonly settings: Map<string, string>
}

type ProtectedWrite = 'writes-bank' | 'writes-config' | 'writes-state' | 'writes-settings'

export interface Account {
  /** Writes that are refused. */
  readonly writes: { readonly kind: ProtectedWrite; readonly how: string; readonly path: string }[]
  readonly ownCommands: string[]
  readonly reads: Set<string>
  readonly projectWrites: Set<string>
  /** Writes whose target only a run would show, and text that is decoded into commands. */
  readonly unresolved: string[]
  /** Programs whose effects cannot be seen in the command. */
  readonly opaque: string[]
  /** Programs that take what they do from an input that the command does not give: it would be typed later. */
  readonly listening: string[]
  /** Texts of scripts that would run, in which we look for the bank's name. */
  readonly scripts: string[]
}

export interface Call {
  readonly name: string
  readonly args: readonly string[]
  readonly channels: Channels
}

/** Does to the shell what the command would do, and returns what it prints, with unknown text where we cannot tell. */
export type Handler = (call: Call, shell: Shell) => string

/** One handler under several names, separated by spaces. */
export function under(handler: Handler, names: string): Record<string, Handler> {
  return Object.fromEntries(names.split(' ').map((name) => [name, handler]))
}

export interface Shell {
  readonly context: ShellContext
  readonly drafts: Drafts
  readonly account: Account
  state: State
  /** How deep we are in scripts that run scripts. */
  depth: number
  /** The highest version any state has had. */
  versions: number
  /** Runs shell text in the current shell. */
  readonly runText: (text: string, channels: Channels) => void
  /** Runs one command given as words. */
  readonly runWords: (words: readonly string[], channels: Channels) => void
  /** Runs something and then discards its changes to the shell's state, as a subshell does. */
  readonly apart: (body: () => void) => void
  /** Takes every branch, and continues with each outcome in turn. */
  readonly either: (branches: readonly (() => void)[]) => void
}

/** Notes that later commands may behave differently. */
export function changed(shell: Shell): void {
  shell.versions += 1
  shell.state.version = shell.versions
}

/**
 * `open`: the file a name leads to is written. `entry`: the name itself is made, replaced or removed.
 * `tree`: the same with everything below it.
 */
export type WriteKind = 'open' | 'entry' | 'tree'

const DEVICES = /^\/dev\/(null|stdout|stderr|stdin|tty|zero|full|fd\/\d+|tcp\/.*|udp\/.*)$/

export function write(shell: Shell, path: string, how: string, kind: WriteKind): Place {
  if (path === '' || path === '-' || DEVICES.test(path)) return 'elsewhere'
  const target = locate(shell, path, kind === 'open' ? 'follow' : 'keep')
  const twin = kind === 'open' && !hasUnknown(target) ? shell.context.twin?.(target) : undefined
  const place = twin === undefined ? placeOf(target, shell.context) : 'bank'
  const refused = refusedAs(place, kind, target, shell)
  if (refused !== undefined) shell.account.writes.push({ kind: refused, how, path: target })
  else if (place === 'perhaps') shell.account.unresolved.push(`${how} ${path}`)
  else noteProjectWrite(shell, place, target)
  return place
}

function noteProjectWrite(shell: Shell, place: Place, target: string): void {
  if (place === 'elsewhere' && !hasUnknown(target)) shell.account.projectWrites.add(target)
}

function refusedAs(place: Place, kind: WriteKind, target: string, shell: Shell): ProtectedWrite | undefined {
  if (place === 'bank' || (place === 'above' && kind === 'tree')) return 'writes-bank'
  if (place === 'config') return 'writes-config'
  if (place === 'state') return 'writes-state'
  if (place !== 'elsewhere') return undefined
  if (kind === 'tree' && holdsState(target, shell.context)) return 'writes-state'
  return shell.context.switchesUs?.(target, kind) === true ? 'writes-settings' : undefined
}

export function locate(shell: Shell, path: string, last: 'follow' | 'keep' = 'follow'): string {
  return resolve(path, realCwd(shell), shell.context, shell.drafts.links, last)
}

export function placeFor(shell: Shell, path: string): Place {
  return placeOf(locate(shell, path), shell.context)
}

export function realCwd(shell: Shell): string {
  const { cwd } = shell.state
  return hasUnknown(cwd) ? cwd : resolve(cwd, '/', shell.context, shell.drafts.links, 'follow')
}

/** Changes to a folder, without checking that it exists. */
export function enter(shell: Shell, folder: string): void {
  shell.state.cwd = tidy(anchor(shell.state.cwd, folder))
}

/** Notes that a bank file is read; folders and other places are ignored. */
export function noteRead(shell: Shell, path: string): void {
  const target = locate(shell, path)
  if (placeOf(target, shell.context) !== 'bank') return
  if (target !== shell.context.bank) shell.account.reads.add(target)
}

/** What a file would hold if it were read now; undefined if that is not known. */
export function textOfFile(shell: Shell, path: string): string | undefined {
  if (hasUnknown(path)) return undefined
  if (path === '/dev/null') return ''
  const device = shell.drafts.files.get(path)
  if (device !== undefined) return device
  const target = locate(shell, path)
  const drafted = shell.drafts.files.get(target)
  // Devices have no content that can be read in advance, and some never end.
  if (drafted !== undefined || hasUnknown(target) || /^\/(dev\/(?!shm\/)|proc\/|sys\/)/.test(target)) return drafted
  return shell.context.readFile(target)
}

/** The same, for a program that may read its own input by name. */
export function textOfScript(shell: Shell, path: string, channels: Channels): string | undefined {
  if (!/^(-|\/dev\/stdin|\/dev\/fd\/0|\/proc\/self\/fd\/0)$/.test(path)) return textOfFile(shell, path)
  return channels.input === undefined ? undefined : drain(channels.input)
}

/** The text that a command would read, from the files it names or from its input. Reading a bank file is noted. */
export function inputText(files: readonly string[], call: Call, shell: Shell): string {
  const named = files.filter((file) => file !== '-')
  for (const file of named) noteRead(shell, file)
  if (call.channels.out.deaf) return ''
  if (named.length === 0) return inputOf(call)
  return named.map((file) => textOfFile(shell, file) ?? UNKNOWN).join('')
}

/** Everything on the command's input; unknown if it has none. */
export function inputOf(call: Call): string {
  return call.channels.input === undefined ? UNKNOWN : drain(call.channels.input)
}

/** Without an input in the command, it would come from whoever types. */
export function listens(call: Call, shell: Shell, words: RegExp): void {
  if (call.channels.input === undefined && call.args.every((arg) => words.test(arg)))
    shell.account.listening.push(call.name)
}

export function listFolder(shell: Shell, path: string): readonly string[] {
  const folder = locate(shell, path)
  if (hasUnknown(folder)) return []
  const made = [...shell.drafts.files.keys(), ...shell.drafts.links.keys(), ...shell.drafts.folders].filter(
    (known) => parentOf(known) === folder,
  )
  const names = shell.context.list(folder)
  if (made.length === 0) return names
  return [...new Set([...names, ...made.map((known) => known.slice(known.lastIndexOf('/') + 1))])]
}

export function isFolder(shell: Shell, path: string): boolean {
  const folder = locate(shell, path)
  if (shell.drafts.folders.has(folder)) return true
  const place = placeOf(folder, shell.context)
  return place === 'above' || folder === shell.context.bank || listFolder(shell, path).length > 0
}

export function existsOnDisk(shell: Shell, path: string): boolean {
  const target = locate(shell, path)
  if (hasUnknown(target) || target === '/') return true
  return (
    isFolder(shell, path) || listFolder(shell, parentOf(target)).includes(target.slice(target.lastIndexOf('/') + 1))
  )
}

/** Every file of the bank below a folder; the path begins as the command spells the folder. */
export function bankFilesBelow(shell: Shell, spelt: string): readonly string[] {
  const start = locate(shell, spelt)
  const bank = shell.context.bank
  const found: string[] = []
  const walk = (folder: string, name: string) => {
    if (found.length > 2000) return
    for (const entry of shell.context.list(folder)) {
      found.push(`${name}/${entry}`)
      walk(`${folder}/${entry}`, `${name}/${entry}`)
    }
  }
  const place = placeOf(start, shell.context)
  const base = spelt.replace(/(?<!\/)\/+$/, '') || (spelt.startsWith('/') ? '' : '.')
  if (place === 'bank') walk(start, base)
  else if (place === 'above') {
    const way = bank.slice(start === '/' ? 1 : start.length + 1)
    found.push(`${base}/${way}`)
    walk(bank, `${base}/${way}`)
  }
  return found
}
