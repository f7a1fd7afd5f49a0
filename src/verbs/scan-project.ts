/**
 * A look at the project, within its budget (S12): the tree's first two levels, the folders that manifests name as
 * members of a workspace, manifests whole, and the first lines of its READMEs and agents' files.
 */

import { LIMITS } from '../base/limits.ts'
import type { ScannedProject, TreeEntry } from '../project/facts.ts'
import { chooseMemberFolders, chooseScanFiles } from '../project/choose-scan-files.ts'
import { folderNameOf, readManifests, scanFiles, scanFolders, scanTree } from '../disk/project/scan-project.ts'

/** Members may lie a few levels down; each round shows the next one. */
const MEMBER_ROUNDS = 4

export function scanProject(root: string): ScannedProject {
  const listed = new Set<string>()
  let project = lookAt(root, scanTree(root))
  for (let round = 0; round < MEMBER_ROUNDS; round += 1) {
    const room = LIMITS.scanMemberFolders - listed.size
    const folders = chooseMemberFolders(project, listed).slice(0, room)
    if (folders.length === 0) break
    for (const folder of folders) listed.add(folder)
    project = lookAt(root, [...project.tree, ...scanFolders(root, folders)])
  }
  const { prose } = chooseScanFiles(project.tree)
  return { ...project, files: [...project.files, ...scanFiles(root, prose)] }
}

function lookAt(root: string, tree: readonly TreeEntry[]): ScannedProject {
  const { manifests, unread } = chooseScanFiles(tree)
  const files = readManifests(root, manifests)
  const tooLarge = manifests.filter((path) => !files.some((file) => file.path === path))
  return { folder: folderNameOf(root), tree, files, unread: [...tooLarge, ...unread] }
}
