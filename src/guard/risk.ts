/** How risky is a write outside the bank? Several files at once, or a path where mistakes are dear (S31). */

import { BranchedPattern, branch } from '../text/branched-pattern.ts'
import { isAscii } from '../text/is-ascii.ts'

/** One list, matched by path parts: a folder or a word of a name, never a piece of a word. */
const SENSITIVE_WORDS = new Set([
  ...[
    'auth',
    'authn',
    'authz',
    'oauth',
    'oauth2',
    'sso',
    'authentication',
    'authorization',
    'login',
    'session',
    'sessions',
  ],
  ...[
    'security',
    'crypto',
    'encryption',
    'credential',
    'credentials',
    'secret',
    'secrets',
    'permission',
    'permissions',
    'rbac',
    'acl',
    'iam',
    'jwt',
  ],
  ...['docker', 'dockerfile', 'containerfile', 'k8s', 'kubernetes', 'helm', 'charts'],
  ...[
    'infra',
    'infrastructure',
    'terraform',
    'ansible',
    'pulumi',
    'deploy',
    'deployment',
    'migrations',
    'cloudformation',
    'kustomize',
  ],
  ...['ci', 'circleci', 'buildkite', 'workflows', 'jenkinsfile'],
])

/** By their whole names, in lower case. */
const SENSITIVE_FILES = new Set(
  `package.json|package-lock.json|npm-shrinkwrap.json|yarn.lock|pnpm-lock.yaml|pnpm-workspace.yaml|bun.lock|bun.lockb|deno.json|
    deno.jsonc|deno.lock|cargo.toml|cargo.lock|go.mod|go.sum|go.work|pyproject.toml|poetry.lock|uv.lock|pipfile|pipfile.lock|setup.py|
    setup.cfg|gemfile|gemfile.lock|composer.json|composer.lock|pom.xml|build.gradle|build.gradle.kts|settings.gradle|
    settings.gradle.kts|gradle.properties|mix.exs|mix.lock|pubspec.yaml|pubspec.lock|package.swift|directory.build.props|
    directory.packages.props|global.json|nuget.config|.swcrc|cmakelists.txt|.dockerignore|.gitlab-ci.yml|azure-pipelines.yml|
    .travis.yml|bitbucket-pipelines.yml|.npmrc|bunfig.toml|podfile|podfile.lock|cartfile|cartfile.resolved|package.resolved|build.sbt|
    stack.yaml|gleam.toml|project.clj|deps.edn|flake.nix|flake.lock|libs.versions.toml|gradle.lockfile|packages.lock.json|
    directory.build.targets|module.bazel|workspace|workspace.bazel|environment.yaml|environment.yml|rust-toolchain|
    rust-toolchain.toml|meson.build|.drone.yml|buildspec.yml|cloudbuild.yaml|cloudbuild.yml|serverless.yaml|serverless.yml|
    skaffold.yaml|skaffold.yml|chart.yaml|chart.yml|vagrantfile|procfile|nginx.conf|action.yaml|action.yml|dependabot.yaml|
    dependabot.yml`.split(/\|\s*/),
)

export const SENSITIVE_KINDS = new BranchedPattern(
  [
    branch('requirements', String.raw`^requirements[\w.-]*\.txt$`),
    branch('sconfig', String.raw`^[tj]sconfig[\w.-]*\.json$`),
    branch('.babelrc', String.raw`^\.babelrc[\w.]*$`),
    branch(
      '.config.',
      String.raw`^(?:babel|webpack|vite|rollup|rolldown|next|nuxt|svelte|astro|metro|tsup|esbuild|rspack)\.config\.\w+$`,
    ),
    branch('compose', String.raw`^(?:docker-)?compose[\w.-]*\.ya?ml$`),
    branch('dockerfile', String.raw`^[\w.-]*dockerfile[\w.-]*$`),
    branch('.env', String.raw`^\.env[\w.-]*$`),
    branch('proj', String.raw`^[\w.-]+\.(?:csproj|fsproj|vbproj)$`),
    branch('.sln', String.raw`^[\w.-]+\.sln$`),
    branch('.tf', String.raw`^[\w.-]+\.tf(?:vars)?$`),
    branch('cabal|gemspec|nimble', String.raw`^[\w.-]+\.(?:cabal|gemspec|nimble)$`),
  ],
  '',
)

export type Risk =
  | { readonly level: 'low' }
  | { readonly level: 'high'; readonly because: 'several-files' }
  | { readonly level: 'high'; readonly because: 'sensitive'; readonly path: string }

export function riskOf(paths: readonly string[], more: readonly string[]): Risk {
  const sensitive = paths.find((path) => isSensitive(path, more))
  if (sensitive !== undefined) return { level: 'high', because: 'sensitive', path: sensitive }
  return new Set(paths).size > 1 ? { level: 'high', because: 'several-files' } : { level: 'low' }
}

function isSensitive(path: string, more: readonly string[]): boolean {
  const parts = path.split(/[\\/]/).filter((part) => part !== '')
  if (isSensitiveFile(parts.at(-1) ?? '')) return true
  const wanted = (word: string) => SENSITIVE_WORDS.has(word) || more.includes(word)
  return parts.some(
    (part, index) =>
      wanted(part.toLowerCase()) ||
      wordsOf(index === parts.length - 1 ? part.replace(/\.[^.]*$/, '') : part).some(wanted),
  )
}

function isSensitiveFile(name: string): boolean {
  if (!isAscii(name)) return false
  const plain = name.toLowerCase()
  return SENSITIVE_FILES.has(plain) || SENSITIVE_KINDS.test(plain)
}

/** `userAuthService`, `user-auth-service` and `.circleci` by their words. */
function wordsOf(part: string): readonly string[] {
  return part
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(isAscii(part) ? /[^A-Za-z0-9]+/ : /[^\p{L}\p{N}]+/u)
    .map((word) => word.toLowerCase())
}
