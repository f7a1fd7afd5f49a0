/** Examines one host: where its settings name us, whether that leads to something that loads, and which version it is. */

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { valueAt } from '../settings/jsonc.ts'
import { findProgram, versionOf, whyNotLoadable } from '../disk/project/find-program.ts'
import { openWorkspace } from '../disk/workspace.ts'
import type { Diagnosis, Host, HostReport, InstalledEntry } from './host.ts'
import type { InstallContext } from './install-context.ts'

export interface HostStatus {
  readonly id: string
  readonly name: string
  readonly program: string | undefined
  readonly version: string | undefined
  readonly installed: readonly InstalledEntry[]
}

export function examineHost(
  host: Host,
  context: InstallContext,
): { readonly status: HostStatus; readonly findings: readonly Diagnosis[] } {
  const report = host.diagnose(context)
  const path = host.program === undefined ? undefined : findProgram(host.program, context.env)
  const version = path === undefined ? undefined : versionOf(path)
  return {
    status: { id: host.id, name: host.name, program: path, version, installed: report.installed },
    findings: [
      ...report.findings,
      ...unloadable(host, report, context),
      ...otherVersion(host, report, context),
      ...sharedPaths(host, report, context),
      ...wrongOptions(host, report, context),
      ...present(host, report, path, version),
    ],
  }
}

/** A host says nothing about a module that it fails to load. */
function unloadable(host: Host, report: HostReport, context: InstallContext): readonly Diagnosis[] {
  const modules = [...new Set(report.installed.flatMap((entry) => entry.module ?? []))]
  return modules.flatMap((path) => {
    const why = whyNotLoadable(pathToFileURL(path).href, context.node)
    if (why === undefined) return []
    return [
      {
        id: 'plugin-unloadable',
        about: host.name,
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

/** With options that we do not understand the guard does nothing but say so. */
function wrongOptions(host: Host, report: HostReport, context: InstallContext): readonly Diagnosis[] {
  const surroundings = { ...context, progress: () => {} }
  if (!openWorkspace(surroundings).ok) return [] // that is reported already
  return report.installed.flatMap(({ options = {}, file }) => {
    const opened = openWorkspace({ ...surroundings, options })
    if (opened.ok || opened.problem.code !== 'config-invalid') return []
    const { detail } = opened.problem
    return [
      {
        id: 'options-invalid',
        about: host.name,
        level: 'error',
        what: { en: `The options of our entry in ${file}: ${detail.en}`, zh: `${file} 中的插件选项：${detail.zh}` },
        next: { en: `Correct ${file}.`, zh: `请修正 ${file}。` },
      },
    ]
  })
}

/** A path of this machine in a file that git takes to others, where it leads nowhere, or to something else. */
function sharedPaths(host: Host, { installed }: HostReport, context: InstallContext): readonly Diagnosis[] {
  const files = [...new Set(installed.flatMap(({ scope, file }) => (scope === 'project' ? [file] : [])))]
  const shared = files.filter(
    (file) => host.namesMachine(context.look.text(file) ?? '', file, context) && context.sharing(file) === 'tracked',
  )
  return shared.map((file) => ({
    id: 'machine-path-shared',
    about: host.name,
    level: 'warning',
    what: {
      en: `${file} is under version control and names a place on this machine, which others do not have.`,
      zh: `${file} 受版本控制，其中却写着本机的路径，其他人的机器上没有。`,
    },
    next: {
      en: `Move the entry into your own settings: memory-bank uninstall ${host.id} && memory-bank install ${host.id}`,
      zh: `把该条目移到你自己的配置：memory-bank uninstall ${host.id} && memory-bank install ${host.id}`,
    },
  }))
}

/** The host may load another copy than the one that this program belongs to. */
function otherVersion(host: Host, report: HostReport, context: InstallContext): readonly Diagnosis[] {
  const versionIn = (folder: string): unknown =>
    valueAt(context.look.text(join(folder, 'package.json')) ?? '', ['version'])
  const own = versionIn(context.packageRoot)
  const others = report.installed.flatMap(({ folder }) => {
    const version = folder === undefined ? undefined : versionIn(folder)
    return version === undefined || version === own ? [] : [{ folder, version }]
  })
  return others.map(({ folder, version }) => ({
    id: 'other-version',
    about: host.name,
    level: 'note',
    what: {
      en: `it loads memory-bank ${version} (${folder}); this program is ${own}`,
      zh: `它加载的是 memory-bank ${version}（${folder}），本程序是 ${own}`,
    },
    next: { en: 'Install the same version for both.', zh: '建议两者使用同一版本。' },
  }))
}

function present(
  host: Host,
  { installed, findings }: HostReport,
  path: string | undefined,
  version: string | undefined,
): readonly Diagnosis[] {
  const about = host.name
  if (installed.length === 0) {
    if (path === undefined || findings.some((finding) => finding.level === 'error')) return []
    const what = {
      en: `${version ?? ''} is on this machine, without memory-bank`.trim(),
      zh: `${version ?? ''} 已在本机，尚未安装 memory-bank`.trim(),
    }
    const next = { en: `memory-bank install ${host.id}`, zh: `memory-bank install ${host.id}` }
    return [{ id: 'not-installed', about, level: 'note', what, next }]
  }
  if (findings.some((finding) => finding.level === 'error')) return []
  const where = installed.map((entry) => entry.file).join(', ')
  const found: Diagnosis[] = [
    { id: 'installed', about, level: 'ok', what: { en: `entry in ${where}`, zh: `配置于 ${where}` } },
  ]
  if (version !== undefined && host.tested.length > 0 && !host.tested.includes(version))
    found.push({
      id: 'untested-version',
      about,
      level: 'note',
      what: {
        en: `version ${version}; proven with ${host.tested.join(', ')}`,
        zh: `版本 ${version}；已验证的版本：${host.tested.join('、')}`,
      },
      next: { en: `memory-bank doctor --prove ${host.id}`, zh: `memory-bank doctor --prove ${host.id}` },
    })
  return found
}
