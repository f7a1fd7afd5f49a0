/**
 * Codex for install, doctor and the proof: hooks in `hooks.json`; a server and, on request, a permission profile in
 * `config.toml`.
 */

import { createHash } from 'node:crypto'
import { dirname, isAbsolute, join } from 'node:path'
import type { Words } from '../base/language.ts'
import { type Json, valueAt } from '../settings/jsonc.ts'
import type { SettingsEntry } from '../settings/settings-entries.ts'
import { addTable, tomlValueAt } from '../settings/toml-table.ts'
import { type Diagnosis, diagnosesFrom } from '../setup/diagnosis.ts'
import type { Host, HostProof, HostReport, InstalledEntry, InstallWish, Scope } from '../setup/host.ts'
import { type InstallContext, isNode, programOnPath, userFolder } from '../setup/install-context.ts'
import { fieldIn, isFields, listOf, textIn } from './fields.ts'
import { brokenSettings, finding, type Layer, layersOf, missingPackage, otherMemories, wordsIn } from './findings.ts'
import {
  AT_SESSION_START,
  afterInstall,
  FOLDER_HOST,
  fileOfScope,
  foldersUp,
  modelCall,
  throwAwayHome,
} from './host-base.ts'
import {
  echoed,
  IF_NOT_STARTED,
  isServerFine,
  namesMachineServer,
  serverFaults,
  shellWord,
  shellWords,
} from './package-command.ts'
import { packagePlace, placeNotes } from './package-place.ts'

const NAME = 'Codex'

