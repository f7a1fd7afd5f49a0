/**
 * install git and uninstall git: the merge driver in the repository's config, and the attributes that name it.
 *
 * By default both belong to this clone: they apply to every branch, old ones included, and change no shared file. With
 * `shared` the attributes are in `.gitattributes`; each clone still registers its own program, because a shared file
 * must not contain paths of one machine.
 */

import type { Words } from '../base/language.ts'
import type { Problem } from '../base/problem.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { JournalEntry } from '../disk/bank/journal.ts'
import { type DriverPlace, findDriverPlace } from '../disk/git/driver.ts'
import { findProject } from '../disk/project/find-project.ts'
import { builtFile } from '../disk/project/package-files.ts'
import { readSettingsFile } from '../disk/project/settings-files.ts'
import {
  attributesLine,
  type DriverProgram,
  driverCommand,
  withDriver,
  withLine,
  withoutDriver,
  withoutLine,
} from '../settings/driver-settings.ts'
import { proposeSetup, type SetupProposal, type SetupStep } from './install.ts'
import type { InstallContext } from './install-context.ts'
import { undoInstalls } from './keep-local.ts'

const GIT = { id: 'git', name: 'Git' } as const

export function proposeGitInstall(shared: boolean, context: InstallContext): Result<SetupProposal> {
  const place = placeOf(context, 'install')
  if (!place.ok) return place
  const { config, localAttributes, sharedAttributes, pattern } = place.value
  const command = driverCommand(driverProgram(context))
  if (/[\r\n]/.test(command)) return fail(NO_LINE)
  return proposeSetup('install', context, () =>
    stepsOf([
      [config, (text) => withDriver(text, command), []],
      [
        shared ? sharedAttributes : localAttributes,
        (text) => withLine(text, attributesLine(pattern)),
        [shared ? SHARED : LOCAL, ...cacheNote(context)],
      ],
    ]),
  )
}

export function proposeGitUninstall(context: InstallContext): Result<SetupProposal> {
  const place = placeOf(context, 'uninstall')
  if (!place.ok) return place
  const { config, localAttributes, sharedAttributes, pattern } = place.value
  const line = attributesLine(pattern)
  return proposeSetup('uninstall', context, (installs) =>
    stepsOf(
      [
        [config, withoutDriver, []],
        [localAttributes, (text) => withoutLine(text, line), []],
        [sharedAttributes, (text) => withoutLine(text, line), []],
      ],
      installs,
    ),
  )
}

/** The program that install would name. */
export function driverProgram({ node, packageRoot }: InstallContext): DriverProgram {
  return { node, driver: builtFile('merge-driver.cjs', packageRoot) }
}

type Edit = readonly [path: string, change: (text: string) => string, notes: readonly Words[]]

/** With `installs`, first undoes their changes to each file that has not been edited since. */
function stepsOf(edits: readonly Edit[], installs?: readonly JournalEntry[]): Result<readonly SetupStep[]> {
  const steps: SetupStep[] = []
  for (const [path, change, notes] of edits) {
    const file = readSettingsFile(path)
    if (!file.ok) return file
    const { text, folders } = undoInstalls(file.value, installs ?? [])
    const isGone = installs !== undefined && text === undefined
    steps.push({ host: GIT, file: file.value, text: isGone ? undefined : change(text ?? ''), folders, notes })
  }
  return ok(steps)
}

/** The repository of the bank's folder. If that is a symbolic link, it may differ from the project's repository. */
function placeOf(context: InstallContext, command: string): Result<DriverPlace> {
  const project = findProject(context.folder, context.home)
  if (!project.ok) return project
  if (!context.look.isFolder(project.value.bank)) return fail({ code: 'bank-absent', path: project.value.root })
  const place = findDriverPlace(project.value.bank)
  return place === undefined ? fail(outsideGit(command)) : ok(place)
}

const LOCAL: Words = {
  en: 'This changes only this clone, on all its branches and worktrees. To name the driver in .gitattributes for everyone: --shared',
  zh: '只改动当前克隆，对其所有分支和工作树有效。若要让 .gitattributes 为所有人指定该驱动：--shared',
}

const SHARED: Words = {
  en: 'Each user of this repository registers the driver once: memory-bank install git. Until then git merges by lines on their machine.',
  zh: '每位使用者需要登记一次驱动：memory-bank install git。在此之前，git 在其机器上照旧按行合并。',
}

function cacheNote({ packageRoot }: InstallContext): readonly Words[] {
  if (!packageRoot.split(/[\\/]/).includes('_npx')) return []
  return [
    {
      en: 'This program is in the npx cache. If that is cleared, git merges by lines again. To keep it, install it from a checkout (npm install -g <checkout>).',
      zh: '本程序位于 npx 缓存，可能被清理，届时 git 会恢复按行合并。若要长期使用，请从检出目录安装（npm install -g <检出目录>）。',
    },
  ]
}

const NO_LINE: Problem = {
  code: 'usage',
  command: 'install',
  detail: {
    en: 'The path of this program contains a line break, which git’s config cannot store.',
    zh: '本程序的路径含有换行，无法写入 git 配置。',
  },
}

function outsideGit(command: string): Problem {
  return {
    code: 'usage',
    command,
    detail: {
      en: 'The bank is not in a git repository, so there is nothing to merge.',
      zh: '该 Memory Bank 不在 git 仓库中，没有需要合并的内容。',
    },
  }
}
