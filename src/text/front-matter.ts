/**
 * The front matter that we write: keys, and under each one text or a list of texts, as YAML.
 *
 * What we print, YAML readers read alike. Of what a person writes, plain and quoted texts, lists and remarks are
 * understood; the whole of YAML is not needed for them, and its reader would cost every start that loads it.
 */

import { scanLines } from './lines.ts'

/** The texts of each key; undefined where the text is no front matter. */
export function readFrontMatter(text: string): ReadonlyMap<string, readonly string[]> | undefined {
  const [first, ...rest] = scanLines(text)
  if (first === undefined || !/^---[ \t]*$/.test(first.text) || rest.length === 0) return undefined
  const values = new Map<string, readonly string[]>()
  let open: string | undefined
  for (const { text: line } of rest.slice(0, -1)) {
    const item = /^[ \t]*-[ \t]+(.*)$/.exec(line)
    if (item?.[1] !== undefined && open !== undefined) {
      values.set(open, [...(values.get(open) ?? []), ...textsIn(item[1])])
      continue
    }
    const pair = /^([A-Za-z][\w-]{0,40})[ \t]*:(?:[ \t]+(.*))?$/.exec(line)
    if (pair?.[1] === undefined) {
      if (line.trim() !== '' && !/^[ \t]*#/.test(line)) return undefined
      continue
    }
    open = pair[1].toLowerCase().replaceAll('-', '_')
    values.set(open, listIn(pair[2] ?? ''))
  }
  return values
}

/** A text as one line of YAML that is read back as this very text. */
export function scalarText(text: string): string {
  return PLAIN.test(text) && !MEANS_MORE.test(text) && !/:(?:\s|$)|\s#/.test(text) ? text : JSON.stringify(text)
}

/** Begins with a letter or a digit, and has no characters that only quoting carries. */
const PLAIN = /^[\p{L}\p{N}](?:[^\p{C}\u2028\u2029\ufeff]*[^\p{C}\s:])?$/u
/** What YAML would read as another kind of value. A day stands bare. */
const MEANS_MORE = /^(?!\d{4}-\d\d-\d\d$)(?:true|false|yes|no|on|off|null|y|n|[\d.][\d_.,:a-f+xo-]*)$/i

function listIn(raw: string): readonly string[] {
  const flow = /^\[(.*)\][ \t]*(?:#.*)?$/.exec(raw.trim())
  if (flow?.[1] === undefined) return textsIn(raw)
  return (flow[1].match(/"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^,]+/g) ?? []).flatMap((one) => textsIn(one))
}

/** None where nothing is said. */
function textsIn(raw: string): readonly string[] {
  const said = raw.trim()
  const double = /^"(?:[^"\\]|\\.)*"/.exec(said)?.[0]
  if (double !== undefined) return unquoted(double)
  const single = /^'((?:[^']|'')*)'/.exec(said)?.[1]
  const text = single === undefined ? said.replace(/(?:^|\s)#.*$/, '').trim() : single.replaceAll("''", "'")
  return text === '' ? [] : [text]
}

function unquoted(quoted: string): readonly string[] {
  try {
    const text: unknown = JSON.parse(quoted)
    return typeof text === 'string' && text.trim() !== '' ? [text.trim()] : []
  } catch {
    // An escape that only YAML knows: the text stands as it was written.
    return [quoted.slice(1, -1)]
  }
}
