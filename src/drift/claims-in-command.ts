/** What a shell command needs of the repository: its scripts, targets, packages, and the programs it runs by path. */

import { pathIn } from '../text/path-in.ts'
import { wordSet } from '../text/word-set.ts'
import { type Claim, type MemberKind, type Place, pathClaim, type ScriptTool } from './claim.ts'

type Need =
  | { readonly kind: 'script'; readonly tool: ScriptTool; readonly name: string; readonly sure: boolean }
  | { readonly kind: 'target'; readonly tool: 'make' | 'just' | 'task'; readonly name: string }
  | { readonly kind: 'member'; readonly of: MemberKind; readonly name: string }
  | { readonly kind: 'file'; readonly file: string; readonly folder: boolean; readonly needed: boolean }

/** What the command at this place claims. */
export function claimsInCommand(command: string, place: Place): readonly Claim[] {
  return needsIn(command).map(({ need, text }) => {
    const said = { ...place, text }
    return need.kind === 'file' ? pathClaim(said, need) : { ...said, ...need }
  })
}

/** Whether the command runs a script or a target of the project. */
export function runsScript(command: string): boolean {
  return needsIn(command).some(({ need }) => need.kind === 'script' || need.kind === 'target')
}

function needsIn(command: string): readonly { readonly need: Need; readonly text: string }[] {
  if (/[<>]\w[^<>]*>|\{\{|\bgit clone\b|--if-present|<</.test(command)) return []
  return command.split(/&&|\|\||;|\|/).flatMap((part) => {
    const words = part.trim().split(/\s+/)
    while (/^(?:[A-Za-z_]\w*=\S*|sudo|time|exec|env|command)$/.test(words[0] ?? '')) words.shift()
    const text = words.join(' ')
    return needsOf(words)
      .filter((need) => PLAIN.test(need.kind === 'file' ? need.file : need.name))
      .map((need) => ({ need, text }))
  })
}

/** Whether a code span is a command: a program that we know, followed by at least one word. */
export function isCommand(span: string): boolean {
  const started = /^(?:cd \S+|[A-Z_]+=\S+)\s*(?:&&|;)?\s+/.exec(span.trim())?.[0] ?? ''
  const [first = '', second] = span.trim().slice(started.length).split(/\s+/)
  return second === undefined
    ? /^\.\/[\w./-]+\.(?:sh|py|js|mjs|rb|pl)$/.test(first)
    : PROGRAMS.has(first) || /^(?:\.\/)?[\w.-]+\/[\w./-]+$/.test(first)
}

const PLAIN = /^[\w@./:+-]+$/

type Reader = (words: readonly string[]) => readonly Need[]

function needsOf(words: readonly string[]): readonly Need[] {
  const [program = '', ...rest] = words
  const installed = /^(?:\.\/)?(?:node_modules\/\.bin|vendor\/bin|\.?venv\/bin)\/([\w-]+)$/.exec(program)?.[1]
  const known = installed ?? program
  const read = PROGRAMS.get(known)
  if (read !== undefined) return read(rest)
  if (installed !== undefined) return []
  if (/^\.\/[\w.-]+$/.test(program)) return [{ kind: 'file', file: program.slice(2), folder: false, needed: false }]
  return /^(?:\.\/)?[\w.-]+\//.test(program) ? fileNeeded(program) : []
}

const npm: Reader = (words) => {
  const said = plainWords(words)
  const [first = '', second] = said
  if (first === 'run' || first === 'run-script') return second === undefined ? [] : [script('npm', second, true)]
  if (first === 'test' || first === 't') return [script('npm', 'test', true)]
  return []
}

/** `yarn run` also runs programs of packages, not only scripts. */
const yarn: Reader = (words) => {
  if (/^(?:-T|-B|--top-level|--binaries-only)$/.test(words[1] ?? '')) return []
  return pnpm(words).map((need) => (need.kind === 'script' ? { ...need, sure: false } : need))
}

/** pnpm and yarn run a script without `run`, but also programs of packages. */
const pnpm: Reader = (words) => {
  const said = plainWords(words)
  const [first = '', second, third] = said
  if (first === 'run' || first === 'run-script') return second === undefined ? [] : [script('npm', second, true)]
  if (first === 'workspace') return third === undefined ? [] : pnpm(said.slice(2))
  return /^[a-z][\w:-]*$/.test(first) && !PNPM_OWN.has(first) ? [script('npm', first, first === 'test')] : []
}

const bun: Reader = (words) => {
  const [first = '', second] = plainWords(words)
  if (first !== 'run' || second === undefined) return []
  return pathLike(second) ? fileNeeded(second) : [script('npm', second, true)]
}

const deno: Reader = (words) => {
  const [first = '', second] = plainWords(words)
  if (second === undefined) return []
  if (first === 'task') return [script('deno', second, true)]
  return first === 'run' && pathLike(second) ? fileNeeded(second) : []
}

const composer: Reader = (words) => {
  const [first = '', second] = plainWords(words)
  if (first === 'run' || first === 'run-script') return second === undefined ? [] : [script('composer', second, true)]
  return /^[a-z][\w-]*:[\w:-]+$/.test(first) ? [script('composer', first, false)] : []
}

const make: Reader = (words) => targets('make', words, wordSet('-C -f -j -l -o -W -I --directory --file --jobs'))
const task: Reader = (words) => targets('task', words, wordSet('-d -t --dir --taskfile'))
/** The words after the recipe are its arguments. */
const just: Reader = (words) => targets('just', words, wordSet('-f -d --justfile --working-directory')).slice(0, 1)

function targets(
  tool: 'make' | 'just' | 'task',
  words: readonly string[],
  valued: ReadonlySet<string>,
): readonly Need[] {
  if (words.some((word) => /^(?:-C|-f|-d|--directory|--file|--justfile)/.test(word))) return []
  const said = plainWords(words.slice(0, words.includes('--') ? words.indexOf('--') : words.length), valued)
  return said
    .filter((word) => !word.includes('=') && /^[A-Za-z][\w:./-]*$/.test(word))
    .map((name) => ({ kind: 'target', tool, name }))
}

const cargo: Reader = (words) => {
  const verb = words[0] ?? ''
  if (!CARGO_VERBS.has(verb) && !/^\+\w+$/.test(verb)) return []
  const own = words.includes('--') ? words.slice(0, words.indexOf('--')) : words
  return own.flatMap((word, index): readonly Need[] => {
    const of = CARGO_OPTIONS[word]
    const value = own[index + 1]
    if (of === undefined || value === undefined || value.startsWith('-')) return []
    if (of !== 'cargo-feature') return [{ kind: 'member', of, name: value }]
    const features = value.replaceAll(/["']/g, '').split(',')
    return features.filter((name) => /^[\w-]+$/.test(name)).map((name) => ({ kind: 'member', of, name }))
  })
}

const CARGO_OPTIONS: Readonly<Record<string, MemberKind>> = {
  '-p': 'cargo-package',
  '--package': 'cargo-package',
  '--bin': 'cargo-target',
  '--example': 'cargo-target',
  '--bench': 'cargo-target',
  '--test': 'cargo-target',
  '--features': 'cargo-feature',
  '-F': 'cargo-feature',
}
const CARGO_VERBS = wordSet('run build test check clippy bench b r t c')
const GO_VERBS = wordSet('run build test vet generate')

const go: Reader = (words) => {
  if (!GO_VERBS.has(words[0] ?? '')) return []
  return words.slice(1).flatMap((word, index, all) => {
    if (!word.startsWith('./') || all[index - 1] === '-o') return []
    const file = word.replace(/\/?\.\.\.$/, '').replace(/^\.\/?/, '')
    return file === '' ? [] : [{ kind: 'file' as const, file, folder: !file.endsWith('.go'), needed: false }]
  })
}

const python: Reader = (words) => {
  const at = words.indexOf('-m')
  const module = at === -1 ? undefined : words[at + 1]
  if (module !== undefined)
    return [...moduleNeeded(module), ...(module === 'pytest' ? runsFiles(words.slice(at + 2)) : [])]
  return runsFile(words)
}

const server: Reader = (words) =>
  words.flatMap((word) => (/^[\w.]+:\w+$/.test(word) ? moduleNeeded(word.replace(/:.*$/, '')) : []))

/** The first plain word is the program that an interpreter runs. */
const runsFile: Reader = (words) => {
  const first = words.find((word) => !word.startsWith('-'))
  return first !== undefined && /\.\w+$/.test(first) && pathLike(first) ? fileNeeded(first) : []
}

/** The operands of a test runner are files and folders. */
const runsFiles: Reader = (words) =>
  words.flatMap((word) =>
    word.includes('/') && !word.startsWith('-') ? fileNeeded(word.replace(/:.*$/, '').replace(/\[.*$/, '')) : [],
  )

/** The operands of this runner are files, or words to filter by. */
const runsNamedFiles: Reader = (words) =>
  runsFiles(words.filter((word) => /\.(?:[cm]?[jt]sx?|php|rb)(?::\d+)?$/.test(word)))

const wrapped: Reader = (words) => needsOf(words[0] === 'run' ? words.slice(1) : [])
const unwrapped: Reader = (words) => needsOf(words[0] === 'exec' ? words.slice(1) : words)

const tox: Reader = (words) =>
  words.flatMap((word, index) =>
    /^(?:-e|--env)$/.test(words[index - 1] ?? '')
      ? word.split(',').map((name) => ({ kind: 'member' as const, of: 'tox-env' as const, name }))
      : [],
  )

const rake: Reader = (words) =>
  words
    .filter((word) => /^[a-z][\w:]*(?:\[.*)?$/.test(word))
    .map((word) => ({ kind: 'member', of: 'rake-task', name: word.replace(/\[.*$/, '') }))

const maven: Reader = (words) =>
  words.flatMap((word, index) => {
    const profiles = /^-P(.+)$/.exec(word)?.[1] ?? (words[index - 1] === '-P' ? word : undefined)
    const of = profiles === undefined ? ('maven-module' as const) : ('maven-profile' as const)
    const named = profiles ?? (/^(?:-pl|--projects)$/.test(words[index - 1] ?? '') ? word : '')
    return named
      .split(',')
      .filter((name) => /^[\w./-]+$/.test(name) && !name.startsWith('-'))
      .map((name) => ({ kind: 'member' as const, of, name }))
  })

const pip: Reader = (words) => fileOfOption(words, wordSet('-r -c --requirement'))

const docker: Reader = (words) => {
  if (words[0] === 'compose') return compose(words.slice(1))
  return words[0] === 'build' ? fileOfOption(words, FILE_OPTIONS) : []
}

const FILE_OPTIONS = wordSet('-f --file')
const COMPOSE_OPTIONS = wordSet('-f --file -p --project-name --profile --env-file -t --timeout --tail -n')
const TAKES_SERVICES = wordSet('up start stop restart logs build pull rm kill')

const compose: Reader = (words) => {
  const files = fileOfOption(words, FILE_OPTIONS)
  const said = plainWords(words, COMPOSE_OPTIONS)
  const verb = said[0] ?? ''
  const named = TAKES_SERVICES.has(verb) ? said.slice(1) : verb === 'exec' || verb === 'run' ? said.slice(1, 2) : []
  return [...files, ...named.map((name) => ({ kind: 'member' as const, of: 'compose-service' as const, name }))]
}

const gradle: Reader = (words) =>
  words.flatMap((word) => {
    const module = /^:?((?:[\w-]+:)+)[\w-]+$/.exec(word)?.[1]
    return module === undefined
      ? []
      : [{ kind: 'member' as const, of: 'gradle-module' as const, name: module.replace(/:$/, '') }]
  })

const READERS: readonly (readonly [string, Reader])[] = [
  ['npm', npm],
  ['pnpm', pnpm],
  ['yarn', yarn],
  ['bun', bun],
  ['deno', deno],
  ['composer', composer],
  ['make', make],
  ['just', just],
  ['task', task],
  ['cargo', cargo],
  ['go', go],
  ['python python3', python],
  ['uvicorn gunicorn hypercorn', server],
  ['node tsx ts-node bash sh zsh source ruby php', runsFile],
  ['pytest nosetests', runsFiles],
  ['vitest jest mocha ava phpunit rspec', runsNamedFiles],
  ['npx', (words) => needsOf(words.filter((word) => !/^(?:-y|--yes|--)$/.test(word)))],
  ['bundle', unwrapped],
  ['rake bin/rake', rake],
  ['tox', tox],
  ['mvn ./mvnw', maven],
  ['poetry uv pdm pipenv', wrapped],
  ['pip pip3', pip],
  ['docker', docker],
  ['docker-compose', compose],
  ['gradle ./gradlew', gradle],
]
const PROGRAMS = new Map(READERS.flatMap(([names, read]) => names.split(' ').map((name) => [name, read] as const)))

const PNPM_OWN = wordSet(
  `install i add remove rm un uninstall update up upgrade link unlink import rebuild prune fetch audit list ls
  outdated why licenses init create publish pack config set get login logout whoami store root bin setup env cache
  dedupe patch server deploy doctor exec dlx node npm self-update version info plugin workspaces global help
  completion start changeset approve-builds catalog-update pkg`,
)

function script(tool: ScriptTool, name: string, sure: boolean): Need {
  return { kind: 'script', tool, name, sure }
}

function fileNeeded(word: string): readonly Need[] {
  const named = pathIn(word)
  return named === undefined ? [] : [{ kind: 'file', file: named.file, folder: named.folder, needed: false }]
}

/** The file that an option names. */
function fileOfOption(words: readonly string[], option: ReadonlySet<string>): readonly Need[] {
  return words.flatMap((word, index) =>
    option.has(words[index - 1] ?? '') ? namedFile(word).map((need) => ({ ...need, needed: true })) : [],
  )
}

/** The word is a file even if it has no slash and no ending. */
function namedFile(word: string): readonly Need[] {
  return /^[A-Za-z][\w.-]*$/.test(word) ? [{ kind: 'file', file: word, folder: false, needed: true }] : fileNeeded(word)
}

function moduleNeeded(module: string): readonly Need[] {
  return /^[a-z_]\w*(?:\.\w+)+$/i.test(module) ? [{ kind: 'member', of: 'python-module', name: module }] : []
}

function pathLike(word: string): boolean {
  return /[/.]/.test(word)
}

/** The words that are neither options nor their values. */
function plainWords(words: readonly string[], valued = WORKSPACE_OPTION): readonly string[] {
  return words.filter((word, index) => !word.startsWith('-') && !valued.has(words[index - 1] ?? ''))
}

const WORKSPACE_OPTION = wordSet('-w --workspace --prefix -C --dir --filter -F --cwd --config --mode --shell')
