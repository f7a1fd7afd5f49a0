/**
 * The value that begins at a position: quoted, in Markdown code, or bare up to where its syntax ends it.
 *
 * Reading is bounded, so calling it at every key of a text stays linear.
 */

export interface Value {
  readonly start: number
  readonly end: number
  readonly quoted: boolean
}

const MAX_VALUE = 512

export function readValue(text: string, at: number): Value | undefined {
  LITERAL_PREFIX.lastIndex = at
  const open = at + (LITERAL_PREFIX.exec(text)?.[0].length ?? 0)
  if (!MAY_OPEN.includes(text.charAt(open))) return readBare(text, at)
  for (const [opening, closing] of QUOTES) {
    if (!text.startsWith(opening, open)) continue
    const start = open + opening.length
    const end = closingOf(text, start, closing)
    if (end === start) return undefined
    if (end !== undefined) return { start, end, quoted: true }
    return readBare(text, start)
  }
  return readBare(text, at)
}

/** f"…", b'…', String::from("…"), SecretStr("…"): what may stand before a literal's opening quote. */
const LITERAL_PREFIX = /(?:[fbruL@$]|(?:new )?[A-Za-z_][\w:.]{0,30}\(|\[\]byte\(|!!(?:str|binary) )?(?=["'`])/y

const QUOTES: readonly (readonly [string, string])[] = [
  ['\\"', '\\"'],
  ['"""', '"""'],
  ["'''", "'''"],
  ['**`', '`'],
  ['**', '**'],
  ['"', '"'],
  ["'", "'"],
  ['``', '``'],
  ['`', '`'],
  ['“', '”'],
  ['‘', '’'],
  ['「', '」'],
  ['『', '』'],
  ['【', '】'],
  ['《', '》'],
  ['<code>', '</code>'],
]

const MAY_OPEN = '\\"\'*`“‘「『【《<'

function closingOf(text: string, start: number, closing: string): number | undefined {
  const line = text.slice(start, start + MAX_VALUE)
  const stop = line.search(/[\r\n]/)
  const found = (stop === -1 ? line : line.slice(0, stop)).indexOf(closing)
  return found === -1 ? undefined : start + found
}

function readBare(text: string, start: number): Value | undefined {
  BARE.lastIndex = start
  const raw = BARE.exec(text)?.[0] ?? ''
  const value = trimmed(raw)
  return value === '' ? undefined : { start, end: start + value.length, quoted: false }
}

/** Bare values are ASCII: Chinese text and punctuation end them, as do spaces, quotes, angle brackets and table bars. */
const BARE = /[^\s"'`<>|\u2010-\u2027\u2030-\u205e\u3000-\uffef]{1,512}/y

/** Cuts the value where a list, a query string, a connection string or a sentence goes on. */
function trimmed(raw: string): string {
  const goesOn = raw.search(/\\[nrt"']|[;,](?=$|[A-Za-z ]{1,30}=|[;,])|&(?=[\w.-]{1,40}=)|,(?=[\w-]{1,40}[:=])/)
  const cut = goesOn === -1 ? raw : raw.slice(0, goesOn)
  const bare = cut.replace(/(?:[.,;:]|\*\*|__){1,6}$/, '')
  const closer = /[)\]}]{1,3}[.,;:]?$/.exec(bare)?.[0]
  if (closer === undefined) return bare
  const inner = bare.slice(0, bare.length - closer.length)
  return /[([{]/.test(inner) ? bare : inner
}
