/** A repository as a value, for the tests of drift. */

import type { Repository } from '../../src/drift/repository.ts'

/** `was`: the files before the last commit, which removed or changed the others. */
export function repositoryOf(
  files: Readonly<Record<string, string>>,
  was: Readonly<Record<string, string>> = {},
): Repository {
  const paths = Object.keys(files)
  const commit = { commit: 'abc1234', date: '2026-03-01' }
  const before = Object.entries(was).filter(([path, text]) => files[path] !== text)
  const wordsOf = (text: string) => new Set(text.match(/[\w$]+/g))
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
    removedPaths: () =>
      before.flatMap(([path]) => (files[path] === undefined ? [{ ...commit, path, renamedTo: undefined }] : [])),
    earlierFiles: () => before.map(([path, text]) => ({ ...commit, path, text })),
    removedWords: (words) =>
      new Map(words.filter((word) => before.some(([, text]) => wordsOf(text).has(word))).map((word) => [word, commit])),
    linesWritten: () => new Map(),
  }
}
