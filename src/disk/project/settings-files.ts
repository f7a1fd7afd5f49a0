/**
 * Settings files of other programs, as install finds them. A link is followed: the file it names is the
 * one that changes, and the link stays.
 */

import { realpathSync, statSync } from 'node:fs'
import { join, parse } from 'node:path'
import { type BankPath, bankPath } from '../../base/bank-path.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { causeOf, isFolder, isMissing, isThere } from '../disk.ts'
import { openRegular, textOfRegular } from '../open-file.ts'
import { decodeText } from '../text-codec.ts'

/** What a setup may ask of the disk. What is not there is never an error. */
export interface Look {
  /** The text of a file; undefined where there is none to read. */
  text(path: string): string | undefined
  isFolder(path: string): boolean
}

export interface SettingsFile {
  /** As it was asked for. */
  readonly path: string
  /** The root of the disk it stands on, and the way from there, links resolved. */
  readonly root: string
  readonly place: BankPath
  /** Undefined where there is none yet. */
  readonly text: string | undefined
}

export function readSettingsFile(path: string): Result<SettingsFile> {
  const unreadable = (cause: string) => fail({ code: 'file-unreadable', path, cause })
  try {
    const stat = statSync(path, { throwIfNoEntry: false })
    if (stat === undefined && isThere(path)) return unreadable('the link leads nowhere')
    if (stat?.isDirectory() === true) return fail({ code: 'file-expected', path })
    const real = stat === undefined ? realParent(path) : realpathSync.native(path)
    const { root } = parse(real)
    const place = bankPath(real.slice(root.length))
    if (place === undefined || join(root, place) !== real) return unreadable('its path has characters we cannot carry')
    const opened = openRegular(real, SETTINGS)
    if (opened.kind === 'refused') return unreadable(opened.cause)
    return ok({ path, root, place, text: opened.kind === 'missing' ? undefined : decodeText(opened.bytes) })
  } catch (error) {
    return unreadable(causeOf(error))
  }
}

/** A larger file holds no settings. */
export const SETTINGS = { bytes: 8 * 1024 * 1024 }

/** For those who only want to know what is there. */
export const diskLook: Look = {
  // For those who only look, what we may not read is not there.
  text: (path) => textOfRegular(path, SETTINGS),
  isFolder,
}

/** Where a file will stand that is not there yet: links are followed as far as the folders are there. */
function realParent(path: string): string {
  const { dir, base } = parse(path)
  try {
    return join(realpathSync.native(dir), base)
  } catch (error) {
    if (!isMissing(error) || dir === parse(dir).root) throw error
    return join(realParent(dir), base)
  }
}
