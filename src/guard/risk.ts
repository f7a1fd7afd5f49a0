/** The risk of a write outside the bank: high for several files at once, and for sensitive paths (S31). */

/** Compared with whole folder names and whole words of a name. */
const SENSITIVE_WORDS = new Set(
  `auth authn authz oauth oauth2 sso authentication authorization login session sessions security crypto encryption
  credential credentials secret secrets permission permissions rbac acl iam jwt docker dockerfile containerfile
  k8s kubernetes helm charts infra infrastructure terraform ansible pulumi deploy deployment migrations
  cloudformation kustomize ci circleci buildkite workflows jenkinsfile`.split(/\s+/),
)

/** Compared with the whole file name in lower case. */
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

/** Patterns of sensitive file names. */
const SENSITIVE_KINDS =
  /^(?:requirements[\w.-]*\.txt|[tj]sconfig[\w.-]*\.json|\.babelrc[\w.]*|(?:babel|webpack|vite|rollup|rolldown|next|nuxt|svelte|astro|metro|tsup|esbuild|rspack)\.config\.\w+|(?:docker-)?compose[\w.-]*\.ya?ml|[\w.-]*dockerfile[\w.-]*|\.env[\w.-]*|[\w.-]+\.(?:csproj|fsproj|vbproj|sln|tf|tfvars|cabal|gemspec|nimble))$/

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

/** Whether a name is a manifest, lock file, compiler configuration, pipeline or container file. */
export function isSensitiveFile(name: string): boolean {
  const plain = name.toLowerCase()
  return SENSITIVE_FILES.has(plain) || SENSITIVE_KINDS.test(plain)
}

/** Splits `userAuthService` and `user-auth-service` into words. */
function wordsOf(part: string): readonly string[] {
  return part
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word.toLowerCase())
}
