/** Whether git merges this bank entry by entry here: what names the driver, what registers it, and whether it runs. */

import { MEMORY } from '../base/layout.ts'
import { DRIVER, type DriverProgram, driverCommand, programOf } from '../settings/driver-settings.ts'
import { isThere } from '../disk/disk.ts'
import { configuredDriver, namedDriver, seeMerge } from '../disk/git/driver.ts'
import type { Workspace } from '../disk/workspace.ts'
import type { Diagnosis } from './host.ts'

const ABOUT = 'git'
const INSTALL = { en: 'memory-bank install git', zh: 'memory-bank install git' }

/** Is it worth saying that git can merge this bank entry by entry? */
export function isDriverMissing({ place, project }: Workspace): boolean {
  return project.gitFolder !== undefined && configuredDriver(place.bank, DRIVER) === undefined
}

/** What is half done is always said; that there is no driver, only to whoever asks about git. */
export function examineGit({ place }: Workspace, isAsked: boolean): readonly Diagnosis[] {
  const command = configuredDriver(place.bank, DRIVER)
  const isNamed = namedDriver(place.bank, MEMORY) === DRIVER
  if (command === undefined) return isNamed ? [UNREGISTERED] : isAsked ? [NO_DRIVER] : []
  const program = programOf(command)
  const missing = program === undefined ? [] : [program.node, program.driver].filter((path) => !isThere(path))
  return [
    ...(isNamed ? [] : [UNNAMED]),
    ...missing.map(
      (path): Diagnosis => ({
        id: 'driver-program-missing',
        about: ABOUT,
        level: 'error',
        what: {
          en: `Git's merge driver names ${path}, which is gone; git merges the bank by lines.`,
          zh: `git 的合并驱动指向 ${path}，该文件已不存在；git 按行合并 Memory Bank。`,
        },
        next: INSTALL,
      }),
    ),
    ...(isNamed && missing.length === 0 ? [WELL] : []),
  ]
}

/** Sees a real merge in a repository of its own, by the command that is registered here, else by the one install would write. */
export function proveGit({ place }: Workspace, program: DriverProgram): Diagnosis {
  const seen = seeMerge(configuredDriver(place.bank, DRIVER) ?? driverCommand(program), DRIVER)
  if (seen.isMerged)
    return {
      id: 'driver-proven',
      about: ABOUT,
      level: 'ok',
      what: {
        en: 'a real merge of two additions that conflict by lines went through',
        zh: '一次真实合并（按行会冲突的两处新增）已顺利完成',
      },
    }
  return {
    id: 'driver-fails',
    about: ABOUT,
    level: 'error',
    what: {
      en: `A real merge through the driver did not go through: ${seen.said}`,
      zh: `通过该驱动的真实合并没有完成：${seen.said}`,
    },
    next: INSTALL,
  }
}

const WELL: Diagnosis = {
  id: 'driver',
  about: ABOUT,
  level: 'ok',
  what: { en: 'merges the bank entry by entry', zh: '逐条合并 Memory Bank' },
}

const UNREGISTERED: Diagnosis = {
  id: 'driver-unregistered',
  about: ABOUT,
  level: 'warning',
  what: {
    en: 'Attributes name the merge driver, but this clone does not know it: git merges the bank by lines, and does not say so.',
    zh: '属性文件指定了合并驱动，但当前克隆没有登记：git 会按行合并 Memory Bank，且不作提示。',
  },
  next: INSTALL,
}

const UNNAMED: Diagnosis = {
  id: 'driver-unnamed',
  about: ABOUT,
  level: 'warning',
  what: {
    en: 'The merge driver is registered, but on this branch no attributes name it: git merges the bank by lines.',
    zh: '合并驱动已登记，但当前分支没有属性文件指定它：git 按行合并 Memory Bank。',
  },
  next: INSTALL,
}

const NO_DRIVER: Diagnosis = {
  id: 'driver-missing',
  about: ABOUT,
  level: 'note',
  what: { en: 'merges the bank by lines', zh: '按行合并 Memory Bank' },
  next: INSTALL,
}
