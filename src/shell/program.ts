/**
 * Searches a program in another language for literal targets: a path of the bank that a writing call is given, and a
 * command that is passed to a shell.
 *
 * Nothing is evaluated. A target that is not a literal is not certain, and is left to the comparison afterwards.
 */

import { ownModule } from './own-commands.ts'
import { anchor, join, tidy } from './places.ts'
import { argumentsIn, isSign, type Language, startOfOperand, type Token, tokensOf } from './program-tokens.ts'
import { type Call, noteRead, placeFor, type Shell, textOfFile, type WriteKind, write } from './shell.ts'
import { hasUnknown, UNKNOWN } from './text.ts'
import { textOfVariable } from './variables.ts'

export interface Program {
  readonly text: string
  readonly language: Language
  readonly args: readonly string[]
  /** The file it stands in; undefined when it was given on the command line or by input. */
  readonly script: string | undefined
  /** Variables that get their values from the command line: `awk -v`. */
  readonly given: ReadonlyMap<string, string>
}

type Operand = readonly [index: number, kind: WriteKind]

/** Which operands a call writes; for a method the receiver is the first of them. */
const TARGETS: ReadonlyMap<string, readonly Operand[]> = new Map([
  ...targets(
    [[0, 'open']],
    `write_text write_bytes touch write_file append_text writeFile writeFileSync appendFile appendFileSync outputFile
    outputFileSync outputJson outputJsonSync writeJson writeJsonSync writeJSON createWriteStream truncate truncateSync
    mkdir mkdirSync mkdirp makedirs mkdir_p mkpath make_path ensureFile ensureFileSync ensureDir ensureDirSync
    file_put_contents writeTextFile writeTextFileSync binwrite chmod chmodSync chown utime utimesSync make_archive
    to_csv to_json to_markdown to_html to_excel savefig savetxt save FileInput write symlink_to hardlink_to link_to`,
  ),
  ...targets(
    [[0, 'tree']],
    `unlink unlinkSync rmdir rmdirSync remove removeSync rm rmSync delete rmtree rm_rf rm_r rm_f removedirs remove_tree
    remove_entry remove_dir remove_file rimraf emptyDir emptyDirSync`,
  ),
  ...targets(
    [
      [0, 'tree'],
      [1, 'entry'],
    ],
    'rename renames renameSync move moveSync mv replace',
  ),
  ...targets(
    [[1, 'open']],
    `copy copy2 copyfile copytree copyFile copyFileSync copySync cp cpSync cp_r copy_file copy_entry install symlink
    symlinkSync link linkSync ln ln_s ln_sf urlretrieve`,
  ),
])

function targets(operands: readonly Operand[], names: string): readonly (readonly [string, readonly Operand[]])[] {
  return [...words(names)].map((name) => [name, operands])
}

const OPENS = words('open openSync fopen open_file ZipFile TarFile SplFileObject input')
const RUNS = words(`
  system popen run call check_call check_output Popen getoutput getstatusoutput exec execSync spawn spawnSync execFile
  execFileSync shell_exec passthru proc_open capture2 capture3 capture2e popen2 popen3 execa execaSync execaCommand
  execvp execv execlp execl spawnl spawnvp create_subprocess_shell create_subprocess_exec sh`)
const READS = words(`
  read readFile readFileSync read_text read_bytes file_get_contents readlines readTextFile load slurp createReadStream
  readlink stat statSync exists existsSync isfile getsize File.read foreach`)
/** Calls that make a path from their arguments. */
const PATHS = words(`
  Path PurePath PosixPath Pathname File join joinpath resolve abspath normpath realpath expanduser expand_path str
  String new URL fileURLToPath normalize`)
const LOADS = words('require import fork Worker')
/** Names that show that a program computes paths or code while it runs, or takes them from a listing. */
const OBSCURE = words(`
  eval exec getattr __import__ importlib chr fromCharCode fromCodePoint atob b64decode decode64 decode_base64 unhexlify
  fromhex unpack pack rot13 codecs ctypes createRequire _load runInThisContext runInNewContext Function constructor
  base64_decode hex2bin strrev extractall unpack_archive runpy run_path run_module`)
