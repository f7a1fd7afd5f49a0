/** What is wrong with a project's settings, its bank, and what commands of ours left behind. Looks only. */

import { join, parse } from 'node:path'
import { describeState, nextStep, problemOf } from '../bank/bank-state.ts'
import type { Words } from '../base/language.ts'
import { MEMORY } from '../base/layout.ts'
import { explain, type Problem } from '../base/problem.ts'
import { maskSecrets } from '../secrets/mask.ts'
import type { BankPlace } from '../disk/bank/journal.ts'
import { bytesBelow, findLeftBehind } from '../disk/bank/recover.ts'
import { causeOf, isThere } from '../disk/disk.ts'
import { SessionLog } from '../disk/state/session-log.ts'
import { setupFolder } from '../disk/state/state-folder.ts'
import type { Workspace } from '../disk/workspace.ts'
import { type CheckReport, check } from '../verbs/check.ts'
import type { Diagnosis } from './host.ts'
import { hostWeakenings } from '../verbs/host-weakenings.ts'
import { importable, namesOf } from '../verbs/importable.ts'
import type { InstallContext } from './install-context.ts'

export function examineProject(workspace: Workspace, around: InstallContext): readonly Diagnosis[] {
  return [
    ...switches(workspace),
    ...weakened(workspace),
    ...bank(workspace),
    ...notImported(workspace, around),
    ...failures(workspace, around),
    ...size(workspace),
  ]
}

function switches({ config }: Workspace): readonly Diagnosis[] {
  const { disabled, mode, writer } = config.guard
  if (disabled)
    return [
      {
        id: 'switched-off',
        about: 'settings',
        level: 'warning',
        what: { en: 'MEMORY_BANK_DISABLED=1: everything is off.', zh: 'MEMORY_BANK_DISABLED=1：全部功能已关闭。' },
        next: { en: 'Unset MEMORY_BANK_DISABLED.', zh: '请取消设置 MEMORY_BANK_DISABLED。' },
      },
    ]
  const what = { en: `guard mode ${mode}, writer ${writer}`, zh: `守卫模式 ${mode}，写入方式 ${writer}` }
  return [{ id: 'settings', about: 'settings', level: 'ok', what }]
}

/** What the repository brings along that would weaken protection; of one that a person trusts, it is their own. */
function weakened({ trusted, config, project }: Workspace): readonly Diagnosis[] {
  if (trusted) return []
  const ignored = config.ignored.map(({ name, value }) => `${name}=${value}`).join(', ')
  const hosts = hostWeakenings(project.root)
  return [
    ...(ignored === ''
      ? []
      : [
          {
            id: 'settings-ignored',
            about: 'settings',
            level: 'note',
            what: {
              en: `Settings that came with this repository would weaken protection and do not apply: ${ignored}.`,
              zh: `随仓库而来的设置会放宽保护，因此不生效：${ignored}。`,
            },
            next: { en: 'If the repository is yours: memory-bank trust', zh: '如果这是你的仓库：memory-bank trust' },
          } as const,
        ]),
    ...hosts.map(
      (one): Diagnosis => ({
        id: 'host-settings-weaken',
        about: 'settings',
        level: 'warning',
        what: {
          en: `Host settings that came with this repository weaken protection: ${one}.`,
          zh: `随仓库而来的宿主配置会放宽保护：${one}。`,
        },
        next: {
          en: 'Remove that, or if the repository is yours: memory-bank trust',
          zh: '请移除，或者如果这是你的仓库：memory-bank trust',
        },
      }),
    ),
  ]
}

/** A bank whose writer died half-way is judged once that is settled. */
function bank(workspace: Workspace): readonly Diagnosis[] {
  if (findLeftBehind(workspace.place, undefined).unfinished.length > 0) return []
  const checked = check(workspace, { language: undefined })
  if (!checked.ok) return [fromProblem('bank', checked.problem)]
  const told = checked.value.remarks.map(
    (what): Diagnosis => ({ id: 'bank-remark', about: 'bank', level: 'note', what, next: NOTHING_NEEDED }),
  )
  return [...stateOf(checked.value), ...told]
}

/** Of a bank that is yet to be made, its remarks tell. */
function notImported(workspace: Workspace, { env }: InstallContext): readonly Diagnosis[] {
  const found = isThere(join(workspace.place.bank, MEMORY)) ? importable(workspace, env) : []
  if (found.length === 0) return []
  const names = namesOf(found)
  const what = { en: `Noted elsewhere and not imported: ${names.en}.`, zh: `其他工具的记忆尚未导入：${names.zh}。` }
  return [{ id: 'importable', about: 'bank', level: 'note', what, next: BRING_ALONG }]
}

