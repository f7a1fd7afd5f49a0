/** Codex as install knows it: our hooks in its hooks.json, our server and on request a profile in its config.toml. */

import { isAbsolute } from 'node:path'
import type { Words } from '../../core/language.ts'
import type { Host, InstallWish } from '../../flows/host.ts'
import { type InstallContext, isNode } from '../../flows/install-context.ts'
import { valueAt } from '../../text/jsonc.ts'
import type { SettingsEntry } from '../../text/settings-entries.ts'
import { tomlValueAt } from '../../text/toml-table.ts'
import { fieldIn, isFields } from '../fields.ts'
import { AT_SESSION_START } from '../opening-channels.ts'
import { placeNotes } from '../package-place.ts'
import { diagnose } from './diagnose.ts'
import { proof } from './prove.ts'
import {
  codexFiles,
  commandsIn,
  EVENTS,
  findsNode,
  hookCommand,
  hookFile,
  hookGroup,
  isOurGroup,
  PROFILE,
  PROFILE_KEY,
  PROFILE_NAME,
  PROFILE_TABLE,
  SERVER,
  serverFile,
  serverNode,
  serverTable,
} from './settings.ts'

const common: Omit<Host, 'files' | 'localFiles' | 'namesMachine' | 'newFile' | 'entries' | 'notes'> = {
  id: 'codex',
  aliases: [],
  name: 'Codex',
  page: 'codex.md',
  program: 'codex',
  tested: ['0.166.0'],
  from: 'folder',
  otherFiles: () => [],
  newIgnoreList: '/.gitignore\n',
  snippet: () => undefined,
  learnCommand: '$memory-bank-learn',
  afterwards: {
    en: 'Start Codex and trust the hooks: type /hooks, press t on each event of ours. Until then it skips them without a word. To see it refuse a forbidden write: memory-bank doctor --prove codex',
    zh: '请启动 Codex 并信任这些 hook：输入 /hooks，逐个确认。在此之前它会不加提示地跳过。想亲眼看到它拒绝：memory-bank doctor --prove codex',
  },
  diagnose,
  opening: AT_SESSION_START,
  proof,
}

const config: Host = {
  ...common,
  files: (scope, context) => codexFiles('config.toml', scope, context),
  localFiles: (context) => codexFiles('config.toml', 'project', context),
  namesMachine: (text) => serverFile(tomlValueAt(text, SERVER)) !== undefined,
  newFile: '',
  entries: (wish, _file, context) => [serverEntry(wish, context), ...(wish.deny ? PROFILE_ENTRIES : [])],
  notes: (text, wish) => (wish.deny ? [profileNote(text)] : []),
}

export const codex: Host = {
  ...common,
  files: (scope, context) => codexFiles('hooks.json', scope, context),
  // Codex has no settings of one person's own in a project; a file that git does not have yet can be kept out of it.
  localFiles: (context) => codexFiles('hooks.json', 'project', context),
  namesMachine: (text) =>
    EVENTS.flatMap((event) => groupsIn(text, event))
      .flatMap(commandsIn)
      .some((command) => isAbsolute(hookFile(command) ?? '')),
  newFile: '{}\n',
  entries: (wish, _file, context) => EVENTS.map((event) => hookEntry(event, wish, context)),
  notes: (_text, wish, context) => placeNotes(wish, context),
  also: [config],
}

function groupsIn(text: string, event: string): readonly unknown[] {
  const groups = valueAt(text, ['hooks', event])
  return Array.isArray(groups) ? groups.filter(isOurGroup) : []
}

/** One that leads to a hook stays as it is, since any other text would have to be trusted again. */
function hookEntry(event: string, wish: InstallWish, context: InstallContext): SettingsEntry {
  const value = hookGroup(event, hookCommand(event, wish, context))
  const isThere = (command: string) => {
    const file = hookFile(command)
    return (file === undefined || context.look.text(file) !== undefined) && findsNode(command, context)
  }
  const isFine = (group: unknown) => wish.from === undefined && commandsIn(group).every(isThere)
  return {
    kind: 'item',
    at: ['hooks', event],
    value,
    isOurs: isOurGroup,
    repaired: (group) => (isFine(group) ? undefined : value),
  }
}

function serverEntry(wish: InstallWish, context: InstallContext): SettingsEntry {
  return {
    kind: 'toml',
    at: SERVER,
    value: serverTable(wish, context),
    isOurs: isFields,
    isFine: (server) => {
      const file = serverFile(server)
      const node = serverNode(server)
      const isStarted = fieldIn(server, 'command') !== undefined || fieldIn(server, 'url') !== undefined
      const isThere = file === undefined || context.look.text(file) !== undefined
      return wish.from === undefined && isStarted && isThere && (node === undefined || isNode(node, context))
    },
  }
}

/** A profile of the person's own choosing stays chosen. */
const PROFILE_ENTRIES: readonly SettingsEntry[] = [
  {
    kind: 'toml',
    at: [PROFILE_KEY],
    value: PROFILE_NAME,
    isOurs: (value) => value === PROFILE_NAME,
    isFine: () => true,
  },
  { kind: 'toml', at: PROFILE, value: PROFILE_TABLE, isOurs: isFields, isFine: () => true },
]

function profileNote(text: string): Words {
  if (tomlValueAt(text, [PROFILE_KEY]) !== PROFILE_NAME)
    return {
      en: `Your own ${PROFILE_KEY} stays. The profile takes effect once you choose it: ${PROFILE_KEY} = "${PROFILE_NAME}".`,
      zh: `保留你自己的 ${PROFILE_KEY}。选用后该权限配置才会生效：${PROFILE_KEY} = "${PROFILE_NAME}"。`,
    }
  return {
    en: 'With this profile the operating system keeps memory-bank/ read-only for everything Codex runs, also where hooks fail; not under --dangerously-bypass-approvals-and-sandbox. It also refuses the agent’s own edits of the bank: entries then come from memory_propose, memory-bank add or refresh.',
    zh: '启用该权限配置后，操作系统会让 Codex 运行的一切都无法写入 memory-bank/，hook 失效时亦然（--dangerously-bypass-approvals-and-sandbox 下除外）。它也会拒绝 Agent 直接编辑 Memory Bank：条目改由 memory_propose、memory-bank add 或 refresh 写入。',
  }
}
