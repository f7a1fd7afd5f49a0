/** Codex as install, doctor and the proof know it: hooks in `hooks.json`, a server and on request a permission profile in `config.toml`. */

import { createHash } from 'node:crypto'
import { dirname, isAbsolute, join } from 'node:path'
import type { Words } from '../base/language.ts'
import type { Diagnosis, Host, HostProof, HostReport, InstalledEntry, InstallWish, Scope } from '../setup/host.ts'
import { type InstallContext, isNode, programOnPath, userFolder } from '../setup/install-context.ts'
import { type Json, valueAt } from '../settings/jsonc.ts'
import type { SettingsEntry } from '../settings/settings-entries.ts'
import { addTable, tomlValueAt } from '../settings/toml-table.ts'
import { fieldIn, isFields, textIn } from './fields.ts'
import {
  brokenSettings,
  finding,
  findingsOf,
  type Layer,
  layersOf,
  missingPackage,
  otherMemories,
  wordsIn,
} from './findings.ts'
import { AT_SESSION_START, FOLDER_HOST, listOf, modelCall, throwAwayHome } from './host-base.ts'
import { packagePlace, placeNotes } from './package-place.ts'
import { echoed, IF_NOT_STARTED } from './wording.ts'

const NAME = 'Codex'

const EVENTS = [
  ...['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'SubagentStart', 'SubagentStop', 'Stop'],
  'SessionEnd',
] as const

/** Codex would cut what these tell the model; the opening is larger than its limit. */
const WHOLE = ['SessionStart', 'SubagentStart', 'UserPromptSubmit']

export function hookGroup(event: string, command: string): Json {
  // Codex gives the end of a session no more.
  const timeout = event === 'SessionEnd' ? 3 : 20
  const limit = WHOLE.includes(event) ? { additionalContextLimit: 0 } : {}
  return { hooks: [{ type: 'command', command, timeout, ...limit }] }
}

function codexFolder(context: InstallContext): string {
  return userFolder(context, 'CODEX_HOME', '.codex')
}

function codexFiles(name: 'hooks.json' | 'config.toml', scope: Scope, context: InstallContext): readonly string[] {
  if (scope === 'user') return [join(codexFolder(context), name)]
  return context.root === undefined ? [] : [join(context.root, '.codex', name)]
}

/** A file of the package, as a shell reads it. Hooks and server start in any folder of the project. */
function fileOf(path: string, wish: InstallWish, context: InstallContext): string {
  const place = packagePlace(wish, context)
  if (wish.from !== undefined || place.kind === 'machine')
    return quoted(`${wish.from ?? (place.kind === 'machine' ? place.folder : '')}/${path}`)
  return `"$(git rev-parse --show-toplevel 2>/dev/null || pwd)/${place.path.slice(2)}/${path}"`
}

function quoted(text: string): string {
  return /["$`\\!]/.test(text) ? `'${text.replaceAll("'", `'\\''`)}'` : `"${text}"`
}

/** Settings that others share name the package from the project's root, and no Node. */
function isShared(wish: InstallWish, context: InstallContext): boolean {
  return wish.from === undefined && packagePlace(wish, context).kind === 'inside'
}

/**
 * By the Node that install runs on, else by the one on the path. A shell without /bin/sh finds that too; where there is
 * none, our script tells the person.
 */
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

/** The hook's own file; undefined where only a shell in the project could say. */
export function hookFile(command: string): string | undefined {
  const path = /(?:"([^"]*hook\.cjs)"|'((?:[^']|'\\'')*hook\.cjs)') --host codex\b/.exec(command)
  const found = path?.[1] ?? path?.[2]?.replaceAll(`'\\''`, "'")
  return found === undefined || found.includes('$(') ? undefined : found
}

/** The Node that the command names by its place. */
function hookNode(command: string): string | undefined {
  const path = /^(?:"([^"]*)"|'((?:[^']|'\\'')*)') /.exec(command)
  return path?.[1] ?? path?.[2]?.replaceAll(`'\\''`, "'")
}

/** Whether the command finds a Node, by its place or on the path. To write down another would cost the person's trust. */
function findsNode(command: string, context: InstallContext): boolean {
  const node = hookNode(command)
  return (node !== undefined && isNode(node, context)) || programOnPath('node', context.env) !== undefined
}

/** A hook that leads to the package stays as it is, since any other text would have to be trusted again. */
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

/** Codex hands a server only the variables that are named; the hooks have all of them, and both must agree. */
const VARIABLES = [
  ...['MEMORY_BANK_DISABLED', 'MEMORY_BANK_GUARD_MODE', 'MEMORY_BANK_WRITER', 'MEMORY_BANK_TRUSTED'],
  ...['MEMORY_BANK_PERSONAL_DATA', 'MEMORY_BANK_READ_SCOPE', 'MEMORY_BANK_AGENT_SHELL', 'XDG_STATE_HOME'],
]

function serverEntry(wish: InstallWish, context: InstallContext): SettingsEntry {
  const start = isShared(wish, context)
    ? { command: 'sh', args: ['-c', `exec node ${fileOf('dist/cli/main.cjs', wish, context)} mcp`] }
    : { command: context.node, args: [join(wish.from ?? context.packageRoot, 'dist', 'cli', 'main.cjs'), 'mcp'] }
  return {
    kind: 'toml',
    at: SERVER,
    // Its tools read, or ask the person: they need no permission of their own.
    value: { ...start, env_vars: VARIABLES, default_tools_approval_mode: 'approve' },
    isOurs: isFields,
    isFine: (server) => {
      const [file, node] = [serverFile(server), serverNode(server)]
      const isStarted = fieldIn(server, 'command') !== undefined || fieldIn(server, 'url') !== undefined
      const isThere = file === undefined || context.look.text(file) !== undefined
      return wish.from === undefined && isStarted && isThere && (node === undefined || isNode(node, context))
    },
  }
}

