/** Kilo: a fork of OpenCode that runs the same plugin, by a line in settings of its own. */

import type { Host } from '../../flows/host.ts'
import { openCodeHost } from '../opencode/install.ts'
import { KILO } from '../opencode/programs.ts'

export const kilo: Host = {
  ...openCodeHost(KILO),
  name: 'Kilo',
  aliases: ['kilocode'],
  page: 'kilo.md',
  program: 'kilo',
  tested: ['7.7.7'],
}
