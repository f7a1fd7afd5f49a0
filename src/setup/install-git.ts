/**
 * install git and uninstall git: our merge driver in the repository's own config, and the attributes that name it.
 *
 * By default both are this clone's own: they hold on every branch, also on those cut before, and change no file that others
 * have. With `shared` the attributes travel with the branch; each clone still registers its own program, because a path of
 * this machine belongs into no shared file.
 */

import type { Words } from '../base/language.ts'
import type { Problem } from '../base/problem.ts'
import { fail, ok, type Result } from '../base/result.ts'
import {
  attributesLine,
  type DriverProgram,
  driverCommand,
  withDriver,
  withLine,
  withoutDriver,
  withoutLine,
} from '../settings/driver-settings.ts'
import type { JournalEntry } from '../disk/bank/journal.ts'
import { type DriverPlace, findDriverPlace } from '../disk/git/driver.ts'
import { findProject } from '../disk/project/find-project.ts'
import { builtFile } from '../disk/project/package-files.ts'
import { readSettingsFile } from '../disk/project/settings-files.ts'
import { proposeSetup, type SetupProposal, type SetupStep } from './install.ts'
import type { InstallContext } from './install-context.ts'
import { pastOf } from './keep-local.ts'

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

/** With `installs`, what they did is taken back first, as far as the file still reads what they left. */
function stepsOf(edits: readonly Edit[], installs?: readonly JournalEntry[]): Result<readonly SetupStep[]> {
  const steps: SetupStep[] = []
  for (const [path, change, notes] of edits) {
    const file = readSettingsFile(path)
    if (!file.ok) return file
    let text = file.value.text
    let folders: readonly string[] = []
    for (const past of (installs ?? []).flatMap((entry) => pastOf(file.value, entry))) {
      if (past.text !== text) break
      text = past.was
      folders = past.folders
    }
    if (installs !== undefined && text === undefined) {
      if (file.value.text !== undefined) steps.push({ host: GIT, file: file.value, text, folders, notes })
      continue
    }
    steps.push({ host: GIT, file: file.value, text: change(text ?? ''), folders: [], notes })
  }
  return ok(steps)
}

/** The repository that the bank stands in: behind a link it may be another one than the project's. */
function placeOf(context: InstallContext, command: string): Result<DriverPlace> {
  const project = findProject(context.folder, context.home)
  if (!project.ok) return project
  if (!context.look.isFolder(project.value.bank)) return fail({ code: 'bank-absent', path: project.value.root })
  const place = findDriverPlace(project.value.bank)
  return place === undefined ? fail(outsideGit(command)) : ok(place)
}

const LOCAL: Words = {
  en: 'Only this clone is changed, on all its branches and worktrees. To let .gitattributes name the driver for everyone: --shared',
  zh: '只改动当前克隆，对其所有分支和工作树有效。若要让 .gitattributes 为所有人指定该驱动：--shared',
}

const SHARED: Words = {
  en: 'Everyone who uses this repository registers the driver once: memory-bank install git. Until then git merges by lines there, as before.',
  zh: '每位使用者需要登记一次驱动：memory-bank install git。在此之前，git 在其机器上照旧按行合并。',
}

function cacheNote({ packageRoot }: InstallContext): readonly Words[] {
  if (!packageRoot.split(/[\\/]/).includes('_npx')) return []
  return [
    {
      en: 'This program is in the cache of npx, which may be cleared; git then merges by lines again. To keep it, install it from a checkout (npm install -g <checkout>).',
      zh: '本程序位于 npx 缓存，可能被清理，届时 git 会恢复按行合并。若要长期使用，请从检出目录安装（npm install -g <检出目录>）。',
    },
  ]
}

const NO_LINE: Problem = {
  code: 'usage',
  command: 'install',
  detail: {
    en: 'The path of this program has a line break, which git’s config cannot hold.',
    zh: '本程序的路径含有换行，无法写入 git 配置。',
  },
}

function outsideGit(command: string): Problem {
  return {
    code: 'usage',
    command,
    detail: {
      en: 'The bank is in no git repository, so there is nothing to merge.',
      zh: '该 Memory Bank 不在 git 仓库中，没有需要合并的内容。',
    },
  }
}
