/** Task runners: the recipes of a Makefile or a package.json that a command would run. */

import { join, nameOf, parentOf, UNKNOWN } from './places.ts'
import { noteOwnCommand } from './protected-commands.ts'
import { readOptions } from './read-options.ts'
import { type Handler, quote, type Shell, type ShellCall, under } from './shell.ts'

const DEEPEST_RECIPE = 5
const MOST_TARGETS = 60

export const RUNNERS: readonly (readonly [string, Handler])[] = [
  ...under('make gmake', make),
  // Task runners whose recipes are only searched for the bank's name.
  ...under('just task rake gulp grunt invoke', (call, shell) => {
    for (const file of ['justfile', 'Justfile', '.justfile', 'Taskfile.yml', 'Rakefile', 'gulpfile.js', 'tasks.py'])
      shell.effects.scripts.push(shell.textOf(file) ?? '')
    shell.effects.opaque.push(call.name)
    return UNKNOWN
  }),
  ...under('npm pnpm yarn', npm),
  ...under('npx bunx pnpx', npx),
  ...under('bun', (call, shell) => {
    const [verb = '', ...rest] = call.args
    const words = verb === 'run' && /\.[cm]?[jt]sx?$/.test(rest[0] ?? '') ? rest : call.args
    if (/\.[cm]?[jt]sx?$|^-/.test(words[0] ?? '')) return shell.runWords(['node', ...words], call.input)
    return verb === 'x' ? npx({ ...call, args: rest }, shell) : npm(call, shell)
  }),
]

function runRecipe(shell: Shell, text: string, input?: string): void {
  shell.effects.scripts.push(text)
  shell.depth += 1
  shell.apart(() => shell.runText(text, input))
  shell.depth -= 1
}

function make(call: ShellCall, shell: Shell): string {
  const options = readOptions(call.args, 'C f I o W ~j ~l ~O directory file makefile eval')
  shell.effects.opaque.push(call.name)
  if (options.has('n just-print dry-run q question v version help')) return UNKNOWN
  return shell.apart(() => {
    for (const folder of options.values('C directory')) shell.enter(folder)
    const file = options.value('f file makefile')
    const texts = (file === undefined ? ['GNUmakefile', 'makefile', 'Makefile'] : [file]).map((name) =>
      shell.textOf(name),
    )
    const text = file === '-' ? call.input : texts.find((found) => found !== undefined)
    if (text === undefined || shell.depth >= DEEPEST_RECIPE) return UNKNOWN
    const given = options.rest.filter((word) => /^\w+:?=/.test(word))
    const rules = rulesIn([...options.values('eval'), text].join('\n'), given.join('\n'), shell)
    const done = new Set<string>()
    const build = (target: string) => {
      if (done.has(target) || done.size > MOST_TARGETS) return
      done.add(target)
      for (const { needs, recipe } of rules.filter((rule) => rule.targets.some((name) => covers(name, target)))) {
        for (const need of needs) build(need)
        for (const line of recipe) runRecipe(shell, line.replaceAll('$@', target).replace(/\$[<^+]/g, needs.join(' ')))
      }
    }
    const wanted = options.rest.filter((word) => !given.includes(word))
    const [first = ''] = rules.flatMap(({ targets }) => targets.filter((name) => !/^\.|%/.test(name)))
    for (const target of wanted.length === 0 ? [first] : wanted) build(target)
    return UNKNOWN
  })
}

interface Rule {
  readonly targets: readonly string[]
  readonly needs: readonly string[]
  readonly recipe: readonly string[]
}

