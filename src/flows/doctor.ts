/** doctor: what keeps memory-bank from working here, each with one next step. Looks only; `repair` mends what is ours. */

import { join, parse } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Diagnosis, Ground, HostReport, HostSetup, InstalledEntry, Scope } from '../core/host-setup.ts'
import { valueAt } from '../core/jsonc.ts'
import type { Words } from '../core/language.ts'
import { explain, type Problem } from '../core/problem.ts'
import type { BankPlace } from '../workspace/apply-changes.ts'
import { causeOf } from '../workspace/disk.ts'
import { findProgram, versionOf } from '../workspace/find-program.ts'
import { bytesBelow, clearLeftBehind, findLeftBehind } from '../workspace/left-behind.ts'
import { whyNotLoadable } from '../workspace/load-module.ts'
import { recover } from '../workspace/recover.ts'
import { SessionLog } from '../workspace/session-log.ts'
import { setupFolder } from '../workspace/state-folder.ts'
import { openWorkspace, type Workspace } from '../workspace/workspace.ts'
import { check } from './check.ts'
import type { SetupAround } from './ground.ts'
import { carryOutSetup, proposeInstall } from './install.ts'
import { tellGit } from './tell-git.ts'

export interface DoctorReport {
  readonly version: string
  readonly node: string
  readonly findings: readonly Diagnosis[]
  readonly hosts: readonly HostStanding[]
}

export interface HostStanding {
  readonly id: string
  readonly name: string
  readonly program: string | undefined
  readonly version: string | undefined
  readonly installed: readonly InstalledEntry[]
}

export interface DoctorAround extends SetupAround {
  readonly nodeVersion: string
}

export function examine(setups: readonly HostSetup[], ground: Ground, around: DoctorAround): DoctorReport {
  const version = String(valueAt(ground.look.text(join(ground.packageRoot, 'package.json')) ?? '', ['version']) ?? '')
  const opened = openWorkspace({ ...around, progress: () => {} })
  const hosts = setups.map((setup) => standing(setup, ground, around))
  return {
    version,
    node: around.nodeVersion,
    hosts: hosts.map((host) => host.standing),
    findings: [
      program(version, around.nodeVersion),
      ...leftovers(places(around, opened.ok ? opened.value : undefined)),
      ...(opened.ok ? ofProject(opened.value, around) : [fromProblem('settings', opened.problem)]),
      ...hosts.flatMap((host) => host.findings),
    ],
  }
}

/** Mends what is ours: interrupted work, locks of the dead, entries that lead nowhere. Says what it did. */
export function repair(setups: readonly HostSetup[], ground: Ground, around: DoctorAround): readonly Words[] {
  const opened = openWorkspace({ ...around, progress: () => {} })
  const done: Words[] = []
  for (const { place, bank } of places(around, opened.ok ? opened.value : undefined)) {
    const settled = recover(place, bank === undefined ? () => {} : tellGit(place.bank))
    for (const one of settled.ok ? settled.value : [])
      done.push(
        one.outcome === 'finished'
          ? { en: `Finished the interrupted ${one.intent} ${one.id}.`, zh: `已完成被中断的 ${one.intent} ${one.id}。` }
          : {
              en: `Took back the interrupted ${one.intent} ${one.id}.`,
              zh: `已撤回被中断的 ${one.intent} ${one.id}。`,
            },
      )
    const left = findLeftBehind(place, bank)
    if (left.lock !== 'stale' && left.files.length === 0) continue
    clearLeftBehind(place, left)
    done.push({ en: 'Cleared away what a crash left behind.', zh: '已清理崩溃残留。' })
  }
  for (const setup of setups)
    for (const scope of brokenScopes(setup, ground)) done.push(...mendEntry(setup, scope, ground, around))
  return done
}

