/**
 * Finds what recent commits may teach: reverts, fixes with a cause, files that change together, files that change most.
 *
 * Only existing source files count: documents, tests, lock files and manifests follow other changes.
 */

import type { Language } from '../base/language.ts'
import { wordSet } from '../base/word-set.ts'
import { wordTable } from '../base/word-table.ts'
import { RECENT_COMMITS, type WorkItem } from './worklist.ts'

export interface PastCommit {
  readonly hash: string
  /** YYYY-MM-DD */
  readonly date: string
  readonly subject: string
  readonly body: string
  readonly files: readonly string[]
}

export type History = Readonly<Record<'reverts' | 'fixes' | 'together' | 'busy', readonly WorkItem[]>>

/** `commits` are newest first; `files` are the repository's files now. */
export function readHistory(commits: readonly PastCommit[], files: readonly string[], language: Language): History {
  const there = new Set(files.filter(isWork))
  const worked = commits.map((commit) => ({ ...commit, files: commit.files.filter((file) => there.has(file)) }))
  const recent = worked.slice(0, RECENT_COMMITS)
  const nameIn = shortNames(there)
  return {
    reverts: revertsIn(worked).map((commit) => itemOf(commit, nameIn)),
    fixes: fixesIn(worked).map((commit) => itemOf(commit, nameIn)),
    together: togetherIn(recent, nameIn, language),
    busy: busyIn(recent, language),
  }
}

/** The file name if it is unique, since a path may be longer than the rest of the item. */
function shortNames(files: ReadonlySet<string>): (path: string) => string {
  const counts = new Map<string, number>()
  for (const file of files) counts.set(nameOf(file), (counts.get(nameOf(file)) ?? 0) + 1)
  return (path) => (counts.get(nameOf(path)) === 1 ? nameOf(path) : path)
}

/** Reverts that are still in effect: omits a revert that was itself reverted or reapplied. */
function revertsIn(commits: readonly PastCommit[]): readonly PastCommit[] {
  const subjects = new Set(commits.map(({ subject }) => subject))
  const quoted = (subject: string) => /^revert[\s:]+["“](.+)["”]/i.exec(subject)?.[1]
  const broughtBack = new Set(commits.flatMap(({ subject }) => quoted(quoted(subject) ?? '') ?? []))
  return commits.filter(({ subject, files }) => {
    if (files.length === 0) return false
    const what = quoted(subject)
    if (what === undefined) return tellsOfRevert(subject)
    const isBack = broughtBack.has(what) || subjects.has(`Reapply "${what}"`)
    return !isBack && !TRIVIAL.holds(what) && !/^revert/i.test(what)
  })
}

/** True if a subject without git's `Revert "…"` form still says what was reverted. */
function tellsOfRevert(subject: string): boolean {
  if (REVERTS.opening(subject) === '' || TRIVIAL.holds(subject)) return false
  return REVERTS.without(subject).trim().length >= SHORTEST_REVERT
}

/** Fixes, ordered by how much they say about the cause, then newest first. */
function fixesIn(commits: readonly PastCommit[]): readonly PastCommit[] {
  return commits
    .map((commit, index) => ({ commit, index, worth: worthOf(commit) + (index < RECENT_COMMITS / 3 ? 1 : 0) }))
    .filter(({ commit, worth }) => isFix(commit) && worth >= LEAST_WORTH)
    .toSorted((a, b) => b.worth - a.worth || a.index - b.index)
    .map(({ commit }) => commit)
    .filter(({ subject }, index, all) => all.findIndex((one) => one.subject === subject) === index)
}

function isFix({ subject, files }: PastCommit): boolean {
  return files.length > 0 && files.length <= MOST_FIXED && FIXES.holds(subject) && !TRIVIAL.holds(subject)
}

const LEAST_WORTH = 2
/** A shorter rest says only "roll back". */
const SHORTEST_REVERT = 5
const MOST_FIXED = 12

