/** Programs in script/, scripts/ or bin/ that are named for what they do: `scripts/test`, `bin/setup`. */

import { type ManifestReader, noProducts, script } from '../manifest-reader.ts'
import { childrenOf, type Scan } from '../scan.ts'

export const scripts: ManifestReader = {
  order: 17,
  files: [],
  read: (scan) => ['script', 'scripts', 'bin'].flatMap((folder) => readFolder(scan, folder)),
  declares: [],
  products: noProducts,
}

function readFolder(scan: Scan, folder: string) {
  const commands = childrenOf(scan, folder, 'file').flatMap((file) => {
    const name = /^([\w-]{1,40})(?:\.sh)?$/.exec(file)?.[1] ?? ''
    // `install.sh` is for those who use the product.
    const path = `${folder}/${file}`
    return name === 'install' ? [] : script(name, path, path).filter((each) => each.variant !== true)
  })
  const part = { folder: '', ecosystem: folder, source: folder, name: undefined, description: undefined }
  return commands.length === 0 ? [] : [{ ...part, technologies: [], commands, members: undefined }]
}
