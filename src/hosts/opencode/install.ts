/** Where OpenCode's settings are, and the one line of them that is ours. */

import { dirname, join, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Words } from '../../core/language.ts'
import type { Ground, HostSetup, SetupWish } from '../../flows/host-setup.ts'
import type { SettingsEntry } from '../../text/settings-entries.ts'
import { isOlderCopy, packageAt } from '../package-at.ts'
import { packagePlace, placeNotes } from '../package-place.ts'
import { diagnoseOpenCode } from './diagnose.ts'
import { openCodeProof } from './proof.ts'
import {
  folderOf,
  isOurPlugin,
  openCodeBesides,
  openCodeFiles,
  packageFolder,
  skillsDenied,
  specOf,
} from './settings.ts'

export const openCodeSetup: HostSetup = {
  id: 'opencode',
  name: 'OpenCode',
  program: 'opencode',
  tested: ['1.18.33'],
  files: openCodeFiles,
  others: openCodeBesides,
  // OpenCode adds its schema to a file that has none; a file that we made should stay as we made it.
  fresh: '{\n  "$schema": "https://opencode.ai/config.json"\n}\n',
  entries: (wish, file, ground) => [pluginEntry(wish, file, ground)],
  notes: openCodeNotes,
  snippet: () => undefined,
  afterwards: {
    en: 'Start OpenCode anew. To see it refuse a forbidden write: memory-bank doctor --prove opencode',
    zh: '请重新启动 OpenCode。验证其确实会拒绝：memory-bank doctor --prove opencode',
  },
  diagnose: diagnoseOpenCode,
  proof: openCodeProof,
}

function pluginEntry(wish: SetupWish, file: string, ground: Ground): SettingsEntry {
  const spec = wish.from ?? chosenSpec(wish, file, ground)
  return {
    kind: 'item',
    at: ['plugin'],
    value: spec,
    isOurs: (value) => isOurPlugin(value, file, ground),
    repaired(value) {
      const path = folderOf(specOf(value) ?? '', file)
      const folder = path === undefined ? undefined : packageFolder(path)
      const isGone = folder !== undefined && packageAt(folder, ground.look) === undefined
      const isOld = folder !== undefined && isOlderCopy(folder, ground)
      const isOther = wish.from !== undefined && specOf(value) !== wish.from
      if (!isGone && !isOld && !isOther) return undefined
      return Array.isArray(value) ? [spec, ...value.slice(1)] : spec // its options stay
    },
  }
}

/** A path of ours is read from the file it stands in. */
function chosenSpec(wish: SetupWish, file: string, ground: Ground): string {
  const place = packagePlace(wish, ground)
  if (place.kind === 'machine') return pathToFileURL(place.folder).href
  const path = relative(dirname(file), join(ground.root ?? '', place.path))
    .split(sep)
    .join('/')
  return path.startsWith('.') ? path : `./${path}`
}

function openCodeNotes(text: string, _file: string, wish: SetupWish, ground: Ground): readonly Words[] {
  const skills: readonly Words[] = skillsDenied(text)
    ? [
        {
          en: 'These settings deny skills; that stays so. Everything but the memory-bank skill works.',
          zh: '该配置禁用了 skill，保持不变。除 memory-bank skill 外，其余功能可用。',
        },
      ]
    : []
  return [...skills, ...placeNotes(wish, ground)]
}
