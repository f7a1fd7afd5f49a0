/** Refresh in real git repositories: nothing is guessed in a shallow clone. */

import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { accept } from '../../src/consent/accept.ts'
import { openWorkspace } from '../../src/disk/workspace.ts'
import { check } from '../../src/verbs/check.ts'
import { propose } from '../../src/verbs/refresh.ts'
import { given, PageProject } from './page-project.ts'

const FOLDER = 'memory-bank/details/requirements'
const EXPORT = '# REQ-007: Export\n\n- **Status**: Accepted\n- **Date**: 2026-01-05\n\nREQ-007 writes CSV.\n'
const IMPORT = '# REQ-007: Import\n\n- **Status**: Accepted\n- **Date**: 2026-02-05\n\nREQ-007 reads CSV.\n'
const DESIGN =
  '# Files\n\nSee [REQ-007](../requirements/REQ-007-import.md) and [REQ-007](../requirements/REQ-007-export.md).\n'

let project: PageProject
beforeEach(() => {
  project = new PageProject({ 'package.json': '{ "name": "shop" }' })
})
afterEach(() => project.remove())

/** How two requirements of one number came here. */
const HISTORIES: Readonly<Record<string, () => string>> = {
  'in one commit': () => {
    project.put(`${FOLDER}/REQ-007-export.md`, EXPORT)
    project.put(`${FOLDER}/REQ-007-import.md`, IMPORT)
    project.put('memory-bank/details/design/files.md', DESIGN)
    project.commit('Both')
    return project.root
  },
  'in a shallow clone': () => {
    project.commit('The bank')
    project.git('checkout', '-q', '-b', 'topic')
    project.put(`${FOLDER}/REQ-007-import.md`, IMPORT)
    project.commit('Import')
    project.git('checkout', '-q', 'main')
    project.put(`${FOLDER}/REQ-007-export.md`, EXPORT)
    project.commit('Export')
    project.git('-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', 'merge', '-q', '--no-edit', 'topic')
    project.put('memory-bank/details/design/files.md', DESIGN)
    project.commit('Design')
    const clone = join(project.home, 'clone')
    execFileSync('git', ['clone', '-q', '--depth', '1', `file://${project.root}`, clone], { stdio: 'ignore' })
    return clone
  },
}

test.each(Object.entries(HISTORIES))(
  'of two requirements of one number that came %s, one gets another number, and its links [S55]',
  (_how, make) => {
    const root = make()
    const read = (path: string) => readFileSync(join(root, path), 'utf8')
    const open = () =>
      given(openWorkspace({ folder: root, env: project.env, now: () => new Date(), progress: () => undefined }))
    const plan = () => given(propose(open(), { language: 'en', onConflict: undefined })).plan
    const findings = () => given(check(open(), { language: 'en' })).findings.map(({ rule, path }) => `${rule} ${path}`)

    expect(findings()).toContain('duplicate-numbers details/requirements/REQ-007-import.md')
    given(accept({ plan: plan() }, open()))
    expect(readdirSync(join(root, FOLDER)).toSorted()).toEqual(['REQ-007-export.md', 'REQ-008-import.md'])
    expect(read(`${FOLDER}/REQ-007-export.md`)).toBe(EXPORT)
    expect(read(`${FOLDER}/REQ-008-import.md`)).toBe(IMPORT.replaceAll('REQ-007', 'REQ-008'))
    expect(read('memory-bank/details/design/files.md')).toBe(
      '# Files\n\nSee [REQ-008](../requirements/REQ-008-import.md) and [REQ-007](../requirements/REQ-007-export.md).\n',
    )
    expect(findings()).toEqual([])
    expect(plan().changes).toEqual([])
  },
)
