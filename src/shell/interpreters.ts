/** Shells and scripting languages: the program they are given, by option, by file or by input. */

import { readOptions } from './arguments.ts'
import { runUncertain } from './builtins.ts'
import { inputText } from './input-text.ts'
import { ownCommand, ownModule, ownProgram } from './own-commands.ts'
import { nameOf } from './places.ts'
import { searchProgram } from './program.ts'
import type { Language } from './program-tokens.ts'
import {
  type Call,
  type Handler,
  locate,
  noteRead,
  type Shell,
  textOfFile,
  textOfScript,
  under,
  write,
} from './shell.ts'
import { drain } from './state.ts'
import { hasUnknown, UNKNOWN } from './text.ts'
import { textOfVariable } from './variables.ts'

const DEEPEST_SCRIPT = 4
/** A bundle, not a script somebody wrote to be run once. */
const LONGEST_PROGRAM = 200_000

export const INTERPRETERS: Readonly<Record<string, Handler>> = {
  ...under(shellProgram, 'sh bash zsh dash ksh ash mksh rbash fish busybox-sh'),
  ...under(python, 'python python2 python3 pypy pypy3'),
  node: javascript,
  nodejs: javascript,
  deno: (call, shell) => {
    const [verb, ...rest] = call.args
    if (verb === 'eval')
      return inline(call, shell, 'javascript', readOptions(rest, { first: true }).rest[0] ?? UNKNOWN, [])
    if (verb === 'run') return file(call, shell, 'javascript', readOptions(rest, { first: true }).rest)
    return opaque(call, shell)
  },
  tsx: javascript,
  'ts-node': javascript,
  esno: javascript,
  perl,
  ruby,
  php: (call, shell) => {
    const options = readOptions(call.args, { short: 'rfdBREFtSc', first: true })
    const text = options.value('r', 'B', 'R', 'E')
    if (text !== undefined) return inline(call, shell, 'php', text, options.rest)
    return file(
      call,
      shell,
      'php',
      options.value('f') === undefined ? options.rest : [options.value('f') ?? '', ...options.rest],
    )
  },
  lua: (call, shell) => {
    const options = readOptions(call.args, { short: 'el', first: true })
    const text = options.values('e').join('\n')
    return text === '' ? file(call, shell, 'lua', options.rest) : inline(call, shell, 'lua', text, options.rest)
  },
  luajit: (call, shell) => INTERPRETERS['lua']?.(call, shell) ?? UNKNOWN,
  ...under(other('e', 'javascript'), 'Rscript julia elixir'),
  osascript: other('e', 'javascript'),
  tclsh: other('', 'ruby'),
  awk,
  gawk: awk,
  mawk: awk,
  nawk: awk,
}

function opaque(call: Call, shell: Shell): string {
  shell.account.opaque.push(call.name)
  return UNKNOWN
}

function shellProgram(call: Call, shell: Shell): string {
  const options = readOptions(call.args, { short: 'oO', long: 'rcfile init-file', first: true })
  if (options.has('n')) return ''
  const reads = options.has('s') || (options.rest.length === 0 && !options.has('c'))
  shell.apart(() => {
    runStartup(call, shell, options.has('i'))
    if (options.has('e')) shell.state.options = new Set([...shell.state.options, 'errexit'])
    if (options.has('c')) {
      const [text = '', zero = call.name, ...parameters] = options.rest
      shell.state.zero = zero
      shell.state.parameters = parameters
      shell.account.scripts.push(text)
      runUncertain(shell, text, `${call.name} -c`, call.channels)
    } else if (reads) {
      shell.state.parameters = options.rest
      runInput(call, shell)
    } else {
      const [path = '', ...parameters] = options.rest
      runShellFile(call, shell, path, parameters)
    }
  })
  return ''
}

