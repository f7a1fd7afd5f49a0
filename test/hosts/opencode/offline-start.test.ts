/** OpenCode and Kilo start without a network: the place of the entry, and the lines in `.npmrc`. */

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { kilo, openCode } from '../../../src/hosts/opencode/install.ts'
import { valueAt } from '../../../src/settings/jsonc.ts'
import { repair } from '../../../src/setup/doctor.ts'
import type { Host, Scope } from '../../../src/setup/host.ts'
import { carryOutSetup, proposeInstall, proposeUninstall } from '../../../src/setup/install.ts'
import { findInstallContext } from '../../../src/setup/install-context.ts'
import { type Files, temporaryFolder, treeOf, writeFiles } from '../../disk/temporary-folder.ts'

const STARTED = 'home/.config/opencode/node_modules/'
const QUICK = /^fetch-retries=0$/m

/** A repository beside a home. The tracked files are committed. */
function stage(tracked: Files = {}, more: Files = { [STARTED]: '' }) {
  const base = temporaryFolder({ 'home/': '', ...more })
  const project = join(base, 'project')
  mkdirSync(project, { recursive: true })
  const git = (...args: readonly string[]) => String(execFileSync('git', ['-C', project, ...args]))
  git('init', '-q')
  writeFiles(project, tracked)
  git('add', '-A')
  const env = { HOME: join(base, 'home'), XDG_STATE_HOME: join(base, 'state'), PATH: '' }
  const context = () => findInstallContext({ folder: project, env, now: () => new Date(), node: process.execPath })
  const wish = (scope: Scope) => ({ scope, deny: false, from: undefined })
  const apply = (proposed: ReturnType<typeof proposeInstall>) => {
    if (!proposed.ok) throw new Error(JSON.stringify(proposed.problem))
    if (proposed.value.plan.changes.length > 0)
      expect(carryOutSetup(proposed.value, new Date())).toMatchObject({ ok: true })
    return proposed.value.plan
  }
  return {
    base,
    project,
    git,
    context,
    install: (host: Host, scope: Scope = 'project') => apply(proposeInstall([host], wish(scope), context())),
    uninstall: (host: Host, scope: Scope = 'project') => apply(proposeUninstall([host], wish(scope), context())),
    tree: () => Object.fromEntries(Object.entries(treeOf(base)).filter(([path]) => !path.startsWith('state/'))),
    text: (path: string) => String(treeOf(base)[path]),
    findings: (host: Host) => host.diagnose(context()).findings.filter(({ id }) => id === 'slow-start'),
  }
}

/** A host's folder, its settings file, and the second file name that it reads. */
const HOSTS = [
  [openCode, '.opencode', 'opencode.json', 'opencode.jsonc'],
  [kilo, '.kilo', 'kilo.json', 'kilo.jsonc'],
] as const

describe.each(HOSTS)('$name', (host, folder, name, own) => {
  test('a new entry goes to the project’s root beside shared settings, and the host’s folder is not created [S53]', () => {
    const { project, git, install, uninstall, tree } = stage({ [name]: '{ "model": "a/b" }\n' })
    const before = tree()
    install(host)
    expect(existsSync(join(project, folder))).toBe(false)
    expect(git('status', '--porcelain', '--untracked-files=all')).toBe(`A  ${name}\n`)
    expect(valueAt(String(tree()[`project/${own}`]), ['plugin'])).toHaveLength(1)
    expect(install(host).changes).toEqual([])
    uninstall(host)
    expect(tree()).toEqual(before)
  })

  test('a new file of the user’s at the root is left alone [S53]', () => {
    const { base, git, install, uninstall, tree } = stage()
    writeFiles(base, { [`project/${own}`]: '{}\n' })
    const before = tree()
    install(host)
    expect(git('status', '--porcelain')).toBe(`?? ${own}\n`)
    expect(tree()[`project/${own}`]).toBe('{}\n')
    uninstall(host)
    expect(tree()).toEqual(before)
  })

  test('an entry in its folder is reported and stays; uninstall and install move it [S53]', () => {
    const { base, install, uninstall, tree, findings, context } = stage()
    const text = `{ "plugin": ["file://${context().packageRoot}"] }`
    writeFiles(base, { [`project/${folder}/${name}`]: text, [`project/${folder}/node_modules/`]: '' })
    expect(findings(host)).toMatchObject([{ level: 'warning' }])
    install(host)
    expect(tree()[`project/${folder}/${name}`]).toBe(text)
    uninstall(host)
    install(host)
    expect(findings(host)).toEqual([])
    expect(valueAt(String(tree()[`project/${own}`]), ['plugin'])).toHaveLength(1)
  })

  test('a shared entry in that folder stays there [S53]', () => {
    const text = '{ "plugin": ["../node_modules/memory-bank"] }'
    const { base, install, tree } = stage({ [`${folder}/${name}`]: text, '.gitignore': 'node_modules\n' })
    writeFiles(base, {
      'project/node_modules/memory-bank/package.json': '{ "name": "memory-bank", "version": "99.0.0" }',
      [`project/${folder}/node_modules/`]: '',
    })
    expect(install(host).changes).toEqual([])
    expect(tree()[`project/${folder}/${name}`]).toBe(text)
  })
})

