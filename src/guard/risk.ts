/** How risky is a write outside the bank? Several files at once, or a path where mistakes are dear (S31). */

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

const SENSITIVE_FILES =
  /^(?:package(?:-lock)?\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|pnpm-workspace\.yaml|bun\.lockb?|deno\.(?:jsonc?|lock)|cargo\.(?:toml|lock)|go\.(?:mod|sum|work)|pyproject\.toml|poetry\.lock|uv\.lock|pipfile(?:\.lock)?|requirements[\w.-]*\.txt|setup\.(?:py|cfg)|gemfile(?:\.lock)?|composer\.(?:json|lock)|pom\.xml|(?:build|settings)\.gradle(?:\.kts)?|gradle\.properties|mix\.(?:exs|lock)|pubspec\.(?:yaml|lock)|package\.swift|[\w.-]+\.(?:csproj|fsproj|vbproj|sln|tf|tfvars)|directory\.(?:build|packages)\.props|global\.json|nuget\.config|[tj]sconfig[\w.-]*\.json|babel\.config\.\w+|\.babelrc[\w.]*|\.swcrc|webpack\.config\.\w+|vite\.config\.\w+|rollup\.config\.\w+|rolldown\.config\.\w+|next\.config\.\w+|cmakelists\.txt|(?:docker-)?compose[\w.-]*\.ya?ml|[\w.-]*dockerfile[\w.-]*|\.dockerignore|\.gitlab-ci\.yml|azure-pipelines\.yml|\.travis\.yml|bitbucket-pipelines\.yml|\.env[\w.-]*|\.npmrc|bunfig\.toml|podfile(?:\.lock)?|cartfile(?:\.resolved)?|package\.resolved|build\.sbt|stack\.yaml|[\w.-]+\.(?:cabal|gemspec|nimble)|gleam\.toml|project\.clj|deps\.edn|flake\.(?:nix|lock)|libs\.versions\.toml|gradle\.lockfile|packages\.lock\.json|directory\.build\.targets|module\.bazel|workspace(?:\.bazel)?|environment\.ya?ml|rust-toolchain(?:\.toml)?|meson\.build|(?:nuxt|svelte|astro|metro|tsup|esbuild|rspack)\.config\.\w+|\.drone\.yml|buildspec\.yml|cloudbuild\.ya?ml|serverless\.ya?ml|skaffold\.ya?ml|chart\.ya?ml|vagrantfile|procfile|nginx\.conf|action\.ya?ml|dependabot\.ya?ml)$/i

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
  const name = parts.at(-1) ?? ''
  if (SENSITIVE_FILES.test(name)) return true
  const wanted = (word: string) => SENSITIVE_WORDS.has(word) || more.includes(word)
  return parts.some(
    (part, index) =>
      wanted(part.toLowerCase()) ||
      wordsOf(index === parts.length - 1 ? part.replace(/\.[^.]*$/, '') : part).some(wanted),
  )
}

/** `userAuthService`, `user-auth-service` and `.circleci` by their words. */
function wordsOf(part: string): readonly string[] {
  return part
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word.toLowerCase())
}
