/** The declarations of all manifests: packages, services and scripts, each with its file. */

import { once } from '../base/once.ts'
import type { ScannedFile } from './facts.ts'
import { answerFor, type Declared, type Dependency, type Runner } from './manifest-reader.ts'
import { READERS } from './manifests/index.ts'

export interface DeclaredPackage {
  readonly name: string
  /** The version as written; empty if there is none. */
  readonly spec: string
  readonly source: string
  /** A container image: the service itself, not a client of it. */
  readonly isService: boolean
}

export class Declarations {
  readonly #packages = new Map<string, DeclaredPackage[]>()
  readonly #scripts = new Map<Runner, Map<string, string>>()

  constructor(files: Iterable<ScannedFile>) {
    for (const file of files) {
      const { packages, services = [], scripts } = declaredBy(file)
      for (const dependency of packages) this.#add(dependency, file.path, false)
      for (const dependency of services) this.#add(dependency, file.path, true)
      if (scripts === undefined) continue
      const known = this.#scripts.get(scripts.runner) ?? new Map<string, string>()
      for (const name of scripts.names) if (!known.has(name)) known.set(name, file.path)
      this.#scripts.set(scripts.runner, known)
    }
  }

  /** Looks up a package, or the product that people call by that name. */
  packagesNamed(name: string): readonly DeclaredPackage[] {
    return keysOfPackage(name).flatMap((key) => this.#packages.get(key) ?? [])
  }

  /** True if the product is known and a manifest that could declare it was read. */
  hasFilesFor(product: string): boolean {
    const key = packageKey(product)
    return READERS.some(
      (reader) =>
        [...(reader.products?.().values() ?? [])].some(({ name }) => packageKey(name) === key) &&
        [...this.packages()].some(({ source }) => answerFor([reader], source, 'declares') !== undefined),
    )
  }

  packages(): Iterable<DeclaredPackage> {
    return [...this.#packages.values()].flat()
  }

  /** The scripts of a runner, with their files; undefined if it has no file. */
  scripts(runner: Runner): ReadonlyMap<string, string> | undefined {
    return this.#scripts.get(runner)
  }

  #add([name, spec]: Dependency, source: string, isService: boolean): void {
    const key = packageKey(name)
    const found = { name, spec: spec ?? '', source, isService }
    const known = this.#packages.get(key)
    if (known === undefined) this.#packages.set(key, [found])
    else known.push(found)
  }
}

/** True if some reader knows what a file of this name declares. */
export function declaresSomething(path: string): boolean {
  return answerFor(READERS, path, 'declares') !== undefined
}

/** The names of all files that declare something; `*` is a wildcard. */
export const DECLARING_FILES: readonly string[] = READERS.flatMap(({ files }) =>
  files.flatMap(({ declares, names }) => (declares === undefined ? [] : names)),
)

function declaredBy(file: ScannedFile): Declared {
  return answerFor(READERS, file.path, 'declares')?.(file) ?? { packages: [] }
}

/** Normalises a name for comparison: `Next.js`, `next` and `NEXT` are the same package. */
export function packageKey(name: string): string {
  return name
    .toLowerCase()
    .replace(/(?<=\w)\.js$/, '')
    .replaceAll(/[^a-z0-9@/]/g, '')
}

/** The keys under which a name may be declared. */
export function keysOfPackage(name: string): readonly string[] {
  const key = packageKey(name)
  const aliases = Object.hasOwn(ALIASES, key) ? ALIASES[key] : []
  return [...new Set([key, ...(aliases ?? []), ...(idsByProduct().get(key) ?? [])])]
}

/** True for a framework, library or store that the readers know by this name. */
export function isKnownProduct(name: string): boolean {
  return idsByProduct().has(packageKey(name))
}

const idsByProduct = once((): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>()
  for (const { products } of READERS) {
    for (const [id, { name }] of products?.() ?? [])
      found.set(packageKey(name), [...(found.get(packageKey(name)) ?? []), packageKey(id)])
  }
  return found
})

/** Other names of tools, runtimes and images. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  postgresql: ['postgres'],
  mongodb: ['mongo'],
  node: ['nodejs'],
  nodejs: ['node'],
  golang: ['go'],
  turborepo: ['turbo'],
  babel: ['@babel/core'],
  playwright: ['@playwright/test'],
  biome: ['@biomejs/biome'],
  storybook: ['@storybook/react'],
  tailwind: ['tailwindcss'],
  materialui: ['@mui/material'],
}
