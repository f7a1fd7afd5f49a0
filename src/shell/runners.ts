/** Task runners: the recipes of Makefile, justfile and package.json that a command would run. */

import { readOptions } from './arguments.ts'
import { ownCommand } from './own-commands.ts'
import { join, nameOf, parentOf } from './places.ts'
import { type Call, enter, type Handler, realCwd, type Shell, textOfFile } from './shell.ts'
import { UNKNOWN } from './text.ts'
import { assignText } from './variables.ts'

const DEEPEST_RECIPE = 5

export const RUNNERS: Readonly<Record<string, Handler>> = {
  make,
  gmake: make,
  just,
  npm,
  pnpm: npm,
  yarn: npm,
  bun: (call, shell) => {
    const [verb = ''] = call.args
    if (/^(-e|--eval|-p|--print)$/.test(verb)) {
      shell.runWords(['node', ...call.args], call.channels)
      return ''
    }
    if (/\.[cm]?[jt]sx?$/.test(verb)) {
      shell.runWords(['node', ...call.args], call.channels)
      return ''
    }
    if (verb === 'run' && /\.[cm]?[jt]sx?$/.test(call.args[1] ?? '')) {
      shell.runWords(['node', ...call.args.slice(1)], call.channels)
      return ''
    }
    if (verb === 'x') return npx({ ...call, args: call.args.slice(1) }, shell)
    return npm(call, shell)
  },
  corepack: (call, shell) => {
    const [name = '', ...args] = call.args
    if (name !== '') shell.runWords([name.replace(/(.)@[^/]*$/, '$1'), ...args], call.channels)
    return ''
  },
  npx,
  bunx: npx,
  pnpx: npx,
}

function make(call: Call, shell: Shell): string {
  const options = readOptions(call.args, {
    short: 'CfIoW',
    attached: 'jlO',
    long: 'directory file makefile include-dir eval',
  })
  if (options.has('n', 'just-print', 'dry-run', 'q', 'question', 'v', 'version', 'help')) return UNKNOWN
  const targets = options.rest.filter((word) => !/^\w+:?=/.test(word))
  shell.apart(() => {
    for (const folder of options.values('C', 'directory')) enter(shell, folder)
    const names =
      options.value('f', 'file', 'makefile') === undefined
        ? ['GNUmakefile', 'makefile', 'Makefile']
        : [options.value('f', 'file', 'makefile') ?? '']
    const piped = names[0] === '-' ? call.channels.input?.text : undefined
    const text = piped ?? names.map((name) => textOfFile(shell, name)).find((found) => found !== undefined)
    if (text === undefined || shell.depth >= DEEPEST_RECIPE) {
      shell.account.opaque.push('make')
      return
    }
    const variables = new Map<string, string>()
    for (const word of options.rest) {
      const match = /^(\w+):?=(.*)$/.exec(word)
      if (match !== null) variables.set(match[1] ?? '', match[2] ?? '')
    }
    shell.depth += 1
    new Makefile([...options.values('eval'), text].join('\n'), variables, call, shell).make(targets)
    shell.depth -= 1
  })
  return UNKNOWN
}

interface Rule {
  readonly targets: readonly string[]
  readonly needs: readonly string[]
  readonly recipe: readonly string[]
}

class Makefile {
  private readonly done = new Set<string>()
  private readonly rules: readonly Rule[]
  private readonly variables: Map<string, string>
  private readonly call: Call
  private readonly shell: Shell
  private reached = ''

  constructor(text: string, variables: ReadonlyMap<string, string>, call: Call, shell: Shell) {
    this.call = call
    this.shell = shell
    this.variables = new Map()
    this.rules = this.read(text)
    for (const [name, value] of variables) this.variables.set(name, value)
  }

  make(targets: readonly string[]): void {
    const first = this.rules
      .flatMap((rule) => rule.targets)
      .find((target) => !target.startsWith('.') && !target.includes('%'))
    for (const target of targets.length === 0 ? [first ?? ''] : targets) this.build(target)
    this.shell.account.scripts.push(this.reached)
  }

