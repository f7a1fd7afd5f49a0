/**
 * Archives: where unpacking writes, what packing writes, what compressing replaces.
 *
 * We do not read archives, so unpacking one over a folder that holds the bank is not certain.
 */

import { type OptionSpec, type Options, readOptions } from './arguments.ts'
import { join, nameOf } from './places.ts'
import { type Call, type Handler, noteRead, placeFor, type Shell, under, write } from './shell.ts'
import { UNKNOWN } from './text.ts'

export const ARCHIVE_COMMANDS: Readonly<Record<string, Handler>> = {
  ...under(tar, 'tar bsdtar gtar'),
  ...under(sevenZip, '7z 7za 7zz'),
  ...under(compress, 'gzip gunzip bzip2 bunzip2 xz unxz'),
  unzip: (call, shell) => {
    const options = readOptions(call.args, { short: 'dxP' })
    if (options.has('l', 't', 'p', 'v', 'z', 'Z')) return UNKNOWN
    unpack(shell, 'unzip', options.value('d') ?? '.', options.rest.slice(1))
    return ''
  },
  zip: (call, shell) => {
    const options = readOptions(call.args, { short: 'bixntO', long: 'exclude include out' })
    const [name = '-', ...files] = options.rest
    const archive = name === '-' || /\.\w+$/.test(nameOf(name)) ? name : `${name}.zip`
    write(shell, options.value('O', 'out') ?? archive, 'zip', 'open')
    for (const file of files) options.has('m', 'move') ? write(shell, file, 'zip -m', 'tree') : noteRead(shell, file)
    return ''
  },
  zstd: (call, shell) => {
    const options = readOptions(call.args, { short: 'oT' })
    const to = options.value('o')
    if (to !== undefined) write(shell, to, 'zstd -o', 'open')
    else if (options.has('rm')) return compress(call, shell)
    else for (const file of options.rest) write(shell, `${file}.zst`, 'zstd', 'entry')
    return ''
  },
  zcat: (call, shell) => {
    for (const file of call.args) noteRead(shell, file)
    return UNKNOWN
  },
  cpio,
  pax: (call, shell) => {
    const options = readOptions(call.args, { short: 'fsobx' })
    if (options.has('r')) unpack(shell, 'pax', options.has('w') ? (options.rest.at(-1) ?? '.') : '.', [])
    else if (options.has('w')) write(shell, options.value('f') ?? '', 'pax', 'open')
    return UNKNOWN
  },
  jar: (call, shell) => {
    const [mode = '', file = ''] = call.args
    if (mode.includes('x')) unpack(shell, 'jar', '.', [])
    else if (/[cu]/.test(mode)) write(shell, file, 'jar', 'open')
    return UNKNOWN
  },
}

const TAR: OptionSpec = {
  short: 'fCTXbgHIKLNVF',
  long: 'file directory exclude exclude-from files-from transform xform strip-components to-command one-top-level owner group mode use-compress-program checkpoint-action suffix',
}

function tar(call: Call, shell: Shell): string {
  const options = readOptions(withDashes(call.args), TAR)
  const folder = options.values('C', 'directory').reduce((at, next) => join(at, next), '.')
  const file = options.value('f', 'file')
  for (const action of options.values('checkpoint-action', 'to-command', 'I', 'use-compress-program'))
    shell.apart(() => shell.runText(action.replace(/^exec=/, ''), call.channels))
  if (options.has('x', 'extract', 'get')) return extractTar(shell, options, folder)
  if (!options.has('c', 'create', 'r', 'append', 'u', 'update', 'A', 'delete')) return UNKNOWN
  if (file !== undefined) write(shell, file, 'tar', 'open')
  for (const member of options.rest) {
    if (options.has('remove-files')) write(shell, join(folder, member), 'tar --remove-files', 'tree')
    else noteRead(shell, join(folder, member))
  }
  return file === undefined || file === '-' ? UNKNOWN : ''
}

function extractTar(shell: Shell, options: Options, folder: string): string {
  if (options.has('O', 'to-stdout')) return UNKNOWN
  const into = join(folder, options.value('one-top-level') || '.')
  unpack(shell, 'tar', into, options.has('transform', 'xform') ? [UNKNOWN] : options.rest)
  return ''
}

/** The oldest form of tar has letters without a dash, followed by their values in the same order. */
function withDashes([first = '', ...others]: readonly string[]): readonly string[] {
  if (!/^[A-Za-z]+$/.test(first)) return [first, ...others]
  const rest = [...others]
  const letters = [...first].flatMap((letter) =>
    TAR.short?.includes(letter) === true ? [`-${letter}`, rest.shift() ?? ''] : [`-${letter}`],
  )
  return [...letters, ...rest]
}

function cpio(call: Call, shell: Shell): string {
  const options = readOptions(call.args, { short: 'CDEFHIMOR', long: 'directory file format' })
  const folder = options.value('D', 'directory') ?? '.'
  if (options.has('p', 'pass-through')) {
    const target = join(folder, options.rest.at(-1) ?? '.')
    const list = call.channels.input?.text ?? UNKNOWN
    for (const name of ['', ...list.split('\n')]) write(shell, join(target, name), 'cpio -p', 'open')
  } else if (options.has('i', 'extract') && !options.has('t', 'list')) unpack(shell, 'cpio', folder, options.rest)
  else if (options.has('o', 'create')) write(shell, options.value('F', 'O', 'file') ?? '', 'cpio', 'open')
  return UNKNOWN
}

function unpack(shell: Shell, how: string, folder: string, members: readonly string[]): void {
  const place = placeFor(shell, folder)
  if (place === 'bank' || place === 'perhaps') write(shell, join(folder, UNKNOWN), how, 'open')
  else if (place === 'elsewhere') write(shell, folder, how, 'open')
  else {
    for (const member of members) write(shell, join(folder, member), how, 'open')
    shell.account.unresolved.push(`${how}: an archive unpacked over the project`)
  }
}

function compress(call: Call, shell: Shell): string {
  const options = readOptions(call.args, { short: 'S', attached: 'T', long: 'suffix threads' })
  const spares = options.has('c', 'stdout', 't', 'l', 'test', 'list')
  for (const file of options.rest) {
    if (spares) noteRead(shell, file)
    else write(shell, file, call.name, options.has('r', 'recursive') ? 'tree' : 'entry')
  }
  return UNKNOWN
}

function sevenZip(call: Call, shell: Shell): string {
  const [mode = '', ...rest] = call.args
  const [archive = '', ...files] = rest.filter((arg) => !arg.startsWith('-'))
  if (mode === 'x' || mode === 'e') unpack(shell, '7z', rest.find((arg) => arg.startsWith('-o'))?.slice(2) ?? '.', [])
  else if (/^[aud]$/.test(mode)) {
    write(shell, archive, '7z', 'open')
    if (rest.includes('-sdel')) for (const file of files) write(shell, file, '7z -sdel', 'tree')
  }
  return UNKNOWN
}
