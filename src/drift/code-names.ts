/** Names in code: whether a text holds one, whether a line defines it, and which constants share a beginning. */

import { isCodeFile, isSettingsFile } from '../text/path-in.ts'
import { wordSet } from '../text/word-set.ts'
import type { Codebase } from './codebase.ts'
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
    `\\b(?:function\\*?|class|const|let|var|def|fn|func|type|interface|enum|struct|trait|module|namespace|val|fun|object|record|defp?|macro_rules!)\\s+(?:\\([^)]*\\)\\s*)?(?:self\\.)?${name}\\b|^\\s*(?:(?:export|default|public|private|protected|static|async|final|override|abstract|readonly|virtual|inline|pub|get|set)\\s+)*(?:[\\w<>[\\],.?]+\\s+)?${name}\\s*(?:<[^>]*>)?\\([^;]*\\{\\s*$|^\\s*(?:export\\s+|pub\\s+)?${name}\\s*(?::[^=]+)?=(?!=)|^#define\\s+${name}\\b`,
  ).test(line)
}

/** A constant of the code that begins with the same two parts, or with the same first part if few other names begin with it. */
export function relatedConstant(name: string, codebase: Codebase): string | undefined {
  const alike = codebase.computed(constantsByStart)
  const [first = '', second = ''] = name.split('_')
  const two = alike.get(`${first}_${second}`)
  if (two !== undefined && name.split('_').length > 2) return two
  return first.length >= 3 && !isOfPlatform(name) && !COMMON_STARTS.has(first) ? alike.get(first) : undefined
}

/** Whether a library or a platform reads this variable without our code naming it. */
export function isOfPlatform(name: string): boolean {
  const first = name.slice(0, Math.max(0, name.indexOf('_')))
  return PLATFORMS.has(first) || name.startsWith('NEW_RELIC_') || name.startsWith('PRISMA_CLIENT_')
}

const PLATFORMS = wordSet(
  `AWS AZURE GCP GCLOUD GOOGLE GITHUB GITLAB GH CI NPM NODE PNPM YARN BUN DENO PYTHON PIP UV POETRY VIRTUAL GO CARGO RUST
  JAVA MAVEN GRADLE DOCKER COMPOSE KUBE HELM TF TERRAFORM VERCEL NETLIFY HEROKU FLY RENDER RAILWAY CLOUDFLARE CF SENTRY
  DATADOG DD OTEL OPENAI ANTHROPIC GEMINI HF HUGGING SSH XDG HTTP HTTPS NO LC LD DYLD PATH HOME USER SHELL TERM FORCE
  DEBUG NEXT NUXT VITE REACT EXPO TURBO NX PLAYWRIGHT CYPRESS JEST VITEST PYTEST DJANGO FLASK RAILS RACK SPRING POSTGRES
  PG MYSQL MONGO REDIS CODECOV SONAR CODEARTIFACT ANDROID GEM BUNDLE COMPOSER PHP`,
)

/** First words that many unrelated names share. */
const COMMON_STARTS = wordSet(
  `MAX MIN DEFAULT NUM ERROR ERR IS HAS USE ENABLE DISABLE ALLOW BASE TEST TYPE KEY FILE LOG API APP DB SQL UTF ISO SHA
  RSA X ON GET SET POST PUT DELETE READ WRITE OPEN CLOSE NEW OLD ALL ANY NOT INVALID UNKNOWN STATUS STATE CODE EVENT SIG
  ENV URL WEB SERVER CLIENT DATABASE CACHE DATE TIME TIMEOUT CONTENT CONFIG OPT OPTION FLAG MODE`,
)

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
  return isCodeFile(path) || isSettingsFile(path) || /(?:^|\/)(?:Dockerfile|\.env[\w.]*)$/.test(path)
}

const MOST_FILES = 2_000
