/** Whether a file is written for people rather than for machines, by its path. */

export function isDocument(path: string): boolean {
  return /\.(?:md|mdx|rst|txt|adoc)$|(?:^|\/)(?:CHANGELOG|README|HISTORY)/i.test(path)
}
