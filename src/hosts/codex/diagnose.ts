/** How memory-bank is installed in Codex: hooks and server, whether the person has trusted the hooks, what switches them off. */

import { dirname, join } from 'node:path'
import type { Diagnosis, HostReport, InstalledEntry, Scope } from '../../flows/host.ts'
import { type InstallContext, isNode } from '../../flows/install-context.ts'
import { valueAt } from '../../text/jsonc.ts'
import { tomlFaultOf, tomlValueAt } from '../../text/toml-table.ts'
import { fieldIn, isFields } from '../fields.ts'
import {
  brokenSettings,
  error,
  missingPackage,
  noNode,
  otherMemories,
  serverWithoutNode,
  warning,
} from '../findings.ts'
import {
  codexFiles,
  codexFolder,
  commandsIn,
  EVENTS,
  findsNode,
  hookFile,
  hookNode,
  isOurGroup,
  SERVER,
  serverFile,
  serverNode,
  type Trust,
  trustKey,
  trustOf,
} from './settings.ts'

const ABOUT = 'Codex'

/** One of our hooks, where it stands. */
interface OurHook {
  readonly scope: Scope
  readonly file: string
  readonly event: string
  readonly index: number
  readonly group: unknown
}

export function diagnose(context: InstallContext): HostReport {
  const hooks = (['user', 'project'] as const).flatMap((scope) => hooksOf(scope, context))
  const files = [...new Set(hooks.map(({ file }) => file))]
  const installed = files.map((file): InstalledEntry => {
    const first = hooks.find((hook) => hook.file === file)
    const path = hookFile(commandsIn(first?.group)[0] ?? '')
    return {
      scope: first?.scope ?? 'user',
      file,
      spec: 'hook.cjs --host codex',
      folder: path === undefined ? undefined : dirname(dirname(path)),
    }
  })
  const findings = [...brokenFiles(context), ...otherMemories(ABOUT, serverWords(context))]
  if (installed.length === 0) return { installed, findings }
  findings.push(...lostPackages(hooks, context), ...withoutNode(hooks, context), ...incomplete(files, hooks))
  findings.push(...switchedOff(context))
  findings.push(...untrustedFolder(installed, context), ...untrustedHooks(hooks, context), ...server(context))
  return { installed, findings }
}

function hooksOf(scope: Scope, context: InstallContext): readonly OurHook[] {
  return codexFiles('hooks.json', scope, context).flatMap((file) => {
    const text = context.look.text(file) ?? ''
    return EVENTS.flatMap((event) => {
      const groups = valueAt(text, ['hooks', event])
      const list: readonly unknown[] = Array.isArray(groups) ? groups : []
      return list.flatMap((group, index) => (isOurGroup(group) ? [{ scope, file, event, index, group }] : []))
    })
  })
}

function configs(context: InstallContext): readonly { readonly file: string; readonly text: string }[] {
  return (['user', 'project'] as const)
    .flatMap((scope) => codexFiles('config.toml', scope, context))
    .flatMap((file) => {
      const text = context.look.text(file)
      return text === undefined ? [] : [{ file, text }]
    })
}

function userConfig(context: InstallContext): { readonly file: string; readonly text: string } {
  const file = join(codexFolder(context), 'config.toml')
  return { file, text: context.look.text(file) ?? '' }
}

function brokenFiles(context: InstallContext): readonly Diagnosis[] {
  const hooks = (['user', 'project'] as const)
    .flatMap((scope) => codexFiles('hooks.json', scope, context))
    .flatMap((file) => brokenSettings(ABOUT, file, context.look.text(file) ?? ''))
  const tables = configs(context).flatMap(({ file, text }) => {
    const fault = tomlFaultOf(text)
    if (fault === undefined) return []
    const what = {
      en: `${file} is not valid TOML (line ${fault.line}: ${fault.what}). Codex does not start with it.`,
      zh: `${file} 不是合法的 TOML（第 ${fault.line} 行：${fault.what}）。Codex 无法以此启动。`,
    }
    return [error('settings-broken', ABOUT, what, { en: `Correct ${file}.`, zh: `请修正 ${file}。` })]
  })
  return [...hooks, ...tables]
}

function lostPackages(hooks: readonly OurHook[], context: InstallContext): readonly Diagnosis[] {
  const lost = hooks.flatMap(({ file, group }) => {
    const path = hookFile(commandsIn(group)[0] ?? '')
    return path === undefined || context.look.text(path) !== undefined ? [] : [[file, dirname(dirname(path))] as const]
  })
  return [...new Map(lost)].map(([file, folder]) => missingPackage(ABOUT, file, folder))
}

/** Another Node on the path will do; to write it down would cost the person's trust. */
function withoutNode(hooks: readonly OurHook[], context: InstallContext): readonly Diagnosis[] {
  const lost = hooks.flatMap(({ file, group }) => {
    const [command = ''] = commandsIn(group)
    return findsNode(command, context) ? [] : [[file, hookNode(command)] as const]
  })
  return [...new Map(lost)].map(([file, node]) => noNode(ABOUT, file, node, false))
}

function incomplete(files: readonly string[], hooks: readonly OurHook[]): readonly Diagnosis[] {
  return files.flatMap((file) => {
    const missing = EVENTS.filter((event) => !hooks.some((hook) => hook.file === file && hook.event === event))
    if (missing.length === 0) return []
    const what = {
      en: `${file} lacks our hooks of ${missing.join(', ')}.`,
      zh: `${file} 缺少以下事件的 hook：${missing.join('、')}。`,
    }
    const next = { en: 'Complete them: memory-bank doctor --fix', zh: '补全：memory-bank doctor --fix' }
    return [error('hooks-incomplete', ABOUT, what, next)]
  })
}

