/**
 * Settings files of other programs, as `install` reads them. A link is followed: its target changes, the link stays.
 */

import { realpathSync, statSync } from 'node:fs'
import { join, parse } from 'node:path'
import { type BankPath, bankPath } from '../../base/bank-path.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { causeOf, isFolder, isMissing, isThere } from '../disk.ts'
import { openRegular, textOfRegular } from '../open-file.ts'
import { decodeText } from '../text-codec.ts'

/** Read access to the disk for `install`. A missing file is not an error. */
export interface SettingsLook {
  /** The text of a file; undefined if it is missing or unreadable. */
  text(path: string): string | undefined
  isFolder(path: string): boolean
}

export interface SettingsFile {
  /** The path as the caller gave it. */
  readonly path: string
  /** The root of the disk, and the path from there with links resolved. */
  readonly root: string
  readonly place: BankPath
  /** Undefined if there is no file yet. */
  readonly text: string | undefined
}

export function readSettingsFile(path: string): Result<SettingsFile> {
  const unreadable = (cause: string) => fail({ code: 'file-unreadable', path, cause })
  try {
    const stat = statSync(path, { throwIfNoEntry: false })
    if (stat === undefined && isThere(path)) return unreadable('it is a broken link')
    if (stat?.isDirectory() === true) return fail({ code: 'file-expected', path })
    const real = stat === undefined ? realParent(path) : realpathSync.native(path)
    const { root } = parse(real)
    const place = bankPath(real.slice(root.length))
    if (place === undefined || join(root, place) !== real)
      return unreadable('its path has characters that Memory Bank cannot handle')
    const opened = openRegular(real, SETTINGS)
    if (opened.kind === 'refused') return unreadable(opened.cause)
    return ok({ path, root, place, text: opened.kind === 'missing' ? undefined : decodeText(opened.bytes) })
  } catch (error) {
    return unreadable(causeOf(error))
  }
}

/** A larger file does not hold settings. */
export const SETTINGS = { bytes: 8 * 1024 * 1024 }

/** For callers that only look: an unreadable file counts as missing. */
export const diskLook: SettingsLook = {
  text: (path) => textOfRegular(path, SETTINGS),
  isFolder,
}

/** The real path of a file that does not exist yet. Links are followed as far as the folders exist. */
function realParent(path: string): string {
  const { dir, base } = parse(path)
  try {
    return join(realpathSync.native(dir), base)
  } catch (error) {
    if (!isMissing(error) || dir === parse(dir).root) throw error
    return join(realParent(dir), base)
  }
}
