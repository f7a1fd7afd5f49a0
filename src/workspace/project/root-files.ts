/** A cheap look at the project: what a path leads to, what a file says, and the manifests near the root. The repository is not listed. */

import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { leadsInside, openInside } from '../open-file.ts'
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
    kindOf: (path) => kindAt(root, join(root, path)),
    read: (path) => {
      if (!texts.has(path)) texts.set(path, readText(root, join(root, path)))
      return texts.get(path)
    },
    manifests: () => {
      listed ??= manifestsIn(root)
      return listed
    },
  }
}

/** What a path of the repository leads to; where it leads out of it, that is not looked at. */
export function kindAt(root: string, path: string): 'file' | 'folder' | undefined {
  try {
    const stat = statSync(path, { throwIfNoEntry: false })
    if (stat === undefined) return undefined
    return stat.isDirectory() && leadsInside(root, path) ? 'folder' : 'file'
  } catch {
    return 'file' // what we may not look at is there
  }
}

const SENSIBLE = { bytes: 1024 * 1024 }

/** A text of a sensible size; of what vanished, or is not ours to read, nothing can be said. */
export function readText(root: string, path: string): string | undefined {
  const opened = openInside(root, path, SENSIBLE)
  if (opened.kind !== 'file') return undefined
  return opened.bytes.subarray(0, 8_000).includes(0) ? undefined : decodeText(opened.bytes)
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
