/** `aliases` in a file's front matter, as an inline list or one to a line: other names it is found by. */
export function aliasesIn(head: string): readonly string[] {
  if (!head.includes('aliases:')) return []
  const front = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---/.exec(head)?.[1]
  const match = front === undefined ? null : /^aliases:[ \t]*(.*(?:\r?\n[ \t]+-.*|\r?\n-.*)*)/m.exec(front)
  return (match?.[1] ?? '')
    .split(/[[\],\r\n]|^[ \t]*-/m)
    .map((alias) => alias.replace(/^[\s"'-]+|[\s"']+$/g, ''))
    .filter((alias) => alias !== '')
}
