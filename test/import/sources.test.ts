/** Source readers: where each one looks, and what it makes of the lines of a file. */

import { expect, test } from 'vitest'
import type { Becomes, SourceFile, SourceLook, SourceReader } from '../../src/import/source.ts'
import { basicMemory } from '../../src/import/sources/basic-memory.ts'
import { claudeCode } from '../../src/import/sources/claude-code.ts'
import { cline } from '../../src/import/sources/cline.ts'
import { cursor } from '../../src/import/sources/cursor.ts'
import { instructions } from '../../src/import/sources/instructions.ts'
import { qwenCode } from '../../src/import/sources/qwen-code.ts'
import { rules } from '../../src/import/sources/rules.ts'
import { serena } from '../../src/import/sources/serena.ts'

const ROOT = '/srv/shop'
const HOME = '/home/ann'

/** The files of a machine, by their absolute paths. */
function lookAt(files: Readonly<Record<string, string>>, named?: string): SourceLook {
  const paths = Object.keys(files).sort()
  return {
    root: ROOT,
    home: HOME,
    named,
    readVariable: () => undefined,
    listFiles: (folder, depth = 99) =>
      paths
        .filter((path) => path.startsWith(`${folder}/`))
        .map((path) => path.slice(folder.length + 1))
        .filter((path) => path.split('/').length <= depth),
    listLinks: () => [],
    isFile: (path) => path in files,
    readText: (path) => files[path],
  }
}

function found(reader: SourceReader, files: Readonly<Record<string, string>>, named?: string): readonly string[] {
  return reader.find(lookAt(files, named)).flatMap((source) => source.files.map((file) => file.name))
}

function fileOf(name: string, text: string): SourceFile {
  return { path: `${ROOT}/${name}`, name, text, lines: text.split('\n') }
}

/** `1-3 section patterns: Title`. */
function pieces(reader: SourceReader, name: string, text: string): readonly string[] {
  return reader.read(fileOf(name, text)).map(({ first, last, becomes }) => `${first}-${last} ${shown(becomes)}`)
}

function shown(becomes: Becomes): string {
  switch (becomes.kind) {
    case 'document':
      return `document ${becomes.folder}: ${becomes.title}`
    case 'section':
      return `section ${becomes.place}: ${becomes.title ?? ''}`
    case 'extract':
      return `extract ${becomes.place}: ${becomes.text}`
    case 'skipped':
      return `skipped ${becomes.why}`
    case 'personal':
      return `personal ${shown(becomes.as)}`
  }
}

test('[S60] memory is found in the usual places of each tool, and no path of this machine is shown', () => {
  const text = 'a fact'
  expect(
    found(serena, { [`${ROOT}/.serena/memories/ui/core.md`]: text, [`${ROOT}/.serena/project.yml`]: text }),
  ).toEqual(['.serena/memories/ui/core.md'])
  expect(
    found(claudeCode, {
      [`${ROOT}/.claude/memory/MEMORY.md`]: text,
      [`${HOME}/.claude/projects/-srv-shop/memory/deploy.md`]: text,
      [`${HOME}/.claude/projects/-srv-other/memory/deploy.md`]: text,
    }),
  ).toEqual(['.claude/memory/MEMORY.md', 'claude-code/memory/deploy.md'])
  expect(found(qwenCode, { [`${HOME}/.qwen/projects/-srv-shop/memory/user/ann.md`]: text })).toEqual([
    'qwen-code/memory/user/ann.md',
  ])
})

test('[S60] a folder named in settings replaces the usual one, and worktrees share the main one', () => {
  expect(
    found(claudeCode, {
      [`${HOME}/.claude/settings.json`]: '{ "autoMemoryDirectory": "~/notes/" }',
      [`${HOME}/notes/deploy.md`]: 'x',
      [`${HOME}/.claude/projects/-srv-shop/memory/old.md`]: 'x',
    }),
  ).toEqual(['claude-code/memory/deploy.md'])
  expect(
    found(claudeCode, {
      [`${ROOT}/.git`]: 'gitdir: /srv/main.repo/.git/worktrees/shop\n',
      [`${HOME}/.claude/projects/-srv-main-repo/memory/deploy.md`]: 'x',
    }),
  ).toEqual(['claude-code/memory/deploy.md'])
})

