/**
 * A repository with a bank to which several people add, their additions, and a check that a merge keeps all of them.
 */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { LEGACY_BANK, PROJECT } from './banks.ts'
import { Sandbox, treeOf } from './harness.ts'

type Addition = Readonly<Record<string, string>>

/** Each of these can be added on two branches at once. The token makes the entry unique. */
export const KINDS: Readonly<Record<string, (token: string) => Addition>> = {
  decision: (token) => decision(`Bill through ${token}`, token),
  supersession: (token) => ({
    ...decision(`Move to ${token} instead`, token),
    replaces: token.includes('left') ? 'Keep sessions in memory' : 'Send mail at night',
  }),
  learning: (token) => ({
    kind: 'learning',
    title: `${token} hangs`,
    symptom: `The ${token} job waits`,
    cause: `The ${token} lock`,
    solution: 'Free it',
    prevention: 'Test it',
  }),
  requirement: (token) => ({ kind: 'requirement', title: `Export ${token}`, text: `Users export ${token} as CSV` }),
  design: (token) => ({ kind: 'design', title: `Layers of ${token}`, text: `The ${token} part has two layers` }),
  focus: (token) => ({ kind: 'focus', text: `Work on ${token}` }),
  progress: (token) => ({ kind: 'progress', text: `Ship ${token}` }),
  done: (token) => ({ kind: 'progress', text: `Shipped ${token}`, state: 'done' }),
  tech: (token) => ({ kind: 'tech', text: `${token} listens on its own port` }),
  answer: (token) => ({
    kind: 'answer',
    title: `How does ${token} start?`,
    text: `By ${token} serve`,
    pointer: 'details/tech.md',
  }),
}

/** The base of every pair of branches. */
export const BANKS = {
  small: () => team(),
  indexed: () => {
    const sandbox = team()
    for (const kind of ['decision', 'learning', 'requirement', 'design', 'progress', 'tech'])
      write(
        sandbox,
        Array.from({ length: 10 }, (_, count) => addition(kind, `base${count}`)),
      )
    record(sandbox, 'filled')
    return sandbox
  },
  migrated: () => team(LEGACY_BANK),
} as const

function team(bank: Readonly<Record<string, string | Buffer>> = {}): Sandbox {
  const sandbox = new Sandbox({ fast: true })
  sandbox.write({ ...PROJECT, ...bank })
  sandbox.git('init', '-q')
  record(sandbox, 'begin')
  succeed(sandbox, ['refresh', '--yes'])
  write(sandbox, [
    decision('Keep sessions in memory', 'the first base'),
    decision('Send mail at night', 'the second base'),
  ])
  record(sandbox, 'a bank')
  return sandbox
}

function decision(title: string, token: string): Addition {
  return {
    kind: 'decision',
    title,
    why: `because of ${token}`,
    givenUp: `the way before ${token}`,
    applies: `all of ${token}`,
  }
}

export function add(sandbox: Sandbox, kind: string, token: string, folder = sandbox.project): void {
  write(sandbox, [addition(kind, token)], folder)
}

function addition(kind: string, token: string): Addition {
  return KINDS[kind]?.(token) ?? { kind }
}

export function write(sandbox: Sandbox, additions: readonly Addition[], folder = sandbox.project): void {
  succeed(sandbox, ['add', '--from', '-'], folder, JSON.stringify(additions))
}

export function succeed(sandbox: Sandbox, args: readonly string[], folder = sandbox.project, input = ''): string {
  const agreed = args[0] === 'add' || args[0] === 'refresh' || args[0] === 'resolve' ? [...args, '--yes'] : args
  const { code, out, err } = sandbox.run(agreed, { cwd: folder, input })
  if (code !== 0) throw new Error(`memory-bank ${args.join(' ')}: exit ${code}\n${out}${err}`)
  return out
}

export function record(sandbox: Sandbox, message: string, folder = sandbox.project): void {
  sandbox.gitIn(folder, 'add', '-A')
  sandbox.gitIn(folder, 'commit', '-qm', message)
}

/** A branch of `main` with one commit per given kind. */
export function branch(sandbox: Sandbox, name: string, kinds: readonly string[], from = 'main'): void {
  sandbox.git('checkout', '-qB', name, from)
  for (const [index, kind] of kinds.entries()) {
    add(sandbox, kind, `${name.replaceAll('-', '')}${index}`)
    record(sandbox, `${kind} on ${name}`)
  }
}

/** The text of all files of the bank. */
export function bankText(sandbox: Sandbox, folder = sandbox.project): string {
  return Object.values(treeOf(join(folder, 'memory-bank')))
    .map((text) => Buffer.from(text, 'latin1').toString('utf8'))
    .join('\n')
}

export function isMerging(sandbox: Sandbox, folder = sandbox.project): boolean {
  const unmerged = sandbox.gitIn(folder, 'ls-files', '-u').trim() !== ''
  return unmerged || existsSync(join(folder, '.git', 'rebase-merge'))
}
