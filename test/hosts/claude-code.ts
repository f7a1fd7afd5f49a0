/** The real Claude Code, headless, in a scratch home with the built plugin, against the scripted model. */

import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { claudeCode } from '../../src/hosts/claude-code-setup.ts'
import { inTerminal } from '../../src/setup/scratch-folder.ts'
import { type Files, HostStage, hostProgram, ROOT, type Run } from './host-stage.ts'
import type { RealHost } from './real-suite.ts'
import type { ModelRequest, Scene, Step } from './scripted-model.ts'

export const CLAUDE = hostProgram('claude')

const SERVER = 'mcp__plugin_memory-bank_memory-bank__'
const PRINT = ['--output-format', 'stream-json', '--verbose', '--dangerously-skip-permissions']

const OWN_ENV = {
  ANTHROPIC_API_KEY: 'sk-ant-dummy',
  // Claude Code rejects bypassed permissions as root outside a sandbox.
  IS_SANDBOX: '1',
  DISABLE_AUTOUPDATER: '1',
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
}

/** Claude Code in any version, for the suite of all hosts. */
export function realClaudeCode(version: string, program: string): RealHost {
  const call = (tool: string, args: Readonly<Record<string, unknown>>): Step => ({ tool, args })
  return {
    name: `Claude Code ${version}`,
    id: 'claude',
    program: [program],
    scope: 'user',
    files: () => ({}),
    env: ({ modelUrl }) => ({ ...OWN_ENV, ANTHROPIC_BASE_URL: modelUrl }),
    needsWarmUp: true,
    turn: (text, goesOn) => ['-p', ...(goesOn ? ['-c'] : []), text, ...PRINT],
    calls: {
      write: (file_path, content) => call('Write', { file_path, content }),
      edit: (file_path, old_string, new_string) => call('Edit', { file_path, old_string, new_string }),
      read: (file_path) => call('Read', { file_path }),
      shell: (command) => call('Bash', { command, description: 'x' }),
      recall: (question) => call(`${SERVER}memory_recall`, { question }),
      propose: (entries) => call(`${SERVER}memory_propose`, { entries }),
      delegate: (prompt) => call('Agent', { description: 'd', prompt, subagent_type: 'general-purpose' }),
    },
    person: ({ out }, { home, project }) =>
      recordOf(out, home, project)
        .split('\n')
        .filter((line) => line.includes('"hook_system_message"'))
        .join('\n'),
    hook: {
      words: ['dist/hook.cjs'],
      refuses: (output) => output.includes('"permissionDecision":"deny"'),
      halfWrite: (path) =>
        `{"session_id":"s","hook_event_name":"PreToolUse","tool_name":"Write","tool_input":{"file_path":"${path}","con`,
    },
    cannot: {},
  }
}

