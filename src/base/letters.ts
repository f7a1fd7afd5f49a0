/** Letters and digits of any script. */

export function onlyLetters(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]+/gu, '')
}

export function fromFirstLetter(text: string): string {
  return text.replace(/^[^\p{L}\p{N}]+/u, '')
}

export function hasHan(text: string): boolean {
  return /\p{Script=Han}/u.test(text)
}

export function hasLetter(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text)
}
