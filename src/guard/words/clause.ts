/**
 * Parses a reply into clauses, each with its sense for the proposal.
 *
 * A clause says yes only if every word is in the lexicon and none denies, asks, postpones or hesitates. One unknown word
 * makes it a clause about something else.
 */

import type { Topic } from '../../bank/proposal.ts'
import type { WordKind } from './lexicon.ts'
import { between, type Named } from './parts.ts'
import { type Token, tokensOf } from './tokens.ts'
import type { WordSpan } from './units.ts'

/**
 * act: orders the writing · yes: agrees · true: agrees, perhaps only to a fact · no · no-part: leaves one part out · later ·
 * ask · unsure · heard: took note · neutral: politeness and the like · other: is about something else.
 */
export type Sense =
  | 'act'
  | 'yes'
  | 'true'
  | 'no'
  | 'no-part'
  | 'later'
  | 'ask'
  | 'unsure'
  | 'heard'
  | 'neutral'
  | 'other'

export interface Clause {
  readonly sense: Sense
  /** The link to the clause before it. */
  readonly joint: 'none' | 'but' | 'also' | 'then'
  /** All its words are in the lexicon, so it is about the proposal. */
  readonly known: boolean
  /** Contains a verb of writing. */
  readonly writes: boolean
  /** Denies writing, with any object. */
  readonly deniesWriting: boolean
  /** Contains a complete refusal: "不用了", "no thanks". */
  readonly refuses: boolean
  /** Contains a condition or a wait: "if", "first", "wait". */
  readonly conditional: boolean
  /** The speaker will write it. */
  readonly bySpeaker: boolean
  /** Explicitly asks the assistant for something. */
  readonly requests: boolean
  /** Begins with the verb of an order. */
  readonly orders: boolean
  /** Begins with "continue", 继续 or 接着: the work goes on after the answer. */
  readonly continues: boolean
  readonly included: readonly Named[]
  readonly excluded: readonly Named[]
}

export function clausesOf(spans: readonly WordSpan[], topics: readonly Topic[] = []): readonly Clause[] {
  return spans
    .flatMap((span) => groupsIn(span, topics))
    .flatMap((group, index, groups) => {
      if (group.tokens.length === 0) return []
      // In "Also, fix the typo" the joint is a group of its own, before the comma.
      const before = groups[index - 1]
      const joint = group.joint === 'none' && before?.tokens.length === 0 ? before.joint : group.joint
      const clause = clauseOf({ ...group, joint })
      return [goesInto(group, groups[index + 1]) ? { ...clause, sense: 'other' } : clause]
    })
}

/** In "go ahead and fix the login" the first words belong to the order and do not answer. */
function goesInto({ tokens }: Group, next: Group | undefined): boolean {
  const onlyGoes = tokens.every(({ kind, text }) => kind === 'polite' || GOES.has(text))
  return onlyGoes && next?.isJoined === true && next.joint === 'then' && !isKnown(next.tokens)
}

const GOES = new Set(
  [
    'go ahead',
    'go right ahead',
    'go for it',
    'go',
    'proceed',
    'please proceed',
    'do it',
    'do that',
    'do this',
    'do so',
  ].concat(['make it so', 'please do', "let's do it", 'lets do it', 'let us do it', '执行', '安排', '冲']),
)

function isKnown(tokens: readonly Token[]): boolean {
  return !has(tokens, 'other', 'number') && !OPEN.test(tokens.at(-1)?.text ?? '')
}

interface Group {
  readonly joint: Clause['joint']
  readonly tokens: readonly Token[]
  readonly asked: boolean
  /** Ends with dots, as in "嗯……", and so hesitates. */
  readonly trails: boolean
  /** Announces something, or is incomplete. */
  readonly cut: boolean
  /** No punctuation separates it from the group before. */
  readonly isJoined: boolean
}

function groupsIn(span: WordSpan, topics: readonly Topic[]): readonly Group[] {
  const tokens = tokensOf(span.units, topics)
  const groups: { joint: Clause['joint']; tokens: Token[] }[] = [{ joint: 'none', tokens: [] }]
  tokens.forEach((token, index) => {
    const group = groups.at(-1)
    if (group === undefined) return
    const joint = jointOf(token, tokens[index - 1], tokens[index + 1])
    if (joint === undefined) group.tokens.push(token)
    // A second joint replaces the first: "but also" means "also".
    else if (group.tokens.length === 0) group.joint = joint
    else groups.push({ joint, tokens: [] })
  })
  return groups.map((group, index) => {
    const last = index === groups.length - 1
    // In "save and restore …" the verb still waits for its object.
    const open = isVerb(group.tokens.at(-1)) && groups[index + 1]?.joint === 'then'
    const cut = open || (span.label && last)
    return { ...group, asked: span.asked && last, trails: span.trails && last, cut, isJoined: index > 0 }
  })
}