const EVENTS = [
  ...['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'SubagentStart', 'SubagentStop', 'Stop'],
  'SessionEnd',
] as const

/** Events whose context may be longer than Codex's default limit: without a limit of 0, Codex truncates it. */
const WHOLE = ['SessionStart', 'SubagentStart', 'UserPromptSubmit']

export function hookGroup(event: string, command: string): Json {
  // The longest timeout that Codex allows for SessionEnd.
  const timeout = event === 'SessionEnd' ? 3 : 20
  const limit = WHOLE.includes(event) ? { additionalContextLimit: 0 } : {}
  return { hooks: [{ type: 'command', command, timeout, ...limit }] }
}

function codexFolder(context: InstallContext): string {
  return userFolder(context, 'CODEX_HOME', '.codex')
}

function codexFiles(name: 'hooks.json' | 'config.toml', scope: Scope, context: InstallContext): readonly string[] {
  return fileOfScope(scope, context, join(codexFolder(context), name), join('.codex', name))
}

/** A package file as a shell word. Works in any folder of the project, since hooks and server may start in any. */
function fileOf(path: string, wish: InstallWish, context: InstallContext): string {
  const place = packagePlace(wish, context)
  if (place.kind === 'machine') return quoted(`${place.folder}/${path}`)
  return `"$(git rev-parse --show-toplevel 2>/dev/null || pwd)/${place.path.slice(2)}/${path}"`
}

function quoted(text: string): string {
  return /["$`\\!]/.test(text) ? shellWord(text) : `"${text}"`
}

/** True if the settings are valid on other machines: they name the package relative to the project, and no Node. */
function isShared(wish: InstallWish, context: InstallContext): boolean {
  return packagePlace(wish, context).kind === 'inside'
}

/** Tries the Node that ran install, then `node` from the PATH. Without any Node, hook.sh tells the user. */
function hookCommand(event: string, node: string | undefined, file: string, script: string): string {
  const own = node === undefined ? [] : [`${quoted(node)} ${file} --host codex`]
  const told = event === 'UserPromptSubmit' ? { systemMessage: IF_NOT_STARTED } : {}
  return [...own, `node ${file} --host codex`, `/bin/sh ${script} --host codex`, echoed(told)].join(' || ')
}

export function isOurGroup(group: unknown): boolean {
  return /hook\.cjs['"]? --host codex\b/.test(commandIn(group))
}

function commandIn(group: unknown): string {
  const commands = listOf(fieldIn(group, 'hooks')).flatMap((one) => textIn(one, 'command') ?? [])
  return commands.find((command) => command.includes('--host codex')) ?? ''
}

/** The path of the hook file; undefined if only a shell in the project can expand it. */
export function hookFile(command: string): string | undefined {
  const path = shellWords(command.split(' --host codex')[0] ?? '').at(-1) ?? ''
  return path.endsWith('hook.cjs') && !path.includes('$(') ? path : undefined
}

/** The Node that the command names by an absolute path. */
function hookNode(command: string): string | undefined {
  const [first = ''] = shellWords(command)
  return isAbsolute(first) ? first : undefined
}

/** True if the command finds a Node, even by its fallback: a corrected path would need the user's trust again. */
function findsNode(command: string, context: InstallContext): boolean {
  const node = hookNode(command)
  return (node !== undefined && isNode(node, context)) || programOnPath('node', context.env) !== undefined
}

/** A working hook is never rewritten, because the user would have to trust the new text again. */
function hookEntry(event: string, wish: InstallWish, context: InstallContext): SettingsEntry {
  const node = isShared(wish, context) ? undefined : context.node
  const [file = '', script = ''] = ['dist/hook.cjs', 'dist/hook.sh'].map((path) => fileOf(path, wish, context))
  const value = hookGroup(event, hookCommand(event, node, file, script))
  const isFine = (group: unknown) => {
    const command = commandIn(group)
    const found = hookFile(command)
    const isThere = found === undefined || context.look.text(found) !== undefined
    return wish.from === undefined && isThere && findsNode(command, context)
  }
  return {
    kind: 'item',
    at: ['hooks', event],
    value,
    isOurs: isOurGroup,
    repaired: (group) => (isFine(group) ? undefined : value),
  }
}

const SERVER = ['mcp_servers', 'memory-bank'] as const

/**
 * The only variables that Codex passes to the server. Hooks get all variables, and both must apply the same settings.
 */
const VARIABLES = [
  ...['MEMORY_BANK_DISABLED', 'MEMORY_BANK_GUARD_MODE', 'MEMORY_BANK_WRITER', 'MEMORY_BANK_TRUSTED'],
  ...[
    'MEMORY_BANK_PERSONAL_DATA',
    'MEMORY_BANK_READ_SCOPE',
    'MEMORY_BANK_DOC_FIRST_MODE',
    'MEMORY_BANK_AGENT_SHELL',
    'XDG_STATE_HOME',
  ],
]

function serverEntry(wish: InstallWish, context: InstallContext): SettingsEntry {
  const place = packagePlace(wish, context)
  const start =
    place.kind === 'inside'
      ? { command: 'sh', args: ['-c', `exec node ${fileOf('dist/cli/main.cjs', wish, context)} mcp`] }
      : { command: context.node, args: [join(place.folder, 'dist', 'cli', 'main.cjs'), 'mcp'] }
  return {
    kind: 'toml',
    at: SERVER,
    // The tools only read, or ask the user for consent, so Codex need not ask for approval.
    value: { ...start, env_vars: VARIABLES, default_tools_approval_mode: 'approve' },
    isOurs: isFields,
    isFine: (server) => wish.from === undefined && isServerFine(server, context),
  }
}

const PROFILE_KEY = 'default_permissions'
const PROFILE_NAME = 'memory-bank'

/**
 * With this profile the operating system keeps Codex from writing the bank. A profile that the user selected stays
 * selected.
 */
const PROFILE_ENTRIES: readonly SettingsEntry[] = [
  {
    kind: 'toml',
    at: [PROFILE_KEY],
    value: PROFILE_NAME,
    isOurs: (value) => value === PROFILE_NAME,
    isFine: () => true,
  },
  {
    kind: 'toml',
    at: ['permissions', PROFILE_NAME],
    value: { extends: ':workspace', filesystem: { ':workspace_roots': { 'memory-bank': 'read' } } },
    isOurs: isFields,
    isFine: () => true,
  },
]

function profileNote(text: string): Words {
  if (tomlValueAt(text, [PROFILE_KEY]) !== PROFILE_NAME)
    return {
      en: `Your own ${PROFILE_KEY} stays. The profile takes effect once you choose it: ${PROFILE_KEY} = "${PROFILE_NAME}".`,
      zh: `保留你自己的 ${PROFILE_KEY}。选用后该权限配置才会生效：${PROFILE_KEY} = "${PROFILE_NAME}"。`,
    }
  return {
    en: 'With this profile the operating system keeps memory-bank/ read-only for everything that Codex runs, even if hooks fail, except under --dangerously-bypass-approvals-and-sandbox. It also blocks the agent’s own edits of the bank: use memory_propose, memory-bank add or refresh instead.',
    zh: '启用该权限配置后，操作系统会让 Codex 运行的一切都无法写入 memory-bank/，hook 失效时亦然（--dangerously-bypass-approvals-and-sandbox 下除外）。它也会阻止 Agent 直接编辑 Memory Bank：条目改由 memory_propose、memory-bank add 或 refresh 写入。',
  }
}

/** Whether Codex would run the hook, by the trust recorded in its own settings. */
export function trustOf(state: unknown, event: string, group: unknown): 'trusted' | 'untrusted' | 'modified' | 'off' {
  if (fieldIn(state, 'enabled') === false) return 'off'
  const trusted = fieldIn(state, 'trusted_hash')
  if (typeof trusted !== 'string') return 'untrusted'
  return trusted === hookHash(event, group) ? 'trusted' : 'modified'
}

/** Codex's record of a trusted hook. Written only into a scratch home. */
export function trustedState(event: string, group: unknown): Json {
  return { trusted_hash: hookHash(event, group) }
}

/** The key of a group's first hook in Codex's record. */
export function trustKey(file: string, event: string, index: number): string {
  return `${file}:${snake(event)}:${index}:0`
}

/** The hash that Codex records for a trusted hook: keys sorted and defaults filled in. */
function hookHash(event: string, group: unknown): string {
  const [handler] = listOf(fieldIn(group, 'hooks'))
  const { additionalContextLimit: limit, ...fields } = isFields(handler) ? handler : {}
  const own = {
    async: fields['async'] ?? false,
    command: fields['command'],
    timeout: fields['timeout'] ?? (event === 'SessionEnd' ? 1 : 600),
    type: 'command',
    ...(limit === undefined || limit === 2_500 ? {} : { additionalContextLimit: limit }),
    ...(fields['statusMessage'] === undefined ? {} : { statusMessage: fields['statusMessage'] }),
  }
  const matcher = fieldIn(group, 'matcher')
  const identity = { event_name: snake(event), hooks: [own], ...(typeof matcher === 'string' ? { matcher } : {}) }
  const inOrder = (_: string, value: unknown) =>
    isFields(value) ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))) : value
  return `sha256:${createHash('sha256').update(JSON.stringify(identity, inOrder)).digest('hex')}`
}

