/** Files whose change alters how the project is built, run or composed; locks and generated ones tell nothing new. */

import type { SignalKind } from './signal.ts'

export function kindOfFile(path: string): SignalKind | undefined {
  if (ELSEWHERE.test(path)) return undefined
  if (WORKFLOW.test(path)) return 'workflow'
  return TECH.test(path) ? 'tech' : undefined
}

/** What stands in such a folder is an example, a fixture or somebody else's. */
const ELSEWHERE =
  /(?:^|\/)(?:node_modules|vendor|dist|build|target|test|tests|__tests__|spec|fixtures?|examples?|samples?|testdata)\//i

const WORKFLOW =
  /(?:^|\/)(?:makefile|gnumakefile|justfile|taskfile\.ya?ml|rakefile|procfile|jenkinsfile|(?:[\w.-]*\.)?dockerfile|containerfile|(?:docker-)?compose[\w.-]*\.ya?ml|\.gitlab-ci\.yml|azure-pipelines\.yml|bitbucket-pipelines\.yml|noxfile\.py|tox\.ini|turbo\.json|nx\.json|\.pre-commit-config\.yaml|lefthook\.yml)$|(?:^|\/)\.(?:github\/workflows|circleci|buildkite)\/[^/]+\.ya?ml$/i

const TECH =
  /(?:^|\/)(?:package\.json|deno\.jsonc?|cargo\.toml|go\.mod|pyproject\.toml|pipfile|requirements[\w.-]*\.txt|gemfile|composer\.json|pom\.xml|build\.gradle(?:\.kts)?|mix\.exs|pubspec\.yaml|package\.swift|build\.sbt|[\w.-]+\.csproj)$/i
