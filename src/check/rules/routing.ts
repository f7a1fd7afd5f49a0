/** The routes of MEMORY.md lead to one to three places that are there (S5). */

import { pathsIn, routingRules } from '../../bank/routes.ts'
import { type BankPath, baseName, directoryOf } from '../../base/bank-path.ts'
import type { Finding } from '../../bank/finding.ts'
import type { Words } from '../../base/language.ts'
import { BANK_FOLDER, INDEXED_FOLDERS, indexPath, LEGACY, MEMORY, SECTION } from '../../base/layout.ts'
import { LIMITS } from '../../base/limits.ts'
import { BankReach, PLACEHOLDER } from '../link-target.ts'
import type { Rule } from '../rule.ts'

export const routing: Rule = {
  id: 'routing',
  about: { en: 'Routes lead to one to three places that are there.', zh: '每条路由指向 1–3 处存在的文件或文件夹。' },
  check(input) {
    const memory = input.snapshot.files.get(MEMORY)
    if (memory === undefined) return []
    const reach = new BankReach(input)
    const { lines, lineBlocks: blocks } = memory
    // Only the intent-driven section owes the limit; older ones are legacy.
    const current = memory.section(SECTION.routing)
    return routingRules(memory).flatMap((route) => {
      const line = lines[route.line - 1]
      if (line === undefined || blocks?.[route.line - 1] === 'user') return []
      const findings = bareTargets(line.text)
        .filter((path) => !reach.has(`${BANK_FOLDER}/${path}`) && !reach.has(path))
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

/** Links and paths in backticks are for `dead-links` to judge; here it is those written bare. */
function bareTargets(line: string): readonly string[] {
  if (PLACEHOLDER.test(line)) return []
  return pathsIn(line.replace(/\[[^[\]]*\]\([^()]*\)|`[^`]*`/g, ' '), '').filter((path) => !OPTIONAL.has(path))
}

/** Files that a bank may lack and its routes may still name. */
const OPTIONAL: ReadonlySet<string> = new Set([LEGACY, ...INDEXED_FOLDERS.map(indexPath)])

function find(line: number, level: Finding['level'], message: Words, next: Words): Finding {
  return { rule: 'routing', level, path: MEMORY, line, message, next }
}

function missing(path: string): Words {
  return { en: `This route leads to ${path}, which does not exist.`, zh: `该路由指向的 ${path} 不存在。` }
}

function tooMany(count: number): Words {
  return {
    en: `This route leads to ${count} places; at most ${LIMITS.routeFiles}.`,
    zh: `该路由指向 ${count} 处；最多 ${LIMITS.routeFiles} 处。`,
  }
}

const CORRECT: Words = { en: 'Name the file that is meant, or drop the route.', zh: '请写出正确的文件，或去掉该路由。' }
const NARROW: Words = {
  en: 'Name the one to three files to read first, or split the route.',
  zh: '请只写最先要读的 1–3 个文件，或拆成几条路由。',
}
