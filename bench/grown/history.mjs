/**
 * Filler entries from the git history of public projects. A fix becomes a learning, any other commit a
 * decision, and now and then a requirement or a design. The same repositories give the same entries in
 * the same order, so a smaller bank's filler is the beginning of a larger one's.
 */

import { spawnSync } from 'node:child_process'

const COMMITS_READ = 8_000
const NOT_WORTH_AN_ENTRY =
  /^(merge|revert|bump|release|version|v?\d+\.\d+|wip|typo|update (changelog|readme|version|deps)|(chore|build|ci|docs|style)\b.*:|\[?pre-commit)/i
const FIX = /\b(fix(e[sd])?|bug|crash|leak|regression|wrong|broken|avoid|prevent)\b|修复|修正|解决|避免/i
const HAN = /\p{sc=Han}/gu
const COMMIT_LINE = /^(fix|feat|test|refactor|chore|docs|style|perf|ci|build)(\([^)]*\))?!?:/i
const CODE_FILE = /^(?!\.)[\w./-]+\.(tsx?|mts|m?js|vue|java|php|py|go|[ch]|cc|tcl|lua|sh)$/
const TEST_FILE = /(^|[/_.-])(tests?|specs?|__tests__)([/_.-]|$)/i

/** Texts of an entry if the commit gives no reason. */
const PHRASES = {
  en: {
    seen: (subject) => `Seen before the change "${subject}".`,
    came: (named) => `The behaviour came from ${named}.`,
    changed: (named) => `Changed ${named}.`,
    covered: (named) => `Covered by ${named}.`,
    byHand: (named) => `Try it by hand after a change of ${named}.`,
    holds: (named) => `Holds in ${named}.`,
    title: 'How it works',
    needed: (file) => `the code before it did not allow it in ${file}`,
    left: (named) => `leaving ${named} as before`,
  },
  zh: {
    seen: (subject) => `在“${subject}”之前出现。`,
    came: (named) => `原因在 ${named}。`,
    changed: (named) => `修改了 ${named}。`,
    covered: (named) => `由 ${named} 覆盖。`,
    byHand: (named) => `改动 ${named} 后手工验证。`,
    holds: (named) => `在 ${named} 中成立。`,
    title: '工作方式',
    needed: (file) => `${file} 原来的写法做不到`,
    left: (named) => `保持 ${named} 原样`,
  },
}

/** Entries of all repositories in turn, alternating fixes and other commits. */
export function readFiller(repositories) {
  const streams = repositories.map((repository) => {
    const commits = readCommits(repository)
    // Commits with a reason come first, because they make better entries.
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
  const args = [
    '-C',
    repository,
    'log',
    '--no-merges',
    `-n${COMMITS_READ}`,
    `--format=${format}`,
    '--name-only',
    '--no-renames',
  ]
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
    .filter((it) => it.files.length > 0 && saysEnough(it.subject) && !NOT_WORTH_AN_ENTRY.test(it.raw))
}

/** Four words, or eight Chinese characters. */
function saysEnough(text) {
  return text.split(' ').length >= 4 || countHan(text) >= 8
}

function languageOf(text) {
  return countHan(text) * 5 > text.length ? 'zh' : 'en'
}

function countHan(text) {
  return text.match(HAN)?.length ?? 0
}

function makeLearning({ date, subject, paragraphs, files }) {
  const lang = languageOf(subject)
  const say = PHRASES[lang]
  const tests = files.filter((it) => TEST_FILE.test(it))
  const sources = files.filter((it) => !TEST_FILE.test(it))
  const named = namePaths(sources.length > 0 ? sources : files)
  const type = /\b(slow|perf|speed|leak|memory|optimi[sz]e)/i.test(subject) ? 'performance' : 'bug'
  return {
    kind: 'learning',
    lang,
    date,
    type,
    title: subject,
    symptom: shorten(`${say.seen(subject)} ${paragraphs[0] ?? ''}`.trim(), 500),
    cause: shorten(paragraphs[1] ?? say.came(named), 500),
    solution: shorten(`${paragraphs.slice(2).join(' ')} ${say.changed(named)}`.trim(), 600),
    prevention: tests.length > 0 ? say.covered(namePaths(tests)) : say.byHand(named),
    files,
  }
}

function makeOther(commit, at) {
  const { date, subject, paragraphs, files } = commit
  const lang = languageOf(subject)
  const say = PHRASES[lang]
  const named = namePaths(files)
  const text = shorten(paragraphs.join(' ') || subject, 700)
  if (at % 12 === 5) {
    return {
      kind: 'requirement',
      lang,
      date,
      status: 'Done',
      title: subject,
      text,
      acceptance: say.holds(named),
      files,
    }
  }
  if (at % 15 === 7 && text.length > 300) {
    return {
      kind: 'design',
      lang,
      date,
      fileTitle: subject,
      title: say.title,
      text: `${text} ${say.holds(named)}`,
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
    lang,
    date,
    title: subject,
    why: shorten(paragraphs[0] ?? say.needed(files[0]), 350),
    givenUp: shorten(instead ?? say.left(`\`${files[0]}\``), 200),
    appliesTo: named,
    files,
  }
}

function cleanSubject(text) {
  return tidy(
    text
      .replace(/\s*\(#\d+\)/g, '')
      .replace(/^[^\p{L}\p{N}]*(\w+)(\([\w/., -]+\))?!?\s*[:：]\s*/u, (_, kind, scope) =>
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
    .filter((it) => saysEnough(it) && !/automated fixes/.test(it) && !COMMIT_LINE.test(it))
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
  const count = files[0].length > 60 ? 1 : 3
  return files
    .slice(0, count)
    .map((it) => `\`${it}\``)
    .join(', ')
}

function shorten(text, limit) {
  if (text.length <= limit) return text
  const blank = text.lastIndexOf(' ', limit)
  return `${text.slice(0, blank > limit / 2 ? blank : limit)} …`
}
