/** The real Claude Code, headless, in a throw-away home, against the scripted model, with our built plugin installed. */

import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { ScriptedModel, type Step } from './scripted-model.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const PROGRAM = join(import.meta.dirname, 'node_modules/.bin/claude')

export interface Run {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** Undefined where it runs; else why it does not, for the name of the skipped suite. */
export function whyNotHere(): string | undefined {
  if (!existsSync(PROGRAM)) return `Claude Code cannot be installed on ${process.platform} ${process.arch}`
  const version = spawnSync(PROGRAM, ['--version'], { encoding: 'utf8' })
  return version.status === 0 ? undefined : `Claude Code does not start on ${process.platform} ${process.arch}`
}

export class ClaudeCode {
  readonly model: ScriptedModel
  readonly base: string

  private constructor(model: ScriptedModel) {
    this.model = model
    this.base = realpathSync(mkdtempSync(join(tmpdir(), 'mb-claude-')))
  }

  static async start(): Promise<ClaudeCode> {
    return new ClaudeCode(await ScriptedModel.start())
  }

  project(name: string, files: Readonly<Record<string, string>>): string {
    const folder = join(this.base, name)
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    return folder
  }

  env(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
    const home = join(this.base, 'home')
    mkdirSync(home, { recursive: true })
    return {
      PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
      HOME: home,
      XDG_STATE_HOME: join(home, '.local/state'),
      LANG: 'C.UTF-8',
      ANTHROPIC_BASE_URL: this.model.url.replace(/\/v1$/, ''),
      ANTHROPIC_API_KEY: 'sk-ant-dummy',
      // Bypassing permissions as root is refused outside a sandbox; this is one.
      IS_SANDBOX: '1',
      DISABLE_AUTOUPDATER: '1',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      ...more,
    }
  }

  /** `claude plugin …` and the like. */
  command(words: readonly string[], cwd = this.base): Run {
    const { status, stdout, stderr } = spawnSync(PROGRAM, words, { cwd, env: this.env(), encoding: 'utf8' })
    return { code: status, out: stdout, err: stderr }
  }

  installPlugin(): readonly Run[] {
    return [
      this.command(['plugin', 'marketplace', 'add', ROOT]),
      this.command(['plugin', 'install', 'memory-bank@memory-bank']),
    ]
  }

  run(project: string, words: readonly string[], steps: readonly Step[], env: NodeJS.ProcessEnv = {}): Promise<Run> {
    this.model.script(steps)
    const bypass = ['--output-format', 'stream-json', '--verbose', '--dangerously-skip-permissions']
    return new Promise((done) => {
      const child = spawn(PROGRAM, ['-p', ...words, ...bypass], {
        cwd: project,
        env: this.env(env),
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let out = ''
      let err = ''
      child.stdout.on('data', (chunk) => {
        out += chunk
      })
      child.stderr.on('data', (chunk) => {
        err += chunk
      })
      const timer = setTimeout(() => child.kill('SIGKILL'), 60_000)
      child.on('close', (code) => {
        clearTimeout(timer)
        done({ code, out, err })
      })
    })
  }

  async stop(): Promise<void> {
    await this.model.close()
    rmSync(this.base, { recursive: true, force: true, maxRetries: 5 })
  }
}
