/** Parts that several hosts share for install, doctor and the proof. */

import { join, sep } from 'node:path'
import type { Words } from '../base/language.ts'
import type { Host, HostOpening, ModelCall } from '../setup/host.ts'
import type { InstallContext } from '../setup/install-context.ts'
import type { SettingsEntry } from '../settings/settings-entries.ts'

/** A host whose settings are JSON and name the package by its folder. */
export const FOLDER_HOST = {
  from: 'folder',
  otherFiles: () => [],
  newIgnoreList: '/.gitignore\n',
  newFile: '{}\n',
  snippet: () => undefined,
} as const satisfies Partial<Host>

export const IN_SYSTEM_PROMPT: HostOpening = { channel: { en: 'system prompt', zh: '系统提示词' } }

export const AT_SESSION_START: HostOpening = {
  channel: { en: 'context at the start of the session', zh: '会话开始时的上下文' },
}

export const WITH_FIRST_MESSAGE: HostOpening = {
  channel: { en: 'context with your first message', zh: '随第一条消息附上的上下文' },
}

/** A host that reads a project's settings at the top of its repository only: its project is the whole repository. */
export function atGitTop(host: Host): Host {
  const top = (context: InstallContext): InstallContext => ({ ...context, root: context.gitTop ?? context.root })
  const { proof } = host
  return {
    ...host,
    files: (scope, context) => host.files(scope, top(context)),
    otherFiles: (scope, context) => host.otherFiles(scope, top(context)),
    localFiles: (context) => host.localFiles(top(context)),
    namesMachine: (text, file, context) => host.namesMachine(text, file, top(context)),
    entries: (wish, file, context) => host.entries(wish, file, top(context)),
    notes: (text, wish, context) => host.notes(text, wish, top(context)),
    diagnose: (context) => host.diagnose(top(context)),
    proof: proof && { ...proof, ownFiles: (place, context) => proof.ownFiles(place, top(context)) },
  }
}

/** The folder a session was started in: the bank may belong to a folder below the repository's top. */
export function startedIn(top: string | undefined, cwd: string | undefined): string | undefined {
  if (top === undefined || cwd === undefined) return cwd ?? top
  return `${cwd}${sep}`.startsWith(`${top}${sep}`) ? cwd : top
}

/** A host's own rules against edits of the bank. They need no process of ours and know no exception. */
export function denyEntries(rules: readonly string[]): readonly SettingsEntry[] {
  return rules.map((rule) => ({
    kind: 'item',
    at: ['permissions', 'deny'],
    value: rule,
    isOurs: (value) => value === rule,
    repaired: () => undefined,
  }))
}

export const DENIES: Words = {
  en: 'The deny rules work even if hooks fail. They also refuse the agent’s own edits of the bank: entries then come from memory_propose, memory-bank add or refresh.',
  zh: 'deny 规则在 hook 失效时依然有效，但也会拒绝 Agent 直接编辑 Memory Bank：条目改由 memory_propose、memory-bank add 或 refresh 写入。',
}

export function noDenyRules(name: string): Words {
  return {
    en: `${name} has no rules in its settings that keep tools from a folder: --deny adds nothing here.`,
    zh: `${name} 的配置中没有能禁止工具写入某个目录的规则：--deny 在此不起作用。`,
  }
}

/** The environment of a proof: nothing of the person's is read or written. */
export function throwAwayHome(home: string): Readonly<Record<string, string>> {
  return {
    HOME: home,
    USERPROFILE: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_STATE_HOME: join(home, '.local', 'state'),
    XDG_CACHE_HOME: join(home, '.cache'),
  }
}

export function modelCall(tool: string, args: ModelCall['args']): ModelCall {
  return { kind: 'call', tool, args }
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
