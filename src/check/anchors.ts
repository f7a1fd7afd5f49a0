/**
 * The places in a Markdown file that `#fragment` can name: headings by GitHub's rules, and HTML ids.
 *
 * Generous where renderers differ (letter case, emphasis marks, hyphens at the ends): a fragment that
 * works somewhere is not reported as dead.
 */

import { readInline } from '../text/inline.ts'
import { readProse } from '../text/prose.ts'

export class Anchors {
  readonly #ids = new Set<string>()

  constructor(text: string) {
    const { pieces, definitions } = readProse(text)
    const labels = new Set(definitions.map((definition) => definition.label))
    const [plain, emphasised] = [new Slugs(), new Slugs()]
    for (const piece of pieces) {
      if (piece.kind !== 'heading') continue
      const { shown } = readInline(piece.text.slice(0, LONGEST_HEADING), labels)
      this.#ids.add(canonical(plain.next(shown)))
      this.#ids.add(canonical(emphasised.next(withoutUnderscores(shown))))
    }
    for (const id of htmlIds(text)) this.#ids.add(canonical(id))
  }

  has(fragment: string): boolean {
    const id = canonical(fragment.replace(/^user-content-/i, ''))
    return id === '' || id === 'top' || this.#ids.has(id)
  }
}

/** Nobody links to a longer heading. */
const LONGEST_HEADING = 2_000

/** GitHub's slugs of one file: a heading that says the same as an earlier one gets a number. */
class Slugs {
  readonly #used = new Map<string, number>()

  next(heading: string): string {
    const slug = slugOf(heading)
    let unique = slug
    let count = this.#used.get(slug)
    if (count !== undefined) {
      do {
        count += 1
        unique = `${slug}-${count}`
      } while (this.#used.has(unique))
      this.#used.set(slug, count)
    }
    this.#used.set(unique, 0)
    return unique
  }
}

function slugOf(heading: string): string {
  return heading.toLowerCase().replace(NOT_IN_SLUG, '').replaceAll(' ', '-')
}

const NOT_IN_SLUG = /[^\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\- ]/gu

/** Underscores that mark emphasis are not shown; those inside a word are. */
function withoutUnderscores(shown: string): string {
  return shown.replace(/(?<![\p{L}\p{N}_])_+|_+(?![\p{L}\p{N}_])/gu, '')
}

function canonical(id: string): string {
  return id
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('\ufe0f', '')
    .replace(/^-+/, '')
    .replace(/(?<!-)-+$/, '')
}

function htmlIds(text: string): readonly string[] {
  if (!text.includes('<')) return []
  return [...text.matchAll(/\b(?:id|name)=(?:"([^"\n]{1,200})"|'([^'\n]{1,200})'|([^\s"'<>]{1,200}))/gi)].map(
    (match) => match[1] ?? match[2] ?? match[3] ?? '',
  )
}
