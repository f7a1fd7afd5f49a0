/** Examines whether git merges this bank entry by entry: the attributes, the registration, and the program. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MEMORY } from '../base/layout.ts'
import { isThere } from '../disk/disk.ts'
import { configuredDriver, driverOfFile } from '../disk/git/driver.ts'
import { runGit } from '../disk/git/git.ts'
import type { Workspace } from '../disk/workspace.ts'
import { DRIVER, type DriverProgram, driverCommand, programOf } from '../settings/driver-settings.ts'
import { type Diagnosis, diagnosesFrom } from './diagnosis.ts'
import { makeScratchFolder } from './scratch-folder.ts'

/** True if git could merge this bank entry by entry but does not. */
export function isDriverMissing({ place, project }: Workspace): boolean {
  return project.gitFolder !== undefined && configuredDriver(place.bank, DRIVER) === undefined
}

/** Always reports an incomplete registration; reports a missing one only with `isAsked`. */
export function examineGit({ place }: Workspace, isAsked: boolean): readonly Diagnosis[] {
  const command = configuredDriver(place.bank, DRIVER)
  const isNamed = driverOfFile(place.bank, MEMORY) === DRIVER
  if (command === undefined)
    return isNamed ? [diagnosis('driver-unregistered', 'git')] : isAsked ? [diagnosis('driver-missing', 'git')] : []
  const program = programOf(command)
  const missing = program === undefined ? [] : [program.node, program.driver].filter((path) => !isThere(path))
  return [
    ...(isNamed ? [] : [diagnosis('driver-unnamed', 'git')]),
    ...missing.map((path) => diagnosis('driver-program-missing', 'git', { path })),
    ...(isNamed && missing.length === 0 ? [diagnosis('driver', 'git')] : []),
  ]
}

/** Performs a real merge in a scratch repository, with the registered command or the one that install would write. */
export async function proveGit({ place }: Workspace, program: DriverProgram): Promise<Diagnosis> {
  const { isMerged, said } = await seeMerge(configuredDriver(place.bank, DRIVER) ?? driverCommand(program), DRIVER)
  return isMerged ? diagnosis('driver-proven', 'git') : diagnosis('driver-fails', 'git', { said })
}

const FILE = 'memory-bank/progress.md'
const BASE = '# Progress\n\n- [ ] one\n'

/** Merges two branches that add a line at the same place, in a scratch repository with this driver command. */
async function seeMerge(command: string, name: string): Promise<{ readonly isMerged: boolean; readonly said: string }> {
  const scratch = makeScratchFolder()
  const { folder } = scratch
  const as = ['-c', 'user.name=Memory Bank', '-c', 'user.email=nobody@localhost', '-c', 'commit.gpgsign=false']
  const commit = (text: string) => {
    scratch.write({ [join(folder, FILE)]: text })
    runGit(folder, ['add', '-A'])
    runGit(folder, [...as, '-c', 'core.hooksPath=/dev/null', 'commit', '-q', '-m', 'one'])
  }
  try {
    runGit(folder, ['init', '-q', '-b', 'ours'])
    runGit(folder, ['config', `merge.${name}.driver`, command])
    scratch.write({ [join(folder, '.gitattributes')]: `/memory-bank/**/*.md merge=${name}\n` })
    commit(BASE)
    runGit(folder, ['checkout', '-q', '-b', 'theirs'])
    commit(`${BASE}- [ ] theirs\n`)
    runGit(folder, ['checkout', '-q', 'ours'])
    commit(`${BASE}- [ ] ours\n`)
    // git exits with 1 after a conflict, and with a higher status if the driver fails.
    const said = runGit(folder, [...as, 'merge', '-m', 'two', 'theirs'], undefined, { statuses: [1, 2, 128] })
    const text = readFileSync(join(folder, FILE), 'utf8')
    const isMerged = ['ours', 'theirs'].every((side) => text.includes(`- [ ] ${side}\n`)) && !text.includes('<<<<<<<')
    return { isMerged, said: said?.toString('utf8').trim().split('\n')[0] ?? '' }
  } finally {
    await scratch.remove()
  }
}

const diagnosis = diagnosesFrom({
  driver: {
    level: 'ok',
    en: 'merges the bank entry by entry',
    zh: '逐条合并 Memory Bank',
  },
  'driver-missing': {
    level: 'note',
    en: 'merges the bank by lines → memory-bank install git',
    zh: '按行合并 Memory Bank → memory-bank install git',
  },
  'driver-unregistered': {
    level: 'warning',
    en: 'Attributes name the merge driver, but this clone has not registered it: git silently merges the bank by lines. → memory-bank install git',
    zh: '属性文件指定了合并驱动，但当前克隆没有登记：git 会按行合并 Memory Bank，不作提示。 → memory-bank install git',
  },
  'driver-unnamed': {
    level: 'warning',
    en: 'The merge driver is registered, but no attributes on this branch name it: git merges the bank by lines. → memory-bank install git',
    zh: '合并驱动已登记，但当前分支没有属性文件指定它：git 按行合并 Memory Bank。 → memory-bank install git',
  },
  'driver-program-missing': {
    level: 'error',
    en: 'The merge driver needs {path}, which is gone: git merges the bank by lines. → memory-bank install git',
    zh: 'git 的合并驱动指向 {path}，该文件已不存在；git 按行合并 Memory Bank。 → memory-bank install git',
  },
  'driver-proven': {
    level: 'ok',
    en: 'merged two additions that conflict by lines',
    zh: '已成功合并两处按行会冲突的新增',
  },
  'driver-fails': {
    level: 'error',
    en: 'A test merge with the driver failed: {said} → memory-bank install git',
    zh: '用该驱动进行的测试合并失败：{said} → memory-bank install git',
  },
})
