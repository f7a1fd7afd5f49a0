/**
 * Constants and variables of the code by their first parts, so that a name that stands nowhere can be told to
 * have been ours: `ACME_LOG_LEVEL` where the code spells `ACME_MODE`.
 */

import type { Ground } from './ground.ts'
import { isCodeFile } from './path-in.ts'
import type { Repository } from './repository.ts'

/** A name in the code that begins as this one does; where others begin so too, two parts must be the same. */
export function kinOf(name: string, ground: Ground): string | undefined {
  const kin = ground.surveyed(constantsByStart)
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
