/**
 * Claude Code's settings: which files it reads, and what of us is in them: the marketplace, the plugin, its hooks by
 * server and by command, and the static rules behind them. The plugin's files are these values written down.
 */

import { join } from 'node:path'
import type { Words } from '../../core/language.ts'
import type { Scope } from '../../flows/host.ts'
import { type InstallContext, userFolder } from '../../flows/install-context.ts'
import { type Json, valueAt } from '../../text/jsonc.ts'
import { fieldIn } from '../fields.ts'
import { MARKETPLACE_FILE, type Watch } from '../marketplace.ts'
import { echoed, IF_NOT_STARTED } from '../not-guarding.ts'
import { HOOK_TOOL, NODE_VARIABLE } from './names.ts'

export const NODE_AT = ['env', NODE_VARIABLE] as const

/** How the plugin's hooks are started; hook.sh finds the Node. Where the plugin itself is gone, work goes on. */
const HOOK = `/bin/sh "\${CLAUDE_PLUGIN_ROOT}/hook.sh"`
export const HOOK_COMMAND = `${HOOK} || :`
/** The same at a message, whose hook reaches the person. */
export const MESSAGE_COMMAND = `${HOOK} || ${echoed({ systemMessage: IF_NOT_STARTED })}`

/** A hook beside the plugin that starts no process of ours: it looks whether the package is where the settings say. */
function watchHook(path: string): Json {
  const file = `${path.replace(/^\.\//, `${PROJECT}/`)}/${MARKETPLACE_FILE}`
  const place = path.startsWith('./') ? `"${file}"` : `'${file.replaceAll("'", `'\\''`)}'`
  const command = `[ -e ${place} ] || ${echoed({ systemMessage: IF_NOT_STARTED })}`
  return { hooks: [{ type: 'command', command, timeout: SECONDS }] }
}

const PROJECT = '$CLAUDE_PROJECT_DIR'

function isWatch(item: unknown): boolean {
  const text = JSON.stringify(item) ?? ''
  return text.includes(MARKETPLACE_FILE) && text.includes('[memory-bank] ')
}

export const WATCH: Watch = { at: ['hooks', 'UserPromptSubmit'], hook: watchHook, isOurs: isWatch }

/** Whether it holds wherever the project stands. */
export function namesProject(item: unknown): boolean {
  return (JSON.stringify(item) ?? '').includes(PROJECT)
}

export function claudeCodeFiles(scope: Scope, context: InstallContext): readonly string[] {
  if (scope === 'user') return [join(claudeFolder(context), 'settings.json')]
  return context.root === undefined ? [] : [join(context.root, '.claude', 'settings.json')]
}

/** A person's own settings for one project. */
export function claudeCodeOtherFiles(scope: Scope, { root }: InstallContext): readonly string[] {
  return scope === 'user' || root === undefined ? [] : [join(root, '.claude', 'settings.local.json')]
}

export function claudeFolder(context: InstallContext): string {
  return userFolder(context, 'CLAUDE_CONFIG_DIR', '.claude')
}

/** The name Claude Code gives the server of our plugin. */
export const PLUGIN_SERVER = 'plugin:memory-bank:memory-bank'

/** For so long it does not start a server that failed to start once. */
const REMEMBERED_MS = 15 * 60 * 1000

/** Until when our server is not started; undefined where nothing keeps it from starting. */
export function serverHeldUntil(text: string, now: number): Date | undefined {
  const failed = fieldIn(valueAt(text, [PLUGIN_SERVER]), 'timestamp')
  const time = typeof failed === 'number' ? failed : typeof failed === 'string' ? Date.parse(failed) : Number.NaN
  return time + REMEMBERED_MS > now ? new Date(time + REMEMBERED_MS) : undefined
}

/** What the person does about it. */
export function serverHeld(file: string, until: Date): { readonly what: Words; readonly next: Words } {
  const time = until.toISOString().slice(11, 16)
  return {
    what: {
      en: `Claude Code could not start Memory Bank's server and does not try again before ${time} UTC. Until then only edits and commands that name the bank are judged, and its tools are missing.`,
      zh: `Claude Code 未能启动 Memory Bank 的服务，${time}（UTC）之前不会重试。在此之前只检查点名 memory-bank 的编辑和命令，其工具不可用。`,
    },
    next: {
      en: `Delete ${file}, then restart Claude Code.`,
      zh: `请删除 ${file}，然后重启 Claude Code。`,
    },
  }
}

