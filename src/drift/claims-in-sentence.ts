/** One sentence of the bank → the paths, symbols, commands, variables, ports, routes and versions it claims. */

import type { BankPath } from '../core/bank-path.ts'
import type { Claim, Place } from './claim.ts'
import { claimsInCommand, isCommand } from './claims-in-command.ts'
import { portsIn, routeIn, variableIn } from './claims-of-runtime.ts'
import { codeName, symbolClaims } from './claims-of-symbols.ts'
import { dependenciesIn, versionsIn } from './claims-of-versions.ts'
import type { Sentence } from './passages.ts'
import { isMadeUp, type NamedPath, pathIn } from './path-in.ts'
import { codeIn, type Span, spansOf } from './spans.ts'
import { isDenied, isExample } from './standing.ts'

export function claimsInSentence(sentence: Sentence, path: BankPath): readonly Claim[] {
  const spans = spansOf(sentence)
  const placed = (offset: number, text: string): Place => ({
    path,
    line: sentence.lineAt(offset),
    text,
    standing: sentence.standing,
  })
  const claims: Claim[] = []
  const named = spans.map((span) => (isCommand(span.text) ? undefined : pathIn(span.text)))
  for (const [index, span] of spans.entries()) {
    if (isDenied(sentence.masked, span.offset)) continue
    const place = placed(span.offset, span.text)
    const found = named[index]
    const route = routeIn(span, sentence)
    const variable = variableIn(span.text, sentence)
    if (route !== undefined) claims.push({ ...place, kind: 'route', route, section: sentence.heading })
    else if (span.inCode && isCommand(span.text)) claims.push(...commandClaims(span.text, place))
    else if (variable !== undefined)
      claims.push({ ...place, kind: 'variable', name: variable, section: sentence.heading })
    else if (found !== undefined && !span.inLink) claims.push(...pathClaims(found, place, span, sentence, spans))
    else if (span.inCode && found === undefined) claims.push(...symbolClaims(span, place, spans, named, sentence))
  }
  if (sentence.standing === 'now') {
    claims.push(...portsIn(sentence, placed))
    claims.push(...dependenciesIn(sentence, placed))
  }
  // What is made in production is made with the same versions.
  if (sentence.standing === 'now' || !isExample(sentence.masked))
    claims.push(
      ...versionsIn(
        sentence,
        (offset, text) => ({ ...placed(offset, text), standing: 'now' }),
        pinnedIn(spans, named, sentence),
      ),
    )
  return claims
}

/** The file that a version is said to be pinned in. */
function pinnedIn(
  spans: readonly Span[],
  named: readonly (NamedPath | undefined)[],
  { masked }: Sentence,
): string | undefined {
  const at = spans.findIndex(
    (span, index) =>
      named[index] !== undefined && PINNED.test(masked.slice(Math.max(0, span.offset - 40), span.offset)),
  )
  return named[at]?.file
}

const PINNED =
  /\b(?:pinned|declared|set|fixed|specified|defined|locked|configured) (?:in|by)\s+$|(?:锁定?|固定|声明|定义|写)(?:死)?(?:在|于)\s*$/i

function commandClaims(command: string, place: Place): readonly Claim[] {
  return claimsInCommand(command).map(({ need, text }) => {
    const said = { ...place, text }
    if (need.kind !== 'file') return { ...said, ...need }
    const { file, folder, needed } = need
    return {
      ...said,
      kind: 'path',
      file,
      folder,
      lines: undefined,
      located: true,
      needed,
      symbol: undefined,
      beside: [],
      section: '',
    }
  })
}

function pathClaims(
  named: NamedPath,
  place: Place,
  span: Span,
  sentence: Sentence,
  spans: readonly Span[],
): readonly Claim[] {
  const { file, folder, lines, hash, symbol } = named
  if (/^(?:memory-bank|details)\//.test(file) || isBeforeArrow(span, sentence)) return []
  if (hash !== undefined && lines !== undefined)
    return [{ ...place, kind: 'anchor', anchor: { file, from: lines.from, to: lines.to, hash } }]
  if (isMadeUp(file)) return []
  const located = sentence.leads ? span.offset < 6 || isLocated(span, sentence) : isLocated(span, sentence)
  const others = spans.filter((other) => other !== span && other.inCode && pathIn(other.text) === undefined)
  const [only] = others
  const standsThere =
    lines !== undefined && others.length === 1 && only !== undefined ? codeName(only.text)?.name : undefined
  const at = spans.indexOf(span)
  const around = spans.slice(Math.max(0, at - NEAR), at + NEAR).filter((other) => other !== span)
  const beside = [...around.map((other) => other.text), ...codeIn(sentence.beside).slice(0, NEAR)].flatMap((text) => {
    const path = pathIn(text)
    return path === undefined || path.folder ? [] : [path.file]
  })
  const claim: Claim = {
    ...place,
    kind: 'path',
    file,
    folder,
    lines,
    located,
    needed: false,
    symbol: standsThere,
    beside,
    section: sentence.heading,
  }
  if (symbol === undefined) return [claim]
  return [
    claim,
    {
      ...place,
      kind: 'symbol',
      name: symbol,
      file,
      nearby: [],
      owner: undefined,
      inTable: false,
      peers: [],
      foreign: false,
      section: sentence.heading,
    },
  ]
}

/** As many names as one looks at together. */
const NEAR = 8

/** `old.ts` → `new.ts`: what goes before the arrow may well be what is no more. */
function isBeforeArrow(span: Span, { masked }: Sentence): boolean {
  return /^\s*(?:→|->|=>|⇒|➜)/.test(masked.slice(span.end))
}

function isLocated(span: Span, { masked, heading }: Sentence): boolean {
  return (
    PLACE_BEFORE.test(masked.slice(Math.max(0, span.offset - 40), span.offset)) ||
    PLACE_AFTER.test(masked.slice(span.end, span.end + 30)) ||
    STRUCTURE.test(heading)
  )
}

const PLACE_BEFORE =
  /(?:\b(?:in|at|under|inside|within|see|from|via|of|by|to|edit|run|file|module|entry(?: point)?|path|source|code|folder|directory|implemented|defined|lives?|located)|[在见于由为是到从：:(（|]|位于|参见|查看|入口|文件|目录|定义|实现)\s*["'(]*$/i
const PLACE_AFTER =
  /^\s*(?:\)|）)?\s*(?:[—–:：]|-\s|\||(?:is|are|holds?|contains?|defines?|exports?|implements?|provides?|handles?|has|owns?|keeps?|wires?|registers?|configures?|loads?|reads?|does|sets?)\b|是|负责|包含|定义|实现|提供|处理|存放|中|里|下|目录|文件|为)/i
const STRUCTURE =
  /\b(?:structure|layout|architecture|modules?|components?|directories|folders|files|key files|entry points?|map|where)\b|结构|目录|架构|模块|文件|入口/i