function snake(event: string): string {
  return event.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase()
}

const ownFinding = diagnosesFrom({
  'hooks-not-trusted': {
    level: 'error',
    en: '{why}, so Codex skips them silently: {events}. → Start codex, type /hooks, and trust them there.',
    zh: '{whyZh}，Codex 会直接跳过它们，不作提示：{events}。 → 请启动 codex，输入 /hooks，在其中信任它们。',
  },
  'hooks-switched-off': {
    level: 'error',
    en: 'These hooks are disabled, so Codex skips them silently: {events}. → Start codex, type /hooks, and enable them there.',
    zh: '这些 hook 已被关闭，Codex 会直接跳过它们，不作提示：{events}。 → 请启动 codex，输入 /hooks，在其中打开它们。',
  },
})

/** One of Memory Bank's hooks, with its file and position. */
interface OurHook extends Layer {
  readonly event: string
  readonly index: number
  readonly group: unknown
  readonly command: string
}

function layersNamed(name: 'hooks.json' | 'config.toml', context: InstallContext): readonly Layer[] {
  return (['user', 'project'] as const).flatMap((scope) => layersOf(scope, codexFiles(name, scope, context), context))
}

function hooksIn(layer: Layer): readonly OurHook[] {
  return EVENTS.flatMap((event) =>
    listOf(valueAt(layer.text, ['hooks', event])).flatMap((group, index) =>
      isOurGroup(group) ? [{ ...layer, event, index, group, command: commandIn(group) }] : [],
    ),
  )
}

function diagnose(context: InstallContext): HostReport {
  const [files, configs] = [layersNamed('hooks.json', context), layersNamed('config.toml', context)]
  const servers = configs.map(({ text }) => tomlValueAt(text, ['mcp_servers']))
  const findings = [
    ...[...files, ...configs].flatMap((layer) => brokenSettings(NAME, layer)),
    ...otherMemories(NAME, servers.flatMap(wordsIn)),
  ]
  const installed: InstalledEntry[] = []
  for (const layer of files) {
    const hooks = hooksIn(layer)
    const [first] = hooks
    if (first === undefined) continue
    const { scope, file } = layer
    const path = hookFile(first.command)
    installed.push({ scope, file, spec: 'hook.cjs --host codex', folder: path && dirname(dirname(path)) })
    findings.push(...faultsOf(hooks, file, context))
  }
  if (installed.length === 0) return { installed, findings }
  for (const { file, text } of configs)
    if (tomlValueAt(text, ['features', 'hooks']) === false)
      findings.push(finding('hooks-disabled', NAME, { key: 'features.hooks = false', file }))
  const { root } = context
  if (root !== undefined && installed.some(({ scope }) => scope === 'project') && !isFolderTrusted(context))
    findings.push(finding('folder-not-trusted', NAME, { root, program: 'codex' }))
  findings.push(...untrustedHooks(files.flatMap(hooksIn), context), ...serversIn(configs, context))
  return { installed, findings }
}

