/** Functions, classes and constants that a sentence names, the file it puts them in, and to whom it says they belong. */

import { type NamedPath, pathIn } from '../text/path-in.ts'
import { wordSet } from '../text/word-set.ts'
import type { Claim, Place } from './claim.ts'
import { MASK } from './claim-strength.ts'
import type { Sentence } from './passages.ts'
import { codeIn, type Span } from './sentence-parts.ts'

export function symbolClaims(
  span: Span,
  place: Place,
  spans: readonly Span[],
  named: readonly (NamedPath | undefined)[],
  sentence: Sentence,
): readonly Claim[] {
  const code = codeName(span.text)
  if (code === undefined || MADE_UP_NAME.test(code.name)) return []
  const file = fileOf(span, spans, named, sentence)
  const inSentence = named.flatMap((one) => (one !== undefined && !one.folder ? [one.file] : []))
  const inRow = codeIn(sentence.beside).flatMap((text) => {
    const found = pathIn(text)
    return found === undefined || found.folder ? [] : [found.file]
  })
  const nearby = [...inSentence, ...inRow]
  const at = spans.indexOf(span)
  const peers = [spans[at - 1], spans[at + 1]].flatMap((other) => {
    if (other === undefined) return []
    const [left, right] = other.offset < span.offset ? [other, span] : [span, other]
    return PEER_GAP.test(sentence.text.slice(left.end, right.offset)) ? (codeName(other.text)?.name ?? []) : []
  })
  return [
    {
      ...place,
      kind: 'symbol',
      ...code,
      file,
      nearby,
      defined: file !== undefined && DEFINED_IN.test(sentence.masked),
      inTable: sentence.beside !== '',
      peers,
      foreign: isForeign(span, sentence),
      bare: !span.inCode,
      section: sentence.heading,
    },
  ]
}

