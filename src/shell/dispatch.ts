/** Judges a simple command: by its handler, by its row of the table, or else by the paths in its arguments. */

import { looks } from './cannot-touch-bank.ts'
import { applyTable, unpack } from './command-table.ts'
import { FIND_COMMANDS } from './find-commands.ts'
import { applyPatch, git, patch } from './git-command.ts'
import { INTERPRETERS, runFile } from './interpreters.ts'
import { hasUnknown, join, nameOf, parentOf, UNKNOWN } from './places.ts'
import { noteHostCommand, noteOwnCommand, noteOwnProgram } from './protected-commands.ts'
import { readOptions } from './read-options.ts'
import { RUNNERS } from './runners.ts'
import { type Handler, linesOf, type Shell, type ShellCall, under } from './shell.ts'

const SYSTEM_FOLDER =
  /^(\/usr(\/local)?|\/opt\/[\w.-]+(\/[\w.-]+)?)?\/s?bin\/[^/]+$|\/node_modules\/\.bin\/[^/]+$|\/\.venv\/bin\/[^/]+$/

export function dispatch(call: ShellCall, shell: Shell): string {
  const { name, args } = call
  if (name === '') return ''
  if (noteOwnCommand(name, args, call, shell)) return UNKNOWN
  if (name.includes('/')) {
    if (noteOwnProgram(name, args, call, shell)) return UNKNOWN
    const isSystem = SYSTEM_FOLDER.test(`/${name.replace(/^\.?\//, '')}`)
    return !isSystem && runFile(call, shell, name) ? '' : dispatch({ ...call, name: nameOf(name) }, shell)
  }
  if (noteHostCommand(call, shell)) return UNKNOWN
  // `python3.12`, `node20`, `gsed`.
  const plain = name.replace(
    /^(python|ruby|perl|php|lua|node)\d[\d.]*$|^g(cp|mv|rm|sed|tar|find|xargs|make|grep)$/,
    '$1$2',
  )
  const known = { ...call, name: plain }
  if (!looks(plain) && !PASSIVE.has(plain)) shell.effects.onlyReads = false
  return HANDLERS.get(plain)?.(known, shell) ?? applyTable(known, shell) ?? unknown(call, shell)
}

/** Commands beside the lookers that change no file, apart from those that they name as targets. */
const PASSIVE = new Set(': [ test cd pushd popd printf read export set shift sort cp tar git'.split(' '))

/** An unknown command with a path in the bank is assumed to write it. Messages and other texts do not count. */
function unknown(call: ShellCall, shell: Shell): string {
  shell.effects.opaque.push(call.name)
  if (hasUnknown(call.name)) shell.effects.unresolved.push('a command with an unknown name')
  const behind = [/^([^-].*)$/, /^[^=]+=(.+)$/, /^-[A-Za-z](.+)$/, /^@(.+)$/, /^[^:]+:([./~\w].*)$/]
  for (const path of call.args.flatMap((arg) => behind.flatMap((pattern) => pattern.exec(arg)?.[1] ?? []))) {
    const place = shell.placeOf(path)
    const isThere = /[/.]/.test(path) || shell.context.list(parentOf(shell.locate(path))).includes(path)
    const isMeant = isThere || shell.placeOf('.') !== 'bank'
    if ((place === 'bank' && isMeant) || place === 'config' || place === 'state')
      shell.write(path, `${call.name} (an unknown command)`, 'open')
  }
  return UNKNOWN
}

function link(call: ShellCall, shell: Shell): string {
  const options = readOptions(call.args, 't target-directory S')
  const [first = '', second] = options.rest
  const into = options.value('t target-directory') ?? second ?? '.'
  const isInside = options.has('t') || second === undefined || (!options.has('n T') && shell.isFolder(into))
  const name = isInside ? join(into, nameOf(first)) : into
  const isSymbolic = options.has('s symbolic')
  shell.write(name, 'ln', 'entry')
  // A hard link of a bank file could be written by a path that does not show the bank.
  if (!isSymbolic) shell.write(first, 'ln (hard link)', 'entry')
  const at = shell.locate(name, 'keep')
  // A symbolic link is relative to the folder it is in, a hard link to the working directory.
  shell.links.set(at, shell.locate(isSymbolic ? join(parentOf(at), first) : first))
  return ''
}

