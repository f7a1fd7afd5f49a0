/** Editors and stream editors: in place, by a write command inside their script, or by a patch. */

import { readOptions } from './arguments.ts'
import { inputText } from './input-text.ts'
import { join } from './places.ts'
import { sedEffects } from './sed-script.ts'
import { type Call, type Handler, noteRead, placeFor, type Shell, textOfFile, write } from './shell.ts'
import { drain } from './state.ts'
import { hasUnknown, linesOf, UNKNOWN } from './text.ts'

export const EDIT_COMMANDS: Readonly<Record<string, Handler>> = {
  sed,
  gsed: sed,
  ssed: sed,
  ed: lineEditor,
  red: lineEditor,
  ex: screenEditor,
  vi: screenEditor,
  vim: screenEditor,
  nvim: screenEditor,
  vimdiff: screenEditor,
  view: (call, shell) => screenEditor({ ...call, args: ['-R', ...call.args] }, shell),
  nano: plainEditor,
  pico: plainEditor,
  micro: plainEditor,
  emacs: plainEditor,
  emacsclient: plainEditor,
  joe: plainEditor,
  jed: plainEditor,
  hx: plainEditor,
  helix: plainEditor,
  kak: plainEditor,
  mcedit: plainEditor,
  // They open a window for the person; nothing is written until the person saves.
  code: opens,
  cursor: opens,
  subl: opens,
  open: opens,
  'xdg-open': opens,
  patch: (call, shell) => {
    const options = readOptions(call.args, {
      short: 'pdioBDFgrVYz',
      long: 'strip directory input output reject-file',
    })
    if (options.has('dry-run', 'C', 'check')) return UNKNOWN
    const folder = options.value('d', 'directory') ?? '.'
    const output = options.value('o', 'output')
    if (output !== undefined) write(shell, join(folder, output), 'patch -o', 'open')
    const rejected = options.value('r', 'reject-file')
    if (rejected !== undefined) write(shell, join(folder, rejected), 'patch -r', 'open')
    const [file, patchFile] = options.rest
    if (file !== undefined && output === undefined) write(shell, join(folder, file), 'patch', 'open')
    if (file !== undefined) return ''
    const from = options.value('i', 'input') ?? patchFile
    const text =
      from === undefined
        ? call.channels.input === undefined
          ? UNKNOWN
          : drain(call.channels.input)
        : (textOfFile(shell, from) ?? UNKNOWN)
    applyPatch(shell, text, folder, 'patch', options.value('p', 'strip'))
    return ''
  },
}

/** Patch tools pick among the names by what exists; every name they could pick counts. */
export function applyPatch(shell: Shell, text: string, folder: string, how: string, strip: string | undefined): void {
  const depth = Number(strip ?? '1')
  const targets = [...patchTargets(text, depth), ...(strip === undefined ? patchTargets(text, 0) : [])]
  for (const target of targets)
    if (placeFor(shell, join(folder, target)) !== 'elsewhere') write(shell, join(folder, target), how, 'open')
  if (hasUnknown(text)) {
    const place = placeFor(shell, folder)
    if (place === 'bank') write(shell, join(folder, UNKNOWN), how, 'open')
    else if (place !== 'elsewhere') shell.account.unresolved.push(`${how}: a patch that cannot be read`)
  }
}

function sed(call: Call, shell: Shell): string {
  // -i takes its ending attached (GNU); BSD takes it as the next word, often empty.
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
  if (options.has('i', 'I', 'in-place')) {
    for (const file of files) write(shell, file, `${call.name} -i`, options.has('follow-symlinks') ? 'open' : 'entry')
    const suffix = options.value('i', 'in-place') ?? ''
    if (suffix.includes('/')) for (const file of files) write(shell, suffix.replaceAll('*', file), 'sed -i', 'open')
    return ''
  }
  const text = inputText(files, call, shell)
  return call.channels.out.deaf ? '' : substitute(text, script, options.has('n', 'quiet'))
}

/** A single `s` on known text is worked out, because names are often made that way. */
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