/** Whether the words right before or after a name give it to somebody: a capitalised name that is not code, or a possessive. */
function isForeign(span: Span, { masked }: Sentence): boolean {
  const before = masked.slice(Math.max(0, span.offset - 80), span.offset).replace(/^.*[,;:，；：。(（]/s, '')
  return (
    OWNED.test(before) ||
    [...before.matchAll(ACTOR)].some((match) => !NO_ACTORS.has(match[1] ?? '')) ||
    /^\s+(?:of|from) (?!the\b|our\b)[A-Za-z]/.test(masked.slice(span.end))
  )
}

const OWNED = new RegExp(
  `[a-z]['’]s(?:\\s+\\w+)?(?:\\s+${MASK}+(?:\\s*(?:,|and|or)\\s*)?)*\\s*$|[A-Za-z]\\s*的\\s*(?:${MASK}+\\s*[、和与]\\s*)*$`,
)
const ACTOR =
  /(?:^|[\s"'])([A-Z][a-z]\w*)\s+(?:calls|uses|sends|has|provides|exposes|offers|defines|returns|reads|wants|expects|needs|emits)\b/g
const NO_ACTORS = wordSet(
  `The This That It If When Where While Each Every All Any Both Then There In On At By To For From With As An And Or But
  Our We They You Only Also Never Always Use See Call Run Two Three One Most Some`,
)

/** The file that the sentence puts the symbol in: "`login` in `src/auth.ts`", "`src/auth.ts` exports `login`, `logout`". */
function fileOf(
  span: Span,
  spans: readonly Span[],
  named: readonly (NamedPath | undefined)[],
  { text }: Sentence,
): string | undefined {
  const index = spans.indexOf(span)
  return fileAfter(index, spans, named, text) ?? fileBefore(index, spans, named, text)
}

/** "`login`, `logout` in `src/auth.ts`": the next file, if nothing but a list of names stands between. */
function fileAfter(
  index: number,
  spans: readonly Span[],
  named: readonly (NamedPath | undefined)[],
  text: string,
): string | undefined {
  for (let at = index + 1; at < spans.length; at += 1) {
    const gap = text.slice(spans[at - 1]?.end, spans[at]?.offset)
    const file = named[at]
    if (file !== undefined) return SYMBOL_IN.test(gap) ? file.file : undefined
    if (!LIST_GAP.test(gap)) return undefined
  }
  return undefined
}

/** "`src/auth.ts` exports `login`, `logout`": the last file before the list that the name stands in. */
function fileBefore(
  index: number,
  spans: readonly Span[],
  named: readonly (NamedPath | undefined)[],
  text: string,
): string | undefined {
  for (let at = index - 1; at >= 0; at -= 1) {
    const gap = text.slice(spans[at]?.end, spans[at + 1]?.offset)
    const file = named[at]
    if (file !== undefined) return FILE_HAS.test(gap) ? file.file : undefined
    if (!LIST_GAP.test(gap)) return undefined
  }
  return undefined
}

const SYMBOL_IN =
  /^\s*(?:[(（[]|(?:(?:is|are) (?:all |both )?)?(?:in|inside|within)|of|at|(?:is |are )?(?:defined|implemented|declared|located|exported|found) (?:in|at|by|from)|(?:lives?|sits?|resides?) (?:in|at)|(?:(?:函数|类|方法|常量)\s*)?(?:定义在|定义于|位于|实现在|在))\s*(?:the\s+)?$/
const DEFINED_IN = /\b(?:defined|declared|implemented|lives?|resides?)\b|定义|实现|声明|位于/
const FILE_HAS =
  /^\s*(?:,\s*(?=model|class|function|type|struct|enum|method|hook|trait|interface)|[:：(（—–]|(?:exports?|defines?|declares?|contains?|implements?|exposes?)\b|(?:中|里)?的|中|里|(?:导出|定义|实现|声明)了?)?\s*(?:(?:the|a|an|model|enum|function|class|method|constant|type|interface|hook|struct|trait|模型|函数|类|方法|常量|接口)\s*)*$/
const PEER_GAP = /^\s*(?:,|\/|、|→|->|and|or|&|和|与|及|,\s*and)\s*$/
const LIST_GAP = /^\s*(?:,|\/|、|and|or|&|和|与|及|,\s*and)\s*$/

/** A name as code writes one: called, camelCase, PascalCase, snake_case or CONSTANT_CASE, or a member of something. */
export function codeName(text: string): { readonly name: string; readonly owner: string | undefined } | undefined {
  const match = QUALIFIED.exec(text)
  const qualified = match?.[1] ?? ''
  const parts = qualified.split(/\.|::|#|->/)
  const name = parts.at(-1) ?? ''
  if (match === null || name.length < 4) return undefined
  const isCalled = match[2] !== undefined
  const isCode = /[a-z\d][A-Z]|[a-z]_[a-z]|^[A-Z][A-Z\d]*_[A-Z\d_]+$|^[A-Z]{2,}[a-z]{2,}/.test(name)
  if (parts.length === 1) return isCalled || isCode ? { name, owner: undefined } : undefined
  const owner = qualified.slice(0, -name.length).replace(/(?:\.prototype)?(?:\.|::|#|->)$/, '')
  return isCalled || isMember(qualified, parts) || (parts.length === 2 && isCode) ? { name, owner } : undefined
}

/** `user.email` may be a field of some data; `User.email` is a member, and `org.acme.store.Shelf` is a class. */
function isMember(qualified: string, parts: readonly string[]): boolean {
  const owners = parts.slice(0, -1)
  if (/::|#|->/.test(qualified) || owners.some((part) => /^[A-Z]/.test(part))) return true
  return parts.length > 2 && /^[A-Z][A-Za-z\d]*$/.test(parts.at(-1) ?? '') && !/[A-Z]/.test(owners.join(''))
}

const QUALIFIED = /^((?:[A-Za-z_$][\w$]*(?:\.|::|#|->)){0,7}[A-Za-z_$][\w$]*)([!?]?\([^()]{0,80}\)|[!?])?$/
export const MADE_UP_NAME =
  /^(?:my|your|some|foo|bar|baz|example|sample|dummy)(?=[A-Z_]|$)|^(?:Foo|Bar|Baz|My|Your|Example|XXX|YOUR_|MY_|EXAMPLE)/
