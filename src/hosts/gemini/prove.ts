/** A real Gemini CLI in a home of its own, with our hooks and a model on loopback. */

import { join } from 'node:path'
import type { HostProof } from '../../flows/host.ts'
import { folderTrust } from '../diagnose-settings-hooks.ts'
import { decidingSettings, merged, settingsPlaces } from '../prove-settings-hooks.ts'
import { settingsFor } from '../settings-hooks.ts'
import { FOLDER_TRUST, GEMINI, SWITCHES, TRUST_VARIABLE } from './settings.ts'

const PRINT = ['--output-format', 'stream-json', '--approval-mode', 'yolo', '-m', 'gemini-2.5-flash']
/** It asks nobody who they are, and tells nobody what it does. */
const ALONE = { security: { auth: { selectedType: 'gemini-api-key' } }, privacy: { usageStatisticsEnabled: false } }

export const proof: HostProof = {
  files({ home, project, plugin }) {
    const places = settingsPlaces(GEMINI, home, project)
    return {
      [places.user]: JSON.stringify({ ...ALONE, ...settingsFor(GEMINI, plugin) }),
      [places.trust]: JSON.stringify({ [project]: 'TRUST_FOLDER' }),
    }
  },
  ownFiles({ home, project }, context) {
    const places = settingsPlaces(GEMINI, home, project)
    const own = decidingSettings(GEMINI, [['hooksConfig'], FOLDER_TRUST], context)
    const trust = { trusted: { [project]: 'TRUST_FOLDER' }, distrusted: { [project]: 'DO_NOT_TRUST' }, unknown: {} }
    return {
      [places.user]: JSON.stringify(merged(ALONE, own.user)),
      [places.project]: JSON.stringify(own.project),
      [places.trust]: JSON.stringify(trust[folderTrust(SWITCHES, context)]),
    }
  },
  switches: [TRUST_VARIABLE],
  runs: [['-p', 'Prove it.', ...PRINT]],
  env: ({ home, modelUrl }) => ({
    HOME: home,
    USERPROFILE: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_STATE_HOME: join(home, '.local', 'state'),
    GEMINI_API_KEY: 'none',
    GOOGLE_GEMINI_BASE_URL: modelUrl,
    GEMINI_CLI_NO_RELAUNCH: 'true',
  }),
  write: (path, content) => ({ kind: 'call', tool: 'write_file', args: { file_path: path, content } }),
  shell: (command) => ({ kind: 'call', tool: 'run_shell_command', args: { command } }),
}
