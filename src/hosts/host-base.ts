/** Parts that several hosts share in install, doctor and the proof. */

import { dirname, join } from 'node:path'
import type { Words } from '../base/language.ts'
import type { SettingsEntry } from '../settings/settings-entries.ts'
import type { Host, HostOpening, InstallWish, ModelCall, Scope } from '../setup/host.ts'
import type { InstallContext } from '../setup/install-context.ts'
import { placeNotes } from './package-place.ts'

/** Defaults for a host whose settings are JSON and name the package by its folder. */
export const FOLDER_HOST = {
  from: 'folder',
  otherFiles: () => [],
  newIgnoreList: '/.gitignore\n',
  newFile: '{}\n',
  snippet: () => undefined,
} as const satisfies Partial<Host>

/** The settings file of a scope: the user's, or one in the project. */
export function fileOfScope(scope: Scope, { root }: InstallContext, user: string, project: string): readonly string[] {
  if (scope === 'user') return [user]
  return root === undefined ? [] : [join(root, project)]
}

/** The project's root and the folders above it, innermost first. */
export function foldersUp({ root }: Pick<InstallContext, 'root'>): readonly string[] {
  const folders = root === undefined ? [] : [root]
  for (let at = root ?? ''; dirname(at) !== at && at !== ''; at = dirname(at)) folders.push(dirname(at))
  return folders
}

export const IN_SYSTEM_PROMPT: HostOpening = { channel: { en: 'system prompt', zh: '系统提示词' } }

export const AT_SESSION_START: HostOpening = {
  channel: { en: 'context at the start of the session', zh: '会话开始时的上下文' },
}

export const WITH_FIRST_MESSAGE: HostOpening = {
  channel: { en: 'context with your first message', zh: '随第一条消息附上的上下文' },
}

/** The host with the repository's top as project root, for hosts that read project settings only there. */
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

/** The host's own rules against edits of the bank. They work without Memory Bank's hooks and have no exceptions. */
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
  en: 'The deny rules work even if hooks fail. They also block the agent’s own edits of the bank: use memory_propose, memory-bank add or refresh instead.',
  zh: 'deny 规则在 hook 失效时依然有效，但也会阻止 Agent 直接编辑 Memory Bank：条目改由 memory_propose、memory-bank add 或 refresh 写入。',
}

export function noDenyRules(name: string): Words {
  return {
    en: `${name} has no settings that keep tools out of a folder, so --deny has no effect.`,
    zh: `${name} 没有禁止工具写入某个目录的配置，--deny 不起作用。`,
  }
}

/** Notes on hooks that the settings disable, on `--deny`, and on the package's place. */
export function hookNotes(
  { off, deny }: { readonly off: string | undefined; readonly deny: Words },
  wish: InstallWish,
  context: InstallContext,
): readonly Words[] {
  return [
    ...(off === undefined
      ? []
      : [
          {
            en: `"${off}" in these settings keeps hooks from running: nothing is guarded until you remove it.`,
            zh: `该配置中的 "${off}" 使 hook 无法运行：删除之前不会有任何保护。`,
          },
        ]),
    ...(wish.deny ? [deny] : []),
    ...placeNotes(wish, context),
  ]
}

/** The next step after an installation, and how to see the host refuse. */
export function afterInstall(id: string, { en, zh }: Words): Words {
  return {
    en: `${en} To see it refuse a forbidden write: memory-bank doctor --prove ${id}`,
    zh: `${zh}要亲眼看它拒绝一次禁止的写入：memory-bank doctor --prove ${id}`,
  }
}

/** The variables of a proof that keep the host from reading or writing the user's home. */
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
