/**
 * What an index says about a file, read from the file: title, summary, status, type.
 *
 * A status or a type that the file does not name is undefined here; guesses are made by `guessType` alone.
 */

import { baseName } from '../core/bank-path.ts'
import { bodyStart } from '../core/editable-text.ts'
import { labelled } from '../core/entries.ts'
import { LEARNING_TYPES, type LearningType, type Status } from '../core/index-table.ts'
import type { Language, Words } from '../core/language.ts'
import { fromFirstLetter, hasLetter } from '../core/letters.ts'
import { scanLines } from '../core/lines.ts'
import { headingLevel, titleOf } from '../core/sections.ts'
import { commentedLines, findTables } from '../core/table.ts'

/** The first `#` heading; undefined where the file has none. */
export function headingOf(text: string): string | undefined {
  const title = titleOf(text.slice(bodyStart(text)))
  return title === undefined || title === '' ? undefined : title
}

/** Two to four sentences that say what the file holds and when to read it. */
export function summaryOf(text: string, title: string, language: Language): string {
  const said = firstSentences(firstParagraph(text), 2)
  const name = stripMarkup(title)
  const opening: Words = { en: `Notes on ${name}.`, zh: `关于「${name}」的记录。` }
  const reading: Words = { en: `Read it before changing ${name}.`, zh: `改动「${name}」相关内容前先读。` }
  const first = said === '' ? opening[language] : said
  return /[。！？]$/.test(first) ? first + reading[language] : `${first} ${reading[language]}`
}

export function statusIn(text: string): Status | undefined {
  return valueIn(text, STATUS_LABEL, statusNamed)
}

export function typeIn(text: string): LearningType | undefined {
  return valueIn(text, TYPE_LABEL, typeNamed)
}

/** `✅ Done (v1.2)`, `进行中`; undefined for a word that is none of ours, and for a list of choices. */
export function statusNamed(raw: string): Status | undefined {
  return valueNamed(raw, STATUS_WORDS)
}

export function typeNamed(raw: string): LearningType | undefined {
  return valueNamed(raw, TYPE_WORDS)
}

/** By the words of the text; a word in the path or the title weighs five. */
export function guessType(path: string, text: string, title: string): LearningType {
  const head = `${path.replace(/^details\/learnings\//, '')} ${title}`.toLowerCase()
  const body = text.slice(0, SCANNED_CHARACTERS).toLowerCase()
  const score = (type: LearningType) =>
    5 * (head.match(TYPE_SIGNS[type])?.length ?? 0) + (body.match(TYPE_SIGNS[type])?.length ?? 0)
  return LEARNING_TYPES.reduce((best, type) => (score(type) > score(best) ? type : best))
}

/** A file's name as a title: without its extension. */
export function nameOf(path: string): string {
  return baseName(path).replace(/\.md$/i, '')
}