function jointOf(token: Token, before: Token | undefined, after: Token | undefined): Clause['joint'] | undefined {
  if (token.kind === 'but' || token.kind === 'also') return token.kind
  if (token.kind === 'then') return before?.kind === 'part' && after?.kind === 'part' ? undefined : 'then'
  return token.kind === 'next' && before === undefined ? 'then' : undefined
}

function clauseOf(group: Group): Clause {
  const { joint, tokens, cut } = group
  const known = !cut && isKnown(tokens)
  const opening = tokens.find(({ kind, text }) => kind !== 'polite' || REQUESTS.has(text))
  return {
    sense: senseOfGroup(group, known),
    joint,
    known,
    writes: tokens.some(isVerb),
    deniesWriting: denied(tokens, isVerb),
    refuses: has(tokens, 'refusal'),
    conditional: has(tokens, 'if') || tokens.some(isWait),
    bySpeaker: tokens.some(isVerb) && tokens.some(({ text }) => SPEAKER.has(text)),
    requests:
      (opening?.kind === 'request' || REQUESTS.has(opening?.text ?? '')) && !tokens.some(({ text }) => LOOKS.has(text)),
    orders: ORDERS.has(opening?.text ?? '') && !has(tokens, 'done'),
    continues: /^(?:继 ?续|接 ?着|continue\b)/.test(tokens.map(({ text }) => text).join(' ')),
    ...partsIn(tokens),
  }
}

/** "sure, why not?" is not a question. */
function isWhyNot(tokens: readonly Token[]): boolean {
  return tokens.length === 1 && tokens[0]?.text === 'why not'
}

/** "先跑测试", "wait for CI". With an object, "看一下登录页" is an order and not a doubt. */
function isWait({ kind, text }: Token): boolean {
  return text === '先' || text === 'first' || (kind === 'unsure' && !text.startsWith('看'))
}

function senseOfGroup({ tokens, asked, trails }: Group, known: boolean): Sense {
  if ((asked && !isWhyNot(tokens)) || asksQuestion(tokens)) return 'ask'
  const said = known ? senseOf(tokens) : senseOfUnknown(tokens)
  return said === 'true' && trails ? 'unsure' : said
}

function senseOf(tokens: readonly Token[]): Sense {
  for (const [isMet, sense] of SENSES) if (isMet(tokens)) return typeof sense === 'string' ? sense : sense(tokens)
  return has(tokens, 'fill', 'aux', 'me', 'request', 'be') && !has(tokens, 'value') ? 'other' : 'neutral'
}

type Tokens = readonly Token[]

/** The meaning of a clause of known words: the first row whose condition is met. */
const SENSES: readonly (readonly [isMet: (tokens: Tokens) => boolean, sense: Sense | ((tokens: Tokens) => Sense)])[] = [
  [(tokens) => tokens[0]?.kind === 'if' || concedes(tokens), 'unsure'],
  [(tokens) => has(tokens, 'no', 'refusal'), (tokens) => (has(tokens, 'part') ? 'no-part' : 'no')],
  [putsOff, 'later'],
  [(tokens) => has(tokens, 'unsure', 'if'), (tokens) => (isMaybeLater(tokens) ? 'later' : 'unsure')],
  [(tokens) => has(tokens, 'need'), 'other'],
  [(tokens) => has(tokens, 'later'), 'later'],
  [(tokens) => tokens.some(({ kind, text }) => kind === 'next' && text !== 'then'), 'other'],
  [(tokens) => tokens.some(isVerb), senseOfVerb],
  [chooses, 'yes'],
  [(tokens) => has(tokens, 'heard'), 'heard'],
  [(tokens) => has(tokens, 'solo'), (tokens) => (isAlone(tokens) ? 'yes' : 'other')],
  [(tokens) => has(tokens, 'yes', 'true') || tokens.every(({ kind }) => kind === 'be'), senseOfPlainYes],
  [(tokens) => tokens.every(isPartOrPolite), (tokens) => (has(tokens, 'part') ? 'true' : 'neutral')],
]

function isMaybeLater(tokens: readonly Token[]): boolean {
  return has(tokens, 'later') && tokens.some(({ text }) => MAYBE.has(text))
}

