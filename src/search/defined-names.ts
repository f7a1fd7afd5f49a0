/** The names that a source file defines: an entry that speaks of one of them speaks of the file (S24). */

export function definedNames(source: string): readonly string[] {
  const names = new Set<string>()
  for (const [, name = ''] of source.matchAll(DEFINITION)) {
    if (names.size >= MOST_NAMES) break
    names.add(name)
  }
  return [...names]
}

const MOST_NAMES = 40
/** Long enough to be the name of one thing. */
const DEFINITION =
  /\b(?:function\*?|class|const|let|var|def|fn|func|type|interface|enum|struct|trait|module|val|fun|object|record)\s{1,4}([A-Za-z_$][\w$]{4,79})/g
