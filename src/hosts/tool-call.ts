/**
 * Decodes a host's tool call into reads, writes and commands. Tools are recognized by name and arguments, whichever
 * host calls them.
 */

import type { Edit, FileWrite, ToolCall } from '../bank/tool-call.ts'
import { portNumbers, portsInAddresses } from '../base/port-numbers.ts'
import { fieldIn, isFields, type PayloadFields } from './fields.ts'

/** Usually one call. For a batch, each of its calls, with all writes merged into the first. */
export function readToolCalls(tool: string, args: PayloadFields): readonly ToolCall[] {
  const inner = plainToolName(tool) === 'batch' ? (args['tool_calls'] ?? args['toolCalls'] ?? args['calls']) : undefined
  if (!Array.isArray(inner)) return [readToolCall(tool, args)]
  const calls = inner.slice(0, MOST_CALLS).flatMap((item: unknown) => {
    const called = string(item, 'tool', 'name', 'recipient_name')
    const given = ['parameters', 'args', 'arguments', 'input'].map((name) => fieldIn(item, name)).find(isFields)
    return called === undefined ? [] : [readToolCall(called, given ?? {})]
  })
  const writes = calls.flatMap((call) => (call.kind === 'writes' ? call.writes : []))
  const others = calls.filter((call) => call.kind !== 'writes')
  return writes.length === 0 ? others : [{ kind: 'writes', writes }, ...others]
}

export function readToolCall(tool: string, args: PayloadFields): ToolCall {
  const name = plainToolName(tool)
  // Qwen Code calls unlisted tools through one tool that takes the tool's name.
  const bridged = name === 'toolcall' ? string(args, 'name') : undefined
  if (bridged !== undefined && plainToolName(bridged) !== name)
    return readToolCall(bridged, isFields(args['arguments']) ? args['arguments'] : {})
  const kind = TOOLS.get(name)
  const call = kind === undefined ? undefined : READ[kind](args)
  if (call !== undefined) return call.kind === 'other' ? { ...call, ...ports(portsInAddresses, args) } : call
  const mayWrite = kind !== undefined || saysItWrites(tool)
  const files = mayWrite ? filesIn(args) : undefined
  if (files !== undefined) return { kind: 'writes', writes: files }
  return { kind: 'unknown', paths: possiblePaths(args), writes: mayWrite, ...ports(portNumbers, args) }
}

/** Ports that the call may reach: one could be the page where a user answers. */
function ports(find: (text: string) => readonly number[], args: PayloadFields): { readonly ports?: readonly number[] } {
  const found = find(JSON.stringify(args))
  return found.length === 0 ? {} : { ports: found }
}

/** An agent's name without the plugin's: `memory-bank:memory-reader` becomes `memory-reader`. */
export function agentName(named: string): string {
  return named.slice(named.lastIndexOf(':') + 1)
}

/** `mcp__filesystem__write_file`, `filesystem_write_file` and `WriteFile` all become `writefile`. */
export function plainToolName(tool: string): string {
  const parts = (tool.split('__').at(-1) ?? tool).toLowerCase().split(/[_-]/)
  const whole = parts.join('')
  if (TOOLS.get(whole) === 'no-files') return whole
  const names = parts.map((_, from) => parts.slice(from).join(''))
  return names.find((name) => ![undefined, 'no-files', 'delegates'].includes(TOOLS.get(name))) ?? whole
}

/** No host runs more calls than this in one batch. */
const MOST_CALLS = 100
const MOST_ARGUMENTS = 50

type ToolKind = 'no-files' | 'delegates' | 'shell' | 'background' | 'python' | 'node' | 'reads' | WriteKind
type WriteKind = 'whole' | 'edits' | 'patch' | 'delete' | 'move' | 'editor' | 'notebook'

const TOOLS: ReadonlyMap<string, ToolKind> = new Map([
  ...named(
    'no-files',
    'todowrite todoread webfetch websearch skill question glob list ls lsp invalid exitplanmode plan',
  ),
  ...named('no-files', 'memoryrecall memorypropose memorystatus memorycheck'),
  // Tools of Kilo that only plan, search, or send messages.
  ...named('no-files', 'schedulewakeup cancelwakeup boardpost boardread notifyuser suggest semanticsearch'),
  ...named('delegates', 'task agent subagent callomoagent delegatetask spawnagent runsubagent'),
  ...named('shell', 'bash shell terminal powershell execcommand executecommand runcommand runshellcommand'),
  ...named('shell', 'executeshellcommand runterminalcmd runinterminal interactivebash startprocess writestdin'),
  ...named('background', 'backgroundprocess monitor'),
  ...named('python', 'python ipython runpython executepython pythonrepl codeinterpreter executecode runcode'),
  ...named('node', 'javascript runjs executejs jsrepl nodejs runjavascript executejavascript'),
  ...named('reads', 'read readfile readtextfile readmanyfiles readmultiplefiles view viewfile cat openfile'),
  ...named('reads', 'getfilecontents grep search searchfilecontent grepsearch'),
  ...named('whole', 'write writefile create createfile createtextfile savefile writetofile'),
  ...named('edits', 'edit editfile multiedit strreplace replace replaceinfile searchreplace editblock'),
  ...named('patch', 'applypatch patch applydiff'),
  ...named('delete', 'deletefile removefile delete remove deletedirectory removedirectory'),
  ...named('move', 'movefile move renamefile rename movedirectory'),
  ...named('editor', 'strreplacebasededittool strreplaceeditor texteditor editor'),
  ...named('notebook', 'notebookedit'),
])