function lineEditor(call: Call, shell: Shell): string {
  const files = readOptions(call.args, { short: 'p' }).rest
  const script = call.channels.input === undefined ? UNKNOWN : drain(call.channels.input)
  for (const file of files) {
    noteRead(shell, file)
    if (hasUnknown(script) || /^\s*([\d,$.%;+-]*)\s*[wW]/m.test(script)) write(shell, file, call.name, 'open')
  }
  for (const match of script.matchAll(/^[\d,$.%]*\s*[wW]q?\s+(\S.*)$/gm)) write(shell, match[1] ?? '', 'ed w', 'open')
  for (const match of script.matchAll(/^[\d,$.%]*\s*(?:[wr]\s*)?!(.*)$/gm))
    shell.apart(() => shell.runText(match[1] ?? '', call.channels))
  return UNKNOWN
}

const SAVES = /(^|[|\s:;'"<>%\d])(wq?a?l?l?|x|xa|xit|up(date)?|sav(eas)?|wn|wN|wnext|exi[t]?|ZZ)!?(\s|$|[|<'"])/

function screenEditor(call: Call, shell: Shell): string {
  const options = readOptions(
    call.args.filter((arg) => !arg.startsWith('+')),
    {
      short: 'cSsTuUwWi',
      attached: '',
      long: 'cmd startuptime',
    },
  )
  // In ex mode -s is silent and takes nothing.
  const silentEx = call.name === 'ex' || call.args.some((arg) => /^-(es|Es|e|E)$/.test(arg))
  const reread = silentEx
    ? readOptions(
        call.args.filter((arg) => !arg.startsWith('+')),
        { short: 'cSTuUwWi', long: 'cmd' },
      )
    : options
  const commands = [
    ...reread.values('c', 'cmd'),
    ...call.args.filter((arg) => arg.startsWith('+')).map((arg) => arg.slice(1)),
    ...reread.values('S').map((file) => textOfFile(shell, file) ?? UNKNOWN),
    ...(call.channels.input === undefined ? [] : [drain(call.channels.input)]),
  ]
  const scriptedIn = !silentEx && reread.has('s')
  const readOnly =
    (reread.has('R', 'M') || call.name === 'view') && !commands.some((command) => /w!|wq!|x!/.test(command))
  const quits = commands.some((command) => /(^|[|\s])q(a|all|uit)?!?(\s|$|\|)/.test(command))
  const saves =
    scriptedIn ||
    commands.some((command) => hasUnknown(command) || SAVES.test(command)) ||
    commands.length === 0 ||
    !quits
  for (const file of reread.rest) {
    noteRead(shell, file)
    if (saves && !readOnly) write(shell, file, call.name, 'open')
  }
  for (const command of commands) {
    for (const match of command.matchAll(/(?:^|[|\s:])(?:w|wq|sav|saveas|redir|write|w!)\s*>*\s+([^\s|]+)/g))
      write(shell, match[1] ?? '', `${call.name} w`, 'open')
    for (const match of command.matchAll(/(?:^|[|\s:%])!\s*([^|]*)/g))
      shell.apart(() => shell.runText(match[1] ?? '', call.channels))
    for (const match of command.matchAll(/(?:^|[|\s:])(?:e|edit|n|next|args?|argadd|tabe|sp|vs)!?\s+([^\s|]+)/g)) {
      if (saves && !readOnly) write(shell, match[1] ?? '', call.name, 'open')
    }
    for (const match of command.matchAll(/(?:writefile|delete|rename|mkdir)\s*\(([^)]*)\)/g)) {
      for (const text of (match[1] ?? '').matchAll(/['"]([^'"]+)['"]/g)) write(shell, text[1] ?? '', call.name, 'open')
    }
  }
  return ''
}

function plainEditor(call: Call, shell: Shell): string {
  const options = readOptions(call.args, { short: 'l', long: 'eval load' })
  const batch = call.args.some((arg) => /^--?(batch|Q|script)$/.test(arg))
  const text = options.values('eval').join(' ')
  for (const file of options.rest) {
    if (file.startsWith('+')) continue
    noteRead(shell, file)
    if (!batch || /save|write|delete/.test(text)) write(shell, file, call.name, 'open')
  }
  for (const match of text.matchAll(/"([^"]+)"/g)) {
    if (/write|delete|rename|copy-file|save/.test(text)) write(shell, match[1] ?? '', call.name, 'open')
  }
  return ''
}

function opens(): string {
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
    const moved = /^(?:rename|copy) (?:from|to) (.+)$/.exec(line)
    if (moved?.[1] !== undefined) names.add(moved[1])
    const index = /^Index: (.+)$/.exec(line)
    if (index?.[1] !== undefined) names.add(index[1])
  }
  return [...names]
}
