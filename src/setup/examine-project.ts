/** Examines a project's settings, its bank, and what interrupted commands left behind. Changes nothing. */

import { join, parse } from 'node:path'
import { describeState, nextStep, problemOf } from '../bank/bank-state.ts'
import { MEMORY } from '../base/layout.ts'
import { explain, type Problem } from '../base/problem.ts'
import type { BankPlace } from '../disk/bank/journal.ts'
import { bytesBelow, findLeftovers } from '../disk/bank/recover.ts'
import { causeOf, isThere } from '../disk/disk.ts'
import { ignoredRecords } from '../disk/state/seal.ts'
import { SessionLog } from '../disk/state/session-log.ts'
import { setupFolder } from '../disk/state/state-folder.ts'
import type { Workspace } from '../disk/workspace.ts'
import { maskSecrets } from '../secrets/mask.ts'
import { type CheckReport, check } from '../verbs/check.ts'
import { importable, namesOf } from '../verbs/importable.ts'
import { hostWeakenings } from '../verbs/make-opening.ts'
import { type Diagnosis, diagnosesFrom } from './diagnosis.ts'
import type { InstallContext } from './install-context.ts'

export function examineProject(workspace: Workspace, around: InstallContext): readonly Diagnosis[] {
  return [
    switches(workspace),
    ...weakeningSettings(workspace),
    ...bank(workspace),
    ...notImported(workspace, around),
    ...failures(workspace, around),
    size(workspace),
  ]
}

function switches({ config }: Workspace): Diagnosis {
  const { disabled, mode, writer } = config.guard
  return disabled ? diagnosis('switched-off', 'settings') : diagnosis('settings', 'settings', { mode, writer })
}

/** Settings of an untrusted repository that would weaken protection. */
function weakeningSettings({ trusted, config, project }: Workspace): readonly Diagnosis[] {
  if (trusted) return []
  const ignored = config.ignored.map(({ name, value }) => `${name}=${value}`).join(', ')
  return [
    ...(ignored === '' ? [] : [diagnosis('settings-ignored', 'settings', { ignored })]),
    ...hostWeakenings(project.root).map((setting) => diagnosis('host-settings-weaken', 'settings', { setting })),
  ]
}

/** Skipped while a write is unfinished: `doctor --fix` must finish it or roll it back first. */
function bank(workspace: Workspace): readonly Diagnosis[] {
  if (findLeftovers(workspace.place, undefined).unfinished.length > 0) return []
  const checked = check(workspace, { language: undefined })
  if (!checked.ok) return [fromProblem('bank', checked.problem)]
  return [
    stateOf(checked.value),
    ...checked.value.remarks.map((remark) => diagnosis('bank-remark', 'bank', { remark })),
  ]
}

/** Memories of other tools, for an existing bank. Without a bank, the remarks of `check` list them. */
function notImported(workspace: Workspace, { env }: InstallContext): readonly Diagnosis[] {
  const found = isThere(join(workspace.place.bank, MEMORY)) ? importable(workspace, env) : []
  return found.length === 0 ? [] : [diagnosis('importable', 'bank', { names: namesOf(found) })]
}

function stateOf({ state, findings }: CheckReport): Diagnosis {
  switch (state.kind) {
    case 'absent':
      return diagnosis('bank-absent', 'bank', { next: nextStep(state) })
    case 'foreign':
      return diagnosis('bank-foreign', 'bank', { state: describeState(state), next: nextStep(state) })
    case 'unmerged':
    case 'left-out':
    case 'broken':
      return fromProblem('bank', problemOf(state))
    case 'newer':
      return fromProblem('bank', { code: 'bank-newer', version: state.version })
    case 'legacy':
    case 'outdated':
    case 'entry-missing':
      return diagnosis('bank-outdated', 'bank', { kind: state.kind, next: nextStep(state) })
    case 'current': {
      const { version } = state
      const errors = findings.filter((finding) => finding.level === 'error').length
      return errors > 0 ? diagnosis('bank-errors', 'bank', { version, errors }) : diagnosis('bank', 'bank', { version })
    }
  }
}

