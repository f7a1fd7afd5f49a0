/** Shells and scripting languages, which take their program from an option, a file or their input. */

import { hasUnknown, nameOf, UNKNOWN } from './places.ts'
import { noteOwnModule, noteOwnProgram } from './protected-commands.ts'
import { readOptions } from './read-options.ts'
import { type ProgramLanguage, searchProgram } from './search-program.ts'
import { type Handler, type Shell, type ShellCall, under } from './shell.ts'

const DEEPEST_SCRIPT = 4
const NODE = 'e p r C eval print require import loader experimental-loader env-file input-type conditions'

export const INTERPRETERS: readonly (readonly [string, Handler])[] = [
  ...under('sh bash zsh dash ksh ash mksh rbash fish', shellProgram),
  ...under('python python2 python3 pypy pypy3', interpreter('python', 'c m W X', 'c')),
  ...under('node nodejs tsx ts-node esno', interpreter('javascript', NODE, 'e eval p print')),
  ...under('perl', interpreter('other', 'e E I M m F x ~i ~0 ~l ~C ~d ~D', 'e E')),
  ...under('ruby', interpreter('other', 'e I r C F ~i ~0 ~K ~W ~E', 'e')),
  ...under('php', interpreter('other', 'r d B R E F t S c', 'r B R E')),
  ...under('lua luajit Rscript julia elixir osascript tclsh ipython irb ghci iex', interpreter('other', 'e l', 'e')),
  ...under('awk gawk mawk nawk', awk),
  // `tmux <verb> [options] <command>`: the command is one text or several words.
  ...under('tmux', (call, shell) => {
    shell.effects.opaque.push(call.name)
    const words = readOptions(call.args.slice(1), 's n t c x y F e f L S', 'first').rest
    return words.length === 1 ? shell.runApart(words[0] ?? '', call) : shell.runWords(words, call.input)
  }),
  ...under('deno', (call, shell) => {
    const [first = '', ...rest] = call.args.slice(1).filter((arg) => !/^-[A-Z]|^--allow/.test(arg))
    if (call.args[0] === 'eval')
      return searchProgram(call, shell, { text: first, language: 'javascript', args: rest, isInline: true })
    const name = /^npm:([^@]+)/.exec(first)?.[1]
    return name === undefined
      ? file(call, shell, 'javascript', [first, ...rest])
      : shell.runWords([name, ...rest], call.input)
  }),
]

function shellProgram(call: ShellCall, shell: Shell): string {
  const options = readOptions(call.args, 'o O rcfile init-file', 'first')
  const [first = '', ...others] = options.rest
  if (options.has('n')) return ''
  return shell.apart(() => {
    for (const name of ['BASH_ENV', 'ENV', 'PROMPT_COMMAND']) {
      const given = shell.state.variables.get(name)
      if (typeof given !== 'string') continue
      const text = name === 'PROMPT_COMMAND' ? given : (shell.textOf(given) ?? given)
      shell.effects.scripts.push(text)
      shell.runApart(text, call)
    }
    if (options.has('c')) return runScript(call, shell, first, others[0] ?? call.name, others.slice(1))
    const isInput = options.has('s') || options.rest.length === 0 || /^(-|\/dev\/(stdin|fd\/0))$/.test(first)
    if (!isInput) return runScript(call, shell, shell.textOf(first), first, others)
    shell.noteListening(call, /^(?!--(?:version|help)$)/)
    if (call.input === undefined) return UNKNOWN
    return runScript({ ...call, input: undefined }, shell, call.input, call.name, options.rest)
  })
}

function runScript(
  call: ShellCall,
  shell: Shell,
  text: string | undefined,
  zero: string,
  args: readonly string[],
): string {
  shell.effects.opaque.push(`${call.name} ${zero}`)
  if (text === undefined || shell.depth >= DEEPEST_SCRIPT) {
    if (hasUnknown(zero)) shell.effects.unresolved.push(`${call.name}: an unknown program`)
    return UNKNOWN
  }
  shell.effects.scripts.push(text)
  shell.state.parameters = args
  shell.state.variables.set('0', zero)
  shell.depth += 1
  const printed = shell.runApart(text, call)
  shell.depth -= 1
  return printed
}

const LOADS = 'r require import loader experimental-loader'

