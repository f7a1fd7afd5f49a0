/**
 * Makes text from untrusted files safe for one line of the bank.
 *
 * The result has no control characters, HTML, pipes or stray backticks, and nothing that looks like a credential.
 */

export const VALUE_LIMIT = 240
const CODE_LIMIT = 120

export function plainText(raw: string, limit = VALUE_LIMIT): string {
  const text = withoutCredentials(
    raw
      .slice(0, 4_000)
      .replaceAll(INVISIBLE, '')
      .replaceAll(CONTROL, ' ')
      .replaceAll(/<!--.*?-->/g, ' ')
      .replaceAll(/<\/?[a-zA-Z][^<>]*>/g, ' ')
      .replaceAll(/!\[[^\]]*\]\([^)]*\)/g, ' ')
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, (_, words: string) => words)
      .replaceAll('**', '')
      .replaceAll('`', "'")
      .replaceAll(/\s*\|\|?\s*/g, ' / '),
  )
    // Last, because removing text may have joined the parts of a marker.
    .replaceAll('<!--', '<! --')
    .replaceAll('-->', '-- >')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return shortened(text, limit)
}

/** A code span; undefined if the code cannot be in one. */
export function codeSpan(code: string): string | undefined {
  const text = code.trim()
  if (text === '' || text.length > CODE_LIMIT || /[`|]|<!--|-->/.test(text)) return undefined
  return text.search(CONTROL) === -1 && text.search(INVISIBLE) === -1 ? `\`${text}\`` : undefined
}

/** As many items as fit, with a mark if some do not. */
export function listed(items: readonly string[], separator: string, limit = VALUE_LIMIT): string {
  let text = ''
  for (const item of items) {
    const next = text === '' ? item : text + separator + item
    if (next.length > limit - separator.length - 1) return text === '' ? '' : `${text}${separator}…`
    text = next
  }
  return text
}

/** A version or range without its upper bound; undefined for links, tags, variables and `*`. */
export function versionText(raw: string | undefined): string | undefined {
  if (raw === undefined || raw.length > 60) return undefined
  const bounds = raw.split(',').map((bound) => bound.trim())
  const text = (bounds.find((bound) => /^[\d^~=]|^>/.test(bound)) ?? raw)
    .trim()
    .replace(/^v(?=\d)/, '')
    .replaceAll(/\s*\|\|?\s*/g, ' or ')
  return VERSION.test(text) ? text : undefined
}

/** The sentences of a text. An unfinished one counts. */
export function sentencesOf(text: string): readonly string[] {
  const plain = plainText(text, 4_000)
  // A sentence may begin with a lower-case name, but only after a whole word, not an abbreviation.
  const ends = [
    ...plain.matchAll(/[.!?…]["')]?(?=\s+[\p{Lu}\p{Script=Han}\d"'(])|(?<=\p{Ll}{4})\.(?=\s\p{Ll})|[。！？]/gu),
  ]
    .map((match) => match.index + match[0].length)
    .filter((end) => !/\b(e\.g|i\.e|vs|etc|Inc|Dr|Mr|Ms|St|No)\.$/.test(plain.slice(0, end)))
  const starts = [0, ...ends]
  return starts.map((start, index) => plain.slice(start, ends[index]).trim()).filter((sentence) => sentence !== '')
}

const CONTROL = /[\p{Cc}\u2028\u2029]/gu
/** Format characters (zero width, bidirectional) and lone surrogates. */
const INVISIBLE = /[\p{Cf}\p{Cs}]/gu
const VERSION =
  /^(?:[\^~<>=!]{0,3} ?)\d[\w.*+-]{0,24}(?:(?:,? (?:or |- )?|,)(?:[\^~<>=!]{0,3} ?)\d[\w.*+-]{0,24}){0,3}$/

/** True if the text may hold a credential. */
export function holdsCredential(text: string): boolean {
  return withoutCredentials(text) !== text
}

/** Removes too much rather than too little, because a description is still useful without such words. */
function withoutCredentials(text: string): string {
  return text
    .replaceAll(/-----BEGIN [A-Z ]{0,40}KEY.*$/g, '…')
    .replaceAll(/([a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/@]{0,200}@/gi, (_, scheme: string) => scheme)
    .replaceAll(NAMED_SECRET, (_, name: string, sign: string) => `${name}${sign}…`)
    .replaceAll(/\b(basic|bearer)\s+\S{8,}/gi, (_, scheme: string) => `${scheme} …`)
    .replaceAll(/(\s-u\s+)\S+:\S+/g, (_, flag: string) => `${flag}…`)
    .replaceAll(
      /\b(?:gh[posru]_|github_pat_|glpat-|sk-|sk_live_|xox[a-z]-|AKIA|LTAI|AIza|npm_|hf_|eyJ)[\w.-]{12,}/g,
      '…',
    )
    .replaceAll(/[A-Za-z0-9_+=-]{32,}/g, (word) => (/\d/.test(word) && /[a-z]/i.test(word) ? '…' : word))
    .replaceAll(/[A-Za-z0-9_+/=-]{24,}/g, (word) =>
      /\d/.test(word) && /[a-z]/.test(word) && /[A-Z]/.test(word) ? '…' : word,
    )
}

const NAMED_SECRET =
  /((?:pass(?:word|wd|phrase)?|pwd|secret|token|(?:api|access|private)[-_]?key(?:[-_]?id)?|密码|口令|密钥|令牌)["']?)(\s*[=:：]\s*|\s*[是为]\s*)(?=\S{4})\S+/gi

function shortened(text: string, limit: number): string {
  if (text.length <= limit) return text
  const cut = text.slice(0, limit - 1).replaceAll(/[\ud800-\udfff]/gu, '')
  const space = cut.lastIndexOf(' ')
  return `${(space > limit * 0.6 ? cut.slice(0, space) : cut).trimEnd()}…`
}
