/** OpenCode and Kilo do not wait for a network because of us: where our entry goes, and what is put where they would. */

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { repair } from '../../../src/setup/doctor.ts'
import type { Host, Scope } from '../../../src/setup/host.ts'
import { carryOutSetup, proposeInstall, proposeUninstall } from '../../../src/setup/install.ts'
import { findInstallContext } from '../../../src/setup/install-context.ts'
import { kilo, openCode } from '../../../src/hosts/opencode/install.ts'
import { valueAt } from '../../../src/settings/jsonc.ts'
import { type Files, temporaryFolder, treeOf, writeFiles } from '../../disk/temporary-folder.ts'

const STARTED = 'home/.config/opencode/node_modules/'
const QUICK = /^fetch-retries=0$/m

/** A repository beside a home; what is tracked is committed. */
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

/** As an earlier version installed itself: in the folder of the host, which git is kept from. */
const EARLIER = [
  [openCode, '.opencode', 'opencode.json', 'opencode.jsonc'],
  [kilo, '.kilo', 'kilo.json', 'kilo.jsonc'],
] as const

describe.each(EARLIER)('$name', (host, folder, name, own) => {
  test('a new entry goes to the root of the project, beside what a team shares; no folder of the host’s is made [S53]', () => {
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

  test('a file of the person’s own at the root that git does not know yet is left to them [S53]', () => {
    const { base, git, install, uninstall, tree } = stage()
    writeFiles(base, { [`project/${own}`]: '{}\n' })
    const before = tree()
    install(host)
    expect(git('status', '--porcelain')).toBe(`?? ${own}\n`)
    expect(tree()[`project/${own}`]).toBe('{}\n')
    uninstall(host)
    expect(tree()).toEqual(before)
  })

  test.each([
    ['by the file that install made', true, {}],
    ['beside agents of the team', false, { [`${folder}/agent/a.md`]: '# A\n' }],
  ])(
    'an entry in its folder, %s, is found, moved with its options, and goes without a trace [S53]',
    (_, isAlone, files) => {
      const { base, project, git, install, uninstall, tree, findings, context } = stage(files)
      const before = tree()
      const plugin = `file://${context().packageRoot}`
      writeFiles(base, {
        [`project/${folder}/${name}`]: `{ "plugin": [["${plugin}", { "guardMode": "block" }]] }`,
        [`project/${folder}/.gitignore`]: `node_modules\n.gitignore\n/${name}\n`,
      })
      expect(findings(host)).toMatchObject([{ level: 'warning' }])
      expect(repair([host], { ...context(), nodeVersion: '20.0.0' })).toHaveLength(1)
      expect(findings(host).filter(({ level }) => level === 'warning')).toEqual([])
      expect(valueAt(String(tree()[`project/${own}`]), ['plugin'])).toEqual([[plugin, { guardMode: 'block' }]])
      expect(valueAt(String(tree()[`project/${folder}/${name}`] ?? ''), ['plugin'])).toBeUndefined()
      expect(git('status', '--porcelain', '--untracked-files=all')).not.toContain('?? ')
      install(host)
      expect(install(host).changes).toEqual([])
      uninstall(host)
      // Without our journal what an earlier version made stays, without our entry.
      rmSync(join(project, isAlone ? folder : `${folder}/${name}`), { recursive: true })
      rmSync(join(project, folder, '.gitignore'), { force: true })
      expect(tree()).toEqual(before)
    },
  )

  test('what the host installed into its folder because of us is named when the entry leaves [S53]', () => {
    const { base, install, context } = stage()
    writeFiles(base, {
      [`project/${folder}/${name}`]: `{ "plugin": ["file://${context().packageRoot}"] }`,
      [`project/${folder}/.gitignore`]: '*\n',
      [`project/${folder}/node_modules/x/package.json`]: '{}',
    })
    expect(JSON.stringify(install(host).notes)).toContain('node_modules, package.json')
  })

  test('an entry that a team shares in that folder stays where it is [S53]', () => {
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

describe('where OpenCode has not installed its package yet', () => {
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
    '%s: npm is told to give up at once, git sees nothing, and uninstall leaves no trace [S53]',
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

  test('an installation of an earlier version waits: doctor says so and --fix ends it [S37]', () => {
    const { base, context, findings, text } = stage({}, {})
    writeFiles(base, { 'project/opencode.json': `{ "plugin": ["file://${context().packageRoot}"] }` })
    expect(findings(openCode)).toMatchObject([{ level: 'note' }])
    expect(repair([openCode], { ...context(), nodeVersion: '20.0.0' })).toHaveLength(1)
    expect(findings(openCode)).toEqual([])
    expect(text('home/.config/opencode/.npmrc')).toMatch(QUICK)
  })

  test('what the person set themselves, or what OpenCode has, is left alone; a user’s installation has its own folder only [S53]', () => {
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

  test('installed for the project and for the user, it goes with the last of them [S53]', () => {
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
