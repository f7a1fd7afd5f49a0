/**
 * Words for a model whose host writes `&lt;` and `&gt;` for angle brackets: they are read as they are meant, and nothing
 * that they quote can pass for a bracket of ours (S20).
 */

export function beforeEscaping(text: string): string {
  return text.replace(/&(?=(?:lt|gt|amp);)/g, '&amp;')
}
