import { expect, test } from 'vitest'
import { readToolCall, readToolCalls } from '../../src/hosts/tool-call.ts'

const PATH = 'memory-bank/a.md'

test.each([
  ['write', { filePath: PATH, content: 'x' }],
  ['Write', { file_path: PATH, content: 'x' }],
  ['write_file', { path: PATH, content: 'x' }],
  ['create', { path: PATH, file_text: 'x' }],
  ['mcp__filesystem__write_file', { path: PATH, content: 'x' }],
  ['filesystem_write_file', { path: PATH, content: 'x' }],
  ['my-files_write_file', { path: PATH, content: 'x' }],
  ['serena_create_text_file', { relative_path: PATH, content: 'x' }],
  ['str_replace_based_edit_tool', { command: 'create', path: PATH, file_text: 'x' }],
  ['write_files', { files: [{ path: PATH, content: 'x' }] }],
])('%s %j writes a whole file [S32]', (tool, args) => {
  expect(readToolCall(tool, args)).toEqual({ kind: 'writes', writes: [{ kind: 'whole', path: PATH, text: 'x' }] })
})

test.each([
  ['edit', { filePath: PATH, oldString: 'a', newString: 'b' }],
  ['Edit', { file_path: PATH, old_string: 'a', new_string: 'b' }],
  ['replace', { file_path: PATH, old_string: 'a', new_string: 'b' }],
  ['multiedit', { filePath: PATH, edits: [{ oldString: 'a', newString: 'b' }] }],
  ['mcp__fs__edit_file', { path: PATH, edits: [{ oldText: 'a', newText: 'b' }] }],
  ['str_replace_based_edit_tool', { command: 'str_replace', path: PATH, old_str: 'a', new_str: 'b' }],
])('%s %j edits [S32]', (tool, args) => {
  expect(readToolCall(tool, args)).toEqual({
    kind: 'writes',
    writes: [{ kind: 'edits', path: PATH, edits: [{ old: 'a', new: 'b', all: false }] }],
  })
})

test('every edit of several is kept, in order, with its scope [S32]', () => {
  const edits = [
    { oldString: 'a', newString: 'b', replaceAll: true },
    { oldString: 'b', newString: '' },
  ]
  expect(readToolCall('multiedit', { filePath: PATH, edits })).toMatchObject({
    writes: [{ edits: [{ all: true }, { old: 'b', new: '', all: false }] }],
  })
})

test.each([
  ['apply_patch', { patchText: '*** Begin Patch' }],
  ['apply_patch', { input: '*** Begin Patch' }],
  ['apply_patch', { command: '*** Begin Patch' }],
  ['patch', { patch: '*** Begin Patch' }],
  ['apply_patch', { unheard: '*** Begin Patch\n*** Delete File: a' }],
])('%s %j is a patch [S32]', (tool, args) =>
  expect(readToolCall(tool, args)).toMatchObject({
    kind: 'writes',
    writes: [{ kind: 'patch', text: expect.stringContaining('*** Begin Patch') }],
  }),
)

test.each([
  ['delete_file', { path: PATH }, { kind: 'delete', path: PATH }],
  ['mcp__fs__move_file', { source: PATH, destination: 'b' }, { kind: 'move', path: PATH, to: 'b' }],
  ['NotebookEdit', { notebook_path: PATH }, { kind: 'opaque', path: PATH }],
  ['write', { filePath: PATH, content: 7 }, { kind: 'opaque', path: PATH }],
  ['edit', { filePath: PATH, edits: [{ pattern: 'a' }] }, { kind: 'opaque', path: PATH }],
  ['text_editor', { command: 'insert', path: PATH, insert_line: 3, new_str: 'x' }, { kind: 'opaque', path: PATH }],
])('%s %j is %j [S32]', (tool, args, write) =>
  expect(readToolCall(tool, args)).toEqual({ kind: 'writes', writes: [write] }),
)

test.each([
  ['read', { filePath: PATH }],
  ['Read', { file_path: PATH, offset: 3 }],
  ['mcp__filesystem__read_text_file', { path: PATH }],
  ['remote_read_file', { path: PATH }],
  ['read_many_files', { paths: [PATH] }],
  ['grep', { pattern: 'x', path: PATH }],
  ['str_replace_based_edit_tool', { command: 'view', path: PATH }],
])('%s %j reads [S31]', (tool, args) => expect(readToolCall(tool, args)).toEqual({ kind: 'reads', paths: [PATH] }))

test.each([
  ['bash', { command: 'ls', workdir: '/x' }, 'ls', '/x'],
  ['Bash', { command: 'ls' }, 'ls', undefined],
  ['exec_command', { cmd: 'ls' }, 'ls', undefined],
  ['write_stdin', { session_id: 1, chars: 'echo x > a\n' }, 'echo x > a\n', undefined],
  ['run_shell_command', { command: 'ls', directory: 'src' }, 'ls', 'src'],
  ['shell', { command: ['bash', '-lc', "echo 'a' > b"] }, "bash -lc 'echo '\\''a'\\'' > b'", undefined],
  ['interactive_bash', { tmux_command: 'send-keys x Enter' }, 'tmux send-keys x Enter', undefined],
  ['mcp__jupyter__execute_code', { code: "open('a','w')" }, "python3 -c 'open('\\''a'\\'','\\''w'\\'')'", undefined],
  ['run_code', { language: 'javascript', code: 'f()' }, "node -e 'f()'", undefined],
])('%s %j runs a command [S33]', (tool, args, command, cwd) =>
  expect(readToolCall(tool, args)).toEqual({ kind: 'shell', command, cwd, background: false }),
)

