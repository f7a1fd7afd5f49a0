/** A repository as a value, for the tests of drift. */

import type { Repository } from '../../src/drift/repository.ts'

export function repositoryOf(files: Readonly<Record<string, string>>): Repository {
  const paths = Object.keys(files)
  return {
    kindOf: (path) =>
      files[path] !== undefined ? 'file' : paths.some((one) => one.startsWith(`${path}/`)) ? 'folder' : undefined,
    read: (path) => files[path],
    files: () => paths,
    ignored: () => new Set(),
    holders: (words) =>
      new Map(
        words
          .map((word) => [word, paths.filter((path) => files[path]?.includes(word))] as const)
          .filter(([, found]) => found.length > 0),
      ),
    pastOf: () => new Map(),
    hadBefore: () => false,
    removed: () => new Map(),
    removedLately: () => new Map(),
    lastWritten: () => undefined,
    linesRemovedFrom: () => [],
  }
}
