/**
 * Puts the paths, commands and packages of a text in backticks, so that they can be checked against the code later
 * (S51).
 *
 * Only unambiguous names are marked. Existing code, links, addresses and fences are skipped, so marking twice changes
 * nothing.
 */

import { codeSpansIn } from '../../bank/code-spans.ts'
import { pageOf } from '../../bank/page.ts'
import { isCommittedKind, pathIn } from '../../bank/path-in.ts'
import { applySplices } from '../../bank/tables.ts'
import { wordSet } from '../../base/word-set.ts'

export function markNames(text: string): string {
  return pageOf(text)
    .lines.map((line) => {
      const ending = text.slice(line.start + line.text.length, line.end)
      return (line.fenced || !MAY_NAME.test(line.text) ? line.text : markLine(line.text)) + ending
    })
    .join('')
}

const MAY_NAME = /[\w)]\.[a-z]|\/|@|==|\b(?:npm|pnpm|yarn|bun|deno|cargo|go|make|docker|uv|poetry|composer) [a-z]/

function markLine(line: string): string {
  const hide = (found: string) => HIDDEN.repeat(found.length)
  const spans = codeSpansIn(line).map(({ start, end }) => ({ start, end, text: HIDDEN.repeat(end - start) }))
  const seen = applySplices(line, spans).replaceAll(KEPT, hide)
  // An unpaired backtick would turn what follows into code.
  if (seen.includes('`')) return line
  const named = [...commandsIn(seen), ...packagesIn(seen), ...pathsIn(seen)]
  const marked = named.filter(
    (one, at) => !named.slice(0, at).some((other) => other.start < one.end && one.start < other.end),
  )
  return applySplices(
    line,
    marked
      .toSorted((a, b) => a.start - b.start)
      .map((one) => ({ ...one, text: `\`${line.slice(one.start, one.end)}\`` })),
  )
}

const HIDDEN = '\u0001'
/** Links, addresses, tags and quotations are not searched. */
const KEPT = /!?\[[^\][]{0,400}\]\([^()\s]{0,400}\)|\bhttps?:\/\/[^\s)>]+|<[^<>]{1,400}>|"[^"]{1,400}"|“[^”]{1,400}”/g

interface Range {
  readonly start: number
  readonly end: number
}

function rangesOf(text: string, pattern: RegExp, isMeant: (found: string) => boolean): readonly Range[] {
  return [...text.matchAll(pattern)].flatMap((match) => {
    const found = match[0].endsWith('/...') ? match[0] : match[0].replace(/(?<![.,;:-])[.,;:-]+$/, '')
    return isMeant(found) ? [{ start: match.index, end: match.index + found.length }] : []
  })
}

function pathsIn(text: string): readonly Range[] {
  return rangesOf(text, PATH, (found) => {
    const path = pathIn(found)
    if (path === undefined || PRODUCTS.has(found.toLowerCase())) return false
    return isCommittedKind(path.file) ? path.file.includes('.') : SOURCES.has(found.slice(0, found.indexOf('/')))
  })
}

const PATH =
  /(?<![\w@./:\\~$%#*=-])\.?(?:[\w@][\w@.-]{0,80}\/){0,12}[\w@.-]{1,80}(?:\/|:\d{1,6}(?:-\d{1,6})?)?(?![\w/@-])/g
const PRODUCTS = wordSet('node.js next.js nuxt.js vue.js react.js express.js nest.js three.js d3.js chart.js moment.js')
const SOURCES = wordSet('src lib app apps packages cmd internal pkg crates tests test scripts docs')

function packagesIn(text: string): readonly Range[] {
  return rangesOf(text, PACKAGE, () => true)
}

const PACKAGE =
  /(?<![\w@./-])(?:@[a-z\d][\w.-]{0,60}\/[a-z\d][\w.-]{0,60}(?:@[\^~]?\d[\w.]{0,20})?|[a-z][\w.-]{1,60}(?:==|@[\^~]?)\d+(?:\.\d+){1,3}|(?:github|gitlab)\.com(?:\/[\w.-]{1,60}){2,5})(?![\w/@])/g

function commandsIn(text: string): readonly Range[] {
  return rangesOf(text, COMMAND, (found) => {
    const [program = '', verb = '', name] = found.split(/\s+/)
    if (program === 'make') return /[-_]/.test(verb)
    if (NAMES_SCRIPT.has(verb)) return name !== undefined && (program !== 'go' || /[./]/.test(name))
    return VERBS[program]?.has(verb) === true && (program !== 'go' || name !== undefined)
  })
}

/** A program and its verb, the script name after `run`, and following options or paths. */
const COMMAND =
  /(?<![\w./-])(?:(?:npm|pnpm|yarn|bun|composer|uv|poetry) run [\w:.-]{1,60}|deno task [\w:.-]{1,60}|(?:npm|pnpm|yarn|bun|deno|cargo|go|make|uv|poetry|composer) [a-z][\w:-]{1,40}|docker compose (?:up|down|build|pull|ps|stop))(?: (?:-{1,2}[\w=./:@-]{1,60}|\.{1,2}\/[\w./*-]{0,80}|[\w@.-]{1,60}\/[\w./@*-]{1,80})){0,6}(?![\w/-])/g
const NAMES_SCRIPT = wordSet('run task')
const VERBS: Readonly<Record<string, ReadonlySet<string>>> = {
  npm: wordSet('test ci install start publish pack'),
  pnpm: wordSet('test install publish pack'),
  yarn: wordSet('test install publish pack'),
  bun: wordSet('test install publish'),
  deno: wordSet('test lint fmt'),
  cargo: wordSet('build test run check clippy fmt bench doc'),
  go: wordSet('build test run vet generate'),
  docker: wordSet('compose'),
  uv: wordSet('sync lock'),
  poetry: wordSet('install lock'),
  composer: wordSet('install test'),
}