/** Interrupted work, stale locks and half-written files. */
export function leftovers(all: readonly Place[]): readonly Diagnosis[] {
  return all.flatMap(({ place, bank: folder }): readonly Diagnosis[] => {
    try {
      const { unfinished, lock, files, grown } = findLeftovers(place, folder)
      const interrupted = folder === undefined ? 'interrupted/install' : 'interrupted'
      return [
        ...unfinished.map((id) => diagnosis(interrupted, 'state', { id })),
        ...(lock === 'stale' ? [diagnosis('stale-lock', 'state')] : []),
        ...(files.length > 0 ? [diagnosis('half-written', 'state', { count: files.length })] : []),
        ...(grown.length > 0 ? [diagnosis('clock-ran-ahead', 'state', { count: grown.length })] : []),
      ]
    } catch (error) {
      return [fromProblem('state', { code: 'state-unavailable', path: place.state, cause: causeOf(error) })]
    }
  })
}

const REMEMBERED_DAYS = 7

function failures(workspace: Workspace, around: InstallContext): readonly Diagnosis[] {
  const since = new Date(around.now().getTime() - REMEMBERED_DAYS * 24 * 60 * 60 * 1000)
  const told = new SessionLog(workspace.place.state).failures(since)
  const ignored = ignoredRecords(workspace.place.state, since)
  return [
    ...told
      .slice(-1)
      .map((last) => diagnosis('guard-failed', 'state', { count: told.length, days: REMEMBERED_DAYS, last })),
    ...ignored.slice(-1).map((last) =>
      diagnosis('record-ignored', 'state', {
        count: ignored.length,
        days: REMEMBERED_DAYS,
        last,
        state: workspace.place.state,
      }),
    ),
  ]
}

const MUCH_BYTES = 512 * 1024 * 1024

function size({ place: { state } }: Workspace): Diagnosis {
  const bytes = bytesBelow(state)
  const mb = (bytes / 1024 / 1024).toFixed(1)
  return diagnosis(bytes <= MUCH_BYTES ? 'state' : 'state-large', 'state', { state, mb })
}

