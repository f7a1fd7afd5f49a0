/** How memory-bank is installed in a host whose `settings.json` has our hooks: what of it stands, and what keeps it from running. */

import { dirname, join } from 'node:path'
import type { Diagnosis, HostReport, InstalledEntry, Scope } from '../flows/host.ts'
import { type InstallContext, isNode, programOnPath } from '../flows/install-context.ts'
import { valueAt } from '../text/jsonc.ts'
import { isFields } from './fields.ts'
import {
  brokenSettings,
  error,
  missingPackage,
  noNode,
  otherMemories,
  REPAIR,
  serverWithoutNode,
  warning,
} from './findings.ts'
import { packageAt } from './package-place.ts'
import {
  type HookPlace,
  type HookSettings,
  hooksIn,
  nodeOf,
  programsOf,
  SCRIPT,
  SERVER,
  settingsFiles,
} from './settings-hooks.ts'

/** One settings file. */
interface Layer {
  readonly scope: Scope
  readonly file: string
  readonly text: string
}

/** What of a host decides whether its hooks run. */
export interface Switches {
  /** A setting that switches all hooks off, as this file has it. */
  hooksOff(text: string): string | undefined
  /** An administrator's settings. */
  readonly managed: readonly string[]
  /** Whether hooks of these settings run in a folder that the person did not trust. */
  needsTrust(layers: readonly Layer[], installed: readonly InstalledEntry[], context: InstallContext): boolean
  /** Where it keeps which folders are trusted. */
  trustFile(context: InstallContext): string
}

export function diagnoseHooks(host: HookSettings, switches: Switches, context: InstallContext): HostReport {
  const layers = layersOf(host, switches, context)
  const ours = layers.flatMap((layer) => {
    const hooks = hooksIn(host, layer.text, context.root)
    const first = [...hooks.values()][0]
    return first === undefined ? [] : [{ layer, hooks, first }]
  })
  const installed = ours.map(
    ({ layer, first }): InstalledEntry => ({
      scope: layer.scope,
      file: layer.file,
      folder: first.folder,
      spec: first.command,
    }),
  )
  const findings = [
    ...layers.flatMap(({ file, text }) => brokenSettings(host.name, file, text)),
    ...otherMemories(host.name, layers.flatMap(serverWords)),
  ]
  if (ours.length === 0) return { installed, findings }
  findings.push(...hooksOff(host, switches, layers), ...untrusted(host, switches, layers, installed, context))
  for (const { layer, hooks, first } of ours) {
    const gone = isGone(first, context)
    findings.push(
      ...(gone ? [missingPackage(host.name, layer.file, first.folder)] : withoutNode(host, layer, first, context)),
      ...(gone ? [] : outdated(host, layer, hooks)),
      ...(gone ? [] : incomplete(host, layer, hooks)),
      ...(gone ? [] : serverGone(host, layer, context)),
    )
  }
  if (ours.length > 1) findings.push(twice(host, installed))
  return { installed, findings }
}

function layersOf(host: HookSettings, { managed }: Switches, context: InstallContext): readonly Layer[] {
  const files: readonly (readonly [Scope, string])[] = [
    ...managed.map((file) => ['user', file] as const),
    ...(['user', 'project'] as const).flatMap((scope) =>
      settingsFiles(host, scope, context).map((file) => [scope, file] as const),
    ),
  ]
  return files.flatMap(([scope, file]) => {
    const text = context.look.text(file)
    return text === undefined ? [] : [{ scope, file, text }]
  })
}

export function serverWords({ text }: Pick<Layer, 'text'>): readonly string[] {
  const servers = valueAt(text, ['mcpServers'])
  return Object.entries(isFields(servers) ? servers : {}).flatMap(([name, value]) =>
    name === 'memory-bank' ? [] : [name, JSON.stringify(value) ?? ''],
  )
}

function isGone({ folder, byScript }: HookPlace, { look }: InstallContext): boolean {
  const parts = [join('dist', 'hook.cjs'), ...(byScript ? [SCRIPT] : [])]
  return packageAt(folder, look) === undefined || parts.some((part) => look.text(join(folder, part)) === undefined)
}

function hooksOff(host: HookSettings, switches: Switches, layers: readonly Layer[]): readonly Diagnosis[] {
  return layers.flatMap(({ file, text }) => {
    const key = switches.hooksOff(text)
    if (key === undefined) return []
    const what = {
      en: `"${key}" in ${file} keeps our hooks from running. Nothing is guarded.`,
      zh: `${file} 中的 "${key}" 使 hook 无法运行。当前没有任何保护。`,
    }
    return [
      error('hooks-disabled', host.name, what, {
        en: `Remove "${key}" from ${file}.`,
        zh: `请从 ${file} 中删除 "${key}"。`,
      }),
    ]
  })
}

