/** The place in which a command works: the project, its bank, its state and the environment. */

import { type Language, languageOfLocale } from '../base/language.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { BankPlace } from './bank/journal.ts'
import type { Progress } from './bank/read-bank.ts'
import { type Config, readConfig, strictestConfig } from './project/config.ts'
import { findProject, type Project } from './project/find-project.ts'
import { homeFolder, stateFolder } from './state/state-folder.ts'
import { bankOutsideProblem, isTrusted } from './state/trust.ts'

export interface Surroundings {
  /** The folder in which the command was started, or that of `-C`. */
  readonly folder: string
  readonly env: NodeJS.ProcessEnv
  /** Options from the host's own configuration. */
  readonly options?: Readonly<Record<string, unknown>>
  /** The options are in settings that belong to the repository. */
  readonly optionsFrom?: 'repository'
  /** The id of the host that runs Memory Bank. */
  readonly host?: string
  /** The host shows Memory Bank's blocks to the user at the end of a turn (S42). */
  readonly showsBlocks?: boolean
  /** `strictest`: every protection at its strictest, whatever the settings say. */
  readonly settings?: 'strictest'
  readonly now: () => Date
  /** Called with the progress of long work. */
  readonly progress: Progress
}

export interface Workspace {
  readonly project: Project
  readonly place: BankPlace
  readonly config: Config
  /** Whether a person trusts this repository (S39). */
  readonly trusted: boolean
  readonly locale: Language
  /** The id of the host, if there is one. */
  readonly host?: string
  /** The host shows Memory Bank's blocks to the user at the end of a turn (S42). */
  readonly showsBlocks?: boolean
  readonly now: () => Date
  readonly progress: Progress
}

export function openWorkspace(around: Surroundings): Result<Workspace> {
  const project = findProject(around.folder, homeFolder(around.env))
  if (!project.ok) return project
  const leadsOut = bankOutsideProblem(project.value, around.env)
  if (leadsOut !== undefined) return fail(leadsOut)
  const trusted = isTrusted(project.value, around.env)
  const config =
    around.settings === 'strictest'
      ? ok(strictestConfig(around.env))
      : readConfig(project.value.root, around.env, around.options, trusted ? 'trusted' : 'stranger', around.optionsFrom)
  if (!config.ok) return config
  return ok({
    project: project.value,
    place: { bank: project.value.bank, state: stateFolder(project.value, around.env) },
    config: config.value,
    trusted,
    locale: languageOfLocale(around.env),
    ...(around.host === undefined ? {} : { host: around.host }),
    ...(around.showsBlocks === true ? { showsBlocks: true } : {}),
    now: around.now,
    progress: around.progress,
  })
}
