/**
 * Notices when settings that keep Memory Bank enabled change after a session's first look: in memory-bank.json and in
 * hosts' settings (S37).
 *
 * Files are compared by stamp and read only if it changed. Only a hash of the relevant settings is kept.
 */

import { statSync } from 'node:fs'
import { join } from 'node:path'
import { hashOfText } from '../../base/content-hash.ts'
import { CONFIG_FILE } from '../../base/layout.ts'
import { stampOf } from '../disk.ts'
import type { SessionValues } from '../state/session-values.ts'
import { usualSettings } from './host-settings.ts'
import { diskLook } from './settings-files.ts'

/** The stamp of each existing file, and the hash of the settings in it that concern Memory Bank. */
export type SeenSettings = Readonly<Record<string, readonly [stamp: string, marks: string]>>

export class SettingsWatch {
  readonly #root: string
  readonly #files: readonly string[]
  readonly #seen: SessionValues<SeenSettings>

  constructor(root: string, env: NodeJS.ProcessEnv, seen: SessionValues<SeenSettings>) {
    this.#root = root
    // Claude Code also writes its own activity to this file, all day long.
    const settings = usualSettings(root, env).filter((file) => !file.endsWith('.claude.json'))
    this.#files = [...new Set([join(root, CONFIG_FILE), ...settings])]
    this.#seen = seen
  }

  /** Remembers the settings at the session's first call, to compare later ones with them. */
  async attend(session: string): Promise<void> {
    if (this.#seen.get(session) === undefined) this.#seen.put(session, await this.#look({}))
  }

  /** The files in which such settings changed. Each change is returned once. */
  async changes(session: string): Promise<readonly string[]> {
    const before = this.#seen.get(session)
    if (before === undefined) return []
    const now = await this.#look(before)
    const restamped = this.#files.filter((file) => before[file]?.[0] !== now[file]?.[0])
    if (restamped.length === 0) return []
    this.#seen.put(session, now)
    return restamped.filter((file) => marksIn(before, file) !== marksIn(now, file))
  }

  forget(session: string): void {
    this.#seen.remove(session)
  }

  async #look(before: SeenSettings): Promise<SeenSettings> {
    const seen: Record<string, readonly [stamp: string, marks: string]> = {}
    for (const file of this.#files) {
      const stamp = stampAt(file)
      const known = before[file]
      if (stamp !== undefined) seen[file] = known?.[0] === stamp ? known : [stamp, await this.#marksOf(file)]
    }
    return seen
  }

  /** Settings rarely change during a session, so the parser is loaded on demand. */
  async #marksOf(file: string): Promise<string> {
    const text = diskLook.text(file) ?? ''
    if (file === this.#files[0]) return hashOfText(text.trim())
    const { settingsMarks } = await import('../../settings/settings-marks.ts')
    const marks = settingsMarks(file, text, this.#root)
    return marks === undefined ? UNREADABLE : hashOfText([...marks].sort().join('\n'))
  }
}

/** A host ignores settings that it cannot parse. */
const UNREADABLE = ''
const NONE = hashOfText('')

function marksIn(seen: SeenSettings, file: string): string {
  return seen[file]?.[1] ?? NONE
}

function stampAt(file: string): string | undefined {
  try {
    const stat = statSync(file, { throwIfNoEntry: false })
    return stat?.isFile() === true ? stampOf(stat) : undefined
  } catch {
    return undefined // a host cannot read it either
  }
}
