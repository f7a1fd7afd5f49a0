/**
 * Which repositories a person has said are theirs (S39): remembered outside of them, by their real path, so that nothing
 * that comes with a clone can say it. `MEMORY_BANK_TRUSTED=1` says it for one environment, such as a container.
 */

import { mkdirSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { isSwitchedOn } from '../../base/environment.ts'
import { BANK_FOLDER } from '../../base/layout.ts'
import type { Problem } from '../../base/problem.ts'
import { readJson, removeIfThere, replaceDurably } from '../disk.ts'
import type { Project } from '../project/find-project.ts'
import { stateFolder } from './state-folder.ts'

export function isTrusted(project: Project, env: NodeJS.ProcessEnv): boolean {
  return isSwitchedOn(env, 'MEMORY_BANK_TRUSTED') || rememberedTrust(project, env) !== undefined
}

export function rememberTrust(project: Project, env: NodeJS.ProcessEnv): void {
  const path = trustFile(project, env)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const said = JSON.stringify({ repository: repositoryOf(project), bank: project.bank })
  replaceDurably(path, Buffer.from(`${said}\n`), `${path}.tmp`, 0o600)
}

/** False where nothing was remembered. */
export function forgetTrust(project: Project, env: NodeJS.ProcessEnv): boolean {
  const was = rememberedTrust(project, env) !== undefined
  removeIfThere(trustFile(project, env))
  return was
}

/** A bank that stands outside of the repository is followed only where a person said so, and to that place only. */
export function bankOutside(project: Project, env: NodeJS.ProcessEnv): Problem | undefined {
  const { top, bank } = project
  if (bank.startsWith(top.endsWith(sep) ? top : top + sep)) return undefined
  if (isSwitchedOn(env, 'MEMORY_BANK_TRUSTED') || rememberedTrust(project, env)?.bank === bank) return undefined
  return { code: 'bank-outside', path: BANK_FOLDER, target: bank }
}

function rememberedTrust(project: Project, env: NodeJS.ProcessEnv): { readonly bank: unknown } | undefined {
  const said = readJson(trustFile(project, env))
  if (typeof said !== 'object' || said === null || !('repository' in said)) return undefined
  return said.repository === repositoryOf(project) ? { bank: 'bank' in said ? said.bank : undefined } : undefined
}

/** All worktrees of a repository are one. */
function repositoryOf({ gitFolder, root }: Project): string {
  return gitFolder ?? root
}

function trustFile(project: Project, env: NodeJS.ProcessEnv): string {
  return join(dirname(stateFolder(project, env)), 'trusted.json')
}
