/** Lists unusual dependencies that the manifest readers find, because a manifest does not give the reason for them. */

import { READERS } from '../project/manifests/index.ts'
import { isNamed } from '../project/scan.ts'
import type { BuildFile } from './ci-commands.ts'
import type { WorkItem } from './worklist.ts'

export function isDependencyFile(path: string): boolean {
  const isAside = /(?:^|\/)(?:node_modules|vendor|third_party|examples?|tutorials?|fixtures?|testdata|tests?)\//.test(
    path,
  )
  return !isAside && FORMS.some(([names]) => isNamed(path, names))
}

export function unusualDependencies(files: readonly BuildFile[]): readonly WorkItem[] {
  return files.flatMap(({ path, text }) => {
    const read = FORMS.find(([names]) => isNamed(path, names))?.[1]
    const found = read?.({ path, text }) ?? []
    return found.map(({ line, said }) => ({ place: `${path}:${line}`, text: `\`${said}\`` }))
  })
}

const FORMS = READERS.flatMap(({ odd }) => odd ?? [])