/** Entries that lead nowhere, by the scope they stand in. */
function brokenScopes(setup: HostSetup, ground: Ground): readonly Scope[] {
  const report = setup.diagnose(ground)
  const isBroken = report.findings.some(({ id }) => id === 'plugin-missing' || id === 'marketplace-missing')
  return isBroken ? [...new Set(report.installed.map((entry) => entry.scope))] : []
}

function mendEntry(setup: HostSetup, scope: Scope, ground: Ground, around: DoctorAround): readonly Words[] {
  const proposed = proposeInstall([setup], { scope, deny: false, from: undefined }, ground, around)
  if (!proposed.ok || proposed.value.plan.changes.length === 0) return []
  const applied = carryOutSetup(proposed.value, around.now())
  if (!applied.ok) return []
  const files = proposed.value.hosts.map((host) => host.file).join(', ')
  return [{ en: `Set the entry right in ${files}.`, zh: `已修正 ${files} 中的条目。` }]
}

interface Place {
  readonly place: BankPlace
  /** The bank, where files may have been staged. */
  readonly bank: string | undefined
}

function places(around: DoctorAround, workspace: Workspace | undefined): readonly Place[] {
  const setup = { place: { bank: parse(around.folder).root, state: setupFolder(around.env) }, bank: undefined }
  return workspace === undefined ? [setup] : [{ place: workspace.place, bank: workspace.place.bank }, setup]
}

function program(version: string, node: string): Diagnosis {
  const major = Number(node.split('.')[0])
  const what = { en: `memory-bank ${version} on Node ${node}`, zh: `memory-bank ${version}，Node ${node}` }
  if (major >= 20) return { id: 'versions', about: 'program', level: 'ok', what }
  return {
    id: 'node-too-old',
    about: 'program',
    level: 'error',
    what,
    next: { en: 'Use Node 20 or newer.', zh: '请使用 Node 20 或更新版本。' },
  }
}

function ofProject(workspace: Workspace, around: DoctorAround): readonly Diagnosis[] {
  return [...switches(workspace), ...bank(workspace), ...failures(workspace, around), ...size(workspace)]
}

function switches({ config }: Workspace): readonly Diagnosis[] {
  const { disabled, mode, writer } = config.guard
  if (disabled)
    return [
      {
        id: 'switched-off',
        about: 'settings',
        level: 'warning',
        what: { en: 'MEMORY_BANK_DISABLED=1: everything is off.', zh: 'MEMORY_BANK_DISABLED=1：全部关闭。' },
        next: { en: 'Unset MEMORY_BANK_DISABLED.', zh: '请取消设置 MEMORY_BANK_DISABLED。' },
      },
    ]
  const what = { en: `guard mode ${mode}, writer ${writer}`, zh: `守卫模式 ${mode}，写入方式 ${writer}` }
  return [{ id: 'settings', about: 'settings', level: 'ok', what }]
}

/** A bank whose writer died half way is judged after that was settled. */
function bank(workspace: Workspace): readonly Diagnosis[] {
  if (findLeftBehind(workspace.place, undefined).unfinished.length > 0) return []
  const checked = check(workspace, undefined)
  if (!checked.ok) return [fromProblem('bank', checked.problem)]
  const { state, findings } = checked.value
  const about = 'bank'
  const say = (id: string, level: Diagnosis['level'], what: Words, next?: Words): Diagnosis[] => [
    { id, about, level, what, ...(next === undefined ? {} : { next }) },
  ]
  const refresh = { en: 'memory-bank refresh', zh: 'memory-bank refresh' }
  switch (state.kind) {
    case 'absent':
      return say(
        'bank-absent',
        'note',
        { en: 'no bank here yet', zh: '尚未建立' },
        { en: 'memory-bank init', zh: 'memory-bank init' },
      )
    case 'foreign':
      return say('bank-foreign', 'note', {
        en: `another tool's bank (${state.tool})`,
        zh: `其他工具的记忆库（${state.tool}）`,
      })
    case 'broken':
      return [fromProblem(about, state.problem)]
    case 'newer':
      return [fromProblem(about, { code: 'bank-newer', version: state.version })]
    case 'legacy':
    case 'outdated':
    case 'entry-missing':
      return say(
        'bank-outdated',
        'warning',
        { en: `the bank is ${state.kind}`, zh: `记忆库需要更新（${state.kind}）` },
        refresh,
      )
    case 'current': {
      const errors = findings.filter((finding) => finding.level === 'error').length
      const told = {
        en: `v${state.version}, ${errors} errors found by check`,
        zh: `v${state.version}，check 发现 ${errors} 个错误`,
      }
      if (errors > 0) return say('bank-errors', 'error', told, { en: 'memory-bank check', zh: 'memory-bank check' })
      return say('bank', 'ok', { en: `v${state.version}, whole`, zh: `v${state.version}，完好` })
    }
  }
}