test.each([
  [{ run_in_background: true }, true],
  [{ is_background: 'true' }, true],
  [{ run_in_background: false }, false],
])('a command with %j is left running: %s [S34]', (given, background) =>
  expect(readToolCall('bash', { command: 'node x.js', ...given })).toMatchObject({ background }),
)

test.each(['todowrite', 'webfetch', 'glob', 'list', 'skill', 'memory_recall'])(
  '%s has nothing to do with files',
  (tool) => {
    expect(readToolCall(tool, { filePath: PATH })).toEqual({ kind: 'other' })
  },
)

test.each([
  ['task', { subagent_type: 'memory-reader', prompt: 'why?' }],
  ['Agent', { subagent_type: 'memory-reader', prompt: 'why?' }],
  ['call_omo_agent', { subagent_type: 'memory-reader', prompt: 'why?', run_in_background: false }],
  ['delegate_task', { agent: 'memory-reader', prompt: 'why?' }],
])('%s asks a sub-agent [S38] [S53]', (tool, args) => {
  expect(readToolCall(tool, args)).toEqual({ kind: 'delegates', agent: 'memory-reader', question: 'why?' })
})

test.each([
  ['obsidian_append_content', true],
  ['copyFile', true],
  ['serena_replace_regex', true],
  ['insert_at_line', true],
  ['get_output', false],
  ['compute', false],
  ['browser_click', false],
  ['constructor', false],
])('the name of %s says that it writes: %s [S37]', (tool, writes) =>
  expect(readToolCall(tool, {})).toEqual({ kind: 'unknown', paths: [], writes }),
)

test.each([
  ['a path by its name', { filepath: 'memory bank/a' }, ['memory bank/a']],
  ['a path without one', { first: 'memory-bank/a.md', count: 3 }, ['memory-bank/a.md']],
  ['paths in lists and records', { items: [{ target: 'a/b' }, 'c/d'], options: { dest: 'e' } }, ['a/b', 'c/d', 'e']],
  ['prose', { title: 'memory-bank/MEMORY.md', body: 'memory-bank/x is old', message: 'memory-bank' }, []],
  ['a sentence that begins with a path', { value: 'memory-bank/MEMORY.md is out of date' }, []],
  ['a bare name', { name: 'memory-bank', repo: 'memory-bank' }, []],
])('of a tool we do not know, %s is told from the rest [S37]', (_name, args, paths) =>
  expect(readToolCall('acme_update', args)).toEqual({ kind: 'unknown', paths, writes: true }),
)

test('a batch is each of its calls, its writes together [S31] [S32]', () => {
  const calls = [
    { tool: 'write', parameters: { filePath: 'a', content: '1' } },
    { tool: 'bash', parameters: { command: 'ls' } },
    { tool: 'edit', parameters: { filePath: 'b', oldString: 'x', newString: 'y' } },
    { tool: 'todowrite', parameters: {} },
    'nonsense',
  ]
  const read = readToolCalls('batch', { tool_calls: calls })
  expect(read.map((call) => call.kind)).toEqual(['writes', 'shell', 'other'])
  expect(read[0]).toMatchObject({ writes: [{ path: 'a' }, { path: 'b' }] })
})

test('any other call is itself', () => {
  expect(readToolCalls('read', { filePath: PATH })).toEqual([{ kind: 'reads', paths: [PATH] }])
  expect(readToolCalls('batch', {})).toHaveLength(1)
})

test('a process that Kilo starts in the background is a shell command, and asking after one touches no file [S34]', () => {
  const command = 'echo x > memory-bank/a.md'
  expect(readToolCall('background_process', { action: 'start', command, workdir: 'src' })).toEqual({
    kind: 'shell',
    command,
    cwd: 'src',
    background: true,
  })
  expect(readToolCall('background_process', { action: 'logs', id: 'bgp_1' })).toEqual({ kind: 'other' })
})

test.each([
  ['schedule_wakeup', { prompt: 'write memory-bank/a.md', delay: '10s' }],
  ['board_post', { to: 'ALL', type: 'INFO', body: 'memory-bank/a.md was written' }],
  ['notify_user', { message: 'memory-bank/a.md' }],
])('%s only says something', (tool, args) => expect(readToolCall(tool, args)).toEqual({ kind: 'other' }))

test('a path counts as written under each of the argument names that tools use for paths [S32]', () => {
  const edit = { file_path: 'src/app.ts', path: PATH, old_str: 'a', new_str: 'b' }
  expect(readToolCall('edit', edit)).toMatchObject({ writes: [{ path: 'src/app.ts' }, { path: PATH }] })
  expect(readToolCall('view', { file_path: PATH, path: 'src/app.ts' })).toEqual({ kind: 'reads', paths: [] })
})

test.each([
  { run_in_background: true },
  { is_background: 'true' },
  { mode: 'async' },
  { mode: 'async', detach: true },
  { detach: true },
])('a command with %j goes on when its call is over [S34]', (how) => {
  expect(readToolCall('bash', { command: 'x', ...how })).toMatchObject({ kind: 'shell', background: true })
  expect(readToolCall('bash', { command: 'x', mode: 'sync', detach: false })).toMatchObject({ background: false })
})

test('a tool that is called through another, and a monitor, are judged by what they run [S34]', () => {
  const monitor = { name: 'monitor', arguments: { command: 'x' } }
  expect(readToolCall('tool_call', monitor)).toMatchObject({ kind: 'shell', command: 'x', background: true })
  const write = { name: 'write_file', arguments: { path: PATH, content: 'x' } }
  expect(readToolCall('tool_call', write)).toMatchObject({ writes: [{ path: PATH }] })
})