function untrusted(
  host: HookSettings,
  switches: Switches,
  layers: readonly Layer[],
  installed: readonly InstalledEntry[],
  context: InstallContext,
): readonly Diagnosis[] {
  const { root } = context
  if (root === undefined || !switches.needsTrust(layers, installed, context)) return []
  const trust = folderTrust(switches, context)
  if (trust === 'trusted') return []
  const what = {
    en: `${host.name} does not trust ${root}: our hooks do not run there. Nothing is guarded.`,
    zh: `${host.name} 尚未信任 ${root}：其中的 hook 不会运行。当前没有任何保护。`,
  }
  const next = {
    en: `Start ${host.id} in ${root} and trust the folder (/permissions).`,
    zh: `请在 ${root} 中启动 ${host.id} 并信任该目录（/permissions）。`,
  }
  return [
    trust === 'distrusted'
      ? error('folder-not-trusted', host.name, what, next)
      : warning('folder-not-trusted', host.name, what, next),
  ]
}

/** What the person told the host about this folder: the nearest rule counts. */
export function folderTrust(switches: Switches, context: InstallContext): 'trusted' | 'distrusted' | 'unknown' {
  const rules = valueAt(context.look.text(switches.trustFile(context)) ?? '', [])
  const known = isFields(rules) ? rules : {}
  for (let at = context.root ?? ''; at !== ''; at = dirname(at)) {
    const rule = known[at]
    if (rule === 'DO_NOT_TRUST') return 'distrusted'
    if (rule === 'TRUST_FOLDER' || rule === 'TRUST_PARENT' || hasTrustedSibling(at, known)) return 'trusted'
    if (at === dirname(at)) break
  }
  return 'unknown'
}

/** Trusting a folder's parent trusts what stands beside it. */
function hasTrustedSibling(folder: string, rules: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(rules).some(([path, rule]) => rule === 'TRUST_PARENT' && dirname(path) === folder)
}

function withoutNode(
  host: HookSettings,
  { file }: Layer,
  { node, byScript }: HookPlace,
  context: InstallContext,
): readonly Diagnosis[] {
  const isOnPath = programOnPath('node', context.env) !== undefined
  if (node === undefined ? isOnPath : isNode(node, context)) return []
  return [noNode(host.name, file, node, isOnPath && byScript)]
}

/** Written by an earlier version: where its Node is gone, the host takes the failing hook for a refusal, or for nothing. */
function outdated(host: HookSettings, { file }: Layer, hooks: ReadonlyMap<string, HookPlace>): readonly Diagnosis[] {
  if ([...hooks.values()].every(({ byScript }) => byScript)) return []
  return [
    warning(
      'hooks-outdated',
      host.name,
      {
        en: `The hooks in ${file} are of an earlier version: once their Node is gone, ${host.name} works badly or without protection.`,
        zh: `${file} 中的 hook 由早期版本写入：其 Node 一旦不在，${host.name} 会无法正常工作或失去保护。`,
      },
      REPAIR,
    ),
  ]
}

function incomplete(
  host: HookSettings,
  { scope, file }: Layer,
  hooks: ReadonlyMap<string, HookPlace>,
): readonly Diagnosis[] {
  const lacking = host.events.map(({ event }) => event).filter((event) => !hooks.has(event))
  if (lacking.length === 0) return []
  const install = `memory-bank install ${host.id}${scope === 'user' ? ' --user' : ''}`
  return [
    error(
      'hooks-incomplete',
      host.name,
      {
        en: `${file} lacks our hooks for ${lacking.join(', ')}. Protection is incomplete.`,
        zh: `${file} 中缺少以下事件的 hook：${lacking.join('、')}。保护不完整。`,
      },
      { en: `Complete them: ${install}`, zh: `补全：${install}` },
    ),
  ]
}

function serverGone(host: HookSettings, { file, text }: Layer, context: InstallContext): readonly Diagnosis[] {
  const server = valueAt(text, SERVER)
  const gone = programsOf(server, context.root).find((path) => context.look.text(path) === undefined)
  if (gone !== undefined) return [missingPackage(host.name, file, gone)]
  const node = nodeOf(server)
  return node === undefined || isNode(node, context) ? [] : [serverWithoutNode(host.name, file, node)]
}

/** Both would answer each event. */
function twice(host: HookSettings, installed: readonly InstalledEntry[]): Diagnosis {
  const files = installed.map(({ file }) => file)
  return warning(
    'installed-twice',
    host.name,
    {
      en: `Our hooks stand in ${files.join(' and in ')}: ${host.name} runs both, and everything is said twice.`,
      zh: `${files.join(' 和 ')} 中都有我们的 hook：${host.name} 会各运行一次，所有提示都会重复。`,
    },
    {
      en: `Keep one of them: memory-bank uninstall ${host.id}`,
      zh: `只保留其中一处：memory-bank uninstall ${host.id}`,
    },
  )
}
