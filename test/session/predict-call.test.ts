/** A host's settings on every route of an agent: only people change those of Memory Bank, and anybody may change the rest. */

import { linkSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Args, BANK, GuardedProject, told } from '../verbs/guarded-project.ts'

const CLAUDE = `${JSON.stringify(
  {
    model: 'opus',
    permissions: { allow: ['Bash(ls)', 'Read(memory-bank/**)'], deny: ['Edit(memory-bank/**)'] },
    extraKnownMarketplaces: { 'memory-bank': { source: { source: 'directory', path: '/opt/memory-bank' } } },
    enabledPlugins: { 'memory-bank@memory-bank': true, 'lint@tools': true },
  },
  undefined,
  2,
)}\n`
const HOOKS = `${JSON.stringify(
  {
    hooks: {
      PreToolUse: [
        { matcher: 'Write', hooks: [{ type: 'command', command: './lint.sh' }] },
        { matcher: 'Bash|Write', hooks: [{ type: 'command', command: 'node /opt/memory-bank/dist/hook.cjs' }] },
      ],
    },
  },
  undefined,
  2,
)}\n`
const OPENCODE = `{
  // our plugins
  "$schema": "https://opencode.ai/config.json",
  "instructions": ["memory-bank/MEMORY.md"],
  "plugin": ["file:///opt/memory-bank", "other-plugin"],
  "model": "x/y"
}
`
const MCP = `${JSON.stringify(
  { mcpServers: { 'memory-bank': { command: 'memory-bank', args: ['mcp'] }, db: { command: 'db' } } },
  undefined,
  2,
)}\n`

const FILES = {
  ...BANK,
  '.claude/settings.json': CLAUDE,
  '.claude/settings.local.json': HOOKS,
  'opencode.jsonc': OPENCODE,
  '.mcp.json': MCP,
  'package.json': '{ "name": "p", "dependencies": {} }\n',
}

/** The read gate does not matter here. */
const WARN = { env: { MEMORY_BANK_GUARD_MODE: 'warn' } }

type Case = readonly [name: string, tool: string, args: Args]

const write = (filePath: string, content: string): [string, Args] => ['write', { filePath, content }]
const edit = (filePath: string, oldString: string, newString: string): [string, Args] => [
  'edit',
  { filePath, oldString, newString },
]
const bash = (command: string): [string, Args] => ['bash', { command }]

