/** The stage for a real host: a scratch home, projects beside it, and the scripted model. */

import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { ScriptedModel } from './scripted-model.ts'

export const ROOT = resolve(import.meta.dirname, '../..')

export interface Run {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

export type Files = Readonly<Record<string, string>>

/** A host's program, as installed by the tests' own manifest. */
export function hostProgram(name: string, manifest: '.' | 'node22' = '.'): string {
  const packages = join(import.meta.dirname, manifest, 'node_modules')
  // Kilo's platform package has no bin entry.
  return name === 'kilo' ? join(packages, '@kilocode/cli-linux-x64/bin/kilo') : join(packages, '.bin', name)
}

/** Undefined if the host runs here; otherwise the name of the skipped suite. */
export function whyNotHere(program: string | readonly [string, ...string[]], host: string): string | undefined {
  const [first, ...before] = typeof program === 'string' ? [program] : program
  if (![first, ...before].every((file) => existsSync(file)))
    return `${host} cannot be installed on ${process.platform} ${process.arch}`
  const version = spawnSync(first, [...before, '--version'], { encoding: 'utf8' })
  return version.status === 0 ? undefined : `${host} does not start on ${process.platform} ${process.arch}`
}

export class HostStage {
  readonly model: ScriptedModel
  readonly base: string
  readonly home: string

  private constructor(model: ScriptedModel, name: string) {
    this.model = model
    this.base = realpathSync(mkdtempSync(join(tmpdir(), `mb-${name}-`)))
    this.home = join(this.base, 'home')
    mkdirSync(this.home)
  }

  static async start(name: string): Promise<HostStage> {
    return new HostStage(await ScriptedModel.start(), name)
  }

  /** Creates a project. */
  project(name: string, files: Files): string {
    const folder = join(this.base, name)
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    return folder
  }

  /** Nothing of this machine but the PATH. Node comes first, since hosts start our hooks with it. */
  env(own: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
    const { PATH, NODE_EXTRA_CA_CERTS } = process.env
    return {
      PATH: `${dirname(process.execPath)}:${PATH}`,
      HOME: this.home,
      XDG_CONFIG_HOME: join(this.home, '.config'),
      XDG_DATA_HOME: join(this.home, '.local/share'),
      XDG_STATE_HOME: join(this.home, '.local/state'),
      XDG_CACHE_HOME: join(this.home, '.cache'),
      LANG: 'C.UTF-8',
      ...(NODE_EXTRA_CA_CERTS === undefined ? {} : { NODE_EXTRA_CA_CERTS }),
      ...own,
    }
  }

  /** Runs a program to its end, without standard input. */
  run(program: string, words: readonly string[], cwd: string, env: NodeJS.ProcessEnv, patience: number): Promise<Run> {
    return new Promise((done) => {
      const child = spawn(program, words, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
      let out = ''
      let err = ''
      child.stdout.on('data', (chunk) => {
        out += chunk
      })
      child.stderr.on('data', (chunk) => {
        err += chunk
      })
      const timer = setTimeout(() => child.kill('SIGKILL'), patience)
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
