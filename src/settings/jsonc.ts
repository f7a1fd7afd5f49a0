/**
 * Edits a settings file in JSON with comments, as splices at offsets.
 *
 * Everything else keeps its bytes: comments, order, indentation, line endings, byte order mark and trailing commas.
 * Removing an added member restores the former text if its list or object had a member before.
 */

import { getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'

export type JsonPath = readonly string[]
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

export interface JsonFault {
  readonly line: number
  /** The fault, such as `comma expected`. */
  readonly what: string
}

/** The first fault; undefined for a text that can be edited: an object, or only blanks and comments. */
export function faultOf(text: string): JsonFault | undefined {
  const { root, errors, shift } = read(text)
  const first = errors[0]
  if (first !== undefined)
    return { line: lineOf(text, first.offset + shift), what: spaced(printParseErrorCode(first.error)) }
  if (root !== undefined && root.type !== 'object')
    return { line: lineOf(text, root.offset + shift), what: 'an object { … } is expected' }
  return undefined
}

/** The value at a path; undefined if there is none. The last of duplicate keys counts. */
export function valueAt(text: string, path: JsonPath): unknown {
  const { root } = read(text)
  const node = root === undefined ? undefined : nodeAt(root, path)
  return node === undefined ? undefined : getNodeValue(node)
}

/** Adds a property at the end of its object and creates missing objects. The key must not exist yet. */
export function addProperty(text: string, path: JsonPath, value: Json): string {
  const { root, body, bom } = read(text)
  if (root === undefined) return `${bom}${blanksAndComments(body)}${newObject(path, value, eolOf(body))}`
  const depth = deepest(root, path)
  const key = path[depth.length] ?? ''
  const inner = path.slice(depth.length + 1).reduceRight<Json>((made, name) => ({ [name]: made }), value)
  return bom + insert(body, depth.node, `${JSON.stringify(key)}: `, inner)
}

/** Adds an item at the end of the list at this path. */
export function addItem(text: string, path: JsonPath, value: Json): string {
  const { root, body, bom } = read(text)
  const list = root === undefined ? undefined : nodeAt(root, path)
  if (list === undefined || list.type !== 'array') throw new Error(`not a list: ${path.join('.')}`)
  return bom + insert(body, list, '', value)
}

/** Replaces the value at this path. */
export function replaceValue(text: string, path: JsonPath, item: number | undefined, value: Json): string {
  const { root, body, bom } = read(text)
  const at = root === undefined ? undefined : nodeAt(root, path)
  const node = item === undefined ? at : at?.children?.[item]
  if (node === undefined) throw new Error(`nothing at ${path.join('.')}`)
  const written = render(value, indentAt(body, node.offset), unitOf(body, root), eolOf(body))
  return bom + splice(body, [{ from: node.offset, to: node.offset + node.length, text: written }])
}

/** Removes the property at this path, or one item of the list at this path. */
export function removeMember(text: string, path: JsonPath, item?: number): string {
  const { root, body, bom } = read(text)
  const at = root === undefined ? undefined : nodeAt(root, path)
  const member = item === undefined ? at?.parent : at?.children?.[item]
  if (member?.parent?.children === undefined) return text
  const expected = without(getNodeValue(root ?? member), path, item)
  const wide = splice(body, removal(body, member, true))
  const kept = sameValue(wide, expected) ? wide : splice(body, removal(body, member, false))
  return bom + kept
}

interface Splice {
  readonly from: number
  readonly to: number
  readonly text: string
}

function read(text: string): {
  readonly root: Node | undefined
  readonly errors: readonly ParseError[]
  readonly body: string
  readonly bom: string
  readonly shift: number
} {
  const bom = text.startsWith('\uFEFF') ? '\uFEFF' : ''
  const body = text.slice(bom.length)
  const errors: ParseError[] = []
  if (skipTrivia(body, 0) >= body.length) return { root: undefined, errors, body, bom, shift: bom.length }
  const root = parseTree(body, errors, { allowTrailingComma: true, disallowComments: false })
  return { root, errors, body, bom, shift: bom.length }
}

function nodeAt(root: Node, path: JsonPath): Node | undefined {
  const { node, length } = deepest(root, path)
  return length === path.length ? node : undefined
}

/** The deepest existing value along the path. */
function deepest(root: Node, path: JsonPath): { readonly node: Node; readonly length: number } {
  let node = root
  for (const [length, name] of path.entries()) {
    const property =
      node.type === 'object' ? node.children?.findLast((child) => child.children?.[0]?.value === name) : undefined
    const value = property?.children?.[1]
    if (value === undefined) return { node, length }
    node = value
  }
  return { node, length: path.length }
}

function insert(body: string, container: Node, label: string, value: Json): string {
  const eol = eolOf(body)
  const root = rootOf(container)
  const unit = unitOf(body, root)
  const children = container.children ?? []
  const last = children.at(-1)
  const close = container.offset + container.length - 1
  if (last === undefined) {
    const inner = body.slice(container.offset + 1, close)
    const at = container.offset + 1 + inner.trimEnd().length
    const isInline = container.type === 'array' && !/[\n\r]/.test(inner)
    const outer = indentAt(body, container.offset)
    if (isInline)
      return splice(body, [
        { from: at, to: at, text: (inner.trim() === '' ? '' : ' ') + render(value, outer, unit, eol) },
      ])
    const member = `${eol}${outer}${unit}${label}${render(value, outer + unit, unit, eol)}`
    const after = /[\n\r]/.test(body.slice(at, close)) ? '' : eol + outer
    return splice(body, [{ from: at, to: at, text: member + after }])
  }
  const end = endOf(last)
  const comma = commaAfter(body, end)
  const ownLine = startsItsLine(body, last.offset)
  const indent = indentAt(body, last.offset)
  const member = label + render(value, indent, unit, eol)
  if (!ownLine) {
    if (comma === undefined) return splice(body, [{ from: end, to: end, text: `, ${member}` }])
    return splice(body, [{ from: comma + 1, to: comma + 1, text: ` ${member},` }])
  }
  if (comma === undefined) {
    const at = endOfLineComments(body, end)
    return splice(body, [
      { from: end, to: end, text: ',' },
      { from: at, to: at, text: `${eol}${indent}${member}` },
    ])
  }
  const at = endOfLineComments(body, comma + 1)
  return splice(body, [{ from: at, to: at, text: `${eol}${indent}${member},` }])
}

/** The ranges to cut for a member: the member, one comma and, with `wide`, the blanks around it. */
function removal(body: string, member: Node, wide: boolean): readonly Splice[] {
  const siblings = member.parent?.children ?? []
  const index = siblings.indexOf(member)
  const next = siblings[index + 1]
  const end = endOf(member)
  const comma = commaAfter(body, end)
  const before = siblings[index - 1]
  const commaBefore = before && commaAfter(body, endOf(before))
  // Without a comma after the last member, the comma before it is cut.
  const taken = comma ?? (next === undefined ? commaBefore : undefined)
  const commas = taken === undefined ? [] : [cut(taken, taken + 1)]
  if (!wide) return [...commas, cut(member.offset, end)]
  if (startsItsLine(body, member.offset)) return [...commas, ...lineRemoval(body, member.offset, end, comma)]
  const gap = next === undefined ? blanksBetween(body, commaBefore, member) : blanksBetween(body, comma, next)
  return [...commas, cut(member.offset, end), ...gap]
}

function blanksBetween(body: string, comma: number | undefined, next: Node): readonly Splice[] {
  const isGap = comma !== undefined && isBlank(body.slice(comma + 1, next.offset))
  return isGap ? [cut(comma + 1, next.offset)] : []
}

function endOf(node: Node): number {
  return node.offset + node.length
}

/** Cuts the whole line of a member, unless a comment or another member follows on that line. */
function lineRemoval(body: string, start: number, end: number, comma: number | undefined): readonly Splice[] {
  const after = comma !== undefined && isBlank(body.slice(end, comma)) ? comma + 1 : end
  const rest = /^[^\n\r]*/.exec(body.slice(after))?.[0] ?? ''
  if (!isBlank(rest) && !/^\s*[\]}]/.test(rest)) return [cut(start, end)]
  return [cut(lineBreakBefore(body, start), end), cut(after, after + (isBlank(rest) ? rest.length : 0))]
}

