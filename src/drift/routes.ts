/**
 * Routes that the bank names, against the code that spells routes out.
 *
 * A route is gone if no path of the code has its last fixed part, or if git shows that the code had its last
 * two parts side by side and no longer has them. If the code has no part of a route, it belongs to another program.
 */

import { once } from '../core/once.ts'
import { isDocument } from '../text/document-path.ts'
import { isCodeFile } from '../text/path-in.ts'
import { wordSet } from '../text/word-set.ts'
import { type Codebase, takenOut, UNKNOWN, VALID, type Verdict } from './codebase.ts'
import type { Removal, Repository } from './repository.ts'

export function routesOf(codebase: Codebase): Routes {
  return codebase.computed(readRoutes)
}

function readRoutes(repository: Repository): Routes {
  return new Routes(repository)
}

export class Routes {
  readonly #repository: Repository
  readonly #parts = new Map<string, boolean>()
  readonly #quoted = once(() =>
    this.#code().texts.flatMap((text) =>
      [...text.matchAll(QUOTED_PATH)].map((match) => ({ text: match[1] ?? '', parts: partsOf(match[1] ?? '') })),
    ),
  )
  readonly #code = once(() => {
    const files = this.#repository.files().filter((file) => isCodeFile(file) && !isDocument(file))
    const texts = files
      .slice(0, MOST_FILES)
      .map((file) => (this.#repository.read(file) ?? '').replaceAll(IMPORT_LINE, ''))
    return { files, texts }
  })
  /** How many routes the code spells out. */
  readonly #spelledOut = once(() =>
    this.#code().texts.reduce((count, text) => count + [...text.matchAll(ROUTE_SET)].length, 0),
  )

  constructor(repository: Repository) {
    this.#repository = repository
  }

  /** How code that has the route spells its end: `recent/posts`, or `'/ping` with a quotation mark before it. */
  spellings(route: string): readonly string[] {
    const parts = partsOf(route)
    const end = parts.findLastIndex((part) => FIXED.test(part))
    const last = parts[end]
    if (last === undefined) return []
    const start = parts.slice(0, end).findLastIndex((part) => FIXED.test(part))
    const before = start === -1 ? undefined : parts.slice(start, end).join('/')
    return before === undefined ? [`'/${last}`, `"/${last}`, `\`/${last}`] : [`${before}/${last}`]
  }

  isSpelled(text: string): boolean {
    return this.#code().texts.some((code) => code.includes(text))
  }

  /** Whether the code has the last fixed part of the route. */
  isHere(route: string): boolean {
    const last = partsOf(route).findLast((part) => FIXED.test(part))
    return last !== undefined && this.#hasPart(last)
  }

  judge(route: string, removed: ReadonlyMap<string, Removal>, isAmongOurs: boolean): Verdict {
    const spellings = this.spellings(route)
    const was = spellings.flatMap((one) => removed.get(one) ?? [])[0]
    if (was !== undefined && !this.#stands(route, spellings)) return { kind: 'gone', evidence: takenOut(was) }
    const parts = route.split('/').filter((part) => FIXED.test(part))
    const last = parts.filter((part) => !/^v\d+$/.test(part)).at(-1)
    if (last === undefined || last.length < 3 || OF_FRAMEWORKS.has(last)) return UNKNOWN
    const renamed = this.#renamed(route)
    if (renamed !== undefined)
      return { kind: 'changed', now: renamed, evidence: { en: 'the code has this one', zh: '代码中是这一个' } }
    if (this.#hasPart(last)) return VALID
    const others = parts.filter((part) => part !== last)
    if (!this.#isOurs(others, isAmongOurs && !OF_OPERATIONS.test(last))) return UNKNOWN
    return {
      kind: 'gone',
      evidence: { en: `no route in the code has “${last}”`, zh: `代码中没有包含 “${last}” 的路由` },
    }
  }

  /** If the code has no part of a route, the route belongs to another program. */
  #isOurs(others: readonly string[], isOursAlone: boolean): boolean {
    const isOurs = others.length > 0 ? others.some((part) => this.#hasPart(part)) : isOursAlone
    return isOurs && this.#spelledOut() >= 2
  }

  #stands(route: string, spellings: readonly string[]): boolean {
    return spellings.some((one) => this.isSpelled(one)) || this.#isFile(lastRun(route).join('/'))
  }

  /** The only path in the code that differs from the end of the route in one fixed part, if the code does not have that part anywhere. */
  #renamed(route: string): string | undefined {
    const said = partsOf(route)
    const literals = this.#quoted()
    const endsIn = (literal: readonly string[], differences: number) => {
      const end = said.slice(-literal.length)
      if (end.length !== literal.length) return false
      const pairs = literal.map((part, index) => [part, end[index] ?? ''] as const)
      const apart = pairs.filter(([a, b]) => FIXED.test(a) && FIXED.test(b) && a !== b)
      const same = pairs.filter(([a, b]) => FIXED.test(a) && a === b)
      const alike = pairs.every(([a, b]) => FIXED.test(a) === FIXED.test(b))
      return differences === 0
        ? apart.length === 0 && same.length > 0
        : alike && apart.length === differences && same.length > 0
    }
    if (literals.some(({ parts }) => endsIn(parts, 0))) return undefined
    const near = literals.filter(({ parts }) => parts.length > 1 && endsIn(parts, 1))
    const [only] = near
    if (only === undefined || new Set(near.map(({ text }) => text)).size > 1) return undefined
    const end = said.slice(-only.parts.length)
    const gone = end.find((part, index) => FIXED.test(part) && part !== only.parts[index]) ?? ''
    return this.#hasPart(gone) ? undefined : only.text
  }

  #hasPart(part: string): boolean {
    const known = this.#parts.get(part)
    if (known !== undefined) return known
    const plain = part.replace(/\.\w+$/, '')
    const escaped = plain.replaceAll(/[.-]/g, (character) => `\\${character}`)
    const segment = new RegExp(`["'\`/:]${escaped}(?:["'\`/?:{<#]|\\b)`)
    const has = this.#isFile(plain) || this.#code().texts.some((text) => segment.test(text))
    this.#parts.set(part, has)
    return has
  }

  /** Whether the route is the path of a file, as in frameworks that route by files. */
  #isFile(part: string): boolean {
    const escaped = part.replaceAll(/[.-]/g, (character) => `\\${character}`)
    const named = new RegExp(`[/.]${escaped}(?:[/.]|$)`)
    return this.#code().files.some((file) => ROUTE_FOLDER.test(file) && named.test(file))
  }
}

