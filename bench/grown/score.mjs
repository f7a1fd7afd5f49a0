/**
 * Scores a pack by the Markdown that a model gets. A fact is in the pack if one of its probes is. A probe is a string
 * from its reasons or its solution, never from its title.
 */

const DERIVED_PATH = /(^|\/)index(-[\w-]+)?\.md:\d/
const DERIVED_TEXT = [
  /^\|\s*Decision\s*\|\s*Date\s*\|\s*Binds\s*\|/m,
  /^\|\s*When you want to\s*\|\s*Read\s*\|/m,
  /^\|[^|\n]*\|\s*`details\/(design\/|requirements\/|learnings\/|patterns\.md|tech\.md|progress\.md)`\s*\|/m,
  /A route names 1–3 files/,
  /Propose first; write what the user agreed to/,
  /A decision has all five parts; the newest stands last\.\s*(\||$)(?![\s\S]*\d{4}-)/,
]
const PLACE = /\S+\.(md|rst|adoc|txt):\d+/

const AFTER_EVIDENCE = /^## (More|Context Summary|Open Questions|Left Out|Code)/

export function judgePack({ text, facts }) {
  const flat = flatten(text)
  const found = facts.filter((fact) => fact.probes.some((probe) => flat.includes(flatten(probe))))
  const pieces = splitPieces(text)
  const first = pieces[0] === undefined ? '' : flatten(pieces[0])
  const [only] = facts
  return {
    found: found.map((it) => it.id),
    missing: facts.filter((it) => !found.includes(it)).map((it) => it.id),
    first: facts.length === 1 && only.probes.some((probe) => first.includes(flatten(probe))),
    pieces: pieces.length,
    derived: pieces.map(whyDerived).filter((it) => it !== ''),
  }
}

/** The pieces of a pack. Each begins at a heading or a line with a place (`path.md:12-20`). */
export function splitPieces(text) {
  const lines = text.split('\n')
  const headings = []
  const places = []
  let fence = ''
  let end = lines.length
  for (const [at, line] of lines.entries()) {
    const mark = /^(`{3,}|~{3,})/.exec(line)?.[1] ?? ''
    if (mark !== '') fence = fence === '' ? mark : mark.startsWith(fence) ? '' : fence
    if (mark !== '' || fence !== '') continue
    if (places.length > 0 && AFTER_EVIDENCE.test(line)) {
      end = at
      break
    }
    if (PLACE.test(line)) places.push(at)
    if (/^### /.test(line) && PLACE.test(lines.slice(at, at + 4).join('\n'))) headings.push(at)
  }
  const starts = headings.length > 0 ? headings : places
  return starts.map((start, index) => lines.slice(start, starts[index + 1] ?? end).join('\n'))
}

function whyDerived(piece) {
  const head = piece.split('\n').slice(0, 4).join('\n')
  if (DERIVED_PATH.test(head)) return 'index file'
  if (DERIVED_TEXT.some((it) => it.test(piece))) return 'derived text of the entry page'
  return emptyHeading(piece) ? 'heading without a body' : ''
}

/** True if a heading inside the piece has no text below it. */
function emptyHeading(piece) {
  const lines = piece
    .split('\n')
    .slice(1)
    .filter((it) => it.trim() !== '' && !/^(`{3,}|~{3,})/.test(it))
  return lines.some((line, at) => {
    const rank = headingRank(line)
    if (rank === 0) return false
    const next = lines[at + 1]
    return next === undefined || (headingRank(next) > 0 && headingRank(next) <= rank)
  })
}

function headingRank(line) {
  return /^(#{1,6}) /.exec(line)?.[1].length ?? 0
}

function flatten(text) {
  return text
    .toLowerCase()
    .replace(/[`*\\]/g, '')
    .replace(/\s+/g, ' ')
}

/** Rough count for any model: a CJK character is most of a token, other text about four characters each. */
export function estimateTokens(text) {
  const wide = text.match(/[\u3000-\u9fff\uff00-\uffef]/g)?.length ?? 0
  return Math.round(wide * 0.8 + (text.length - wide) / 4)
}