/** The server is started by the very program that the variable names; our hooks look for another. */
export const SERVER_UNSTARTED: Words = {
  en: `${NODE_VARIABLE} does not name a Node, so Memory Bank's server cannot start. Only edits and commands that name the bank are judged, and its tools are missing. Run: memory-bank doctor`,
  zh: `${NODE_VARIABLE} 所指的不是可用的 Node，Memory Bank 的服务无法启动。只检查点名 memory-bank 的编辑和命令，其工具不可用。请运行：memory-bank doctor`,
}

const FIELDS = [
  ...['session_id', 'transcript_path', 'cwd', 'hook_event_name', 'tool_name', 'tool_input', 'tool_use_id'],
  ...['agent_id', 'agent_type'],
]
const SECONDS = 20

/**
 * The server lives as long as the session and answers its calls; the beginning and end of a session and of each turn
 * come by command, since the server is not there yet or no longer. A write or a command that names the bank goes to both,
 * since a server that could not be started once is not started again for a while, and nothing says so.
 */
export function serverHooks(command: string, atMessage: string, server = PLUGIN_SERVER) {
  const run = { type: 'command', command, timeout: SECONDS }
  const ask = {
    type: 'mcp_tool',
    server,
    tool: HOOK_TOOL,
    input: Object.fromEntries(FIELDS.map((field) => [field, `\${${field}}`])),
    timeout: SECONDS,
  }
  return {
    ...edges(run),
    UserPromptSubmit: [{ hooks: [{ ...run, command: atMessage }] }],
    SubagentStart: [{ hooks: [ask] }],
    SubagentStop: [{ hooks: [ask] }],
    PreToolUse: [
      { matcher: '*', hooks: [ask] },
      { matcher: WRITERS, hooks: AIMED_AT_US.map((rule) => ({ ...run, if: rule })) },
      { matcher: 'Bash', hooks: [{ ...run, if: 'Bash(*memory-bank*)' }] },
    ],
    PostToolUse: [{ matcher: '*', hooks: [ask] }],
    PostToolUseFailure: [{ matcher: '*', hooks: [ask] }],
  }
}

/** Every event by command: for versions that have no hooks by server, and without the plugin. */
export function commandHooks(command: string) {
  const run = { type: 'command', command, timeout: SECONDS }
  return {
    ...edges(run),
    SubagentStart: [{ hooks: [run] }],
    SubagentStop: [{ hooks: [run] }],
    PreToolUse: [{ matcher: TOOLS, hooks: [run] }],
    PostToolUse: [{ matcher: TOOLS, hooks: [run] }],
    PostToolUseFailure: [{ matcher: TOOLS, hooks: [run] }],
  }
}

/**
 * These hold without any process of ours, also where permissions are bypassed. They know no exception: with them an
 * agent writes to the bank through our tools only, never with its own.
 */
export const STATIC_RULES = ['Edit(memory-bank/**)', 'Write(memory-bank/**)'] as const

const WRITERS = 'Edit|MultiEdit|Write|NotebookEdit'
/** The bank, and the settings that say whether we run. */
const AIMED_AT_US = ['**/memory-bank/**', '**/.claude/settings*.json'].flatMap((files) => [
  `Edit(${files})`,
  `Write(${files})`,
])
/** Tools that touch files; no process is started for the others. */
const TOOLS = `Bash|PowerShell|Read|Grep|Agent|Task|${WRITERS}|mcp__.*`

function edges(run: object) {
  return {
    SessionStart: [{ hooks: [run] }],
    UserPromptSubmit: [{ hooks: [run] }],
    Stop: [{ hooks: [run] }],
    PreCompact: [{ hooks: [run] }],
    SessionEnd: [{ hooks: [run] }],
  }
}