function cut(from: number, to: number): Splice {
  return { from, to, text: '' }
}

/** Applies the splices. Cuts may overlap. */
function splice(body: string, splices: readonly Splice[]): string {
  let text = ''
  let done = 0
  for (const one of splices.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    if (one.from > done) text += body.slice(done, one.from)
    text += one.text
    done = Math.max(done, one.to)
  }
  return text + body.slice(done)
}

/** Prints a short list of plain values on one line, and everything else with one member per line. */
function render(value: Json, indent: string, unit: string, eol: string): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const deeper = indent + unit
  const [open, close, members] = isList(value)
    ? ['[', ']', value.map((item) => render(item, deeper, unit, eol))]
    : [
        '{',
        '}',
        Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}: ${render(inner, deeper, unit, eol)}`),
      ]
  const line = `${open}${members.join(', ')}${close}`
  const isShort = members.length === 0 || (isList(value) && line.length <= 60 && !/[\n\r{]/.test(line))
  if (isShort) return line
  return `${open}${eol}${members.map((member) => deeper + member).join(`,${eol}`)}${eol}${indent}${close}`
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}

function newObject(path: JsonPath, value: Json, eol: string): string {
  const made = path.reduceRight<Json>((inner, name) => ({ [name]: inner }), value)
  return `${render(made, '', '  ', eol)}${eol}`
}

/** A file with only blanks and comments keeps them above the new text. */
function blanksAndComments(body: string): string {
  return body === '' || /[\n\r]$/.test(body) ? body : body + eolOf(body)
}

/** The file's own unit of indentation. */
function unitOf(body: string, root: Node | undefined): string {
  const first = root?.children?.[0]
  const indent = first !== undefined && startsItsLine(body, first.offset) ? indentAt(body, first.offset) : ''
  return indent === '' ? '  ' : indent.slice(root === undefined ? 0 : indentAt(body, root.offset).length) || '  '
}

function rootOf(node: Node): Node {
  let root = node
  while (root.parent !== undefined) root = root.parent
  return root
}

/** `CommaExpected` → `comma expected`. */
function spaced(word: string): string {
  return word.replace(/(?<!^)[A-Z]/g, (letter) => ` ${letter}`).toLowerCase()
}

function without(value: unknown, path: JsonPath, item: number | undefined): unknown {
  const [name, ...rest] = path
  if (name === undefined) return Array.isArray(value) ? value.filter((_, at) => at !== item) : value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => {
      if (key !== name) return [[key, inner]]
      return rest.length === 0 && item === undefined ? [] : [[key, without(inner, rest, item)]]
    }),
  )
}

function sameValue(text: string, expected: unknown): boolean {
  const { root, errors } = read(text)
  return errors.length === 0 && root !== undefined && JSON.stringify(getNodeValue(root)) === JSON.stringify(expected)
}

/** The offset after blanks and comments. */
function skipTrivia(body: string, from: number): number {
  const trivia = /(?:\s+|\/\/[^\n\r]*|\/\*[\s\S]*?\*\/)*/y
  trivia.lastIndex = from
  trivia.exec(body)
  return trivia.lastIndex
}

function commaAfter(body: string, end: number): number | undefined {
  const at = skipTrivia(body, end)
  return body[at] === ',' ? at : undefined
}

/** The offset after the comments that follow on the same line. */
function endOfLineComments(body: string, from: number): number {
  const comments = /(?:[ \t]*(?:\/\/[^\n\r]*|\/\*(?:(?!\*\/)[^\n\r])*\*\/))*/y
  comments.lastIndex = from
  comments.exec(body)
  return comments.lastIndex
}

function startsItsLine(body: string, offset: number): boolean {
  const start = lineStart(body, offset)
  return start > 0 && isBlank(body.slice(start, offset))
}

function indentAt(body: string, offset: number): string {
  return /^[ \t]*/.exec(body.slice(lineStart(body, offset)))?.[0] ?? ''
}

function lineStart(body: string, offset: number): number {
  if (offset <= 0) return 0
  return Math.max(body.lastIndexOf('\n', offset - 1), body.lastIndexOf('\r', offset - 1)) + 1
}

/** The offset before the preceding line break. */
function lineBreakBefore(body: string, offset: number): number {
  const start = lineStart(body, offset)
  return body.slice(start - 2, start) === '\r\n' ? start - 2 : start - 1
}

function eolOf(body: string): string {
  return /\r\n|\n|\r/.exec(body)?.[0] ?? '\n'
}

function isBlank(text: string): boolean {
  return text.trim() === ''
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split(/\r\n|\n|\r/).length
}
