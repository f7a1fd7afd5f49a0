/** Archives: what unpacking brings into the bank, what packing writes, what compressing replaces. */

import { archiveNames } from './archive-names.ts'
import { readOptions } from './arguments.ts'
import { join, nameOf } from './places.ts'
import { type Call, type Handler, locate, noteRead, placeFor, type Shell, write } from './shell.ts'
import { HOLE, hasHole } from './text.ts'

export const ARCHIVE_COMMANDS: Readonly<Record<string, Handler>> = {
  tar,
  bsdtar: tar,
  gtar: tar,
  unzip: (call, shell) => {
    const options = readOptions(call.args, { short: 'dxP' })
    if (options.has('l', 't', 'p', 'v', 'z', 'Z')) return HOLE
    unpack(shell, 'unzip', options.rest[0], options.value('d') ?? '.', 0, options.rest.slice(1))
    return ''
  },
  zip: (call, shell) => {
    const options = readOptions(call.args, { short: 'bixntO', long: ['exclude', 'include', 'out'] })
    write(shell, options.value('O', 'out') ?? archiveName(options.rest[0], '.zip'), 'zip', 'open')
    const files = options.rest.slice(1)
    for (const file of files) options.has('m', 'move') ? write(shell, file, 'zip -m', 'tree') : noteRead(shell, file)
    return ''
  },
  '7z': sevenZip,
  '7za': sevenZip,
  '7zz': sevenZip,
  gzip: compress,
  gunzip: compress,
  bzip2: compress,
  bunzip2: compress,
  xz: compress,
  unxz: compress,
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
    return HOLE
  },
  cpio: (call, shell) => {
    const options = readOptions(call.args, { short: 'CDEFHIMOR', long: ['directory', 'file', 'format'] })
    const folder = options.value('D', 'directory') ?? '.'
    if (options.has('t', 'list')) return HOLE
    if (options.has('p', 'pass-through')) {
      const target = join(folder, options.rest.at(-1) ?? '.')
      const list = call.channels.input?.text ?? HOLE
      write(shell, target, 'cpio -p', 'open')
      for (const name of list.split('\n')) if (name !== '') write(shell, join(target, name), 'cpio -p', 'open')
    } else if (options.has('i', 'extract'))
      unpack(shell, 'cpio', options.value('F', 'file', 'I') ?? call.channels.input?.file, folder, 0, options.rest)
    else if (options.value('F', 'O', 'file') !== undefined)
      write(shell, options.value('F', 'O', 'file') ?? '', 'cpio', 'open')
    return HOLE
  },
  pax: (call, shell) => {
    const options = readOptions(call.args, { short: 'fsobx' })
    if (options.has('r'))
      unpack(shell, 'pax', options.value('f'), options.has('w') ? (options.rest.at(-1) ?? '.') : '.', 0, [])
    else if (options.has('w')) write(shell, options.value('f') ?? '', 'pax', 'open')
    return HOLE
  },
  jar: (call, shell) => {
    const [mode = '', file = ''] = call.args
    if (mode.includes('x')) unpack(shell, 'jar', file, '.', 0, [])
    else if (mode.includes('c') || mode.includes('u')) write(shell, file, 'jar', 'open')
    return HOLE
  },
}

function archiveName(name: string | undefined, ending: string): string {
  if (name === undefined || name === '-') return '-'
  return /\.\w+$/.test(nameOf(name)) ? name : name + ending
}

function tar(call: Call, shell: Shell): string {
  const [first = '', ...others] = call.args
  // The oldest form has its letters without a dash, with their values after them in order.
  const args = /^[A-Za-z]+$/.test(first) && !first.startsWith('-') ? oldStyle(first, others) : call.args
  const options = readOptions(args, {
    short: 'fCTXbgHIKLNVF',
    long: [
      'file',
      'directory',
      'exclude',
      'exclude-from',
      'files-from',
      'transform',
      'xform',
      'strip-components',
      'to-command',
      'one-top-level',
      'owner',
      'group',
      'mode',
      'use-compress-program',
      'checkpoint-action',
      'suffix',
      'wildcards-match-slash',
    ],
  })
  const folder = options
    .values('C', 'directory')
    .reduce((at, next) => (next.startsWith('/') ? next : join(at, next)), '.')
  const file = options.value('f', 'file')
  for (const action of options.values('checkpoint-action', 'to-command', 'I', 'use-compress-program')) {
    shell.apart(() => shell.runText(action.replace(/^exec=/, ''), call.channels))
  }
  if (options.has('x', 'extract', 'get')) {
    if (options.has('O', 'to-stdout')) return HOLE
    const strip = Number(options.value('strip-components') ?? '0') || 0
    const top = options.value('one-top-level')
    const into = top === undefined || top === '' ? folder : join(folder, top)
    if (options.has('transform', 'xform')) write(shell, join(into, HOLE), 'tar', 'open')
    else
      unpack(
        shell,
        'tar',
        file === undefined || file === '-' ? call.channels.input?.file : file,
        into,
        strip,
        options.rest,
      )
    return ''
  }
  if (options.has('c', 'create', 'r', 'append', 'u', 'update', 'A', 'delete')) {
    if (file !== undefined) write(shell, file, 'tar', 'open')
    for (const member of options.rest) {
      if (options.has('remove-files')) write(shell, join(folder, member), 'tar --remove-files', 'tree')
      else noteRead(shell, join(folder, member))
    }
    return file === undefined || file === '-' ? HOLE : ''
  }
  return HOLE
}

