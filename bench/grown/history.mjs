/**
 * Filler entries from the git history of public projects. A fix becomes a learning, any other commit a
 * decision, and now and then a requirement or a design. The same repositories give the same entries in
 * the same order, so a smaller bank's filler is the beginning of a larger one's.
 */

import { spawnSync } from 'node:child_process'

const COMMITS_READ = 8_000
const NOT_WORTH_AN_ENTRY =
  /^(merge|revert|bump|release|version|v?\d+\.\d+|wip|typo|update (changelog|readme|version|deps)|(chore|build|ci|docs|style)\b.*:|\[?pre-commit)/i
const FIX = /\b(fix(e[sd])?|bug|crash|leak|regression|wrong|broken|avoid|prevent)\b/i
const COMMIT_LINE = /^(fix|feat|test|refactor|chore|docs|style|perf|ci|build)(\([^)]*\))?!?:/i
const CODE_FILE = /^(?!\.)[\w./-]+\.(tsx?|mts|m?js|py|go|[ch]|cc|tcl|lua|sh)$/
const TEST_FILE = /(^|[/_.-])(tests?|specs?|__tests__)([/_.-]|$)/i

/** Entries of all repositories, taken in turn; fixes and other commits in turn too. */
export function readFiller(repositories) {
  const streams = repositories.map((repository) => {
    const commits = readCommits(repository)
    // A commit that says why makes a better entry: those come first.
    const sorted = [
      ...commits.filter((it) => it.paragraphs.length > 0),
      ...commits.filter((it) => it.paragraphs.length === 0),
    ]
    return { fixes: sorted.filter((it) => FIX.test(it.subject)), others: sorted.filter((it) => !FIX.test(it.subject)) }
  })
  const titles = new Set()
  const entries = []
  const add = (entry) => {
    const key = (entry.fileTitle ?? entry.title).toLowerCase()
    if (titles.has(key)) return
    titles.add(key)
    entries.push({ ...entry, id: `filler-${entries.length}` })
  }
  const longest = Math.max(0, ...streams.map((it) => Math.max(it.fixes.length, it.others.length)))
  for (let at = 0; at < longest; at += 1) {
    for (const { fixes, others } of streams) {
      if (at < fixes.length) add(makeLearning(fixes[at]))
      if (at < others.length) add(makeOther(others[at], at))
    }
  }
  return entries
}

function readCommits(repository) {
  const format = '%x1e%as%x1f%s%x1f%b%x1f'
  const args = ['-C', repository, 'log', '--no-merges', `-n${COMMITS_READ}`, `--format=${format}`, '--name-only']
  const log = spawnSync('git', args, { encoding: 'utf8', maxBuffer: 1 << 28 })
  if (log.status !== 0) throw new Error(`git log failed in ${repository}: ${log.stderr}`)
  return log.stdout
    .split('\x1e')
    .slice(1)
    .map((record) => {
      const [date, subject, body, files] = record.split('\x1f')
      return {
        date,
        raw: subject,
        subject: cleanSubject(subject),
        paragraphs: cleanBody(body),
        files: files.split('\n').filter((it) => CODE_FILE.test(it)),
      }
    })
    .filter((it) => it.files.length > 0 && it.subject.split(' ').length >= 4 && !NOT_WORTH_AN_ENTRY.test(it.raw))
}

function makeLearning({ date, subject, paragraphs, files }) {
  const tests = files.filter((it) => TEST_FILE.test(it))
  const sources = files.filter((it) => !TEST_FILE.test(it))
  const named = namePaths(sources.length > 0 ? sources : files)
  const type = /\b(slow|perf|speed|leak|memory|optimi[sz]e)/i.test(subject) ? 'performance' : 'bug'
  return {
    kind: 'learning',
    lang: 'en',
    date,
    type,
    title: subject,
    symptom: shorten(`Seen before the change "${subject}". ${paragraphs[0] ?? ''}`, 500),
    cause: shorten(paragraphs[1] ?? `The behaviour came from ${named}.`, 500),
    solution: shorten(`${paragraphs.slice(2).join(' ')} Changed ${named}.`.trim(), 600),
    prevention: tests.length > 0 ? `Covered by ${namePaths(tests)}.` : `Try it by hand after a change of ${named}.`,
    files,
  }
}

function makeOther(commit, at) {
  const { date, subject, paragraphs, files } = commit
  const named = namePaths(files)
  const text = shorten(paragraphs.join(' ') || subject, 700)
  if (at % 12 === 5) {
    return {
      kind: 'requirement',
      lang: 'en',
      date,
      status: 'Done',
      title: subject,
      text,
      acceptance: `Holds in ${named}.`,
      files,
    }
  }
  if (at % 15 === 7 && text.length > 300) {
    return {
      kind: 'design',
      lang: 'en',
      date,
      fileTitle: subject,
      title: 'How it works',
      text: `${text} See ${named}.`,
      files,
    }
  }
  const instead = paragraphs
    .flatMap((it) => it.split(/(?<=\.)\s+/))
    .find(
      (it) => it !== paragraphs[0] && /\b(instead of|rather than|no longer|removed?|replaces?|drop(ped)?)\b/i.test(it),
    )
  return {
    kind: 'decision',
    lang: 'en',
    date,
    title: subject,
    why: shorten(paragraphs[0] ?? `the code before it did not allow it in ${files[0]}`, 350),
    givenUp: shorten(instead ?? `leaving ${named} as before`, 200),
    appliesTo: named,
    files,
  }
}

function cleanSubject(text) {
  return tidy(
    text
      .replace(/\s*\(#\d+\)/g, '')
      .replace(/^(\w+)(\([\w/., -]+\))?!?:\s*/, (_, kind, scope) =>
        kind === 'fix' ? `Fix ${scope ? `${scope.slice(1, -1)}: ` : ''}` : scope ? `${scope.slice(1, -1)}: ` : '',
      ),
  ).slice(0, 140)
}

function cleanBody(text) {
  return text
    .replace(/```[\s\S]*?(```|$)/g, ' ')
    .replace(/^([A-Z][\w-]+-by|Conflicts|Closes|Fixes|Refs?):?\s.*$/gim, '')
    .split(/\n\s*\n/)
    .map((it) => tidy(it.replace(/^[\s>#*+|=-]+/gm, '')))
    .filter((it) => it.split(' ').length >= 4 && !/automated fixes/.test(it) && !COMMIT_LINE.test(it))
}

/** One line without markup, addresses or long tokens, which would break the page or look like a secret. */
function tidy(text) {
  return text
    .replace(/<!--[\s\S]*?(-->|$)/g, ' ')
    .replace(/<\/?[a-z][^>]*>/gi, ' ')
    .replace(/\S+@\S+/g, ' ')
    .replace(/https?:\/\/\S+/g, ' ')
    .replace(/[^\s]{48,}/g, ' ')
    .replace(/(\.\w{1,4}):\d+/g, '$1')
    .replace(/[`|\\[\]]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

function namePaths(files) {
  return files
    .slice(0, 3)
    .map((it) => `\`${it}\``)
    .join(', ')
}

function shorten(text, limit) {
  if (text.length <= limit) return text
  return `${text.slice(0, text.lastIndexOf(' ', limit))} …`
}
