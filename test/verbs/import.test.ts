/** An import as a whole, over real files and real git: nothing lost, nothing twice, and everything back again. */

import { execFileSync } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { accept } from '../../src/consent/accept.ts'
import { openWorkspace, type Workspace } from '../../src/disk/workspace.ts'
import { check } from '../../src/verbs/check.ts'
import {
  carryOutImport,
  type FileReport,
  findSources,
  type ImportProposal,
  proposeImport,
} from '../../src/verbs/import.ts'
import { propose } from '../../src/verbs/refresh.ts'
import { carryOutUndo, proposeUndo } from '../../src/verbs/undo.ts'
import { type Files, Sandbox, type Tree } from '../scenarios/harness.ts'
import { ATTACKS, TOKEN } from './import-attacks.ts'

let sandbox: Sandbox
afterEach(() => sandbox.remove())

function project(files: Files): Workspace {
  sandbox = new Sandbox({ fast: true }).write({ 'package.json': '{ "name": "shop" }\n', ...files })
  git('init', '-q', '-b', 'main')
  git('add', '-A')
  git('-c', 'user.name=t', '-c', 'user.email=t@example.org', 'commit', '-q', '-m', 'as it was')
  return open()
}

function git(...args: readonly string[]): string {
  return execFileSync('git', ['-C', sandbox.project, '-c', 'core.autocrlf=false', ...args], {
    encoding: 'utf8',
    env: sandbox.env(),
  })
}

function open(): Workspace {
  const opened = openWorkspace({
    folder: sandbox.project,
    env: sandbox.env(),
    now: () => new Date('2026-03-04T05:06:07Z'),
    progress: () => undefined,
  })
  if (!opened.ok) throw new Error(opened.problem.code)
  return opened.value
}

function plan(more: { readonly inPlace?: boolean; readonly personal?: boolean } = {}): ImportProposal {
  const workspace = open()
  const sources = findSources(workspace, sandbox.env())
  const stamp = { saidBy: 'user', accepted: { how: 'terminal', on: '2026-03-04' } } as const
  const wishes = {
    language: 'en',
    onConflict: undefined,
    inPlace: false,
    personal: false,
    stamp,
    sources,
    ...more,
  } as const
  const proposed = proposeImport(workspace, wishes)
  if (!proposed.ok) throw new Error(JSON.stringify(proposed.problem))
  return proposed.value
}

function carriedOut(proposal: ImportProposal): void {
  const done = carryOutImport(open(), proposal)
  if (!done.ok) throw new Error(JSON.stringify(done.problem))
}

function takeBack(): void {
  const undo = proposeUndo(open(), undefined, undefined)
  if (!undo.ok || !carryOutUndo(undo.value, open()).ok) throw new Error('not undone')
}

function errors(): readonly string[] {
  const checked = check(open(), { language: 'en' })
  if (!checked.ok) throw new Error(checked.problem.code)
  return checked.value.findings.flatMap(({ level, rule, path, message }) =>
    level === 'error' ? [`${rule} ${path}: ${message.en}`] : [],
  )
}

/** Imported lines that are missing in the bank. */
function lost(before: Tree, files: readonly FileReport[]): readonly string[] {
  const bank = Object.values(sandbox.tree())
    .join('\n')
    .split(/[\r\n]+/)
    .join('\n')
  return files.flatMap(({ name, outcome, secrets }) => {
    if (outcome !== 'imported') return []
    const text = (before[name] ?? '').replace(/^\u00ef\u00bb\u00bf/, '')
    const hidden = secrets.length > 0 ? /gh\w_|PRIVATE KEY|MIIE/ : undefined
    return text
      .split(/[\r\n]+/)
      .map((line) => line.trim())
      .filter((line) => line !== '' && hidden?.test(line) !== true && !bank.includes(line))
      .map((line) => `${name}: ${line}`)
  })
}

/** The project without what git keeps for itself. */
function projectTree(): Tree {
  return Object.fromEntries(Object.entries(sandbox.tree('.')).filter(([path]) => !path.startsWith('.git/')))
}

function inFolder(folder: string, files: Files): Files {
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]))
}

