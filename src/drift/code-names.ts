/** Names in code: whether a text holds one, whether a line defines it, and which constants begin alike. */

import type { Codebase } from './codebase.ts'
import { isCodeFile } from './path-in.ts'
import type { Repository } from './repository.ts'

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

/** A name in the code that begins as this one does; where others begin so too, two parts must be the same. */
export function relatedConstant(name: string, codebase: Codebase): string | undefined {
  const kin = codebase.computed(constantsByStart)
  const [first = '', second = ''] = name.split('_')
  const two = kin.get(`${first}_${second}`)
  if (two !== undefined && name.split('_').length > 2) return two
  return first.length >= 3 && !OF_OTHERS.test(name) && !OF_ALL.test(first) ? kin.get(first) : undefined
}

/** Names that a library or a platform reads by itself. */
export const OF_OTHERS =
  /^(?:AWS|AZURE|GCP|GCLOUD|GOOGLE|GITHUB|GITLAB|GH|CI|NPM|NODE|PNPM|YARN|BUN|DENO|PYTHON|PIP|UV|POETRY|VIRTUAL|GO|CARGO|RUST|JAVA|MAVEN|GRADLE|DOCKER|COMPOSE|KUBE|HELM|TF|TERRAFORM|VERCEL|NETLIFY|HEROKU|FLY|RENDER|RAILWAY|CLOUDFLARE|CF|SENTRY|DATADOG|DD|OTEL|NEW_RELIC|OPENAI|ANTHROPIC|GEMINI|HF|HUGGING|SSH|XDG|HTTP|HTTPS|NO|LC|LD|DYLD|PATH|HOME|USER|SHELL|TERM|FORCE|DEBUG|NEXT|NUXT|VITE|REACT|EXPO|TURBO|NX|PLAYWRIGHT|PRISMA_CLIENT|CYPRESS|JEST|VITEST|PYTEST|DJANGO|FLASK|RAILS|RACK|SPRING|POSTGRES|PG|MYSQL|MONGO|REDIS|CODECOV|SONAR|CODEARTIFACT|ANDROID|GEM|BUNDLE|COMPOSER|PHP)_/

/** Words that any name may begin with. */
const OF_ALL =
  /^(?:MAX|MIN|DEFAULT|NUM|ERROR|ERR|IS|HAS|USE|ENABLE|DISABLE|ALLOW|BASE|TEST|TYPE|KEY|FILE|LOG|API|APP|DB|SQL|UTF|ISO|SHA|RSA|X|ON|GET|SET|POST|PUT|DELETE|READ|WRITE|OPEN|CLOSE|NEW|OLD|ALL|ANY|NOT|INVALID|UNKNOWN|STATUS|STATE|CODE|EVENT|SIG|ENV|URL|WEB|SERVER|CLIENT|DATABASE|CACHE|DATE|TIME|TIMEOUT|CONTENT|CONFIG|OPT|OPTION|FLAG|MODE)$/

function constantsByStart(repository: Repository): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const file of repository.files().filter(isRead).slice(0, MOST_FILES)) {
    for (const [name] of (repository.read(file) ?? '').matchAll(/\b[A-Z][A-Z\d]*(?:_[A-Z\d]+)+\b/g)) {
      const [first = '', second = ''] = name.split('_')
      for (const start of [first, `${first}_${second}`]) if (!found.has(start)) found.set(start, name)
    }
  }
  return found
}

function isRead(path: string): boolean {
  return isCodeFile(path) || /\.(?:ya?ml|toml|ini|cfg|properties)$|(?:^|\/)(?:Dockerfile|\.env[\w.]*)$/.test(path)
}

const MOST_FILES = 2_000
