/** trust: a person trusts this repository (S39). Nothing in the repository can do that. */

import { isSwitchedOn } from '../base/is-switched-on.ts'
import { ok, type Result } from '../base/result.ts'
import { findProject } from '../disk/project/find-project.ts'
import { homeFolder } from '../disk/state/state-folder.ts'
import { forgetTrust, isTrusted, rememberTrust } from '../disk/state/trust.ts'

export interface Trust {
  readonly repository: string
  readonly trusted: boolean
  /** Trusted by MEMORY_BANK_TRUSTED. */
  readonly byEnvironment: boolean
}

export interface TrustPlace {
  readonly folder: string
  readonly env: NodeJS.ProcessEnv
}

export function trust({ folder, env }: TrustPlace, wish: 'remember' | 'forget'): Result<Trust> {
  const project = findProject(folder, homeFolder(env))
  if (!project.ok) return project
  if (wish === 'remember') rememberTrust(project.value, env)
  else forgetTrust(project.value, env)
  const byEnvironment = isSwitchedOn(env, 'MEMORY_BANK_TRUSTED')
  return ok({ repository: project.value.top, trusted: isTrusted(project.value, env), byEnvironment })
}
