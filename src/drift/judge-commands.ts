/** Scripts, targets and members (services, modules, features) of commands against what the manifests declare. */

import { wordSet } from '../text/word-set.ts'
import type { MemberKind, Place, ScriptTool } from './claim.ts'
import { type Codebase, type PathIndex, UNKNOWN, VALID, type Verdict } from './codebase.ts'
import type { Declarations } from './declarations.ts'
import { packageKey } from './known-packages.ts'

export function judgeScript(
  { tool, name, sure }: { tool: ScriptTool; name: string; sure: boolean },
  declared: Declarations,
): Verdict {
  const scripts = declared.scripts.get(tool)
  const manifest = MANIFEST[tool]
  if (scripts === undefined || scripts.size === 0 || declared.unreadable.has(manifest)) return UNKNOWN
  if (scripts.has(name)) return VALID
  if (!sure && mayBeProgram(name, declared)) return UNKNOWN
  const there = nearest(name, [...scripts.keys()], 6)
  const source = [...new Set(scripts.values())]
  const where = source.length === 1 ? (source[0] ?? manifest) : manifest
  const evidence = {
    en: `no script of that name in ${where}; it has ${there.join(', ')}`,
    zh: `${where} 中没有这个脚本，现有 ${there.join('、')}`,
  }
  return { kind: 'gone', evidence }
}

const MANIFEST: Readonly<Record<ScriptTool, string>> = {
  npm: 'package.json',
  composer: 'composer.json',
  deno: 'deno.json',
}
const COMMON_SCRIPTS = wordSet(
  `dev build start serve lint test format typecheck e2e preview storybook migrate seed generate codegen watch clean
  release deploy check coverage`,
)

/** Without `run`, the name may also be a program that a package brings. */
function mayBeProgram(name: string, declared: Declarations): boolean {
  const isScript = name.includes(':') || COMMON_SCRIPTS.has(name.replace(/[-_].*$/, ''))
  if (!isScript) return true
  return [...declared.packages.keys()].some((key) => key === packageKey(name) || key.endsWith(`/${packageKey(name)}`))
}

/** The names that share a part with this one; if none does, the first ones. */
function nearest(name: string, names: readonly string[], most: number): readonly string[] {
  const parts = new Set(name.split(/[:_-]/))
  const near = names.filter((other) => other.split(/[:_-]/).some((part) => parts.has(part)))
  return near.length === 0 ? names.slice(0, most) : near.slice(0, 4)
}

export function judgeTarget(
  { tool, name, strength }: Place & { tool: 'make' | 'just' | 'task'; name: string },
  codebase: Codebase,
): Verdict {
  const declarations = codebase.declarations()
  const files = declarations.runners.get(tool) ?? []
  if (/[./]/.test(name)) return UNKNOWN
  if (files.length === 0) {
    if (strength === 'weak' || declarations.ecosystems.size === 0 || mayHaveMakefile(codebase.paths())) return UNKNOWN
    return { kind: 'gone', evidence: { en: `there is no ${RUNNER_FILE[tool]}`, zh: `没有 ${RUNNER_FILE[tool]}` } }
  }
  const escaped = name.replaceAll(/[-.]/g, (character) => `\\${character}`)
  const offers: Readonly<Record<typeof tool, RegExp>> = {
    make: new RegExp(
      `^(?:[^\\t#=\\n:][^#=\\n:]*[ \\t])?${escaped}(?:[ \\t][^#=\\n:]*)?::?(?!=)|^\\.PHONY[ \\t]*:.*[ \\t]${escaped}(?:[ \\t]|$)`,
      'm',
    ),
    just: new RegExp(`^(?:@?${escaped}(?:[ \\t][^\\n:]*)?:(?!=)|alias[ \\t]+${escaped}\\b)`, 'm'),
    task: new RegExp(`^[ \\t]+["']?${escaped}["']?[ \\t]*:|aliases:.*\\b${escaped}\\b`, 'm'),
  }
  if (files.some(({ text }) => offers[tool].test(text))) return VALID
  // Patterns, variables or included files may make further targets that we do not see.
  if (files.some(({ text }) => OPEN_ENDED[tool].test(text))) return UNKNOWN
  const where = files[0]?.path ?? tool
  return { kind: 'gone', evidence: { en: `${where} has no target of that name`, zh: `${where} 中没有这个目标` } }
}

const RUNNER_FILE = { make: 'Makefile', just: 'justfile', task: 'Taskfile' } as const

/** Whether a Makefile may be generated from a file of the repository. */
function mayHaveMakefile(paths: PathIndex): boolean {
  return paths.hasEnding('.mk') || [...MAKES_MAKEFILE].some((name) => paths.named(name).length > 0)
}

const MAKES_MAKEFILE = wordSet(
  `configure configure.ac configure.in Makefile.in Makefile.am Makefile.PL CMakeLists.txt binding.gyp setup.py qmake.pro
  meson.build`,
)

