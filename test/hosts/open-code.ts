/** The real OpenCode, headless, in a throw-away home, against the scripted model, with our built package as its plugin. */

import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { ScriptedModel, type Step } from './scripted-model.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const PROGRAM = join(import.meta.dirname, 'node_modules/.bin/opencode')

export interface Run {
  readonly code: number | null
  readonly out: string
  readonly err: string
  readonly seconds: number
}

export class OpenCode {
  readonly model: ScriptedModel
  readonly base: string

  private constructor(model: ScriptedModel) {
    this.model = model
    this.base = realpathSync(mkdtempSync(join(tmpdir(), 'mb-opencode-')))
  }

  static async start(): Promise<OpenCode> {
    return new OpenCode(await ScriptedModel.start())
  }

  /** A project of its own, with our plugin and nothing else in its configuration. */
  project(
    name: string,
    files: Readonly<Record<string, string>>,
    options: { readonly plugin?: unknown; readonly config?: object } = {},
  ): string {
    const folder = join(this.base, name)
    const config = {
      provider: {
        fake: {
          npm: '@ai-sdk/openai-compatible',
          options: { baseURL: this.model.url, apiKey: 'x' },
          models: { m: { name: 'M', limit: { context: 100_000, output: 4_000 } } },
        },
      },
      model: 'fake/m',
      small_model: 'fake/m',
      autoupdate: false,
      share: 'disabled',
      plugin: [options.plugin ?? `file://${ROOT}`],
      ...options.config,
    }
    for (const [path, text] of Object.entries({ ...files, 'opencode.json': JSON.stringify(config) })) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    return folder
  }

  env(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
    const home = join(this.base, 'home')
    mkdirSync(home, { recursive: true })
    return {
      PATH: process.env['PATH'],
      HOME: home,
      XDG_CONFIG_HOME: join(home, '.config'),
      XDG_DATA_HOME: join(home, '.local/share'),
      XDG_STATE_HOME: join(home, '.local/state'),
      XDG_CACHE_HOME: join(home, '.cache'),
      LANG: 'C.UTF-8',
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
      ...(process.env['NODE_EXTRA_CA_CERTS'] === undefined
        ? {}
        : { NODE_EXTRA_CA_CERTS: process.env['NODE_EXTRA_CA_CERTS'] }),
      ...more,
    }
  }

  run(project: string, words: readonly string[], steps: readonly Step[], env: NodeJS.ProcessEnv = {}): Promise<Run> {
    if (steps.length > 0) this.model.script(steps)
    const began = Date.now()
    return new Promise((done) => {
      const child = spawn(PROGRAM, ['run', '--auto', '--format', 'json', ...words], {
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
      const timer = setTimeout(() => child.kill('SIGKILL'), 150_000)
      child.on('close', (code) => {
        clearTimeout(timer)
        done({ code, out, err, seconds: (Date.now() - began) / 1000 })
      })
    })
  }

  /** A server of its own for one project; `run` attaches to it with `--attach`. */
  async serve(project: string, port: number): Promise<{ readonly url: string; stop(): Promise<void> }> {
    const child = spawn(PROGRAM, ['serve', '--port', String(port), '--hostname', '127.0.0.1'], {
      cwd: project,
      env: this.env(),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    await new Promise<void>((done) => child.stdout.on('data', (chunk) => String(chunk).includes('listening') && done()))
    return {
      url: `http://127.0.0.1:${port}`,
      stop: () =>
        new Promise((done) => {
          child.on('close', () => done())
          child.kill('SIGTERM')
        }),
    }
  }

  async stop(): Promise<void> {
    await this.model.close()
    rmSync(this.base, { recursive: true, force: true, maxRetries: 5 })
  }
}
