/**
 * A workspace whose settings are read again when memory-bank.json or the trust in it changes, since a guard may live for
 * days.
 *
 * A mistake in the settings must not weaken anything: until it is corrected, the strictest protection applies.
 */

import { join } from 'node:path'
import { CONFIG_FILE } from '../base/layout.ts'
import type { Problem } from '../base/problem.ts'
import { ok, type Result } from '../base/result.ts'
import { stampAt } from '../disk/disk.ts'
import { trustFile } from '../disk/state/trust.ts'
import { openWorkspace, type Surroundings, type Workspace } from '../disk/workspace.ts'

export interface LiveWorkspace extends Workspace {
  /** The fault in the settings. */
  readonly settingsProblem: Problem | undefined
}

export function openLiveWorkspace(around: Surroundings): Result<LiveWorkspace> {
  const opened = openStrictly(around)
  if (!opened.ok) return opened
  const { project } = opened.value
  const files = [join(project.root, CONFIG_FILE), trustFile(project, around.env)]
  const stampNow = () => files.map(stampAt).join('\n')
  let stamp = stampNow()
  let last = opened.value
  const current = () => {
    const now = stampNow()
    if (now === stamp) return last
    stamp = now
    const again = openStrictly(around)
    if (again.ok) last = again.value
    return last
  }
  return ok({
    ...opened.value,
    get config() {
      return current().config
    },
    get trusted() {
      return current().trusted
    },
    get settingsProblem() {
      return current().settingsProblem
    },
  })
}

function openStrictly(around: Surroundings): Result<LiveWorkspace> {
  const opened = openWorkspace(around)
  if (opened.ok) return ok({ ...opened.value, settingsProblem: undefined })
  if (!isAboutSettings(opened.problem)) return opened
  const strictest = openWorkspace({ ...around, settings: 'strictest' })
  return strictest.ok ? ok({ ...strictest.value, settingsProblem: opened.problem }) : strictest
}

function isAboutSettings(problem: Problem): boolean {
  return problem.code === 'config-invalid' || (problem.code === 'file-unreadable' && problem.path === CONFIG_FILE)
}
