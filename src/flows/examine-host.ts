/** How one host stands: where its settings name us, whether that leads to something that loads, and which version it is. */

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { valueAt } from '../text/jsonc.ts'
import { findProgram, versionOf, whyNotLoadable } from '../workspace/project/find-program.ts'
import { openWorkspace } from '../workspace/workspace.ts'
import type { Diagnosis, Ground, HostReport, HostSetup, InstalledEntry } from './host-setup.ts'
import type { SetupAround } from './install-context.ts'

export interface HostStanding {
  readonly id: string
  readonly name: string
  readonly program: string | undefined
  readonly version: string | undefined
  readonly installed: readonly InstalledEntry[]
}

export function examineHost(
  setup: HostSetup,
  ground: Ground,
  around: SetupAround,
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
      ...wrongOptions(setup, report, around),
      ...present(setup, report, path, version),
    ],
  }
}

/** A module that the host would fail to load says so to nobody there; here it does. */
function unloadable(setup: HostSetup, report: HostReport, around: SetupAround): readonly Diagnosis[] {
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

/** Options of the entry that we would not understand: the guard then only says so. */
function wrongOptions(setup: HostSetup, report: HostReport, around: SetupAround): readonly Diagnosis[] {
  const surroundings = { ...around, progress: () => {} }
  if (!openWorkspace(surroundings).ok) return [] // that is said already
  return report.installed.flatMap(({ options = {}, file }) => {
    const opened = openWorkspace({ ...surroundings, options })
    if (opened.ok || opened.problem.code !== 'config-invalid') return []
    const { detail } = opened.problem
    return [
      {
        id: 'options-invalid',
        about: setup.name,
        level: 'error',
        what: { en: `The options of our entry in ${file}: ${detail.en}`, zh: `${file} 中的插件选项：${detail.zh}` },
        next: { en: `Correct ${file}.`, zh: `请修正 ${file}。` },
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