describe.each(['cline_docs', 'memory-bank'])('in %s/', (folder) => {
  const inPlace = folder === 'memory-bank'

  test.each(ATTACKS.filter(({ refusedInPlace }) => !inPlace || refusedInPlace === undefined))(
    'where $name: every line is found, once, and comes back [S60]',
    ({ files, skipped = [] }) => {
      project(inFolder(folder, files))
      const before = projectTree()
      const proposal = plan({ inPlace })
      expect(proposal.plan.changes.length).toBeGreaterThan(0)
      carriedOut(proposal)
      expect(lost(before, proposal.files)).toEqual([])
      const left = proposal.files.filter((file) => file.skipped.length > 0).map(({ name }) => name)
      expect(left).toEqual(expect.arrayContaining(skipped.map((name) => `${folder}/${name}`)))
      const isSecret = proposal.files.some(({ secrets }) => secrets.length > 0)
      expect(errors().filter((error) => !(inPlace && isSecret && error.startsWith('secrets')))).toEqual([])
      if (!inPlace) {
        const now = projectTree()
        for (const [path, text] of Object.entries(before)) expect(now[path], path).toBe(text)
        expect(Object.values(sandbox.tree()).join('')).not.toContain(TOKEN)
      }
      expect(plan().plan.changes).toEqual([])
      takeBack()
      expect(projectTree()).toEqual(before)
      expect(git('status', '--porcelain')).toBe('')
    },
  )
})

test.each(ATTACKS.filter(({ refusedInPlace }) => refusedInPlace !== undefined))(
  'where $name, a bank is not converted in place before that is settled [S10] [S60]',
  ({ files, refusedInPlace }) => {
    project(inFolder('memory-bank', files))
    const before = projectTree()
    expect(() => plan({ inPlace: true })).toThrow(refusedInPlace)
    expect(projectTree()).toEqual(before)
  },
)

const CLINE: Files = inFolder('cline_docs', {
  'projectbrief.md': '# Brief\n\n## Overview\n\nA shop for bicycles.\n',
  'activeContext.md': '# Active\n\n## Current Focus\n- Refunds\n\n## Next Steps\n- Docs\n',
  'systemPatterns.md': '# Patterns\n\n## Layers\n\nThree.\n',
})