test('[S60] basic-memory notes have a permalink, and are in a folder of this project or one that the user names', () => {
  const note =
    '---\ntitle: Order expiry\ntype: note\npermalink: shop/order-expiry\n---\n\n- [gotcha] The clock is UTC\n'
  const files = {
    [`${HOME}/.basic-memory/config.json`]: JSON.stringify({
      projects: { main: `${HOME}/basic-memory`, shop: `${ROOT}/notes` },
    }),
    [`${HOME}/basic-memory/diary.md`]: note,
    [`${ROOT}/notes/order-expiry.md`]: note,
    [`${ROOT}/notes/README.md`]: '# Notes',
  }
  expect(found(basicMemory, files)).toEqual(['notes/order-expiry.md'])
  expect(found(basicMemory, files, `${HOME}/basic-memory`)).toEqual(['notes/order-expiry.md', 'basic-memory/diary.md'])
  expect(pieces(basicMemory, 'notes/order-expiry.md', note)).toEqual(['7-7 document learnings: Order expiry'])
  const decided = '---\npermalink: shop/money\n---\n# Money\n- [decision] Amounts are integers of cents'
  expect(pieces(basicMemory, 'notes/money.md', decided)).toEqual(['4-5 section patterns: Money'])
})

test("[S60] Windsurf's rules are read, and memories that only Windsurf can read are listed", () => {
  const look = lookAt({
    [`${ROOT}/.windsurf/rules/api.md`]: 'x',
    [`${HOME}/.codeium/windsurf/memories/0b1c.pb`]: '',
  })
  expect(rules.find(look).map(({ place, skipped }) => [place, skipped])).toEqual([
    ['.windsurf/rules/', []],
    ['~/.codeium/windsurf/memories/', [{ name: '0b1c.pb', why: 'unknown-format' }]],
  ])
})

test('[S60] the bank of one part of a project is found if its folder is named', () => {
  const folder = `${ROOT}/packages/web/memory-bank`
  const files = { [`${folder}/projectbrief.md`]: '# Brief', [`${ROOT}/memory-bank/details/tasks.md`]: '# Tasks' }
  expect(found(cline, files)).toEqual([])
  expect(found(cline, files, folder)).toEqual(['packages/web/memory-bank/projectbrief.md'])
  expect(found(cursor, files, `${ROOT}/memory-bank/details`)).toEqual([])
  expect(found(cline, files, '/elsewhere/memory-bank')).toEqual([])
})

test.each([
  [
    'project_overview.md',
    '# Shop\n\nShop sells tickets to small venues.\n\n- Node 22',
    ['1-5 extract snapshot: Shop sells tickets to small venues.', '1-5 document design: Shop'],
  ],
  ['suggested_commands.md', '# Commands\n\n- `npm test`', ['1-3 section tech: Commands']],
  ['style_and_conventions.md', 'Use slog.', ['1-1 section patterns: style and conventions']],
  ['ui/checkout.md', '# Checkout\n\nThree steps.', ['1-3 document design: Checkout']],
  ['empty.md', '\n\n', ['1-3 skipped placeholder-file']],
])('[S60] a Serena memory goes where its name says: %s', (name, text, expected) => {
  expect(pieces(serena, `.serena/memories/${name}`, text)).toEqual(expected)
})

const note = (type: string, body: string) =>
  `---\nname: some-note\ndescription: Keep the staging copy small\nmetadata: \n  node_type: memory\n  type: ${type}\n---\n\n${body}\n`

test.each([
  ['a.md', note('project', 'Staging is copied on Mondays.'), ['9-9 document design: Keep the staging copy small']],
  ['a.md', note('reference', 'Bugs are in the SHOP board.'), ['9-9 document design: Keep the staging copy small']],
  [
    'a.md',
    note('feedback', 'No mocks.\n\n**Why:** they hid a bug.'),
    ['9-11 section patterns: Keep the staging copy small'],
  ],
  ['a.md', note('user', 'Ann knows Go.'), ['9-9 personal section notes: Keep the staging copy small']],
  ['user.md', '# Ann\n\nPrefers short answers.', ['1-3 personal section notes: Ann']],
  ['feedback/tests.md', 'No mocks.', ['1-1 section patterns: Tests']],
  [
    'MEMORY.md',
    '# Memory\n\n- [Deploy](deploy.md) — by hand\n\n## Commands\n\n- `make up`',
    ['5-7 section tech: Commands'],
  ],
  [
    'lessons.md',
    '# Lessons\n\n## 2026-01-02 The clock\n\nIt is UTC.\n\n## 2026-02-03 The cache\n\nIt is cold.',
    ['3-5 document learnings: 2026-01-02 The clock', '7-9 document learnings: 2026-02-03 The cache'],
  ],
])(
  '[S60] a note of Claude Code or Qwen Code goes by its type, and one about the user is held back: %s',
  (name, text, expected) => {
    expect(pieces(claudeCode, `.claude/memory/${name}`, text)).toEqual(expected)
    expect(pieces(qwenCode, `.qwen/memory/${name}`, text)).toEqual(expected)
  },
)

