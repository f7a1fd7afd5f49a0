/**
 * A sample project with planted drift and traps: its history as commits, and its bank. The expected findings are
 * written after each line as `⟦verdict claim⟧`. Nothing else may be reported.
 */

import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export interface SampleProject {
  readonly name: string
  /** One commit each, from path to text, or null to remove the file. */
  readonly history: readonly Readonly<Record<string, string | null>>[]
  readonly bank: Readonly<Record<string, string>>
  /** A plain folder, a single commit, or a last step that is not committed. */
  readonly git?: 'none' | 'one commit' | 'not committed'
}

export interface Label {
  readonly path: string
  readonly line: number
  readonly verdict: string
  readonly claim: string
}

const LABEL = /\s*⟦(\w+) ([^⟧]+)⟧/g

/** Writes the project to the disk, with its history and its bank. */
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
    // The bank was written at the first commit.
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

/** Compares the findings with the labels. */
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
    // As in git, a folder is removed with its last file.
    for (let folder = dirname(path); readdirSync(folder).length === 0; folder = dirname(folder)) rmdirSync(folder)
    return
  }
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
