/** Markup that hides text: a fence, comment or element that is never closed, and HTML that a renderer does not show. */

import { pageOf } from './page.ts'

/** The lines that close an open fence, comment or element; '' if nothing is open. */
export function closingMarkup(text: string): string {
  const { openFence: fence, unfenced } = pageOf(text)
  if (fence !== undefined) return `\n${fence}`
  const rest = unfenced.replace(/`[^`\n]*`/g, ' ')
  if (rest.lastIndexOf('<!--') > rest.lastIndexOf('-->')) return '\n-->'
  return HIDING.map((tag) => `</${tag}>`.repeat(Math.max(0, count(rest, `<${tag}`) - count(rest, `</${tag}`))))
    .filter((closing) => closing !== '')
    .map((closing) => `\n${closing}`)
    .join('')
}

/** Elements whose content is hidden, or shown only on request. */
const HIDING = ['details', 'template', 'script', 'style', 'noscript']

function count(text: string, sought: string): number {
  return text.toLowerCase().split(sought).length - 1
}

/** The text without anything that a renderer hides or loads: comments, elements with their content, tags. */
export function withoutHtml(text: string): string {
  return text
    .replace(/<!--[\s\S]*?(?:-->|$)/g, ' ')
    .replace(
      /<(details|template|script|style|noscript|pre|code|blockquote|q|div|span|p|table)\b[\s\S]*?(?:<\/\1\s*>|$)/gi,
      ' ',
    )
    .replace(/<\/?[a-z][^<>]*>/gi, ' ')
}
