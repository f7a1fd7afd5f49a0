/**
 * The real OpenCode in a scratch home with the built package as its plugin, against the scripted model.
 *
 * Scenes run on one server, as in OpenCode's own interfaces, and in their own process if only that shows something.
 */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { settingsWithPackages } from '../../src/hosts/opencode/diagnose.ts'
import { A_PERSONS_SCRIPT } from '../scenarios/harness.ts'
import { type Files, HostStage, hostProgram, ROOT, type Run } from './host-stage.ts'
import type { RealHost } from './real-suite.ts'
import type { Scene, Step } from './scripted-model.ts'

export const OPENCODE = hostProgram('opencode')

const OWN_ENV = {
  OPENCODE_DISABLE_AUTOUPDATE: '1',
  OPENCODE_DISABLE_MODELS_FETCH: '1',
  OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
}

/** Settings that know only the scripted model. */
export function scripted(modelUrl: string) {
  return {
    provider: {
      fake: {
        npm: '@ai-sdk/openai-compatible',
        options: { baseURL: `${modelUrl}/v1`, apiKey: 'x' },
        models: { m: { name: 'M', limit: { context: 100_000, output: 4_000 } } },
      },
    },
    model: 'fake/m',
    small_model: 'fake/m',
    autoupdate: false,
    share: 'disabled',
    permission: 'allow',
  }
}

/** OpenCode for the suite of all hosts. */
export const realOpenCode: RealHost = {
  name: 'OpenCode 1.18.33',
  id: 'opencode',
  program: [OPENCODE],
  scope: 'project',
  files: ({ home, project, modelUrl }) => ({
    ...settingsWithPackages(join(home, '.config')),
    [join(project, 'opencode.json')]: JSON.stringify(scripted(modelUrl), undefined, 2),
  }),
  env: () => OWN_ENV,
  needsWarmUp: false,
  turn: (text, goesOn) => ['run', '--auto', '--format', 'json', ...(goesOn ? ['-c'] : []), text],
  calls: {
    write: (filePath, content) => ({ tool: 'write', args: { filePath, content } }),
    edit: (filePath, oldString, newString) => ({ tool: 'edit', args: { filePath, oldString, newString } }),
    read: (filePath) => ({ tool: 'read', args: { filePath } }),
    shell: (command) => ({ tool: 'bash', args: { command, description: 'x' } }),
    recall: (question) => ({ tool: 'memory_recall', args: { question } }),
    propose: (entries) => ({ tool: 'memory_propose', args: { entries } }),
    delegate: (prompt) => ({ tool: 'task', args: { description: 'd', prompt, subagent_type: 'general' } }),
  },
  // The plugin's messages to the user are appended to the assistant's text.
  person: ({ out }) =>
    out
      .split('\n')
      .filter((line) => line.includes('"type":"text"'))
      .join('\n'),
  hook: undefined,
  cannot: {
    malformed: 'it calls the plugin in its own process, with values instead of text',
    command: 'it has commands of its own',
  },
}

interface SceneOptions {
  /** The plugin's options. */
  readonly plugin?: Readonly<Record<string, unknown>>
  readonly config?: object
}

export class OpenCode {
  readonly stage: HostStage
  #server: { readonly child: ChildProcess; readonly url: Promise<string> } | undefined

  private constructor(stage: HostStage) {
    this.stage = stage
  }

  static async start(): Promise<OpenCode> {
    const stage = await HostStage.start('opencode')
    for (const [path, text] of Object.entries(settingsWithPackages(join(stage.home, '.config')))) {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
    }
    return new OpenCode(stage)
  }

  /** A project whose settings contain only the plugin. */
  scene(name: string, files: Files, options: SceneOptions = {}): OpenCodeScene {
    const model = this.stage.model.scene(name)
    const config = {
      ...scripted(model.url),
      plugin: [options.plugin === undefined ? `file://${ROOT}` : [`file://${ROOT}`, options.plugin]],
      ...options.config,
    }
    const project = this.stage.project(name, { ...files, 'opencode.json': JSON.stringify(config) })
    return new OpenCodeScene(this, project, model)
  }

  env(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
    return this.stage.env({ ...OWN_ENV, ...more })
  }

