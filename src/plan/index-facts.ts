/**
 * Derives an index row from a file: title, summary and a guess at its type. Labelled values are read in bank/labels.ts.
 */

import { labelled, SCANNED_CHARACTERS, stripMarkup, typeNamed } from '../bank/labels.ts'
import type { Line } from '../bank/lines.ts'
import type { Page } from '../bank/page.ts'
import { headingLevel } from '../bank/sections.ts'
import { LEARNING_TYPES, type LearningType } from '../base/addition.ts'
import { baseName } from '../base/bank-path.ts'
import type { Language, Words } from '../base/language.ts'
import { hasHan, hasLetter } from '../base/letters.ts'
import { phraseList } from '../base/word-set.ts'

/** The first `#` heading. */
export function headingOf(page: Page): string | undefined {
  const { title } = page.part(page.bodyStart)
  return title === undefined || title === '' ? undefined : title
}

/** Two or three sentences: the content of the file, and when to read it. */
export function summaryOf(page: Page, title: string, language: Language): string {
  const said = firstSentences(firstParagraph(page), 2)
  const name = stripMarkup(title)
  const opening: Words = { en: `Notes on ${name}.`, zh: `关于「${name}」的记录。` }
  const reading: Words = { en: `Read it before changing ${name}.`, zh: `改动「${name}」相关内容前先读。` }
  const first = said === '' ? opening[language] : said
  return /[。！？]$/.test(first) ? first + reading[language] : `${first} ${reading[language]}`
}

/** A folder named after a type decides, else the words of the text. A word in the path or title counts five times. */
export function guessType({ path, text }: Page, title: string): LearningType {
  const folders = path.split('/').slice(2, -1)
  const named = folders.flatMap((folder) => typeNamed(folder) ?? [])[0]
  if (named !== undefined) return named
  const head = `${path.replace(/^details\/learnings\//, '')} ${title}`.toLowerCase()
  const body = text.slice(0, SCANNED_CHARACTERS).toLowerCase()
  const score = (type: LearningType) =>
    5 * (head.match(TYPE_SIGNS[type])?.length ?? 0) + (body.match(TYPE_SIGNS[type])?.length ?? 0)
  return LEARNING_TYPES.reduce((best, type) => (score(type) > score(best) ? type : best))
}

/** The topic of a document: its title, else its file name without dashes. */
export function topicOf(page: Page): string {
  const title = stripMarkup(headingOf(page) ?? '').trim()
  const topic = hasLetter(title) ? title : nameOf(page.path).replace(/(?<=[\p{L}\p{N}])[-_]+(?=\p{L})/gu, ' ')
  return topic.length <= LONGEST_TOPIC
    ? topic
    : `${[...topic]
        .slice(0, LONGEST_TOPIC - 1)
        .join('')
        .trimEnd()}…`
}

const LONGEST_TOPIC = 120

/** The file name without its extension. */
export function nameOf(path: string): string {
  return baseName(path).replace(/\.md$/i, '')
}

const SUMMARY_CHARACTERS = 240

/** Labels of metadata, which is not part of the text. */
const METADATA_LABELS: ReadonlySet<string> = new Set(
  phraseList(
    `状态|当前状态|需求状态|类型|类别|分类|日期|时间|作者|负责人|版本|编号|优先级|标签|创建|创建时间|创建日期|创建于|更新|更新时间|更新日期|
  更新于|最后更新|最后更新时间|最后更新日期|最后更新于|
  status|type|kind|category|date|author|owner|version|id|priority|tag|tags|created|created at|updated|updated at|
  last updated|related`,
  ),
)

function isMetadata(label: string): boolean {
  const bare = stripMarkup(label)
  return METADATA_LABELS.has(bare.toLowerCase()) || /^(?:关联|相关).{0,6}$/.test(bare)
}

const TYPE_SIGNS: Readonly<Record<LearningType, RegExp>> = {
  bug: /\bbugs?\b|crash|exception|\berrors?\b|\bnull\b|undefined|panic|\brace\b|deadlock|regression|\bfail|崩溃|报错|异常|错误|失败|缺陷|空指针|死锁|竞态|故障/g,
  performance:
    /performance|\bperf\b|\bslow|latency|throughput|\bp9[059]\b|memory leak|\bcache|optimi[sz]|n\+1|benchmark|性能|变慢|太慢|延迟|耗时|吞吐|内存泄漏|缓存|优化|卡顿|慢查询/g,
  integration:
    /integrat|\bsdk\b|webhook|third[- ]party|gateway|oauth|upstream|\bapi\b|callback|compatib|集成|对接|第三方|接入|网关|回调|联调|兼容|接口/g,
}

/** The first paragraph, without headings, metadata, code and tables. */
function firstParagraph(page: Page): string {
  const paragraph: string[] = []
  for (const line of page.part(page.bodyStart, page.bodyStart + SCANNED_CHARACTERS).lines) {
    const said = line.text.replace(/^[\s>]*(?:[-*+]\s+(?:\[[ xX]\]\s+)?|\d+[.)]\s+)?/, '').trim()
    const isText = !line.fenced && !line.commented && headingLevel(line.text) === undefined && isProse(said, line)
    if (isText) paragraph.push(said)
    else if (paragraph.length > 0) break
  }
  return stripMarkup(paragraph.join(' '))
}

/** True for a line of text: not a table, picture, tag, note or definition, and not metadata. */
function isProse(said: string, line: Line): boolean {
  const label = labelled(line.text)?.label
  if (!hasLetter(said) || (label !== undefined && isMetadata(label))) return false
  return !/^(?:\||!\[|<|\[!|\[[^\]]*\]:)/.test(said)
}

function firstSentences(text: string, count: number): string {
  const sentences = text.match(/[^。！？.!?]*(?:[.!?](?=\S)[^。！？.!?]*)*(?:[。！？]+|[.!?]+(?=\s|$)|$)/g) ?? []
  let said = ''
  for (const sentence of sentences.slice(0, count)) {
    if (said !== '' && said.length + sentence.length > SUMMARY_CHARACTERS) break
    said += sentence
  }
  said = said.trim()
  if (said.length > SUMMARY_CHARACTERS)
    return `${[...said]
      .slice(0, SUMMARY_CHARACTERS - 1)
      .join('')
      .trimEnd()}…`
  if (said === '' || /[。！？.!?…]$/.test(said)) return said
  return said + (hasHan(said) ? '。' : '.')
}