function oldStyle(letters: string, words: readonly string[]): readonly string[] {
  const rest = [...words]
  const args: string[] = []
  for (const letter of letters) {
    args.push(`-${letter}`)
    if ('fCTXbgHIKLNVF'.includes(letter)) args.push(rest.shift() ?? '')
  }
  return [...args, ...rest]
}

function unpack(
  shell: Shell,
  how: string,
  file: string | undefined,
  folder: string,
  strip: number,
  members: readonly string[],
): void {
  const place = placeFor(shell, folder)
  if (place === 'bank' || place === 'perhaps') {
    write(shell, join(folder, HOLE), how, 'open')
    return
  }
  if (place === 'elsewhere') {
    write(shell, folder, how, 'open')
    return
  }
  const names = file === undefined || file === '-' ? undefined : namesIn(shell, file)
  if (names === undefined) {
    const named = members.filter((member) => placeFor(shell, join(folder, member)) === 'bank')
    for (const member of named) write(shell, join(folder, member), how, 'open')
    shell.account.unresolved.push(`${how}: an archive that cannot be looked into, unpacked over the project`)
    return
  }
  for (const name of names) {
    const inner = name
      .split('/')
      .filter((part) => part !== '' && part !== '.')
      .slice(strip)
      .join('/')
    if (inner === '' || inner === nameOf(shell.context.bank)) continue
    if (members.length > 0 && !members.some((member) => covers(member, name))) continue
    write(shell, name.startsWith('/') && how !== 'tar' ? name : join(folder, inner), how, 'open')
  }
}

function covers(member: string, name: string): boolean {
  const wanted = member.replace(/^\.\//, '').replace(/\/+$/, '')
  const plain = name.replace(/^\.\//, '')
  return /[*?[]/.test(wanted) || plain === wanted || plain.startsWith(`${wanted}/`)
}

function namesIn(shell: Shell, file: string): readonly string[] | undefined {
  const path = locate(shell, file)
  if (hasHole(path)) return undefined
  const bytes = shell.context.readBytes?.(path)
  return bytes === undefined ? undefined : archiveNames(bytes)
}

function compress(call: Call, shell: Shell): string {
  const options = readOptions(call.args, { short: 'S', attached: 'T', long: ['suffix', 'threads'] })
  const spares = options.has('c', 'stdout', 't', 'l', 'test', 'list')
  for (const file of options.rest) {
    const kept = spares || call.name === 'zcat'
    if (kept) noteRead(shell, file)
    else write(shell, file, call.name, options.has('r', 'recursive') ? 'tree' : 'entry')
  }
  return HOLE
}

function sevenZip(call: Call, shell: Shell): string {
  const [mode = '', ...rest] = call.args
  const file = rest.find((arg) => !arg.startsWith('-'))
  const folder = rest.find((arg) => arg.startsWith('-o'))?.slice(2) ?? '.'
  if (mode === 'x' || mode === 'e') unpack(shell, '7z', file, folder, 0, [])
  else if (mode === 'a' || mode === 'u' || mode === 'd') {
    write(shell, file ?? '', '7z', 'open')
    if (rest.includes('-sdel'))
      for (const arg of rest.slice(1)) if (!arg.startsWith('-')) write(shell, arg, '7z -sdel', 'tree')
  }
  return HOLE
}

/** The paths a patch touches, below the folder it is applied in. */
export function patchTargets(text: string, strip: number): readonly string[] {
  const names = new Set<string>()
  const note = (raw: string) => {
    const name = raw
      .replace(/\t.*$/, '')
      .trim()
      .replace(/^"(.*)"$/, '$1')
    if (name === '/dev/null' || name === '') return
    const parts = name.split('/').filter((part, index) => part !== '' || index === 0)
    names.add(parts.slice(Math.min(strip, parts.length - 1)).join('/'))
  }
  for (const line of text.split(/\r?\n/)) {
    const header = /^(?:\+\+\+|---|\*\*\*) (?![*])(.+)$/.exec(line)
    if (header?.[1] !== undefined && !/^\*\*\* \d/.test(line) && !/^--- \d+,\d+ ----$/.test(line)) note(header[1])
    const both = /^diff --git (\S+) (\S+)$/.exec(line)
    if (both !== null) {
      note(both[1] ?? '')
      note(both[2] ?? '')
    }
    const moved = /^(?:rename|copy) (?:from|to) (.+)$/.exec(line)
    if (moved?.[1] !== undefined) names.add(moved[1])
    const index = /^Index: (.+)$/.exec(line)
    if (index?.[1] !== undefined) names.add(index[1])
  }
  return [...names]
}
