/** Real hosts with the settings that install writes, and the files left after uninstall. */

import { execFile, execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { dirname, join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { settingsWithPackages } from '../../src/hosts/opencode/diagnose.ts'
import { type ScriptedModel, startScriptedModel } from '../../src/setup/scripted-model.ts'
import { ROOT, Sandbox, treeOf } from '../scenarios/harness.ts'
import { hostProgram } from './host-stage.ts'
import { scripted } from './open-code.ts'

const BIN = join(import.meta.dirname, 'node_modules/.bin')

let sandbox: Sandbox
let model: ScriptedModel
beforeEach(async () => {
  sandbox = new Sandbox()
  model = await startScriptedModel()
  expect(sandbox.run(['init', '--yes']).code).toBe(0)
})
afterEach(() => {
  model.close()
  sandbox.remove()
})

/** Runs a host in this home and project to its end. */
function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const { PATH, TMPDIR, NODE_EXTRA_CA_CERTS } = process.env
  const own = { PATH, TMPDIR, NODE_EXTRA_CA_CERTS, HOME: sandbox.home, LANG: 'C.UTF-8', ...env }
  return new Promise((done) => {
    const child = execFile(
      resolve(BIN, program),
      args,
      { cwd: sandbox.project, env: own, timeout: 200_000 },
      (_, out) => done(out),
    )
    child.stdin?.end()
  })
}

const write = (tool: string, name: string) => {
  const path = join(sandbox.project, 'memory-bank/forbidden.txt')
  return { kind: 'call', tool, args: { [name]: path, content: 'x' } } as const
}

function expectRefused(): void {
  expect(model.toolResults()).toContain('is not a .md file')
  expect(existsSync(join(sandbox.project, 'memory-bank/forbidden.txt'))).toBe(false)
}

const claudeEnv = () => ({
  ANTHROPIC_BASE_URL: model.url,
  ANTHROPIC_API_KEY: 'none',
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  IS_SANDBOX: '1',
})
const CLAUDE = ['-p', 'go', '--output-format', 'stream-json', '--verbose', '--dangerously-skip-permissions']

test.skipIf(!existsSync(join(BIN, 'opencode')))(
  'OpenCode loads the installed entry and adds its schema; uninstall restores the rest of its settings [S53]',
  async () => {
    const provider = {
      npm: '@ai-sdk/openai-compatible',
      options: { baseURL: `${model.url}/v1`, apiKey: 'x' },
      models: { m: { name: 'M', limit: { context: 100_000, output: 4_000 } } },
    }
    const text = `// my settings\n{\n  "model": "fake/m", // fast\n  "small_model": "fake/m",\n  "provider": ${JSON.stringify({ fake: provider })},\n}\n`
    sandbox.write({ 'opencode.jsonc': text })
    for (const [path, furniture] of Object.entries(settingsWithPackages(join(sandbox.home, '.config')))) {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, furniture)
    }
    const before = sandbox.tree('.')
    expect(sandbox.run(['install', 'opencode', '--yes']).code).toBe(0)
    model.script([write('write', 'filePath')])
    await run('opencode', ['run', '--auto', '--format', 'json', 'go'], { OPENCODE_DISABLE_MODELS_FETCH: '1' })
    expectRefused()
    const used = sandbox.read('opencode.jsonc')
    expect(sandbox.run(['uninstall', '--yes']).code).toBe(0)
    const left = sandbox.read('opencode.jsonc')
    // OpenCode may have added its schema to the file.
    const schema = /\n[^\n]*"\$schema"[^\n]*?,/.exec(used)?.[0] ?? ''
    expect(left.replace(schema, () => '')).toBe(text)
    expect(Object.keys(sandbox.tree('.'))).toEqual(Object.keys(before))
  },
)

