/** Offers team mode (S55) if several people commit and the project has not decided yet. */

import type { Words } from '../base/language.ts'
import { runGitFor } from '../disk/git/git.ts'
import type { Workspace } from '../disk/workspace.ts'

export function teamOffer({ project, config }: Workspace): Words | undefined {
  if (config.team !== undefined || project.gitFolder === undefined) return undefined
  const { output } = runGitFor(
    project.root,
    ['log', '--no-merges', '--max-count=500', '--format=%aN\t%aE'],
    MILLISECONDS,
  )
  const people = new Set(output.split('\n').flatMap(personIn))
  return people.size < 2 ? undefined : OFFER
}

/** Identifies an author by name, since one person may have several addresses. Bots do not count. */
function personIn(line: string): readonly string[] {
  const [name = '', address = ''] = line.toLowerCase().split('\t')
  const isProgram = /\[bot\]|(?:^|[^a-z])bot$|^(?:dependabot|renovate|github|gitlab|semantic-release)\b/
  return name.trim() === '' || isProgram.test(name) || /\[bot\]@|^noreply@github\.com$/.test(address)
    ? []
    : [name.trim()]
}

const MILLISECONDS = 1_000

const OFFER: Words = {
  en: 'Several people commit here. Team mode keeps their entries from conflicting: memory-bank refresh --team',
  zh: '这里有多人提交。团队模式可避免条目冲突：memory-bank refresh --team',
}
