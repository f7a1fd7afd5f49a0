/**
 * The targets of `#fragment` in a Markdown file: headings by GitHub's rules, and HTML ids.
 *
 * Lenient where renderers differ (letter case, emphasis marks, hyphens at the ends). A fragment that works in one of them
 * is not reported.
 */

import { readMarkdown } from './read-markdown.ts'

export class Anchors {
  readonly #ids = new Set<string>()

  constructor(text: string) {
    const slugs = new Slugs()
    for (const heading of readMarkdown(text).headings) this.#ids.add(canonical(slugs.next(heading.text)))
    for (const id of htmlIds(text)) this.#ids.add(canonical(id))
  }

  has(fragment: string): boolean {
    const id = canonical(fragment.replace(/^user-content-/i, ''))
    return id === '' || id === 'top' || this.#ids.has(id)
  }
}

/** GitHub's slugs of one file. A heading with the text of an earlier one gets a number. */
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
