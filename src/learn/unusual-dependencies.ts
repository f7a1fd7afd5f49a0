/** Lists unusual dependencies that the manifest readers find, because a manifest does not give the reason for them. */

import { answerFor } from '../project/manifest-reader.ts'
import { READERS } from '../project/manifests/index.ts'
import type { BuildFile } from './ci-commands.ts'
import type { WorkItem } from './worklist.ts'

export function isDependencyFile(path: string): boolean {
  const isAside = /(?:^|\/)(?:node_modules|vendor|third_party|examples?|tutorials?|fixtures?|testdata|tests?)\//.test(
    path,
  )
  return !isAside && answerFor(READERS, path, 'odd') !== undefined
}

export function unusualDependencies(files: readonly BuildFile[]): readonly WorkItem[] {
  return files.flatMap((file) => {
    const found = answerFor(READERS, file.path, 'odd')?.(file) ?? []
    return found.map(({ line, said }) => ({ place: `${file.path}:${line}`, text: `\`${said}\`` }))
  })
}