function named(kind: ToolKind, names: string): readonly (readonly [string, ToolKind])[] {
  return names.split(' ').map((name) => [name, kind])
}

const PATHS = [
  ...['filePath', 'file_path', 'path', 'relative_path', 'relativePath', 'notebook_path', 'target_file', 'file'],
  ...['filename', 'uri'],
]
const TEXTS = ['content', 'file_text', 'text', 'contents', 'data']
const FOLDERS = ['workdir', 'working_directory', 'cwd', 'directory', 'dir', 'dir_path']

/** Decodes the arguments of each kind of tool; undefined if they do not fit that kind. */
const READ: Readonly<Record<ToolKind, (args: PayloadFields) => ToolCall | undefined>> = {
  'no-files': () => ({ kind: 'other' }),
  delegates: (args) => ({
    kind: 'delegates',
    agent: agentName(string(args, 'subagent_type', 'subagentType', 'agent', 'agent_type', 'agent_name') ?? ''),
    question: string(args, 'prompt', 'question', 'task', 'message') ?? '',
  }),
  shell: (args) => shell(args, commandIn(args)),
  // Without a command, the tool asks about a running one.
  background: (args) => shell({ ...args, background: true }, commandIn(args)) ?? { kind: 'other' },
  // A tool that runs code is treated as a shell command that passes the code to an interpreter.
  python: (args) => shell(args, programIn(args, isJavaScript(args) ? 'node -e' : 'python3 -c')),
  node: (args) => shell(args, programIn(args, 'node -e')),
  reads: (args) => {
    const named = pathsIn(args)
    return { kind: 'reads', paths: [...(named.length === 1 ? named : []), ...texts(args['paths'])] }
  },
  whole: (args) => writes(args, (path) => whole(path, string(args, ...TEXTS))),
  edits: (args) => writes(args, (path) => edited(path, editsIn(args))),
  patch: (args) => {
    const names = ['patchText', 'patch_text', 'patch', 'input', 'diff', 'command']
    const text = string(args, ...names) ?? stringsIn(args).find((value) => value.includes('\n'))
    if (text === undefined) return undefined
    return { kind: 'writes', writes: [{ kind: 'patch', text, path: string(args, ...PATHS) }] }
  },
  delete: (args) => writes(args, (path) => ({ kind: 'delete', path })),
  move: (args) => {
    const path = string(args, 'source', 'from', 'old_path', 'oldPath', 'path')
    const to = string(args, 'destination', 'to', 'new_path', 'newPath', 'target')
    return path === undefined || to === undefined ? undefined : { kind: 'writes', writes: [{ kind: 'move', path, to }] }
  },
  editor: (args) => {
    const path = string(args, ...PATHS)
    if (args['command'] === 'view' && path !== undefined) return { kind: 'reads', paths: [path] }
    if (args['command'] === 'create') return READ.whole(args)
    return writes(args, (file) => edited(file, args['command'] === 'str_replace' ? editsIn(args) : undefined))
  },
  notebook: (args) => writes(args, (path) => ({ kind: 'opaque', path })),
}

function shell(args: PayloadFields, command: string | undefined): ToolCall | undefined {
  if (command === undefined) return undefined
  const names = ['run_in_background', 'runInBackground', 'is_background', 'isBackground', 'background', 'detach']
  const background = args['mode'] === 'async' || names.some((name) => args[name] === true || args[name] === 'true')
  return { kind: 'shell', command, cwd: string(args, ...FOLDERS), background }
}

function commandIn(args: PayloadFields): string | undefined {
  const command = args['command'] ?? args['cmd'] ?? args['script'] ?? args['chars']
  if (command === undefined && typeof args['tmux_command'] === 'string') return `tmux ${args['tmux_command']}`
  if (Array.isArray(command)) return texts(command).map(quoted).join(' ')
  return typeof command === 'string' ? command : undefined
}

function programIn(args: PayloadFields, interpreter: string): string | undefined {
  const code = string(args, 'code', 'script', 'source', 'program', 'input', 'command')
  return code === undefined ? undefined : `${interpreter} ${quoted(code)}`
}

function isJavaScript(args: PayloadFields): boolean {
  const language = string(args, 'language', 'lang')?.toLowerCase() ?? ''
  return ['js', 'javascript', 'node', 'typescript', 'ts'].includes(language)
}