function switchedOff(context: InstallContext): readonly Diagnosis[] {
  return configs(context).flatMap(({ file, text }) => {
    if (tomlValueAt(text, ['features', 'hooks']) !== false) return []
    const what = {
      en: `"features.hooks = false" in ${file} keeps our hooks from running. Nothing is guarded.`,
      zh: `${file} 中的 "features.hooks = false" 使 hook 无法运行。当前没有任何保护。`,
    }
    return [error('hooks-disabled', ABOUT, what, { en: `Remove it from ${file}.`, zh: `请从 ${file} 中删除。` })]
  })
}

/** Codex reads a project's settings only in a folder that the person trusted. */
function untrustedFolder(installed: readonly InstalledEntry[], context: InstallContext): readonly Diagnosis[] {
  if (context.root === undefined || !installed.some(({ scope }) => scope === 'project')) return []
  if (isFolderTrusted(context)) return []
  return [
    warning(
      'folder-not-trusted',
      ABOUT,
      {
        en: 'Codex does not know yet that you trust this folder; hooks in its settings do not run until it does.',
        zh: 'Codex 尚未记录你信任此目录；在此之前其中配置的 hook 不会运行。',
      },
      {
        en: `Start codex in ${context.root} and trust the folder when asked.`,
        zh: `请在 ${context.root} 中启动 codex 并选择信任。`,
      },
    ),
  ]
}

export function isFolderTrusted(context: InstallContext): boolean {
  const projects = tomlValueAt(userConfig(context).text, ['projects'])
  for (let at = context.root; at !== undefined; at = at === dirname(at) ? undefined : dirname(at))
    if (fieldIn(fieldIn(projects, at), 'trust_level') === 'trusted') return true
  return false
}

/** Codex skips a hook that the person has not trusted as it reads now, and says nothing. */
function untrustedHooks(hooks: readonly OurHook[], context: InstallContext): readonly Diagnosis[] {
  const states = tomlValueAt(userConfig(context).text, ['hooks', 'state'])
  const found = hooks.map(({ file, event, index, group }) => ({
    event,
    trust: trustOf(fieldIn(states, trustKey(file, event, index)), event, group),
  }))
  return (['untrusted', 'modified', 'off'] as const).flatMap((trust) => {
    const events = [...new Set(found.filter((one) => one.trust === trust).map(({ event }) => event))]
    return events.length === 0 ? [] : [skipped(trust, events)]
  })
}

function skipped(trust: Exclude<Trust, 'trusted'>, events: readonly string[]): Diagnosis {
  const [en, zh] = {
    untrusted: ['You have not trusted these hooks yet', '你尚未信任这些 hook'],
    modified: ['These hooks read otherwise than when you trusted them', '这些 hook 与你信任时的内容不同'],
    off: ['These hooks are switched off', '这些 hook 已被关闭'],
  }[trust]
  const what = {
    en: `${en}, so Codex skips them without a word: ${events.join(', ')}.`,
    zh: `${zh}，Codex 会不加提示地跳过：${events.join('、')}。`,
  }
  const next = {
    en: 'Start codex, type /hooks, and trust them there.',
    zh: '请启动 codex，输入 /hooks，在其中信任它们。',
  }
  return error(`hooks-${trust === 'off' ? 'switched-off' : 'not-trusted'}`, ABOUT, what, next)
}

function server(context: InstallContext): readonly Diagnosis[] {
  const found = configs(context).flatMap(({ file, text }) => {
    const table = tomlValueAt(text, SERVER)
    return isFields(table) ? [{ file, table }] : []
  })
  if (found.length === 0) {
    const what = {
      en: 'Our server is in none of the settings: the agent has no memory_recall and no memory_propose.',
      zh: '配置中没有我们的服务：Agent 无法使用 memory_recall 和 memory_propose。',
    }
    return [
      warning('server-missing', ABOUT, what, { en: 'memory-bank install codex', zh: 'memory-bank install codex' }),
    ]
  }
  return found.flatMap(({ file, table }) => {
    if (fieldIn(table, 'enabled') === false) {
      const what = {
        en: `Our server is switched off in ${file}: the agent has no memory_recall and no memory_propose.`,
        zh: `我们的服务在 ${file} 中被关闭：Agent 无法使用 memory_recall 和 memory_propose。`,
      }
      return [
        warning('server-off', ABOUT, what, {
          en: `Remove "enabled = false" from ${file}.`,
          zh: `请从 ${file} 中删除 "enabled = false"。`,
        }),
      ]
    }
    const [path, node] = [serverFile(table), serverNode(table)]
    if (path !== undefined && context.look.text(path) === undefined) return [missingPackage(ABOUT, file, path)]
    return node === undefined || isNode(node, context) ? [] : [serverWithoutNode(ABOUT, file, node)]
  })
}

function serverWords(context: InstallContext): readonly string[] {
  return configs(context).flatMap(({ text }) => {
    const servers = tomlValueAt(text, ['mcp_servers'])
    return Object.entries(isFields(servers) ? servers : {}).flatMap(([name, value]) => [
      name,
      JSON.stringify(value) ?? '',
    ])
  })
}