function leftovers(all: readonly Place[]): readonly Diagnosis[] {
  return all.flatMap(({ place, bank: folder }): readonly Diagnosis[] => {
    const fix = { en: 'memory-bank doctor --fix', zh: 'memory-bank doctor --fix' }
    const finding = (id: string, what: Words): Diagnosis => ({ id, about: 'state', level: 'error', what, next: fix })
    try {
      const { unfinished, lock, files } = findLeftBehind(place, folder)
      return [
        ...unfinished.map((id) =>
          finding('interrupted', {
            en: `A command was interrupted half way (${id}).`,
            zh: `有命令中途被打断（${id}）。`,
          }),
        ),
        ...(lock === 'stale'
          ? [finding('stale-lock', { en: 'A writer died and left its lock.', zh: '有写入进程异常退出，留下了锁。' })]
          : []),
        ...(files.length > 0
          ? [
              finding('half-written', {
                en: `A crash left ${files.length} half-written files.`,
                zh: `崩溃留下 ${files.length} 个未写完的文件。`,
              }),
            ]
          : []),
      ]
    } catch (error) {
      return [fromProblem('state', { code: 'state-unavailable', path: place.state, cause: causeOf(error) })]
    }
  })
}

const REMEMBERED_DAYS = 7

function failures(workspace: Workspace, around: DoctorAround): readonly Diagnosis[] {
  const since = new Date(around.now().getTime() - REMEMBERED_DAYS * 24 * 60 * 60 * 1000)
  const told = new SessionLog(workspace.place.state).failures(since)
  const last = told.at(-1)
  if (last === undefined) return []
  return [
    {
      id: 'guard-failed',
      about: 'state',
      level: 'warning',
      what: {
        en: `The guard itself failed ${told.length} times in ${REMEMBERED_DAYS} days, last: ${last}`,
        zh: `${REMEMBERED_DAYS} 天内守卫自身出错 ${told.length} 次，最近一次：${last}`,
      },
      next: { en: 'Please report it with this line.', zh: '请附上这一行报告问题。' },
    },
  ]
}

const MUCH_BYTES = 512 * 1024 * 1024

function size(workspace: Workspace): readonly Diagnosis[] {
  const { state } = workspace.place
  const bytes = bytesBelow(state)
  const mb = (bytes / 1024 / 1024).toFixed(1)
  const what = { en: `${state} (${mb} MB)`, zh: `${state}（${mb} MB）` }
  if (bytes <= MUCH_BYTES) return [{ id: 'state', about: 'state', level: 'ok', what }]
  const next = { en: `Remove ${state}; history and undo begin anew.`, zh: `可删除 ${state}；历史与撤销将重新开始。` }
  return [{ id: 'state-large', about: 'state', level: 'warning', what, next }]
}

function standing(
  setup: HostSetup,
  ground: Ground,
  around: DoctorAround,
): { readonly standing: HostStanding; readonly findings: readonly Diagnosis[] } {
  const report = setup.diagnose(ground)
  const path = setup.program === undefined ? undefined : findProgram(setup.program, around.env)
  const version = path === undefined ? undefined : versionOf(path)
  return {
    standing: { id: setup.id, name: setup.name, program: path, version, installed: report.installed },
    findings: [
      ...report.findings,
      ...unloadable(setup, report, around),
      ...otherVersion(setup, report, ground),
      ...present(setup, report, path, version),
    ],
  }
}

