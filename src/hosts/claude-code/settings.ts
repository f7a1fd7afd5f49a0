/**
 * What stands in Claude Code's configuration for us: the hooks, by server and by command, and the static
 * rules that may stand behind them. The plugin's files are these values written down.
 */

/** As Claude Code knows the server of our plugin. */
export const PLUGIN_SERVER = 'plugin:memory-bank:memory-bank'
/** The server answers it and does not list it: hooks reach it, the model does not. */
export const HOOK_TOOL = 'hook'

const FIELDS = [
  ...['session_id', 'transcript_path', 'cwd', 'hook_event_name', 'tool_name', 'tool_input', 'tool_use_id'],
  ...['agent_id', 'agent_type'],
]
const SECONDS = 20

/**
 * The server lives as long as the session and answers its calls; the edges of a session and of each turn come
 * by command, before the server is there and when it is gone. A write that names the bank is asked of both.
 */
export function serverHooks(command: string, server = PLUGIN_SERVER) {
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
    SubagentStart: [{ hooks: [ask] }],
    SubagentStop: [{ hooks: [ask] }],
    PreToolUse: [
      { matcher: '*', hooks: [ask] },
      { matcher: WRITERS, hooks: AIMED_AT_BANK.map((rule) => ({ ...run, if: rule })) },
    ],
    PostToolUse: [{ matcher: '*', hooks: [ask] }],
    PostToolUseFailure: [{ matcher: '*', hooks: [ask] }],
  }
}

/** Every event by command: for a version that has no hooks by server, and without the plugin. */
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
 * Holds without any process of ours, also where permissions are bypassed. It knows no exception: with it an
 * agent writes the bank through our tools only, never with its own.
 */
export const STATIC_RULES = ['Edit(memory-bank/**)', 'Write(memory-bank/**)'] as const

const WRITERS = 'Edit|MultiEdit|Write|NotebookEdit'
const AIMED_AT_BANK = ['Edit(**/memory-bank/**)', 'Write(**/memory-bank/**)']
/** Tools that have to do with files; no process is started for the others. */
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