function senseOfVerb(tokens: readonly Token[]): Sense {
  if (!tellsToWrite(tokens)) return 'other'
  return isBareVerb(tokens) ? 'yes' : 'act'
}

function isPartOrPolite({ kind, text }: Token): boolean {
  return (kind === 'part' && /^[第前后末最]/.test(text)) || kind === 'polite' || kind === 'conj'
}

/** "可以是可以", "好是好": implies a "but". */
function concedes(tokens: readonly Token[]): boolean {
  return tokens.some(
    ({ kind, text }, at) => kind === 'be' && at > 0 && tokens[at - 1]?.text === tokens[at + 1]?.text && text === '是',
  )
}

const MAYBE = new Set('maybe perhaps possibly 也许 可能 或许'.split(' '))

function senseOfUnknown(tokens: readonly Token[]): Sense {
  return refusesAnyway(tokens) ? 'no' : putsOff(tokens) ? 'later' : 'other'
}

/** A yes without words that make it part of a sentence, as in "to the right" and "好厉害". */
function senseOfPlainYes(tokens: readonly Token[]): Sense {
  const mortar = has(tokens, 'fill', 'aux') && !has(tokens, 'part', 'rest')
  const speaker = tokens.some(({ kind, text }) => kind === 'request' || (kind === 'me' && text !== '我'))
  const adverb = tokens.some(({ text }, at) => text === '好' && tokens[at + 1]?.kind === 'value')
  if (mortar || speaker || adverb) return 'other'
  return has(tokens, 'yes') ? 'yes' : 'true'
}

function isAlone(tokens: readonly Token[]): boolean {
  return tokens.every(({ kind, text }) => kind === 'solo' || (kind === 'polite' && !/^[那来先快也谢]/.test(text)))
}

/** Only names parts: "only the first two", "都要", "all except the last". */
function chooses(tokens: readonly Token[]): boolean {
  const scope = (has(tokens, 'only', 'except') && has(tokens, 'part')) || WHOLE.has(tokens[0]?.text ?? '')
  return scope && !has(tokens, 'me', 'aux', 'request', 'heard', 'value', 'be')
}

const WHOLE = new Set(
  '全部 全都 both all everything'.split(' ').concat('all of them', 'all of it', 'all of these', 'all of those'),
)

/** A single "写" or "save" may also be a label or the start of a sentence. "写进去" cannot. */
function isBareVerb(tokens: readonly Token[]): boolean {
  return tokens.length === 1 && !/[去来上下吧]$|^\/?mb:/.test(tokens[0]?.text ?? '')
}

/** An order to write. Not: something was written, is well written, or will be written by the speaker. */
function tellsToWrite(tokens: readonly Token[]): boolean {
  const at = tokens.findIndex(isVerb)
  const verb = tokens[at]
  if (verb === undefined || has(tokens, 'me')) return false
  // "update the cache one" asks for another text.
  if (AMENDS.test(`${verb.kind} ${verb.text}`) && tokens.some(({ named }) => named?.byTopic === true)) return false
  const before = tokens.slice(0, at)
  const allowed = has(before, 'yes', 'true')
  const after = tokens[at + 1]
  if (after?.kind === 'done' || after?.text === '的') return allowed
  if (after?.text === 'of' || has(tokens.slice(at), 'aux')) return false
  if (/^[a-z]/.test(verb.text) && !before.every(leadsToAnOrder)) return false
  return verb.kind === 'write' || has(tokens, 'object', 'part', 'all', 'rest')
}

const AMENDS = /^jot |更新/

function leadsToAnOrder({ kind, text }: Token): boolean {
  return ['yes', 'true', 'polite', 'value', 'heard', 'only', 'next', 'request'].includes(kind) || LEADS.has(text)
}

const LEADS = new Set([
  'do',
  "let's",
  'lets',
  'we',
  'can',
  'we should',
  'you can',
  'you may',
  'you should',
  'feel free to',
  'go and',
])

/** In "不用了我自己来" and "don't write that stuff" the refusal is complete before the unknown words. */
function refusesAnyway(tokens: readonly Token[]): boolean {
  const opening = tokens.find(({ kind }) => kind !== 'fill' && kind !== 'polite' && kind !== 'object')
  if (opening?.kind === 'refusal' || endsInDenial(tokens)) return true
  return denied(
    tokens,
    (token) => token?.kind === 'write',
    (token) => token?.kind === 'object',
  )
}

