/**
 * Reads one line of a shell as a command of the project: install, run, build, test, lint or format.
 *
 * The program and its first words decide, never the prose around the line. A line counts only if the repository's root
 * has the file that the program works on, so a command for users of the product, or for another folder, is not read.
 */

import { phraseList, wordSet } from '../base/word-set.ts'
import { Declarations } from './declarations.ts'
import { type ProjectCommand, ROLE_NAMES, type Role, scriptRole } from './manifest-reader.ts'
import { holdsCredential } from './plain-text.ts'
import { baseOf, isNamed, type Scan } from './scan.ts'

export class CommandReader {
  readonly #tree: Scan['tree']
  readonly #rootFiles: readonly string[]
  readonly #own: ReadonlySet<string>
  /** The scripts of package.json. */
  readonly #scripts: ReadonlySet<string>

  /** `own` are the names of the project, whose documents show users how to run it. */
  constructor({ tree, files }: Scan, own: ReadonlySet<string>) {
    this.#own = own
    this.#tree = tree
    this.#rootFiles = [...tree].flatMap(([path, kind]) => (kind === 'file' && !path.includes('/') ? [path] : []))
    const root = files.filter(({ path }) => !path.includes('/'))
    this.#scripts = new Set(new Declarations(root).scripts('npm')?.keys() ?? [])
  }