function tar(call: ShellCall, shell: Shell): string {
  const [letters = '', ...rest] = call.args
  const options = readOptions(
    letters.startsWith('-') ? call.args : [`-${letters}`, ...rest],
    'f C T X I file directory exclude exclude-from files-from transform xform strip-components to-command owner group mode use-compress-program checkpoint-action',
  )
  const folder = options.values('C directory').reduce(join, '.')
  if (options.has('x extract get') && !options.has('O to-stdout'))
    unpack(shell, 'tar', folder, options.has('transform xform') ? [] : options.rest)
  else if (options.has('c create r append u update A delete')) {
    shell.write(options.value('f file') ?? '-', 'tar', 'open')
    for (const member of options.rest) shell.read(join(folder, member))
  }
  return UNKNOWN
}

/** `w file`, after an address or an `s` command. The name extends to the end of the line. */
const SED_WRITES =
  /(?<!\\\n)(?:^|[;{])(?:[\d,$!~+ \t]|\/(?:\\.|[^\\/\n])*\/[IM]*)*(?:s(.)(?:\\.|(?!\1).)*\1(?:\\.|(?!\1).)*\1[gpIiMme\d]*[ \t]*)?[wW][ \t]*([^\n]+)$/gm

const LONGEST_SCRIPT = 5000

function sed(call: ShellCall, shell: Shell): string {
  // GNU takes the ending of `-i` attached; BSD takes it as the next word, which is often empty.
  const args = call.args.filter((arg, i) => arg !== '' || !/^-\w*i$/.test(call.args[i - 1] ?? ''))
  const options = readOptions(args, 'e f l ~i ~I expression file')
  const given = options.values('e expression f file').map((each) => shell.textOf(each) ?? each)
  const [script, files] =
    given.length > 0 ? [given.join('\n'), options.rest] : [options.rest[0] ?? '', options.rest.slice(1)]
  if (script.length > LONGEST_SCRIPT) shell.effects.unresolved.push('a long sed script')
  for (const match of script.slice(0, LONGEST_SCRIPT).matchAll(SED_WRITES))
    shell.write((match[2] ?? '').trim(), 'sed w', 'open')
  const isInPlace = options.has('i I in-place')
  for (const file of files) isInPlace ? shell.write(file, 'sed -i', 'entry') : shell.read(file)
  return UNKNOWN
}

/** An editor writes its files unless it quits without saving or opens them for reading. */
function editor(call: ShellCall, shell: Shell): string {
  const isLine = /^(ed|red|ex)$/.test(call.name) || call.args.some((arg) => /^-[eE]s?$/.test(arg))
  const words = call.args.filter((arg) => !arg.startsWith('+'))
  const options = readOptions(words, isLine ? 'c S cmd eval' : 'c S s cmd eval')
  const typed = call.args.filter((arg) => arg.startsWith('+')).map((arg) => arg.slice(1))
  const commands = [...options.values('c cmd eval'), ...typed, call.input ?? ''].join('\n').trim()
  const isQuitting =
    /(^|[|\s])[qQ](a|all|uit)?!?(\s|$|\|)/.test(commands) && !/(^|[|\s:%,$\d])(w|x|up|sav|exi|ZZ)/.test(commands)
  const isReading = options.has('R M') || call.name === 'view' || (isQuitting && !hasUnknown(commands))
  for (const file of options.rest) isReading ? shell.read(file) : shell.write(file, call.name, 'open')
  if (commands === '') shell.noteListening(call, /^(?!--(?:version|help|batch|script)$)/)
  shell.effects.opaque.push(call.name)
  return ''
}

/** Takes the first line of its input. */
function read(call: ShellCall, shell: Shell): string {
  const options = readOptions(call.args, 'a d i n N p t u')
  const text = call.input ?? UNKNOWN
  const line = (options.has('d') ? text : (linesOf(text)[0] ?? '')).trim()
  const names = options.rest.length === 0 ? ['REPLY'] : options.rest
  const words = names.length === 1 ? [line] : line.split(/[\s:,]+/)
  for (const [at, name] of names.entries()) shell.state.variables.set(name, words[at] ?? UNKNOWN)
  if (options.has('a')) shell.state.variables.set(options.value('a') ?? '', UNKNOWN)
  return ''
}

function source(call: ShellCall, shell: Shell): string {
  const [path = '', ...args] = call.args
  const text = /^(-|\/dev\/stdin)$/.test(path) ? call.input : shell.textOf(path)
  shell.effects.opaque.push(`source ${path}`)
  if (hasUnknown(path) || hasUnknown(text ?? '')) shell.effects.unresolved.push('source of unknown text')
  shell.effects.scripts.push(text ?? '')
  if (args.length > 0) shell.state.parameters = args
  return shell.runText(text ?? '')
}

function printf(call: ShellCall, shell: Shell): string {
  const isNamed = call.args[0] === '-v'
  const [format = '', ...values] = call.args.slice(isNamed ? 2 : 0).filter((arg, at) => at > 0 || arg !== '--')
  const parts = format
    .replace(/\\[n0]/g, '\n')
    .replaceAll('\\t', '\t')
    .split('%s')
  const rounds = Math.max(1, Math.ceil(values.length / Math.max(1, parts.length - 1)))
  const filled = Array.from({ length: parts.length === 1 ? 1 : rounds }, (_, round) =>
    parts.map((part, at) => (at === 0 ? part : (values[round * (parts.length - 1) + at - 1] ?? '') + part)).join(''),
  )
  const printed = /%(?!s)|\\(?![nt0])/.test(format) ? UNKNOWN : filled.join('')
  if (isNamed) shell.state.variables.set(call.args[1] ?? '', printed)
  return isNamed ? '' : printed
}

function makeTemporary(call: ShellCall, shell: Shell): string {
  const options = readOptions(call.args, 'p suffix')
  const isHere = options.rest.length > 0 && !options.has('p t tmpdir')
  const folder = isHere ? '.' : options.value('p tmpdir') || (shell.context.env['TMPDIR'] ?? '/tmp')
  const path = join(folder, options.rest[0] ?? 'tmp.made')
  if (!options.has('u')) shell.write(path, 'mktemp', 'open')
  return `${path}\n`
}

const HANDLERS: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ...under('cd chdir pushd', (call, shell) => {
    const target =
      call.args.find((arg) => !/^[-+]./.test(arg)) ?? (call.name === 'pushd' ? shell.state.stack[0] : undefined)
    if (call.name === 'pushd') shell.state.stack = [shell.state.cwd, ...shell.state.stack]
    shell.enter(target === '-' ? shell.state.previous : (target ?? shell.context.home ?? UNKNOWN))
    return ''
  }),
  ...under('popd', (_, shell) => {
    shell.enter(shell.state.stack[0])
    shell.state.stack = shell.state.stack.slice(1)
    return ''
  }),
  ...under('unset', (call, shell) => {
    for (const name of call.args) shell.state.variables.set(name, '')
    return ''
  }),
  ...under('eval', (call, shell) => {
    const text = call.args.join(' ')
    if (hasUnknown(text)) shell.effects.unresolved.push('eval: part of the command is unknown')
    return shell.runText(text, call.input)
  }),
  ...under('trap', (call, shell) => (call.args.length > 1 ? shell.runApart(call.args[0] ?? '', call) : '')),
  ...under('. source', source),
  ...under('read', read),
  ...under('mapfile readarray', (call, shell) => {
    shell.state.variables.set(readOptions(call.args, 'd n O s u').rest[0] ?? 'MAPFILE', UNKNOWN)
    return ''
  }),
  ...under('echo', ({ args }) => `${(/^-[neE]+$/.test(args[0] ?? '') ? args.slice(1) : args).join(' ')}\n`),
  ...under('printf', printf),
  ...under('pwd', (_, shell) => `${shell.state.cwd}\n`),
  ...under('dirname', ({ args: [path = ''] }) => `${path.includes('/') ? parentOf(path) : '.'}\n`),
  ...under(
    'basename',
    ({ args: [path = '', ending = ''] }) =>
      `${nameOf(path).replace(new RegExp(`${ending.replace(/\W/g, '\\$&')}$`), '')}\n`,
  ),
  ...under('realpath readlink', (call, shell) => `${shell.locate(readOptions(call.args).rest[0] ?? '.')}\n`),
  ...under('mktemp', makeTemporary),
  ...under('dd', (call, shell) => {
    for (const [, way, path = ''] of call.args.map((arg) => /^(of|if)=(.*)$/s.exec(arg) ?? []))
      way === 'of' ? shell.write(path, 'dd of=', 'open') : shell.read(path)
    return UNKNOWN
  }),
  ...under('ln link', link),
  ...under('tar bsdtar gtar', tar),
  ...under('sed ssed', sed),
  ...under('patch', patch),
  // Some hosts run `apply_patch` in a shell, with the patch as its argument or its input.
  ...under('apply_patch applypatch apply-patch', (call, shell) => {
    applyPatch(shell, call.args.length > 0 ? call.args.join('\n') : (call.input ?? UNKNOWN), '.', call.name, '0')
    return ''
  }),
  ...under('ed red ex vi vim nvim vimdiff view nano pico micro emacs emacsclient joe hx helix kak', editor),
  ...under('git hub', git),
  ...FIND_COMMANDS,
  ...INTERPRETERS,
  ...RUNNERS,
])
