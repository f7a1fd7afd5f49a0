/** The files of CI services, and the shell scripts in them. */

import { isRecord } from '../base/is-record.ts'
import { wordSet } from '../base/word-set.ts'
import type { ScannedFile } from './facts.ts'
import { parseYaml, textAt, textOf } from './parse-data.ts'

export function isCiFile(path: string): boolean {
  return CI_FILE.test(path) && !ABOUT_ISSUES.test(path)
}

const CI_FILE =
  /^(?:\.github\/workflows\/[^/]+\.ya?ml|\.gitlab-ci\.ya?ml|\.circleci\/config\.ya?ml|\.travis\.ya?ml|azure-pipelines\.ya?ml|bitbucket-pipelines\.ya?ml|\.drone\.ya?ml|\.woodpecker(?:\/[^/]+)?\.ya?ml|Jenkinsfile)$/
/** Workflows for issues and security scans, not for the project. */
const ABOUT_ISSUES =
  /(?:stale|lock|label|issue|greet|codeql|dependabot|semantic|conventional|project|assign|zizmor|trivy|scorecard|spelling|links?-check)[^/]*$/i

/** The scripts that run at the root, one text for each step. */
export function ciScripts({ path, text }: ScannedFile): readonly string[] {
  const scripts = path.endsWith('Jenkinsfile')
    ? [...text.matchAll(/\b(?:sh|bat)\s*\(?\s*(?:"""|'''|["'])([^"']{2,400})/g)].map(([, script = '']) => script)
    : scriptsIn(parseYaml(text), path.startsWith('.github/') ? FORGE_KEYS : RUN_KEYS, 0)
  return scripts.map((script) => script.replace(HERE_DOCUMENT, '').replace(/\\\n\s*/g, ' '))
}

/** A here-document is input to a command, so its lines are not commands. */
const HERE_DOCUMENT = /<<-?\s?['"]?(\w{2,20})['"]?[^\n]*\n[\s\S]{0,20000}?\n\s*\1(?=\n|$)/g
const DEEPEST = 12

/** All texts under `keys`, which hold the shell commands of CI services. */
function scriptsIn(value: unknown, keys: ReadonlySet<string>, depth: number): readonly string[] {
  if (depth > DEEPEST) return []
  if (Array.isArray(value)) return value.flatMap((one) => scriptsIn(one, keys, depth + 1))
  if (!isRecord(value) || (textAt(value, 'working-directory') ?? '.') !== '.') return []
  return Object.entries(value).flatMap(([key, inner]) => {
    if (!keys.has(key)) return scriptsIn(inner, keys, depth + 1)
    return (Array.isArray(inner) ? inner : [inner]).flatMap((one) => textOf(one) ?? scriptsIn(one, keys, depth + 1))
  })
}

const RUN_KEYS = wordSet('run script commands command')
/** GitHub workflows: a `script` there may be JavaScript for an action. */
const FORGE_KEYS = wordSet('run')