const REFUSED: readonly Case[] = [
  ['hooks switched off', ...edit('.claude/settings.json', '"model": "opus"', '"disableAllHooks": true')],
  [
    'the plugin disabled',
    ...edit('.claude/settings.json', '"memory-bank@memory-bank": true', '"memory-bank@memory-bank": false'),
  ],
  ['the plugin taken out', ...edit('.claude/settings.json', '"memory-bank@memory-bank": true,', '')],
  ['the file emptied', ...write('.claude/settings.json', '{}\n')],
  ['our variable set', ...edit('.claude/settings.json', '"model": "opus"', '"env": { "MEMORY_BANK_DISABLED": "1" }')],
  [
    'the mode set',
    ...write('.claude/settings.local.json', HOOKS.replace('{\n', '{\n  "env": {"MEMORY_BANK_GUARD_MODE": "off"},\n')),
  ],
  ['the marketplace led elsewhere', ...edit('.claude/settings.json', '/opt/memory-bank', '/tmp/empty')],
  ['a matcher that fits nothing', ...edit('.claude/settings.local.json', 'Bash|Write', 'Nothing')],
  ['the plugin list emptied', ...edit('opencode.jsonc', '["file:///opt/memory-bank", "other-plugin"]', '[]')],
  [
    'the plugin commented out',
    ...edit('opencode.jsonc', '"file:///opt/memory-bank",', '// "file:///opt/memory-bank",'),
  ],
  ['the server taken out', ...write('.mcp.json', '{ "mcpServers": {} }\n')],
  ['settings that cannot be read', ...edit('.claude/settings.json', '"enabledPlugins": {', '"enabledPlugins": ')],
  ['a deny rule taken out', ...edit('.claude/settings.json', '"Edit(memory-bank/**)"', '')],
  ['the file deleted', 'delete_file', { path: 'opencode.jsonc' }],
  ['the file moved away', 'move_file', { source: '.claude/settings.json', destination: '.claude/old.json' }],
  ['a patch', 'apply_patch', { patchText: '*** Begin Patch\n*** Delete File: .mcp.json\n*** End Patch\n' }],
  ['the settings of the home', ...write('~/.claude/settings.json', '{ "disableAllHooks": true }\n')],
  ['a redirection', ...bash("echo '{}' > .claude/settings.json")],
  ['sed', ...bash('sed -i s/true/false/ .claude/settings.json')],
  ['jq and a move', ...bash("jq 'del(.enabledPlugins)' .claude/settings.json > t && mv t .claude/settings.json")],
  ['rm', ...bash('rm opencode.jsonc')],
  ['rm of the folder', ...bash('rm -rf .claude')],
  ['a program', ...bash(`python3 -c "open('.mcp.json','w').write('{}')"`)],
  ['a new file', ...bash(`mkdir -p ~/.claude && echo '{"disableAllHooks":true}' > ~/.claude/settings.json`)],
  ['claude plugin disable', ...bash('claude plugin disable memory-bank@memory-bank')],
  ['claude plugin uninstall', ...bash('claude plugin uninstall memory-bank')],
  ['claude mcp remove', ...bash('claude mcp remove memory-bank')],
  ['opencode plugin', ...bash('opencode plugin remove memory-bank')],
]

const ALLOWED: readonly Case[] = [
  ['another key', ...edit('.claude/settings.json', '"opus"', '"sonnet"')],
  ['another plugin', ...edit('.claude/settings.json', '"lint@tools": true', '"lint@tools": false')],
  [
    'a permission that names the bank',
    ...edit('.claude/settings.json', '"Bash(ls)"', '"Bash(ls)", "Bash(cat memory-bank/MEMORY.md)"'),
  ],
  ['another hook', ...edit('.claude/settings.local.json', './lint.sh', './check.sh')],
  [
    'another plugin first',
    ...edit('opencode.jsonc', '"file:///opt/memory-bank"', '"new-plugin", "file:///opt/memory-bank"'),
  ],
  ['instructions', ...edit('opencode.jsonc', '["memory-bank/MEMORY.md"]', '[]')],
  ['another server', ...edit('.mcp.json', '"db"', '"base"')],
  ['a file made anew', ...write('sub/.claude/settings.json', '{ "model": "opus" }\n')],
  ['reading', ...bash('cat .claude/settings.json && jq .model opencode.jsonc')],
  ['a plugin of others', ...bash('claude plugin disable lint@tools')],
  ['looking at plugins', ...bash('claude plugin list && claude mcp list')],
  ['a folder beside', ...bash('mkdir -p .claude/commands && echo hi > .claude/commands/x.md')],
  ['another file by shell', ...bash(`echo '{"model":"opus"}' > settings.json`)],
]

