/**
 * `node scripts/prose.mjs`: exits 1 if more than 1 % of comments, messages, test titles or sentences of documents read as
 * translated. `--list [folder]` prints each one.
 *
 * It counts a few mechanical signs only; DESIGN's rules on language need a reader. ALLOWED has the exceptions.
 */

import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseSync } from 'rolldown/utils'
import { root } from './prepare.mjs'

const MOST = 0.01

/** A statement that opens with a relative clause has no concrete subject. A question may, and so may a label (`What:`). */
const OPENER = /^(?:who(?:ever|se)?|what(?:ever)?|where(?:ver)?|which)\b(?!:)(?!.*\?["”’)*_]*$)/i
/** Bold and quotation marks may close after the sign that ends a sentence. */
const SENTENCE_END = /(?<=[.!?]["”’)*_]*) +/
const PHRASES = [
  /\bstands?\b(?! (?:for|out)\b)/i,
  /(?<!\bthere )\b(?:is|are|was|were) no (?!longer\b|more than\b|one\b|less\b|later\b|other\b|need\b|way\b)/i,
  /\b(?:goes|go|went|gone) on\b/i,
  /(?<!--)\b(?:ours|whomever|besides)\b/i,
  /(?:\bto|\bby|\bfor|\bfrom|\bof|\bwith|\btells?|\blets?|\bkeeps?) us\b/i,
]

/** Texts with a reason to stay, by how they begin. At most 20. */
const ALLOWED = []

const KINDS = ['comments', 'messages', 'titles', 'sentences']

const list = process.argv.includes('--list')
const below = join(root, process.argv.find((arg, at) => at > 1 && !arg.startsWith('--')) ?? '.')
const found = [...filesBelow(below)].flatMap((file) => textsOf(file))

let failed = false
for (const kind of KINDS) {
  const texts = found.filter((one) => one.kind === kind)
  const odd = texts.filter((one) => isOdd(one.text))
  if (list) for (const { file, line, text } of odd) console.log(`${file}:${line} ${shortened(text)}`)
  const share = texts.length === 0 ? 0 : odd.length / texts.length
  failed ||= share > MOST
  console.log(`${odd.length} of ${texts.length} ${kind} (${(100 * share).toFixed(1)} %)`)
}
if (failed) {
  console.log(`Above ${100 * MOST} %. List them: node scripts/prose.mjs --list`)
  process.exitCode = 1
}

function isOdd(text) {
  if (ALLOWED.some((begin) => text.startsWith(begin))) return false
  // Code, quotations and link targets do not count.
  const words = text.replaceAll(/`[^`]*`|“[^”]*”|"[^"]*"|\]\([^)]*\)/g, 'X').replaceAll(/\s+/g, ' ')
  return words.split(SENTENCE_END).some((sentence) => OPENER.test(sentence)) || PHRASES.some((one) => one.test(words))
}

function shortened(text) {
  const flat = text.replaceAll(/\s+/g, ' ')
  return flat.length > 160 ? `${flat.slice(0, 160)}…` : flat
}

function* filesBelow(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (/^(?:node_modules|dist|fixtures|cases|\..*)$/.test(entry.name)) continue
    if (entry.isDirectory()) yield* filesBelow(path)
    else if (/\.(?:tsx?|mjs|md)$/.test(entry.name) && !/THIRD-PARTY|zh-CN|\.zh\./.test(entry.name)) yield path
  }
}

function textsOf(path) {
  const text = readFileSync(path, 'utf8')
  const file = relative(root, path)
  return path.endsWith('.md') ? documentTexts(text, file) : codeTexts(text, file)
}

/** Paragraphs and list items; no headings, code, tables or front matter. */
function documentTexts(text, file) {
  const prose = text
    .replace(/^---\n[\s\S]*?\n---\n/, keepLines)
    .replaceAll(/^( *)(`{3,}|~{3,})[\s\S]*?^\1\2/gm, keepLines)
  return prose.split('\n').flatMap((line, at) => {
    const words = line.replace(/^[\s>#*+-]*(?:\d+\.)?\s*/, '')
    const isProse = /^[A-Z“"*`[]/.test(words) && !/^(?:#|\||<!--)/.test(line)
    return isProse ? words.split(SENTENCE_END).map((one) => ({ kind: 'sentences', file, line: at + 1, text: one })) : []
  })
}

function keepLines(block) {
  return block.replaceAll(/[^\n]/g, '')
}

function codeTexts(text, file) {
  const lang = file.endsWith('x') ? 'tsx' : file.endsWith('mjs') ? 'js' : 'ts'
  const { program, comments } = parseSync(file, text, { lang, sourceType: 'module' })
  const lineOf = (offset) => text.slice(0, offset).split('\n').length
  const inComments = joined(comments, text)
    .filter(({ value }) => !/^\s*(?:biome-ignore|@|\/)/.test(value))
    .map(({ value, start }) => ({
      kind: 'comments',
      file,
      line: lineOf(start),
      text: value.replaceAll(/^\s*\*+ ?/gm, '').trim(),
    }))
  const inStrings = []
  visit(program, (node) => {
    const string = textAt(node)
    if (string !== undefined) inStrings.push({ ...string, file, line: lineOf(node.start) })
  })
  return [...inComments, ...inStrings]
}

/** Adjacent line comments are one text. */
function joined(comments, text) {
  const all = []
  for (const one of comments) {
    const last = all.at(-1)
    if (one.type === 'Line' && last?.type === 'Line' && /^\n\s*$/.test(text.slice(last.end, one.start)))
      all[all.length - 1] = { ...last, value: `${last.value}\n${one.value}`, end: one.end }
    else all.push(one)
  }
  return all
}

/** An English message (`en: '…'`, on the page `t('…', '…')`) or the title of a test. */
function textAt(node) {
  if (node.type === 'Property' && node.key?.name === 'en') return stringIn(node.value, 'messages')
  if (node.type !== 'CallExpression') return undefined
  if (node.callee?.name === 't') return stringIn(node.arguments[0], 'messages')
  const callee = /^(?:test|it|describe)$/.test(node.callee?.name ?? node.callee?.object?.name ?? '')
  return callee ? stringIn(node.arguments[0], 'titles') : undefined
}

function stringIn(node, kind) {
  if (node?.type === 'Literal' && typeof node.value === 'string') return { kind, text: node.value }
  if (node?.type !== 'TemplateLiteral') return undefined
  return { kind, text: node.quasis.map(({ value }) => value.cooked).join('X') }
}

function visit(node, look) {
  if (Array.isArray(node)) for (const one of node) visit(one, look)
  else if (node !== null && typeof node === 'object') {
    if (typeof node.type === 'string') look(node)
    for (const [key, value] of Object.entries(node)) if (key !== 'parent') visit(value, look)
  }
}
