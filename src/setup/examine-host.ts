/** Examines one host: where its settings name Memory Bank, whether that loads, and in which version. */

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openWorkspace } from '../disk/workspace.ts'
import { valueAt } from '../settings/jsonc.ts'
import { type Diagnosis, diagnosesFrom } from './diagnosis.ts'
import { findProgram, loadError, versionOf } from './find-program.ts'
import type { Host, HostReport, InstalledEntry } from './host.ts'
import type { InstallContext } from './install-context.ts'
import { otherToolFindings } from './other-tool.ts'

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
      ...(host.other === undefined ? [] : otherToolFindings(host.name, host.other, context)),
      ...presence(host, report, path, version),
    ],
  }
}

/** Loads each host's plugin module, because hosts do not report a module that fails to load. */
function unloadable({ name }: Host, { installed }: HostReport, { node }: InstallContext): readonly Diagnosis[] {
  const modules = [...new Set(installed.flatMap((entry) => entry.module ?? []))]
  return modules.flatMap((path) => {
    const why = loadError(pathToFileURL(path).href, node)
    return why === undefined ? [] : [diagnosis('plugin-unloadable', name, { path, why })]
  })
}

/** Invalid plugin options keep the guard from starting. */
function wrongOptions({ name }: Host, { installed }: HostReport, context: InstallContext): readonly Diagnosis[] {
  const surroundings = { ...context, progress: () => {} }
  if (!openWorkspace(surroundings).ok) return [] // `examine` reports this problem itself
  return installed.flatMap(({ options = {}, file }) => {
    const opened = openWorkspace({ ...surroundings, options })
    if (opened.ok || opened.problem.code !== 'config-invalid') return []
    return [diagnosis('options-invalid', name, { file, detail: opened.problem.detail })]
  })
}

/** Finds settings tracked by git that contain a path of this machine: it does not exist on other machines. */
function sharedPaths(host: Host, { installed }: HostReport, context: InstallContext): readonly Diagnosis[] {
  const files = [...new Set(installed.flatMap(({ scope, file }) => (scope === 'project' ? [file] : [])))]
  const shared = files.filter(
    (file) => host.namesMachine(context.look.text(file) ?? '', file, context) && context.sharing(file) === 'tracked',
  )
  return shared.map((file) => diagnosis('machine-path-shared', host.name, { file, id: host.id }))
}

/** Finds hosts that load a copy of the package with another version than the running program. */
function otherVersion({ name }: Host, { installed }: HostReport, context: InstallContext): readonly Diagnosis[] {
  const versionIn = (folder: string) => {
    const version = valueAt(context.look.text(join(folder, 'package.json')) ?? '', ['version'])
    return version === undefined ? undefined : String(version)
  }
  const own = versionIn(context.packageRoot)
  return installed.flatMap(({ folder }) => {
    const version = folder === undefined ? undefined : versionIn(folder)
    if (folder === undefined || version === undefined || version === own) return []
    return [diagnosis('other-version', name, { version, folder, own: own ?? '' })]
  })
}

function presence(
  { name, id, tested }: Host,
  { installed, findings }: HostReport,
  path: string | undefined,
  version: string | undefined,
): readonly Diagnosis[] {
  if (findings.some((finding) => finding.level === 'error')) return []
  if (installed.length === 0) {
    if (path === undefined) return []
    return [diagnosis('not-installed', name, { version: version === undefined ? '' : `${version} `, id })]
  }
  const files = installed.map((entry) => entry.file).join(', ')
  const isUntested = version !== undefined && tested.length > 0 && !tested.includes(version)
  const versions = { en: tested.join(', '), zh: tested.join('、') }
  return [
    diagnosis('installed', name, { files }),
    ...(isUntested ? [diagnosis('untested-version', name, { version, versions, id })] : []),
  ]
}

const diagnosis = diagnosesFrom({
  installed: { level: 'ok', en: 'entry in {files}', zh: '配置于 {files}' },
  'not-installed': {
    level: 'note',
    en: '{version}is installed, but without memory-bank → memory-bank install {id}',
    zh: '{version}已在本机，尚未安装 memory-bank → memory-bank install {id}',
  },
  'untested-version': {
    level: 'note',
    en: 'version {version} is untested; tested versions: {versions} → memory-bank doctor --prove {id}',
    zh: '版本 {version} 尚未测试；已测试的版本：{versions} → memory-bank doctor --prove {id}',
  },
  'other-version': {
    level: 'note',
    en: 'loads memory-bank {version} from {folder}; this program is {own} → Install the same version in both places.',
    zh: '加载的是 {folder} 中的 memory-bank {version}，本程序是 {own} → 建议两者使用同一版本。',
  },
  'machine-path-shared': {
    level: 'warning',
    en: '{file} is under version control but contains a path of this machine. → Move the entry into your own settings: memory-bank uninstall {id} && memory-bank install {id}',
    zh: '{file} 受版本控制，其中却有本机路径。 → 把该条目移到你自己的配置：memory-bank uninstall {id} && memory-bank install {id}',
  },
  'plugin-unloadable': {
    level: 'error',
    en: '{path} cannot be loaded: {why}. Nothing is guarded. → Install the package again (in a checkout: npm run build).',
    zh: '无法加载 {path}：{why}。当前没有任何保护。 → 请重新安装该包（源码目录请运行 npm run build）。',
  },
  'options-invalid': {
    level: 'error',
    en: 'Plugin options in {file}: {detail} → Correct {file}.',
    zh: '{file} 中的插件选项：{detail} → 请修正 {file}。',
  },
})
