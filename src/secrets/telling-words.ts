/**
 * The words in a text that may name a secret, in reading order.
 *
 * Short ones count only where they stand alone (`pw`, `sk`) or end a name (`_pat`). That is looked at
 * here: a pattern that looks behind itself is thirty times slower in OpenCode's engine.
 */

export interface TellingWord {
  readonly start: number
  readonly end: number
}

export function* tellingWords(text: string): Generator<TellingWord> {
  const words = new RegExp(WORDS, 'gi')
  for (let match = words.exec(text); match !== null; match = words.exec(text)) {
    const start = match.index
    const end = start + match[0].length
    if (isTelling(text, match[0], start, end)) yield { start, end }
    // Another word may begin inside one that does not count: `skey`.
    else words.lastIndex = start + 1
  }
}

const WORDS =
  'pass(?:word|wd|phrase|code|wort)?|pwd|psw|secret|token|key|credential|jwt|requirepass|pw|sk|pat|密码|口令|密钥|秘钥|令牌|凭证|凭据|密碼|金鑰|密匙|私钥|授权码|访问码'

function isTelling(text: string, word: string, start: number, end: number): boolean {
  if (word.length > 3) return true
  switch (word.toLowerCase()) {
    case 'pw':
    case 'sk':
      return !isAlphanumeric(text.charCodeAt(start - 1)) && !isAlphanumeric(text.charCodeAt(end))
    case 'pat':
      return text[start - 1] === '_' && !isLetter(text.charCodeAt(end))
    default:
      return true
  }
}

function isAlphanumeric(code: number): boolean {
  return isLetter(code) || (code >= 48 && code <= 57)
}

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90)
}