function worthOf({ subject, body, files }: PastCommit): number {
  const told = body.replace(/^[\w-]+-by:.*$|^(?:fixes|closes|refs?)\b.*$/gim, '').trim()
  const isTold = told.length >= 120 ? 2 : 0
  const hasCause = CAUSES.holds(subject) ? 2 : CAUSES.holds(told) ? 1 : 0
  return isTold + hasCause + (files.length <= 4 ? 1 : 0)
}

/** Pairs of files that seldom change alone and have unrelated names. Each file appears once. */
function togetherIn(
  commits: readonly PastCommit[],
  nameIn: (path: string) => string,
  language: Language,
): readonly WorkItem[] {
  const alone = new Map<string, number>()
  const pairs = new Map<string, { readonly a: string; readonly b: string; count: number; readonly hash: string }>()
  for (const { files, hash } of commits) {
    if (files.length > MOST_TOGETHER) continue
    const sorted = files.toSorted()
    for (const [index, a] of sorted.entries()) {
      alone.set(a, (alone.get(a) ?? 0) + 1)
      for (const b of sorted.slice(index + 1)) {
        if (areKin(a, b)) continue
        const pair = pairs.get(`${a}\0${b}`) ?? { a, b, count: 0, hash }
        pair.count += 1
        pairs.set(`${a}\0${b}`, pair)
      }
    }
  }
  const taken = new Set<string>()
  return [...pairs.values()]
    .map((pair) => {
      const [of = 0, more = 0] = [alone.get(pair.a) ?? 0, alone.get(pair.b) ?? 0].toSorted((x, y) => x - y)
      return { ...pair, of, bond: (pair.count * pair.count) / more }
    })
    .filter(({ count, of }) => count >= LEAST_TOGETHER && count / of >= LEAST_SHARE)
    .toSorted((x, y) => y.bond - x.bond || (x.a + x.b < y.a + y.b ? -1 : 1))
    .filter(({ a, b }) => {
      if (taken.has(a) || taken.has(b)) return false
      taken.add(a).add(b)
      return true
    })
    .map(({ a, b, count, of, hash }) => ({
      place: hash,
      text: {
        en: `${nameIn(a)} with ${nameIn(b)}, in ${count} of ${of} changes`,
        zh: `${nameIn(a)} 与 ${nameIn(b)}，${of} 次改动中有 ${count} 次同时改`,
      }[language],
    }))
}

const MOST_TOGETHER = 12
const LEAST_TOGETHER = 4
const LEAST_SHARE = 0.6

/** True if one name derives from the other: `cart.ts` and `cart.css`, `UserService.java` and `UserServiceImpl.java`. */
function areKin(a: string, b: string): boolean {
  const [x, y] = [stemOf(a), stemOf(b)]
  return x === y || (Math.min(x.length, y.length) > 3 && (x.includes(y) || y.includes(x)))
}

function stemOf(path: string): string {
  return nameOf(path)
    .replace(/\..*$/, '')
    .replace(/^I(?=[A-Z])|Impl$|Mapper$/g, '')
    .toLowerCase()
}

function busyIn(commits: readonly PastCommit[], language: Language): readonly WorkItem[] {
  const counts = new Map<string, { changes: number; fixes: number; readonly last: string }>()
  for (const commit of commits) {
    if (commit.files.length > MOST_BUSY_FILES) continue
    for (const file of commit.files) {
      const known = counts.get(file) ?? { changes: 0, fixes: 0, last: commit.hash }
      known.changes += 1
      if (isFix(commit)) known.fixes += 1
      counts.set(file, known)
    }
  }
  // Files that are often fixed teach more than files that merely grow.
  const weight = ({ changes, fixes }: { readonly changes: number; readonly fixes: number }) => changes + 3 * fixes
  return [...counts]
    .filter(([, { changes, fixes }]) => changes >= (fixes > 0 ? LEAST_BUSY : LEAST_WITHOUT_FIX))
    .toSorted(([a, x], [b, y]) => weight(y) - weight(x) || (a < b ? -1 : 1))
    .map(([file, { changes, fixes, last }]) => ({
      place: file,
      text: {
        en: `${changes} changes, ${fixes} of them fixes; last ${last}`,
        zh: `改动 ${changes} 次，其中修复 ${fixes} 次；最近 ${last}`,
      }[language],
    }))
}

