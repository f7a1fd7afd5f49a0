/**
 * Reads one line of a shell as a command of the project: install, run, build, test, lint or format.
 *
 * The program and its first words decide, never the prose around the line. A line counts only if the repository's root
 * has the file that the program works on, so a command for users of the product, or for another folder, is not read.
 */

import { type Command, ROLE_NAMES, type Role, scriptRole } from './manifest-reader.ts'
import { baseOf, isNamed, type Scan } from './scan.ts'

export function readCommand(line: string, scan: Scan, scripts: ReadonlySet<string>): Command | undefined {
  const run = line
    .trim()
    .replace(/^[$❯%]\s+/, '')
    .replace(/\s+#\s.*$/, '')
    .replace(/\s+/g, ' ')
  if (run.length > LONGEST || NOT_ONE.test(run) || ELSEWHERE.test(run) || isQuoteOpen(run)) return undefined
  const words = run.split(' ')
  const first = words.findIndex((word) => !/^\w+=/.test(word))
  const found = first === -1 ? undefined : roleOf(words.slice(first), scan, scripts)
  if (found === undefined) return undefined
  // A formatter that only checks is a linter.
  const checks = found.role === 'format' && / --?(?:check|verify-no-changes|diff)\b/.test(run)
  return { ...found, role: checks ? 'lint' : found.role, run }
}

const LONGEST = 120
/** Several commands, redirected output, values of CI and globs. */
const NOT_ONE = /&&|[;`|*…]|>>|[<>] |^[<>#{}[\]()]|\$[{(]|\.{3}(?!$)/
/** Options that name another folder, or need an earlier step. */
const ELSEWHERE = /\s(?:(?:-C|--prefix|--cwd|--manifest-path|--dir|--working-dir\w*)[ =]|--no-(?:build|restore)\b)/

function isQuoteOpen(run: string): boolean {
  return ['"', "'"].some((quote) => run.split(quote).length % 2 === 0)
}

type Read = Pick<Command, 'role' | 'own' | 'variant'>

interface Program {
  /** One of these files is at the root. */
  readonly of: readonly string[]
  /** The role of the first word after the program; `_` stands for no such word. */
  readonly roles: ReadonlyMap<string, Role>
}

const PYTHON = 'pyproject.toml setup.py setup.cfg requirements*.txt Pipfile tox.ini'
const GRADLE = 'build.gradle build.gradle.kts settings.gradle settings.gradle.kts'
const DOTNET = '*.sln *.slnx *.csproj *.fsproj *.vbproj'
const COMPOSE = 'compose.yaml compose.yml docker-compose.yaml docker-compose.yml'

/** Programs, their files, and the words that follow them. */
// biome-ignore format: one row per kind of program
const PROGRAMS: ReadonlyMap<string, Program> = programs([
  ['cargo', 'Cargo.toml', { build: 'build b', run: 'run', test: 'test t nextest', lint: 'clippy', format: 'fmt' }],
  ['go', 'go.mod', { install: 'mod', build: 'build', run: 'run', test: 'test', lint: 'vet' }],
  ['golangci-lint', 'go.mod', { lint: 'run' }],
  ['mvn', 'pom.xml', { build: 'package install compile', test: 'test verify', run: 'spring-boot:run quarkus:dev' }],
  ['gradle', GRADLE, {}],
  ['dotnet', DOTNET, { install: 'restore', build: 'build', run: 'run', test: 'test', format: 'format' }],
  ['pytest tox nox', PYTHON, { test: '_' }],
  ['flake8 mypy pyright', PYTHON, { lint: '_' }],
  ['ruff', PYTHON, { lint: 'check', format: 'format' }],
  ['black', PYTHON, { format: '_' }],
  ['uv poetry pdm pipenv pip', PYTHON, { install: 'install sync' }],
  ['manage.py', 'manage.py', { run: 'runserver', test: 'test' }],
  ['pre-commit', '.pre-commit-config.yaml', { lint: 'run' }],
  ['bundle', 'Gemfile', { install: 'install' }],
  ['rails', 'Gemfile', { run: 's server', test: 'test' }],
  ['rake', 'Rakefile', { test: 'test spec' }],
  ['rspec', 'Gemfile', { test: '_' }],
  ['rubocop standardrb', 'Gemfile', { lint: '_' }],
  ['composer', 'composer.json', { install: 'install' }],
  ['phpunit pest', 'composer.json', { test: '_' }],
  ['artisan', 'artisan', { run: 'serve', test: 'test' }],
  ['mix', 'mix.exs', { install: 'deps.get', build: 'compile', run: 'phx.server', test: 'test', lint: 'credo', format: 'format' }],
  ['swift', 'Package.swift', { build: 'build', run: 'run', test: 'test' }],
  ['flutter dart', 'pubspec.yaml', { install: 'pub', run: 'run', test: 'test', lint: 'analyze', format: 'format' }],
  ['deno', 'deno.json deno.jsonc', { test: 'test', lint: 'lint', format: 'fmt' }],
  ['cmake', 'CMakeLists.txt', { build: '_' }],
  ['ctest', 'CMakeLists.txt', { test: '_' }],
  ['terraform', '*.tf', { install: 'init', test: 'test', lint: 'validate', format: 'fmt' }],
  ['docker', COMPOSE, { services: 'compose' }],
  ['docker-compose', COMPOSE, { services: 'up' }],
  ['vitest jest mocha', 'package.json', { test: '_' }],
  ['playwright', 'package.json', { test: 'test' }],
  ['tsc eslint', 'package.json', { lint: '_' }],
])

function programs(rows: readonly (readonly [names: string, of: string, roles: Partial<Record<Role, string>>])[]) {
  return new Map(
    rows.flatMap(([names, of, said]) => {
      const roles = new Map(
        ROLE_NAMES.flatMap((role) => (said[role] ?? '').split(' ').map((word) => [word, role] as const)),
      )
      return names.split(' ').map((name) => [name, { of: of.split(' '), roles }] as const)
    }),
  )
}

/** Runners of a project's own scripts and targets, with their file. */
const RUNNERS: Readonly<Record<string, readonly string[]>> = {
  npm: ['package.json'],
  pnpm: ['package.json'],
  yarn: ['package.json'],
  bun: ['package.json'],
  make: ['Makefile', 'makefile', 'GNUmakefile'],
  just: ['justfile', 'Justfile', '.justfile'],
  task: ['Taskfile.yml', 'Taskfile.yaml'],
}

const INTERPRETERS = ['python', 'python3', 'node', 'bash', 'sh', 'ruby', 'php']
const WRAPPERS = [
  'uv run',
  'poetry run',
  'pdm run',
  'hatch run',
  'pipenv run',
  'bundle exec',
  'npx',
  'bunx',
  'pnpm exec',
]

function roleOf(words: readonly string[], scan: Scan, scripts: ReadonlySet<string>): Read | undefined {
  const [name = '', next = ''] = words
  const wrapper = WRAPPERS.find((each) => `${name} ${next} `.startsWith(`${each} `))
  if (wrapper !== undefined) {
    // Options of a wrapper may have values, so the next known program counts.
    const inner = words.slice(wrapper.split(' ').length)
    const at = inner.findIndex((word) => !word.startsWith('-') && (isProgram(word) || scan.tree.has(pathOf(word))))
    return at === -1 ? undefined : roleOf(inner.slice(at), scan, scripts)
  }
  if (INTERPRETERS.includes(name)) return interpreted(words.slice(1), scan)
  const tool = toolNamed(name)
  if (isThere(scan, RUNNERS[tool])) return ofRunner(tool, words.slice(1), scan, scripts)
  const program = PROGRAMS.get(tool)
  if (program !== undefined && isThere(scan, program.of)) return ofProgram(tool, program, words.slice(1), scan)
  return name.includes('/') ? ofFile(name, words.slice(1), scan) : undefined
}

function isProgram(word: string): boolean {
  return PROGRAMS.has(toolNamed(word)) || INTERPRETERS.includes(word)
}

/** `./gradlew`, `bin/rails` and `vendor/bin/phpunit` are the programs of these names. */
function toolNamed(word: string): string {
  const base = baseOf(word.replaceAll('\\', '/'))
  return base === 'gradlew' ? 'gradle' : base === 'mvnw' ? 'mvn' : base.replace(/^pip3$/, 'pip')
}

function pathOf(word: string): string {
  return word.replace(/^\.\//, '')
}

function isThere(scan: Scan, names: readonly string[] | undefined): boolean {
  return (
    names !== undefined &&
    [...scan.tree].some(([path, kind]) => kind === 'file' && !path.includes('/') && isNamed(path, names))
  )
}

/** `python -m pytest`, `python manage.py test`, `python -Wall tests/runtests.py`. */
function interpreted(words: readonly string[], scan: Scan): Read | undefined {
  const module = words.indexOf('-m')
  if (module !== -1) return roleOf(words.slice(module + 1), scan, new Set())
  const at = words.findIndex((word) => !word.startsWith('-'))
  const file = words[at]
  if (file === undefined) return undefined
  const program = PROGRAMS.get(baseOf(file))
  if (program !== undefined && isThere(scan, program.of)) return ofProgram(file, program, words.slice(at + 1), scan)
  return ofFile(file, words.slice(at + 1), scan)
}

/** A program of the project, named for its role: `script/test`, `./build.sh`. */
function ofFile(word: string, args: readonly string[], scan: Scan): Read | undefined {
  const path = pathOf(word)
  const [, name = ''] = /^([^.]+)(?:\.(?:sh|py|rb|[cm]?[jt]s|pl|php|ps1|bat))?$/.exec(baseOf(path)) ?? []
  const found = scan.tree.get(path) === 'file' ? scriptRole(name) : undefined
  // `install.sh` is for users of the product, and `check-x` or `test-x` may be anything.
  if (found === undefined || found.variant === true || name === 'install' || name === 'check') return undefined
  return withOne(found, args)
}

function ofRunner(tool: string, args: readonly string[], scan: Scan, scripts: ReadonlySet<string>): Read | undefined {
  const isNode = !['make', 'just', 'task'].includes(tool)
  const words = args.filter((word) => !/^\w+=/.test(word) && !/^-[js]?\d*$/.test(word))
  const [first = '', ...rest] = words[0] === 'run' && isNode ? words.slice(1) : words
  if (first === '') return isNode ? (tool === 'yarn' ? { role: 'install' } : undefined) : { role: 'build', own: true }
  if (isNode && (first === 'install' || first === 'ci' || first === 'i'))
    return rest.every((word) => word.startsWith('-') && !/^--?g/.test(word)) ? { role: 'install' } : undefined
  if (isNode && !scripts.has(first)) {
    const program = tool === 'pnpm' || tool === 'yarn' ? PROGRAMS.get(first) : undefined
    return program?.of[0] === 'package.json' ? ofProgram(first, program, rest, scan) : undefined
  }
  // GNU's `make check` runs the tests, other projects check style.
  if (tool === 'make' && (first === 'check' || first === 'install')) return undefined
  const found = scriptRole(first)
  return found === undefined ? undefined : withOne({ ...found, own: true }, rest)
}

function ofProgram(name: string, { roles }: Program, args: readonly string[], scan: Scan): Read | undefined {
  const tool = toolNamed(name)
  if (tool === 'gradle') return ofTasks(args)
  const goals = tool === 'mvn' ? args.filter((word) => !word.startsWith('-')).toReversed() : args
  const word = tool === 'mvn' ? goals.find((goal) => roles.has(goal)) : goals[0]
  const role = roles.get(word ?? '_') ?? roles.get('_')
  if (role === undefined) return undefined
  const rest = roles.has('_') ? args : args.slice(1)
  if (role === 'install') return installs(tool, rest, scan) ? { role } : undefined
  // `go run script/build.go` starts a helper.
  if (tool === 'go' && role === 'run' && rest.some((each) => each.endsWith('.go'))) return undefined
  if (role === 'services') return args.includes('up') ? { role } : undefined
  return tool === 'mvn' ? { role } : withOne({ role }, rest)
}

/** Installs what the project needs, not the product or another package. */
function installs(tool: string, args: readonly string[], scan: Scan): boolean {
  if (tool === 'pip')
    return args.includes('-e') || args.some((word, at) => args[at - 1] === '-r' && scan.tree.has(word))
  const plain = args.filter((word) => !word.startsWith('-'))
  return tool === 'go' || tool === 'flutter' || tool === 'dart'
    ? plain[0] === (tool === 'go' ? 'download' : 'get')
    : plain.length === 0
}

/** Gradle's tasks, also of a module: `:app:testDemoDebug`. */
function ofTasks(args: readonly string[]): Read | undefined {
  const tasks = args.filter((word) => /^[:{\w][\w:{}-]*$/.test(word)).map((task) => task.replace(/^.*:/, ''))
  const role = GRADLE_TASKS.find(([form]) => tasks.some((task) => form.test(task)))?.[1]
  if (role === undefined) return undefined
  return role === 'test' && args.includes('--tests') ? { role: 'one' } : { role }
}

const GRADLE_TASKS: readonly (readonly [RegExp, Role])[] = [
  [/^(?:test(?:[A-Z]\w*)?|\{\w+\}(?:Unit)?Test)$/, 'test'],
  [/^(?:bootRun|run|quarkusDev)$/, 'run'],
  [/^(?:build|assemble(?:[A-Z{][\w{}]*)?)$/, 'build'],
  [/^(?:spotlessApply|ktlintFormat)$/, 'format'],
  [/^(?:spotlessCheck|ktlintCheck|detekt|lint(?:[A-Z]\w*)?|checkstyle\w*)$/, 'lint'],
]

/** A test command that selects something runs one test. */
function withOne(found: Read, args: readonly string[]): Read {
  if (found.role !== 'test') return found
  const selects = args.some(
    (word, at) =>
      /::|^-(?:k|t|R|run|Dtest=.*|-tests?|-filter|-grep|-test-name-pattern)(?:=|$)|^[<[{]/.test(word) ||
      (!word.startsWith('-') &&
        !args[at - 1]?.startsWith('-') &&
        !/^(?:run|tests?\/?|spec\/?|\.|\.\/\.\.\.|\S+\.slnx?)$/.test(word)),
  )
  return selects ? { role: 'one' } : found
}