/** The session's own record, which contains what hooks showed the user. */
export function recordOf(out: string, home: string, project: string): string {
  const session = [...out.matchAll(/"session_id":"([^"]+)"/g)].at(-1)?.[1] ?? ''
  const file = join(home, '.claude/projects', project.replace(/[^A-Za-z0-9]/g, '-'), `${session}.jsonl`)
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

export class ClaudeCode {
  readonly stage: HostStage
  readonly program: string

  private constructor(stage: HostStage, program: string) {
    this.stage = stage
    this.program = program
  }

  static async start(program = CLAUDE): Promise<ClaudeCode> {
    return new ClaudeCode(await HostStage.start('claude'), program)
  }

  scene(name: string, files: Files): ClaudeScene {
    return new ClaudeScene(this, this.stage.project(name, files), this.stage.model.scene(name))
  }

  env(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
    return this.stage.env({ ...OWN_ENV, ...more })
  }

  /** Runs `claude plugin …` and the like. Without a base URL, a newer version waits 18 seconds for the network. */
  command(words: readonly string[], cwd = this.stage.base): Run {
    const env = this.env({ ANTHROPIC_BASE_URL: this.stage.model.scene('commands').url })
    const { status, stdout, stderr } = spawnSync(this.program, words, { cwd, env, encoding: 'utf8' })
    return { code: status, out: stdout, err: stderr }
  }

  installPlugin(): readonly Run[] {
    return [
      this.command(['plugin', 'marketplace', 'add', ROOT]),
      this.command(['plugin', 'install', 'memory-bank@memory-bank']),
    ]
  }

  async stop(): Promise<void> {
    await this.stage.stop()
  }
}

export class ClaudeScene {
  readonly project: string
  readonly model: Scene
  readonly #host: ClaudeCode

  constructor(host: ClaudeCode, project: string, model: Scene) {
    this.#host = host
    this.project = project
    this.model = model
  }

  /** One turn in its own process with permissions bypassed. `-c` continues the last session. */
  run(words: readonly string[], steps: readonly Step[], env: NodeJS.ProcessEnv = {}): Promise<Run> {
    this.model.script(steps)
    return this.runBeside(words, env)
  }

  /** The same without a new script, for several at once. */
  runBeside(words: readonly string[], env: NodeJS.ProcessEnv): Promise<Run> {
    return this.#start(['-p', ...words, ...PRINT], env)
  }

  /** The same without bypassed permissions. */
  runAsking(words: readonly string[], steps: readonly Step[]): Promise<Run> {
    this.model.script(steps)
    return this.#start(['-p', ...words, ...PRINT.filter((word) => word !== '--dangerously-skip-permissions')], {})
  }

  #start(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Run> {
    const own = this.#host.env({ ANTHROPIC_BASE_URL: this.model.url, ...env })
    return this.#host.stage.run(this.#host.program, args, this.project, own, 200_000)
  }

  /** One turn in a terminal until `isOver`. Returns everything shown on the screen, without spaces. */
  async runInTerminal(words: readonly string[], steps: readonly Step[], isOver: (screen: string) => boolean) {
    this.model.script(steps)
    const { home, base } = this.#host.stage
    const place = { home, project: this.project, plugin: ROOT, modelUrl: this.model.url }
    for (const [path, text] of Object.entries(claudeCode.proof?.terminal?.files(place) ?? {})) writeFileSync(path, text)
    const env = this.#host.env({ ...claudeCode.proof?.env(place), TERM: 'xterm-256color' })
    const pidFile = join(base, 'terminal.pid')
    const started = inTerminal([this.#host.program, ...words], pidFile, env)
    if (started === undefined) throw new Error('there is no terminal')
    const child = spawn(started.program, started.args, { cwd: this.project, env, stdio: ['pipe', 'pipe', 'ignore'] })
    let screen = ''
    child.stdout.on('data', (chunk) => {
      screen += stripVTControlCharacters(String(chunk)).replace(/\s/g, '')
    })
    const ended = new Promise<void>((done) => child.on('close', () => done()))
    const until = Date.now() + 200_000
    while (!isOver(screen) && child.exitCode === null && Date.now() < until)
      await new Promise((done) => setTimeout(done, 50))
    process.kill(Number(readFileSync(pidFile, 'utf8')))
    await ended
    return screen
  }

  /** Several turns in one process. Returns what the session's record gained in each. */
  async converse(
    messages: readonly string[],
    scripts: readonly (readonly Step[])[],
    ended: (turn: number) => void = () => undefined,
  ): Promise<readonly string[]> {
    const stream = ['--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose']
    const child = spawn(this.#host.program, ['-p', ...stream, '--dangerously-skip-permissions'], {
      cwd: this.project,
      env: this.#host.env({ ANTHROPIC_BASE_URL: this.model.url }),
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    let out = ''
    child.stdout.on('data', (chunk) => {
      out += chunk
    })
    const closed = new Promise<void>((done) => child.on('close', () => done()))
    const told: string[] = []
    for (const [at, text] of messages.entries()) {
      this.model.script(scripts[at] ?? [])
      child.stdin.write(`${JSON.stringify({ type: 'user', message: { role: 'user', content: text } })}\n`)
      while (out.split('"type":"result"').length - 1 <= at && child.exitCode === null)
        await new Promise((done) => setTimeout(done, 50))
      told.push(recordOf(out, this.#host.stage.home, this.project).slice(told.join('').length))
      ended(at)
    }
    child.stdin.end()
    await closed
    return told
  }

  /** Everything in the session's last request. */
  shown(): string {
    return JSON.stringify(this.model.mainRequests.at(-1)?.messages)
  }

  openings(request: ModelRequest | undefined = this.model.mainRequests.at(-1)): readonly string[] {
    return JSON.stringify(request?.messages).match(/<memory-bank>.*?<\/memory-bank>/g) ?? []
  }

  text(path: string): string {
    return readFileSync(join(this.project, path), 'utf8')
  }

  has(path: string): boolean {
    return existsSync(join(this.project, path))
  }

  read(path: string): Step {
    return { tool: 'Read', args: { file_path: join(this.project, path) } }
  }

  write(path: string, content = 'FROM x'): Step {
    return { tool: 'Write', args: { file_path: join(this.project, path), content } }
  }

  edit(path: string, old_string: string, new_string: string): Step {
    return { tool: 'Edit', args: { file_path: join(this.project, path), old_string, new_string } }
  }
}