function faultsOf(hooks: readonly OurHook[], file: string, context: InstallContext): readonly Diagnosis[] {
  const lost = hooks
    .flatMap(({ command }) => hookFile(command) ?? [])
    .find((path) => context.look.text(path) === undefined)
  const unstarted = hooks.find(({ command }) => !findsNode(command, context))
  const lacking = EVENTS.filter((event) => !hooks.some((hook) => hook.event === event))
  return [
    ...(lost === undefined ? [] : [missingPackage(NAME, file, dirname(dirname(lost)))]),
    ...(unstarted === undefined
      ? []
      : [finding('node-not-found', NAME, { file, node: hookNode(unstarted.command) ?? '`node`' })]),
    ...(lacking.length === 0 ? [] : [finding('hooks-incomplete', NAME, { file, events: lacking.join(', ') })]),
  ]
}

function userConfig(context: InstallContext): string {
  return context.look.text(join(codexFolder(context), 'config.toml')) ?? ''
}

/** Codex reads a project's settings only in a trusted folder. */
function isFolderTrusted(context: InstallContext): boolean {
  const projects = tomlValueAt(userConfig(context), ['projects'])
  return foldersUp(context).some((at) => fieldIn(fieldIn(projects, at), 'trust_level') === 'trusted')
}

const WHY = {
  untrusted: { why: 'You have not trusted these hooks yet', whyZh: '你尚未信任这些 hook' },
  modified: { why: 'These hooks have changed since you trusted them', whyZh: '这些 hook 与你信任时的内容不同' },
  off: {},
}

function untrustedHooks(hooks: readonly OurHook[], context: InstallContext): readonly Diagnosis[] {
  const states = tomlValueAt(userConfig(context), ['hooks', 'state'])
  return (['untrusted', 'modified', 'off'] as const).flatMap((trust) => {
    const found = hooks.filter(
      ({ file, event, index, group }) => trustOf(fieldIn(states, trustKey(file, event, index)), event, group) === trust,
    )
    const events = [...new Set(found.map(({ event }) => event))].join(', ')
    const key = trust === 'off' ? 'hooks-switched-off' : 'hooks-not-trusted'
    return events === '' ? [] : [ownFinding(key, NAME, { ...WHY[trust], events })]
  })
}

function serversIn(configs: readonly Layer[], context: InstallContext): readonly Diagnosis[] {
  const found = configs
    .map(({ file, text }) => ({ file, table: tomlValueAt(text, SERVER) }))
    .filter(({ table }) => isFields(table))
  if (found.length === 0) return [finding('server-missing', NAME, { id: 'codex' })]
  return found.flatMap(({ file, table }) => {
    if (fieldIn(table, 'enabled') === false) return [finding('server-off', NAME, { file })]
    return serverFaults(NAME, file, table, context)
  })
}