  read(line: string): ProjectCommand | undefined {
    const run = line
      .trim()
      .replace(/^[$❯%]\s+/, '')
      .replace(/\s+#\s.*$/, '')
      .replace(/\s+/g, ' ')
    const isQuoteOpen = ['"', "'"].some((quote) => run.split(quote).length % 2 === 0)
    if (run.length > LONGEST || isQuoteOpen || holdsCredential(run)) return undefined
    if (NOT_ONE.test(run) || ELSEWHERE.test(run)) return undefined
    const words = run.split(' ')
    const first = words.findIndex((word) => !/^\w+=/.test(word))
    const found = first === -1 ? undefined : this.#roleOf(words.slice(first))
    if (found === undefined) return undefined
    // A formatter that only checks is a linter.
    const checks = found.role === 'format' && / --?(?:check|verify-no-changes|diff)\b/.test(run)
    return { ...found, role: checks ? 'lint' : found.role, run }
  }

  #roleOf(words: readonly string[]): Read | undefined {
    const [name = '', next = ''] = words
    const wrapper = WRAPPERS.find((each) => `${name} ${next} `.startsWith(`${each} `))
    if (wrapper !== undefined) {
      // Options of a wrapper may have values, so the next known program counts.
      const inner = words.slice(wrapper.split(' ').length)
      const at = inner.findIndex((word) => !word.startsWith('-') && (isProgram(word) || this.#tree.has(pathOf(word))))
      return at === -1 ? undefined : this.#roleOf(inner.slice(at))
    }
    if (INTERPRETERS.has(name)) return this.#interpreted(words.slice(1))
    const tool = toolNamed(name)
    if (this.#own.has(tool)) return undefined
    // `bin/rails` of a new application is not a program of the framework itself.
    if (name.includes('/') && !INSTALLED.test(name) && !this.#tree.has(pathOf(name))) return undefined
    if (this.#hasOneOf(RUNNERS[tool])) return this.#ofRunner(tool, words.slice(1))
    const program = PROGRAMS.get(tool)
    if (this.#hasOneOf(program?.of)) return this.#ofProgram(tool, words.slice(1))
    return name.includes('/') ? this.#ofFile(name, words.slice(1)) : undefined
  }

  #hasOneOf(names: readonly string[] | undefined): boolean {
    return names !== undefined && this.#rootFiles.some((path) => isNamed(path, names))
  }

  /** `python -m pytest`, `python manage.py test`, `python -Wall tests/runtests.py`. */
  #interpreted(words: readonly string[]): Read | undefined {
    const module = words.indexOf('-m')
    if (module !== -1) return this.#roleOf(words.slice(module + 1))
    const at = words.findIndex((word) => !word.startsWith('-'))
    const file = words[at] ?? ''
    const isKnown = this.#hasOneOf(PROGRAMS.get(baseOf(file))?.of)
    return isKnown ? this.#ofProgram(baseOf(file), words.slice(at + 1)) : this.#ofFile(file, words.slice(at + 1))
  }

  /** A program of the project, named for its role: `script/test`, `./build.sh`. */
  #ofFile(word: string, args: readonly string[]): Read | undefined {
    const path = pathOf(word)
    const [, name = ''] = /^([^.]+)(?:\.(?:sh|py|rb|[cm]?[jt]s|pl|php|ps1|bat))?$/.exec(baseOf(path)) ?? []
    const found = this.#tree.get(path) === 'file' ? scriptRole(name) : undefined
    // `install.sh` is for users of the product, and `check-x` or `test-x` may be anything.
    if (found === undefined || found.variant === true || name === 'install' || name === 'check') return undefined
    return withOne(found, args)
  }

  #ofRunner(tool: string, args: readonly string[]): Read | undefined {
    const isNode = !['make', 'just', 'task'].includes(tool)
    const words = args.filter((word) => !/^\w+=/.test(word) && !/^-[js]?\d*$/.test(word))
    const [first = '', ...rest] = words[0] === 'run' && isNode ? words.slice(1) : words
    if (first === '') return isNode ? (tool === 'yarn' ? { role: 'install' } : undefined) : { role: 'build', own: true }
    if (isNode && (first === 'install' || first === 'ci' || first === 'i'))
      return rest.every((word) => word.startsWith('-') && !/^--?g/.test(word)) ? { role: 'install' } : undefined
    if (isNode && !this.#scripts.has(first)) {
      const isProgramOfPackage = PROGRAMS.get(first)?.of[0] === 'package.json' && tool !== 'npm'
      return isProgramOfPackage ? this.#ofProgram(first, rest) : undefined
    }
    // GNU's `make check` runs the tests, other projects check style.
    if (tool === 'make' && (first === 'check' || first === 'install')) return undefined
    const found = scriptRole(first)
    // `npm run build -- runtime` builds a part.
    if (found === undefined || (found.role !== 'test' && rest.includes('--'))) return undefined
    return withOne({ ...found, own: true }, rest)
  }

  #ofProgram(tool: string, args: readonly string[]): Read | undefined {
    const roles = PROGRAMS.get(tool)?.roles ?? new Map<string, Role>()
    if (tool === 'gradle') return ofTasks(args)
    if (args.some((word) => PARTS.get(tool)?.test(word))) return undefined
    const word = tool === 'mvn' ? args.findLast((goal) => roles.has(goal)) : args[0]
    const role = roles.get(word ?? '_') ?? roles.get('_')
    const rest = roles.has('_') ? args : args.slice(1)
    if (role === undefined || (role === 'install' && !this.#installs(tool, rest))) return undefined
    if ((role === 'run' && !this.#runs(tool, rest)) || (role === 'services' && !args.includes('up'))) return undefined
    return tool === 'mvn' ? { role } : withOne({ role }, rest)
  }

  /** Installs what the project needs, not the product or another package. */
  #installs(tool: string, args: readonly string[]): boolean {
    const plain = args.filter((word) => !word.startsWith('-'))
    switch (tool) {
      case 'pip':
        return args.includes('-e') || args.some((word, at) => args[at - 1] === '-r' && this.#tree.has(word))
      case 'go':
        return plain[0] === 'download'
      case 'flutter':
      case 'dart':
        return plain[0] === 'get'
      default:
        return plain.length === 0
    }
  }

  /** Runs a program of the project, not one of its users or a helper such as `go run script/build.go`. */
  #runs(tool: string, args: readonly string[]): boolean {
    if (tool === 'cargo') return args.length > 0 || ['src/main.rs', 'src/bin'].some((path) => this.#tree.has(path))
    const program = args.find((word) => !word.startsWith('-')) ?? ''
    return tool !== 'go' || this.#tree.has(program === '.' ? 'main.go' : pathOf(program).replace(/\.go$/, ''))
  }
}

const LONGEST = 120
/** Several commands, redirected output, values of CI and globs. */
const NOT_ONE = /&&|[;`|*…]|>>|[<>] |^[<>#{}[\]()]|\$[{(]|\.{3}(?!$)/
/** Options that name another folder, or need an earlier step. */
const ELSEWHERE = /\s(?:(?:-C|--prefix|--cwd|--manifest-path|--dir|--working-dir\w*)[ =]|--no-(?:build|restore)\b)/

type Read = Pick<ProjectCommand, 'role' | 'own' | 'variant'>

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
  ['rails', 'config.ru', { run: 's server', test: 'test' }],
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

/** Options that select an environment, a profile or a kind of tests. */
const PARTS: ReadonlyMap<string, RegExp> = new Map([
  ['tox', /^-e/],
  ['mvn', /^-P/],
  ['cargo', /^--(?:doc|lib|bins?|examples?|benches)$/],
])

const INTERPRETERS = wordSet('python python3 node bash sh ruby php')
const WRAPPERS = phraseList(
  'uv run | poetry run | pdm run | hatch run | pipenv run | bundle exec | npx | bunx | pnpm exec',
)
/** Folders of programs that an installation creates. */
const INSTALLED = /^(?:\.\/)?(?:vendor|node_modules|\.?venv)\//

function isProgram(word: string): boolean {
  return PROGRAMS.has(toolNamed(word)) || INTERPRETERS.has(word)
}

/** `./gradlew`, `bin/rails` and `vendor/bin/phpunit` are the programs of these names. */
function toolNamed(word: string): string {
  const base = baseOf(word.replaceAll('\\', '/'))
  return base === 'gradlew' ? 'gradle' : base === 'mvnw' ? 'mvn' : base.replace(/^pip3$/, 'pip')
}

function pathOf(word: string): string {
  return word.replace(/^\.\//, '')
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