test.skipIf(!existsSync(join(BIN, 'claude'))).each(['user', 'project'] as const)(
  'Claude Code loads the plugin from the %s’s settings until uninstall [S53]',
  async (scope) => {
    const user = scope === 'user' ? ['--user'] : []
    mkdirSync(join(sandbox.home, '.claude'))
    const settings = join(scope === 'user' ? sandbox.home : sandbox.project, '.claude/settings.json')
    mkdirSync(join(settings, '..'), { recursive: true })
    writeFileSync(settings, '{\n\t"includeCoAuthoredBy": false\n}')
    // As if the user had trusted the folder.
    const trusted = { projects: { [sandbox.project]: { hasTrustDialogAccepted: true } } }
    writeFileSync(join(sandbox.home, '.claude.json'), JSON.stringify(trusted))

    expect(sandbox.run(['install', 'claude', '--yes', ...user]).code).toBe(0)
    for (const steps of [[], [write('Write', 'file_path')]]) {
      model.script(steps)
      await run('claude', CLAUDE, claudeEnv())
    }
    expectRefused()

    expect(sandbox.run(['uninstall', 'claude', '--yes', ...user]).code).toBe(0)
    expect(readFileSync(settings, 'utf8')).toBe('{\n\t"includeCoAuthoredBy": false\n}')
    model.script([write('Write', 'file_path')])
    await run('claude', CLAUDE, claudeEnv())
    expect(existsSync(join(sandbox.project, 'memory-bank/forbidden.txt'))).toBe(true)
  },
)

/** A PATH with common programs but without Node. */
function pathWithoutNode(): string {
  const folder = join(sandbox.base, 'bin-without-node')
  mkdirSync(folder)
  for (const name of [
    'sh',
    'bash',
    'cat',
    'echo',
    'ls',
    'uname',
    'git',
    'env',
    'which',
    'ps',
    'sed',
    'grep',
    'dirname',
  ])
    for (const place of ['/bin', '/usr/bin'])
      if (existsSync(join(place, name)) && !existsSync(join(folder, name)))
        symlinkSync(join(place, name), join(folder, name))
  return folder
}

test.skipIf(!existsSync(join(BIN, 'claude')))(
  'Claude Code guards without node on its PATH, and reports when the package is removed [S37] [S53]',
  async () => {
    const own = join(sandbox.base, 'copy/memory-bank')
    for (const part of ['package.json', '.claude-plugin', 'templates', 'dist'])
      cpSync(join(ROOT, part), join(own, part), { recursive: true })
    sandbox.program = join(own, 'dist/cli/main.cjs')
    expect(sandbox.run(['install', 'claude', '--yes', '--user']).code).toBe(0)
    const env = { ...claudeEnv(), PATH: pathWithoutNode() }
    for (const steps of [[], [write('Write', 'file_path')]]) {
      model.script(steps)
      await run('claude', CLAUDE, env)
    }
    expectRefused()
    rmSync(own, { recursive: true })
    model.script([])
    await run('claude', CLAUDE, env)
    // The session's record contains what hooks showed the user.
    const record = Object.entries(treeOf(join(sandbox.home, '.claude/projects')))
    expect(record.some(([, text]) => text.includes('see: memory-bank doctor'))).toBe(true)
  },
)

test.skipIf(!existsSync(join(BIN, 'opencode')))(
  'OpenCode loads the plugin from the file that git ignores, beside the shared file’s plugins [S53]',
  async () => {
    const provider = {
      npm: '@ai-sdk/openai-compatible',
      options: { baseURL: `${model.url}/v1`, apiKey: 'x' },
      models: { m: { name: 'M', limit: { context: 100_000, output: 4_000 } } },
    }
    sandbox.write({
      'opencode.json': JSON.stringify({
        model: 'fake/m',
        small_model: 'fake/m',
        provider: { fake: provider },
        plugin: [],
      }),
    })
    for (const args of [
      ['init', '-q'],
      ['add', '-A'],
    ])
      execFileSync('git', args, { cwd: sandbox.project })
    for (const [path, furniture] of Object.entries(settingsWithPackages(join(sandbox.home, '.config')))) {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, furniture)
    }
    expect(sandbox.run(['install', 'opencode', '--yes']).code).toBe(0)
    expect(sandbox.read('opencode.json')).not.toContain(ROOT)
    expect(existsSync(join(sandbox.project, '.opencode'))).toBe(false)
    model.script([write('write', 'filePath')])
    await run('opencode', ['run', '--auto', '--format', 'json', 'go'], { OPENCODE_DISABLE_MODELS_FETCH: '1' })
    expectRefused()
    const status = execFileSync('git', ['status', '--porcelain', '--untracked-files=all'], { cwd: sandbox.project })
    expect(String(status)).not.toContain('opencode.jsonc')
    expect(existsSync(join(sandbox.project, '.opencode'))).toBe(false)
  },
)

