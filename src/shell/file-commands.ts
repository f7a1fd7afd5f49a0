/** Commands that make, copy, move, link, cut or remove files: which of their words they write. */

import { type OptionSpec, type Options, readOptions } from './arguments.ts'
import { join, nameOf, parentOf } from './places.ts'
import {
  type Call,
  existsOnDisk,
  type Handler,
  inputOf,
  inputText,
  isFolder,
  listFolder,
  locate,
  noteRead,
  placeFor,
  type Shell,
  textOfFile,
  type WriteKind,
  write,
} from './shell.ts'
import { drain } from './state.ts'
import { hasUnknown, UNKNOWN } from './text.ts'

const COPY: OptionSpec = { short: 'tS', long: 'target-directory suffix sparse no-preserve context' }

export const FILE_COMMANDS: Readonly<Record<string, Handler>> = {
  cp: (call, shell) => transfer(call, shell, readOptions(call.args, COPY), 'copy'),
  ditto: (call, shell) => transfer(call, shell, readOptions(call.args, { long: 'arch' }), 'copy'),
  mv: (call, shell) => transfer(call, shell, readOptions(call.args, COPY), 'move'),
  scp: (call, shell) => transfer(call, shell, readOptions(call.args, { short: 'cFiJloPSD' }), 'copy'),
  rsync: (call, shell) => synchronise(call, shell),
  install: (call, shell) => {
    const options = readOptions(call.args, {
      short: 'mogtS',
      long: 'mode owner group target-directory suffix',
    })
    if (options.has('d', 'directory')) return makeFolders(call, shell, options.rest)
    return transfer(call, shell, options, 'copy')
  },
  ln: (call, shell) => link(call, shell),
  link: (call, shell) => link(call, shell),
  symlink: (call, shell) => link({ ...call, args: ['-s', ...call.args] }, shell),
  rm: (call, shell) => removeAll(call, shell, readOptions(call.args, {})),
  mkdir: (call, shell) => makeFolders(call, shell, readOptions(call.args, { short: 'm', long: 'mode' }).rest),
  mkdirp: (call, shell) => makeFolders(call, shell, readOptions(call.args, {}).rest),
  touch: (call, shell) => {
    const files = readOptions(call.args, { short: 'drt', long: 'date reference time' }).rest
    for (const file of files) draft(shell, file, textOfFile(shell, file) ?? '')
    return each(call, shell, files, 'open')
  },
  tee: (call, shell) => {
    const options = readOptions(call.args, {})
    const text = inputOf(call)
    each(call, shell, options.rest, 'open')
    for (const file of options.rest)
      draft(shell, file, (options.has('a', 'append') ? (textOfFile(shell, file) ?? '') : '') + text)
    return text
  },
  dd: (call, shell) => {
    const operand = (name: string) => call.args.find((arg) => arg.startsWith(`${name}=`))?.slice(name.length + 1)
    const from = operand('if')
    if (from !== undefined) noteRead(shell, from)
    const to = operand('of')
    if (to === undefined) return inputText(from === undefined ? [] : [from], call, shell)
    write(shell, to, 'dd of=', 'open')
    draft(
      shell,
      to,
      from === undefined
        ? call.channels.input === undefined
          ? UNKNOWN
          : drain(call.channels.input)
        : (textOfFile(shell, from) ?? UNKNOWN),
    )
    return ''
  },
  split: (call, shell) => {
    const options = readOptions(call.args, {
      short: 'abClnt',
      long: 'suffix-length additional-suffix bytes lines number filter separator',
    })
    noteRead(shell, options.rest[0] ?? '-')
    const filter = options.value('filter')
    if (filter !== undefined) shell.apart(() => shell.runText(filter, call.channels))
    else write(shell, `${options.rest[1] ?? 'x'}aa`, 'split', 'open')
    return ''
  },
  uniq: (call, shell) => {
    const options = readOptions(call.args, { short: 'fsw', long: 'skip-fields skip-chars check-chars' })
    const text = inputText(options.rest.slice(0, 1), call, shell)
    if (options.rest[1] === undefined) return text
    write(shell, options.rest[1], 'uniq', 'open')
    return ''
  },
  chmod: changeMode,
  chown: changeMode,
  chgrp: changeMode,
  chattr: changeMode,
  setfacl: changeMode,
}