/** What a shell runs before its program because the command has set its surroundings so. */
function runStartup(call: Call, shell: Shell, isInteractive: boolean): void {
  const set = (name: string): string | undefined => {
    const value = shell.state.variables.get(name)
    return value?.kind === 'text' && value.text !== '' ? value.text : undefined
  }
  const file = set(isInteractive ? 'ENV' : 'BASH_ENV')
  const prompt = isInteractive ? set('PROMPT_COMMAND') : undefined
  if (file !== undefined) shell.apart(() => runShellFile(call, shell, file, []))
  if (prompt !== undefined) shell.apart(() => shell.runText(prompt, call.channels))
}

function runInput(call: Call, shell: Shell): void {
  if (call.channels.input === undefined) return
  const text = drain(call.channels.input)
  shell.account.scripts.push(text)
  runUncertain(shell, text, `${call.name} reading its input`, call.channels)
}

function runShellFile(call: Call, shell: Shell, path: string, parameters: readonly string[]): void {
  const text = textOfScript(shell, path, call.channels)
  if (text === undefined || shell.depth >= DEEPEST_SCRIPT) {
    shell.account.opaque.push(`${call.name} ${path}`)
    if (hasUnknown(path)) shell.account.unresolved.push(`${call.name}: an unknown script`)
    return
  }
  shell.account.scripts.push(text)
  shell.state.zero = path
  shell.state.parameters = parameters
  shell.depth += 1
  runUncertain(shell, text, path, call.channels)
  shell.depth -= 1
  if (shell.state.ending !== 'no') shell.state.ending = 'no'
}

function inline(
  call: Call,
  shell: Shell,
  language: Language,
  text: string,
  args: readonly string[],
  given?: ReadonlyMap<string, string>,
): string {
  searchProgram({ text, language, args, script: undefined, ...(given === undefined ? {} : { given }) }, call, shell)
  return UNKNOWN
}

/** A program in a file, or on the input when no file is named. */
function file(call: Call, shell: Shell, language: Language, words: readonly string[]): string {
  const [path, ...args] = words
  if (path === undefined || path === '-') {
    if (call.channels.input === undefined) return UNKNOWN
    return inline(call, shell, language, drain(call.channels.input), args)
  }
  if (language === 'javascript') {
    if (/^npm:memory-bank(?:[@/]|$)/.test(path) && ownCommand('memory-bank', args, call, shell)) return UNKNOWN
    if ([path, locate(shell, path)].some((known) => ownProgram(known, args, call, shell))) return UNKNOWN
  }
  const found = language === 'javascript' ? ['', '.js', '.cjs', '.mjs', '/index.js', '.ts'] : ['']
  const text = found
    .map((ending) => textOfScript(shell, path + ending, call.channels))
    .find((known) => known !== undefined)
  if (text === undefined || shell.depth >= DEEPEST_SCRIPT) {
    // A package runner's own folder, or a file that is not there yet.
    shell.account.opaque.push(`${call.name} ${path}`)
    if (hasUnknown(path)) shell.account.unresolved.push(`${call.name}: an unknown program`)
    return UNKNOWN
  }
  if (text.length > LONGEST_PROGRAM) {
    shell.account.opaque.push(`${call.name} ${path}`)
    return UNKNOWN
  }
  shell.depth += 1
  // A file this very command has written is as good as given on the command line.
  const fresh = shell.drafts.files.has(locate(shell, path))
  searchProgram({ text, language, args, script: fresh ? undefined : locate(shell, path) }, call, shell)
  shell.depth -= 1
  return UNKNOWN
}

function python(call: Call, shell: Shell): string {
  const at = call.args.findIndex((arg) => arg === '-c' || /^-[A-Za-z]*c$/.test(arg))
  const moduleAt = call.args.indexOf('-m')
  const fileAt = call.args.findIndex((arg) => !arg.startsWith('-'))
  if (at !== -1 && (fileAt === -1 || at < fileAt))
    return inline(call, shell, 'python', call.args[at + 1] ?? '', call.args.slice(at + 2))
  if (moduleAt !== -1 && (fileAt === -1 || moduleAt < fileAt))
    return pythonModule(call, shell, call.args.slice(moduleAt + 1))
  const options = readOptions(call.args, { short: 'WX', first: true })
  return file(call, shell, 'python', options.rest)
}

