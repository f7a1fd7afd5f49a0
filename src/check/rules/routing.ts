/** Each route of MEMORY.md leads to one to three existing places (S5). */

import { pathsIn, routingRules } from '../../bank/routes.ts'
import { type BankPath, baseName, directoryOf } from '../../base/bank-path.ts'
import type { Words } from '../../base/language.ts'
import { BANK_FOLDER, INDEXED_FOLDERS, indexPath, LEGACY, MEMORY, SECTION } from '../../base/layout.ts'
import { LIMITS } from '../../base/limits.ts'
import { KnownPaths, PLACEHOLDER } from '../link-target.ts'
import { type CheckRule, type Report, report } from '../rule.ts'

export const routing: CheckRule = {
  id: 'routing',
  about: { en: 'Each route leads to one to three existing places.', zh: '每条路由指向 1–3 处存在的文件或目录。' },
  check(input) {
    const memory = input.snapshot.files.get(MEMORY)
    if (memory === undefined) return []
    const knownPaths = new KnownPaths(input)
    const { lines, lineBlocks: blocks } = memory
    // The limit applies to the current routing section. Older forms of it are left alone.
    const current = memory.section(SECTION.routing)
    return routingRules(memory).flatMap((route) => {
      const line = lines[route.line - 1]
      if (line === undefined || blocks?.[route.line - 1] === 'user') return []
      const findings = bareTargets(line.text)
        .filter((path) => !knownPaths.has(`${BANK_FOLDER}/${path}`) && !knownPaths.has(path))
        .map((path) => find(route.line, 'error', missing(path), CORRECT))
      const isCurrent = current !== undefined && current.start < line.start && line.start < current.end
      const places = placesIn(route.targets)
      if (isCurrent && places > LIMITS.routeFiles) findings.push(find(route.line, 'warning', tooMany(places), NARROW))
      return findings
    })
  },
}

/** A folder and its index are one place. */
function placesIn(targets: readonly BankPath[]): number {
  return new Set(targets.map((path) => (baseName(path) === 'index.md' ? directoryOf(path) : path))).size
}

/** Paths written without a link or backticks, which `dead-links` does not check. */
function bareTargets(line: string): readonly string[] {
  if (PLACEHOLDER.test(line)) return []
  return pathsIn(line.replace(/\[[^[\]]*\]\([^()]*\)|`[^`]*`/g, ' '), '').filter((path) => !OPTIONAL.has(path))
}

/** Files that routes may name although a healthy bank may lack them. */
const OPTIONAL: ReadonlySet<string> = new Set([LEGACY, ...INDEXED_FOLDERS.map(indexPath)])

function find(line: number, level: Report['level'], message: Words, next: Words): Report {
  return report(level, MEMORY, line, message, next)
}

function missing(path: string): Words {
  return { en: `This route leads to ${path}, which does not exist.`, zh: `该路由指向的 ${path} 不存在。` }
}

function tooMany(count: number): Words {
  return {
    en: `This route leads to ${count} places; the limit is ${LIMITS.routeFiles}.`,
    zh: `该路由指向 ${count} 处，上限为 ${LIMITS.routeFiles} 处。`,
  }
}

const CORRECT: Words = { en: 'Name the right file, or delete the route.', zh: '请改为正确的文件，或删去该路由。' }
const NARROW: Words = {
  en: 'Keep the one to three files to read first, or split the route.',
  zh: '请只写最先要读的 1–3 个文件，或拆成几条路由。',
}