function each(call: Call, shell: Shell, paths: readonly string[], kind: WriteKind): string {
  for (const path of paths) write(shell, path, call.name, kind)
  return ''
}

/** Remembers what a file holds after the command wrote it. */
function draft(shell: Shell, path: string, text: string): void {
  const target = locate(shell, path)
  if (!hasUnknown(target)) shell.drafts.files.set(target, text)
}

function changeMode(call: Call, shell: Shell): string {
  const options = readOptions(call.args, { long: 'reference from' })
  const paths = options.has('reference') ? options.rest : options.rest.slice(1)
  return each(call, shell, paths, options.has('R', 'recursive') ? 'tree' : 'open')
}

function makeFolders(call: Call, shell: Shell, paths: readonly string[]): string {
  for (const path of paths) {
    const place = write(shell, path, call.name, 'open')
    if (place !== 'bank') shell.drafts.folders.add(locate(shell, path))
  }
  shell.state.status = 'unknown'
  return ''
}

function removeAll(call: Call, shell: Shell, options: Options): string {
  const recursive = options.has('r', 'R', 'recursive', 'd', 'dir')
  for (const path of options.rest) {
    // A trailing slash follows a link; without -r, rm itself refuses folders.
    write(shell, path, call.name, recursive ? 'tree' : 'entry')
    const target = locate(shell, path, 'keep')
    shell.drafts.files.delete(target)
    shell.drafts.links.delete(target)
  }
  return ''
}

function link(call: Call, shell: Shell): string {
  const options = readOptions(call.args, COPY)
  const folder = options.value('t', 'target-directory')
  const words = options.rest
  const into = folder ?? (words.length === 1 ? '.' : (words.at(-1) ?? '.'))
  const targets = folder === undefined && words.length > 1 ? words.slice(0, -1) : words
  const kind = options.has('s', 'symbolic') ? 'symbolic' : 'hard'
  for (const target of targets) {
    const intoFolder = folder !== undefined || words.length === 1 || (!options.has('n', 'T') && isFolder(shell, into))
    makeLink(shell, kind, target, intoFolder ? join(into, nameOf(target)) : into)
  }
  return ''
}

function makeLink(shell: Shell, kind: 'symbolic' | 'hard', target: string, name: string): void {
  write(shell, name, 'ln', 'entry')
  // A second name for a bank file would let somebody write it by a path that does not show the bank.
  if (kind === 'hard') write(shell, target, 'ln (hard link)', 'entry')
  const at = locate(shell, name, 'keep')
  // A symbolic link is read from the folder it stands in, a hard link from the working directory.
  const leads = kind === 'hard' || target.startsWith('/') ? target : join(parentOf(at), target)
  if (!hasUnknown(at)) shell.drafts.links.set(at, locate(shell, leads))
}

function transfer(call: Call, shell: Shell, options: Options, way: 'copy' | 'move'): string {
  const folder = options.value('t', 'target-directory')
  const sources = folder === undefined ? options.rest.slice(0, -1) : options.rest
  const target = folder ?? options.rest.at(-1)
  if (target === undefined) return ''
  noteSources(call, shell, sources, way, options.has('l', 'link'))
  if (call.name === 'scp' && isRemote(target)) return ''
  const intoFolder = folder !== undefined || landsInside(shell, target, sources.length, options)
  const landingOf = (from: string) => (intoFolder ? join(target, nameOf(from)) : target)
  const kind = way === 'move' ? 'entry' : 'open'
  write(shell, target, call.name, kind)
  for (const from of sources) {
    if (intoFolder) writeInto(call, shell, from, target, kind)
    bring(call, shell, from, target, landingOf(from))
  }
  return ''
}

