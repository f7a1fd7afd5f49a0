/** Editors and stream editors: in place, by a write command inside their script, or by a patch. */

import { type Options, readOptions } from './arguments.ts'
import { join } from './places.ts'
import {
  type Call,
  type Handler,
  inputOf,
  inputText,
  listens,
  locate,
  noteRead,
  placeFor,
  type Shell,
  textOfFile,
  under,
  write,
} from './shell.ts'
import { hasUnknown, linesOf, UNKNOWN } from './text.ts'

export const EDIT_COMMANDS: Readonly<Record<string, Handler>> = {
  ...under(sed, 'sed ssed'),
  ...under(lineEditor, 'ed red'),
  ...under(screenEditor, 'ex vi vim nvim vimdiff view'),
  ...under(plainEditor, 'nano pico micro emacs emacsclient joe jed hx helix kak mcedit'),
  // They open a window, and write nothing until the person saves.
  ...under(() => '', 'code cursor subl open xdg-open'),
  patch: (call, shell) => {
    const options = readOptions(call.args, { short: 'pdioBDFgrVYz', long: 'strip directory input output reject-file' })
    if (options.has('dry-run', 'C', 'check')) return UNKNOWN
    const folder = options.value('d', 'directory') ?? '.'
    const outputs = options.values('o', 'output')
    const [file, patchFile] = options.rest
    const named = file === undefined || outputs.length > 0 ? [] : [file]
    for (const path of [...outputs, ...options.values('r', 'reject-file'), ...named])
      write(shell, join(folder, path), 'patch', 'open')
    if (file !== undefined) return ''
    const from = options.value('i', 'input') ?? patchFile
    const text = from === undefined ? inputOf(call) : (textOfFile(shell, from) ?? UNKNOWN)
    applyPatch(shell, text, folder, 'patch', options.value('p', 'strip'))
    return ''
  },
  // Some hosts run `apply_patch` in a shell. Its patch is its argument or its input.
  ...under((call, shell) => {
    const text = call.args.length > 0 ? call.args.join('\n') : inputOf(call)
    applyPatch(shell, text, '.', call.name, '0')
    return ''
  }, 'apply_patch applypatch apply-patch'),
}

/** Patch tools choose among the names in a patch by what exists, so every name that they may choose counts. */
export function applyPatch(shell: Shell, text: string, folder: string, how: string, strip: string | undefined): void {
  const depth = Number(strip ?? '1')
  const targets = [...patchTargets(text, depth), ...(strip === undefined ? patchTargets(text, 0) : [])]
  for (const target of targets) {
    const path = join(folder, target)
    if (placeFor(shell, path) !== 'elsewhere' || shell.context.switchesUs?.(locate(shell, path), 'open') === true)
      write(shell, path, how, 'open')
  }
  if (hasUnknown(text)) {
    const place = placeFor(shell, folder)
    if (place === 'bank') write(shell, join(folder, UNKNOWN), how, 'open')
    else if (place !== 'elsewhere') shell.account.unresolved.push(`${how}: a patch that cannot be read`)
  }
}

function sed(call: Call, shell: Shell): string {
  // GNU takes the ending of `-i` attached; BSD takes it as the next word, which is often empty.
  const args = call.args.flatMap((arg, i) => (arg === '' && /^-\w*i$/.test(call.args[i - 1] ?? '') ? [] : [arg]))
  const options = readOptions(args, { short: 'efl', attached: 'iI', long: 'expression file line-length' })
  const scripts = [
    ...options.values('e', 'expression'),
    ...options.values('f', 'file').map((file) => textOfFile(shell, file) ?? UNKNOWN),
  ]
  const files = scripts.length === 0 ? options.rest.slice(1) : options.rest
  const script = scripts.length === 0 ? (options.rest[0] ?? '') : scripts.join('\n')
  const effects = sedEffects(script)
  for (const target of effects.writes) write(shell, target, 'sed w', 'open')
  for (const command of effects.runs) shell.apart(() => shell.runText(command, call.channels))
  if (options.has('i', 'I', 'in-place')) return sedInPlace(call, shell, options, files)
  const text = inputText(files, call, shell)
  return call.channels.out.deaf ? '' : substitute(text, script, options.has('n', 'quiet'))
}