function pythonModule(call: Call, shell: Shell, words: readonly string[]): string {
  const [module = '', ...args] = words
  if (module === 'zipfile' || module === 'tarfile') {
    const extract = args.findIndex((arg) => arg === '-e' || arg === '--extract')
    const create = args.findIndex((arg) => arg === '-c' || arg === '--create')
    if (extract !== -1)
      shell.runWords(
        module === 'zipfile'
          ? ['unzip', args[extract + 1] ?? '', '-d', args[extract + 2] ?? '.']
          : ['tar', '-xf', args[extract + 1] ?? '', '-C', args[extract + 2] ?? '.'],
        call.channels,
      )
    if (create !== -1) write(shell, args[create + 1] ?? '', `python -m ${module}`, 'open')
    return UNKNOWN
  }
  if (module === 'json.tool' || module === 'base64' || module === 'gzip') {
    const [from, to] = args.filter((arg) => !arg.startsWith('-'))
    if (from !== undefined) noteRead(shell, from)
    if (to !== undefined) write(shell, to, `python -m ${module}`, 'open')
    return UNKNOWN
  }
  const path = module.replaceAll('.', '/')
  const own = [`${path}.py`, `${path}/__main__.py`].find((name) => textOfFile(shell, name) !== undefined)
  if (own !== undefined) return file(call, shell, 'python', [own, ...args])
  shell.runWords([module.split('.')[0] ?? module, ...args], call.channels)
  return ''
}

