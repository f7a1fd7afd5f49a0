/**
 * The package as settings name it: by its path, never by a bare name. On a registry anybody may own a name; a path
 * names a copy on this machine.
 *
 * Project settings may be used on other machines. If the project depends on the package, they name that copy by a
 * relative path.
 */

import { join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compareVersions } from '../bank/blocks.ts'
import type { Words } from '../base/language.ts'
import { valueAt } from '../settings/jsonc.ts'
import type { InstallWish, Scope } from '../setup/host.ts'
import type { InstallContext, SettingsLook } from '../setup/install-context.ts'

export type PackagePlace =
  /** Relative to the project's root, as `./a/b`. */
  { readonly kind: 'inside'; readonly path: string } | { readonly kind: 'machine'; readonly folder: string }

export function packagePlace({ scope, from }: InstallWish, context: InstallContext): PackagePlace {
  const { root, packageRoot, look } = context
  if (from !== undefined) return placeNamed(from, scope, context)
  if (scope === 'user' || root === undefined) return { kind: 'machine', folder: packageRoot }
  // This path survives updates, even if a package manager keeps the files elsewhere.
  const dependency = join('node_modules', 'memory-bank')
  if (packageAt(join(root, dependency), look)?.name === 'memory-bank') return inside(dependency)
  return packageRoot.startsWith(root + sep)
    ? inside(relative(root, packageRoot))
    : { kind: 'machine', folder: packageRoot }
}

/** The folder that `--from` names; a relative path in the project stays relative. */
function placeNamed(from: string, scope: Scope, { root, folder }: InstallContext): PackagePlace {
  const named = from.startsWith('file:') ? fileURLToPath(from) : resolve(folder, from)
  const isRelative = from.startsWith('.') && scope === 'project' && root !== undefined
  return isRelative && named.startsWith(root + sep) ? inside(relative(root, named)) : { kind: 'machine', folder: named }
}

/** Notes for a plan about the place of the package. */
export function placeNotes(wish: InstallWish, context: InstallContext): readonly Words[] {
  if (wish.from !== undefined) return isName(wish.from) ? [fetchedByName(wish.from)] : []
  const place = packagePlace(wish, context)
  if (place.kind === 'inside') return otherCopy(place.path, context)
  const notes: Words[] = []
  if (wish.scope === 'project')
    notes.push({
      en: 'This path is valid on this machine only. To share it with a team, add the package as a devDependency by path or tarball (npm install -D <its .tgz>) and install again.',
      zh: '该路径只在本机有效。若要与团队共享，请以路径或 tarball 形式把该包加入 devDependencies（npm install -D <其 .tgz>）后再安装。',
    })
  if (place.folder.split(sep).includes('_npx'))
    notes.push({
      en: 'This path is in the npx cache, which may be cleared. To keep it, install the program from a checkout (npm install -g <checkout>), then install again.',
      zh: '该路径位于 npx 缓存，可能被清理。若要长期使用，请先从检出目录安装程序（npm install -g <检出目录>），再重新安装。',
    })
  return notes
}

/** Notes if the agent will run the project's own copy: a repository can contain any package of this name. */
function otherCopy(path: string, { root = '', packageRoot, look }: InstallContext): readonly Words[] {
  const folder = join(root, path)
  if (folder === packageRoot) return []
  const version = packageAt(folder, look)?.version || '?'
  return [
    {
      en: `The agent will run the copy in this project, ${path} (version ${version}), not the program you are running. To use that one: --from ${packageRoot}`,
      zh: `Agent 将运行本项目中的副本 ${path}（版本 ${version}），而不是当前运行的程序。若要指定后者：--from ${packageRoot}`,
    },
  ]
}

function isName(from: string): boolean {
  return !/^(?:file:|[./\\~]|[A-Za-z]:[\\/])/.test(from)
}

function fetchedByName(name: string): Words {
  return {
    en: `The agent will fetch ${name} from npm. Memory Bank is not published there yet, so anybody may own that name. Use a path instead unless you trust it.`,
    zh: `Agent 将从 npm 仓库获取 ${name}。Memory Bank 尚未在那里发布，该名称可能属于任何人。除非你信任其来源，请改用路径。`,
  }
}

/** The name and version in a folder's package.json. */
export function packageAt(
  folder: string,
  look: SettingsLook,
): { readonly name: string; readonly version: string } | undefined {
  const text = look.text(join(folder, 'package.json'))
  if (text === undefined) return undefined
  const [name, version] = [valueAt(text, ['name']), valueAt(text, ['version'])]
  return typeof name === 'string' ? { name, version: typeof version === 'string' ? version : '' } : undefined
}

/** True if this copy is older than the running program. A prerelease counts as its release. */
export function isOlderCopy(folder: string, { look, packageRoot }: InstallContext): boolean {
  const release = (version: string | undefined) => /^\d+(?:\.\d+)*/.exec(version ?? '')?.[0]
  const there = release(packageAt(folder, look)?.version)
  const own = release(packageAt(packageRoot, look)?.version)
  return there !== undefined && own !== undefined && compareVersions(there, own) < 0
}

function inside(path: string): PackagePlace {
  return { kind: 'inside', path: `./${path.split(sep).join('/')}` }
}