const QUOTED_PATH = /["'`](\/[\w\-./:{}<>[\]*?$()]{2,100})["'`]/g

function partsOf(route: string): readonly string[] {
  return route.split('/').filter((part) => part !== '')
}

/** The fixed parts at the end of the route. */
function lastRun(route: string): readonly string[] {
  const parts = partsOf(route)
  const end = parts.findLastIndex((part) => FIXED.test(part))
  const start = parts.slice(0, Math.max(0, end)).findLastIndex((part) => !FIXED.test(part))
  return parts.slice(start + 1, end + 1).filter((part) => part.length > 1)
}

/** Frameworks add these to every resource, and the code does not spell them out. */
const OF_FRAMEWORKS = wordSet('new edit create index show docs graphql')
/** Routes that a platform or a proxy answers by itself. */
const OF_OPERATIONS =
  /^(?:health\w*|live(?:z|ness)?|ready(?:z)?|readiness|metrics|status|ping|favicon\.ico|robots\.txt|swagger\S*|openapi\S*)$/i
const FIXED = /^[\w.-]+$/
const MOST_FILES = 2_000
const ROUTE_FOLDER = /(?:^|\/)(?:pages|routes?|api|app|controllers?|handlers?|functions|endpoints|views|resources)\//
const IMPORT_LINE = /^.{0,1000}?(?:\bfrom\s+["']|\brequire\(|\bimport\s).*$/gm

const ROUTE_SET =
  /^[ \t]*(?:get|post|put|patch|delete|resources?|match)\s+[:'"]\/?\w|\b(?:re_)?path\(\s{0,99}r?["']|Route::\w+\(\s{0,99}["']|(?:\.(?:get|post|put|patch|delete|route|use|GET|POST|PUT|PATCH|DELETE|HandleFunc|Handle|Get|Post|Put|Delete)|@(?:\w+\.)?(?:get|post|put|patch|delete|route|Get|Post|Put|Patch|Delete|GetMapping|PostMapping|PutMapping|DeleteMapping|RequestMapping|Controller|Path))\(\s{0,99}(?:path\s{0,9}=\s{0,9})?["'`]\/?[\w/:{}<>-]*["'`]/gm
