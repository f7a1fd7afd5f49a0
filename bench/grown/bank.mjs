/**
 * Makes a project with a bank: the given facts among filler, in the format on disk (docs/format.md), in
 * a git repository of its own. Indexes come from the program's own `refresh`.
 */

import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const WORDS = {
  en: {
    date: 'Date',
    type: 'Type',
    status: 'Status',
    colon: ': ',
    symptom: 'Symptom',
    cause: 'Root cause',
    solution: 'Solution',
    prevention: 'Prevention',
    description: 'Description',
    acceptance: 'Acceptance criteria',
    why: 'Why',
    givenUp: 'Given up',
    appliesTo: 'Applies to',
  },
  zh: {
    date: '日期',
    type: '类型',
    status: '状态',
    colon: '：',
    symptom: '症状',
    cause: '根因',
    solution: '解决方案',
    prevention: '预防',
    description: '描述',
    acceptance: '验收标准',
    why: '原因',
    givenUp: '取舍',
    appliesTo: '适用范围',
  },
}

/** Writes the project. Returns its entries with the `path` and `text` that a reader sees. */
export function makeBank({ folder, entries, program, env }) {
  const files = new Map()
  const placed = placeEntries(entries, files)
  files.set('README.md', README)
  files.set('memory-bank.json', '{ "team": true }\n')
  files.set('memory-bank/MEMORY.md', writeEntryPage(placed))
  files.set('memory-bank/details/patterns.md', writePatterns(placed))
  files.set('memory-bank/details/tech.md', writeTech(placed))
  files.set('memory-bank/details/progress.md', writeProgress(placed))
  for (const path of sourcePaths(placed)) files.set(path, '// source\n')
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const run = (command, args) => execFileSync(command, args, { cwd: folder, env, encoding: 'utf8', maxBuffer: 1 << 27 })
  run('git', ['init', '-q', '-b', 'main'])
  commit(run)
  run(process.execPath, [program, 'refresh', '--yes', '--lang', 'en'])
  commit(run)
  return { placed, problems: check({ folder, program, env }) }
}

function commit(run) {
  run('git', ['add', '-A'])
  const as = ['-c', 'user.name=Team', '-c', 'user.email=team@example.invalid', '-c', 'commit.gpgsign=false']
  run('git', [...as, 'commit', '-q', '--allow-empty', '-m', 'Keep the bank'])
}

/** The summary line of `check`; empty if there is no problem. */
function check({ folder, program, env }) {
  const made = spawnSync(process.execPath, [program, 'check', '--lang', 'en'], {
    cwd: folder,
    env,
    encoding: 'utf8',
    maxBuffer: 1 << 27,
  })
  const last = `${made.stdout}${made.stderr}`.trim().split('\n').at(-1)
  return last.startsWith('No problems') ? '' : last
}

function placeEntries(entries, files) {
  const slugs = new Set()
  let requirement = 0
  const placed = []
  const sorted = [...entries].sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
  for (const entry of sorted) {
    const words = WORDS[entry.lang]
    if (entry.kind === 'learning') {
      const path = `details/learnings/${slug(entry.title, slugs)}.md`
      const text = writeLearning(entry, words)
      files.set(`memory-bank/${path}`, page(text))
      placed.push({ ...entry, path, text: withoutTitle(text) })
    } else if (entry.kind === 'requirement') {
      requirement += 1
      const number = `REQ-${String(requirement).padStart(3, '0')}`
      const path = `details/requirements/${number}-${slug(entry.title, slugs)}.md`
      const text = writeRequirement(entry, number, words)
      files.set(`memory-bank/${path}`, page(text))
      placed.push({ ...entry, path, text: withoutTitle(text) })
    } else if (entry.kind === 'inbox') {
      const name = slug(entry.title, slugs)
      const path = `inbox/${entry.date}-${name}-${fingerprint(entry.title)}.md`
      files.set(`memory-bank/${path}`, writeInbox(entry, words))
      placed.push({ ...entry, path, text: decisionText(entry, words) })
    } else if (entry.kind === 'decision') {
      placed.push({ ...entry, path: 'details/patterns.md', text: decisionText(entry, words) })
    } else if (entry.kind === 'tech') {
      placed.push({ ...entry, path: 'details/tech.md' })
    } else if (entry.kind === 'answer') {
      placed.push({ ...entry, path: 'MEMORY.md' })
    } else {
      placed.push({ ...entry }) // sections, grouped by file below
    }
  }
  writeSections(placed, files, slugs)
  return placed
}