const LEAST_BUSY = 5
const LEAST_WITHOUT_FIX = 20
const MOST_BUSY_FILES = 30

function itemOf({ hash, date, subject, files }: PastCommit, nameIn: (path: string) => string): WorkItem {
  const [first = '', ...others] = files
  const more = others.length === 0 ? '' : ` +${others.length}`
  const said = subject.length <= LONGEST_SUBJECT ? subject : `${subject.slice(0, LONGEST_SUBJECT - 1).toWellFormed()}…`
  return { place: hash, text: `${date} ${said} (${nameIn(first)}${more})` }
}

const LONGEST_SUBJECT = 90

function isWork(path: string): boolean {
  const name = nameOf(path)
  if (NOT_WORK.test(name) || FOLLOWERS.has(name.toLowerCase())) return false
  return !path.split('/').some((part, index, parts) => (index < parts.length - 1 ? ASIDE.has(part) : isTest(part)))
}

/** `cart.test.ts`, `cart_test.go`, `test_cart.py`, `CartTests.java`. */
function isTest(name: string): boolean {
  return /(?:^|[._-])(?:tests?|spec)(?:[._-]|$)|(?:Tests?|Spec)\.\w+$/.test(name)
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

const NOT_WORK =
  /^\.|\.(?:md|mdx|markdown|rst|adoc|txt|lock|lockb|sum|png|jpe?g|gif|svg|ico|webp|pdf|snap|map|csv|api|feature|csproj|sln|gemspec|nuspec|woff2?|ttf|docx?|xlsx?)$|lock\.(?:json|ya?ml)$|\.min\.|^changelog|^_*version/i

/** Files that change because something else did. */
const FOLLOWERS = wordSet(
  `package.json pnpm-workspace.yaml composer.json pyproject.toml setup.py setup.cfg cargo.toml go.mod go.work gemfile pom.xml
  build.gradle build.gradle.kts gradle.properties libs.versions.toml directory.packages.props version.rb __about__.py
  lerna.json gradlew gradlew.bat gradle-wrapper.properties mvnw mvnw.cmd maven-wrapper.properties schema.rb structure.sql`,
)
const ASIDE = wordSet(
  `.github .changeset .vscode .idea test tests features __tests__ __snapshots__ spec specs testdata fixtures e2e docs doc examples example
  samples locale locales i18n lang langs swagger node_modules vendor third_party dist memory-bank`,
)

const REVERTS = wordTable('revert|reverts|reverted|roll back|rollback|back out|回滚|回退|撤销|撤回|还原')
const FIXES = wordTable(
  'fix|fixes|fixed|bug|bugfix|hotfix|regression|workaround|修复|修正|解决|race|deadlock|leak|crash',
)
/** Fixes of something other than the product. */
const TRIVIAL = wordTable(
  `typo(s)|lint|linter|mypy|pyright|typing|type error(s)|type hint(s)|annotation(s)|documentation|codespell|spelling|spell|format|formatting|whitespace|docs|doc|docstring(s)|readme|
  changelog|comment(s)|license|copyright|ci|travis|workflow|rtd|bump|deps|dependency|test|tests|testing|flaky|link(s)|badge|import order|
  unused|warnings|style|rubocop|prettier|eslint|wording|grammar|example(s)|错别字|注释|文档|格式|拼写|示例|优化代码|升级`,
)
const CAUSES = wordTable(
  `because|due to|caused by|root cause|race|deadlock|leak(s)|panic(s)|crash(es)|regression|corrupt*|infinite|overflow|concurren*|stale|
  memory|security|bypass|injection|timeout(s)|encoding|timezone|workaround|hang(s)|duplicate*|lost|data loss|backward*|incompatib*|windows|
  因为|由于|导致|死锁|泄漏|并发|竞态|崩溃|失效|污染|空指针|越权|注入|溢出|超时|乱码|时区|丢失|重复|异常|无法|不生效|兼容`,
)