/** In "这种小事就别记了" no object follows the verb, so the proposal is its object. */
function endsInDenial(tokens: readonly Token[]): boolean {
  const said = tokens.filter(({ kind }) => kind !== 'polite' && kind !== 'done')
  const verb = said.at(-1)
  const before = said.at(-2)
  return /^(?:写|记|存|记录|保存|写入)$/.test(verb?.text ?? '') ? before?.kind === 'no' : DENIALS.has(verb?.text ?? '')
}

const DENIALS = new Set('别写了 别记了 不写了 不记了 不用写 不用记 别写 别记'.split(' '))

/** "等测试过了再写": something else must happen first. */
function putsOff(tokens: readonly Token[]): boolean {
  const verb = tokens.findLastIndex(({ kind }) => kind !== 'fill' && kind !== 'polite' && kind !== 'object')
  return verb > 1 && tokens[verb]?.kind === 'write' && tokens[verb - 1]?.text === '再'
}

/** Whether a negation applies to a matching verb and object. Politeness and "want to" may come between. */
function denied(
  tokens: readonly Token[],
  verb: (token: Token | undefined) => boolean,
  object: (token: Token | undefined) => boolean = () => true,
): boolean {
  return tokens.some((token, at) => {
    if (token.kind !== 'no' && token.kind !== 'refusal') return false
    if (/(?:写|记|write|save|record)(?: 了)?$/.test(token.text)) return object(tokens[at + 1])
    let next = at + 1
    while (REACHED.has(tokens[next]?.kind ?? 'other')) next += 1
    return verb(tokens[next]) && object(tokens[next + 1])
  })
}

const REACHED: ReadonlySet<WordKind> = new Set(['fill', 'polite', 'me', 'yes', 'aux', 'object', 'next'])

function asksQuestion(tokens: readonly Token[]): boolean {
  if (tokens.some((token) => token.kind === 'ask')) return true
  const at = tokens.findIndex(({ kind }) => !['polite', 'yes', 'true'].includes(kind))
  // "Do save it" is an order.
  return tokens[at]?.kind === 'aux' && !(tokens[at].text === 'do' && isVerb(tokens[at + 1]))
}

function has(tokens: readonly Token[], ...kinds: readonly WordKind[]): boolean {
  return tokens.some(({ kind }) => kinds.includes(kind))
}

function isVerb(token: Token | undefined): boolean {
  return token?.kind === 'write' || token?.kind === 'jot'
}

/** Words that cannot end a clause. */
const OPEN = /^(?:the|a|an|to|for|.*\bwith|of|at|by|on|your|our|be|like|any|yes to|ok to)$/
const SPEAKER = new Set(["i'll", 'i will', 'myself', '我来', '自己', '我自己', '我自己来'])
/** Verbs that ask to see something first. */
const LOOKS = new Set('show explain rephrase tell diff preview 释 预'.split(' '))
const REQUESTS = new Set('请 麻烦 麻烦你 麻烦您 记得 please pls kindly'.split(' '))
const ORDERS = new Set(
  (
    '把 给 跑 改 修 加 看 做 开 提 推 测 查 删 试 重 实 部 发 合 用 去 换 搭 建 继 运 优 补 更新 ' +
    'fix run add check make create update change remove delete test push commit deploy open show tell explain continue start implement ' +
    'refactor rename move use try build look merge review clean write bump install format lint rebase release publish put replace revert ' +
    'restart set enable disable document log rerun proceed finish go help'
  ).split(' '),
)

/** A negation applies to the parts after it, or to those before it if none follow. */
function partsIn(tokens: readonly Token[]): Pick<Clause, 'included' | 'excluded'> {
  const included: Named[] = []
  const excluded: Named[] = []
  const denial = tokens.findIndex((token) => token.kind === 'no' || token.kind === 'refusal' || token.kind === 'except')
  const follows = tokens.findLastIndex((token) => token.kind === 'part') > denial
  tokens.forEach((token, at) => {
    if (token.named === undefined || token.kind !== 'part') return
    const side = denial >= 0 && (follows ? at > denial : at < denial) ? excluded : included
    side.push(token.named)
    const to = /^(?:到|to)$/.test(tokens[at + 1]?.text ?? '') ? tokens[at + 2]?.named : undefined
    if (to !== undefined) side.push(through(token.named, to))
  })
  return { included, excluded }
}

function through(from: Named, to: Named): Named {
  const range = (count: number) => between(from.parts(count)[0] ?? 1, to.parts(count).at(-1) ?? 0)
  return { length: 3, parts: range, bare: false }
}