/** A registry that answers nobody, and records the requests. */
async function deafRegistry(): Promise<{ readonly url: string; readonly asked: string[]; close(): void }> {
  const asked: string[] = []
  const server = createServer((request) => {
    asked.push(request.url ?? '')
    request.socket.destroy()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return { url: `http://127.0.0.1:${port}`, asked, close: () => server.close() }
}

// npm retries after 10 seconds and again after 60.
test.each([
  ['opencode', 'opencode.json', '.opencode', hostProgram('opencode'), ['/@opencode-ai%2fplugin']],
  ['kilo', 'kilo.json', '.kilo', hostProgram('kilo'), []],
] as const)(
  '%s, never started before and without a network, is guarded at the first message and asks npm at most once per folder [S37] [S53]',
  async (host, file, folder, program, packages) => {
    if (!existsSync(program)) return
    const registry = await deafRegistry()
    sandbox.write({
      [file]: JSON.stringify(scripted(model.url)),
      'package.json': '{}',
      [`${folder}/agent/reviewer.md`]: '---\ndescription: reviews\nmode: subagent\n---\nReview.\n',
    })
    sandbox.git('init')
    sandbox.git('add', '-A')
    expect(sandbox.run(['install', host, '--yes']).code).toBe(0)
    const before = Object.keys(sandbox.tree('.')).filter((path) => !path.startsWith('.git/'))
    model.script([write('write', 'filePath')])
    const quiet = ['AUTOUPDATE', 'MODELS_FETCH', 'LSP_DOWNLOAD', 'SHARE', 'SESSION_INGEST', 'PRESENCE']
    const env = Object.fromEntries(quiet.map((name) => [`${host.toUpperCase()}_DISABLE_${name}`, '1']))
    await run(program, ['run', '--auto', '--format', 'json', 'go'], { ...env, npm_config_registry: registry.url })
    registry.close()
    expectRefused()
    // Once for the user's folder, once for the project's.
    expect(registry.asked.toSorted()).toEqual([...packages, ...packages])
    const made = Object.keys(sandbox.tree('.')).filter((path) => !path.startsWith('.git/') && !before.includes(path))
    expect(made).toEqual([`${folder}/.gitignore`])
  },
)

test('a file written for OpenCode 2 gets the entry in its own list and its bytes back; an item that removes it is reported [S37] [S53]', () => {
  const text = '{\n  // mine\n  "plugins": ["./a.js", { "package": "./b.js", "options": { "x": 1 } }],\n}\n'
  sandbox.write({ 'opencode.jsonc': text })
  expect(sandbox.run(['install', 'opencode', '--yes']).code).toBe(0)
  expect(sandbox.run(['install', 'opencode', '--yes']).code).toBe(0)
  const installed = sandbox.read('opencode.jsonc')
  expect(installed).toContain('"plugins": ["./a.js", { "package": "./b.js", "options": { "x": 1 } }, "file://')
  expect(installed).not.toContain('"plugin":')
  sandbox.write({ 'opencode.jsonc': installed.replace('["./a.js"', '["-*", "./a.js"') })
  expect(sandbox.run(['doctor', 'opencode', '--json']).out).toContain('"plugin-taken-out"')
  sandbox.write({ 'opencode.jsonc': installed })
  expect(sandbox.run(['uninstall', 'opencode', '--yes']).code).toBe(0)
  expect(sandbox.read('opencode.jsonc')).toBe(text)
})