export function stripMarkup(text: string): string {
  return text
    .replace(/<!--.*?-->/g, '')
    .replace(/!\[[^[\]]*\]\([^()]*\)/g, '')
    .replace(/\[([^[\]]*)\](?:\([^()]*\)|\[[^[\]]*\])/g, (_link, words: string) => words)
    .replace(/\*\*|__|`/g, '')
    .replace(
      /(^|[\s（(])[*_]([^*_]+)[*_](?=$|[\s）).,;:!?，。；：！？])/g,
      (_all, lead: string, words: string) => lead + words,
    )
    .replace(/\s+/g, ' ')
    .trim()
}

/** Facts stand at the head of a file; a book below it costs nothing. */
const SCANNED_CHARACTERS = 20_000
const SUMMARY_CHARACTERS = 240

const STATUS_LABEL = /^(?:(?:current |当前)?status|(?:当前|需求)?状态)$/i
const TYPE_LABEL = /^(?:type|kind|category|类型|类别|分类)$/i
const METADATA_LABEL =
  /^(?:(?:当前|需求)?状态|类型|类别|分类|日期|时间|作者|负责人|版本|编号|优先级|标签|(?:创建|更新|最后更新)(?:时间|日期|于)?|关联.{0,6}|相关.{0,6}|status|type|kind|category|date|author|owner|version|id|priority|tags?|created(?: at)?|updated(?: at)?|last updated|related)$/i

const STATUS_WORDS: Readonly<Record<Status, readonly string[]>> = {
  Proposed: [
    'proposed',
    'proposal',
    'draft',
    'pending',
    'todo',
    'to do',
    'planned',
    'planning',
    'new',
    'open',
    'backlog',
    'not started',
    'in review',
    'under review',
    '提议',
    '提案',
    '草案',
    '草稿',
    '待定',
    '待评审',
    '待确认',
    '待办',
    '待开发',
    '待实现',
    '未开始',
    '规划中',
    '计划中',
    '评审中',
    '讨论中',
    '新建',
    '已提出',
  ],
  Accepted: [
    'accepted',
    'approved',
    'confirmed',
    'ready',
    'agreed',
    '已接受',
    '接受',
    '已批准',
    '批准',
    '已确认',
    '确认',
    '已通过',
    '通过',
    '已采纳',
    '采纳',
    '已评审',
  ],
  Implementing: [
    'implementing',
    'in progress',
    'in-progress',
    'in development',
    'wip',
    'doing',
    'active',
    'started',
    'ongoing',
    'partially done',
    '进行中',
    '开发中',
    '实现中',
    '实施中',
    '部分完成',
    '测试中',
  ],
  Done: [
    'done',
    'completed',
    'complete',
    'implemented',
    'finished',
    'closed',
    'shipped',
    'released',
    'resolved',
    'merged',
    '已完成',
    '完成',
    '已实现',
    '已实施',
    '已上线',
    '已发布',
    '已关闭',
    '已交付',
    '已解决',
  ],
  Deprecated: [
    'deprecated',
    'rejected',
    'cancelled',
    'canceled',
    'superseded',
    'obsolete',
    'abandoned',
    'withdrawn',
    'dropped',
    '已废弃',
    '废弃',
    '已取消',
    '取消',
    '已弃用',
    '弃用',
    '已拒绝',
    '拒绝',
    '已作废',
    '作废',
    '已过时',
    '被取代',
    '已替代',
  ],
}
const TYPE_WORDS: Readonly<Record<LearningType, readonly string[]>> = {
  bug: [
    'bugs',
    'bug',
    'bugfix',
    'defect',
    'fault',
    'incident',
    'error',
    '缺陷',
    '故障',
    '错误',
    '踩坑',
    '问题',
    '事故',
  ],
  performance: ['performance', 'perf', 'optimization', 'optimisation', '性能', '优化'],
  integration: ['integration', 'integrations', 'third-party', 'api', '集成', '对接', '接入', '第三方', '联调'],
}
const TYPE_SIGNS: Readonly<Record<LearningType, RegExp>> = {
  bug: /\bbugs?\b|crash|exception|\berrors?\b|\bnull\b|undefined|panic|\brace\b|deadlock|regression|\bfail|崩溃|报错|异常|错误|失败|缺陷|空指针|死锁|竞态|故障/g,
  performance:
    /performance|\bperf\b|\bslow|latency|throughput|\bp9[059]\b|memory leak|\bcache|optimi[sz]|n\+1|benchmark|性能|变慢|太慢|延迟|耗时|吞吐|内存泄漏|缓存|优化|卡顿|慢查询/g,
  integration:
    /integrat|\bsdk\b|webhook|third[- ]party|gateway|oauth|upstream|\bapi\b|callback|compatib|集成|对接|第三方|接入|网关|回调|联调|兼容|接口/g,
}

function valueIn<T>(text: string, label: RegExp, read: (raw: string) => T | undefined): T | undefined {
  const head = text.slice(0, SCANNED_CHARACTERS)
  const bodyAt = bodyStart(head)
  const lines = scanLines(head)
  const commented = commentedLines(lines)
  let underHeading = false
  for (const [index, line] of lines.entries()) {
    const isFrontMatter = line.start < bodyAt
    if (!isFrontMatter && (line.fenced || commented.has(index))) continue
    if (underHeading && line.text.trim() !== '') {
      underHeading = false
      const value = read(line.text)
      if (value !== undefined) return value
    }
    if (headingLevel(line.text) !== undefined)
      underHeading = label.test(stripMarkup(line.text.replace(/^[\s#]+|[\s#]+$/g, '')))
    const said = labelled(line.text)
    const value = said !== undefined && label.test(stripMarkup(said.label)) ? read(said.text) : undefined
    if (value !== undefined) return value
  }
  return valueInTables(head, label, read)
}

/** As a row `| 状态 | 进行中 |`, or as a column with its first value. */
function valueInTables<T>(text: string, label: RegExp, read: (raw: string) => T | undefined): T | undefined {
  for (const table of findTables(text)) {
    for (const row of [table.header, ...table.rows]) {
      const value = label.test(stripMarkup(row.cells[0] ?? '')) ? read(row.cells[1] ?? '') : undefined
      if (value !== undefined) return value
    }
    const column = table.header.cells.findIndex((cell) => label.test(stripMarkup(cell)))
    const value = table.rows.length === 1 && column !== -1 ? read(table.rows[0]?.cells[column] ?? '') : undefined
    if (value !== undefined) return value
  }
  return undefined
}

function valueNamed<T extends string>(raw: string, words: Readonly<Record<T, readonly string[]>>): T | undefined {
  const bare = fromFirstLetter(stripMarkup(raw)).toLowerCase()
  const named = (candidate: string): T | undefined => {
    for (const value in words) {
      const matches = words[value].some(
        (word) => candidate.startsWith(word) && !/^[a-z]/.test(candidate.slice(word.length)),
      )
      if (matches) return value
    }
    return undefined
  }
  const choices = new Set(bare.split(/\s*[/|、,，]\s*/).map(named))
  choices.delete(undefined)
  return choices.size > 1 ? undefined : named(bare)
}

/** The first lines a person would call the text of the file, without headings, metadata, code and tables. */
function firstParagraph(text: string): string {
  const head = text.slice(bodyStart(text)).slice(0, SCANNED_CHARACTERS)
  const lines = scanLines(head)
  const commented = commentedLines(lines)
  const paragraph: string[] = []
  for (const [index, line] of lines.entries()) {
    const said = line.text.replace(/^[\s>]*(?:[-*+]\s+(?:\[[ xX]\]\s+)?|\d+[.)]\s+)?/, '').trim()
    const label = labelled(line.text)?.label
    const isText =
      !line.fenced &&
      !commented.has(index) &&
      headingLevel(line.text) === undefined &&
      hasLetter(said) &&
      !said.startsWith('|') &&
      !/^(?:!\[|<|\[!|\[[^\]]*\]:)/.test(said) &&
      !(label !== undefined && METADATA_LABEL.test(stripMarkup(label)))
    if (isText) paragraph.push(said)
    else if (paragraph.length > 0) break
  }
  return stripMarkup(paragraph.join(' '))
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
  return said + (/\p{Script=Han}/u.test(said) ? '。' : '.')
}