/** Written with the others and set aside until the rules stood. */
const SET_ASIDE_REFUSED: readonly Case[] = [
  ['only managed hooks', ...edit('.claude/settings.json', '"model": "opus"', '"allowManagedHooksOnly": true')],
  ['our hook taken out', ...edit('.claude/settings.local.json', 'node /opt/memory-bank/dist/hook.cjs', 'true')],
  [
    'a second list of plugins',
    ...edit('.claude/settings.json', '"lint@tools": true\n  }', '"lint@tools": true\n  },\n  "enabledPlugins": {}'),
  ],
  ['an escaped key', ...edit('.claude/settings.json', '"model": "opus"', '"disableAll\\u0048ooks": true')],
  [
    'the server refused',
    ...edit('.claude/settings.json', '"model": "opus"', '"disabledMcpjsonServers": ["memory-bank"]'),
  ],
  [
    'the server disabled',
    ...edit('opencode.jsonc', '"model": "x/y"', '"mcp": { "memory-bank": { "type": "local", "enabled": false } }'),
  ],
  [
    'a local file of the project',
    ...write(
      '.opencode/opencode.json',
      '{ "plugin": ["memory-bank-off", ["file:///opt/memory-bank", { "mode": "off" }]] }\n',
    ),
  ],
  [
    'our tools denied',
    ...edit(
      '.claude/settings.json',
      '["Edit(memory-bank/**)"]',
      '["Edit(memory-bank/**)", "mcp__plugin_memory-bank_memory-bank__memory_recall"]',
    ),
  ],
  [
    'several edits',
    'multiedit',
    {
      filePath: '.claude/settings.json',
      edits: [
        { oldString: 'opus', newString: 'sonnet' },
        { oldString: '"memory-bank@memory-bank": true', newString: '"memory-bank@memory-bank": false' },
      ],
    },
  ],
  ['an unforeseeable edit', 'notebook_edit', { notebook_path: '.claude/settings.json', new_source: '{}' }],
  [
    'a unified patch',
    'apply_patch',
    {
      patchText:
        '--- a/.claude/settings.json\n+++ b/.claude/settings.json\n@@ -1,2 +1,3 @@\n {\n+  "disableAllHooks": true,\n   "model": "opus",\n',
    },
  ],
  ['tee', ...bash("echo '{}' | tee .mcp.json")],
  ['cp', ...bash('cp package.json .claude/settings.json')],
  ['going there', ...bash('cd .claude && printf "{}" > settings.json')],
  ['a variable', ...bash('f=.claude/settings.json; : > "$f"')],
  ['a move of the folder', ...bash('mv .claude .claude-old')],
  ['a truncation', ...bash('truncate -s 0 opencode.jsonc')],
  ['node', ...bash(`node -e "require('fs').writeFileSync('opencode.jsonc','{}')"`)],
  ['an appended profile', ...bash("echo 'export MEMORY_BANK_DISABLED=1' >> ~/.bashrc")],
  ['a link', ...bash('ln -sf /dev/null .claude/settings.json')],
  ['variables that a host takes from the project', ...write('.env', 'A=1\nMEMORY_BANK_DISABLED=1\n')],
  ['the same in a host’s folder, by a command', ...bash("echo 'MEMORY_BANK_DISABLED=1' >> .qwen/.env")],
  ['trust taken from the folder', ...write('.gemini/trustedFolders.json', '{ "/a": "DO_NOT_TRUST" }')],
  [
    'a place in the home by another name',
    ...bash('echo \'{"plugin":[]}\' > $HOME/.config/opencode/opencode.json && rm -f opencode.jsonc'),
  ],
  ['npx claude', ...bash('npx -y @anthropic-ai/claude-code plugin disable memory-bank@memory-bank')],
  ['the marketplace removed', ...bash('claude plugin marketplace remove memory-bank')],
  ['a path to claude', ...bash('/usr/local/bin/claude plugin rm memory-bank@memory-bank --scope user')],
  ['a host handed to node', ...bash('node /opt/lib/node_modules/.bin/qwen mcp remove memory-bank --scope user')],
  ['its package handed to node', ...bash('node --no-warnings lib/@qwen-code/qwen-code/cli.js mcp remove memory-bank')],
  ['npm', ...bash('npm uninstall -g memory-bank')],
  ['sh -c', ...bash("sh -c 'claude plugin disable memory-bank'")],
]
const SET_ASIDE_ALLOWED: readonly Case[] = [
  ['a profile', ...bash("echo 'export EDITOR=vi' >> ~/.bashrc")],
  ['plugins of a shell', ...bash("echo 'plugins=(git)' >> ~/.zshrc")],
  ['variables of the project’s own', ...write('.env', 'PLUGIN_KEY=1\n')],
  ['the same by a command', ...bash("echo 'PLUGIN_KEY=1' >> .env")],
  [
    'another key by a patch',
    'apply_patch',
    {
      patchText:
        '*** Begin Patch\n*** Update File: .claude/settings.json\n@@\n-  "model": "opus",\n+  "model": "haiku",\n*** End Patch\n',
    },
  ],
  [
    'a whole file with the entries of Memory Bank unchanged',
    ...write('.claude/settings.json', CLAUDE.replace('opus', 'haiku').replaceAll('  ', '\t')),
  ],
  ['new local settings', ...bash(`mkdir -p sub/.claude && echo '{"model":"opus"}' > sub/.claude/settings.json`)],
  ['npm of another', ...bash('npm uninstall left-pad')],
  ['git of the settings', ...bash('git add .claude/settings.json && git commit -qm settings')],
  ['a search', ...bash('grep -rn disableAllHooks .claude opencode.jsonc')],
  ['a backup', ...bash('cp .claude/settings.json /tmp/settings.backup.json')],
  ['claude itself', ...bash('claude --version')],
  ['a text that speaks of it', ...bash('git commit --allow-empty -m "claude plugin disable memory-bank explained"')],
]

