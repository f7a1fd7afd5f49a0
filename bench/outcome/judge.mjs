/** Judges the code that an agent added by the rules of the task. Documents, tests and banks do not count. */

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** `task` has `must` and `mustNot`: lists of `{ pattern, why }`. */
export function judge(task, folder) {
  const code = addedCode(folder, task.commit)
  const has = ({ pattern }) => new RegExp(pattern, 'i').test(code)
  const reasons = [
    ...(code.trim() === '' ? ['no code was added'] : []),
    ...task.must.filter((one) => !has(one)).map(({ why }) => `lacks: ${why}`),
    ...task.mustNot.filter(has).map(({ why }) => `has: ${why}`),
  ]
  return { right: reasons.length === 0, reasons }
}

/** Lines added since the arm was prepared, committed or not, without comments. */
function addedCode(folder, commit) {
  const git = (...args) =>
    execFileSync('git', ['-c', 'core.quotepath=off', ...args], { cwd: folder, encoding: 'utf8', maxBuffer: 1024 ** 3 })
  const arm = git('log', '-1', '--format=%H', '--grep=^what the arm adds$').trim()
  const isThere = git('rev-list', '--all').includes(commit)
  const base = arm !== '' ? arm : isThere ? commit : 'HEAD'
  const changed = git('diff', '--name-only', '--diff-filter=d', base).split('\n')
  const fresh = git('ls-files', '--others', '--exclude-standard').split('\n')
  return [
    ...changed.filter(isCode).map((path) => {
      const lines = git('diff', '-U0', base, '--', path).split('\n')
      return lines
        .filter((line) => /^\+(?!\+\+)/.test(line))
        .map((line) => line.slice(1))
        .join('\n')
    }),
    ...fresh.filter(isCode).map((path) => readFileSync(join(folder, path), 'utf8')),
  ]
    .map(withoutComments)
    .join('\n')
}

function isCode(path) {
  if (!/\.(?:go|py|ts|tsx|js|php|java)$/.test(path)) return false
  return !/(?:^|\/)(?:tests?|memory-bank|docs?)\/|_test\.go$|\.test\.tsx?$|(?:^|\/)test_[^/]*\.py$|Tests?\.(?:java|php)$/.test(
    path,
  )
}

/** Comments do not count. Strings that look like a comment are rare enough. */
function withoutComments(code) {
  return code
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/"""[\s\S]*?"""/g, '')
    .replace(/^\s*(?:\/\/|#(?!\[)|\*).*$/gm, '')
    .replace(/\s(?:\/\/|#)\s.*$/gm, '')
}
