/** A sed script taken apart far enough to know the files it writes and the commands it runs. */

export interface SedEffects {
  readonly writes: readonly string[]
  readonly runs: readonly string[]
}

export function sedEffects(script: string): SedEffects {
  const writes: string[] = []
  const runs: string[] = []
  let at = 0

  const skip = (pattern: RegExp) => {
    while (at < script.length && pattern.test(script[at] ?? '')) at += 1
  }
  /** To the next unescaped delimiter; brackets protect it in an expression. */
  const delimited = (delimiter: string): string => {
    const start = at
    for (; at < script.length; at += 1) {
      if (script[at] === '\\') at += 1
      else if (script[at] === delimiter) break
    }
    const text = script.slice(start, at)
    at += 1
    return text
  }
  const toLineEnd = (): string => {
    const end = script.indexOf('\n', at)
    const text = script.slice(at, end === -1 ? script.length : end)
    at = end === -1 ? script.length : end
    return text.trim()
  }
  const address = () => {
    skip(/[\s;]/)
    for (;;) {
      if (script[at] === '/') {
        at += 1
        delimited('/')
        skip(/[IM]/)
      } else if (script[at] === '\\') {
        const delimiter = script[at + 1] ?? ''
        at += 2
        delimited(delimiter)
        skip(/[IM]/)
      } else if (/[\d$~+,!\s]/.test(script[at] ?? '')) at += 1
      else return
      if (at >= script.length) return
    }
  }

  while (at < script.length) {
    address()
    const command = script[at] ?? ''
    at += 1
    switch (command) {
      case 's': {
        const delimiter = script[at] ?? ''
        at += 1
        delimited(delimiter)
        const replacement = delimited(delimiter)
        for (; /[gpIiMme\d]/.test(script[at] ?? ''); at += 1) if (script[at] === 'e') runs.push(replacement)
        if (script[at] === 'w') {
          at += 1
          writes.push(toLineEnd())
        }
        break
      }
      case 'y': {
        const delimiter = script[at] ?? ''
        at += 1
        delimited(delimiter)
        delimited(delimiter)
        break
      }
      case 'w':
      case 'W':
        writes.push(toLineEnd())
        break
      case 'e': {
        const text = toLineEnd()
        if (text !== '') runs.push(text)
        break
      }
      case 'a':
      case 'i':
      case 'c':
        // The text goes on over lines that end in a backslash.
        while (toLineEnd().endsWith('\\') && at < script.length) at += 1
        break
      case 'r':
      case 'R':
      case '#':
        toLineEnd()
        break
      case 'b':
      case 't':
      case 'T':
      case ':':
        while (at < script.length && !/[;\n}]/.test(script[at] ?? '')) at += 1
        break
      default:
        break
    }
  }
  return { writes: writes.filter((path) => path !== ''), runs }
}
