/**
 * The parts of a line that may each be a label with its text: `**决策**：a；**原因**：b`.
 *
 * Cut at each `；` or `;`, which is dropped, and before each bold label that is not the line's first word.
 */
export function labelSegments(line: string): readonly string[] {
  if (!line.includes('**') && !line.includes(';') && !line.includes('；')) return [line]
  const first = line.search(/\S/)
  const segments: string[] = []
  let from = 0
  const cuts = new RegExp(CUT, 'g')
  for (let cut = cuts.exec(line); cut !== null; cut = cuts.exec(line)) {
    const at = cut.index
    if (cut[0].startsWith('*')) {
      // The label itself may hold a `;`, and a second pair of signs may begin the real one.
      cuts.lastIndex = at + 1
      if (at <= first || at <= from) continue
      segments.push(line.slice(from, at))
      from = at
    } else {
      segments.push(line.slice(from, at))
      from = at + 1
    }
  }
  segments.push(line.slice(from))
  return segments
}

const CUT = '[；;]|\\*\\*[^*]{1,40}(?:\\*\\*\\s?[:：]|[:：]\\s?\\*\\*)'