  private read(text: string): readonly Rule[] {
    const rules: { targets: readonly string[]; needs: readonly string[]; recipe: string[] }[] = []
    let define: string | undefined
    for (const line of text.replace(/\\\r?\n[ \t]*/g, ' ').split(/\r?\n/)) {
      if (define !== undefined) {
        if (/^endef/.test(line)) define = undefined
        else this.variables.set(define, `${this.variables.get(define) ?? ''}${line}\n`)
        continue
      }
      const opens = /^define\s+(\w+)/.exec(line)
      if (opens !== null) {
        define = opens[1] ?? ''
        continue
      }
      if (line.startsWith('\t')) {
        rules.at(-1)?.recipe.push(line.slice(1))
        continue
      }
      const assigned = /^\s*(?:export\s+|override\s+)?([\w.-]+)\s*(\+|:|::|\?|!)?=\s*(.*)$/.exec(line)
      if (assigned !== null) {
        const [, name = '', how, value = ''] = assigned
        const text = value.replace(/\s+#.*$/, '')
        if (how === '+') this.variables.set(name, `${this.variables.get(name) ?? ''} ${text}`)
        else if (how !== '?' || !this.variables.has(name)) this.variables.set(name, text)
        continue
      }
      const rule = /^([^#\s:=][^:=]*):{1,2}(?!=)([^;]*)(?:;(.*))?$/.exec(line)
      if (rule === null) continue
      const [, targets = '', needs = '', inline] = rule
      rules.push({
        targets: words(this.expand(targets, '')),
        needs: words(this.expand(needs.replace(/#.*$/, ''), '')),
        recipe: inline === undefined ? [] : [inline],
      })
    }
    return rules
  }

  private build(target: string): void {
    if (this.done.has(target) || this.done.size > 60) return
    this.done.add(target)
    for (const rule of this.rules.filter((candidate) => candidate.targets.some((name) => covers(name, target)))) {
      for (const need of rule.needs) if (need !== '|') this.build(need)
      for (const line of rule.recipe) {
        const text = this.expand(line.replace(/^[@+\-\s]+/, ''), target, rule.needs)
        this.reached += `${text}\n`
        this.shell.apart(() => this.shell.runText(text, { ...this.call.channels, more: new Map() }))
      }
    }
  }

  private expand(text: string, target: string, needs: readonly string[] = [], depth = 0): string {
    if (depth > 8) return text
    const filled = text
      .replace(/\$\$/g, '\uE002')
      .replace(/\$\(shell ((?:[^()]|\([^()]*\))*)\)/g, (_, command: string) =>
        `$(${command})`.replaceAll('$', '\uE002'),
      )
      .replace(/\$[({]([\w.-]+)[)}]/g, (_, name: string) => {
        if (name === 'MAKE') return 'make'
        if (name === 'CURDIR') return this.shell.state.cwd
        return this.variables.get(name) ?? this.shell.context.env[name] ?? ''
      })
      .replace(/\$[({]@[DF]?[)}]|\$@/g, () => target)
      .replace(/\$[({]<[DF]?[)}]|\$</g, () => needs[0] ?? '')
      .replace(/\$\^|\$\+/g, () => needs.join(' '))
      .replace(/\$\*/g, UNKNOWN)
    const again = filled !== text && /\$[({]/.test(filled) ? this.expand(filled, target, needs, depth + 1) : filled
    return again.replaceAll('\uE002', '$')
  }
}

function words(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== '')
}

function covers(name: string, target: string): boolean {
  if (name === target) return true
  const at = name.indexOf('%')
  return at !== -1 && target.startsWith(name.slice(0, at)) && target.endsWith(name.slice(at + 1))
}

function just(call: Call, shell: Shell): string {
  const options = readOptions(call.args, { short: 'fd', long: 'justfile working-directory set', first: true })
  if (options.has('l', 'list', 'n', 'dry-run', 'summary', 'show')) return UNKNOWN
  shell.apart(() => {
    const folder = options.value('d', 'working-directory')
    if (folder !== undefined) enter(shell, folder)
    const names = [options.value('f', 'justfile') ?? 'justfile', 'Justfile', '.justfile']
    const text = names.map((name) => textOfFile(shell, name)).find((found) => found !== undefined)
    if (text === undefined || shell.depth >= DEEPEST_RECIPE) {
      shell.account.opaque.push('just')
      return
    }
    const variables = new Map(
      [...text.matchAll(/^(?:export\s+)?(\w+)\s*:=\s*["']?([^"'\n]*)["']?$/gm)].map((match) => [
        match[1] ?? '',
        match[2] ?? '',
      ]),
    )
    const recipes = new Map(
      [...text.matchAll(/^@?([\w-]+)([^:=\n]*):(?!=)([^\n]*)\n((?:[ \t]+[^\n]*(?:\n|$)|\n(?=[ \t]))*)/gm)].map(
        (match) => [
          match[1] ?? '',
          {
            parameters: words(match[2] ?? ''),
            needs: words((match[3] ?? '').replace(/#.*$/, '')),
            body: match[4] ?? '',
          },
        ],
      ),
    )
    const done = new Set<string>()
    const build = (name: string, args: readonly string[]) => {
      const recipe = recipes.get(name)
      if (recipe === undefined || done.has(name)) return
      done.add(name)
      for (const need of recipe.needs) build(need.replace(/[()]/g, ''), [])
      const given = new Map(variables)
      recipe.parameters.forEach((parameter, i) => {
        const [key = '', fallback = ''] = parameter.replace(/^[*+$]/, '').split('=')
        given.set(key, args[i] ?? fallback.replace(/["']/g, ''))
      })
      const body = recipe.body.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, key: string) => given.get(key) ?? UNKNOWN)
      shell.account.scripts.push(body)
      const lines = body.split('\n').map((line) => line.trim().replace(/^[@-]+/, ''))
      if (lines[0]?.startsWith('#!') === true) shell.apart(() => shell.runText(lines.join('\n'), call.channels))
      else for (const line of lines) shell.apart(() => shell.runText(line, { ...call.channels, more: new Map() }))
    }
    shell.depth += 1
    const [name, ...args] = options.rest
    build(name ?? [...recipes.keys()][0] ?? '', args)
    for (const other of args) build(other, [])
    shell.depth -= 1
  })
  return UNKNOWN
}

const SCRIPT_VERBS: Readonly<Record<string, string>> = {
  t: 'test',
  tst: 'test',
  test: 'test',
  start: 'start',
  stop: 'stop',
  restart: 'restart',
}

function npm(call: Call, shell: Shell): string {
  const options = readOptions(call.args, {
    short: 'wCF',
    long: 'prefix workspace filter cwd dir loglevel',
    first: true,
  })
  const [verb = '', ...rest] = options.rest
  const folder = options.value('prefix', 'C', 'cwd', 'dir')
  shell.apart(() => {
    if (folder !== undefined) enter(shell, folder)
    if (/^(exec|x|dlx)$/.test(verb)) {
      // npm takes one `--` away, wherever it stands; what follows is the command's own.
      const end = rest.indexOf('--')
      npx({ ...call, args: end > 0 ? rest.toSpliced(end, 1) : rest }, shell)
      return
    }
    const runs = /^(run|run-script|rum|urn)$/.test(verb)
    const inner = readOptions(rest, { short: 'wC', long: 'prefix workspace', first: true })
    const late = inner.value('prefix', 'C')
    if (late !== undefined) enter(shell, late)
    const script = runs ? inner.rest[0] : (SCRIPT_VERBS[verb] ?? (call.name === 'npm' ? undefined : verb))
    const args = runs ? inner.rest.slice(1) : rest
    if (script === undefined) {
      shell.account.opaque.push(`${call.name} ${verb}`)
      return
    }
    runPackageScript(
      call,
      shell,
      script,
      args.filter((arg, i) => !(arg === '--' && i === 0)),
    )
  })
  return UNKNOWN
}

function runPackageScript(call: Call, shell: Shell, script: string, args: readonly string[]): void {
  const found = packageScripts(shell)
  const text = found?.scripts.get(script)
  if (found === undefined || text === undefined || shell.depth >= DEEPEST_RECIPE) {
    if (text === undefined && call.name !== 'npm') shell.runWords([script, ...args], call.channels)
    shell.account.opaque.push(`${call.name} ${script}`)
    return
  }
  shell.depth += 1
  shell.state.cwd = found.folder
  assignText(shell, 'npm_lifecycle_event', script)
  for (const name of [`pre${script}`, script, `post${script}`]) {
    const body = found.scripts.get(name)
    if (body === undefined) continue
    shell.account.scripts.push(body)
    const extra = name === script ? args.map((arg) => ` '${arg.replaceAll("'", `'\\''`)}'`).join('') : ''
    shell.apart(() => shell.runText(body + extra, { ...call.channels, more: new Map() }))
  }
  shell.depth -= 1
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
    return new Map()
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
  if (name === '') return UNKNOWN
  const plain = name.replace(/(.)@[^/]*$/, '$1')
  if (ownCommand(plain, args, call, shell)) return UNKNOWN
  shell.apart(() => shell.runWords([nameOf(plain), ...args], call.channels))
  return ''
}
