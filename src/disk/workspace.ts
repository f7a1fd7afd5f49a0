/** Where a command works: the project, its bank, our state for it, and the surroundings it may ask. */

import { type Language, languageOfLocale } from '../base/language.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { BankPlace } from './bank/journal.ts'
import type { Progress } from './bank/read-bank.ts'
import { type Config, readConfig, strictestConfig } from './project/config.ts'
import { findProject, type Project } from './project/find-project.ts'
import { homeFolder, stateFolder } from './state/state-folder.ts'
import { bankOutside, isTrusted } from './state/trust.ts'

export interface Surroundings {
  /** Where the command was started, or the folder given by `-C`. */
  readonly folder: string
  readonly env: NodeJS.ProcessEnv
  /** What a host's own configuration says about us. */
  readonly options?: Readonly<Record<string, unknown>>
  /** The options stand in settings that the repository brings along. */
  readonly optionsFrom?: 'repository'
  /** The host we run in, by its id. */
  readonly host?: string
  /** The host shows the person our blocks at the end of a turn (S42). */
  readonly showsBlocks?: boolean
  /** `strictest`: whatever the settings say, every protection holds at its strictest. */
  readonly settings?: 'strictest'
  readonly now: () => Date
  /** Hears about work that may take long. */
  readonly progress: Progress
}

export interface Workspace {
  readonly project: Project
  readonly place: BankPlace
  readonly config: Config
  /** Whether a person said that this repository is theirs (S39). */
  readonly trusted: boolean
  readonly locale: Language
  /** The host we run in, where we run in one. */
  readonly host?: string
  /** That host shows the person our blocks at the end of a turn (S42). */
  readonly showsBlocks?: boolean
  readonly now: () => Date
  readonly progress: Progress
}

export function openWorkspace(around: Surroundings): Result<Workspace> {
  const project = findProject(around.folder, homeFolder(around.env))
  if (!project.ok) return project
  const leadsOut = bankOutside(project.value, around.env)
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
