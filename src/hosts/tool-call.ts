/** A host's tool call → what it reads, writes or runs. Tools are known by their names and arguments, whichever host calls them. */

import type { Edit, FileWrite, ToolCall } from '../core/tool-call.ts'

type Args = Readonly<Record<string, unknown>>

/** What one call does: usually one thing, for a batch of calls each of them, its writes taken together. */
export function readToolCalls(tool: string, args: Args): readonly ToolCall[] {
  const name = plainToolName(tool)
  if (NO_FILES.has(name)) return NOTHING
  const inner = name === 'batch' ? (args['tool_calls'] ?? args['toolCalls'] ?? args['calls']) : undefined
  if (!Array.isArray(inner)) return [readNamedCall(name, tool, args)]
  const calls = inner.slice(0, MOST_CALLS).flatMap((item: unknown) => {
    if (!isRecord(item)) return []
    const called = string(item, 'tool', 'name', 'recipient_name')
    const given = item['parameters'] ?? item['args'] ?? item['arguments'] ?? item['input']
    return called === undefined ? [] : [readToolCall(called, isRecord(given) ? given : {})]
  })
  const writes = calls.flatMap((call) => (call.kind === 'writes' ? call.writes : []))
  const others = calls.filter((call) => call.kind !== 'writes')
  return writes.length === 0 ? others : [{ kind: 'writes', writes }, ...others]
}

export function readToolCall(tool: string, args: Args): ToolCall {
  return readNamedCall(plainToolName(tool), tool, args)
}

function readNamedCall(name: string, tool: string, args: Args): ToolCall {
  if (NO_FILES.has(name)) return OTHER
  if (SHELLS.has(name)) return shell(args)
  const interpreter = INTERPRETERS.get(name)
  if (interpreter !== undefined) return program(interpreter, args)
  if (READERS.has(name)) return { kind: 'reads', paths: pathsIn(args) }
  if (DELEGATES.has(name)) {
    const agent = agentName(string(args, 'subagent_type', 'subagentType', 'agent', 'agent_type', 'agent_name') ?? '')
    return { kind: 'delegates', agent, question: string(args, 'prompt', 'question', 'task', 'message') ?? '' }
  }
  return writing(name, args) ?? { kind: 'unknown', paths: possiblePaths(args), writes: saysItWrites(tool) }
}

/** An agent by its own name, whichever plugin it comes from: `memory-bank:memory-reader` is the memory-reader. */
export function agentName(named: string): string {
  return named.slice(named.lastIndexOf(':') + 1)
}

const OTHER: ToolCall = { kind: 'other' }
const NOTHING: readonly ToolCall[] = [OTHER]
/** A batch runs a few tools; what stands beyond this is never run by the hosts that have one. */
const MOST_CALLS = 100
const MOST_ARGUMENTS = 50
const NO_FILES = new Set([
  ...['todowrite', 'todoread', 'webfetch', 'websearch', 'skill', 'question', 'glob', 'list', 'ls', 'lsp', 'invalid'],
  ...['memoryrecall', 'memorypropose', 'memorystatus', 'memorycheck', 'exitplanmode', 'plan'],
])
const DELEGATES = new Set(['task', 'agent', 'callomoagent', 'delegatetask', 'spawnagent', 'runsubagent'])
const SHELLS = new Set([
  ...[
    'bash',
    'shell',
    'execcommand',
    'runshellcommand',
    'runterminalcmd',
    'runinterminal',
    'terminal',
    'executecommand',
    'runcommand',
    'powershell',
  ],
  ...['executeshellcommand', 'startprocess', 'writestdin', 'interactivebash'],
])
/** Tools that run a program's text: the same as a shell that hands it to its interpreter. */
const INTERPRETERS: ReadonlyMap<string, string> = new Map([
  ...['python', 'ipython', 'runpython', 'executepython', 'pythonrepl', 'codeinterpreter', 'executecode', 'runcode'].map(
    (name) => [name, 'python3 -c'] as const,
  ),
  ...['javascript', 'runjs', 'executejs', 'jsrepl', 'nodejs', 'runjavascript', 'executejavascript'].map(
    (name) => [name, 'node -e'] as const,
  ),
])
const READERS = new Set([
  ...[
    'read',
    'readfile',
    'view',
    'viewfile',
    'cat',
    'readtextfile',
    'readmanyfiles',
    'readmultiplefiles',
    'openfile',
    'getfilecontents',
  ],
  ...['grep', 'search', 'searchfilecontent', 'grepsearch'],
])