describe.each([
  ['seen', REFUSED],
  ['set aside', SET_ASIDE_REFUSED],
])('an agent does not switch Memory Bank off in a host (%s)', (_which, cases) => {
  test.each(cases)('by %s [S33]', async (_name, tool, args) => {
    const project = new GuardedProject(FILES, WARN)
    const verdict = await project.request('c', tool, args)
    expect(told(verdict)).toMatch(/^refuse (config-is-for-people|our-commands-are-for-people|judged-before-written)$/)
  })
})

describe.each([
  ['seen', ALLOWED],
  ['set aside', SET_ASIDE_ALLOWED],
])('any other edit of its settings passes (%s)', (_which, cases) => {
  test.each(cases)('%s [S33]', async (_name, tool, args) => {
    const project = new GuardedProject(FILES, WARN)
    const verdict = await project.request('c', tool, args)
    expect(verdict.kind).not.toBe('refuse')
  })
})

test('a second name of a bank file is judged as the file [S32]', async () => {
  const project = new GuardedProject(FILES, WARN)
  linkSync(join(project.root, 'memory-bank/MEMORY.md'), join(project.root, 'notes.txt'))
  const before = readFileSync(join(project.root, 'notes.txt'), 'utf8')
  const verdict = await project.request('c', ...edit('notes.txt', 'Our own notes.', 'Mine.'))
  expect(told(verdict)).toBe('refuse user-block-untouched')
  expect(readFileSync(join(project.root, 'memory-bank/MEMORY.md'), 'utf8')).toBe(before)
})

test('apply_patch inside a shell writes the files it names [S33]', async () => {
  const project = new GuardedProject(FILES, WARN)
  const patch = '*** Begin Patch\n*** Update File: memory-bank/details/tech.md\n@@\n-# Tech\n+# Other\n*** End Patch'
  for (const command of [
    `apply_patch <<'EOF'\n${patch}\nEOF`,
    `apply_patch '${patch}'`,
    `cd memory-bank && applypatch <<'EOF'\n${patch.replace('memory-bank/', '')}\nEOF`,
    `echo '${patch}' | apply_patch`,
  ])
    expect(told(await project.request('c', 'bash', { command }))).toBe('refuse edit-tools-only')
})

test('an agent does not raise the version mark, which would stop Memory Bank from touching the bank [S32]', async () => {
  const project = new GuardedProject(FILES, WARN)
  for (const mark of ['v99.0', 'v7.2', '8', 'vNext'])
    expect(
      (await project.request('c', ...edit('memory-bank/MEMORY.md', 'TEMPLATE:v7.1', `TEMPLATE:${mark}`))).kind,
    ).toBe('refuse')
})
