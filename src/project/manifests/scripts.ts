/** Programs in script/, scripts/ or bin/ with names like `scripts/test` and `bin/setup`. */

import { type ManifestReader, partOf, script } from '../manifest-reader.ts'
import { childrenOf, type Scan } from '../scan.ts'

export const scripts: ManifestReader = {
  order: 17,
  files: [],
  read: (scan) => ['script', 'scripts', 'bin'].flatMap((folder) => readFolder(scan, folder)),
}

function readFolder(scan: Scan, folder: string) {
  const commands = childrenOf(scan, folder, 'file').flatMap((file) => {
    const name = /^([\w-]{1,40})(?:\.sh)?$/.exec(file)?.[1] ?? ''
    // `install.sh` is for users of the product.
    const path = `${folder}/${file}`
    return name === 'install' ? [] : script(name, path, path).filter((each) => each.variant !== true)
  })
  return commands.length === 0 ? [] : [partOf(folder, folder, { commands })]
}
