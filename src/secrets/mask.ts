/** Put masks where secrets stand, so that the masked text holds nothing that would be found again. */

import { scanLines } from '../text/lines.ts'
import { type Hit, mergeHits } from './hit.ts'

export interface MaskedText {
  readonly text: string
  readonly masks: readonly MaskedValue[]
}

interface MaskedValue {
  /** Where the mask stands in the masked text. */
  readonly start: number
  readonly end: number
  readonly value: string
}

/** The stretches to mask. Masking can bring two remains together; what then reads as a secret is masked in its turn, in the end by lines. */
export function coverAll(text: string, found: readonly Hit[], find: (text: string) => readonly Hit[]): readonly Hit[] {
  let hits = mergeHits(found)
  for (let round = 0; hits.length > 0; round += 1) {
    const masked = putMasks(text, hits)
    const again = find(masked.text)
    if (again.length === 0) return hits
    const originOf = origins(masked, hits)
    const back = again.map(({ kind, start, end }) => ({ kind, start: originOf(start)[0], end: originOf(end - 1)[1] }))
    hits = mergeHits([...hits, ...(round < 4 ? back : wholeLines(text, back))])
    if (round > 10) return mergeHits([{ kind: 'text', start: 0, end: text.length }])
  }
  return hits
}

export function putMasks(text: string, hits: readonly Hit[]): MaskedText {
  const parts: string[] = []
  const masks: MaskedValue[] = []
  let from = 0
  let length = 0
  for (const hit of hits) {
    const kept = text.slice(from, hit.start)
    const mask = `[secret: ${hit.kind}]`
    parts.push(kept, mask)
    const start = length + kept.length
    length = start + mask.length
    masks.push({ start, end: length, value: text.slice(hit.start, hit.end) })
    from = hit.end
  }
  return { text: parts.join('') + text.slice(from), masks }
}

/** For an offset in the masked text, the stretch of the text it stands for: one character, or all that a mask covers. */
function origins(masked: MaskedText, hits: readonly Hit[]): (offset: number) => readonly [number, number] {
  return (offset) => {
    let shift = 0
    for (const [index, mask] of masked.masks.entries()) {
      if (offset < mask.start) break
      const hit = hits[index]
      if (hit !== undefined && offset < mask.end) return [hit.start, hit.end]
      shift = (hit?.end ?? 0) - mask.end
    }
    return [offset + shift, offset + shift + 1]
  }
}

function wholeLines(text: string, hits: readonly Hit[]): readonly Hit[] {
  const lines = scanLines(text)
  return hits.flatMap((hit) =>
    lines
      .filter((line) => line.start < hit.end && hit.start < line.end && line.text !== '')
      .map((line) => ({
        kind: 'line',
        start: line.end - endLength(text, line.end) - line.text.length,
        end: line.end - endLength(text, line.end),
      })),
  )
}

function endLength(text: string, end: number): number {
  const last = text[end - 1]
  if (last === '\r') return 1
  return last === '\n' ? (text[end - 2] === '\r' ? 2 : 1) : 0
}
