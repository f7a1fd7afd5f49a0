/**
 * Is this text a path of the project? A word with a slash may as well be a MIME type, a branch, a package or
 * a choice (`read/write`): only what is written as a path counts.
 */

export interface NamedPath {
  readonly file: string
  readonly folder: boolean
  readonly lines: { readonly from: number; readonly to: number } | undefined
  readonly hash: string | undefined
  readonly symbol: string | undefined
}

export function pathIn(raw: string): NamedPath | undefined {
  const match = SHAPE.exec(raw.trim())
  const written = match?.[1]
  if (written === undefined || NEVER.test(written)) return undefined
  const file = written.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '')
  const folder = written.endsWith('/')
  if (file === '' || file === '.' || (!folder && !file.includes('/') && !isFileName(file))) return undefined
  const from = match?.[2] === undefined ? undefined : Number(match[2])
  const to = match?.[3] === undefined ? from : Number(match[3])
  return {
    file,
    folder,
    lines: from === undefined || to === undefined || to < from || from === 0 ? undefined : { from, to },
    hash: match?.[4],
    symbol: match?.[5],
  }
}

/** A path, perhaps with lines (`:12`, `:12-20`, `#L12-L20`), with the hash of an anchor, or with a symbol in it. */
const SHAPE =
  /^((?:\.{0,2}\/)?[\w@.+()[\]-]+(?:\/[\w@.+()[\]-]+)*\/?)(?:(?::|#L)(\d{1,6})(?:(?:-|–|:)L?(\d{1,6}))?(?:@([0-9a-f]{6,16}|\?))?|(?:::?|#)([A-Za-z_$][\w$]*)(?:\(\))?)?$/

/** Home, parents, domains, mail, scopes, versions, aliases: not below the project's root, or not paths at all. */
const NEVER =
  /^(?:\.\.|@|~)|^\/(?!\w+\/)|\.\.\.|\/\/|@\d|^[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|io|dev|cn|ai|app|co|gov|edu)(?:\/|$)|^[\w.+-]+@|^(?:https?|file|git|ssh)\b:|^\d+(?:\.\d+)*$|^v?\d+\/|^[A-Z]{2,}\/[A-Z]{2,}$|^(?:application|text|image|audio|video|multipart|font|message)\/|^(?:origin|upstream|feature|feat|fix|hotfix|bugfix|release|chore|refs)\//

function isFileName(name: string): boolean {
  return NAMES.test(name) || EXTENSION.test(name)
}

const NAMES =
  /^(?:Makefile|GNUmakefile|Dockerfile|Containerfile|Justfile|justfile|Procfile|Gemfile|Rakefile|Vagrantfile|Jenkinsfile|Brewfile|CODEOWNERS|LICENSE|CMakeLists\.txt)$/

const CODE =
  'ts|tsx|mts|cts|js|jsx|mjs|cjs|vue|svelte|astro|py|pyi|go|rs|java|kt|kts|scala|groovy|rb|php|cs|fs|vb|c|h|cc|cpp|cxx|hpp|hh|m|mm|swift|dart|ex|exs|erl|hs|clj|cljs|lua|jl|nim|zig|sol|sh|bash|zsh|fish|ps1|bat|cmd|sql|prisma|graphql|gql|proto|thrift|css|scss|sass|less|styl|html|htm|ejs|hbs|pug|erb|j2|jinja|tmpl|xml|tf|hcl|nix|gradle|cmake|mk'
const DATA =
  'json|jsonc|json5|yaml|yml|toml|ini|cfg|conf|properties|env|md|mdx|rst|txt|lock|ipynb|tfvars|example|sample|dist'

const EXTENSION = new RegExp(
  `[^./]\\.(?:${CODE}|${DATA})$|^\\.[\\w-]+(?:rc|ignore)(?:\\.\\w+)?$|^\\.env(?:\\.\\w+)*$`,
  'i',
)
const CODE_FILE = new RegExp(`\\.(?:${CODE})$`, 'i')
const CHECKED_FILE = new RegExp(`\\.(?:${CODE}|json|yaml|yml|toml|ini|cfg|md|mdx|rst)$`, 'i')

export function isCodeFile(path: string): boolean {
  return CODE_FILE.test(path)
}

/** Files that a repository has or has not; a `.env`, a lock or a data file may be anybody's own. */
export function isCommittedKind(path: string): boolean {
  return CHECKED_FILE.test(path) || NAMES.test(path.slice(path.lastIndexOf('/') + 1))
}

/** Names people make up when they explain. */
export function isMadeUp(path: string): boolean {
  const parts = path.split('/')
  const last = parts.pop() ?? ''
  return /(?:^|\/)path\/to(?:\/|$)/i.test(path) || MADE_UP.test(last) || parts.some((part) => MADE_UP_FOLDER.test(part))
}

/** Many a project has `examples/`, `components/` and `features/`. */
const MADE_UP_FOLDER =
  /^(?:foo|bar|baz|qux|quux|dummy|placeholder|something|whatever|x{1,3}|y{2,4}|n{3,4}|abc|my|your)(?:[-_.].*)?$|^(?:your|my|some)(?=[A-Z])|^(?:Foo|Bar|Baz|Xxx|MyComponent)(?=\.|$)|XXX|YYYY|xxxx|NNNN?\b/

const MADE_UP =
  /^(?:foo|bar|baz|qux|quux|example|sample|dummy|placeholder|some(?:thing)?|whatever|x{1,3}|y{2,4}|n{3,4}|abc|name|filename|file|my|your|todo|tbd|component|feature|thing)s?(?:[-_.].*)?$|^(?:your|my|some|a|new|example|sample)[-_]|^(?:your|my|some)(?=[A-Z])|^(?:Foo|Bar|Baz|Xxx|Example|MyComponent|Component|[A-Z])(?=\.|$)|XXX|YYYY|xxxx|NNNN?\b|[-_.](?:example|sample|template|local)\b/

/** Folders that tools fill. */
export function isGenerated(path: string): boolean {
  return (
    path.split('/').some((part) => GENERATED.test(part)) || /\.(?:map|min\.js|d\.ts|tsbuildinfo|pyc|snap)$/.test(path)
  )
}

const GENERATED =
  /^(?:node_modules|dist|build|built|_build|_site|out|output|target|coverage|htmlcov|vendor|tmp|temp|logs?|obj|cache|\.(?:next|nuxt|output|cache|turbo|git|venv|tox|gradle|idea|vscode|terraform|pytest_cache|mypy_cache|svelte-kit|vercel|netlify|expo|husky|claude|cursor|opencode)|__pycache__|venv|env|generated|__generated__|gen|site-packages|storybook-static|DerivedData|Pods|artifacts?|reports?|playwright-report|test-results|uploads|storage|release|releases|secrets?|certs?|data|backups?|\.DS_Store)$/