function javascript(call: Call, shell: Shell): string {
  const options = readOptions(call.args, {
    short: 'eprC',
    long: 'eval print require import loader experimental-loader env-file input-type conditions test-reporter test-name-pattern watch-path title',
    first: true,
  })
  const environment = optionsIn(textOfVariable(shell, 'NODE_OPTIONS') ?? '')
  const loaded = [...options.values(...LOADS), ...environment].map((one) => one.replace(/^file:\/\//, ''))
  for (const module of loaded)
    if (!ownModule(module, call, shell) && /^\.{0,2}\//.test(module)) file(call, shell, 'javascript', [module])
  const printed = options.value('p', 'print')
  const text = [
    ...options.values('e', 'eval'),
    ...(printed === undefined ? [] : [`console.log(${printed})`, printed]),
  ].join('\n')
  if (text !== '') return inline(call, shell, 'javascript', text, options.rest)
  if (options.has('test')) for (const path of options.rest) file(call, shell, 'javascript', [path])
  if (options.has('pe', 'test')) return opaque(call, shell)
  return file(call, shell, 'javascript', options.rest)
}

const LOADS = ['r', 'require', 'import', 'loader', 'experimental-loader']

/** What Node loads before anything else because its surroundings say so. */
function optionsIn(text: string): readonly string[] {
  return readOptions(
    text.split(/\s+/).filter((word) => word !== ''),
    { short: 'r', long: LOADS.slice(1).join(' ') },
  ).values(...LOADS)
}

function perl(call: Call, shell: Shell): string {
  const options = readOptions(call.args, { short: 'eEIMmFx', attached: 'i0lCdDuV', first: true })
  const text = [...options.values('e'), ...options.values('E')].join('\n')
  // Clusters such as -pi -e, -i.bak, -0777pi: the letter may stand behind digits.
  const inPlace =
    options.has('i') || call.args.some((arg) => /^-[A-Za-z0-9]*[pnl0-9]*i/.test(arg) && !/^-[eEIMm]/.test(arg))
  if (text !== '') {
    if (inPlace) for (const target of options.rest) write(shell, target, 'perl -i', 'entry')
    else for (const source of options.rest) noteRead(shell, source)
    return inline(call, shell, 'perl', text, options.rest)
  }
  return file(call, shell, 'perl', options.rest)
}

function ruby(call: Call, shell: Shell): string {
  const options = readOptions(call.args, { short: 'eIrCF', attached: 'i0KTWE', first: true })
  const text = options.values('e').join('\n')
  if (text === '') return file(call, shell, 'ruby', options.rest)
  const inPlace = options.has('i') || call.args.some((arg) => /^-[pnal]*i/.test(arg))
  for (const target of options.rest) inPlace ? write(shell, target, 'ruby -i', 'entry') : noteRead(shell, target)
  return inline(call, shell, 'ruby', text, options.rest)
}

function other(letters: string, language: Language): Handler {
  return (call, shell) => {
    const options = readOptions(call.args, { short: letters, first: true })
    const text = options.values(...letters).join('\n')
    return text === '' ? file(call, shell, language, options.rest) : inline(call, shell, language, text, options.rest)
  }
}

function awk(call: Call, shell: Shell): string {
  const options = readOptions(call.args, {
    short: 'fFvi',
    long: 'file assign field-separator include',
    first: true,
  })
  const given = new Map<string, string>()
  for (const assignment of options.values('v', 'assign')) {
    const equals = assignment.indexOf('=')
    if (equals > 0) given.set(assignment.slice(0, equals), assignment.slice(equals + 1))
  }
  const fromFiles = options.values('f', 'file')
  const words = fromFiles.length > 0 ? options.rest : options.rest.slice(1)
  const text =
    fromFiles.length > 0
      ? fromFiles.map((path) => textOfFile(shell, path) ?? UNKNOWN).join('\n')
      : (options.rest[0] ?? '')
  const files: string[] = []
  for (const word of words) {
    const assigned = /^([A-Za-z_]\w*)=(.*)$/s.exec(word)
    if (assigned === null) files.push(word)
    else given.set(assigned[1] ?? '', assigned[2] ?? '')
  }
  const inPlace = options.values('i', 'include').includes('inplace')
  for (const path of files) inPlace ? write(shell, path, 'awk -i inplace', 'entry') : noteRead(shell, path)
  inline(call, shell, 'awk', text, files, given)
  if (call.channels.out.deaf) return ''
  // `{print $1}` over known text gives names often enough to be worth the words.
  const field = /^\s*\{\s*print\s+\$(\d+)\s*;?\s*\}\s*$/.exec(text)?.[1]
  const lines = inputText(files, call, shell)
  if (field === undefined || hasUnknown(lines)) return UNKNOWN
  const separator = options.value('F', 'field-separator')
  return lines
    .split('\n')
    .filter((line) => line !== '')
    .map(
      (line) =>
        `${field === '0' ? line : ((separator === undefined ? line.trim().split(/\s+/) : line.split(separator))[Number(field) - 1] ?? '')}\n`,
    )
    .join('')
}

/** Runs a file by its first line, or by its name's ending; false when it cannot be read. */
export function runFile(call: Call, shell: Shell, path: string): boolean {
  const text = textOfFile(shell, path)
  if (text === undefined) return false
  const shebang = /^#!\s*(\S+)(?:\s+(-\S+\s+)*(\S+))?/.exec(text)
  const interpreter =
    shebang === null
      ? byEnding(path)
      : nameOf(shebang[1] ?? '') === 'env'
        ? (shebang[3] ?? 'sh')
        : nameOf(shebang[1] ?? '')
  if (interpreter === undefined && /[\0\uFFFD]/.test(text.slice(0, 400))) return false
  shell.runWords([interpreter ?? 'sh', path, ...call.args], call.channels)
  return true
}

function byEnding(path: string): string | undefined {
  const ending = /\.(\w+)$/.exec(path)?.[1]
  const known: Readonly<Record<string, string>> = {
    sh: 'sh',
    bash: 'bash',
    py: 'python3',
    js: 'node',
    mjs: 'node',
    cjs: 'node',
    ts: 'node',
    rb: 'ruby',
    pl: 'perl',
    php: 'php',
  }
  return ending === undefined ? undefined : known[ending]
}