/** The file of ours that a server entry starts, where it names one of this machine. */
function serverFile(server: unknown): string | undefined {
  const words = listOf(fieldIn(server, 'args'))
  return words.find((word): word is string => typeof word === 'string' && isAbsolute(word) && word.endsWith('main.cjs'))
}

/** The Node of this machine that a server entry of ours names. */
function serverNode(server: unknown): string | undefined {
  const command = textIn(server, 'command')
  return command !== undefined && isAbsolute(command) && serverFile(server) !== undefined ? command : undefined
}

const PROFILE_KEY = 'default_permissions'
const PROFILE_NAME = 'memory-bank'

/** With this profile the operating system keeps Codex from writing the bank. A profile that the person chose stays chosen. */
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
    en: 'With this profile the operating system keeps memory-bank/ read-only for everything Codex runs, also where hooks fail; not under --dangerously-bypass-approvals-and-sandbox. It also refuses the agent’s own edits of the bank: entries then come from memory_propose, memory-bank add or refresh.',
    zh: '启用该权限配置后，操作系统会让 Codex 运行的一切都无法写入 memory-bank/，hook 失效时亦然（--dangerously-bypass-approvals-and-sandbox 下除外）。它也会拒绝 Agent 直接编辑 Memory Bank：条目改由 memory_propose、memory-bank add 或 refresh 写入。',
  }
}

/** Whether Codex would run the hook, by what its own settings remember of the person's word. */
export function trustOf(state: unknown, event: string, group: unknown): 'trusted' | 'untrusted' | 'modified' | 'off' {
  if (fieldIn(state, 'enabled') === false) return 'off'
  const trusted = fieldIn(state, 'trusted_hash')
  if (typeof trusted !== 'string') return 'untrusted'
  return trusted === hookHash(event, group) ? 'trusted' : 'modified'
}

/** The record that Codex keeps of a trusted hook. We write it in a throw-away home only. */
export function trustedState(event: string, group: unknown): Json {
  return { trusted_hash: hookHash(event, group) }
}

/** The key of the first hook of a group in Codex's own record. */
export function trustKey(file: string, event: string, index: number): string {
  return `${file}:${snake(event)}:${index}:0`
}

/** As Codex computes it: the entry with its keys in order and defaults filled in. */
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

const ownFinding = findingsOf({
  'hooks-not-trusted': {
    level: 'error',
    en: '{why}, so Codex skips them without a word: {events}. → Start codex, type /hooks, and trust them there.',
    zh: '{whyZh}，Codex 会不加提示地跳过：{events}。 → 请启动 codex，输入 /hooks，在其中信任它们。',
  },
  'hooks-switched-off': {
    level: 'error',
    en: 'These hooks are switched off, so Codex skips them without a word: {events}. → Start codex, type /hooks, and switch them on there.',
    zh: '这些 hook 已被关闭，Codex 会不加提示地跳过：{events}。 → 请启动 codex，输入 /hooks，在其中打开它们。',
  },
})

/** One of our hooks, and where it is. */
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
  findings.push(...untrustedHooks(files.flatMap(hooksIn), context), ...serverFaults(configs, context))
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

/** Codex reads a project's settings only in a folder that the person trusts. */
function isFolderTrusted(context: InstallContext): boolean {
  const projects = tomlValueAt(userConfig(context), ['projects'])
  for (let at = context.root; at !== undefined; at = at === dirname(at) ? undefined : dirname(at))
    if (fieldIn(fieldIn(projects, at), 'trust_level') === 'trusted') return true
  return false
}

const WHY = {
  untrusted: { why: 'You have not trusted these hooks yet', whyZh: '你尚未信任这些 hook' },
  modified: { why: 'These hooks read otherwise than when you trusted them', whyZh: '这些 hook 与你信任时的内容不同' },
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

function serverFaults(configs: readonly Layer[], context: InstallContext): readonly Diagnosis[] {
  const found = configs
    .map(({ file, text }) => ({ file, table: tomlValueAt(text, SERVER) }))
    .filter(({ table }) => isFields(table))
  if (found.length === 0) return [finding('server-missing', NAME, { id: 'codex' })]
  return found.flatMap(({ file, table }) => {
    if (fieldIn(table, 'enabled') === false) return [finding('server-off', NAME, { file })]
    const [path, node] = [serverFile(table), serverNode(table)]
    if (path !== undefined && context.look.text(path) === undefined) return [missingPackage(NAME, file, path)]
    return node === undefined || isNode(node, context) ? [] : [finding('node-not-found/server', NAME, { file, node })]
  })
}

const proof: HostProof = {
  // The throw-away home trusts the hooks that were made for it; nothing of the person's is asked or told.
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
  // Our hooks of the person's files, and what Codex remembers of their trust under the names they have in the sample.
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
  learnCommand: '$memory-bank-learn',
  afterwards: {
    en: 'Start Codex and trust the hooks: type /hooks, press t on each event of ours. Until then it skips them without a word. To see it refuse a forbidden write: memory-bank doctor --prove codex',
    zh: '请启动 Codex 并信任这些 hook：输入 /hooks，逐个确认。在此之前它会不加提示地跳过。想亲眼看到它拒绝：memory-bank doctor --prove codex',
  },
  diagnose,
  opening: AT_SESSION_START,
  proof,
} as const satisfies Partial<Host>

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
    hooksIn({ scope: 'project', file: '', text }).some(({ command }) => isAbsolute(hookFile(command) ?? '')),
  entries: (wish, _file, context) => EVENTS.map((event) => hookEntry(event, wish, context)),
  notes: (_text, wish, context) => placeNotes(wish, context),
  also: [config],
}
