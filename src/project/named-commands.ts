/**
 * The commands that a project's documents and CI name, with their places in the order of authority (S12): AGENTS.md,
 * CLAUDE.md, CONTRIBUTING, README, then CI.
 *
 * A document names a command in a fenced or indented block or in a code span. A command that a document warns against
 * is never taken, wherever it comes from.
 */

import { codeSpansIn } from '../bank/code-spans.ts'
import { pageOf } from '../bank/page.ts'
import { ciScripts, isCiFile } from './ci-files.ts'
import type { ScannedFile } from './facts.ts'
import type { ProjectCommand } from './manifest-reader.ts'
import { CommandReader } from './read-command.ts'
import type { Scan } from './scan.ts'

export interface NamedCommand extends ProjectCommand {
  readonly source: string
  /** The place of its source in the order of authority. */
  readonly rank: number
}

/** Documents that name commands, highest first. */
const DOCUMENTS: readonly RegExp[] = [
  /^AGENTS?\.md$/,
  /^CLAUDE\.md$/,
  /^(?:\.github\/|docs\/)?CONTRIBUTING\.(?:md|rst|adoc|txt)$/i,
  /^README(?:\.md|\.rst|\.adoc|\.txt)?$/i,
]
const RANK_OF_CI = DOCUMENTS.length
/** The ranks of the project's own scripts, and of the defaults of its ecosystem. */
export const RANKS = { ci: RANK_OF_CI, scripts: RANK_OF_CI + 1, defaults: RANK_OF_CI + 2 } as const

export function isCommandDocument(path: string): boolean {
  return rankOf(path) !== -1
}

/** `own` are the names of the project. */
export function namedCommands(scan: Scan, own: ReadonlySet<string>): readonly NamedCommand[] {
  const reader = new CommandReader(scan, own)
  const read = (file: ScannedFile, rank: number, lines: readonly string[]) =>
    lines.flatMap((line): readonly NamedCommand[] => {
      const found = reader.read(line)
      return found === undefined ? [] : [{ ...found, source: file.path, rank }]
    })
  const documents = scan.files.filter(({ path }) => isCommandDocument(path))
  const ci = scan.files.filter(({ path }) => isCiFile(path))
  return [
    ...documents.flatMap((file) => read(file, rankOf(file.path), linesNamed(file))),
    ...mostUsed(ci.flatMap((file) => read(file, RANK_OF_CI, ciScripts(file).flatMap(linesHere)))),
  ]
}

/** The commands that a document tells people not to run, as written. */
export function warnedAgainst(scan: Scan): (run: string) => boolean {
  const warned = scan.files.filter(({ path }) => isCommandDocument(path)).flatMap(({ text }) => warnedIn(text))
  return (run) => warned.some((one) => run === one || run.startsWith(`${one} `))
}

function rankOf(path: string): number {
  return DOCUMENTS.findIndex((form) => form.test(path))
}

/**
 * The command of each role that CI runs most, the shorter one of two. CI selects parts of the tests, and starts helpers
 * and services, so it does not say how to run one test or the project. CMake's build follows its configuration.
 */
function mostUsed(commands: readonly NamedCommand[]): readonly NamedCommand[] {
  const count = (run: string) => commands.filter((each) => each.run === run).length
  const sorted = commands
    .filter(({ role }) => !['one', 'run', 'services'].includes(role))
    .toSorted((a, b) => count(b.run) - count(a.run) || a.run.length - b.run.length)
  const kindOf = ({ role, run }: NamedCommand) => `${role} ${/^\S*cmake\b/.test(run) && !/ --build /.test(run)}`
  const first = sorted.filter((one, at) => sorted.findIndex((other) => kindOf(other) === kindOf(one)) === at)
  return first.toSorted((a, b) => Number(/ --build /.test(a.run)) - Number(/ --build /.test(b.run)))
}

/** The commands of a document: blocks without a change of folder, and code spans. */
function linesNamed({ text }: ScannedFile): readonly string[] {
  const named: string[] = []
  let block: string[] = []
  let isShell = true
  const close = () => {
    if (isShell) named.push(...linesHere(block.join('\n')))
    block = []
  }
  for (const line of pageOf(text).lines) {
    const fence = line.fenced ? /^\s*(?:```+|~~~+)\s*([\w-]*)/.exec(line.text) : null
    const isBlock = line.fenced || /^(?: {3,}|\t)\s*\$ /.test(line.text)
    if (fence !== null || !isBlock) close()
    if (fence !== null) isShell = SHELLS.has((fence[1] ?? '').toLowerCase())
    else if (isBlock) block.push(line.text)
    else {
      isShell = true
      named.push(...codeSpansIn(line.text).map(({ inner }) => inner))
    }
  }
  close()
  return named
}

const SHELLS: ReadonlySet<string> = new Set([
  '',
  'sh',
  'bash',
  'shell',
  'zsh',
  'console',
  'terminal',
  'shellsession',
  'text',
])

/** The lines of a script up to the first change of folder. Lines below it run elsewhere. */
function linesHere(script: string): readonly string[] {
  const lines = script.replace(/\\\n\s*/g, ' ').split('\n')
  const away = lines.findIndex((line) => /^\s*(?:\$\s+)?(?:cd|pushd)\s/.test(line))
  return away === -1 ? lines : lines.slice(0, away)
}

/** The code spans after a negation, up to the end of its clause. */
function warnedIn(text: string): readonly string[] {
  const prose = pageOf(text)
    .lines.filter((line) => !line.fenced)
    .map((line) => line.text.replace(/^\s*(?:>\s?|[-*+]\s+)+/, ''))
    .join(' ')
  return [...prose.matchAll(NEGATED)].flatMap(([said]) => codeSpansIn(said).map(({ inner }) => inner.trim()))
}

/** These words only leave a command out. They never add one. */
const NEGATED =
  /(?:\b(?:not|never|avoid|instead of|rather than)\b|n['’]t\b|不要|请勿|切勿|不应|不建议|禁止|避免)(?:[^.;:,。；，：\n`—]|`[^`\n]{1,200}`|\.(?=\S)){0,300}/gi
