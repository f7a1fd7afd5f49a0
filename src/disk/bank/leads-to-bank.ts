/**
 * Whether a path may lead to the bank: by its name, through a link, or because the bank is below it. True
 * for a path that does not exist, because it may lead anywhere.
 */

import { basename, join, relative, resolve } from 'node:path'
import { BANK_FOLDER, MEMORY } from '../../base/layout.ts'
import { realIfThere } from '../real-path.ts'

export function leadsToBank(path: string, cwd: string, project: string): boolean {
  const named = resolve(cwd, path)
  if (isBelowBank(named, project) || path.startsWith('~') || /^\w+:/.test(path)) return true
  const place = realIfThere(named)
  const bank = realIfThere(join(project, BANK_FOLDER))
  if (place === undefined || isBelowBank(place, realIfThere(project) ?? project)) return true
  // A search in a folder above the bank reads the bank.
  return bank !== undefined && (isAbove(bank, place) || isAbove(place, bank))
}

/**
 * Judges by the folder names between the project and the path. The project itself may be a bank, or be in a folder of
 * that name.
 */
export function isBelowBank(path: string, project: string): boolean {
  const parts = relative(project, path).toLowerCase().split(/[\\/]/)
  const isBank = basename(project).toLowerCase() === BANK_FOLDER && realIfThere(join(project, MEMORY)) !== undefined
  return isBank || parts.includes(BANK_FOLDER)
}

function isAbove(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`)
}
