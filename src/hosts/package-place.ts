/**
 * The package as settings name it: by its place on the disk, never by a bare name. A name is fetched from whoever has
 * registered it; the place is the very copy that the person runs.
 *
 * A project's settings travel to other machines, so there the project's own dependency is named, by a path inside the
 * project, where it has one.
 */

import { join, relative, sep } from 'node:path'
import type { Words } from '../core/language.ts'
import type { InstallWish } from '../flows/host.ts'
import type { InstallContext, Look } from '../flows/install-context.ts'
import { valueAt } from '../text/jsonc.ts'
import { compareVersions } from '../text/template-version.ts'

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
  if (wish.from !== undefined) return []
  const place = packagePlace(wish, context)
  if (place.kind === 'inside') return []
  const notes: Words[] = []
  if (wish.scope === 'project')
    notes.push({
      en: 'This path is valid on this machine only. To share it with a team, add memory-bank to the project’s devDependencies and install from there.',
      zh: '其中的路径只在本机有效。若要与团队共享，请把 memory-bank 加入项目的 devDependencies 后再安装。',
    })
  if (place.folder.split(sep).includes('_npx'))
    notes.push({
      en: 'This path is in the cache of npx, which may be cleared. To keep it: npm install -g memory-bank, then install again.',
      zh: '该路径位于 npx 缓存，可能被清理。若要长期使用，请先 npm install -g memory-bank，再重新安装。',
    })
  return notes
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