/** A module that the host would fail to load says so to nobody there; here it does. */
function unloadable(setup: HostSetup, report: HostReport, around: DoctorAround): readonly Diagnosis[] {
  const modules = [...new Set(report.installed.flatMap((entry) => entry.module ?? []))]
  return modules.flatMap((path) => {
    const why = whyNotLoadable(pathToFileURL(path).href, around.node)
    if (why === undefined) return []
    return [
      {
        id: 'plugin-unloadable',
        about: setup.name,
        level: 'error',
        what: {
          en: `${path} cannot be loaded: ${why}. Nothing is guarded.`,
          zh: `无法加载 ${path}：${why}。当前没有任何保护。`,
        },
        next: {
          en: 'Install the package again (in a checkout: npm run build).',
          zh: '请重新安装该包（源码目录请运行 npm run build）。',
        },
      },
    ]
  })
}

/** The host may load another copy than the one that speaks here. */
function otherVersion(setup: HostSetup, report: HostReport, ground: Ground): readonly Diagnosis[] {
  const versionIn = (folder: string): unknown =>
    valueAt(ground.look.text(join(folder, 'package.json')) ?? '', ['version'])
  const own = versionIn(ground.packageRoot)
  const others = report.installed.flatMap(({ folder }) => {
    const version = folder === undefined ? undefined : versionIn(folder)
    return version === undefined || version === own ? [] : [{ folder, version }]
  })
  return others.map(({ folder, version }) => ({
    id: 'other-version',
    about: setup.name,
    level: 'note',
    what: {
      en: `it loads memory-bank ${version} (${folder}); this program is ${own}`,
      zh: `它加载的是 memory-bank ${version}（${folder}），本程序是 ${own}`,
    },
    next: { en: 'Bring the two to one version.', zh: '建议统一两者的版本。' },
  }))
}

function present(
  setup: HostSetup,
  { installed, findings }: HostReport,
  path: string | undefined,
  version: string | undefined,
): readonly Diagnosis[] {
  const about = setup.name
  if (installed.length === 0) {
    if (path === undefined || findings.some((finding) => finding.level === 'error')) return []
    const what = {
      en: `${version ?? ''} is on this machine, without memory-bank`.trim(),
      zh: `${version ?? ''} 已在本机，尚未安装 memory-bank`.trim(),
    }
    const next = { en: `memory-bank install ${setup.id}`, zh: `memory-bank install ${setup.id}` }
    return [{ id: 'not-installed', about, level: 'note', what, next }]
  }
  if (findings.some((finding) => finding.level === 'error')) return []
  const where = installed.map((entry) => entry.file).join(', ')
  const found: Diagnosis[] = [
    { id: 'installed', about, level: 'ok', what: { en: `entry in ${where}`, zh: `配置于 ${where}` } },
  ]
  if (version !== undefined && !setup.tested.includes(version))
    found.push({
      id: 'untested-version',
      about,
      level: 'note',
      what: {
        en: `version ${version}; proven with ${setup.tested.join(', ')}`,
        zh: `版本 ${version}；已验证的版本：${setup.tested.join('、')}`,
      },
      next: { en: `memory-bank doctor --prove ${setup.id}`, zh: `memory-bank doctor --prove ${setup.id}` },
    })
  return found
}

/** Outside any project there is less to say, and nothing wrong. */
function fromProblem(about: string, problem: Problem): Diagnosis {
  const [en, zh] = [explain(problem, 'en'), explain(problem, 'zh')]
  const level = problem.code === 'no-project' ? 'note' : 'error'
  return { id: problem.code, about, level, what: { en: en.what, zh: zh.what }, next: { en: en.next, zh: zh.next } }
}
