/**
 * The programs that run our OpenCode plugin: OpenCode, and Kilo, a fork of it with settings of its own. They differ in
 * names, which stand here and nowhere else.
 */

import { basename } from 'node:path'

export interface OpenCodeProgram {
  readonly id: 'opencode' | 'kilo'
  readonly name: string
  /** Its folder in the user's folders for settings, data and caches. */
  readonly folder: string
  /** What its variables begin with. */
  readonly variables: 'OPENCODE' | 'KILO'
  readonly schema: string
  /** A project's settings at its root, the ones to write to first; the last is made where there is none. */
  readonly project: readonly string[]
  /**
   * What it reads in a project besides; a new entry never goes there. For its sake the program installs a package of its own
   * into that folder, 63 MB, before it loads anything; without a network every start then waits more than a minute.
   */
  readonly alsoProject: readonly string[]
  /** What it reads in a project although it is another program's: looked at, never changed. */
  readonly borrowed: readonly string[]
  /** The user's own in its folder; those that win over the others first. */
  readonly user: readonly string[]
  /** The same, those to write to first; the last is made where there is none. */
  readonly newUser: readonly string[]
  /** What it reads in the user's home besides. */
  readonly alsoHome: readonly string[]
  /** In the folder that its variable names. */
  readonly named: readonly string[]
  /** What it writes beside its settings of a project, for git. */
  readonly ignoreList: string
}

export const OPENCODE: OpenCodeProgram = {
  id: 'opencode',
  name: 'OpenCode',
  folder: 'opencode',
  variables: 'OPENCODE',
  schema: 'https://opencode.ai/config.json',
  project: ['opencode.jsonc', 'opencode.json'],
  alsoProject: ['.opencode/opencode.jsonc', '.opencode/opencode.json'],
  borrowed: [],
  user: ['opencode.jsonc', 'opencode.json', 'config.json'],
  newUser: ['opencode.jsonc', 'config.json', 'opencode.json'],
  alsoHome: [],
  named: ['opencode.jsonc', 'opencode.json'],
  ignoreList: 'node_modules\npackage.json\npackage-lock.json\nbun.lock\n.gitignore\n',
}

const KILO_NAMES = ['kilo.jsonc', 'kilo.json', 'opencode.jsonc', 'opencode.json']

export const KILO: OpenCodeProgram = {
  id: 'kilo',
  name: 'Kilo',
  folder: 'kilo',
  variables: 'KILO',
  schema: 'https://app.kilo.ai/config.json',
  project: ['kilo.jsonc', 'kilo.json'],
  alsoProject: ['.kilo', '.kilocode'].flatMap((folder) => KILO_NAMES.map((name) => `${folder}/${name}`)),
  borrowed: ['opencode.jsonc', 'opencode.json'],
  user: ['opencode.jsonc', 'opencode.json', 'kilo.jsonc', 'kilo.json', 'config.json'],
  newUser: ['kilo.json', 'opencode.jsonc', 'opencode.json', 'config.json', 'kilo.jsonc'],
  alsoHome: ['.kilo', '.kilocode'].flatMap((folder) => KILO_NAMES.map((name) => `${folder}/${name}`)),
  named: KILO_NAMES,
  ignoreList:
    'node_modules\npackage.json\npackage-lock.json\npnpm-lock.yaml\nbun.lock\nyarn.lock\n.gitignore\nagent-manager.json\n',
}

/** The one that runs this process. By its own file: a variable would be handed on to a program it starts. */
export function runningProgram(): OpenCodeProgram {
  return /kilo/i.test(basename(process.execPath)) ? KILO : OPENCODE
}