const LISTS = words('glob iglob rglob listdir readdir readdirSync walk scandir iterdir each_child Dir globSync')

/** Names that are also methods of texts and lists. */
const TEXT_METHODS = words('replace remove delete copy save write link rm install touch')
const MODULES = words(`
  fs fsp fse promises os shutil pathlib subprocess child_process File FileUtils Dir IO Deno Bun posixpath osp Pathname`)

const WRITE_MODE = /^(?:[rwabtxU]*[wax+][rwabtxU+]*|\+?>{1,2}(?::\S+)?|\+<)$/

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/))
}

export function searchProgram(program: Program, call: Call, shell: Shell): void {
  shell.account.scripts.push(program.text)
  shell.account.opaque.push(program.script === undefined ? call.name : `${call.name} ${program.script}`)
  new Search(program, call, shell).run()
}

class Search {
  private readonly program: Program
  private readonly call: Call
  private readonly shell: Shell
  private readonly tokens: readonly Token[]
  /** Variables with a literal value. */
  private readonly named: Map<string, string>
  private cwd: string
  /** The program writes or runs something that is not a literal. */
  private isOpen = false

  constructor(program: Program, call: Call, shell: Shell) {
    this.program = program
    this.call = call
    this.shell = shell
    this.cwd = shell.state.cwd
    this.tokens = tokensOf(withArguments(program, shell), program.language)
    this.named = new Map(program.given)
  }

  run(): void {
    this.tokens.forEach((token, at) => {
      if (token.kind === 'name') this.lookAtName(token.text, at)
      else if (token.kind === 'string' && token.runs) this.runText(token.text)
    })
    const names = new Set(this.tokens.flatMap((token) => (token.kind === 'name' ? [token.text] : [])))
    const isObscure = (list: ReadonlySet<string>) => [...names].some((name) => list.has(name))
    const isInline = this.program.script === undefined
    if (hasUnknown(this.program.text) || isObscure(OBSCURE) || (isInline && (this.isOpen || isObscure(LISTS))))
      this.shell.account.unresolved.push(`${this.call.name}: a program that writes what its text does not name`)
  }

  private lookAtName(name: string, at: number): void {
    const next = this.tokens[at + 1]
    if (next?.kind === 'sign' && /^(?::|\+|\.)?=$/.test(next.text)) this.nameValue(name, at + 2)
    if (this.program.language === 'awk' && /^printf?$/.test(name)) this.lookAtPrint(at)
    if (name === 'from' || name === 'import') this.load(this.tokens[at + 1])
    const args = argumentsIn(this.tokens, at, this.program.language)
    if (args !== undefined) this.lookAtCall(name, args, at)
  }

  private lookAtCall(name: string, args: readonly (readonly Token[])[], at: number): void {
    const receiver = this.receiverOf(at)
    const isMethodOfText = TEXT_METHODS.has(name) && receiver === undefined && isSign(this.tokens[at - 1], '.')
    const operand = (index: number) => {
      const given = receiver === undefined ? args[index] : args[index - 1]
      return index === 0 && receiver !== undefined ? receiver : given === undefined ? '' : this.textOf(given)
    }
    if (LOADS.has(name)) this.load({ kind: 'string', text: operand(0), runs: false })
    if (name === 'chdir') this.cwd = tidy(anchor(this.cwd, operand(0)))
    if (RUNS.has(name)) this.runArguments(args)
    else if (OPENS.has(name)) this.lookAtOpen(name, receiver === undefined ? args : [undefined, ...args], receiver)
    else if (READS.has(name)) noteRead(this.shell, anchor(this.cwd, operand(0)))
    else if (!isMethodOfText || this.isOfModule(at))
      for (const [index, kind] of TARGETS.get(name) ?? []) this.writes(name, operand(index), kind)
  }

  /** A module that the program loads. One of ours is refused; in one of the project's we look for the bank's name. */
  private load(module: Token | undefined): void {
    if (module === undefined) return
    if (module.kind === 'string' && ownModule(module.text, this.call, this.shell)) return
    const paths = this.filesOf(module)
    const found = paths.map((path) => textOfFile(this.shell, anchor(this.cwd, path))).find((text) => text !== undefined)
    if (found !== undefined) this.shell.account.scripts.push(found)
  }

