/** Shells and scripting languages: they get their program by an option, a file or their input. */

import { type OptionSpec, readOptions } from './arguments.ts'
import { runUncertain } from './builtins.ts'
import { ownCommand, ownModule, ownProgram } from './own-commands.ts'
import { nameOf } from './places.ts'
import { searchProgram } from './program.ts'
import type { Language } from './program-tokens.ts'
import {
  type Call,
  type Handler,
  inputText,
  listens,
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
/** A longer file is a bundle, not a script that somebody wrote for one run. */
const LONGEST_PROGRAM = 200_000

export const INTERPRETERS: Readonly<Record<string, Handler>> = {
  ...under(shellProgram, 'sh bash zsh dash ksh ash mksh rbash fish'),
  ...under(python, 'python python2 python3 pypy pypy3'),
  ...under(javascript, 'node nodejs tsx ts-node esno'),
  ...under(awk, 'awk gawk mawk nawk'),
  deno: (call, shell) => {
    const [verb, ...rest] = call.args
    const [first = UNKNOWN, ...args] = readOptions(rest, { first: true }).rest
    if (verb === 'eval') return inline(call, shell, 'javascript', first, args)
    if (verb === 'run') return file(call, shell, 'javascript', [first, ...args])
    shell.account.opaque.push(call.name)
    return UNKNOWN
  },
  perl: program('perl', { short: 'eEIMmFx', attached: 'i0lCdDuV' }, ['e', 'E']),
  ruby: program('ruby', { short: 'eIrCF', attached: 'i0KTWE' }, ['e']),
  php: program('php', { short: 'rfdBREFtSc' }, ['r', 'B', 'R', 'E']),
  ...under(program('lua', { short: 'el' }, ['e']), 'lua luajit'),
  ...under(program('javascript', { short: 'e' }, ['e']), 'Rscript julia elixir osascript'),
  tclsh: program('ruby', {}, []),
  ...under(program('ruby', {}, []), 'ipython bpython irb pry ghci iex'),
}

/** An interpreter that takes its program from an option, else from a file. With `-i` it rewrites the files it is given. */
function program(language: Language, spec: OptionSpec, code: readonly string[]): Handler {
  return (call, shell) => {
    const options = readOptions(call.args, { ...spec, first: true })
    const texts = options.values(...code)
    if (texts.length === 0) return file(call, shell, language, [...options.values('f'), ...options.rest])
    // The letter may be in a cluster, or behind digits: -pi -e, -i.bak, -0777pi.
    const inPlace = spec.attached?.includes('i') && call.args.some((arg) => /^-[pnal0-9]*i/.test(arg))
    for (const path of options.rest) inPlace ? write(shell, path, `${language} -i`, 'entry') : noteRead(shell, path)
    return inline(call, shell, language, texts.join('\n'), options.rest)
  }
}

function shellProgram(call: Call, shell: Shell): string {
  const options = readOptions(call.args, { short: 'oO', long: 'rcfile init-file', first: true })
  if (options.has('n')) return ''
  const [first = '', ...others] = options.rest
  shell.apart(() => {
    runStartup(call, shell, options.has('i'))
    if (options.has('e')) shell.state.options = new Set([...shell.state.options, 'errexit'])
    if (options.has('c')) {
      const [zero = call.name, ...parameters] = others
      runShellText(call, shell, first, zero, parameters)
    } else if (options.has('s') || options.rest.length === 0) {
      const { input } = call.channels
      listens(call, shell, /^(?!--(?:version|help)$)/)
      if (input !== undefined) runShellText(call, shell, drain(input), call.name, options.rest)
    } else runShellFile(call, shell, first, others)
  })
  return ''
}

/** Runs the files that the environment tells a shell to read before its program (`BASH_ENV`, `ENV`). */
function runStartup(call: Call, shell: Shell, isInteractive: boolean): void {
  const set = (name: string): string | undefined => {
    const value = shell.state.variables.get(name)
    return value?.kind === 'text' && value.text !== '' ? value.text : undefined
  }
  const startup = set(isInteractive ? 'ENV' : 'BASH_ENV')
  const prompt = isInteractive ? set('PROMPT_COMMAND') : undefined
  if (startup !== undefined) shell.apart(() => runShellFile(call, shell, startup, []))
  if (prompt !== undefined) shell.apart(() => shell.runText(prompt, call.channels))
}

function runShellText(call: Call, shell: Shell, text: string, zero: string, parameters: readonly string[]): void {
  shell.account.scripts.push(text)
  shell.state.zero = zero
  shell.state.parameters = parameters
  runUncertain(shell, text, zero, call.channels)
}

function runShellFile(call: Call, shell: Shell, path: string, parameters: readonly string[]): void {
  const text = textOfScript(shell, path, call.channels)
  if (text === undefined || shell.depth >= DEEPEST_SCRIPT) {
    unread(call, shell, path)
    return
  }
  shell.depth += 1
  runShellText(call, shell, text, path, parameters)
  shell.depth -= 1
  shell.state.ending = 'no'
}

function unread(call: Call, shell: Shell, path: string): string {
  shell.account.opaque.push(`${call.name} ${path}`)
  if (hasUnknown(path)) shell.account.unresolved.push(`${call.name}: an unknown program`)
  return UNKNOWN
}

function inline(
  call: Call,
  shell: Shell,
  language: Language,
  text: string,
  args: readonly string[],
  given: ReadonlyMap<string, string> = new Map(),
): string {
  searchProgram({ text, language, args, script: undefined, given }, call, shell)
  return UNKNOWN
}

/** A program in a file, or in the input if no file is named. */
function file(call: Call, shell: Shell, language: Language, words: readonly string[]): string {
  const [path, ...args] = words
  const { input } = call.channels
  if (path === undefined || path === '-' || call.args[0] === '-i') listens(call, shell, WAITS)
  if (path === undefined || path === '-')
    return input === undefined ? UNKNOWN : inline(call, shell, language, drain(input), args)
  if (language === 'javascript' && isOurs(call, shell, path, args)) return UNKNOWN
  const text = endingsIn(language)
    .map((ending) => textOfScript(shell, path + ending, call.channels))
    .find((known) => known !== undefined)
  if (text === undefined || text.length > LONGEST_PROGRAM || shell.depth >= DEEPEST_SCRIPT)
    return unread(call, shell, path)
  shell.depth += 1
  // A file that this command itself wrote counts as given on the command line.
  const script = shell.drafts.files.has(locate(shell, path)) ? undefined : locate(shell, path)
  searchProgram({ text, language, args, script, given: new Map() }, call, shell)
  shell.depth -= 1
  return UNKNOWN
}

/** With nothing but these an interpreter waits for what is typed; with others it tells its version, its modules and the like. */
const WAITS = /^(?:-|-[iaqu]|--interactive|--login|[^-].*)$/

/** What a path may lack that the language adds to find its file. */
function endingsIn(language: Language): readonly string[] {
  return language === 'javascript' ? ['', '.js', '.cjs', '.mjs', '/index.js', '.ts'] : ['']
}

function isOurs(call: Call, shell: Shell, path: string, args: readonly string[]): boolean {
  if (/^npm:memory-bank(?:[@/]|$)/.test(path)) return ownCommand('memory-bank', args, call, shell)
  return [path, locate(shell, path)].some((known) => ownProgram(known, args, call, shell))
}

function python(call: Call, shell: Shell): string {
  const at = call.args.findIndex((arg) => /^-[A-Za-z]*[cm]$/.test(arg) || !arg.startsWith('-'))
  const [option = '', text = '', ...args] = call.args.slice(at)
  if (at !== -1 && /^-\w*c$/.test(option)) return inline(call, shell, 'python', text, args)
  if (at !== -1 && /^-\w*m$/.test(option)) return pythonModule(call, shell, text, args)
  return file(call, shell, 'python', readOptions(call.args, { short: 'WX', first: true }).rest)
}

function pythonModule(call: Call, shell: Shell, module: string, args: readonly string[]): string {
  const [from, to] = args.filter((arg) => !arg.startsWith('-'))
  if (module === 'zipfile' || module === 'tarfile') return pythonArchive(call, shell, module, args)
  if (/^(json\.tool|base64|gzip)$/.test(module)) {
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

function pythonArchive(call: Call, shell: Shell, module: string, args: readonly string[]): string {
  const [archive = '', folder = '.'] = args.filter((arg) => !arg.startsWith('-'))
  const extracts = args.some((arg) => arg === '-e' || arg === '--extract')
  const creates = args.some((arg) => arg === '-c' || arg === '--create')
  if (extracts) shell.runWords(['tar', '-xf', archive, '-C', folder], call.channels)
  else if (creates) write(shell, archive, `python -m ${module}`, 'open')
  return UNKNOWN
}

const NODE: OptionSpec = {
  short: 'eprC',
  long: 'eval print require import loader experimental-loader env-file input-type conditions test-reporter test-name-pattern watch-path title',
  first: true,
}
const LOADS = ['r', 'require', 'import', 'loader', 'experimental-loader']

function javascript(call: Call, shell: Shell): string {
  const options = readOptions(call.args, NODE)
  const inherited = (textOfVariable(shell, 'NODE_OPTIONS') ?? '').split(/\s+/).filter((word) => word !== '')
  const loaded = [...options.values(...LOADS), ...readOptions(inherited, NODE).values(...LOADS)]
  for (const module of loaded.map((one) => one.replace(/^file:\/\//, '')))
    if (!ownModule(module, call, shell) && /^\.{0,2}\//.test(module)) file(call, shell, 'javascript', [module])
  const texts = options.values('e', 'eval', 'p', 'print')
  if (texts.length > 0) return inline(call, shell, 'javascript', texts.join('\n'), options.rest)
  if (!options.has('pe', 'test')) return file(call, shell, 'javascript', options.rest)
  for (const path of options.rest) file(call, shell, 'javascript', [path])
  shell.account.opaque.push(call.name)
  return UNKNOWN
}

function awk(call: Call, shell: Shell): string {
  const options = readOptions(call.args, { short: 'fFvi', long: 'file assign field-separator include', first: true })
  const fromFiles = options.values('f', 'file').map((path) => textOfFile(shell, path) ?? UNKNOWN)
  const [first = '', ...others] = options.rest
  const text = fromFiles.length > 0 ? fromFiles.join('\n') : first
  const words = fromFiles.length > 0 ? options.rest : others
  const assignment = /^([A-Za-z_]\w*)=(.*)$/s
  const files = words.filter((word) => !assignment.test(word))
  const given = [...options.values('v', 'assign'), ...words].flatMap((word) => {
    const [, name, value] = assignment.exec(word) ?? []
    return name === undefined || value === undefined ? [] : [[name, value] as const]
  })
  const inPlace = options.values('i', 'include').includes('inplace')
  for (const path of files) inPlace ? write(shell, path, 'awk -i inplace', 'entry') : noteRead(shell, path)
  inline(call, shell, 'awk', text, files, new Map(given))
  return call.channels.out.deaf ? '' : printedField(inputText(files, call, shell), text, options.value('F'))
}

/** Evaluates `{print $1}` on known text, because names are often made that way. */
function printedField(text: string, script: string, separator: string | undefined): string {
  const field = /^\s*\{\s*print\s+\$(\d+)\s*;?\s*\}\s*$/.exec(script)?.[1]
  if (field === undefined || hasUnknown(text)) return UNKNOWN
  const fields = (line: string) => (separator === undefined ? line.trim().split(/\s+/) : line.split(separator))
  const lines = text.split('\n').filter((line) => line !== '')
  return lines.map((line) => `${field === '0' ? line : (fields(line)[Number(field) - 1] ?? '')}\n`).join('')
}

/** Runs a file by its first line, or by the ending of its name; false if it cannot be read. */
export function runFile(call: Call, shell: Shell, path: string): boolean {
  const text = textOfFile(shell, path)
  if (text === undefined) return false
  const shebang = /^#!\s*(\S+)(?:\s+(-\S+\s+)*(\S+))?/.exec(text)
  const named = nameOf(shebang?.[1] ?? '')
  const interpreter = shebang === null ? byEnding(path) : named === 'env' ? (shebang[3] ?? 'sh') : named
  if (interpreter === undefined && /[\0\uFFFD]/.test(text.slice(0, 400))) return false
  shell.runWords([interpreter ?? 'sh', path, ...call.args], call.channels)
  return true
}

const BY_ENDING = new Map(
  'sh:sh bash:bash py:python3 js:node mjs:node cjs:node ts:node rb:ruby pl:perl php:php'.split(' ').map((pair) => {
    const [ending = '', name = ''] = pair.split(':')
    return [ending, name]
  }),
)

function byEnding(path: string): string | undefined {
  return BY_ENDING.get(/\.(\w+)$/.exec(path)?.[1] ?? '')
}
