/** Lists the commands that CI runs, with their lines, and the variants of its matrix. */

import { wordSet } from '../base/word-set.ts'
import { ciScripts } from '../project/ci-files.ts'
import { at, entriesAt, parseYaml, textOf } from '../project/parse-data.ts'
import type { WorkItem } from './worklist.ts'

export interface BuildFile {
  readonly path: string
  readonly text: string
}

/** Each command that tests, checks, builds or releases, once. Omits commands that the bank has (`isKnown`). */
export function ciCommands(files: readonly BuildFile[], isKnown: (command: string) => boolean): readonly WorkItem[] {
  const found = new Map<string, WorkItem>()
  for (const { path, text } of files) {
    for (const command of commandsIn({ path, text })) {
      if (!found.has(command) && !isKnown(command))
        found.set(command, { place: `${path}:${lineOf(text, command)}`, text: `\`${command}\`` })
    }
  }
  const variants = files.flatMap(variantsIn)
  const isFirst = ({ text }: WorkItem, index: number) => variants.findIndex((one) => one.text === text) === index
  return [...variants.filter(isFirst), ...found.values()]
}

const TELLING =
  /test|lint|check|build|gen|bench|e2e|type|migrat|deploy|release|publish|compile|verify|audit|cover|spec|tox|nox|smoke|integration|pre-commit|fmt|format|validate/i

function commandsIn(file: BuildFile): readonly string[] {
  return ciScripts(file).flatMap((script) =>
    script
      .split('\n')
      .map((line) => line.replace(/\s+/g, ' ').trim())
      .filter(isTelling),
  )
}

function isTelling(line: string): boolean {
  if (
    line.length < 4 ||
    line.length > LONGEST_COMMAND ||
    /^[#}{()[\]&|\d"'`<>-]|[{(]$|<[<(]|\$\{\{|^\w+=(?:[("$]|\S*$)/.test(line)
  )
    return false
  const words = line.replace(/^(?:\w+=\S+\s+)+/, '').split(' ')
  const [first = '', second = ''] = words
  if (!/^[a-z./@][\w./@+-]*$/.test(first) || second === '' || PREPARES.has(first) || PREPARES.has(`${first}_${second}`))
    return false
  return TELLING.test(line)
}

const LONGEST_COMMAND = 120
/** Shell words and commands that only prepare the machine. */
const PREPARES = wordSet(
  `echo cd export set if fi for do done then else elif while case esac mkdir rm cp mv ls cat touch find sed awk grep git gh curl wget sudo
  apt apt-get brew choco pip pip3 npm_ci npm_install npm_i pnpm_install pnpm_i yarn_install bundle_install composer_install corepack
  chmod exit source jq sleep printf test which tar unzip xargs node_-v node_--version env pwd ssh scp rustup return local read eval trap
  go_version python_--version ruby_-v java_-version df free docker_login docker_pull cargo_install go_install uv_sync uv_venv poetry_install python_-m_pip tee time`,
)

/** The line where a command starts. Tries ever shorter beginnings, because a command may span several lines. */
function lineOf(text: string, command: string): number {
  const lines = text.split('\n').map((line) => line.replace(/\s+/g, ' '))
  const words = command.split(' ')
  for (let count = words.length; count > 0; count -= 1) {
    const said = words.slice(0, count).join(' ')
    const at = lines.findIndex((line) => line.includes(said))
    if (at !== -1) return at + 1
  }
  return 1
}

/** Matrix lists that vary the project, not the machine or the shard. */
function variantsIn({ path, text }: BuildFile): readonly WorkItem[] {
  if (!text.includes('matrix:')) return []
  const jobs = entriesAt(parseYaml(text), 'jobs')
  const found = jobs.flatMap(([, job]) =>
    entriesAt(at(job, 'strategy', 'matrix')).flatMap(([name, values]) => {
      const said = Array.isArray(values) ? values.flatMap((one) => textOf(one) ?? []) : []
      return said.length < 2 || MACHINES.has(name) || /shard|index/i.test(name)
        ? []
        : [`${name} ${said.slice(0, MOST_VARIANTS).join(' | ')}`]
    }),
  )
  const line = text.split('\n').findIndex((one) => /^\s*matrix:/.test(one)) + 1
  return found.length === 0 ? [] : [{ place: `${path}:${line}`, text: [...new Set(found)].join('; ') }]
}

const MOST_VARIANTS = 6
const MACHINES = wordSet(
  'os platform runner runs-on arch include exclude language target shard shards ci_node_index ci_node_total',
)
