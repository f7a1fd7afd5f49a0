/** Task runners: the recipes of a Makefile, a justfile or a package.json that a command would run. */

import { readOptions } from './arguments.ts'
import { ownCommand } from './own-commands.ts'
import { join, nameOf, parentOf } from './places.ts'
import { type Call, enter, type Handler, realCwd, type Shell, textOfFile, under } from './shell.ts'
import { quote, UNKNOWN } from './text.ts'
import { assignText } from './variables.ts'

const DEEPEST_RECIPE = 5
const MOST_TARGETS = 60

export const RUNNERS: Readonly<Record<string, Handler>> = {
  make,
  just,
  ...under(npm, 'npm pnpm yarn'),
  ...under(npx, 'npx bunx pnpx'),
  bun: (call, shell) => {
    const [verb = '', ...rest] = call.args
    const isProgram = (word: string | undefined) => /\.[cm]?[jt]sx?$/.test(word ?? '')
    if (/^(-e|--eval|-p|--print)$/.test(verb) || isProgram(verb)) shell.runWords(['node', ...call.args], call.channels)
    else if (verb === 'run' && isProgram(rest[0])) shell.runWords(['node', ...rest], call.channels)
    else return verb === 'x' ? npx({ ...call, args: rest }, shell) : npm(call, shell)
    return ''
  },
  corepack: (call, shell) => {
    const [name = '', ...args] = call.args
    if (name !== '') shell.runWords([withoutVersion(name), ...args], call.channels)
    return ''
  },
}

function withoutVersion(name: string): string {
  return name.replace(/(.)@[^/]*$/, '$1')
}

/** Runs shell text of a recipe, one level deeper. */
function runRecipe(call: Call, shell: Shell, text: string): void {
  shell.account.scripts.push(text)
  shell.depth += 1
  shell.apart(() => shell.runText(text, { ...call.channels, more: new Map() }))
  shell.depth -= 1
}

/** The first of these files that exists. If none does, or if we are too deep, it is undefined and the runner counts as opaque. */
function recipesIn(call: Call, shell: Shell, names: readonly string[]): string | undefined {
  const text = names.map((name) => textOfFile(shell, name)).find((found) => found !== undefined)
  if (text !== undefined && shell.depth < DEEPEST_RECIPE) return text
  shell.account.opaque.push(call.name)
  return undefined
}

function make(call: Call, shell: Shell): string {
  const options = readOptions(call.args, {
    short: 'CfIoW',
    attached: 'jlO',
    long: 'directory file makefile include-dir eval',
  })
  if (options.has('n', 'just-print', 'dry-run', 'q', 'question', 'v', 'version', 'help')) return UNKNOWN
  shell.apart(() => {
    for (const folder of options.values('C', 'directory')) enter(shell, folder)
    const file = options.value('f', 'file', 'makefile')
    const names = file === undefined ? ['GNUmakefile', 'makefile', 'Makefile'] : [file]
    const text = file === '-' ? call.channels.input?.text : recipesIn(call, shell, names)
    if (text === undefined) return
    const given = options.rest.flatMap((word) => {
      const [, name, value] = /^(\w+):?=(.*)$/.exec(word) ?? []
      return name === undefined || value === undefined ? [] : [[name, value] as const]
    })
    const makefile = new Makefile([...options.values('eval'), text].join('\n'), new Map(given), call, shell)
    makefile.make(options.rest.filter((word) => !/^\w+:?=/.test(word)))
  })
  return UNKNOWN
}

interface Rule {
  readonly targets: readonly string[]
  readonly needs: readonly string[]
  readonly recipe: string[]
}

