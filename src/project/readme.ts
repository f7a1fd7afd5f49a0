/**
 * Finds the title of a README and the sentence that defines the project.
 *
 * A defining sentence has a form: the project's name and "is a", a noun phrase below the title, or their Chinese
 * equivalents. Announcements, instructions, links and introductions to lists have other forms. If no sentence has the
 * form, there is no definition.
 */

import { pageOf } from '../bank/page.ts'
import { hasHan, onlyLetters } from '../base/letters.ts'
import { phraseList, wordSet } from '../base/word-set.ts'
import type { ScannedFile } from './facts.ts'
import { plainText, sentencesOf, VALUE_LIMIT } from './plain-text.ts'
import type { Scan } from './scan.ts'

export interface Readme {
  readonly source: string
  readonly title: string | undefined
  readonly passages: readonly Passage[]
  /** The text without code, addresses and markup, from which its language is detected. */
  readonly prose: string
}

interface Passage {
  readonly text: string
  /** Directly below the title, before any other section. */
  readonly leads: boolean
}

export function readmesOf(scan: Scan): readonly Readme[] {
  const files = scan.files.filter((file) => readmeRank(file.path) !== undefined)
  return files.sort((a, b) => (readmeRank(a.path) ?? 0) - (readmeRank(b.path) ?? 0)).map(readReadme)
}

/** The rank of a README in the root, 0 is best; undefined for other files. */
export function readmeRank(path: string): number | undefined {
  const match =
    /^readme((?:[._-](?!(?:md|rst|txt)$)[a-z]{2}(?:[_-][a-z]{2,4})?)?)(\.md|\.markdown|\.rst|\.adoc|\.txt|)$/i.exec(
      path,
    )
  if (match === null) return undefined
  const form = ['.md', '.markdown', '', '.rst', '.adoc', '.txt'].indexOf((match[2] ?? '').toLowerCase())
  const tongue = (match[1] ?? '').slice(1).toLowerCase()
  if (tongue === '') return form
  return form + (tongue.startsWith('zh') || tongue === 'cn' ? 10 : tongue.startsWith('en') ? 20 : 30)
}

/** The sentence that defines the project. `isName` recognises its name. */
export function definitionIn(readme: Readme, isName: (subject: string) => boolean): string | undefined {
  for (const { text, leads } of readme.passages) {
    const sentences = sentencesOf(text)
    const alone = leads ? sentences.slice(0, 1).find(describesAlone) : undefined
    const found = sentences.find((sentence) => defines(sentence, isName)) ?? alone
    if (found === undefined) continue
    const whole = withoutAdvice(found).replace(/[:：]$/, (colon) => (colon === ':' ? '.' : '。'))
    if (whole.length <= VALUE_LIMIT && !OPEN_END.test(found)) return whole
  }
  return undefined
}

/** Normalises a name: `@scope/spring-petclinic` equals "Spring Petclinic". */
export function comparableName(name: string): string {
  return onlyLetters(name.replace(/^.*[/:]/, '').toLowerCase())
}

const SUBJECT_IS =
  /^(?:the )?(.{2,60}?)(?: \([^)]{1,60}\)| [-–—] [^–—]{1,80} [-–—]|, [^,]{1,60},)? (?:(?:is|are) (?:an?|the|one of) |(?:helps|lets|provides|enables|allows|implements) )/i
const SELF = wordSet(
  `repo repository project package library tool app application service crate module plugin template sdk`,
)
const SUBJECT_IS_ZH =
  /^(.{1,30}?)\s?(?:（[^）]{1,30}）|\([^)]{1,30}\)|，[^，]{1,20}，)?\s?是(?:一|基于|面向|为|专|用于|由|开源|免费|轻量)/
const SELF_ZH = /^(?:这|本(?:项目|仓库|系统|工具|库|框架|平台|应用|服务))$/
/** Words that begin a Chinese sentence about something else. */
const OTHERS_ZH = /[我你您他她它们]|如果|这里|以下|目前|当前|使用|因为|由于|[，。：；]/

function defines(sentence: string, isName: (subject: string) => boolean): boolean {
  const subject = SUBJECT_IS.exec(sentence)?.[1]
  if (subject !== undefined) {
    const kind = /^this (.+)$/i.exec(subject)?.[1]?.toLowerCase() ?? ''
    return SELF.has(kind) || isName(subject)
  }
  const chinese = SUBJECT_IS_ZH.exec(sentence)?.[1]
  return chinese !== undefined && (SELF_ZH.test(chinese) || !OTHERS_ZH.test(chinese))
}

