/**
 * Whether the assistant's words hold a block of ours (S42): whole, or at least its first line, which names it. What a
 * renderer hides does not count.
 */

export function holdsBlock(text: string, block: string): 'whole' | 'named' | 'not' {
  const said = linesOf(text.slice(-LONGEST))
  const [first = '', ...rest] = linesOf(block)
  if (first === '' || !said.some((line) => line.endsWith(first))) return 'not'
  const lines = new Set(said)
  return rest.every((line) => lines.has(line)) ? 'whole' : 'named'
}

/** Nobody reads more of a message than its last pages. */
const LONGEST = 20_000

/** The visible lines without what frames them: quotation, list and emphasis marks. */
function linesOf(text: string): readonly string[] {
  return visible(text)
    .split(/\r?\n/)
    .map((line) =>
      line
        .replace(/^[\s>#*-]+|[*_`~]/g, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((line) => line !== '')
}

/** Rather too little than too much. */
function visible(text: string): string {
  return text
    .replace(/<!--[\s\S]*?(?:-->|$)/g, ' ')
    .replace(/<(details|template|script|style|noscript)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, ' ')
    .replace(/<\/?[a-z][^<>]*>/gi, ' ')
    .replace(/\]\([^\n]*/g, ']')
    .replace(/^ {0,3}\[[^[\]\n]+\]:[^\n]*(?:\n[ \t]*\S[^\n]*)*/gm, '')
    .replace(/^([ \t>]*(?:```+|~~~+))[^`\n]*$/gm, '$1')
}
