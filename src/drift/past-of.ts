/** What became of paths that git once had, followed through their renames to the name they have now. */

import type { Past, Repository } from './repository.ts'

/** How often a file is followed to another name. */
const MOST_RENAMES = 5

export function pastOf(paths: readonly string[], repository: Repository): ReadonlyMap<string, Past> {
  const past = new Map(repository.pastOf(paths))
  for (let renames = 1; renames < MOST_RENAMES; renames += 1) {
    const gone = [...past].filter(
      ([, { renamedTo }]) => renamedTo !== undefined && repository.kindOf(renamedTo) === undefined,
    )
    if (gone.length === 0) break
    const further = repository.pastOf([...new Set(gone.flatMap(([, { renamedTo }]) => renamedTo ?? []))])
    if (further.size === 0) break
    for (const [path, was] of gone) {
      const next = further.get(was.renamedTo ?? '')
      if (next !== undefined) past.set(path, { ...was, renamedTo: next.renamedTo })
    }
  }
  return past
}