/**
 * A noun phrase ("The fun way to build terminal apps.") or what the project does ("Keeps orders for shops."). Sentences
 * to the reader, or with another subject, do not count.
 */
function describesAlone(sentence: string): boolean {
  if (/^(?:一[个款套种]|基于|面向|专为)/.test(sentence)) return (sentence.match(/\p{Script=Han}/gu)?.length ?? 0) >= 6
  const [first = '', second = ''] = sentence.toLowerCase().split(' ')
  const isVerb = /^[a-z]{3,}[^s\W]s$/.test(first) && !NO_VERBS.has(first) && !AFTER_NOUN.has(second)
  const isPhrase = isVerb || ['a', 'an', 'the'].includes(first)
  if (!isPhrase || (sentence.match(/\p{L}{2,}/gu)?.length ?? 0) < 4) return false
  return !sentence
    .toLowerCase()
    .split(/\W+/)
    .some((word) => OF_A_CLAUSE.has(word))
}

/** Words that follow a noun, not a verb. */
const AFTER_NOUN = wordSet('for of to and welcome')
/** Words of a sentence with another subject, or to the reader. */
const OF_A_CLAUSE = wordSet('is are was were has have had can will should must may please now you we our your')

/** Nouns that a README may begin with. Other first words in -s are verbs. */
const NO_VERBS = wordSet(
  'docs news thanks notes releases contributions sponsors examples tests issues questions features updates changes',
)

/** A Chinese sentence may continue from the definition to advice; only the definition is kept. */
function withoutAdvice(sentence: string): string {
  const advice = sentence.search(/[，,](?:[^，,]{0,20})(?:只需|需要|请|点击|可以|欢迎|您|你)/)
  const clause = /^[^，,]{8,}(?=[，,])/.exec(sentence)?.[0]
  return advice === -1 || clause === undefined || !hasHan(clause) ? sentence : clause
}

const OPEN_END =
  /(?:\b(?:of|for|with|the|an?|and|or|to|as|by|in|on|from|following|these|features?|includes?|including)|以下|如下|包括|包含)\s?[:：.。]?$/i

/** Sections on using the project or contributing to it, which do not define it. */
const OTHER_SECTIONS = phraseList(
  `install|usage|getting started|quick start|quickstart|setup|license|licence|contribut|table of contents|contents|
  requirements|prerequisites|change log|changelog|news|sponsor|badges|
  安装|使用|快速|入门|许可|协议|目录|贡献|更新|环境|赞助|部署`,
)

/** A definition is near the beginning, so later passages are not read. */
const MOST_PASSAGES = 30

function readReadme(file: ScannedFile): Readme {
  const blocks = blocksOf(file.text)
    .map((block) => ({ ...block, text: flat(block.text) }))
    .filter((block) => block.kind === 'heading' || block.text !== '')
  const title = blocks.find(isTitle)
  return {
    source: file.path,
    title: title !== undefined && title.text.length <= 60 ? title.text : undefined,
    passages: passagesOf(blocks, title),
    prose: proseOf(file.text),
  }
}

function passagesOf(blocks: readonly Block[], title: Block | undefined): readonly Passage[] {
  const passages: Passage[] = []
  let describes = true
  let leads = true
  for (const block of blocks) {
    if (block.kind === 'paragraph') {
      if (describes && passages.length < MOST_PASSAGES) passages.push({ text: block.text, leads })
      continue
    }
    describes = namesNoOther(block)
    if (block === title) continue
    // Many READMEs mark a centred tagline as a heading.
    if (leads && /^(?:基于|一[个款套种]|面向)/.test(block.text)) passages.push({ text: block.text, leads })
    else leads = leads && passages.length === 0 && block.level !== 2
  }
  return passages
}

function isTitle(block: Block): boolean {
  return (
    block.kind === 'heading' && block.level === 1 && namesNoOther(block) && /\p{L}{2}|\p{Script=Han}/u.test(block.text)
  )
}

/** False for a heading of installation, licence and the like. */
function namesNoOther(heading: Block): boolean {
  const name = heading.text.replace(/^[^\p{L}]+/u, '').toLowerCase()
  return !OTHER_SECTIONS.some((other) => name.startsWith(other))
}

interface Block {
  readonly kind: 'heading' | 'paragraph'
  readonly level: number
  readonly text: string
}