const diagnosis = diagnosesFrom({
  settings: {
    level: 'ok',
    en: 'guard mode {mode}, writer {writer}',
    zh: '守卫模式 {mode}，写入方式 {writer}',
  },
  'switched-off': {
    level: 'warning',
    en: 'MEMORY_BANK_DISABLED=1: everything is off. → Unset MEMORY_BANK_DISABLED.',
    zh: 'MEMORY_BANK_DISABLED=1：全部功能已关闭。 → 请取消设置 MEMORY_BANK_DISABLED。',
  },
  'settings-ignored': {
    level: 'note',
    en: 'Settings from this repository would weaken protection and are ignored: {ignored}. → If the repository is yours: memory-bank trust',
    zh: '来自此仓库的设置会削弱保护，因此不生效：{ignored}。 → 如果这是你的仓库：memory-bank trust',
  },
  'host-settings-weaken': {
    level: 'warning',
    en: 'Agent settings from this repository weaken protection: {setting}. → Remove them, or if the repository is yours: memory-bank trust',
    zh: '来自此仓库的 Agent 配置会削弱保护：{setting}。 → 请移除；如果这是你的仓库：memory-bank trust',
  },
  bank: { level: 'ok', en: 'v{version}, intact', zh: 'v{version}，完好' },
  'bank-absent': { level: 'note', en: 'no bank here yet → {next}', zh: '尚未建立 → {next}' },
  'bank-foreign': { level: 'note', en: '{state} → {next}', zh: '{state} → {next}' },
  'bank-outdated': {
    level: 'warning',
    en: 'the bank is {kind} → {next}',
    zh: 'Memory Bank 需要更新（{kind}） → {next}',
  },
  'bank-errors': {
    level: 'error',
    en: 'v{version}, {errors} errors found by check → memory-bank check',
    zh: 'v{version}，check 发现 {errors} 个错误 → memory-bank check',
  },
  'bank-remark': {
    level: 'note',
    en: '{remark} → If this is intended, do nothing.',
    zh: '{remark} → 如果本意如此，无需处理。',
  },
  importable: {
    level: 'note',
    en: 'Not imported from other tools: {names}. → Import it: memory-bank import',
    zh: '其他工具的记忆尚未导入：{names}。 → 可以导入：memory-bank import',
  },
  interrupted: {
    level: 'error',
    en: 'A command was interrupted ({id}). → memory-bank doctor --fix',
    zh: '有命令中途被打断（{id}）。 → memory-bank doctor --fix',
  },
  'interrupted/install': {
    level: 'error',
    en: 'An install or uninstall was interrupted ({id}); its settings may be old or new. → memory-bank doctor --fix',
    zh: '有一次安装或卸载中途被打断（{id}）；相关配置可能是旧的，也可能是新的。 → memory-bank doctor --fix',
  },
  'stale-lock': {
    level: 'error',
    en: 'A process crashed and left its lock behind. → memory-bank doctor --fix',
    zh: '有写入进程异常退出，留下了锁。 → memory-bank doctor --fix',
  },
  'half-written': {
    level: 'error',
    en: 'A crash left {count} half-written files. → memory-bank doctor --fix',
    zh: '崩溃留下 {count} 个未写完的文件。 → memory-bank doctor --fix',
  },
  'clock-ran-ahead': {
    level: 'error',
    en: 'The clock was once ahead, and an older version gave {count} changes in the history overlong names. → memory-bank doctor --fix',
    zh: '系统时钟曾经超前，旧版本为历史记录中的 {count} 个更改取了过长的名称。 → memory-bank doctor --fix',
  },
  'guard-failed': {
    level: 'warning',
    en: 'The guard failed {count} times in {days} days, most recently: {last} → Report it with this line.',
    zh: '{days} 天内守卫自身出错 {count} 次，最近一次：{last} → 请附上这一行报告问题。',
  },
  'record-ignored': {
    level: 'warning',
    en: '{count} records of sessions in {days} days were not written by Memory Bank and are ignored, most recently: {last} → Find out which program writes to {state}.',
    zh: '{days} 天内有 {count} 条会话记录不是 Memory Bank 写入的，已忽略，最近一条：{last} → 请查明是什么程序在写 {state}。',
  },
  state: { level: 'ok', en: '{state} ({mb} MB)', zh: '{state}（{mb} MB）' },
  'state-large': {
    level: 'warning',
    en: '{state} ({mb} MB) → Delete {state}; undo then has no history.',
    zh: '{state}（{mb} MB） → 可删除 {state}；历史记录会一并清除，此前的更改将无法撤销。',
  },
})

/** A finding made from a problem. Working outside a project is only a note. */
export function fromProblem(about: string, problem: Problem): Diagnosis {
  const [en, zh] = [explain(problem, 'en'), explain(problem, 'zh')]
  const level = problem.code === 'no-project' ? 'note' : 'error'
  const what = { en: maskSecrets(en.what), zh: maskSecrets(zh.what) }
  return { id: problem.code, about, level, what, next: { en: maskSecrets(en.next), zh: maskSecrets(zh.next) } }
}

interface Place {
  readonly place: BankPlace
  /** The bank's folder, where a crash may leave staged files; undefined for the hosts' settings. */
  readonly bank: string | undefined
}

/** The folders that Memory Bank's commands write to: the bank with its state, and the hosts' settings. */
export function places(around: InstallContext, workspace: Workspace | undefined): readonly Place[] {
  const setup = { place: { bank: parse(around.folder).root, state: setupFolder(around.env) }, bank: undefined }
  return workspace === undefined ? [setup] : [{ place: workspace.place, bank: workspace.place.bank }, setup]
}
