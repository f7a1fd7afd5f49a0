/** Kilo for the suite of all hosts: OpenCode with other names. */

import { join } from 'node:path'
import { hostProgram } from './host-stage.ts'
import { realOpenCode, scripted } from './open-code.ts'
import type { RealHost } from './real-suite.ts'

const QUIET = ['AUTOUPDATE', 'MODELS_FETCH', 'LSP_DOWNLOAD', 'SHARE', 'SESSION_INGEST', 'PRESENCE']

export const realKilo: RealHost = {
  ...realOpenCode,
  name: 'Kilo 7.7.7',
  id: 'kilo',
  program: [hostProgram('kilo')],
  files: ({ project, modelUrl }) => ({
    [join(project, 'kilo.json')]: JSON.stringify(scripted(modelUrl), undefined, 2),
  }),
  env: () => Object.fromEntries(QUIET.map((name) => [`KILO_DISABLE_${name}`, '1'])),
}
