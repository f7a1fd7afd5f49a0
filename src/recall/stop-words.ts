/** Words and characters that carry no topic: they are neither indexed nor asked for. */

const ENGLISH = `a about above after again all also am an and any are aren as at be because been before being below
between both but by can cannot could couldn did didn do does doesn doing don down during each either else ever few for
from further get gets getting give got had hadn has hasn have haven having he her here hers herself him himself his how
however i if in into is isn it its itself just ll let lets like m me might mine more most much must my myself neither no
nor not now of off often on once only or other our ours ourselves out over own per please rather re s same shall shan
she should shouldn since so some still such t than that the their theirs them themselves then there these they this
those though through thus to too under until up upon us ve very was wasn we well were weren what whatever when where
whether which while who whom whose why will with within without won would wouldn yes yet you your yours yourself
yourselves hey hi oh okay ok yeah thank thanks wow really actually maybe`

/** Particles, pronouns, measure and question words; each stands alone too often to point anywhere. */
const HAN =
  '的了和是就都而及与着或之在有我你他她它们这那哪些个吗呢吧啊么什怎为何谁几被把让给对从向到于以其此该所则因但并也还又再很更最太些等中上下里内外前后时'

const WORDS: ReadonlySet<string> = new Set(ENGLISH.split(/\s+/))
/** By code from the first Han character on: asked for every character of a Chinese bank, so it must be quick. */
const FIRST_HAN = 0x4e00
const STOPPED: Uint8Array = stopTable()

function stopTable(): Uint8Array {
  const table = new Uint8Array(0x9fff - FIRST_HAN + 1)
  for (const character of HAN) table[character.charCodeAt(0) - FIRST_HAN] = 1
  return table
}

/** `word` in lower case, before stemming. */
export function isStopWord(word: string): boolean {
  return WORDS.has(word)
}

export function isStopCharacter(character: string): boolean {
  return isStopCode(character.charCodeAt(0))
}

export function isStopCode(code: number): boolean {
  return STOPPED[code - FIRST_HAN] === 1
}