/** One word of a command line. */
function quoted(part: string): string {
  return /^[\w@%+=:,./-]+$/.test(part) ? part : `'${part.replaceAll("'", "'\\''")}'`
}

/** One file, or several in `files: [{ path, content }]`. */
function writes(args: PayloadFields, write: (path: string) => FileWrite): ToolCall | undefined {
  const files = filesIn(args)
  if (files !== undefined) return { kind: 'writes', writes: files }
  const paths = pathsIn(args)
  return paths.length === 0 ? undefined : { kind: 'writes', writes: paths.map(write) }
}

/** A tool may use any of these names, so all of their values count. */
function pathsIn(args: PayloadFields): readonly string[] {
  return [...new Set(PATHS.flatMap((name) => defined(string(args, name))))]
}

function filesIn(args: PayloadFields): readonly FileWrite[] | undefined {
  const files: unknown = args['files']
  if (!Array.isArray(files) || files.length === 0) return undefined
  const found = files.flatMap((file: unknown): readonly FileWrite[] => {
    const path = string(file, ...PATHS)
    return path === undefined ? [] : [whole(path, string(file, ...TEXTS))]
  })
  return found.length === files.length ? found : undefined
}

function whole(path: string, text: string | undefined): FileWrite {
  return text === undefined ? { kind: 'opaque', path } : { kind: 'whole', path, text }
}

function edited(path: string, edits: readonly Edit[] | undefined): FileWrite {
  return edits === undefined ? { kind: 'opaque', path } : { kind: 'edits', path, edits }
}

function editsIn(args: PayloadFields): readonly Edit[] | undefined {
  const list = args['edits'] ?? args['replacements'] ?? args['changes']
  const given: readonly unknown[] = Array.isArray(list) ? list : [args]
  const edits = given.flatMap((item): readonly Edit[] => {
    const old = string(item, 'oldString', 'old_string', 'oldText', 'old_str', 'old', 'search')
    const text = string(item, 'newString', 'new_string', 'newText', 'new_str', 'new', 'replace')
    const all = fieldIn(item, 'replaceAll') === true || fieldIn(item, 'replace_all') === true
    return old === undefined || text === undefined ? [] : [{ old, new: text, all }]
  })
  return edits.length > 0 && edits.length === given.length ? edits : undefined
}

const WRITE_STEMS = 'write edit creat updat delet remov renam append replac insert patch modif upload truncat'.split(
  ' ',
)
/** Short stems count only at the start of a word: `get_output` does not contain `put`. */
const SHORT_WRITE_STEMS = 'put move mv save copy cp rm set apply'.split(' ')

function saysItWrites(tool: string): boolean {
  const words = tool
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
  return words.some(
    (word) =>
      WRITE_STEMS.some((stem) => word.includes(stem)) || SHORT_WRITE_STEMS.some((stem) => word.startsWith(stem)),
  )
}

/** Arguments with these names are paths. Others are if they look like a path without blanks, unless named as prose. */
const PATH_STEMS = 'path file uri dir folder dest target source location'.split(' ')
const PATH_NAMES = 'from to src dst output'.split(' ')
const PROSE_NAMES = [
  ...['body', 'text', 'message', 'title', 'description', 'content', 'contents', 'comment', 'query', 'prompt'],
  ...['question', 'summary', 'subject', 'note', 'notes', 'reason'],
]

function possiblePaths(args: PayloadFields): readonly string[] {
  return Object.entries(args)
    .slice(0, MOST_ARGUMENTS)
    .flatMap(([given, value]) => {
      const name = given.toLowerCase()
      if (PROSE_NAMES.includes(name)) return []
      const items: readonly unknown[] = Array.isArray(value) ? value.slice(0, MOST_ARGUMENTS) : [value]
      return items.flatMap((item) =>
        isFields(item) ? possiblePaths(item) : stringsIn(item).filter((text) => mayBePath(name, text)),
      )
    })
}

function mayBePath(name: string, text: string): boolean {
  if (text.length >= 4_096 || text.includes('\n')) return false
  const isNamedSo = PATH_NAMES.includes(name) || PATH_STEMS.some((stem) => name.includes(stem))
  return isNamedSo || (!/\s/.test(text) && /[\\/]|\.\w+$/.test(text))
}

/** Every text in the arguments, with limits on depth and number. */
function stringsIn(value: unknown, depth = 0): readonly string[] {
  if (typeof value === 'string') return [value]
  if (depth > 3 || typeof value !== 'object' || value === null) return []
  return Object.values(value)
    .slice(0, MOST_ARGUMENTS)
    .flatMap((inner) => stringsIn(inner, depth + 1))
}

/** The first of these arguments that is a text. */
function string(args: unknown, ...names: readonly string[]): string | undefined {
  return names.map((name) => fieldIn(args, name)).find((value) => typeof value === 'string')
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

function defined(text: string | undefined): readonly string[] {
  return text === undefined ? [] : [text]
}
