/** A project in real git with a bank, for what the page reads. */

import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Result } from '../../src/base/result.ts'
import { accept } from '../../src/consent/accept.ts'
import { openWorkspace, type Workspace } from '../../src/disk/workspace.ts'
import { propose } from '../../src/verbs/refresh.ts'

export class PageProject {
  readonly home = realpathSync(mkdtempSync(join(tmpdir(), 'page-')))
  readonly root = join(this.home, 'p')
  readonly env = { HOME: join(this.home, 'h'), XDG_STATE_HOME: join(this.home, 'state'), MEMORY_BANK_TRUSTED: '1' }
  #minute = 0

  constructor(files: Readonly<Record<string, string>>, git: 'git' | 'no git' = 'git') {
    mkdirSync(this.root)
    for (const [path, text] of Object.entries(files)) this.put(path, text)
    if (git === 'git') this.git('init', '-q', '-b', 'main')
    this.refresh()
  }

  /** Each is opened a minute later than the one before. */
  open(env: NodeJS.ProcessEnv = {}, year = 2026): Workspace {
    this.#minute += 1
    const at = new Date(Date.UTC(year, 10, 15, 0, this.#minute))
    return given(
      openWorkspace({ folder: this.root, env: { ...this.env, ...env }, now: () => at, progress: () => undefined }),
    )
  }

  refresh(year?: number): string {
    const workspace = this.open({}, year)
    const { plan } = given(propose(workspace, { language: 'en', onConflict: undefined }))
    return given(accept({ plan }, workspace)).id
  }

  put(path: string, text: string): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true })
    writeFileSync(join(this.root, path), text)
  }

  read(path: string): string {
    return readFileSync(join(this.root, path), 'utf8')
  }

  git(...args: readonly string[]): string {
    return execFileSync('git', args, { cwd: this.root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  }

  commit(message: string): string {
    this.git('add', '-A')
    this.git('-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', 'commit', '-q', '-m', message)
    return this.git('rev-parse', 'HEAD')
  }

  removeBank(): void {
    rmSync(join(this.root, 'memory-bank'), { recursive: true })
  }

  remove(): void {
    rmSync(this.home, { recursive: true, force: true })
  }
}

export function given<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.problem))
  return result.value
}