  /** The server of all scenes, started when first needed. */
  server(): Promise<string> {
    if (this.#server === undefined) {
      const child = spawn(OPENCODE, ['serve', '--port', '0', '--hostname', '127.0.0.1'], {
        cwd: this.stage.base,
        env: this.env(),
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let said = ''
      const url = new Promise<string>((done, fail) => {
        const hear = (chunk: unknown) => {
          said += chunk
          const found = /listening on (\S+)/.exec(said)?.[1]
          if (found !== undefined) done(found)
        }
        child.stdout.on('data', hear)
        child.stderr.on('data', hear)
        child.on('close', () => fail(new Error(`OpenCode's server ended: ${said}`)))
      })
      this.#server = { child, url }
    }
    return this.#server.url
  }

  async stop(): Promise<void> {
    const child = this.#server?.child
    if (child !== undefined && child.exitCode === null)
      await new Promise<void>((done) => {
        child.on('close', () => done())
        child.kill('SIGKILL') // its home is removed with it
      })
    await this.stage.stop()
  }
}

export class OpenCodeScene {
  readonly project: string
  readonly model: Scene
  readonly #host: OpenCode
  #session: string | undefined

  constructor(host: OpenCode, project: string, model: Scene) {
    this.#host = host
    this.project = project
    this.model = model
  }

  /** Trusts the repository, as the user would. */
  trust(): this {
    const args = [join(ROOT, 'dist/cli/main.cjs'), 'trust']
    spawnSync(process.execPath, args, { cwd: this.project, env: { ...this.#host.env(), ...A_PERSONS_SCRIPT } })
    return this
  }

  /** Sends a message in the current session and waits until it is idle. */
  async say(text: string, steps: readonly Step[], agent?: string): Promise<void> {
    this.model.script(steps)
    await this.sayAs(await this.#current(), text, agent)
  }

  /** The same in any session, without a new script. */
  async sayAs(session: string, text: string, agent?: string): Promise<void> {
    const parts = [{ type: 'text', text }]
    await this.#post(`/session/${session}/message`, { parts, ...(agent === undefined ? {} : { agent }) })
  }

  async command(command: string, steps: readonly Step[], given = ''): Promise<void> {
    this.model.script(steps)
    await this.#post(`/session/${await this.#current()}/command`, { command, arguments: given })
  }

  /** All texts of the current session, as OpenCode's own interfaces show them. */
  async chat(): Promise<string> {
    const url = `${await this.#host.server()}/session/${await this.#current()}/message`
    const response = await fetch(`${url}?directory=${encodeURIComponent(this.project)}`)
    const messages: { parts: { type: string; text?: string; synthetic?: boolean }[] }[] = JSON.parse(
      await response.text(),
    )
    return messages
      .flatMap(({ parts }) => parts)
      .filter(({ type, synthetic }) => type === 'text' && synthetic !== true)
      .map(({ text }) => text)
      .join('\n')
  }

  /** Starts a session for what is said from now on. */
  async begin(): Promise<string> {
    const made = await this.#post('/session', {})
    const id: unknown = typeof made === 'object' && made !== null ? Reflect.get(made, 'id') : undefined
    if (typeof id !== 'string') throw new Error(`no session: ${JSON.stringify(made)}`)
    this.#session = id
    return id
  }

  /** The same in its own process, which ends with the turn and knows the session only from the disk. */
  async sayInProcess(text: string, steps: readonly Step[], env: NodeJS.ProcessEnv = {}): Promise<Run> {
    this.model.script(steps)
    const args = ['run', '--auto', '--format', 'json', '-s', await this.#current(), text]
    return this.#host.stage.run(OPENCODE, args, this.project, this.#host.env(env), 200_000)
  }

  /** All tool results in the last request. */
  toolResults(): string {
    const messages = this.model.mainRequests.at(-1)?.messages ?? []
    return JSON.stringify(messages.filter((message) => message.role === 'tool'))
  }

  text(path: string): string {
    return readFileSync(join(this.project, path), 'utf8')
  }

  has(path: string): boolean {
    return existsSync(join(this.project, path))
  }

  async #current(): Promise<string> {
    return this.#session ?? (await this.begin())
  }

  async #post(path: string, body: object): Promise<unknown> {
    const url = `${await this.#host.server()}${path}?directory=${encodeURIComponent(this.project)}`
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  }
}