/** Whether the last word is a folder that the sources land in, rather than the new name of the only source. */
function landsInside(shell: Shell, target: string, sources: number, options: Options): boolean {
  if (options.has('T', 'no-target-directory')) return false
  return target.endsWith('/') || sources > 1 || isFolder(shell, target)
}

function bring(call: Call, shell: Shell, from: string, target: string, landing: string): void {
  const text = textOfFile(shell, from)
  if (text !== undefined && placeFor(shell, landing) !== 'bank') draft(shell, landing, text)
  overlay(call, shell, from, contentsOnly(from) ? target : landing)
}

function writeInto(call: Call, shell: Shell, from: string, folder: string, kind: WriteKind): void {
  const names = contentsOnly(from) ? listFolder(shell, from) : [nameOf(from)]
  for (const name of names) write(shell, join(folder, name), call.name, kind)
}

function noteSources(call: Call, shell: Shell, sources: readonly string[], way: 'copy' | 'move', links: boolean): void {
  for (const from of sources) {
    if (way === 'move') write(shell, from, 'mv', 'tree')
    else noteRead(shell, from)
    if (call.name === 'cp' && links) write(shell, from, 'cp -l', 'entry')
  }
}

function isRemote(path: string): boolean {
  return /^[^/]*:/.test(path)
}

function contentsOnly(path: string): boolean {
  return /(^|\/)\.{1,2}\/?$/.test(path)
}

/** `cp -r backup/project ..` copies a folder over an ancestor of the bank. It writes the bank if the folder has one. */
function overlay(call: Call, shell: Shell, from: string, base: string): void {
  if (placeFor(shell, base) !== 'above') return
  const names = listFolder(shell, from)
  for (const name of names)
    if (placeFor(shell, join(base, name)) === 'bank') write(shell, join(base, name), call.name, 'open')
  if (hasUnknown(from) || isRemote(from) || (names.length === 0 && !existsOnDisk(shell, from)))
    shell.account.unresolved.push(`${call.name} of an unknown folder over the project`)
}

function synchronise(call: Call, shell: Shell): string {
  const options = readOptions(call.args, {
    short: 'efBMT',
    long: 'rsh exclude include filter files-from exclude-from include-from log-file backup-dir partial-dir temp-dir compare-dest link-dest chmod chown max-size min-size bwlimit suffix',
  })
  for (const file of options.values('log-file', 'backup-dir')) write(shell, file, 'rsync', 'open')
  const isDry = options.has('n', 'dry-run', 'list-only')
  const [target = '', ...sources] = options.rest.toReversed()
  for (const from of sources) {
    if (options.has('remove-source-files') && !isDry) write(shell, from, 'rsync --remove-source-files', 'tree')
    else noteRead(shell, from)
  }
  if (isDry || sources.length === 0 || isRemote(target)) return UNKNOWN
  const place = write(shell, target, 'rsync', 'open')
  const excluded = options.values('exclude').map((pattern) => nameOf(pattern.replace(/\/?\*+$/, '')))
  if (place === 'above' && !excluded.includes(nameOf(shell.context.bank)))
    synchroniseAbove(call, shell, options, target, sources)
  return UNKNOWN
}

/** The target holds the bank, so the bank is written where a source has one, and removed by `--delete`. */
function synchroniseAbove(
  call: Call,
  shell: Shell,
  options: Options,
  target: string,
  sources: readonly string[],
): void {
  if (options.has('delete', 'del', 'delete-after', 'delete-before', 'delete-excluded'))
    write(shell, target, 'rsync --delete', 'tree')
  for (const from of sources) {
    const landing = from.endsWith('/') ? target : join(target, nameOf(from))
    write(shell, landing, 'rsync', 'open')
    overlay(call, shell, from, landing)
  }
}
