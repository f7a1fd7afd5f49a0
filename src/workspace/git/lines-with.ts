/** The lines of a repository's files that hold one of some words, as git finds them: bounded in time and in what is told. */

import { BANK_FOLDER } from '../../core/layout.ts'
import { decodeText } from '../text-codec.ts'
import { run } from './git.ts'

const MILLISECONDS = 500

/** By file; undefined where git does not answer in time. */
export function linesWith(root: string, words: readonly string[]): ReadonlyMap<string, readonly string[]> | undefined {
  const about = [
    'grep',
    '--untracked',
    '-I',
    '-w',
    '-F',
    '-z',
    '--no-color',
    '--max-count',
    '60',
    ...words.flatMap((word) => ['-e', word]),
  ]
  const output = run(root, [...about, '--', '.', `:(exclude)${BANK_FOLDER}`], undefined, {
    milliseconds: MILLISECONDS,
    patterns: true,
    statuses: [1],
  })
  if (output === undefined) return undefined
  const found = new Map<string, string[]>()
  // Each line is the file's name, a NUL and the text.
  for (const line of decodeText(output).split('\n')) {
    const end = line.indexOf('\0')
    if (end === -1) continue
    const file = line.slice(0, end)
    found.set(file, [...(found.get(file) ?? []), line.slice(end + 1)])
  }
  return found
}
