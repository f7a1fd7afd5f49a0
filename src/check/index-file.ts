/** An index, or the part of one that is split by type: generated, so that nobody is to write entries in it. */

export function isIndexFile(path: string): boolean {
  return /^details\/(?:[^/]+\/index|learnings\/index-(?:bug|performance|integration)(?:-\d+)?)\.md$/.test(path)
}