const BRING_ALONG: Words = { en: 'To bring it along: memory-bank import', zh: '可以导入：memory-bank import' }

const NOTHING_NEEDED: Words = { en: 'If that is meant so, nothing.', zh: '如果本意如此，无需处理。' }

function stateOf(report: CheckReport): readonly Diagnosis[] {
  const { state, findings } = report
  const about = 'bank'
  const say = (id: string, level: 'note' | 'warning' | 'error', what: Words, next: Words): Diagnosis[] => [
    { id, about, level, what, next },
  ]
  switch (state.kind) {
    case 'absent':
      return say('bank-absent', 'note', { en: 'no bank here yet', zh: '尚未建立' }, nextStep(state))
    case 'foreign':
      return say('bank-foreign', 'note', describeState(state), nextStep(state))
    case 'unmerged':
    case 'left-out':
    case 'broken':
      return [fromProblem(about, problemOf(state))]
    case 'newer':
      return [fromProblem(about, { code: 'bank-newer', version: state.version })]
    case 'legacy':
    case 'outdated':
    case 'entry-missing':
      return say(
        'bank-outdated',
        'warning',
        { en: `the bank is ${state.kind}`, zh: `Memory Bank 需要更新（${state.kind}）` },
        nextStep(state),
      )
    case 'current': {
      const errors = findings.filter((finding) => finding.level === 'error').length
      const told = {
        en: `v${state.version}, ${errors} errors found by check`,
        zh: `v${state.version}，check 发现 ${errors} 个错误`,
      }
      if (errors > 0) return say('bank-errors', 'error', told, { en: 'memory-bank check', zh: 'memory-bank check' })
      const whole = { en: `v${state.version}, intact`, zh: `v${state.version}，完好` }
      return [{ id: 'bank', about, level: 'ok', what: whole }]
    }
  }
}

/** Interrupted work, locks of writers that died, half-written files. */
export function leftovers(all: readonly Place[]): readonly Diagnosis[] {
  return all.flatMap(({ place, bank: folder }): readonly Diagnosis[] => {
    const fix = { en: 'memory-bank doctor --fix', zh: 'memory-bank doctor --fix' }
    const finding = (id: string, what: Words): Diagnosis => ({ id, about: 'state', level: 'error', what, next: fix })
    try {
      const { unfinished, lock, files, grown } = findLeftBehind(place, folder)
      return [
        ...unfinished.map((id) =>
          finding(
            'interrupted',
            folder === undefined
              ? {
                  en: `An install or uninstall was interrupted (${id}); its settings may be old or new.`,
                  zh: `有一次安装或卸载中途被打断（${id}）；相关配置可能是旧的，也可能是新的。`,
                }
              : { en: `A command was interrupted (${id}).`, zh: `有命令中途被打断（${id}）。` },
          ),
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
        ...(grown.length > 0
          ? [
              finding('clock-ran-ahead', {
                en: `The clock once ran ahead, and an older version gave ${grown.length} changes in the history overlong names.`,
                zh: `系统时钟曾经超前，旧版本为历史记录中的 ${grown.length} 个更改取了过长的名称。`,
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

function failures(workspace: Workspace, around: InstallContext): readonly Diagnosis[] {
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
  const next = {
    en: `Remove ${state}; the history that undo needs goes with it.`,
    zh: `可删除 ${state}；历史记录会一并清除，此前的更改将无法撤销。`,
  }
  return [{ id: 'state-large', about: 'state', level: 'warning', what, next }]
}

/** Being outside any project is no error. */
export function fromProblem(about: string, problem: Problem): Diagnosis {
  const [en, zh] = [explain(problem, 'en'), explain(problem, 'zh')]
  const level = problem.code === 'no-project' ? 'note' : 'error'
  const what = { en: maskSecrets(en.what), zh: maskSecrets(zh.what) }
  return { id: problem.code, about, level, what, next: { en: maskSecrets(en.next), zh: maskSecrets(zh.next) } }
}

interface Place {
  readonly place: BankPlace
  /** The bank, where files may have been staged. */
  readonly bank: string | undefined
}

/** Where commands of ours write: the bank with its state, and the settings of hosts. */
export function places(around: InstallContext, workspace: Workspace | undefined): readonly Place[] {
  const setup = { place: { bank: parse(around.folder).root, state: setupFolder(around.env) }, bank: undefined }
  return workspace === undefined ? [setup] : [{ place: workspace.place, bank: workspace.place.bank }, setup]
}
