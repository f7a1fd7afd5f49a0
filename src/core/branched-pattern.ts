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

  constructor(branches: readonly Branch[], flags = 'u') {
    this.branches = branches
    this.flags = flags
  }

  /** Does the text hold a word that a match needs? */
  mayMatch(text: string): boolean {
    return this.#possible(text).length > 0
  }

  test(text: string): boolean {
    return this.#possible(text).some((one) => this.#regExp(one).test(text))
  }

  /** The first match in the text; of two that begin at one place the earlier branch's. */
  exec(text: string): RegExpExecArray | null {
    let first: RegExpExecArray | null = null
    for (const one of this.#possible(text)) {
      const match = this.#regExp(one).exec(text)
      if (match !== null && (first === null || match.index < first.index)) first = match
      if (first?.index === 0) break
    }
    return first
  }

  split(text: string): readonly string[] {
    if (!this.mayMatch(text)) return [text]
    return text.split(new RegExp(this.branches.map(({ source }) => source).join('|'), this.flags))
  }

  #possible(text: string): readonly Branch[] {
    const read = this.flags.includes('i') ? text.toLowerCase() : text
    return this.branches.filter(({ needs }) => needs.some((word) => read.includes(word)))
  }

  #regExp(one: Branch): RegExp {
    const known = this.#compiled.get(one) ?? new RegExp(one.source, this.flags)
    this.#compiled.set(one, known)
    return known
  }
}