test.each([
  [
    '.cursor/rules/ts.mdc',
    '---\ndescription: \nglobs: **/*.ts, **/*.tsx\nalwaysApply: false\n---\n# TypeScript\n\nNo `any`.',
    ['7-8 section patterns: TypeScript (`**/*.ts, **/*.tsx`)'],
  ],
  [
    '.cursor/rules/all.mdc',
    '---\ndescription: Money is cents\nglobs: *\nalwaysApply: true\n---\nNever floats.',
    ['6-6 section patterns: Money is cents'],
  ],
  [
    '.cursor/rules/bank.mdc',
    '---\nglobs: **/*\n---\nI am Cursor. My memory resets between sessions; I rely entirely on my Memory Bank and read all memory bank files.\nRead `projectbrief.md` first.',
    ['1-5 skipped prompt'],
  ],
  ['.windsurfrules', 'You are an expert in Go.', ['1-1 skipped prompt']],
  ['.clinerules', 'See `docs/rules.md`.', ['1-1 skipped pointer']],
  [
    '.kilocode/rules/money.md',
    '# Money\n\n- Amounts are cents.\n- Never floats.\n- Ask the user before you add a currency.',
    ['1-5 section patterns: Money'],
  ],
  [
    '.kilocode/rules/team.md',
    '# Team\n\n## How you answer\n\nYou are a senior engineer.\nBe concise.\n\n## Errors\n\nWrap them with `cause`.\n\n## Tests\n\nNo mocks.',
    ['3-6 skipped prompt', '8-10 section patterns: Errors', '12-14 section patterns: Tests'],
  ],
])('[S60] a rule about the project is a convention, one to the model stays: %s', (name, text, expected) => {
  expect(pieces(rules, name, text)).toEqual(expected)
})

test('[S60] instructions are placed by their headings; prompts to the model stay and are listed', () => {
  const text = `# CLAUDE.md

This file provides guidance to Claude Code.

## Project Overview

Shop sells tickets to small venues.

## Build & Test

npm test

## Architecture

Two services.

## Data model

One table.

## Code Style

No \`any\`.

## Session Rules

Ask before you push.

## Gotchas

The clock is UTC.

## Definition of Done

Tests pass.`
  expect(pieces(instructions, 'CLAUDE.md', text)).toEqual([
    '1-3 skipped prompt',
    '5-7 extract snapshot: Shop sells tickets to small venues.',
    '5-7 document design: Project Overview',
    '9-11 section tech: Build & Test',
    '13-19 document design: Architecture',
    '21-23 section patterns: Code Style',
    '25-27 skipped prompt',
    '29-31 document learnings: Gotchas',
    '33-35 section patterns: Definition of Done',
  ])
})

test.each([
  ['CLAUDE.md', '@AGENTS.md\n', ['1-2 skipped pointer']],
  ['AGENTS.md', '# AGENTS.md\n\nInstructions are now in `docs/AGENTS.md`.', ['1-3 skipped pointer']],
  [
    '.github/instructions/go.instructions.md',
    '---\napplyTo: "**/*.go"\n---\n# Go\n\nWrap errors.',
    ['5-6 section patterns: Go (`**/*.go`)'],
  ],
  [
    'GEMINI.md',
    '# 项目\n\n## 构建命令\n\nnpm run build\n\n## 代码规范\n\n不用 any',
    ['3-5 section tech: 构建命令', '7-9 section patterns: 代码规范'],
  ],
])('[S60] a file of instructions that points elsewhere is not followed: %s', (name, text, expected) => {
  expect(pieces(instructions, name, text)).toEqual(expected)
})

test('[S60] project words that agents also use do not make a section a prompt', () => {
  const text = '## Key Dependencies\n\n- React Hook Form\n- a conversation store\n- tool calls of sub-agents\n'
  expect(pieces(instructions, 'CLAUDE.md', text)).toEqual(['1-5 section tech: Key Dependencies'])
})

test('[S60] Memory Bank’s own pointer in AGENTS.md is not imported', () => {
  const pointer = '<!-- memory-bank:start -->\nProject memory: `memory-bank/MEMORY.md`.\n<!-- memory-bank:end -->'
  expect(pieces(instructions, 'AGENTS.md', `# Agents\n\n${pointer}\n\n## Testing\n\nnpm test\n`)).toEqual([
    '3-5 skipped ours',
    '7-9 section tech: Testing',
  ])
  expect(pieces(instructions, 'AGENTS.md', pointer)).toEqual(['1-3 skipped ours', '1-3 skipped placeholder-file'])
})

test('[S60] a section about the user is held back, and a few lines join the larger document', () => {
  const long = Array.from({ length: 20 }, (_, at) => `Part ${at}.`).join('\n')
  const text = `# Memory\n\n## User Preferences\n\n- short answers\n\n## Overview\n\nShop sells tickets to venues.\n\n## Commands\n\nnpm test\n\n## Architecture\n\n${long}`
  expect(pieces(claudeCode, '.claude/memory/MEMORY.md', text)).toEqual([
    '3-5 personal section notes: User Preferences',
    '7-9 extract snapshot: Shop sells tickets to venues.',
    '7-9 document design: Architecture',
    '11-13 section tech: Commands',
    '15-36 document design: Architecture',
  ])
})
