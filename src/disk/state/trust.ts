/**
 * The repositories that a person trusts (S39). Their real paths are kept outside them, so that a clone cannot trust
 * itself. `MEMORY_BANK_TRUSTED=1` trusts all in one environment, such as a container.
 *
 * Another repository at the same path is not trusted. A repository is the same if its folder was made at the same moment,
 * or else if it has the first commit that it had when it was trusted. In a shallow clone that is the oldest commit it has.
 * A repository without commits is known by its remote. Without git, only the path counts.
 */

import { mkdirSync, statSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { isSwitchedOn } from '../../base/is-switched-on.ts'
import { BANK_FOLDER } from '../../base/layout.ts'
import type { Problem } from '../../base/problem.ts'
import { readIfThere, removeIfThere, replaceDurably } from '../disk.ts'
import { gitOutput, runGit } from '../git/git.ts'
import type { Project } from '../project/find-project.ts'
import { Seal } from './seal.ts'
import { stateFolder } from './state-folder.ts'

export function isTrusted(project: Project, env: NodeJS.ProcessEnv): boolean {
  if (isSwitchedOn(env, 'MEMORY_BANK_TRUSTED')) return true
  const stored = rememberedTrust(project, env)
  return stored !== undefined && stored.doubted !== true
}

export function rememberTrust(project: Project, env: NodeJS.ProcessEnv): void {
  mkdirSync(dirname(trustFile(project, env)), { recursive: true, mode: 0o700 })
  const firstCommits = linesOf(gitOutput(project.root, ['rev-list', '--max-parents=0', 'HEAD']))
  store(project, env, {
    repository: repositoryOf(project),
    bank: project.bank,
    made: timeMade(repositoryOf(project)),
    firstCommits: firstCommits.slice(-MOST_FIRST_COMMITS),
    remotes: firstCommits.length === 0 ? remotesOf(project) : '',
  })
}

/**
 * Until a person trusts the repository again, its settings weaken nothing. A bank outside it that a person trusted is
 * still used, or else it would lose its guard.
 */
export function doubtSettings(project: Project, env: NodeJS.ProcessEnv): void {
  const stored = rememberedTrust(project, env)
  if (stored !== undefined && stored.doubted !== true) store(project, env, { ...stored, doubted: true })
}

/** Returns false if the repository was not trusted. */
export function forgetTrust(project: Project, env: NodeJS.ProcessEnv): boolean {
  const was = rememberedTrust(project, env) !== undefined
  removeIfThere(trustFile(project, env))
  return was
}

/** A bank outside the repository is used only if a person trusted it, and only at that place. */
export function bankOutsideProblem(project: Project, env: NodeJS.ProcessEnv): Problem | undefined {
  const { top, bank } = project
  if (bank.startsWith(top.endsWith(sep) ? top : top + sep)) return undefined
  if (isSwitchedOn(env, 'MEMORY_BANK_TRUSTED') || rememberedTrust(project, env)?.bank === bank) return undefined
  return { code: 'bank-outside', path: BANK_FOLDER, target: bank }
}

/** A repository may have several first commits. */
const MOST_FIRST_COMMITS = 4

interface Stored {
  readonly repository: string
  readonly bank: string
  readonly made: string
  readonly firstCommits: readonly string[]
  /** For a repository without commits. */
  readonly remotes: string
  /** Its settings became weaker while an agent's command ran. */
  readonly doubted?: true
}

function store(project: Project, env: NodeJS.ProcessEnv, stored: Stored): void {
  const path = trustFile(project, env)
  replaceDurably(path, Buffer.from(sealOf(project, env).close(JSON.stringify(stored))), `${path}.tmp`, 0o600)
}

function rememberedTrust(project: Project, env: NodeJS.ProcessEnv): Stored | undefined {
  const sealed = readIfThere(trustFile(project, env))
  const text = sealed === undefined ? undefined : sealOf(project, env).open(sealed)
  // Only Memory Bank makes the seal, so the form is known.
  const stored = text === undefined ? undefined : (JSON.parse(text) as Stored)
  return stored?.repository === repositoryOf(project) && isSame(project, stored) ? stored : undefined
}

/**
 * Calls git only if the creation time differs, as after a restored backup or a second clone. Some disks also lose the
 * creation time.
 */
function isSame(project: Project, { made, firstCommits, remotes }: Stored): boolean {
  if (made === timeMade(repositoryOf(project)) || project.gitFolder === undefined) return true
  if (firstCommits.length === 0) return remotesOf(project) === remotes
  const asked = firstCommits.map((id) => `${id}\n`).join('')
  const found = runGit(project.root, ['cat-file', '--batch-check'], asked, { milliseconds: MILLISECONDS })
  return / commit \d+$/m.test(found?.toString('latin1') ?? '')
}

/** A hook waits for the answer. */
const MILLISECONDS = 2_000

function remotesOf({ root }: Project): string {
  return gitOutput(root, ['config', '--local', '--get-regexp', '^remote\\..*\\.url$'])
}

function linesOf(output: string): readonly string[] {
  return output.split('\n').filter((line) => line !== '')
}

/** The inode number tells folders apart on disks that store no creation times. */
function timeMade(folder: string): string {
  const stat = statSync(folder, { throwIfNoEntry: false })
  return `${stat?.ino} ${Math.round(stat?.birthtimeMs ?? 0)}`
}

function sealOf(project: Project, env: NodeJS.ProcessEnv) {
  return new Seal(stateFolder(project, env)).at('trust')
}

/** All worktrees share one repository. */
function repositoryOf({ gitFolder, root }: Project): string {
  return gitFolder ?? root
}

export function trustFile(project: Project, env: NodeJS.ProcessEnv): string {
  return join(dirname(stateFolder(project, env)), 'trusted.json')
}