describe('before OpenCode has installed its package', () => {
  test.each([
    ['a home in which it was never started', {}, {}, ['home/.config/opencode/.npmrc']],
    [
      'a folder of the team’s in a project without a manifest',
      { '.opencode/agent/a.md': '# A\n' },
      { [STARTED]: '' },
      ['project/.opencode/.npmrc'],
    ],
    [
      'a folder of the team’s in a project with one',
      { '.opencode/agent/a.md': '# A\n', 'package.json': '{}', '.opencode/.gitignore': 'node_modules\n' },
      { [STARTED]: '' },
      ['project/.opencode/.npmrc', 'project/.opencode/package.json'],
    ],
  ])(
    '%s: npm is told to fail at once, git sees nothing, and uninstall leaves no trace [S53]',
    (_, tracked, home, made) => {
      const { git, install, uninstall, tree, findings, text } = stage(tracked, home)
      const before = tree()
      const status = git('status', '--porcelain')
      install(openCode)
      const files = Object.keys(tree()).filter(
        (path) => /\/(?:\.npmrc|package\.json)$/.test(path) && before[path] === undefined,
      )
      expect(files).toEqual(made)
      expect(text(made[0] ?? '')).toMatch(QUICK)
      expect(git('status', '--porcelain')).toBe(status)
      expect(findings(openCode)).toEqual([])
      expect(install(openCode).changes).toEqual([])
      uninstall(openCode)
      expect(tree()).toEqual(before)
    },
  )

  test('an installation of an earlier version waits: doctor reports it and --fix ends it [S37]', () => {
    const { base, context, findings, text } = stage({}, {})
    writeFiles(base, { 'project/opencode.json': `{ "plugin": ["file://${context().packageRoot}"] }` })
    expect(findings(openCode)).toMatchObject([{ level: 'note' }])
    expect(repair([openCode], { ...context(), nodeVersion: '20.0.0' })).toHaveLength(1)
    expect(findings(openCode)).toEqual([])
    expect(text('home/.config/opencode/.npmrc')).toMatch(QUICK)
  })

  test('the user’s own settings and existing packages are left alone; a user installation changes only its own folder [S53]', () => {
    const own = stage({ '.opencode/agent/a.md': '# A\n' }, { 'home/.config/opencode/.npmrc': 'fetch-retries = 5\n' })
    own.install(openCode, 'user')
    expect(own.text('home/.config/opencode/.npmrc')).toBe('fetch-retries = 5\n')
    expect(existsSync(join(own.project, '.opencode/.npmrc'))).toBe(false)
    const mixed = stage({}, { 'home/.config/opencode/.npmrc': 'registry=https://example.com/' })
    const before = mixed.tree()
    mixed.install(openCode, 'user')
    expect(mixed.text('home/.config/opencode/.npmrc')).toMatch(QUICK)
    mixed.uninstall(openCode, 'user')
    expect(mixed.tree()).toEqual(before)
  })

  test('installed for project and user, it is removed with the last of them [S53]', () => {
    const { install, uninstall, tree } = stage({}, {})
    const before = tree()
    install(openCode)
    const inProject = tree()
    install(openCode, 'user')
    uninstall(openCode, 'user')
    expect(tree()).toEqual(inProject)
    install(openCode, 'user')
    uninstall(openCode)
    expect(Object.keys(tree())).toContain('home/.config/opencode/.npmrc')
    uninstall(openCode, 'user')
    expect(tree()).toEqual(before)
  })
})
