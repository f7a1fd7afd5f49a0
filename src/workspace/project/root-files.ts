/** A cheap look at the project: what a path leads to, what a file says, and the manifests near the root. The repository is not listed. */

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { decodeText } from '../text-codec.ts'

export interface RootFiles {
  kindOf(path: string): 'file' | 'folder' | undefined
  read(path: string): string | undefined
  manifests(): readonly string[]
}

/** Each file is read once. */
export function rootFiles(root: string): RootFiles {
  const texts = new Map<string, string | undefined>()
  let listed: readonly string[] | undefined
  return {
    kindOf: (path) => kindAt(join(root, path)),
    read: (path) => {
      if (!texts.has(path)) texts.set(path, readText(join(root, path)))
      return texts.get(path)
    },
    manifests: () => {
      listed ??= manifestsIn(root)
      return listed
    },
  }
}

/** What a path leads to. */
export function kindAt(path: string): 'file' | 'folder' | undefined {
  try {
    const stat = statSync(path, { throwIfNoEntry: false })
    return stat === undefined ? undefined : stat.isDirectory() ? 'folder' : 'file'
  } catch {
    return 'file' // what we may not look at is there
  }
}

const MOST_BYTES = 1024 * 1024

/** A text of a sensible size. */
export function readText(path: string): string | undefined {
  try {
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? MOST_BYTES + 1) > MOST_BYTES) return undefined
    const bytes = readFileSync(path)
    return bytes.subarray(0, 8_000).includes(0) ? undefined : decodeText(bytes)
  } catch {
    return undefined // vanished, or not ours to read: nothing can be said about it
  }
}

/** At the root, and `package.json` one level below it. */
function manifestsIn(root: string): readonly string[] {
  try {
    return readdirSync(root, { withFileTypes: true }).flatMap((entry) => {
      if (!entry.isDirectory()) return MANIFEST.test(entry.name) ? [entry.name] : []
      return entry.name.startsWith('.') || entry.name === 'node_modules' ? [] : [`${entry.name}/package.json`]
    })
  } catch {
    return [] // a root we may not list offers no manifest
  }
}

const MANIFEST =
  /^(?:package\.json|deno\.jsonc?|composer\.json|pyproject\.toml|Pipfile|requirements[\w.-]*\.txt|setup\.(?:py|cfg)|Cargo\.toml|go\.mod|Gemfile|pom\.xml|build\.gradle(?:\.kts)?|(?:docker-)?compose[\w.-]*\.ya?ml|Dockerfile|\.nvmrc|\.python-version|\.tool-versions|GNUmakefile|[Mm]akefile|[Jj]ustfile|[Tt]askfile[\w.-]*\.ya?ml)$/
