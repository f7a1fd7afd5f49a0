/** Which settings of hosts, brought along by a repository, weaken our protection: named to the model and by doctor (S39). */

import { relative } from 'node:path'
import { weakeningsIn } from '../settings/settings-marks.ts'
import { openInside } from '../disk/open-file.ts'
import { usualSettings } from '../disk/project/host-settings.ts'
import { SETTINGS } from '../disk/project/settings-files.ts'
import { decodeText } from '../disk/text-codec.ts'

/** `file: name=value`, at most so many. */
export function hostWeakenings(root: string): readonly string[] {
  return usualSettings(root, {})
    .flatMap((file) => {
      const name = relative(root, file)
      const opened = openInside(root, file, SETTINGS)
      if (opened.kind === 'missing') return []
      // Its host may read it all the same; what stands there is nobody's to show.
      if (opened.kind === 'refused') return [`${name}: ${opened.cause}`]
      return weakeningsIn(decodeText(opened.bytes)).map((one) => `${name}: ${one}`)
    })
    .slice(0, MOST)
}

const MOST = 8
