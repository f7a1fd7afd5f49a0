/** Which settings of hosts, brought along by a repository, weaken our protection: named to the model and by doctor (S39). */

import { relative } from 'node:path'
import { weakeningsIn } from '../text/settings-marks.ts'
import { usualSettings } from '../workspace/project/host-settings.ts'
import { diskLook } from '../workspace/project/settings-files.ts'

/** `file: name=value`, at most so many. */
export function hostWeakenings(root: string): readonly string[] {
  return usualSettings(root, {})
    .flatMap((file) => {
      const text = diskLook.text(file)
      const name = relative(root, file)
      return text === undefined ? [] : weakeningsIn(text).map((one) => `${name}: ${one}`)
    })
    .slice(0, MOST)
}

const MOST = 8