  /** The files of the project that a module may be in. */
  private filesOf({ kind, text }: Token): readonly string[] {
    if (kind === 'name' && this.program.language === 'python') {
      const folders = ['.', ...(textOfVariable(this.shell, 'PYTHONPATH') ?? '').split(':')]
      return folders.flatMap((folder) => ['.py', '/__init__.py'].map((ending) => join(folder, text + ending)))
    }
    if (kind !== 'string' || !/^\.{0,2}\//.test(text)) return []
    return ['', '.js', '.cjs', '.mjs', '.ts', '/index.js'].map((ending) => join('.', text + ending))
  }

  private lookAtOpen(
    name: string,
    args: readonly (readonly Token[] | undefined)[],
    receiver: string | undefined,
  ): void {
    const texts = args.map((arg) => (arg === undefined ? (receiver ?? '') : this.textOf(arg)))
    if (this.program.language === 'perl') {
      const [, mode = '', path] = texts
      if (path === undefined) texts.splice(0, 2, mode.replace(/^\s*\+?[<>]+\s*/, ''), mode.replace(/[^<>+].*$/, ''))
      else texts.splice(0, 2, path, mode)
    }
    const [path = '', ...modes] = texts
    const names = args.flatMap((arg) => arg ?? []).flatMap((token) => (token.kind === 'name' ? [token.text] : []))
    const isWriting =
      modes.some((mode) => WRITE_MODE.test(mode)) ||
      names.some((word) => /^(?:O_(?:WRONLY|RDWR|CREAT|TRUNC|APPEND)|inplace)$/.test(word))
    if (isWriting) this.writes(name, path, 'open')
    else {
      if (modes.some(hasUnknown)) this.isOpen = true
      noteRead(this.shell, anchor(this.cwd, path))
    }
  }

  /** awk's `print … > "file"` and `print … | "command"`. */
  private lookAtPrint(at: number): void {
    for (let end = at + 1; end < this.tokens.length && !isSign(this.tokens[end], ';', '\n', '}'); end += 1) {
      if (isSign(this.tokens[end], '>', '>>')) this.writes('print', this.textOf(this.statementFrom(end + 1)), 'open')
      if (isSign(this.tokens[end], '|')) this.runText(this.textOf(this.statementFrom(end + 1)))
    }
  }

  private statementFrom(start: number): readonly Token[] {
    const end = this.tokens.findIndex((token, at) => at >= start && isSign(token, ';', '\n', '}'))
    return this.tokens.slice(start, end === -1 ? undefined : end)
  }

  private nameValue(name: string, start: number): void {
    const text = this.textOf(this.statementFrom(start))
    this.named.set(name, this.named.has(name) && this.named.get(name) !== text ? UNKNOWN : text)
  }

  /** The path on which a method is called; undefined for a function, also for a function of a module. */
  private receiverOf(at: number): string | undefined {
    if (!isSign(this.tokens[at - 1], '.', '->') || this.program.language === 'javascript') return undefined
    const tokens = this.tokens.slice(startOfOperand(this.tokens, at - 1), at - 1)
    const text = this.textOf(tokens)
    const isPath = tokens.some((token) => token.kind === 'name' && PATHS.has(token.text)) || text !== UNKNOWN
    return isPath && !this.isOfModule(at) ? text : undefined
  }

  private isOfModule(at: number): boolean {
    const owner = this.tokens[at - 2]
    return isSign(this.tokens[at - 1], '.', '::', '->') && owner?.kind === 'name' && MODULES.has(owner.text)
  }

  /** The text that the tokens make: strings, variables with literal values, and paths built from them. Anything else is unknown. */
  private textOf(tokens: readonly Token[]): string {
    let text = ''
    let separator = ''
    tokens.forEach((token, at) => {
      if (token.kind === 'sign') {
        if (token.text === '/' || token.text === ',') separator = '/'
        else if (!/^[-()[\]+.:{}]$|^::$|^\n$/.test(token.text)) text += UNKNOWN
        return
      }
      const part = token.kind === 'string' ? token.text : this.textOfName(token.text, tokens[at + 1])
      if (part === undefined) return
      text += text === '' || text.endsWith('/') ? part : separator + part
      separator = ''
    })
    return text.replace(UNKNOWNS, UNKNOWN)
  }

  /** What a name stands for; undefined for a word that adds nothing to a path: `Path`, `os`, `my`, a key. */
  private textOfName(name: string, next: Token | undefined): string | undefined {
    const known = this.named.get(name)
    const isKey = known === undefined && isSign(next, '=', ':', '.')
    if (isKey || PATHS.has(name) || MODULES.has(name) || name === 'my') return undefined
    return known ?? UNKNOWN
  }

  private runArguments(args: readonly (readonly Token[])[]): void {
    const [first = [], second = []] = args
    const strings = (tokens: readonly Token[]) =>
      tokens.flatMap((token) => (token.kind === 'string' ? [token.text] : []))
    const isList = isSign(first[0], '[')
    const isSpread = args.length > 1 && args.every((arg) => arg.length === 1 && arg[0]?.kind === 'string')
    if (isList) this.runWords(first)
    else if (isSign(second[0], '[')) this.runWords([...first, { kind: 'sign', text: ',' }, ...second])
    else if (isSpread) this.runCommand(args.flatMap(strings))
    else this.runText(this.textOf(first))
  }

  private runWords(tokens: readonly Token[]): void {
    const inner = tokens.filter((token) => !isSign(token, '[', ']', ','))
    this.runCommand(inner.map((token) => this.textOf([token])))
  }

  private runCommand(command: readonly string[]): void {
    if (command.some(hasUnknown)) this.isOpen = true
    this.inShell(() => this.shell.runWords(command, this.channels()))
  }

  private runText(text: string): void {
    if (hasUnknown(text) || text === '') this.isOpen = true
    this.inShell(() => this.shell.runText(text, this.channels()))
  }

  private inShell(run: () => void): void {
    this.shell.apart(() => {
      this.shell.state.cwd = this.cwd
      run()
    })
  }

  private channels(): Call['channels'] {
    return { ...this.call.channels, input: undefined, more: new Map() }
  }

  private writes(name: string, text: string, kind: WriteKind): void {
    if (text === '') return
    const path = anchor(this.cwd, text.replace(/^file:\/\//, ''))
    const isGuess = hasUnknown(text) && (text.startsWith(UNKNOWN) || placeFor(this.shell, path) === 'perhaps')
    if (isGuess) this.isOpen = true
    else write(this.shell, path, `${this.call.name}: ${name}`, kind)
  }
}

const UNKNOWNS = new RegExp(`${UNKNOWN}{2,}`, 'g')

/** The program's text with its arguments and environment variables filled in. */
function withArguments({ text, language, args, script }: Program, shell: Shell): string {
  const quoted = (value: string) => `'${value.replace(/[\\']/g, (char) => `\\${char}`)}'`
  const offset = { python: 1, javascript: script === undefined ? 1 : 2, perl: 0, ruby: 0, php: 1, awk: 0, lua: 1 }[
    language
  ]
  return text
    .replace(/(?:sys\.argv|process\.argv|\$?ARGV|\$argv)\[(\d+)\]/g, (whole, index: string) => {
      const value = args[Number(index) - offset]
      return value === undefined ? whole : quoted(value)
    })
    .replace(ENVIRONMENT, (whole, ...groups: readonly unknown[]) => {
      const name = groups.slice(0, 4).find((group) => typeof group === 'string')
      const value = typeof name === 'string' ? textOfVariable(shell, name) : undefined
      return value === undefined ? whole : quoted(value)
    })
}

const ENVIRONMENT =
  /(?:os\.environ|ENV)\[['"](\w+)['"]\]|(?:os\.)?getenv\(['"](\w+)['"]\)|process\.env\.(\w+)|\$ENV\{['"]?(\w+)['"]?\}/g
