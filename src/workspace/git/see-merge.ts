/** Sees a merge driver at work: a real merge of two additions at one place, in a repository of which nothing is left. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeScratchFolder } from '../project/scratch-folder.ts'
import { run } from './git.ts'

const FILE = 'memory-bank/progress.md'
const BASE = '# Progress\n\n- [ ] one\n'

export function seeMerge(command: string, name: string): { readonly isMerged: boolean; readonly said: string } {
  const scratch = makeScratchFolder()
  const { folder } = scratch
  const as = ['-c', 'user.name=Memory Bank', '-c', 'user.email=nobody@localhost', '-c', 'commit.gpgsign=false']
  const commit = (text: string) => {
    scratch.write({ [join(folder, FILE)]: text })
    run(folder, ['add', '-A'])
    run(folder, [...as, '-c', 'core.hooksPath=/dev/null', 'commit', '-q', '-m', 'one'])
  }
  try {
    run(folder, ['init', '-q', '-b', 'ours'])
    run(folder, ['config', `merge.${name}.driver`, command])
    scratch.write({ [join(folder, '.gitattributes')]: `/memory-bank/**/*.md merge=${name}\n` })
    commit(BASE)
    run(folder, ['checkout', '-q', '-b', 'theirs'])
    commit(`${BASE}- [ ] theirs\n`)
    run(folder, ['checkout', '-q', 'ours'])
    commit(`${BASE}- [ ] ours\n`)
    // A merge that conflicts ends with 1; a driver that fails, with more.
    const said = run(folder, [...as, 'merge', '-m', 'two', 'theirs'], undefined, { statuses: [1, 2, 128] })
    const text = readFileSync(join(folder, FILE), 'utf8')
    const isMerged = ['ours', 'theirs'].every((side) => text.includes(`- [ ] ${side}\n`)) && !text.includes('<<<<<<<')
    return { isMerged, said: said?.toString('utf8').trim().split('\n')[0] ?? '' }
  } finally {
    scratch.remove()
  }
}