const DEFINITION = /^define\s+(\w+).*\n([\s\S]*?)^endef/gm
const ASSIGNMENT = /^\s*(?:export\s+|override\s+)?([\w.-]+)\s*(\+|:|::|\?|!)?=\s*(.*)$/
const RULE = /^([^#\s:=][^:=]*):{1,2}(?!=)([^;]*)(?:;(.*))?$/

class Makefile {
  private readonly done = new Set<string>()
  private readonly rules: Rule[] = []
  private readonly variables = new Map<string, string>()
  private readonly call: Call
  private readonly shell: Shell

  constructor(text: string, given: ReadonlyMap<string, string>, call: Call, shell: Shell) {
    this.call = call
    this.shell = shell
    for (const [, name = '', body = ''] of text.matchAll(DEFINITION)) this.variables.set(name, body)
    for (const line of text
      .replace(DEFINITION, '')
      .replace(/\\\r?\n[ \t]*/g, ' ')
      .split(/\r?\n/))
      this.readLine(line)
    for (const [name, value] of given) this.variables.set(name, value)
  }

  make(targets: readonly string[]): void {
    const names = this.rules.flatMap((rule) => rule.targets)
    const first = names.find((target) => !target.startsWith('.') && !target.includes('%')) ?? ''
    for (const target of targets.length === 0 ? [first] : targets) this.build(target)
  }

  private readLine(line: string): void {
    const assigned = ASSIGNMENT.exec(line)
    const rule = RULE.exec(line)
    if (line.startsWith('\t')) this.rules.at(-1)?.recipe.push(line.slice(1))
    else if (assigned !== null) {
      const [, name = '', how, value = ''] = assigned
      const text = value.replace(/\s+#.*$/, '')
      const known = this.variables.get(name)
      if (how === '+') this.variables.set(name, `${known ?? ''} ${text}`)
      else if (how !== '?' || known === undefined) this.variables.set(name, text)
    } else if (rule !== null) {
      const [, targets = '', needs = '', inline] = rule
      this.rules.push({
        targets: words(this.expand(targets, '')),
        needs: words(this.expand(needs.replace(/#.*$/, ''), '')),
        recipe: inline === undefined ? [] : [inline],
      })
    }
  }

  private build(target: string): void {
    if (this.done.has(target) || this.done.size > MOST_TARGETS) return
    this.done.add(target)
    for (const rule of this.rules.filter(({ targets }) => targets.some((name) => covers(name, target)))) {
      for (const need of rule.needs) if (need !== '|') this.build(need)
      for (const line of rule.recipe)
        runRecipe(this.call, this.shell, this.expand(line.replace(/^[@+\-\s]+/, ''), target, rule.needs))
    }
  }

  private expand(text: string, target: string, needs: readonly string[] = [], depth = 0): string {
    if (depth > 8) return text
    const filled = text
      .replace(/\$\$/g, DOLLAR)
      .replace(/\$\(shell ((?:[^()]|\([^()]*\))*)\)/g, (_, command: string) => `$(${command})`.replaceAll('$', DOLLAR))
      .replace(/\$[({]([\w.-]+)[)}]/g, (_, name: string) => this.valueOf(name))
      .replace(/\$[({]@[DF]?[)}]|\$@/g, () => target)
      .replace(/\$[({]<[DF]?[)}]|\$</g, () => needs[0] ?? '')
      .replace(/\$\^|\$\+/g, () => needs.join(' '))
      .replace(/\$\*/g, UNKNOWN)
    const again = filled !== text && /\$[({]/.test(filled) ? this.expand(filled, target, needs, depth + 1) : filled
    return again.replaceAll(DOLLAR, '$')
  }

  private valueOf(name: string): string {
    if (name === 'MAKE') return 'make'
    if (name === 'CURDIR') return this.shell.state.cwd
    return this.variables.get(name) ?? this.shell.context.env[name] ?? ''
  }
}

/** Stands for a dollar sign of the shell while make's own variables are filled in. */
const DOLLAR = '\uE002'

function words(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== '')
}

function covers(name: string, target: string): boolean {
  const at = name.indexOf('%')
  if (at === -1) return name === target
  return target.startsWith(name.slice(0, at)) && target.endsWith(name.slice(at + 1))
}

const JUST_VARIABLE = /^(?:export\s+)?(\w+)\s*:=\s*["']?([^"'\n]*)["']?$/gm
const JUST_RECIPE = /^@?([\w-]+)([^:=\n]*):(?!=)([^\n]*)\n((?:[ \t]+[^\n]*(?:\n|$)|\n(?=[ \t]))*)/gm

function just(call: Call, shell: Shell): string {
  const options = readOptions(call.args, { short: 'fd', long: 'justfile working-directory set', first: true })
  if (options.has('l', 'list', 'n', 'dry-run', 'summary', 'show')) return UNKNOWN
  shell.apart(() => {
    enter(shell, options.value('d', 'working-directory') ?? '.')
    const text = recipesIn(call, shell, [options.value('f', 'justfile') ?? 'justfile', 'Justfile', '.justfile'])
    if (text === undefined) return
    const variables = [...text.matchAll(JUST_VARIABLE)].map(([, name = '', value = '']) => [name, value] as const)
    const recipes = new Map([...text.matchAll(JUST_RECIPE)].map((match) => [match[1] ?? '', match]))
    const done = new Set<string>()
    const build = (name: string, args: readonly string[]) => {
      const recipe = recipes.get(name)
      if (recipe === undefined || done.has(name)) return
      done.add(name)
      const [, , parameters = '', needs = '', body = ''] = recipe
      for (const need of words(needs.replace(/#.*$/, ''))) build(need.replace(/[()]/g, ''), [])
      const given = words(parameters).map((parameter, at) => {
        const [key = '', fallback = ''] = parameter.replace(/^[*+$]/, '').split('=')
        return [key, args[at] ?? fallback.replace(/["']/g, '')] as const
      })
      const values = new Map([...variables, ...given])
      const filled = body.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, key: string) => values.get(key) ?? UNKNOWN)
      const lines = filled.split('\n').map((line) => line.trim().replace(/^[@-]+/, ''))
      for (const script of lines[0]?.startsWith('#!') === true ? [lines.join('\n')] : lines)
        runRecipe(call, shell, script)
    }
    const [name = [...recipes.keys()][0] ?? '', ...args] = options.rest
    build(name, args)
    for (const other of args) build(other, [])
  })
  return UNKNOWN
}

function npm(call: Call, shell: Shell): string {
  const spec = { short: 'wCF', long: 'prefix workspace filter cwd dir loglevel', first: true }
  const outer = readOptions(call.args, spec)
  const [verb = '', ...rest] = outer.rest
  const isRun = /^(run|run-script|rum|urn)$/.test(verb)
  const inner = readOptions(rest, spec)
  shell.apart(() => {
    for (const folder of [...outer.values('prefix', 'C', 'cwd', 'dir'), ...inner.values('prefix', 'C')])
      enter(shell, folder)
    if (/^(exec|x|dlx)$/.test(verb)) {
      // npm removes one `--`, wherever it is; the words after it belong to the command.
      const end = rest.indexOf('--')
      npx({ ...call, args: end > 0 ? rest.toSpliced(end, 1) : rest }, shell)
      return
    }
    const shorthand = /^(t|tst)$/.test(verb) ? 'test' : verb
    const isScript = /^(test|start|stop|restart)$/.test(shorthand) || call.name !== 'npm'
    const script = isRun ? inner.rest[0] : isScript ? shorthand : undefined
    if (script === undefined) shell.account.opaque.push(`${call.name} ${verb}`)
    else runPackageScript(call, shell, script, isRun ? inner.rest.slice(1) : rest)
  })
  return UNKNOWN
}

function runPackageScript(call: Call, shell: Shell, script: string, args: readonly string[]): void {
  const found = packageScripts(shell)
  const given = args[0] === '--' ? args.slice(1) : args
  if (found?.scripts.has(script) !== true || shell.depth >= DEEPEST_RECIPE) {
    if (found?.scripts.has(script) !== true && call.name !== 'npm') shell.runWords([script, ...given], call.channels)
    shell.account.opaque.push(`${call.name} ${script}`)
    return
  }
  shell.state.cwd = found.folder
  assignText(shell, 'npm_lifecycle_event', script)
  for (const name of [`pre${script}`, script, `post${script}`]) {
    const body = found.scripts.get(name)
    if (body !== undefined) runRecipe(call, shell, name === script ? [body, ...given.map(quote)].join(' ') : body)
  }
}

function packageScripts(
  shell: Shell,
): { readonly folder: string; readonly scripts: ReadonlyMap<string, string> } | undefined {
  for (let folder = realCwd(shell); ; folder = parentOf(folder)) {
    const text = textOfFile(shell, join(folder, 'package.json'))
    if (text !== undefined) return { folder, scripts: scriptsIn(text) }
    if (folder === '/' || folder === '') return undefined
  }
}

function scriptsIn(text: string): ReadonlyMap<string, string> {
  try {
    const parsed: unknown = JSON.parse(text)
    const scripts = typeof parsed === 'object' && parsed !== null && 'scripts' in parsed ? parsed.scripts : undefined
    if (typeof scripts !== 'object' || scripts === null) return new Map()
    return new Map(Object.entries(scripts).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
  } catch {
    return new Map() // no JSON: npm could not run it either
  }
}

function npx(call: Call, shell: Shell): string {
  const options = readOptions(call.args, { short: 'pcw', long: 'package call workspace', first: true })
  const text = options.value('c', 'call')
  if (text !== undefined) {
    shell.apart(() => shell.runText(text, call.channels))
    return ''
  }
  const [name = '', ...args] = options.rest
  const plain = withoutVersion(name)
  if (name === '' || ownCommand(plain, args, call, shell)) return UNKNOWN
  shell.apart(() => shell.runWords([nameOf(plain), ...args], call.channels))
  return ''
}
