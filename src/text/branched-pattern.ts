/**
 * A pattern of several branches, each with words of which every text that it matches holds one.
 *
 * It matches as its branches joined by `|` would. A branch is compiled, which in a young process costs more than all
 * else, for a text that holds one of its words.
 */

export interface Branch {
  /** In lower case where the pattern minds no case. */
  readonly needs: readonly string[]
  readonly source: string
}

/** The words stand between bars. */
export function branch(needs: string, source: string): Branch {
  return { needs: needs.split('|'), source }
}

export class BranchedPattern {
  readonly branches: readonly Branch[]
  readonly flags: string
  readonly #compiled = new Map<Branch, RegExp>()
  readonly #ignoresCase: boolean

  constructor(branches: readonly Branch[], flags = 'u') {
    this.branches = branches
    this.flags = flags
    this.#ignoresCase = flags.includes('i')
  }

  /** Does the text hold a word that a match needs? */
  mayMatch(text: string): boolean {
    const read = this.#asRead(text)
    return this.branches.some((one) => holdsWordOf(one, read))
  }

  test(text: string): boolean {
    const read = this.#asRead(text)
    return this.branches.some((one) => holdsWordOf(one, read) && this.#regExp(one).test(text))
  }

  /** The first match in the text; of two that begin at one place the earlier branch's. */
  exec(text: string): RegExpExecArray | null {
    const read = this.#asRead(text)
    let first: RegExpExecArray | null = null
    for (const one of this.branches) {
      const match = holdsWordOf(one, read) ? this.#regExp(one).exec(text) : null
      if (match !== null && (first === null || match.index < first.index)) first = match
      if (first?.index === 0) break
    }
    return first
  }

  split(text: string): readonly string[] {
    if (!this.mayMatch(text)) return [text]
    return text.split(new RegExp(this.branches.map(({ source }) => source).join('|'), this.flags))
  }

  #asRead(text: string): string {
    return this.#ignoresCase ? text.toLowerCase() : text
  }

  #regExp(one: Branch): RegExp {
    const known = this.#compiled.get(one)
    if (known !== undefined) return known
    const made = new RegExp(one.source, this.flags)
    this.#compiled.set(one, made)
    return made
  }
}

function holdsWordOf({ needs }: Branch, text: string): boolean {
  for (const word of needs) if (text.includes(word)) return true
  return false
}