function sedInPlace(call: Call, shell: Shell, options: Options, files: readonly string[]): string {
  for (const file of files) write(shell, file, `${call.name} -i`, options.has('follow-symlinks') ? 'open' : 'entry')
  const suffix = options.value('i', 'in-place') ?? ''
  if (suffix.includes('/')) for (const file of files) write(shell, suffix.replaceAll('*', file), 'sed -i', 'open')
  return ''
}

/** Evaluates a single `s` command on known text, because names are often made that way. */
function substitute(text: string, script: string, quiet: boolean): string {
  if (text === '') return ''
  const match = /^s(.)((?:\\.|(?!\1).)*)\1((?:\\.|(?!\1).)*)\1([gI]*)$/.exec(script.trim())
  if (match === null || quiet) return UNKNOWN
  const [, , pattern = '', replacement = '', flags = ''] = match
  try {
    const expression = new RegExp(
      pattern.replace(
        /\\([()|+?{}])|([()|+?{}])/g,
        (_, escaped?: string, bare?: string) => escaped ?? `\\${bare ?? ''}`,
      ),
      flags.replace('I', 'i'),
    )
    const by = replacement.replace(/\\(.)/g, (_, char: string) => char)
    if (/\\\d|&/.test(replacement)) return UNKNOWN
    return `${linesOf(text)
      .map((line) => (hasUnknown(line) ? UNKNOWN : line.replace(expression, () => by)))
      .join('\n')}\n`
  } catch {
    return UNKNOWN
  }
}

/** One command of a sed script: what it writes, what it runs. */
interface SedCommand {
  readonly writes?: string | undefined
  readonly runs?: string | undefined
}

const ADDRESS = /(?:[\s;{}\d$~+,!]|\/(?:\\.|[^\\/\n])*\/[IM]*|\\(.)(?:\\.|(?!\1).)*\1[IM]*)*/y

