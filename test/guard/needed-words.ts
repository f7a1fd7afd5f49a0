/**
 * Proves from a pattern's structure that every text it matches holds one of some words.
 *
 * Sound and not complete: what is not understood is taken to need nothing.
 */

type Node =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'choice'; readonly branches: readonly (readonly Node[])[] }
  /** Anything that may match without holding a certain text. */
  | { readonly kind: 'open' }

export function needsOneOf(source: string, words: readonly string[]): boolean {
  const holds = (row: readonly Node[]): boolean =>
    row.some((node) => {
      if (node.kind === 'text') return words.some((word) => node.text.includes(word))
      return node.kind === 'choice' && node.branches.every(holds)
    })
  return parse(source).every(holds)
}

function parse(source: string): readonly (readonly Node[])[] {
  const chars = [...source]
  let at = 0
  const choice = (): readonly (readonly Node[])[] => {
    const branches: Node[][] = [[]]
    while (at < chars.length && chars[at] !== ')') {
      if (chars[at] === '|') {
        branches.push([])
        at += 1
      } else add(branches.at(-1) ?? [], quantified(one()))
    }
    return branches
  }
  const one = (): Node => {
    const char = chars[at] ?? ''
    at += 1
    if (char === '(') return group()
    if (char === '[') return set()
    if (char === '\\') return escaped()
    return /[.^$]/.test(char) ? OPEN : { kind: 'text', text: char }
  }
  const group = (): Node => {
    const opening = /^\?(?:[:=!]|<[=!])/.exec(chars.slice(at, at + 4).join(''))?.[0] ?? ''
    at += opening.length
    const branches = choice()
    at += 1
    return opening === '' || opening === '?:' ? { kind: 'choice', branches } : OPEN
  }
  const set = (): Node => {
    while (chars[at] !== ']') at += chars[at] === '\\' ? 2 : 1
    at += 1
    return OPEN
  }
  const escaped = (): Node => {
    const char = chars[at] ?? ''
    at += 1
    if (char === 'p' || char === 'P') while (chars[at - 1] !== '}') at += 1
    if (char === 'b') return { kind: 'text', text: '' }
    return /[A-Za-z0-9]/.test(char) ? OPEN : { kind: 'text', text: char }
  }
  const quantified = (node: Node): Node => {
    const sign = /^(?:[?*+]|\{\d+(?:,\d*)?\})\??/.exec(chars.slice(at, at + 12).join(''))?.[0] ?? ''
    at += sign.length
    if (sign === '') return node
    return /^(?:[?*]|\{0)/.test(sign) ? OPEN : { kind: 'choice', branches: [[node]] }
  }
  return choice()
}

/** Neighbouring texts are one. */
function add(row: Node[], node: Node): void {
  const last = row.at(-1)
  if (last?.kind === 'text' && node.kind === 'text') row[row.length - 1] = { kind: 'text', text: last.text + node.text }
  else row.push(node)
}

const OPEN: Node = { kind: 'open' }
