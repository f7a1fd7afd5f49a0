/**
 * Searches a program in another language for literal targets: a path of the bank in a writing call, and a command
 * passed to a shell.
 *
 * Nothing is evaluated. The comparison afterwards covers targets that are not literals.
 */

import { hasUnknown, join, UNKNOWN } from './places.ts'
import { noteOwnModule } from './protected-commands.ts'
import type { Shell, ShellCall, WriteKind } from './shell.ts'

export type ProgramLanguage = 'javascript' | 'python' | 'awk' | 'other'

interface Program {
  readonly text: string
  readonly language: ProgramLanguage
  readonly args: readonly string[]
  /** The program was given on the command line or as input, or was written by the same command. */
  readonly isInline: boolean
}

/** Calls that write their first operand. A method writes the path it is called on. */
const WRITES =
  /^(write_?(text|bytes|file|json)\w*|append_?(file|text)\w*|output(File|Json)\w*|createWriteStream|truncate\w*|touch|mkdir\w*|makedirs|mkpath|make_path|ensure(File|Dir)\w*|file_put_contents|binwrite|chmod\w*|chown|utime\w*|to_(csv|json|markdown|html|excel)|savefig|savetxt|save|write|symlink_to|hardlink_to|make_archive)$/i
const REMOVES =
  /^((unlink|rmdir|remove|rm|delete|renames?|move|mv|replace)(Sync)?|rmtree|rm_rf?|rm_f|removedirs|remove_\w+|rimraf|emptyDir\w*)$/
/** Calls that write their second operand. */
const COPIES =
  /^(renames?|move|mv|replace|copy|copy2|copytree|copyfile|cp|cp_r|copy_\w+|install|symlink|link|ln|ln_sf?|urlretrieve)(Sync)?$/i
const OPENS = /^(f?open|openSync|open_file|ZipFile|TarFile|SplFileObject|input|FileInput)$/
const RUNS =
  /^(system|popen[23]?|run|call|check_call|check_output|Popen|getoutput|getstatusoutput|(exec|spawn|execFile)(Sync)?|shell_exec|passthru|proc_open|capture[23]e?|execa\w*|exec[vl]p?|spawnl|spawnvp|create_subprocess_\w+|sh|qx)$/
const READS = /^(read\w*|file_get_contents|load|slurp|createReadStream|stat\w*|exists\w*|isfile|getsize|foreach)$/
const KNOWN = [WRITES, REMOVES, COPIES, OPENS, RUNS, READS, /^chdir$/]
/** Names that strings and lists have as methods too. */
const TEXT_METHODS = /^(replace|remove|delete|copy|save|write|link|rm|install|touch|call|exec|move|input)$/
/** Names that are not part of a path. */
const MODULES =
  /^(fs|fsp|fse|promises|os|shutil|pathlib|subprocess|child_process|File|FileUtils|fileinput|Dir|IO|Deno|Bun|Pathname)$/
const MAKES_PATH =
  /^(\w*Path\w*|path|\w*join\w*|resolve|abspath|normpath|realpath|expanduser|str|String|new|URL|my|const|let|var|utf8)$/
const WRITE_MODE = /^(?:[rbtU]*[wax+][rwabtxU+]*|\+?>{1,2}(?::\S+)?|\+<)$/
const WRITE_FLAGS = /\b(O_(WRONLY|RDWR|CREAT|TRUNC|APPEND)|inplace)\b/
/** Words of programs that compute paths or code at run time. */
const OBSCURE =
  /\b(eval|exec|getattr|__import__|importlib|chr|from(Char|Code)\w+|atob|\w*(b64|base64|Base64)\w*|decode64|unhexlify|fromhex|hex2bin|unpack\w*|pack|rot13|codecs|ctypes|createRequire|_load|runIn\w+|Function|constructor|strrev|extractall|runpy|run_(path|module))\b/