function withoutTitle(text) {
  return text.slice(text.indexOf('\n')).trim()
}

function writeSections(placed, files, slugs) {
  const pages = new Map()
  for (const entry of placed) {
    if (entry.kind !== 'design' && entry.kind !== 'document') continue
    const key = `${entry.kind} ${entry.file ?? entry.fileTitle}`
    pages.set(key, [...(pages.get(key) ?? []), entry])
  }
  for (const sections of pages.values()) {
    const [first] = sections
    const words = WORDS[first.lang]
    const body = sections.map((it) => `## ${it.title}\n\n${it.text}`).join('\n\n')
    if (first.kind === 'document') {
      files.set(first.file, `# ${first.fileTitle}\n\n${body}\n`)
      for (const it of sections) it.path = first.file
    } else {
      const path = `details/design/${first.file ?? slug(first.fileTitle, slugs)}.md`
      files.set(
        `memory-bank/${path}`,
        page(`# ${first.fileTitle}\n\n- **${words.date}**${words.colon}${first.date}\n\n${body}\n`),
      )
      for (const it of sections) it.path = path
    }
    for (const it of sections) it.title = `${it.fileTitle}: ${it.title}`
  }
}

function writeLearning(entry, words) {
  const parts = ['symptom', 'cause', 'solution', 'prevention'].map((part) => `## ${words[part]}\n\n${entry[part]}\n`)
  const facts = `- **${words.date}**${words.colon}${entry.date}\n- **${words.type}**${words.colon}${entry.type}\n`
  return `# ${entry.title}\n\n${facts}\n${parts.join('\n')}`
}

function writeRequirement(entry, number, words) {
  const facts = `- **${words.status}**${words.colon}${entry.status}\n- **${words.date}**${words.colon}${entry.date}\n`
  const parts = `## ${words.description}\n\n${entry.text}\n\n## ${words.acceptance}\n\n${entry.acceptance}\n`
  return `# ${number}: ${entry.title}\n\n${facts}\n${parts}`
}

function writeInbox(entry, words) {
  const front = `---\nkind: decision\ndate: ${entry.date}\nsaid_by: user\naccepted: ${entry.date} (terminal)\n---\n`
  return `${front}# ${entry.title}\n\n${decisionText(entry, words)}\n`
}

function decisionText(entry, words) {
  return ['why', 'givenUp', 'appliesTo'].map((part) => `- **${words[part]}**${words.colon}${entry[part]}`).join('\n')
}

function writePatterns(placed) {
  const rows = placed
    .filter((it) => it.kind === 'decision')
    .map((it) => `| ${it.date} | ${it.title} | ${it.why} | ${it.givenUp} | ${it.appliesTo} |`)
  const head = '| Date | Decision | Why | Given up | Applies to |\n|---|---|---|---|---|\n'
  return `# Decisions and Conventions\n\n${machine(`A decision has all five parts; the newest stands last.\n\n${head}${rows.join('\n')}\n`)}\n${person('## Notes\n')}`
}

function writeTech(placed) {
  const lines = (section) =>
    placed
      .filter((it) => it.kind === 'tech' && it.section === section)
      .map((it) => `- ${it.text}\n`)
      .join('')
  const stack = '- **Stack**: TypeScript on Node 20, npm workspaces; Postgres 15\n'
  return `# Technology\n\n${machine(`## Stack\n\n${stack}\n## Commands\n\n- **Start**: \`npm start\`\n${lines('Commands')}\n`)}\n${person('## Notes\n')}`
}

function writeProgress(placed) {
  const recent = placed.filter((it) => it.id.startsWith('filler-')).slice(-6)
  const items = (from, to) =>
    recent
      .slice(from, to)
      .map((it) => `- [ ] Follow up: ${it.title}\n`)
      .join('')
  const body = `## In progress\n\n${items(0, 2)}\n## Next\n\n${items(2, 5)}\n## Blocked\n\n## Done (to archive)\n`
  return `# Progress\n\n${machine(body)}\n${person('## Notes\n')}`
}

