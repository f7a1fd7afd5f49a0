/**
 * Keeps OpenCode from waiting for a network. Before it loads a plugin, OpenCode installs a package of its own into each
 * of its folders. Without a network, npm retries for more than a minute. A line in the folder's `.npmrc` makes npm fail
 * at once; with a network the package is installed as usual.
 *
 * Folders where OpenCode already has its package, and files tracked by git, stay unchanged.
 */

import { dirname, join, sep } from 'node:path'
import type { Words } from '../../base/language.ts'
import type { TextEntry } from '../../settings/settings-entries.ts'
import type { Host, Scope } from '../../setup/host.ts'
import { type InstallContext, userFolder } from '../../setup/install-context.ts'
import { listsPlugin, OPENCODE, settingsFiles } from './settings.ts'

type Folder = (scope: Scope, context: InstallContext) => string | undefined

/**
 * For both scopes, the user's settings folder and `~/.opencode`. For a project also `.opencode` at its root and at the
 * top of its repository.
 */
const FOLDERS: readonly Folder[] = [
  (scope, context) => unlessKept(usersFolder(context), scope, context),
  (scope, context) => unlessKept(join(context.home, '.opencode'), scope, context),
  (scope, { root }) => (scope === 'user' || root === undefined ? undefined : join(root, '.opencode')),
  (scope, { root, gitTop }) =>
    scope === 'user' || gitTop === undefined || gitTop === root ? undefined : join(gitTop, '.opencode'),
]

function usersFolder(context: Pick<InstallContext, 'env' | 'home'>): string {
  return join(userFolder(context, 'XDG_CONFIG_HOME', '.config'), OPENCODE.folder)
}

/** Undefined for a folder that the other scope's installation still needs. */
function unlessKept(folder: string, scope: Scope, context: InstallContext): string | undefined {
  const others = settingsFiles(OPENCODE, scope === 'user' ? 'project' : 'user', context)
  return isQuick(folder, context) && others.some((file) => listsPlugin(file, context)) ? undefined : folder
}

/** The OpenCode host again, once for each `.npmrc` and manifest. */
export function offlineStart(common: Host): readonly Host[] {
  return FOLDERS.flatMap((folder) => [settings(common, folder), manifest(common, folder)])
}

/** Folders where OpenCode would still wait. */
export function waitingFolders(scope: Scope, context: InstallContext): readonly string[] {
  return FOLDERS.flatMap((folder) => folder(scope, context) ?? []).filter(
    (folder) => waits(folder, context) && !isQuick(folder, context),
  )
}

function settings(common: Host, folder: Folder): Host {
  return {
    ...part(common, folder, '.npmrc', (at, context) => isQuick(at, context) || waits(at, context)),
    newFile: '',
    namesMachine: (text) => QUICK.isIn(text),
    entries: () => [QUICK],
    notes: () => [WHY],
  }
}

/** npm reads the `.npmrc` beside the nearest manifest, which may be the project's. So each folder gets its own one. */
function manifest(common: Host, folder: Folder): Host {
  return {
    ...part(common, folder, 'package.json', (at, context) => {
      const isThere = context.look.text(join(at, 'package.json')) !== undefined
      return isThere ? isQuick(at, context) : waits(at, context) && isInsidePackage(at, context)
    }),
    newFile: '{}\n',
    namesMachine: (text) => text !== '',
    entries: () => [],
  }
}

function part(
  common: Host,
  folder: Folder,
  name: string,
  isNeeded: (folder: string, context: InstallContext) => boolean,
): Host {
  const files = (scope: Scope, context: InstallContext) => {
    const at = folder(scope, context)
    if (at === undefined || !isNeeded(at, context)) return []
    const path = join(at, name)
    return context.sharing(path) === 'tracked' ? [] : [path]
  }
  return {
    ...common,
    files,
    otherFiles: () => [],
    localFiles: (context) => files('project', context).filter((path) => path.startsWith(context.gitTop ?? sep + sep)),
    newIgnoreList: undefined,
    notes: () => [],
    also: [],
  }
}

const HEAD =
  '# Memory Bank: without a network OpenCode starts at once. `memory-bank uninstall opencode` removes these lines.'
const LINES = `${HEAD}\nfetch-retries=0\n`

const QUICK: TextEntry = {
  kind: 'text',
  fault: () => undefined,
  obstacle: () => undefined,
  isIn: (text) => text.includes(HEAD),
  added: (text) => (text.includes(HEAD) ? text : `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${LINES}`),
  removed: (text) => text.replace(LINES, () => ''),
}

const WHY: Words = {
  en: 'OpenCode installs a package of its own into each of its folders before it loads a plugin. The line in .npmrc keeps it from waiting more than a minute without a network.',
  zh: 'OpenCode 在加载插件之前，会在它的每个目录中安装自己的程序包。.npmrc 中的这一行使它在没有网络时不必等待一分钟以上。',
}

function isQuick(folder: string, { look }: InstallContext): boolean {
  return QUICK.isIn(look.text(join(folder, '.npmrc')) ?? '')
}

/** True if OpenCode would wait here: it has no packages yet, and `.npmrc` does not set the number of retries. */
function waits(folder: string, context: InstallContext): boolean {
  const { look } = context
  const isUsers = folder === usersFolder(context) // OpenCode creates that folder itself
  const settings = look.text(join(folder, '.npmrc')) ?? ''
  return (
    (isUsers || look.isFolder(folder)) &&
    !look.isFolder(join(folder, 'node_modules')) &&
    !/^fetch-retries\s*=/m.test(settings)
  )
}

function isInsidePackage(folder: string, { look }: InstallContext): boolean {
  for (let at = dirname(folder); ; at = dirname(at)) {
    if (look.text(join(at, 'package.json')) !== undefined || look.isFolder(join(at, 'node_modules'))) return true
    if (at === dirname(at)) return false
  }
}
