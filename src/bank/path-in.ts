/**
 * Whether a text is a path of the project. A word with a slash may also be a MIME type, a branch, a package or a choice
 * (`read/write`), so only text in the form of a path counts.
 */

import { wordSet } from '../base/word-set.ts'

export interface NamedPath {
  readonly file: string
  readonly folder: boolean
  readonly lines: { readonly from: number; readonly to: number } | undefined
  readonly hash: string | undefined
  readonly symbol: string | undefined
}

export function pathIn(raw: string): NamedPath | undefined {
  const [, written, first = '0', last = first, hash, symbol] = SHAPE.exec(raw.trim()) ?? []
  if (written === undefined || isNoPath(written)) return undefined
  const file = written.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '')
  const folder = written.endsWith('/')
  if (!folder && !file.includes('/') && !isFileName(file)) return undefined
  const [from, to] = [Number(first), Number(last)]
  return { file, folder, lines: from === 0 || to < from ? undefined : { from, to }, hash, symbol }
}

/** Whether the text is not a path below the project's root. */
function isNoPath(written: string): boolean {
  return NEVER.test(written) || NO_FOLDERS.has(written.slice(0, written.indexOf('/')))
}

/** A path, optionally with lines (`:12`, `:12-20`, `#L12-L20`), the hash of an anchor, or a symbol. */
const SHAPE =
  /^((?:\.{0,2}\/)?[\w@.+()[\]-]+(?:\/[\w@.+()[\]-]+)*\/?)(?:(?::|#L)(\d{1,6})(?:(?:-|–|:)L?(\d{1,6}))?(?:@([0-9a-f]{6,16}|\?))?|(?:::?|#)([A-Za-z_$][\w$]*)(?:\(\))?)?$/

/** Home folders, parent folders, domains, mail addresses, scopes, versions and aliases are not paths below the root. */
const NEVER =
  /^[./]+$|^(?:\.\.|@|~)|^\/(?!\w+\/)|\.\.\.|\/\/|@\d|^[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|io|dev|cn|ai|app|co|gov|edu)(?:\/|$)|^[\w.+-]+@|^(?:https?|file|git|ssh)\b:|^\d+(?:\.\d+)*$|^v?\d+\/|^[A-Z]{2,}\/[A-Z]{2,}$/

/** First parts of MIME types and of branch names. */
const NO_FOLDERS = wordSet(
  `application text image audio video multipart font message origin upstream feature feat fix hotfix bugfix release
  chore refs`,
)

function isFileName(name: string): boolean {
  const ending = endingOf(name)
  const isKnownEnding = CODE.has(ending) || CHECKED.has(ending) || DATA.has(ending)
  return NAMES.has(name) || (isKnownEnding && name.length > ending.length + 1) || SETTINGS_FILE.test(name)
}

const SETTINGS_FILE = /^\.[\w-]+(?:rc|ignore)(?:\.\w+)?$|^\.env(?:\.\w+)*$/i
const NAMES = wordSet(
  `Makefile GNUmakefile Dockerfile Containerfile Justfile justfile Procfile Gemfile Rakefile Vagrantfile Jenkinsfile
  Brewfile CODEOWNERS LICENSE CMakeLists.txt`,
)

const CODE = wordSet(
  `ts tsx mts cts js jsx mjs cjs vue svelte astro py pyi go rs java kt kts scala groovy rb php cs fs vb c h cc cpp cxx
  hpp hh m mm swift dart ex exs erl hs clj cljs lua jl nim zig sol sh bash zsh fish ps1 bat cmd sql prisma graphql gql
  proto thrift css scss sass less styl html htm ejs hbs pug erb j2 jinja tmpl xml tf hcl nix gradle cmake mk`,
)
/** File types that are always committed. A `.env`, a lock file or a data file may be ignored by git. */
const CHECKED = wordSet('json yaml yml toml ini cfg md mdx rst')
const DATA = wordSet('jsonc json5 conf properties env txt lock ipynb tfvars example sample dist')

/** The extension in lower case without its dot, or an empty string. */
function endingOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1 || path.length).toLowerCase()
}

export function isCodeFile(path: string): boolean {
  return CODE.has(endingOf(path))
}

/** Whether a project usually commits a file of this type. */
export function isCommittedKind(path: string): boolean {
  const ending = endingOf(path)
  return CODE.has(ending) || CHECKED.has(ending) || NAMES.has(path.slice(path.lastIndexOf('/') + 1))
}

/** Whether the path looks like a made-up name of an example. */
export function isMadeUp(path: string): boolean {
  const parts = path.split('/')
  const last = parts.pop() ?? ''
  return /(?:^|\/)path\/to(?:\/|$)/i.test(path) || isMadeUpFile(last) || parts.some(isMadeUpFolder)
}

/** `examples/`, `components/` and `features/` are not among them, because many projects have these folders. */
function isMadeUpFolder(name: string): boolean {
  return MADE_UP.has(firstWord(name)) || MADE_UP_SHAPE.test(name)
}

function isMadeUpFile(name: string): boolean {
  const first = firstWord(name)
  const isMadeUpWord = [first, first.replace(/s$/, '')].some((word) => MADE_UP.has(word) || MADE_UP_FILES.has(word))
  return isMadeUpWord || MADE_UP_SHAPE.test(name) || MADE_UP_FILE_SHAPE.test(name)
}

function firstWord(name: string): string {
  return name.split(/[-_.]/, 1)[0] ?? ''
}

const MADE_UP = wordSet(
  'foo bar baz qux quux dummy placeholder something whatever x xx xxx yy yyy yyyy nnn nnnn abc my your',
)
const MADE_UP_FILES = wordSet('example sample some name filename file todo tbd component feature thing')
const MADE_UP_SHAPE = /^(?:your|my|some)[A-Z]|^(?:Foo|Bar|Baz|Xxx|MyComponent)(?:\.|$)|XXX|YYYY|xxxx|NNNN?\b/
const MADE_UP_FILE_SHAPE =
  /^(?:a|new)[-_]|^(?:Example|Component|[A-Z])(?:\.|$)|[-_.](?:example|sample|template|local)\b/

/** Folders and files that only tools write. */
export function isGenerated(path: string): boolean {
  return path.split('/').some((part) => GENERATED.has(part)) || GENERATED_FILE.test(path)
}

const GENERATED_FILE = /\.(?:map|min\.js|d\.ts|tsbuildinfo|pyc|snap)$/
const GENERATED = wordSet(
  `node_modules dist build built _build _site out output target coverage htmlcov vendor tmp temp logs log obj cache
  .next .nuxt .output .cache .turbo .git .venv .tox .gradle .idea .vscode .terraform .pytest_cache .mypy_cache
  .svelte-kit .vercel .netlify .expo .husky .claude .cursor .opencode __pycache__ venv env generated __generated__
  gen site-packages storybook-static DerivedData Pods artifacts artifact reports report playwright-report
  test-results uploads storage release releases secrets secret certs cert data backups backup .DS_Store`,
)