function writeEntryPage(placed) {
  // Team facts are older than the highlights: the opening must not show them.
  const newest = placed
    .filter((it) => it.kind === 'decision' && it.id.startsWith('filler-'))
    .slice(-20)
    .reverse()
  const highlights = newest.map((it) => `| ${it.title} | ${it.date} | ${it.appliesTo} |\n`).join('')
  const hasRunbook = placed.some((it) => it.kind === 'document')
  const answers = placed
    .filter((it) => it.kind === 'answer')
    .map((it) => `- **${it.title}** ${it.text} → ${linkTo(it.pointer, hasRunbook)}\n`)
    .join('')
  const runbook = hasRunbook ? '| act in an outage | [docs/runbook.md](../docs/runbook.md) |\n' : ''
  const inner = `<!-- MEMORY_BANK_TEMPLATE:v7.1 -->
# Project Memory

## Project Snapshot

- **About**: order and payment backend of a shop platform, with its web app
- **Stack**: TypeScript, Node 20, Postgres

## Current Focus

- Preparing the next sale: load tests and a review of the limits

## Decision Highlights

| Decision | Date | Binds |
|---|---|---|
${highlights}
## Routing Rules（意图驱动）

| When you want to | Read |
|---|---|
| choose a technology, refactor, ask why | \`details/patterns.md\` |
| build, run, test, deploy, add dependencies | \`details/tech.md\` |
| know what is done, next, blocked | \`details/progress.md\` |
| change a designed part | \`details/design/\` |
| implement or accept a requirement | \`details/requirements/\` |
| fix a bug seen before | \`details/learnings/\` |
${runbook}
## Drill-Down Protocol

A route names 1–3 files; for more, \`memory-bank recall\`.

## Write Safety Rules

Propose first; write what the user agreed to. No secrets; user blocks belong to people.

## Top Quick Answers

${answers}
`
  return `${machine(inner)}\n${person('## Notes\n')}`
}

/** A small bank may not have the document that an answer points to. */
function linkTo(pointer, hasRunbook) {
  if (!pointer.startsWith('docs/')) return `[${pointer}](${pointer})`
  return hasRunbook ? `[${pointer}](../${pointer})` : '[details/tech.md](details/tech.md)'
}

/**
 * Creates the files that entries name, except documents, so that no path in the bank is broken. A folder gets a file.
 */
function sourcePaths(placed) {
  const named = placed.flatMap(
    (it) => [it.text, it.solution, it.why, it.appliesTo].join(' ').match(/`[\w./-]+`/g) ?? [],
  )
  const paths = named
    .map((it) => it.slice(1, -1))
    .filter((it) => !/^[./]|\.\./.test(it) && !/\.(md|rst|yaml)$/.test(it))
  const files = paths.filter((it) => /\/?[\w-]+\.\w+$/.test(it))
  const folders = paths.filter(
    (it) =>
      /^(src|web|jobs|db)(\/[\w-]+)*\/?$/.test(it) &&
      !files.some((file) => file.startsWith(`${it.replace(/\/$/, '')}/`)),
  )
  return new Set([...files, ...folders.map((it) => `${it.replace(/\/$/, '')}/index.ts`)])
}

function page(text) {
  return `${machine(text)}\n${person('')}`
}

function machine(text) {
  return `<!-- MACHINE_BLOCK_START -->\n${text}<!-- MACHINE_BLOCK_END -->\n`
}

function person(text) {
  return `<!-- USER_BLOCK_START -->\n${text}<!-- USER_BLOCK_END -->\n`
}

function slug(title, taken) {
  const base = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 56)
    .replace(/-$/, '')
  let name = base
  for (let at = 2; taken.has(name); at += 1) name = `${base}-${at}`
  taken.add(name)
  return name
}

function fingerprint(text) {
  let sum = 0
  for (const char of text) sum = (sum * 31 + char.codePointAt(0)) % 65_536
  return sum.toString(16).padStart(4, '0')
}

const README = `# Shop platform

Orders, payments and the web app of a platform for small merchants.

## Layout

The API is in \`src\`, the web app in \`web\`, scheduled work in \`jobs\`, manifests in \`deploy\`.

## Start

\`npm install\`, then \`npm start\`; the API listens on port 8080.
`
