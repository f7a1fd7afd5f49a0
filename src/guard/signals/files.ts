/** Files whose change alters how the project is built, run or composed; locks and generated ones tell nothing new. */

import type { SignalKind } from './signal.ts'

export function kindOfFile(path: string): SignalKind | undefined {
  const folders = path.toLowerCase().split('/')
  const name = folders.pop() ?? ''
  if (folders.some((folder) => ELSEWHERE.has(folder))) return undefined
  if (WORKFLOW.has(name) || WORKFLOW_KINDS.test(name) || isPipeline(folders, name)) return 'workflow'
  if (isDesign(folders, name)) return 'design'
  return TECH.has(name) || TECH_KINDS.test(name) || isPythonList(folders, name) ? 'tech' : undefined
}

function isDesign(folders: readonly string[], name: string): boolean {
  if (!/\.(?:md|mdx|adoc|rst)$/.test(name) || /^(?:index|readme|template)/.test(name)) return false
  return DESIGN_FOLDERS.has(folders.at(-1) ?? '') || /(?:^|[-_.])(?:design|rfc)(?:[-_.]doc)?\.\w+$/.test(name)
}

/** requirements/base.txt, requirements/dev.in */
function isPythonList(folders: readonly string[], name: string): boolean {
  return folders.at(-1) === 'requirements' && /\.(?:txt|in)$/.test(name)
}

function isPipeline(folders: readonly string[], name: string): boolean {
  return /\.ya?ml$/.test(name) && /(?:^|\/)\.(?:github\/workflows|circleci|buildkite)$/.test(folders.join('/'))
}

/** What stands in such a folder is an example, a fixture or somebody else's. */
const ELSEWHERE = namesIn(
  'node_modules vendor dist build target test tests __tests__ spec fixture fixtures example examples sample samples testdata',
)

const DESIGN_FOLDERS = namesIn('design designs rfc rfcs adr adrs')

const WORKFLOW = namesIn(
  `makefile gnumakefile justfile taskfile.yml taskfile.yaml rakefile procfile jenkinsfile dockerfile containerfile .gitlab-ci.yml
  azure-pipelines.yml bitbucket-pipelines.yml noxfile.py tox.ini turbo.json nx.json .pre-commit-config.yaml lefthook.yml`,
)
const WORKFLOW_KINDS = /^(?:[\w.-]*\.dockerfile|(?:docker-)?compose[\w.-]*\.ya?ml)$/

const TECH = namesIn(
  `package.json deno.json deno.jsonc cargo.toml go.mod pyproject.toml pipfile gemfile composer.json pom.xml build.gradle
  build.gradle.kts setup.py setup.cfg environment.yml environment.yaml podfile conanfile.txt conanfile.py vcpkg.json platformio.ini mix.exs pubspec.yaml package.swift build.sbt`,
)
const TECH_KINDS = /^(?:requirements[\w.-]*\.(?:txt|in)|[\w.-]+\.(?:csproj|fsproj|cabal|versions\.toml))$/

function namesIn(names: string): ReadonlySet<string> {
  return new Set(names.split(/\s+/))
}