const SED_COMMANDS: readonly (readonly [pattern: RegExp, effects: (match: RegExpExecArray) => SedCommand])[] = [
  [
    /s(.)((?:\\[\s\S]|(?!\1)[^\\])*)\1((?:\\[\s\S]|(?!\1)[^\\])*)\1([gpIiMme\d]*)(?:w([^\n]*))?/y,
    (match) => ({ writes: match[5], runs: match[4]?.includes('e') === true ? match[3] : undefined }),
  ],
  [/[wW]([^\n]*)/y, (match) => ({ writes: match[1] })],
  [/e([^\n]*)/y, (match) => ({ runs: match[1] })],
  // Texts continue over lines that end in a backslash; labels, files to read and comments end with their line.
  [
    /y(.)(?:\\.|(?!\1).)*\1(?:\\.|(?!\1).)*\1|[aic](?:[^\n]*\\\n)*[^\n]*|[rR#][^\n]*|[btT:][^;\n}]*|[\s\S]/y,
    () => ({}),
  ],
]

export function sedEffects(script: string): { readonly writes: readonly string[]; readonly runs: readonly string[] } {
  const writes: string[] = []
  const runs: string[] = []
  for (let at = 0; at < script.length; ) {
    at += matchAt(ADDRESS, script, at)?.[0].length ?? 0
    const found = SED_COMMANDS.map(([pattern, effects]) => [matchAt(pattern, script, at), effects] as const).find(
      ([match]) => match !== null,
    )
    if (found?.[0] === null || found === undefined) break
    const [match, effects] = found
    const done = effects(match)
    if (done.writes !== undefined && done.writes.trim() !== '') writes.push(done.writes.trim())
    if (done.runs !== undefined && done.runs.trim() !== '') runs.push(done.runs.trim())
    at += match[0].length
  }
  return { writes, runs }
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

function lineEditor(call: Call, shell: Shell): string {
  const script = inputOf(call)
  const isSaving = hasUnknown(script) || /^[ \t]*(?:[\d,$.%;+-]+[ \t]*)?[wW]/m.test(script)
  for (const file of readOptions(call.args, { short: 'p' }).rest)
    isSaving ? write(shell, file, call.name, 'open') : noteRead(shell, file)
  for (const match of script.matchAll(/^[\d,$.%]*[ \t]*[wW]q?\s+(\S.*)$/gm))
    write(shell, match[1] ?? '', 'ed w', 'open')
  for (const match of script.matchAll(/^[\d,$.%]*[ \t]*(?:[wr]\s*)?!(.*)$/gm))
    shell.apart(() => shell.runText(match[1] ?? '', call.channels))
  return UNKNOWN
}

const SAVES = /(^|[|\s:;'"<>%\d])(wq?a?l?l?|x|xa|xit|up(date)?|sav(eas)?|wn|wN|wnext|exi[t]?|ZZ)!?(\s|$|[|<'"])/
const QUITS = /(^|[|\s])q(a|all|uit)?!?(\s|$|\|)/

/** vi and similar editors write their file unless they are told to quit without saving, or to open it for reading. */
function screenEditor(call: Call, shell: Shell): string {
  // In ex mode `-s` means silent and takes no value.
  const isSilent = call.name === 'ex' || call.args.some((arg) => /^-(es|Es|e|E)$/.test(arg))
  const options = readOptions(
    call.args.filter((arg) => !arg.startsWith('+')),
    { short: isSilent ? 'cSTuUwWi' : 'cSsTuUwWi', long: 'cmd startuptime' },
  )
  const commands = [
    ...options.values('c', 'cmd'),
    ...call.args.filter((arg) => arg.startsWith('+')).map((arg) => arg.slice(1)),
    ...options.values('S').map((file) => textOfFile(shell, file) ?? UNKNOWN),
    ...(call.channels.input === undefined ? [] : [inputOf(call)]),
  ]
  const isReadOnly = options.has('R', 'M') || call.name === 'view'
  const isScripted = !isSilent && options.has('s')
  const isSaving = saves(commands, isReadOnly, isScripted)
  for (const file of options.rest) isSaving ? write(shell, file, call.name, 'open') : noteRead(shell, file)
  for (const command of commands) obeyScreenEditor(command, call, shell)
  if (commands.length > 0) shell.account.opaque.push(call.name)
  else listens(call, shell, SHOWS)
  return ''
}

/** An editor that tells its version waits for nobody. */
const SHOWS = /^(?!--(?:version|help)$)/

/** Whether the commands given to an editor let it write the file it opens. */
function saves(commands: readonly string[], isReadOnly: boolean, isScripted: boolean): boolean {
  const has = (pattern: RegExp) => commands.some((command) => pattern.test(command))
  if (isReadOnly && !has(/w!|wq!|x!/)) return false
  return isScripted || commands.some(hasUnknown) || has(SAVES) || !has(QUITS)
}

/** `:w other.md` writes another file, and `:!command` runs a command. */
function obeyScreenEditor(command: string, call: Call, shell: Shell): void {
  for (const match of command.matchAll(/(?:^|[|\s:])(?:w|wq|sav|saveas|redir|write|w!)\s*>*\s+([^\s|]+)/g))
    write(shell, match[1] ?? '', `${call.name} w`, 'open')
  for (const match of command.matchAll(/(?:^|[|\s:%])!\s*([^|]*)/g))
    shell.apart(() => shell.runText(match[1] ?? '', call.channels))
}

function plainEditor(call: Call, shell: Shell): string {
  const options = readOptions(call.args, { short: 'l', long: 'eval load' })
  const text = options.values('eval').join(' ')
  const isWriting = /save|write|delete|rename|copy-file/.test(text)
  const isBatch = call.args.some((arg) => /^--?(batch|Q|script)$/.test(arg))
  const named = isWriting ? [...text.matchAll(/"([^"]+)"/g)].map((match) => match[1] ?? '') : []
  for (const file of [...named, ...options.rest.filter((one) => !one.startsWith('+'))])
    isWriting || !isBatch ? write(shell, file, call.name, 'open') : noteRead(shell, file)
  shell.account.opaque.push(call.name)
  if (!isBatch) listens(call, shell, SHOWS)
  return ''
}

/** The paths a patch touches, below the folder it is applied in. */
function patchTargets(text: string, strip: number): readonly string[] {
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
    for (const pattern of WHOLE_NAMES) {
      const named = pattern.exec(line)?.[1]
      if (named !== undefined) names.add(named)
    }
  }
  return [...names]
}

/** Lines of a patch that name a file without a prefix to strip. */
const WHOLE_NAMES = [
  /^(?:rename|copy) (?:from|to) (.+)$/,
  /^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+)$/,
  /^Index: (.+)$/,
]