const RULE = /^([^#\s:=][^:=\n]*)::?(?!=)([^;\n]*)((?:;.*)?(?:\n\t.*|\n(?=\t))*)/gm
const ASSIGNMENT = /^(?:export\s+|override\s+)?([\w.-]+)\s*(?:\+|:|::|\?|!)?=(.*)$/gm

/** The rules of a Makefile with its variables filled in. */
function rulesIn(text: string, given: string, shell: Shell): readonly Rule[] {
  const whole = text.replace(/\\\r?\n[ \t]*/g, ' ')
  const assigned = [...whole.matchAll(ASSIGNMENT), ...given.matchAll(ASSIGNMENT)]
  const variables = new Map(assigned.map(([, name = '', said = '']) => [name, said.replace(/\s#.*/, '').trim()]))
  const { cwd } = shell.state
  const expand = (line: string, depth = 0): string => {
    const filled = line
      .replace(/(?<!\$)\$\(shell ((?:[^()]|\([^()]*\))*)\)/g, '$$$$($1)')
      .replace(/(?<!\$)\$[({]([\w.-]+)[)}]/g, (_, name: string) =>
        name === 'MAKE' ? 'make' : name === 'CURDIR' ? cwd : (variables.get(name) ?? shell.context.env[name] ?? ''),
      )
    return filled === line || depth > 4 ? filled : expand(filled, depth + 1)
  }
  const words = (line: string) =>
    expand(line.replace(/#.*$/, ''))
      .split(/\s+/)
      .filter((word) => word !== '')
  return [...whole.matchAll(RULE)].map(([, targets = '', needs = '', recipe = '']) => ({
    targets: words(targets),
    needs: words(needs),
    recipe: recipe
      .replace(/^;/, '')
      .split(/\n\t?/)
      .map((line) => expand(line.replace(/^[@+\-\s]+/, '')).replaceAll('$$', '$')),
  }))
}

function covers(name: string, target: string): boolean {
  return name.includes('%') ? target.endsWith(name.slice(name.indexOf('%') + 1)) : name === target
}

function npm(call: ShellCall, shell: Shell): string {
  const taking = 'w C F prefix workspace filter cwd dir'
  const outer = readOptions(call.args, taking, 'first')
  const [verb = '', ...rest] = outer.rest
  const inner = readOptions(rest, taking, 'first')
  shell.effects.opaque.push(`${call.name} ${verb}`)
  return shell.apart(() => {
    for (const folder of [...outer.values('prefix C cwd dir'), ...inner.values('prefix C')]) shell.enter(folder)
    // npm removes the first `--`. The words after it belong to the command.
    const end = rest.indexOf('--')
    if (/^(exec|x|dlx)$/.test(verb)) return npx({ ...call, args: end > 0 ? rest.toSpliced(end, 1) : rest }, shell)
    const isRun = /^(run|run-script)$/.test(verb)
    const [script = '', ...args] = isRun ? inner.rest : [verb.replace(/^t$/, 'test'), ...rest]
    if (isRun || call.name !== 'npm' || /^(test|start|stop|restart)$/.test(script))
      runPackageScript(call, shell, script, args[0] === '--' ? args.slice(1) : args)
    return UNKNOWN
  })
}

function runPackageScript(call: ShellCall, shell: Shell, script: string, args: readonly string[]): void {
  let folder = shell.locate('.')
  while (folder !== '/' && shell.textOf(join(folder, 'package.json')) === undefined) folder = parentOf(folder)
  const scripts = scriptsIn(shell.textOf(join(folder, 'package.json')) ?? '')
  if (!scripts.has(script) || shell.depth >= DEEPEST_RECIPE) {
    if (call.name !== 'npm' && script !== '') shell.runWords([script, ...args], call.input)
    return
  }
  shell.state.cwd = folder
  for (const name of [`pre${script}`, script, `post${script}`])
    runRecipe(shell, [scripts.get(name) ?? '', ...(name === script ? args.map(quote) : [])].join(' '), call.input)
}

function scriptsIn(text: string): ReadonlyMap<string, string> {
  try {
    const parsed: unknown = JSON.parse(text)
    const scripts = typeof parsed === 'object' && parsed !== null && 'scripts' in parsed ? parsed.scripts : undefined
    if (typeof scripts !== 'object' || scripts === null) return new Map()
    return new Map(Object.entries(scripts).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
  } catch {
    return new Map() // npm could not run this manifest either.
  }
}

function npx(call: ShellCall, shell: Shell): string {
  const options = readOptions(call.args, 'p c w package call workspace', 'first')
  const text = options.value('c call')
  if (text !== undefined) return shell.apart(() => shell.runText(text, call.input))
  const [name = '', ...args] = options.rest
  const plain = name.replace(/(.)@[^/]*$/, '$1')
  if (name === '' || noteOwnCommand(plain, args, call, shell)) return UNKNOWN
  return shell.apart(() => shell.runWords([nameOf(plain), ...args], call.input))
}
