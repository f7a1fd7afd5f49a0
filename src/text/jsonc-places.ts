/** Places in a text of JSON with comments: what stands around a value on its line and behind it. */

export function skipTrivia(body: string, from: number): number {
  const trivia = /(?:\s+|\/\/[^\n\r]*|\/\*[\s\S]*?\*\/)*/y
  trivia.lastIndex = from
  trivia.exec(body)
  return trivia.lastIndex
}

export function commaAfter(body: string, end: number): number | undefined {
  const at = skipTrivia(body, end)
  return body[at] === ',' ? at : undefined
}

/** Behind the comments that follow on the same line. */
export function endOfLineComments(body: string, from: number): number {
  const comments = /(?:[ \t]*(?:\/\/[^\n\r]*|\/\*(?:(?!\*\/)[^\n\r])*\*\/))*/y
  comments.lastIndex = from
  comments.exec(body)
  return comments.lastIndex
}

export function startsItsLine(body: string, offset: number): boolean {
  const start = lineStart(body, offset)
  return start > 0 && isBlank(body.slice(start, offset))
}

export function indentAt(body: string, offset: number): string {
  return /^[ \t]*/.exec(body.slice(lineStart(body, offset)))?.[0] ?? ''
}

function lineStart(body: string, offset: number): number {
  if (offset <= 0) return 0
  return Math.max(body.lastIndexOf('\n', offset - 1), body.lastIndexOf('\r', offset - 1)) + 1
}

/** Where the line before ends: ahead of its line break. */
export function lineBreakBefore(body: string, offset: number): number {
  const start = lineStart(body, offset)
  return body.slice(start - 2, start) === '\r\n' ? start - 2 : start - 1
}

export function eolOf(body: string): string {
  return /\r\n|\n|\r/.exec(body)?.[0] ?? '\n'
}

export function isBlank(text: string): boolean {
  return text.trim() === ''
}

export function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split(/\r\n|\n|\r/).length
}
