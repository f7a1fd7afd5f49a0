/** A repository as a value, for the tests of drift. */

import type { RemovedLine, Repository } from '../../src/drift/repository.ts'

/** `taken`: what its last commit took out of which file, a line each. */
export function repositoryOf(
  files: Readonly<Record<string, string>>,
  taken: readonly (readonly [path: string, line: string])[] = [],
): Repository {
  const paths = Object.keys(files)
  const commit = { commit: 'abc1234', date: '2026-03-01' }
  const lines = taken.map(([path, text]): RemovedLine => ({ ...commit, path, text }))
  const removedLately: Repository['removedLately'] = (texts) =>
    new Map(
      texts
        .map((text) => [text, lines.filter((line) => line.text.includes(text))] as const)
        .filter(([, found]) => found.length > 0)
        .map(([text, found]) => [
          text,
          { ...commit, paths: found.map(({ path }) => path), lines: found.map((line) => line.text) },
        ]),
    )
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
    removed: removedLately,
    removedLately,
    lastWritten: () => undefined,
    linesRemovedFrom: () => lines,
  }
}