const OPEN_ENDED: Readonly<Record<'make' | 'just' | 'task', RegExp>> = {
  make: /^(?:-|s)?include\b|^[^\t#=\r\n%$]*(?:\$[^(\t#=\r\n%$][^\t#=\r\n%$]*)*(?:%|\$\()[^#=\r\n]*:(?!=)|\$\(eval\b|^\.DEFAULT\b/m,
  just: /^(?:import|mod)\??\s|^set fallback/m,
  task: /^includes:/m,
}

export function judgeMember({ of, name }: { of: MemberKind; name: string }, codebase: Codebase): Verdict {
  if (of === 'python-module') return judgeModule(name, codebase)
  if (of === 'maven-module') return judgeMavenModule(name, codebase)
  const declarations = codebase.declarations()
  const known = declarations.members.get(of)
  if (known === undefined || known.size === 0 || declarations.unreadable.has(UNREADABLE[of] ?? '')) return UNKNOWN
  if (known.has(name) || declarations.packages.has(packageKey(name))) return VALID
  if (!isOwnMember(of, name, known, declarations)) return UNKNOWN
  if (placesOf(of, name).some((path) => codebase.paths().endingIn(path).length > 0)) return VALID
  // Names that end in a colon are namespaces.
  const names = [...known].filter((one) => !one.endsWith(':'))
  const there = nearest(name, names, 8)
  return {
    kind: 'gone',
    evidence: {
      en: `there is no ${MEMBER[of].en} ${name}; there are ${there.join(', ')}`,
      zh: `没有名为 ${name} 的${MEMBER[of].zh}，现有 ${there.join('、')}`,
    },
  }
}

/** Whether the name would be declared in this repository. tox and Rake also know names that no file declares. */
function isOwnMember(of: MemberKind, name: string, known: ReadonlySet<string>, { unreadable }: Declarations): boolean {
  if (of === 'tox-env') return isOwnEnvironment(name, known, unreadable.has('tox factors'))
  return of !== 'rake-task' || isOwnTask(name, known)
}

/** The paths at which a member may exist without being declared. */
function placesOf(of: MemberKind, name: string): readonly string[] {
  if (of === 'gradle-module') return [name.replaceAll(':', '/')]
  if (of !== 'cargo-target') return []
  return ['bin', 'examples', 'benches', 'tests'].flatMap((folder) => [`${folder}/${name}.rs`, `${folder}/${name}`])
}

const UNREADABLE: Readonly<Partial<Record<MemberKind, string>>> = { 'compose-service': 'compose', 'tox-env': 'tox.ini' }

/** tox accepts any name as an environment, so a missing one counts only if others of its kind are declared. */
function isOwnEnvironment(name: string, known: ReadonlySet<string>, hasFactors: boolean): boolean {
  if (/^(?:py|pypy|cpython|jython)\d*$|^(?:ALL|devenv)$/.test(name)) return false
  if (!name.includes('-') || !hasFactors) return known.size >= 4 && !/^py/.test(name)
  const parts = new Set(name.split('-'))
  return [...known].some((one) => one.includes('-') && one.split('-').some((part) => parts.has(part)))
}

/** Whether the task is in a namespace of the project's own. Frameworks add tasks to `db`, `test` and others. */
function isOwnTask(name: string, known: ReadonlySet<string>): boolean {
  const space = name.slice(0, name.lastIndexOf(':') + 1)
  return space !== '' && known.has(space) && !OF_FRAMEWORKS.has(space) && !/^action_\w+:$/.test(space)
}

const OF_FRAMEWORKS = wordSet(
  `db: test: spec: assets: app: log: tmp: time: rails: railties: zeitwerk: yarn: webpacker: turbo: css: javascript:
  tailwindcss: dev: stats: notes: cache_digests: active_storage: db:test: db:schema: db:structure: db:migrate:
  db:mongoid: db:encryption: db:fixtures: db:environment: db:sessions: db:seed:`,
)

function judgeMavenModule(name: string, codebase: Codebase): Verdict {
  const path = name.replace(/^:|\/$/g, '')
  if (codebase.paths().endingIn(path).length > 0 || codebase.paths().endingIn(`${path}/pom.xml`).length > 0)
    return VALID
  // An artifact and its folder may have different names.
  if (name.startsWith(':') || codebase.paths().named('pom.xml').length < 2) return UNKNOWN
  return { kind: 'gone', evidence: { en: `there is no ${path}/pom.xml`, zh: `没有 ${path}/pom.xml` } }
}

const MEMBER = {
  'cargo-package': { en: 'package', zh: '包' },
  'cargo-target': { en: 'binary or example', zh: '可执行目标' },
  'compose-service': { en: 'service', zh: '服务' },
  'gradle-module': { en: 'module', zh: '模块' },
  'cargo-feature': { en: 'feature', zh: '特性' },
  'maven-profile': { en: 'profile', zh: '构建配置' },
  'rake-task': { en: 'task', zh: '任务' },
  'tox-env': { en: 'environment', zh: '环境' },
} as const

/** Judges only modules whose first part is a package of this repository. */
function judgeModule(name: string, codebase: Codebase): Verdict {
  const path = name.replaceAll('.', '/')
  const first = path.slice(0, path.indexOf('/'))
  if (
    [`${path}.py`, `${path}/__init__.py`, `${path}/__main__.py`, path].some(
      (one) => codebase.paths().endingIn(one).length > 0,
    )
  )
    return VALID
  if (codebase.paths().endingIn(`${first}/__init__.py`).length === 0 && !codebase.paths().hasFolder(first))
    return UNKNOWN
  return { kind: 'gone', evidence: { en: `there is no ${path}.py`, zh: `没有 ${path}.py` } }
}
