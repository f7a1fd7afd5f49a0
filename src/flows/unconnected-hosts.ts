/** Hosts that are used here and do not read the bank yet: none of their settings holds our entries. */

import { addEntries } from '../text/settings-entries.ts'
import type { Host } from './host.ts'
import { detectedHosts } from './install.ts'
import type { InstallContext } from './install-context.ts'

export function unconnectedHosts(hosts: readonly Host[], context: InstallContext): readonly Host[] {
  return detectedHosts(hosts, context).filter((host) => !isConnected(host, context))
}

function isConnected(host: Host, context: InstallContext): boolean {
  return (['project', 'user'] as const).some((scope) => {
    const own = scope === 'project' ? host.localFiles(context) : []
    const wish = { scope, deny: false, from: undefined }
    return [...host.files(scope, context), ...host.otherFiles(scope, context), ...own].some((path) => {
      const text = context.look.text(path)
      if (text === undefined) return false
      const added = addEntries(text, host.entries(wish, path, context), host.newFile, path)
      return added.ok && added.value === text
    })
  })
}