type WriteKind = 'whole' | 'edits' | 'patch' | 'delete' | 'move' | 'editor' | 'notebook'
const WRITERS: ReadonlyMap<string, WriteKind> = new Map([
  ...['write', 'writefile', 'create', 'createfile', 'createtextfile', 'savefile', 'writetofile'].map(
    (name) => [name, 'whole'] as const,
  ),
  ...['edit', 'editfile', 'multiedit', 'strreplace', 'replace', 'replaceinfile', 'searchreplace', 'editblock'].map(
    (name) => [name, 'edits'] as const,
  ),
  ...['applypatch', 'patch', 'applydiff'].map((name) => [name, 'patch'] as const),
  ...['deletefile', 'removefile', 'delete', 'remove', 'deletedirectory', 'removedirectory'].map(
    (name) => [name, 'delete'] as const,
  ),
  ...['movefile', 'move', 'renamefile', 'rename', 'movedirectory'].map((name) => [name, 'move'] as const),
  ...['strreplacebasededittool', 'strreplaceeditor', 'texteditor', 'editor'].map((name) => [name, 'editor'] as const),
  ['notebookedit', 'notebook'],
])

/** `mcp__filesystem__write_file`, `filesystem_write_file` and `WriteFile` are one tool, whatever its server is called. */
export function plainToolName(tool: string): string {
  if (NO_FILES.has(tool)) return tool
  const parts = (tool.split('__').at(-1) ?? tool).toLowerCase().split(/[_-]/)
  const whole = parts.join('')
  if (NO_FILES.has(whole)) return whole
  for (let from = 0; from < parts.length; from += 1) {
    const name = parts.slice(from).join('')
    if (WRITERS.has(name) || READERS.has(name) || SHELLS.has(name) || INTERPRETERS.has(name)) return name
  }
  return whole
}

const WRITES = /write|edit|creat|updat|delet|remov|renam|append|replac|insert|patch|modif|upload|truncat/
/** Short stems count at the start of a word only: `get_output` puts nothing anywhere. */
const SHORT_WRITES = /^(?:put|move|mv|save|copy|cp|rm|set|apply)/

function saysItWrites(tool: string): boolean {
  const words = tool
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
  return words.some((word) => WRITES.test(word) || SHORT_WRITES.test(word))
}

function shell(args: Args): ToolCall {
  const command = args['command'] ?? args['cmd'] ?? args['script'] ?? args['chars'] ?? args['tmux_command']
  const text = Array.isArray(command)
    ? command
        .filter((part) => typeof part === 'string')
        .map(quoted)
        .join(' ')
    : command
  if (typeof text !== 'string') return { kind: 'unknown', paths: possiblePaths(args), writes: true }
  const cwd = string(args, 'workdir', 'cwd', 'directory', 'dir', 'dir_path')
  return {
    kind: 'shell',
    command: typeof args['tmux_command'] === 'string' ? `tmux ${text}` : text,
    cwd,
    background: isBackground(args),
  }
}

function program(interpreter: string, args: Args): ToolCall {
  const code = string(args, 'code', 'script', 'source', 'program', 'input', 'command')
  if (code === undefined) return { kind: 'unknown', paths: possiblePaths(args), writes: true }
  const by = /^(?:js|javascript|node|typescript|ts)$/i.test(string(args, 'language', 'lang') ?? '')
    ? 'node -e'
    : interpreter
  const cwd = string(args, 'workdir', 'cwd', 'directory', 'dir')
  return { kind: 'shell', command: `${by} ${quoted(code)}`, cwd, background: isBackground(args) }
}

function isBackground(args: Args): boolean {
  const names = ['run_in_background', 'runInBackground', 'is_background', 'isBackground', 'background']
  return names.some((name) => args[name] === true || args[name] === 'true')
}

/** One word of a command line. */
function quoted(part: string): string {
  return /^[\w@%+=:,./-]+$/.test(part) ? part : `'${part.replaceAll("'", "'\\''")}'`
}

const PATHS = [
  'filePath',
  'file_path',
  'path',
  'relative_path',
  'relativePath',
  'notebook_path',
  'target_file',
  'file',
  'filename',
  'uri',
] as const

function writing(name: string, args: Args): ToolCall | undefined {
  const several = WRITES.test(name) ? filesIn(args) : undefined
  if (several !== undefined) return { kind: 'writes', writes: several }
  const kind = WRITERS.get(name)
  const path = string(args, ...PATHS)
  if (kind === 'editor' && path !== undefined && args['command'] === 'view') return { kind: 'reads', paths: [path] }
  const write = kind === undefined ? undefined : writeOf(kind, path, args)
  return write === undefined ? undefined : { kind: 'writes', writes: [write] }
}