const LISTS = /\b([ir]?glob(Sync)?|listdir|readdir(Sync)?|walk|scandir|iterdir|each_child|Dir)\b/

/** A longer program is only searched for the bank's name. */
const LONGEST_PROGRAM = 20_000
const LONGEST_CALL = 1000
const MOST_CALLS = 1000

export function searchProgram(call: ShellCall, shell: Shell, program: Program): string {
  const { text, isInline } = program
  shell.effects.scripts.push(text)
  shell.effects.opaque.push(call.name)
  const isLong = text.length > LONGEST_PROGRAM
  const isOpen = isLong || new Search(program, call, shell).findsOpenTarget()
  if (hasUnknown(text) || OBSCURE.test(text) || (isInline && (isOpen || LISTS.test(text))))
    shell.effects.unresolved.push(`${call.name}: a program with targets that its text does not show`)
  return UNKNOWN
}

const STRING =
  /([rbfuRBFU]{0,2})(?:"""([\s\S]*?)"""|'''([\s\S]*?)'''|(["'`])((?:\\[\s\S]|(?!\4)[^\\])*)\4)|\b(?:qq|qx|q)\s*[({|]([^(){}|]*)[)}|]|%[qQx]?[({]([^(){}]*)[)}]/g
/** The object of a method call: `Path('a').x`, `(a / b).x`, `name.x`. */
const OWNER =
  /((?:\w*\s*\((?:[^()]|\([^()]*\))*\)|[\w$]+)(?:\s*(?:\.|->|::)\s*\w+(?:\((?:[^()]|\([^()]*\))*\))?)*)\s*(?:\.|->|::)\s*$/

class Search {
  readonly #call: ShellCall
  readonly #shell: Shell
  readonly #language: ProgramLanguage
  readonly #strings: string[] = []
  /** The program with each string replaced by its number between two marks. */
  readonly #code: string
  /** Variables with a literal value. */
  readonly #named = new Map<string, string>()
  /** The program writes or runs something that is not a literal. */
  #isOpen = false

  constructor(program: Program, call: ShellCall, shell: Shell) {
    this.#call = call
    this.#shell = shell
    this.#language = program.language
    const isScript = program.language === 'javascript'
    const code = fillIn(program, shell).replace(STRING, (whole, prefix = '', triple, single, quote = '', ...rest) => {
      const [body, own, percent] = rest
      const text: string | undefined =
        triple ?? single ?? body ?? (program.language === 'other' ? (own ?? percent) : undefined)
      if (text === undefined) return whole
      const fills = isScript
        ? quote === '`'
        : program.language === 'python'
          ? /f/i.test(prefix)
          : quote !== "'" && !/^(q\W|%q)/.test(whole)
      this.#strings.push(
        fills && program.language !== 'awk' ? text.replace(/[#$]?\{\$?([^{}]*)\}|\$(\w+)/g, '\uE003$1$2\uE003') : text,
      )
      const string = `\uE004${this.#strings.length - 1}\uE005`
      return (quote === '`' && !isScript) || /^(qx|%x)/.test(whole) ? `qx(${string})` : string
    })
    const bare = code.replace(isScript ? /\/\/.*|\/\*[\s\S]*?\*\//g : /(?<![$\w])#.*/g, '')
    this.#code = program.language === 'other' ? bare.replace(/\s(?:if|unless|or|and|do|for)\s/g, ';') : bare
  }

  findsOpenTarget(): boolean {
    this.#shell.apart(() => {
      // Perl and Ruby also call without brackets.
      const open = this.#language === 'other' ? /\b(\w+)\s*(?:\(|(?=[[$\uE004]))/ : /\b(\w+)\s*\(/
      const calls = [...this.#code.matchAll(new RegExp(`${open.source}|\\b(\\w+)\\s*[:.+]?=(?!=)`, 'g'))]
      const known = calls.filter(([, name = '']) => name === '' || KNOWN.some((names) => names.test(name)))
      for (const { 0: whole, 1: name, 2: variable = '', index } of known.slice(0, MOST_CALLS)) {
        const end = index + whole.length
        if (name === undefined) this.#named.set(variable, this.#textOf(this.#operands(end, ';\n,')[0] ?? ''))
        else this.#lookAtCall(name, this.#operands(end, whole.endsWith('(') ? ')' : ';\n'), index)
      }
      if (known.length > MOST_CALLS) this.#isOpen = true
      if (this.#language === 'awk') this.#lookAtPrints()
      const loads = /\b(?:from|import|require|fork|Worker)\b[\s(]*(?:\uE004(\d+)|([\w.]+))/g
      for (const [, string, name] of this.#code.matchAll(loads)) this.#load(this.#strings[Number(string)], name)
    })
    return this.#isOpen
  }

  /** awk's `print … > "file"` and `print … | "command"`. */
  #lookAtPrints(): void {
    for (const [, way, code = ''] of this.#code.matchAll(/\bprintf?\b[^;\n}]*?(>>?|\|)([^;\n}]*)/g)) {
      const target = this.#textOf(code)
      if (way === '|') this.#runText(target)
      else this.#write('print', target, 'open')
    }
  }

  /** The operands up to the end of the call or of the statement. */
  #operands(start: number, stops: string): readonly string[] {
    const operands = ['']
    let depth = 0
    for (const char of this.#code.slice(start, start + LONGEST_CALL)) {
      if (depth === 0 && (stops.includes(char) || ')]}'.includes(char))) break
      depth += '([{'.includes(char) ? 1 : ')]}'.includes(char) ? -1 : 0
      if (depth === 0 && char === ',') operands.push('')
      else operands[operands.length - 1] += char
    }
    return operands
  }

  #lookAtCall(name: string, args: readonly string[], at: number): void {
    const owner = OWNER.exec(this.#code.slice(Math.max(0, at - 120), at))?.[1]
    const isOfModule = owner !== undefined && MODULES.test(/(?<!\w)\w+$/.exec(owner)?.[0] ?? '')
    const path = owner === undefined || isOfModule ? UNKNOWN : this.#textOf(owner)
    const isOfPath = path !== '' && !path.startsWith(UNKNOWN)
    const operands = [...(isOfPath ? [path] : []), ...args.map((arg) => this.#textOf(arg))]
    const [first = '', second = ''] = operands
    if (owner !== undefined && !isOfModule && !isOfPath && TEXT_METHODS.test(name)) return
    if (name === 'chdir') this.#shell.enter(first)
    if (RUNS.test(name)) this.#runArguments(args)
    else if (OPENS.test(name)) this.#open(name, operands, args.join(','))
    else if (READS.test(name)) this.#shell.read(first)
    if (WRITES.test(name) || REMOVES.test(name)) this.#write(name, first, REMOVES.test(name) ? 'tree' : 'open')
    if (COPIES.test(name)) this.#write(name, second, 'open')
  }

  #open(name: string, [first = '', second = '', ...others]: readonly string[], code: string): void {
    // In Perl the mode precedes the path, or is in one text with it.
    const isPerl = /^\s*\+?[<>]/.test(second)
    const path = isPerl ? (others[0] ?? second.replace(/^\s*\+?[<>]+\s*/, '')) : first
    const modes = isPerl ? [second.replace(/[^<>+].*$/, '').trim()] : [second, ...others]
    if (modes.some((mode) => WRITE_MODE.test(mode)) || WRITE_FLAGS.test(code)) this.#write(name, path, 'open')
    else if (modes.some(hasUnknown)) this.#isOpen = true
    else this.#shell.read(path)
  }

  /** A module of Memory Bank is refused. A module of the project is searched for the bank's name. */
  #load(module: string | undefined, name: string | undefined): void {
    if (module !== undefined && noteOwnModule(module, this.#call, this.#shell)) return
    const isPython = this.#language === 'python'
    const folders = isPython ? ['.', this.#shell.variable('PYTHONPATH') ?? '.'] : ['.']
    const endings = isPython ? ['.py', '/__init__.py'] : ['', '.js', '.cjs', '.mjs', '.ts']
    const base = isPython ? name : /^\.{0,2}\//.test(module ?? '') ? module : undefined
    for (const path of folders.flatMap((folder) => endings.map((ending) => join(folder, `${base}${ending}`))))
      this.#shell.effects.scripts.push(base === undefined ? '' : (this.#shell.textOf(path) ?? ''))
  }

  /** The text of an expression: strings, known variables, and paths built from them. Anything else is unknown. */
  #textOf(code: string): string {
    let text = ''
    let separator = ''
    for (const [token, string, name = '', sign] of code.matchAll(/\uE004(\d+)\uE005|([A-Za-z_]\w*)(\s*[=:.])?|[,/]/g)) {
      const known = string === undefined ? this.#named.get(name) : this.#fillIn(this.#strings[Number(string)] ?? '')
      const isNoPart =
        known === undefined
          ? sign !== undefined || MODULES.test(name) || MAKES_PATH.test(name)
          : sign !== undefined && MAKES_PATH.test(name)
      if (token === ',' || token === '/') separator = '/'
      else if (!isNoPart) {
        text += (text === '' || text.endsWith('/') ? '' : separator) + (known ?? UNKNOWN)
        separator = ''
      }
    }
    return text.replace(/\uE000{2,}/g, UNKNOWN)
  }

  #fillIn(text: string): string {
    return text.replace(/\uE003([^\uE003]*)\uE003/g, (_, name: string) => this.#named.get(name) ?? UNKNOWN)
  }

  #runArguments(args: readonly string[]): void {
    const listed = args.slice(0, 2).findIndex((arg) => arg.trim().startsWith('['))
    const isSpread = args.length > 1 && args.every((arg) => /^\s*\uE004\d+\uE005\s*$/.test(arg))
    if (listed === -1 && !isSpread) this.#runText(this.#textOf(args[0] ?? ''))
    else {
      const words = args
        .slice(0, listed === -1 ? undefined : listed + 1)
        .join(',')
        .split(/[,[\]]/)
      const command = words.filter((word) => word.trim() !== '').map((word) => this.#textOf(word))
      if (command.some(hasUnknown)) this.#isOpen = true
      this.#shell.apart(() => this.#shell.runWords(command))
    }
  }

  #runText(text: string): void {
    if (hasUnknown(text) || text === '') this.#isOpen = true
    this.#shell.apart(() => this.#shell.runText(text))
  }

  #write(name: string, text: string, kind: WriteKind): void {
    const path = text.replace(/^file:\/\//, '')
    if (path.startsWith(UNKNOWN) || this.#shell.placeOf(path) === 'perhaps') this.#isOpen = true
    else this.#shell.write(path, `${this.#call.name}: ${name}`, kind)
  }
}

/** The program's text with its arguments and environment variables filled in. */
function fillIn({ text, language, args }: Program, shell: Shell): string {
  const quoted = (value: string | undefined, whole: string) =>
    value === undefined ? whole : `'${value.replace(/[\\']/g, '\\$&')}'`
  const argument = /(?:sys\.argv|process\.argv|\$?ARGV|\$argv)\[(\d+)\]/g
  const variable = /(?:os\.environ|ENV)[[{]['"]?(\w+)['"]?[\]}]|getenv\(['"](\w+)['"]\)|process\.env\.(\w+)/g
  const first = language === 'other' ? 0 : 1
  return text
    .replace(argument, (whole, index: string) => quoted(args[Number(index) - first], whole))
    .replace(variable, (whole, a?: string, b?: string, c?: string) => quoted(shell.variable(a ?? b ?? c ?? ''), whole))
}
