/**
 * The form of a line that a scan of the project writes: `- **label**: value (source: where)`. Only lines of this form are
 * a later scan's to replace (S15).
 */

export interface ScannedLine {
  readonly label: string
  readonly sources: string
}

export function scannedLine(line: string): ScannedLine | undefined {
  const match = line.length > LONGEST ? null : SCANNED.exec(line)
  return match?.[1] === undefined ? undefined : { label: match[1], sources: match[2] ?? match[3] ?? '' }
}

const LONGEST = 2_000
const SCANNED = /^- \*\*(.+?)\*\*(?:: |：).*(?:\(source: ([^()]+)\)|（来源：([^（）]+)）)\s*$/
