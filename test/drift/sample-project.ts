/**
 * A sample project with planted drift and planted traps: its history as commits, its bank with what is to be
 * found written behind each line as `⟦verdict claim⟧`. What is not labelled must not be reported.
 */

import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export interface SampleProject {
  readonly name: string
  /** One commit each: path → text, or null where the file goes. */
  readonly history: readonly Readonly<Record<string, string | null>>[]
  readonly bank: Readonly<Record<string, string>>
  /** A plain folder, or one commit only: where git has nothing to tell; or the last step is in the working tree only. */
  readonly git?: 'none' | 'one commit' | 'not committed'
}

export interface Label {
  readonly path: string
  readonly line: number
  readonly verdict: string
  readonly claim: string
}

const LABEL = /\s*⟦(\w+) ([^⟧]+)⟧/g

/** The project on the disk, as its history left it, with its bank. */
export function layOut({ history, bank, git }: SampleProject, folder: string): void {
  const run = (...args: readonly string[]) =>
    execFileSync(
      'git',
      ['-c', 'user.name=t', '-c', 'user.email=t@example.com', '-c', 'commit.gpgsign=false', ...args],
      { cwd: folder, stdio: 'ignore' },
    )
  if (git !== 'none') run('init', '-q')
  const commit = (message: string) => {
    run('add', '-A')
    run('commit', '-q', '-m', message)
  }
  for (const [index, files] of history.entries()) {
    for (const [path, text] of Object.entries(files)) put(join(folder, path), text)
    // The bank was written when the project was young.
    if (index === 0)
      for (const [path, text] of Object.entries(bank))
        put(join(folder, 'memory-bank', path), text.replaceAll(LABEL, ''))
    const isLast = index === history.length - 1
    if (git === undefined || (git === 'not committed' && !isLast)) commit(`step ${index + 1}`)
  }
  if (git === 'one commit') commit('import')
}

export function labelsOf({ bank }: SampleProject): readonly Label[] {
  return Object.entries(bank).flatMap(([path, text]) =>
    text
      .split('\n')
      .flatMap((line, index) =>
        [...line.matchAll(LABEL)].map(([, verdict = '', claim = '']) => ({ path, line: index + 1, verdict, claim })),
      ),
  )
}

export interface Score {
  readonly found: readonly Label[]
  readonly missed: readonly Label[]
  readonly wrong: readonly Label[]
}

/** Which labels were found, which were not, and what was reported without a label. */
export function score(labels: readonly Label[], reported: readonly Label[]): Score {
  const fits = (label: Label, one: Label) =>
    label.path === one.path &&
    label.line === one.line &&
    label.verdict === one.verdict &&
    one.claim.includes(label.claim)
  return {
    found: labels.filter((label) => reported.some((one) => fits(label, one))),
    missed: labels.filter((label) => !reported.some((one) => fits(label, one))),
    wrong: reported.filter((one) => !labels.some((label) => fits(label, one))),
  }
}

function put(path: string, text: string | null): void {
  if (text === null) {
    rmSync(path)
    // As git does: a folder goes with its last file.
    for (let folder = dirname(path); readdirSync(folder).length === 0; folder = dirname(folder)) rmdirSync(folder)
    return
  }
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
