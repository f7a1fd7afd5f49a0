/**
 * The projects that a client has open: its roots, else the working folder. Each project gets a guard at its first
 * request.
 *
 * A project is checked again for every request, so a new bank or corrected settings take effect at once. A guard keeps
 * its state as long as its project stays the same.
 */

import { basename, isAbsolute, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isAgentShell } from '../../base/agent-shell.ts'
import { type Language, languageOfLocale } from '../../base/language.ts'
import type { Problem } from '../../base/problem.ts'
import type { Result } from '../../base/result.ts'
import type { NotedCaller } from '../../session/callers.ts'
import type { Caller, Guard } from '../../session/guard.ts'
import { listBankFiles } from '../../verbs/bank-files.ts'
import { openWorkspace, type Workspace } from '../../verbs/open-bank.ts'

export interface ClientSurroundings {
  /** The working folder, or the one given by `-C`. */
  readonly folder: string
  readonly env: NodeJS.ProcessEnv
  readonly now: () => Date
  readonly progress: () => void
}

export interface OpenProject {
  /** The folder's name, or its path if two have the same name. */
  readonly name: string
  readonly workspace: Workspace
}

export type Choice =
  | { readonly kind: 'one'; readonly guard: Guard }
  | { readonly kind: 'unclear'; readonly names: readonly string[] }
  | { readonly kind: 'failed'; readonly problem: Problem }

interface Candidate {
  readonly name: string
  readonly folder: string
  readonly opened: Result<Workspace>
}

export class Projects {
  readonly locale: Language
  /** True if an agent's shell started the server or the client: a filled form is then not the user's consent (S42). */
  readonly isNested: boolean
  readonly #around: ClientSurroundings
  #folders: readonly string[]
  readonly #guards = new Map<string, Guard>()

  constructor(around: ClientSurroundings) {
    this.#around = around
    this.#folders = [around.folder]
    this.locale = languageOfLocale(around.env)
    this.isNested = isAgentShell(around.env)
  }

  /** Ignores roots that are not folders of this machine. Without any, the working folder is used. */
  useRoots(uris: readonly string[]): void {
    const folders = uris.flatMap((uri) => folderOf(uri) ?? [])
    this.#folders = folders.length === 0 ? [this.#around.folder] : folders
  }

  /** The projects that can be opened. */
  all(): readonly OpenProject[] {
    return this.#candidates().flatMap(({ name, opened }) => (opened.ok ? [{ name, workspace: opened.value }] : []))
  }

  /** The project with this name or path; by default the only one, or the only one with a bank. */
  async choose(asked: string | undefined): Promise<Choice> {
    const all = this.#candidates()
    const named = asked === undefined ? all : all.filter((one) => isCalled(one, asked))
    const narrowed = named.length === 1 ? named : named.filter(hasBank)
    const only = narrowed.length === 1 ? narrowed[0] : undefined
    return only === undefined ? { kind: 'unclear', names: all.map((one) => one.name) } : this.#open(only.opened)
  }

  /** The session that a hook noted, with a guard for it. */
  async callerNoted(guard: Guard, noted: NotedCaller): Promise<Caller | undefined> {
    const { host, showsBlocks } = noted
    const around = { ...this.#around, host, showsBlocks, folder: guard.workspace.project.root }
    const { Guard } = await import('../../session/guard.ts')
    // The session's hooks keep their state in files; this guard continues from them.
    const opened = Guard.openShared(around)
    return opened.ok ? { guard: opened.value, session: noted.session } : undefined
  }

  /** Called when the client has disconnected. Removes the state of its session. */
  async end(session: string): Promise<void> {
    for (const guard of this.#guards.values()) await guard.handle({ kind: 'session-ended', session })
  }

  async #open(workspace: Result<Workspace>): Promise<Choice> {
    if (!workspace.ok) return { kind: 'failed', problem: workspace.problem }
    const { root } = workspace.value.project
    const known = this.#guards.get(root)
    if (known !== undefined && isSame(known.workspace, workspace.value)) return { kind: 'one', guard: known }
    // Loaded late: the guard is half of the server's code, and only the first request needs it.
    const { Guard } = await import('../../session/guard.ts')
    const opened = Guard.open({ ...this.#around, host: 'mcp', folder: root })
    if (!opened.ok) return { kind: 'failed', problem: opened.problem }
    this.#guards.set(root, opened.value)
    return { kind: 'one', guard: opened.value }
  }

  /** Lists each project once, since several roots may be in one project. */
  #candidates(): readonly Candidate[] {
    const byRoot = new Map<string, Result<Workspace>>()
    for (const folder of this.#folders) {
      const opened = openWorkspace({ ...this.#around, folder })
      byRoot.set(opened.ok ? opened.value.project.root : folder, opened)
    }
    const names = [...byRoot.keys()].map((root) => basename(root))
    return [...byRoot].map(([folder, opened]) => {
      const name = basename(folder)
      return { name: names.indexOf(name) === names.lastIndexOf(name) ? name : folder, folder, opened }
    })
  }
}

function folderOf(uri: string): string | undefined {
  try {
    return fileURLToPath(uri)
  } catch {
    return undefined // not a file URL, or a file of another machine
  }
}

/** True for the project's name, its folder, or a path inside it. */
function isCalled({ name, folder }: Candidate, asked: string): boolean {
  if (asked === name || asked === folder) return true
  const inside = relative(folder, asked)
  return isAbsolute(asked) && !isAbsolute(inside) && inside.split(/[\\/]/)[0] !== '..'
}

function hasBank({ opened }: Candidate): boolean {
  return opened.ok && listBankFiles(opened.value).length > 0
}

function isSame(a: Workspace, b: Workspace): boolean {
  return a.project.bank === b.project.bank && JSON.stringify(a.config) === JSON.stringify(b.config)
}
