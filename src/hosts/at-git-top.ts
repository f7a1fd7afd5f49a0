/** Hosts that read a project's settings at the top of its repository only, and name that top as the project. */

import { sep } from 'node:path'
import type { Host } from '../flows/host.ts'
import type { InstallContext } from '../flows/install-context.ts'

/** The same host, whose project is the whole repository. */
export function atGitTop(host: Host): Host {
  const top = (context: InstallContext): InstallContext => ({ ...context, root: context.gitTop ?? context.root })
  const { proof } = host
  return {
    ...host,
    files: (scope, context) => host.files(scope, top(context)),
    otherFiles: (scope, context) => host.otherFiles(scope, top(context)),
    localFiles: (context) => host.localFiles(top(context)),
    namesMachine: (text, file, context) => host.namesMachine(text, file, top(context)),
    entries: (wish, file, context) => host.entries(wish, file, top(context)),
    notes: (text, wish, context) => host.notes(text, wish, top(context)),
    diagnose: (context) => host.diagnose(top(context)),
    ...(proof === undefined
      ? {}
      : { proof: { ...proof, ownFiles: (place, context) => proof.ownFiles(place, top(context)) } }),
  }
}

/** Where a session was started: the bank may belong to a folder of the repository. */
export function startedIn(top: string | undefined, cwd: string | undefined): string | undefined {
  if (top === undefined || cwd === undefined) return cwd ?? top
  return `${cwd}${sep}`.startsWith(`${top}${sep}`) ? cwd : top
}
