/**
 * A line that a scan of the project wrote, known by its form: `- **label**: value (source: where)`. Only such lines are
 * a later scan's to replace (S15).
 */

/** The label of a line in exactly this form; undefined for any other. */
export function labelOfScanned(line: string): string | undefined {
  const match = line.length > LONGEST ? null : SCANNED.exec(line)
  return match?.[1] !== undefined && isScanSource(match[2] ?? match[3] ?? '') ? match[1] : undefined
}

const LONGEST = 2_000
const SCANNED = /^- \*\*(.+?)\*\*(?:: |：).*(?:\(source: ([^()]+)\)|（来源：([^（）]+)）)\s*$/

/**
 * A scan reads manifests, signs and a README, two levels deep at most. A line that names anything else
 * (a page of documentation, an address) was written by somebody who copied our form.
 */
function isScanSource(source: string): boolean {
  if (source === 'directory tree' || source === '目录树') return true
  if (source.includes('://') || source.split('/').length > 2) return false
  return !/\.md$/i.test(source) || /(?:^|\/)readme[\w.-]*\.md$/i.test(source)
}
