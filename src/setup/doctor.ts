/**
 * Doctor: reports what keeps Memory Bank from working here, with one next step per finding. `examine` changes nothing;
 * `repair` fixes Memory Bank's entries and state.
 */

import { join } from 'node:path'
import type { Words } from '../base/language.ts'
import { clearLeftovers, findLeftovers, recover, setDamagedAside } from '../disk/bank/recover.ts'
import { stateTrouble } from '../disk/state/state-folder.ts'
import { openWorkspace } from '../disk/workspace.ts'
import { valueAt } from '../settings/jsonc.ts'
import { type Diagnosis, diagnosesFrom } from './diagnosis.ts'
import { examineGit } from './examine-git.ts'
import { examineHost, type HostStatus } from './examine-host.ts'
import { examineProject, fromProblem, leftovers, places } from './examine-project.ts'
import type { Host, Scope } from './host.ts'
import { carryOutSetup, proposeInstall } from './install.ts'
import type { InstallContext } from './install-context.ts'

export interface DoctorReport {
  readonly version: string
  readonly node: string
  readonly findings: readonly Diagnosis[]
  readonly hosts: readonly HostStatus[]
}

interface DoctorContext extends InstallContext {
  readonly nodeVersion: string
}

export function examine(hosts: readonly Host[], context: DoctorContext): DoctorReport {
  const version = String(valueAt(context.look.text(join(context.packageRoot, 'package.json')) ?? '', ['version']) ?? '')
  const opened = openWorkspace({ ...context, progress: () => {} })
  const examined = hosts.map((host) => examineHost(host, context))
  return {
    version,
    node: context.nodeVersion,
    hosts: examined.map((host) => host.status),
    findings: [
      program(version, context.nodeVersion),
      ...leftovers(places(context, opened.ok ? opened.value : undefined)),
      ...(opened.ok ? stateFaults(opened.value.place.state) : []),
      ...(opened.ok ? examineProject(opened.value, context) : [fromProblem('settings', opened.problem)]),
      ...examined.flatMap((host) => host.findings),
      ...(opened.ok ? examineGit(opened.value, hosts.length === 0) : []),
    ],
  }
}

/** Fixes interrupted work, stale locks and broken entries. Returns a line for each fix. */
export function repair(hosts: readonly Host[], context: DoctorContext): readonly Words[] {
  const opened = openWorkspace({ ...context, progress: () => {} })
  const done: Words[] = []
  for (const { place, bank } of places(context, opened.ok ? opened.value : undefined)) {
    for (const path of setDamagedAside(place))
      done.push({
        en: `Set the damaged journal entry aside: ${path}. Check the bank: memory-bank check`,
        zh: `已将损坏的日志条目另存为 ${path}。请检查：memory-bank check`,
      })
    const settled = recover(place)
    for (const one of settled.ok ? settled.value : [])
      done.push(
        one.outcome === 'finished'
          ? { en: `Finished the interrupted ${one.intent} ${one.id}.`, zh: `已完成被中断的 ${one.intent} ${one.id}。` }
          : {
              en: `Rolled back the interrupted ${one.intent} ${one.id}.`,
              zh: `已撤回被中断的 ${one.intent} ${one.id}。`,
            },
      )
    const left = findLeftovers(place, bank)
    clearLeftovers(place, left)
    if (left.lock === 'stale' || left.files.length > 0)
      done.push({ en: 'Removed leftovers of a crash.', zh: '已清理崩溃残留。' })
    if (left.grown.length > 0)
      done.push({
        en: `Shortened the names of ${left.grown.length} changes in the history.`,
        zh: `已缩短历史记录中 ${left.grown.length} 个更改的名称。`,
      })
  }
  for (const host of hosts)
    for (const scope of brokenScopes(host, context)) done.push(...repairEntry(host, scope, context))
  return done
}

/** The scopes in which the host is installed, if one of its findings can be fixed by installing again. */
function brokenScopes(host: Host, context: InstallContext): readonly Scope[] {
  const report = host.diagnose(context)
  const isBroken = report.findings.some(({ id }) => REPAIRED_BY_INSTALL.has(id))
  return isBroken ? [...new Set(report.installed.map((entry) => entry.scope))] : []
}

/** Findings that installing again fixes. */
const REPAIRED_BY_INSTALL = new Set([
  ...['plugin-missing', 'marketplace-missing', 'node-not-found', 'hooks-outdated', 'hooks-incomplete', 'slow-start'],
])

function repairEntry(host: Host, scope: Scope, context: DoctorContext): readonly Words[] {
  const proposed = proposeInstall([host], { scope, deny: false, from: undefined }, context)
  if (!proposed.ok || proposed.value.plan.changes.length === 0) return []
  const applied = carryOutSetup(proposed.value, context.now())
  if (!applied.ok) return []
  const files = proposed.value.hosts.map((host) => host.file).join(', ')
  return [{ en: `Corrected the entry in ${files}.`, zh: `已修正 ${files} 中的条目。` }]
}

/** Without its state folder, Memory Bank neither remembers nor writes anything. */
function stateFaults(state: string): readonly Diagnosis[] {
  const trouble = stateTrouble(state)
  return trouble === undefined ? [] : [fromProblem('state', { code: 'state-unavailable', ...trouble })]
}

function program(version: string, node: string): Diagnosis {
  const isOld = Number(node.split('.')[0]) < 20
  return diagnosis(isOld ? 'node-too-old' : 'versions', 'program', { version, node })
}

const diagnosis = diagnosesFrom({
  versions: { level: 'ok', en: 'memory-bank {version} on Node {node}', zh: 'memory-bank {version}，Node {node}' },
  'node-too-old': {
    level: 'error',
    en: 'memory-bank {version} on Node {node} → Use Node 20 or newer.',
    zh: 'memory-bank {version}，Node {node} → 请使用 Node 20 或更新版本。',
  },
})
