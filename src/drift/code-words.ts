/** Words of code: whether a text holds one, and whether a line defines it, in any of the usual languages. */

export function holdsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (!isWordAt(text, at - 1) && !isWordAt(text, at + word.length)) return true
  }
  return false
}

function isWordAt(text: string, at: number): boolean {
  return /[\w$]/.test(text[at] ?? ' ')
}

export function definesSymbol(line: string, symbol: string): boolean {
  if (!holdsWord(line, symbol)) return false
  const name = symbol.replaceAll('$', '\\$')
  return new RegExp(
    `\\b(?:function\\*?|class|const|let|var|def|fn|func|type|interface|enum|struct|trait|module|namespace|val|fun|object|record|defp?|macro_rules!)\\s+(?:\\([^)]*\\)\\s*)?(?:self\\.)?${name}\\b|^\\s*(?:(?:export|default|public|private|protected|static|async|final|override|abstract|readonly|virtual|inline|pub|get|set)\\s+)*(?:[\\w<>[\\],.?]+\\s+)?${name}\\s*(?:<[^>]*>)?\\([^;]*\\)?[^;]*\\{\\s*$|^\\s*(?:export\\s+|pub\\s+)?${name}\\s*(?::[^=]+)?=(?!=)|^#define\\s+${name}\\b`,
  ).test(line)
}
