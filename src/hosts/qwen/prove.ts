/** A real Qwen Code in a home of its own, with our hooks and a model on loopback. */

import { join } from 'node:path'
import type { HostProof } from '../../flows/host.ts'
import { folderTrust } from '../diagnose-settings-hooks.ts'
import { decidingSettings, settingsPlaces } from '../prove-settings-hooks.ts'
import { settingsFor } from '../settings-hooks.ts'
import { FOLDER_TRUST, QWEN, SWITCHES } from './settings.ts'

const PRINT = ['--output-format', 'stream-json', '--approval-mode', 'yolo', '--auth-type', 'openai', '-m', 'scripted']

export const proof: HostProof = {
  files: ({ home, project, plugin }) => ({
    [settingsPlaces(QWEN, home, project).user]: JSON.stringify(settingsFor(QWEN, plugin)),
  }),
  ownFiles({ home, project }, context) {
    const places = settingsPlaces(QWEN, home, project)
    const own = decidingSettings(QWEN, [['disableAllHooks'], FOLDER_TRUST], context)
    const isTrusted = folderTrust(SWITCHES, context) === 'trusted'
    return {
      [places.user]: JSON.stringify(own.user),
      [places.project]: JSON.stringify(own.project),
      [places.trust]: JSON.stringify(isTrusted ? { [project]: 'TRUST_FOLDER' } : {}),
    }
  },
  switches: [],
  runs: [['-p', 'Prove it.', ...PRINT]],
  env: ({ home, modelUrl }) => ({
    HOME: home,
    USERPROFILE: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_STATE_HOME: join(home, '.local', 'state'),
    OPENAI_API_KEY: 'none',
    OPENAI_BASE_URL: `${modelUrl}/v1`,
    QWEN_CODE_DISABLE_AUTO_UPDATE: '1',
  }),
  write: (path, content) => ({ kind: 'call', tool: 'write_file', args: { file_path: path, content } }),
  shell: (command) => ({ kind: 'call', tool: 'run_shell_command', args: { command, is_background: false } }),
}