/** Undefined where the arguments are not those of such a tool. */
function writeOf(kind: WriteKind, path: string | undefined, args: Args): FileWrite | undefined {
  if (kind === 'patch') {
    const text =
      string(args, 'patchText', 'patch_text', 'patch', 'input', 'diff', 'command') ??
      stringsIn(args).find((value) => value.includes('\n'))
    return text === undefined ? undefined : { kind, text, path }
  }
  if (kind === 'move') {
    const from = string(args, 'source', 'from', 'old_path', 'oldPath', 'path')
    const to = string(args, 'destination', 'to', 'new_path', 'newPath', 'target')
    return from === undefined || to === undefined ? undefined : { kind, path: from, to }
  }
  if (path === undefined) return undefined
  switch (kind) {
    case 'whole':
      return whole(path, string(args, 'content', 'file_text', 'text', 'contents', 'data'))
    case 'edits':
      return edited(path, editsIn(args))
    case 'delete':
      return { kind, path }
    case 'editor':
      if (args['command'] === 'create') return whole(path, string(args, 'file_text', 'content'))
      return edited(path, args['command'] === 'str_replace' ? editsIn(args) : undefined)
    case 'notebook':
      return { kind: 'opaque', path }
  }
}

function whole(path: string, text: string | undefined): FileWrite {
  return text === undefined ? { kind: 'opaque', path } : { kind: 'whole', path, text }
}

function edited(path: string, edits: readonly Edit[] | undefined): FileWrite {
  return edits === undefined ? { kind: 'opaque', path } : { kind: 'edits', path, edits }
}

function editsIn(args: Args): readonly Edit[] | undefined {
  const list = args['edits'] ?? args['replacements'] ?? args['changes']
  const raw = Array.isArray(list) ? list : [args]
  const edits: Edit[] = []
  for (const item of raw) {
    if (typeof item !== 'object' || item === null) return undefined
    const old = string(item, 'oldString', 'old_string', 'oldText', 'old_str', 'old', 'search')
    const text = string(item, 'newString', 'new_string', 'newText', 'new_str', 'new', 'replace')
    if (old === undefined || text === undefined) return undefined
    edits.push({
      old,
      new: text,
      all: Reflect.get(item, 'replaceAll') === true || Reflect.get(item, 'replace_all') === true,
    })
  }
  return edits.length === 0 ? undefined : edits
}

function pathsIn(args: Args): readonly string[] {
  const one = string(args, 'filePath', 'file_path', 'path', 'relative_path', 'file', 'uri')
  const many = args['paths']
  return [
    ...(one === undefined ? [] : [one]),
    ...(Array.isArray(many) ? many.filter((path) => typeof path === 'string') : []),
  ]
}

/** `files: [{ path, content }]`, as tools have it that write several at once. */
function filesIn(args: Args): readonly FileWrite[] | undefined {
  const files = args['files']
  if (!Array.isArray(files) || files.length === 0) return undefined
  const writes = files.flatMap((file: unknown): readonly FileWrite[] => {
    if (!isRecord(file)) return []
    const path = string(file, ...PATHS)
    const text = string(file, 'content', 'file_text', 'text', 'contents', 'data')
    return path === undefined ? [] : [whole(path, text)]
  })
  return writes.length === files.length ? writes : undefined
}

/** Named as one, a text is a path; without such a name only if it has no blanks and looks like one; prose never. */
const PATH_NAMES = /path|file|uri|dir|folder|dest|target|source|location|^(?:from|to|src|dst|output)$/i
const PROSE_NAMES =
  /^(?:body|text|message|title|description|content|contents|comment|query|prompt|question|summary|subject|note|notes|reason)$/i

function possiblePaths(args: Args): readonly string[] {
  return Object.entries(args)
    .slice(0, MOST_ARGUMENTS)
    .flatMap(([name, value]) => {
      if (PROSE_NAMES.test(name)) return []
      const items: readonly unknown[] = Array.isArray(value) ? value.slice(0, MOST_ARGUMENTS) : [value]
      return items.flatMap((item) =>
        isRecord(item) ? possiblePaths(item) : stringsIn(item).filter((text) => mayBePath(name, text)),
      )
    })
}

function mayBePath(name: string, text: string): boolean {
  if (text.length >= 4_096 || text.includes('\n')) return false
  return PATH_NAMES.test(name) || (!/\s/.test(text) && /[\\/]|\.\w+$/.test(text))
}

/** Every text in the arguments, a few levels deep and not endless. */
function stringsIn(value: unknown, depth = 0): readonly string[] {
  if (typeof value === 'string') return [value]
  if (depth > 3 || typeof value !== 'object' || value === null) return []
  return Object.values(value)
    .slice(0, MOST_ARGUMENTS)
    .flatMap((inner) => stringsIn(inner, depth + 1))
}

function string(args: object, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const value: unknown = Reflect.get(args, name)
    if (typeof value === 'string') return value
  }
  return undefined
}

function isRecord(value: unknown): value is Args {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