test('a missing bank is created in the same step, and is readable [S60]', () => {
  project(CLINE)
  carriedOut(plan())
  const memory = sandbox.read('memory-bank/MEMORY.md')
  expect(memory).toContain('- A shop for bicycles.')
  expect(memory).toMatch(/## Current Focus\n\n- Refunds\n/)
  expect(memory).toContain('| change a designed part | `details/design/` |')
  expect(sandbox.read('memory-bank/details/progress.md')).toMatch(/## Next\n\n### Next Steps\n- Docs\n/)
})

test('a kept document says that it was imported, when, and from where [S57] [S60]', () => {
  project(CLINE)
  carriedOut(plan())
  expect(sandbox.read('memory-bank/details/design/system-patterns.md')).toBe(
    '<!-- provenance: said by import; accepted 2026-03-04 (terminal); source: cline_docs/systemPatterns.md -->\n# Patterns\n\n## Layers\n\nThree.\n',
  )
})

describe('an existing bank', () => {
  test('keeps its values and gets the missing ones; a person’s block is not changed [S60]', () => {
    project({ ...CLINE, '.kilocode/rules/memory-bank/brief.md': '# Brief\n\nMine alone.\n' })
    const made = propose(open(), { language: 'en', onConflict: undefined })
    if (!made.ok || !accept({ plan: made.value.plan }, open()).ok) throw new Error('no bank')
    const user = /<!-- USER_BLOCK_START -->[\s\S]*/.exec(sandbox.read('memory-bank/MEMORY.md'))?.[0]
    carriedOut(plan())
    expect(sandbox.read('memory-bank/MEMORY.md')).toContain(user)
    expect(Object.values(sandbox.tree()).join('\n')).toContain('Mine alone.')
    expect(errors()).toEqual([])
  })

  test('gets only the new parts of a changed source [S60]', () => {
    project(CLINE)
    carriedOut(plan())
    sandbox.write({
      'cline_docs/activeContext.md': '# Active\n\n## Current Focus\n- Refunds\n\n## Next Steps\n- Docs\n- Tests\n',
      'cline_docs/systemPatterns.md': '# Patterns\n\n## Layers\n\nFour.\n',
    })
    carriedOut(plan())
    const progress = sandbox.read('memory-bank/details/progress.md')
    expect(progress.match(/- Docs/g)).toHaveLength(1)
    expect(progress.match(/- Tests/g)).toHaveLength(1)
    expect(sandbox.read('memory-bank/details/design/system-patterns.md')).toMatch(/## Layers\n\nFour\.\n$/)
    expect(sandbox.read('memory-bank/MEMORY.md').match(/- Refunds/g)).toHaveLength(1)
    expect(plan().plan.changes).toEqual([])
  })

  test('keeps a document that somebody edited, and gets new lines below [S60]', () => {
    project(CLINE)
    carriedOut(plan())
    const path = 'memory-bank/details/design/system-patterns.md'
    sandbox.write({
      [path]: `${sandbox.read(path)}\nEdited by hand.\n`,
      'cline_docs/systemPatterns.md': '# Patterns\n\n## Layers\n\nThree.\n\nNew words.\n',
    })
    carriedOut(plan())
    expect(sandbox.read(path)).toMatch(/Edited by hand\.\n\n## Update 2026-03-04\n[\s\S]*New words\.\n$/)
  })

  test('does not import again what the user removed [S60]', () => {
    project(CLINE)
    carriedOut(plan())
    const memory = sandbox.read('memory-bank/MEMORY.md')
    sandbox.write({ 'memory-bank/MEMORY.md': memory.replace('- Refunds\n', '') })
    expect(plan().plan.changes).toEqual([])
  })
})

test('a source that changes after the plan was made stops it [S60] [S16]', () => {
  project(CLINE)
  const proposal = plan()
  sandbox.write({ 'cline_docs/systemPatterns.md': '# Other\n' })
  const done = carryOutImport(open(), proposal)
  expect(done).toMatchObject({ ok: false, problem: { code: 'stale-file' } })
  expect(sandbox.tree()).toEqual({})
})

test('links are named and not followed, also a folder that is one [S60] [S39]', () => {
  project(CLINE)
  symlinkSync('/etc/hostname', join(sandbox.project, 'cline_docs/host.md'))
  symlinkSync(join(sandbox.project, 'cline_docs'), join(sandbox.project, 'memory_bank'))
  const { files } = plan()
  expect(files.find(({ name }) => name === 'cline_docs/host.md')).toMatchObject({
    outcome: 'skipped',
    skipped: [{ why: 'link' }],
  })
  expect(files.some(({ name }) => name.startsWith('memory_bank/'))).toBe(false)
})

test('a foreign bank in memory-bank/ is converted only on request [S10] [S60]', () => {
  project({ 'memory-bank/projectbrief.md': '# Brief\n\nA shop.\n' })
  const workspace = open()
  const wishes = {
    language: 'en',
    onConflict: undefined,
    inPlace: false,
    personal: false,
    stamp: { saidBy: 'user' },
  } as const
  const proposed = proposeImport(workspace, { ...wishes, sources: findSources(workspace, sandbox.env()) })
  expect(proposed).toMatchObject({ ok: false, problem: { code: 'import-in-place' } })
})

test('converted in place, each file keeps its history once the renames are committed [S14] [S60]', () => {
  project(
    inFolder('memory-bank', {
      ...CLINE,
      'projectbrief.md': '# Brief\n\nA shop.\n',
      'techContext.md': '# Tech\n\n- Node\n',
      'notes.md': '# Notes\n\nOne.\n',
    }),
  )
  carriedOut(plan({ inPlace: true }))
  const commit = (message: string) =>
    git('-c', 'user.name=t', '-c', 'user.email=t@example.org', 'commit', '-q', '-m', message)
  commit('renames')
  git('add', '-A')
  commit('the rest')
  for (const path of ['details/design/projectbrief.md', 'details/tech.md', 'details/design/notes.md'])
    expect(git('log', '--follow', '--format=%s', `memory-bank/${path}`), path).toContain('as it was')
})