const proof: HostProof = {
  // The temporary home trusts the hooks that were written for it.
  files: ({ home, project, plugin, modelUrl }) => {
    const file = join(home, '.codex', 'hooks.json')
    const [program = '', script = ''] = ['hook.cjs', 'hook.sh'].map((name) => quoted(join(plugin, 'dist', name)))
    const groups = EVENTS.map((event) => {
      return { event, group: hookGroup(event, hookCommand(event, process.execPath, program, script)) }
    })
    const states = groups.map(({ event, group }) => [trustKey(file, event, 0), trustedState(event, group)])
    return {
      [file]: JSON.stringify({ hooks: Object.fromEntries(groups.map(({ event, group }) => [event, [group]])) }),
      [join(home, '.codex', 'config.toml')]: configText(modelUrl, project, true, {
        hooks: { state: Object.fromEntries(states) },
      }),
    }
  },
  // Copies Memory Bank's hooks from the user's files, with Codex's trust records renamed to the copies.
  ownFiles: ({ home, project, modelUrl }, context) => {
    const states = tomlValueAt(userConfig(context), ['hooks', 'state'])
    const copies = layersNamed('hooks.json', context).map((layer) => {
      const to = join(layer.scope === 'user' ? home : project, '.codex', 'hooks.json')
      const ours = EVENTS.flatMap((event) => hooksIn(layer).find((hook) => hook.event === event) ?? [])
      const known = ours.flatMap(({ file, event, index }) => {
        const state = fieldIn(states, trustKey(file, event, index))
        return isFields(state) ? [[trustKey(to, event, 0), state]] : []
      })
      const hooks = Object.fromEntries(ours.map(({ event, group }) => [event, [group]]))
      return { to, text: JSON.stringify({ hooks }), known: Object.fromEntries(known) }
    })
    const features = tomlValueAt(userConfig(context), ['features', 'hooks'])
    return {
      ...Object.fromEntries(copies.map(({ to, text }) => [to, text])),
      [join(home, '.codex', 'config.toml')]: configText(modelUrl, project, isFolderTrusted(context), {
        ...(typeof features === 'boolean' ? { features: { hooks: features } } : {}),
        hooks: { state: Object.assign({}, ...copies.map(({ known }) => known)) },
      }),
    }
  },
  switches: [],
  runs: [
    [
      ...['exec', '--json', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox'],
      ...['-m', 'gpt-5.5', 'Prove it.'],
    ],
  ],
  env: ({ home }) => ({ ...throwAwayHome(home), CODEX_HOME: join(home, '.codex'), PROOF_KEY: 'none' }),
  write: (path, content) =>
    modelCall(
      'apply_patch',
      `*** Begin Patch\n*** Add File: ${path}\n${content.replace(/^(?=.)/gm, '+')}*** End Patch\n`,
    ),
  shell: (command) => modelCall('exec_command', { cmd: command }),
}

function configText(
  url: string,
  project: string,
  isTrusted: boolean,
  tables: { readonly [name: string]: Json },
): string {
  const text = `model_provider = "proof"
[model_providers.proof]
name = "proof"
base_url = ${JSON.stringify(`${url}/v1`)}
env_key = "PROOF_KEY"
wire_api = "responses"
[analytics]
enabled = false
${isTrusted ? `[projects.${JSON.stringify(project)}]\ntrust_level = "trusted"\n` : ''}`
  return Object.entries(tables).reduce((all, [name, value]) => addTable(all, [name], value) ?? all, text)
}

const common = {
  ...FOLDER_HOST,
  id: 'codex',
  aliases: [],
  name: NAME,
  page: 'codex.md',
  program: 'codex',
  tested: ['0.166.0'],
  learnCommand: 'memory-bank-learn',
  afterwards: afterInstall('codex', {
    en: 'Start Codex and trust Memory Bank’s hooks when it asks, or type /hooks. Until then Codex skips them silently.',
    zh: '请启动 Codex，在询问时信任 Memory Bank 的 hook，或输入 /hooks。在此之前 Codex 会直接跳过它们，不作提示。',
  }),
  diagnose,
  opening: AT_SESSION_START,
  proof,
} as const satisfies Partial<Host>

const config: Host = {
  ...common,
  files: (scope, context) => codexFiles('config.toml', scope, context),
  localFiles: (context) => codexFiles('config.toml', 'project', context),
  namesMachine: (text) => namesMachineServer(tomlValueAt(text, SERVER)),
  newFile: '',
  entries: (wish, _file, context) => [serverEntry(wish, context), ...(wish.deny ? PROFILE_ENTRIES : [])],
  notes: (text, wish) => (wish.deny ? [profileNote(text)] : []),
}

export const codex: Host = {
  ...common,
  files: (scope, context) => codexFiles('hooks.json', scope, context),
  // Codex has no per-user settings in a project, so install makes git ignore this file instead.
  localFiles: (context) => codexFiles('hooks.json', 'project', context),
  namesMachine: (text) =>
    hooksIn({ scope: 'project', file: '', text }).some(({ command }) => isAbsolute(hookFile(command) ?? '')),
  entries: (wish, _file, context) => EVENTS.map((event) => hookEntry(event, wish, context)),
  notes: (_text, wish, context) => placeNotes(wish, context),
  also: [config],
}
