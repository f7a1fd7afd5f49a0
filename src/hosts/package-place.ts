/**
 * The package as settings name it: by its place on the disk, never by a bare name. A name is fetched from whoever has
 * registered it; the place is the very copy that the person runs.
 *
 * A project's settings travel to other machines, so there the project's own dependency is named, by a path inside the
 * project, where it has one.
 */

import { join, relative, sep } from 'node:path'
import { compareVersions } from '../bank/blocks.ts'
import type { Words } from '../base/language.ts'
import type { InstallWish } from '../setup/host.ts'
import type { InstallContext, Look } from '../setup/install-context.ts'
import { valueAt } from '../settings/jsonc.ts'

export type PackagePlace =
  /** From the project's root, as `./a/b`. */
  { readonly kind: 'inside'; readonly path: string } | { readonly kind: 'machine'; readonly folder: string }

export function packagePlace({ scope }: InstallWish, context: InstallContext): PackagePlace {
  const { root, packageRoot, look } = context
  if (scope === 'user' || root === undefined) return { kind: 'machine', folder: packageRoot }
  // This path stays when the version changes, also where a package manager keeps the files elsewhere.
  const dependency = join('node_modules', 'memory-bank')
  if (packageAt(join(root, dependency), look)?.name === 'memory-bank') return inside(dependency)
  return packageRoot.startsWith(root + sep)
    ? inside(relative(root, packageRoot))
    : { kind: 'machine', folder: packageRoot }
}

/** What the reader of a plan should know about the place it names. */
export function placeNotes(wish: InstallWish, context: InstallContext): readonly Words[] {
  if (wish.from !== undefined) return isName(wish.from) ? [fetchedByName(wish.from)] : []
  const place = packagePlace(wish, context)
  if (place.kind === 'inside') return otherCopy(place.path, context)
  const notes: Words[] = []
  if (wish.scope === 'project')
    notes.push({
      en: 'The path is valid on this machine only. To share it with a team, make the package a devDependency by a path or a tarball (npm install -D <its .tgz>) and install from there.',
      zh: '该路径只在本机有效。若要与团队共享，请以路径或 tarball 形式把该包加入 devDependencies（npm install -D <其 .tgz>）后再安装。',
    })
  if (place.folder.split(sep).includes('_npx'))
    notes.push({
      en: 'This path is in the cache of npx, which may be cleared. To keep it, install the program from a checkout (npm install -g <checkout>), then install again.',
      zh: '该路径位于 npx 缓存，可能被清理。若要长期使用，请先从检出目录安装程序（npm install -g <检出目录>），再重新安装。',
    })
  return notes
}

/** Hosts that take their hooks from such settings run none of them. */
export function disabledHooks(text: string): readonly Words[] {
  if (valueAt(text, ['disableAllHooks']) !== true) return []
  return [
    {
      en: '"disableAllHooks" is on in these settings: nothing is guarded until you remove it.',
      zh: '该配置打开了 "disableAllHooks"：删除之前不会有任何保护。',
    },
  ]
}

/** A repository may bring a package of our name along: whose code will run is said before it is agreed to. */
function otherCopy(path: string, { root = '', packageRoot, look }: InstallContext): readonly Words[] {
  const folder = join(root, path)
  if (folder === packageRoot) return []
  const version = packageAt(folder, look)?.version || '?'
  return [
    {
      en: `The host will run the copy in this project, ${path} (version ${version}), not the program you are running. To name the latter: --from ${packageRoot}`,
      zh: `宿主将运行本项目中的副本 ${path}（版本 ${version}），而不是当前运行的程序。若要指定后者：--from ${packageRoot}`,
    },
  ]
}

function isName(from: string): boolean {
  return !/^(?:file:|[./\\~]|[A-Za-z]:[\\/])/.test(from)
}

function fetchedByName(name: string): Words {
  return {
    en: `The host will fetch ${name} from a registry. Memory Bank is not published there yet: it may be anybody’s. Name a path instead, unless you know whose it is.`,
    zh: `宿主将从注册表获取 ${name}。Memory Bank 尚未在那里发布，它可能属于任何人。除非你清楚其来源，请改用路径。`,
  }
}

/** Which package is in a folder, as its package.json says. */
export function packageAt(folder: string, look: Look): { readonly name: string; readonly version: string } | undefined {
  const text = look.text(join(folder, 'package.json'))
  if (text === undefined) return undefined
  const [name, version] = [valueAt(text, ['name']), valueAt(text, ['version'])]
  return typeof name === 'string' ? { name, version: typeof version === 'string' ? version : '' } : undefined
}

/** Whether this copy is of an older version than the program that asks. A prerelease counts as its release. */
export function isOlderCopy(folder: string, { look, packageRoot }: InstallContext): boolean {
  const release = (version: string | undefined) => /^\d+(?:\.\d+)*/.exec(version ?? '')?.[0]
  const there = release(packageAt(folder, look)?.version)
  const own = release(packageAt(packageRoot, look)?.version)
  return there !== undefined && own !== undefined && compareVersions(there, own) < 0
}

function inside(path: string): PackagePlace {
  return { kind: 'inside', path: `./${path.split(sep).join('/')}` }
}