/** The program comes from an option, a file or the input. With `-i` the files are rewritten. */
function interpreter(language: ProgramLanguage, taking: string, code: string): Handler {
  return (call, shell) => {
    // After `-c` or `-m`, Python passes the rest to the program.
    const end = language === 'python' ? call.args.findIndex((arg) => /^-\w*[cm]$/.test(arg)) + 2 : 0
    const own = end > 1 ? call.args.slice(0, end) : call.args
    const options = readOptions(own, taking, 'first')
    const args = [...options.rest, ...call.args.slice(own.length)]
    if (language === 'javascript') {
      const inherited = readOptions((shell.variable('NODE_OPTIONS') ?? '').split(/\s+/), taking)
      for (const module of [...options.values(LOADS), ...inherited.values(LOADS)])
        if (!noteOwnModule(module, call, shell) && /^\.{0,2}\//.test(module)) file(call, shell, language, [module])
    }
    const module = options.value('m')
    if (language === 'python' && module !== undefined) return pythonModule(call, shell, module, args)
    const texts = options.values(code)
    if (texts.length === 0) return file(call, shell, language, args)
    // The letter may be in a cluster or after digits: -pi -e, -i.bak, -0777pi.
    const inPlace = taking.includes('~i') && call.args.some((arg) => /^-[pnal0-9]*i/.test(arg))
    for (const path of args) inPlace ? shell.write(path, `${call.name} -i`, 'entry') : shell.read(path)
    return searchProgram(call, shell, { text: texts.join('\n'), language, args, isInline: true })
  }
}

function pythonModule(call: ShellCall, shell: Shell, module: string, args: readonly string[]): string {
  const [from = '', to = '.'] = args.filter((arg) => !arg.startsWith('-'))
  const way = args.includes('-e') ? '-xf' : '-tf'
  if (/^(zipfile|tarfile)$/.test(module)) return shell.runWords(['tar', way, from, '-C', to])
  const path = module.replaceAll('.', '/')
  const own = [`${path}.py`, `${path}/__main__.py`].find((name) => shell.textOf(name) !== undefined)
  if (own !== undefined) return file(call, shell, 'python', [own, ...args])
  return shell.runWords([module.split('.')[0] ?? module, ...args], call.input)
}

/** With no other options an interpreter waits for input; others make it print its version or help. */
const WAITS = /^(?:-|-[iaqu]|--interactive|--login|[^-].*)$/

function file(call: ShellCall, shell: Shell, language: ProgramLanguage, [path, ...args]: readonly string[]): string {
  const isInput = path === undefined || /^(-|\/dev\/stdin)$/.test(path)
  if (isInput || call.args[0] === '-i') shell.noteListening(call, WAITS)
  if (isInput) {
    const { input } = call
    return input === undefined ? UNKNOWN : searchProgram(call, shell, { text: input, language, args, isInline: true })
  }
  const isScript = language === 'javascript'
  if (isScript && [path, shell.locate(path)].some((known) => noteOwnProgram(known, args, call, shell))) return UNKNOWN
  const endings = isScript ? ['', '.js', '.cjs', '.mjs', '/index.js', '.ts'] : ['']
  const text = endings.map((ending) => shell.textOf(path + ending)).find((known) => known !== undefined)
  if (text === undefined || shell.depth >= DEEPEST_SCRIPT) return runScript(call, shell, undefined, path, [])
  shell.depth += 1
  // A file that this command wrote counts like a program on the command line.
  const isInline = shell.files.has(shell.locate(path))
  searchProgram(call, shell, { text, language, args, isInline })
  shell.depth -= 1
  return UNKNOWN
}

function awk(call: ShellCall, shell: Shell): string {
  const options = readOptions(call.args, 'f F v i file assign field-separator include', 'first')
  const files = options.values('f file').map((path) => shell.textOf(path) ?? UNKNOWN)
  const args = options.rest.slice(files.length > 0 ? 0 : 1)
  const inPlace = options.values('i include').includes('inplace')
  for (const path of args) inPlace ? shell.write(path, 'awk -i inplace', 'entry') : shell.read(path)
  const given = options.values('v assign').map((word) => word.replace(/^(\w+)=(.*)$/s, "$1 = '$2'\n"))
  const text = [...given, ...(files.length > 0 ? files : options.rest.slice(0, 1))].join('')
  return searchProgram(call, shell, { text, language: 'awk', args, isInline: true })
}

const BY_ENDING: ReadonlyMap<string, string> = new Map(
  'py:python3 js:node mjs:node cjs:node ts:node rb:ruby pl:perl'.split(' ').map((pair) => {
    const [ending = '', name = ''] = pair.split(':')
    return [ending, name]
  }),
)

/** Runs a file by its first line, or by the extension of its name. False if it cannot be read. */
export function runFile(call: ShellCall, shell: Shell, path: string): boolean {
  const text = shell.textOf(path)
  if (text === undefined) return false
  const [, program = '', argument = ''] = /^#!\s*(\S+)(?:[ \t]+(?:-\S+\s+)*(\S+))?/.exec(text) ?? []
  const named = nameOf(program) === 'env' ? argument : nameOf(program)
  const interpreter = named || BY_ENDING.get(/\.(\w+)$/.exec(path)?.[1] ?? '')
  if (interpreter === undefined && /[\0\uFFFD]/.test(text.slice(0, 400))) return false
  shell.runWords([interpreter ?? 'sh', path, ...call.args], call.input)
  return true
}
