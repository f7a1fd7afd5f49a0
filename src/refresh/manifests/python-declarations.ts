/** What each of Python's manifests declares: name, description, Python version, dependencies. */

import type { ScannedFile } from '../../core/project.ts'
import { at, entriesAt, parseToml, shortLines, textAt, textOf, textsAt } from '../../text/parse-data.ts'
import type { Dependency } from './part.ts'
import { baseOf } from './scan.ts'

export interface Declaration {
  readonly source: string
  readonly name: string | undefined
  readonly description: string | undefined
  readonly python: string | undefined
  readonly dependencies: readonly Dependency[]
  /** What only develops it: groups, extras, files with `dev` or `test` in their names. */
  readonly development: readonly Dependency[]
  /** The requirements that run it, as they are written, extras included. */
  readonly texts: readonly string[]
  /** The parsed file where it is TOML. */
  readonly toml: unknown
}

export function declarationOf(file: ScannedFile): Declaration {
  const name = baseOf(file.path)
  const said =
    name === 'pyproject.toml'
      ? pyproject(parseToml(file.text))
      : name === 'Pipfile'
        ? pipfile(parseToml(file.text))
        : name.startsWith('setup.')
          ? setup(file)
          : requirements(file)
  return { ...said, dependencies: named(said.dependencies), development: named(said.development), source: file.path }
}

/** Names as PyPI normalises them. */
function named(dependencies: readonly Dependency[]): readonly Dependency[] {
  return dependencies
    .map(([id, version]) => [id.toLowerCase().replaceAll('_', '-'), version] as const)
    .filter(([id]) => id !== 'python')
}

function requirements(file: ScannedFile): Said {
  const texts = shortLines(file.text)
  const dependencies = texts.flatMap(requirementsOf)
  const isDevelopment = /dev|test|doc|lint|typing/i.test(baseOf(file.path))
  return isDevelopment ? { ...NOTHING, development: dependencies } : { ...NOTHING, dependencies, texts }
}

type Said = Omit<Declaration, 'source'>

const NOTHING: Said = {
  name: undefined,
  description: undefined,
  python: undefined,
  dependencies: [],
  development: [],
  texts: [],
  toml: undefined,
}

function pyproject(toml: unknown): Said {
  const development = [
    ...groups(toml, 'project', 'optional-dependencies'),
    ...groups(toml, 'dependency-groups'),
    ...textsAt(toml, 'tool', 'uv', 'dev-dependencies'),
  ]
  const texts = textsAt(toml, 'project', 'dependencies')
  const poetry = (...path: readonly string[]) => entriesAt(toml, 'tool', 'poetry', ...path).map(withVersion)
  const groupNames = entriesAt(toml, 'tool', 'poetry', 'group').map(([group]) => group)
  return {
    name: textAt(toml, 'project', 'name') ?? textAt(toml, 'tool', 'poetry', 'name'),
    description: textAt(toml, 'project', 'description') ?? textAt(toml, 'tool', 'poetry', 'description'),
    python:
      textAt(toml, 'project', 'requires-python') ?? versionOf(at(toml, 'tool', 'poetry', 'dependencies', 'python')),
    dependencies: [...texts.flatMap(requirementsOf), ...poetry('dependencies')],
    texts,
    development: [
      ...development.flatMap(requirementsOf),
      ...poetry('dev-dependencies'),
      ...groupNames.flatMap((group) => poetry('group', group, 'dependencies')),
    ],
    toml,
  }
}

function groups(toml: unknown, ...path: readonly string[]): readonly string[] {
  return entriesAt(toml, ...path).flatMap(([name]) => textsAt(toml, ...path, name))
}

function pipfile(toml: unknown): Said {
  return {
    ...NOTHING,
    python: textAt(toml, 'requires', 'python_version'),
    dependencies: entriesAt(toml, 'packages').map(withVersion),
    development: entriesAt(toml, 'dev-packages').map(withVersion),
    toml,
  }
}

/** setup.cfg is data; of setup.py, a program, only literal arguments are taken. */
function setup(file: ScannedFile): Said {
  const isData = file.path.endsWith('.cfg')
  // Other sections of setup.cfg, and other calls of setup.py, have names of their own.
  const call = file.text.indexOf('setup(')
  const text = isData ? sectionsOf(file.text, /^\[(metadata|options)\]/) : call === -1 ? '' : file.text.slice(call)
  const value = (key: string) => {
    const pattern = new RegExp(`^[ \\t]*${key}[ \\t]*=[ \\t]*(?:(["'])([^"'\\n]{1,300})\\1|([^"'\\n]{1,300}))`, 'm')
    const match = pattern.exec(text)
    return (match?.[2] ?? (isData ? match?.[3] : undefined))?.trim()
  }
  return {
    ...NOTHING,
    name: value('name'),
    description: value('description'),
    python: value('python_requires'),
    dependencies: installRequires(shortLines(text), isData),
  }
}

/** The items of `install_requires`, up to where its list ends. */
function installRequires(lines: readonly string[], isData: boolean): readonly Dependency[] {
  const start = lines.findIndex((line) => /^\s*install_requires\s*=/.test(line))
  const dependencies: Dependency[] = []
  for (const line of start === -1 ? [] : lines.slice(start, start + 80)) {
    const items = line.replace(/^\s*install_requires\s*=/, '').replace(/#.*$/, '')
    if (items === line && (/^\s*[\])]/.test(line) || (isData && /^\S|^\s*$/.test(line)))) break
    const listed = isData ? [items] : [...items.matchAll(/["']([^"']{1,120})["']/g)].map((match) => match[1] ?? '')
    dependencies.push(...listed.flatMap(requirementsOf))
    if (!isData && items.includes(']')) break
  }
  return dependencies
}

function sectionsOf(text: string, wanted: RegExp): string {
  return text
    .split(/^(?=\[)/m)
    .filter((section) => wanted.test(section))
    .join('')
}

function withVersion([id, spec]: readonly [string, unknown]): Dependency {
  return [id, versionOf(spec)]
}

function versionOf(spec: unknown): string | undefined {
  return textOf(spec) ?? textAt(spec, 'version')
}

/** PEP 508: a name, extras, a version, and a marker that is of no interest here. */
function requirementsOf(line: string): readonly Dependency[] {
  const match = /^\s*([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*\(?([^;#@)]*)/.exec(line.slice(0, 400))
  if (match?.[1] === undefined || /^\s*[A-Za-z0-9][\w.-]*\s*[:/\\]/.test(line)) return []
  const version = (match[2] ?? '').replaceAll(/\s+/g, '').replace(/^={2,3}/, '')
  return [[match[1], version === '' ? undefined : version]]
}
