/** What a README says the project is: its title, and the first paragraph that describes rather than decorates. */

import type { ScannedFile } from '../../core/project.ts'
import { scanLines } from '../../text/lines.ts'
import { plainText } from './plain-text.ts'
import type { Scan } from './scan.ts'

export interface Readme {
  readonly source: string
  readonly title: string | undefined
  readonly about: string | undefined
  /** Its words without code, addresses and markup: what its language is told by. */
  readonly prose: string
}

/** The main README first, translations after it. */
export function readmesOf(scan: Scan): readonly Readme[] {
  const files = scan.files.filter((file) => readmeRank(file.path) !== undefined)
  return files.sort((a, b) => (readmeRank(a.path) ?? 0) - (readmeRank(b.path) ?? 0)).map(readReadme)
}

/** How good a README a file of the root is: 0 is best; undefined where it is none. */
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

/** Sections that tell how, not what. */
const OTHER_SECTION =
  /^(install|usage|getting started|quick ?start|setup|licen[cs]e|contribut|table of contents|contents|requirements|prerequisites|change ?log|news|sponsor|badges|build|安装|使用|快速|入门|许可|协议|目录|贡献|更新|环境|赞助|部署)/i

function readReadme(file: ScannedFile): Readme {
  let title: string | undefined
  let about: string | undefined
  let describes = true
  for (const block of blocksOf(file.text)) {
    if (block.kind === 'heading') {
      const words = flat(block.text)
      describes = !OTHER_SECTION.test(words.replace(/^[^\p{L}]+/u, ''))
      if (title === undefined && block.level === 1 && describes && /\p{L}{2}|\p{Script=Han}/u.test(words)) title = words
    } else if (about === undefined && describes) about = describing(block.text)
  }
  return {
    source: file.path,
    title: title === undefined || title.length > 60 ? undefined : title,
    about,
    prose: proseOf(file.text),
  }
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
    if (/^\s*([=\-~^"*#])\1{2,}\s*$/.test(line)) {
      const words = open.length === 1 ? open[0] : undefined
      if (words !== undefined && words.length <= 80) {
        blocks.push({ kind: 'heading', level: blocks.some(({ kind }) => kind === 'heading') ? 2 : 1, text: words })
        open = []
      } else close()
    } else if (heading !== null) {
      close()
      blocks.push({ kind: 'heading', level: heading[1]?.length ?? 1, text: heading[2] ?? '' })
    } else if (line.trim() === '' || NOT_PROSE.test(line)) close()
    else open.push(line.trim().replace(/^>\s?/, ''))
  }
  close()
  return blocks
}

/** List items, tables, directives, link definitions, notes, and front matter's keys. */
const NOT_PROSE = /^\s*(?:[-*+]\s|\d+[.)]\s|\||\.\.\s|:[\w-]+:|\[[^\]]*\]:\s|>?\s*\[!\w+\]|\{[%{]|\$\s|---)/

/** Fenced and indented code, comments and tags are taken out; an HTML heading becomes a Markdown one. */
function withoutMarkup(text: string): string {
  const prose = scanLines(text.slice(0, 30_000))
    .filter((line) => !line.fenced && !/^( {4}|\t)\s*[^\s<]/.test(line.text) && line.text.length <= 2_000)
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
    .replaceAll(/<\/?(?:p|div|h[1-6]|br|hr|table|tr|td|ul|li|details|summary|center|picture)\b[^<>]{0,500}>/gi, '\n\n')
    .replaceAll(/<\/?[a-z][^<>]{0,1000}>/gi, '')
    .replaceAll(/^(#{1,6}) \s+(?=\S)/gm, (_, marks: string) => `${marks} `)
}

/** Words that say something; badges, navigation and lead-ins to a list do not. */
function describing(block: string): string | undefined {
  const own = withoutImages(block)
    .replaceAll(LINK, '')
    .replaceAll(/https?:\/\/\S+/g, '')
  if (!saysEnough(own)) return undefined
  const words = flat(block)
  if (!/[:：]$/.test(words)) return saysEnough(words) ? words : undefined
  const end = Math.max(...['. ', '! ', '? ', '。', '！', '？'].map((sign) => words.lastIndexOf(sign)))
  return end > 20 ? words.slice(0, end + 1) : undefined
}

const LINK = /\[([^\]]{0,300})\](?:\([^)]{0,500}\)|\[[^\]]{0,100}\])/g

function withoutImages(text: string): string {
  return text.replaceAll(/!\[[^\]]{0,300}\](?:\([^)]{0,500}\)|\[[^\]]{0,100}\])/g, '')
}

function saysEnough(text: string): boolean {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0
  const words = text.match(/\p{L}{2,}/gu)?.length ?? 0
  return han >= 6 || words >= 4
}

function flat(text: string): string {
  const words = withoutImages(text)
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