function blocksOf(text: string): readonly Block[] {
  const blocks: Block[] = []
  let open: string[] = []
  const close = () => {
    if (open.length > 0) blocks.push({ kind: 'paragraph', level: 0, text: open.join(' ') })
    open = []
  }
  for (const line of withoutMarkup(text).split('\n')) {
    const heading = /^ {0,3}(#{1,6}|={1,3})\s+(.*?)[#=\s]*$/.exec(line)
    // Underlined headings, in Markdown and reStructuredText alike.
    const isUnderline = /^\s*([=\-~^"*#])\1{2,}\s*$/.test(line)
    const [words = ''] = open
    if (isUnderline && open.length === 1 && words.length <= 80) {
      blocks.push({ kind: 'heading', level: blocks.some(({ kind }) => kind === 'heading') ? 2 : 1, text: words })
      open = []
    } else if (isUnderline || line.trim() === '' || NOT_PROSE.test(line)) close()
    else if (heading === null) open.push(line.trim().replace(/^>\s?/, ''))
    else {
      close()
      blocks.push({ kind: 'heading', level: heading[1]?.length ?? 1, text: heading[2] ?? '' })
    }
  }
  close()
  return blocks
}

/** List items, tables, directives, link definitions, notes, and front matter's keys. */
const NOT_PROSE = /^\s*(?:[-*+]\s|\d+[.)]\s|\||\.\.\s|:[\w-]+:|\[[^\]]*\]:\s|>?\s*\[!\w+\]|\{[%{]|\$\s|---)/

/** Removes code, comments and tags. An HTML heading becomes a Markdown one. */
function withoutMarkup(text: string): string {
  const prose = pageOf(text.slice(0, 30_000))
    .lines.filter((line) => !line.fenced && !/^( {4}|\t)\s*[^\s<]/.test(line.text) && line.text.length <= 2_000)
    .map((line) => line.text)
    .join('\n')
    .replace(/^---\n[\s\S]{0,2000}?\n---\n/, '')
  return prose
    .replaceAll(/<!--[\s\S]{0,5000}?(?:-->|$)/g, '\n\n')
    .replaceAll(/<(https?:\/\/[^<>\s]{1,500})>/g, (_, address: string) => address)
    .replaceAll(/<a\b[^<>]{0,1000}>/gi, '[')
    .replaceAll(/<\/a>/gi, '](#)')
    .replaceAll(/&(?:nbsp|ensp|emsp|middot|bull);/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll(/<h([1-6])\b[^<>]{0,500}>/gi, (_, level: string) => `\n\n${'#'.repeat(Number(level))} `)
    .replaceAll(/<\/?([a-z][a-z\d]*)\b[^<>]{0,500}>/gi, (tag, name: string) =>
      BREAKING_TAGS.has(name.toLowerCase()) ? '\n\n' : tag,
    )
    .replaceAll(/<\/?[a-z][^<>]{0,1000}>/gi, '')
    .replaceAll(/^(#{1,6}) \s+(?=\S)/gm, (_, marks: string) => `${marks} `)
}

const BREAKING_TAGS = wordSet('p div h1 h2 h3 h4 h5 h6 br hr table tr td ul li details summary center picture')

const LINK = /\[([^\]]{0,300})\](?:\([^)]{0,500}\)|\[[^\]]{0,100}\])/g

function flat(text: string): string {
  const words = text
    .replaceAll(/!\[[^\]]{0,300}\](?:\([^)]{0,500}\)|\[[^\]]{0,100}\])/g, '')
    .replaceAll(LINK, (_, label: string) => label)
    .replaceAll(/\[\^[^\]]{1,60}\]/g, '')
    .replaceAll(/`{1,2}([^`]{0,200})`{1,2}_{0,2}/g, (_, code: string) => code)
    .replaceAll(
      /(^|\s)[*_]{1,3}(?=\S)|(?<=\S)[*_]{1,3}(?=[\s.,;:!?，。]|$)/g,
      (_, lead: string | undefined) => lead ?? '',
    )
    .replaceAll(/:[a-z_]+:(?=\s|$)/g, '')
    .replace(/^\s*[>#]+\s*/, '')
  return plainText(words, 1_000)
}

function proseOf(text: string): string {
  return withoutMarkup(text)
    .replaceAll(/\]\([^)]{0,500}\)/g, ']')
    .replaceAll(/https?:\/\/\S+/g, '')
    .replaceAll(/`[^`\n]{0,200}`/g, '')
}
