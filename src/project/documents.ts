/**
 * Finds the documents that a project already has, grouped by purpose (S12).
 *
 * File names decide, and a folder is one place. Licences, changelogs and codes of conduct are left out, since every
 * project has them.
 */

import type { Language, Words } from '../base/language.ts'
import { hasHan } from '../base/letters.ts'
import { LIMITS } from '../base/limits.ts'
import { wordSet } from '../base/word-set.ts'
import type { ProjectDocuments } from './facts.ts'
import type { ProjectPart } from './manifest-reader.ts'
import { baseOf, childrenOf, compare, fileAt, folderOf, isNameable, join, type Scan } from './scan.ts'

export function documentsOf(scan: Scan, parts: readonly ProjectPart[], language: Language): ProjectDocuments {
  const found = [...places(scan, parts)].filter(([path]) =>
    path.split('/').every((part) => part === '' || isNameable(part)),
  )
  let room: number = LIMITS.documentPlaces
  const routes = KINDS.flatMap((kind) => {
    const own = found.flatMap(([path, its]) => (its === kind ? [path] : []))
    const shown = own.toSorted(byNearness).slice(0, Math.min(LIMITS.routeFiles, room))
    room -= shown.length
    return shown.length === 0 ? [] : [{ intent: INTENTS[kind][language], places: shown }]
  })
  return { routes, intents: new Set(KINDS.map((kind) => INTENTS[kind][language])), seen: new Set(scan.tree.keys()) }
}

/** Documents that may only point to another one, so the scan reads them. */
export function isPointingDocument(path: string): boolean {
  return AGENT_FILES.has(path)
}

const KINDS = [
  'agents',
  'contribute',
  'develop',
  'architecture',
  'decisions',
  'operate',
  'docs',
  'parts',
  'examples',
] as const
type DocumentKind = (typeof KINDS)[number]

const INTENTS: Readonly<Record<DocumentKind, Words>> = {
  agents: { en: 'follow the rules for agents', zh: '遵守给 Agent 的规则' },
  contribute: { en: 'prepare a contribution', zh: '准备提交贡献' },
  develop: { en: 'set up, build or debug', zh: '搭建环境、构建或调试' },
  architecture: { en: 'understand the architecture', zh: '了解架构' },
  decisions: { en: 'see why it was decided so', zh: '了解决策原因' },
  operate: { en: 'release, deploy or upgrade', zh: '发布、部署或升级' },
  docs: { en: 'read the documentation', zh: '查阅文档' },
  parts: { en: 'work in one of the parts', zh: '修改其中一个部分' },
  examples: { en: 'see how it is used', zh: '查看用法示例' },
}

/** Words for agents, as in `AI_POLICY.md`. */
const AI_RULES = wordSet('ai llm agents')

const AGENT_FILES = wordSet('AGENTS.md CLAUDE.md GEMINI.md')

/** Words in a name, by the purpose of the document. The first match decides. */
const WORDS: readonly (readonly [DocumentKind, ReadonlySet<string>])[] = [
  ['decisions', wordSet('adr adrs decision decisions rfc rfcs 决策')],
  ['contribute', wordSet('contributing contribute contribution conventions style styleguide coding 贡献 规范')],
  ['architecture', wordSet('architecture architectural design internals structure overview 架构 设计')],
  [
    'develop',
    wordSet(`
      development developing develop developer developers dev hacking building build testing setup debugging 开发 构建`),
  ],
  [
    'operate',
    wordSet(`
      release releasing releases deployment deploying deploy maintenance maintaining migration migrating upgrade upgrading
      publishing operations runbook 部署 发布 升级 运维`),
  ],
  ['docs', wordSet('guide guides manual handbook faq reference 手册 指南 文档')],
]

/** Names that occur in many projects and say nothing about this one. */
const ASIDE = wordSet(`
  changelog changes license licence notice copying conduct security authors contributors news history notes template
  privacy sponsors backers owners codeowners maintainers`)

const DOCUMENT = /\.(?:md|mdx|markdown|rst|adoc|asciidoc|txt)$/i
const DOCS_FOLDERS = ['docs', 'doc', 'documentation']
const ASSETS = wordSet(`
  img images image assets asset static public css js media figures screenshots _static _templates theme themes api apidocs
  javadoc`)

type Place = readonly [path: string, kind: DocumentKind]

/** Every place once, with the first kind that names it. */
function places(scan: Scan, parts: readonly ProjectPart[]): ReadonlyMap<string, DocumentKind> {
  const found = [
    ...agentRules(scan),
    ...childrenOf(scan, '', 'file').filter(isDocument).flatMap(placedIn(scan, '')),
    ...childrenOf(scan, '', 'folder')
      .flatMap(placedIn(scan, '', '/'))
      .filter(([, kind]) => kind === 'decisions' || kind === 'architecture'),
    ...childrenOf(scan, '.github', 'file')
      .filter(isDocument)
      .flatMap(placedIn(scan, '.github'))
      .filter(([, kind]) => kind === 'contribute'),
    ...DOCS_FOLDERS.flatMap((folder) => inDocs(scan, folder)),
    ...parts.flatMap((part) => readmeOf(scan, part)),
    ...['examples', 'example', 'samples'].flatMap((folder) => examplesIn(scan, folder)),
  ]
  return new Map(found.toReversed())
}

function placedIn(scan: Scan, folder: string, slash = ''): (name: string) => readonly Place[] {
  return (name) => {
    const kind = kindOf(name, scan, folder)
    return kind === undefined ? [] : [[join(folder, name) + slash, kind]]
  }
}

function agentRules(scan: Scan): readonly Place[] {
  const own = [...AGENT_FILES].filter((path) => scan.tree.get(path) === 'file' && !pointsElsewhere(scan, path))
  const copilot = ['.github/copilot-instructions.md'].filter((path) => scan.tree.has(path))
  return [...own, ...copilot].map((path) => [path, 'agents'])
}

function readmeOf(scan: Scan, { folder }: ProjectPart): readonly Place[] {
  const path = join(folder, 'README.md')
  return folder !== '' && !folder.includes('/') && scan.tree.has(path) ? [[path, 'parts']] : []
}

function examplesIn(scan: Scan, folder: string): readonly Place[] {
  if (scan.tree.get(folder) !== 'folder') return []
  const readme = `${folder}/README.md`
  return [[scan.tree.has(readme) ? readme : `${folder}/`, 'examples']]
}

/** Documents of a known kind one by one; the rest as the folder, or by name if there are few. */
function inDocs(scan: Scan, folder: string): readonly Place[] {
  const known: Place[] = []
  const others: string[] = []
  for (const name of childrenOf(scan, folder, 'file').filter(isDocument)) {
    const kind = kindOf(name, scan, folder)
    if (kind !== undefined && kind !== 'docs') known.push([`${folder}/${name}`, kind])
    else if (!isAside(name)) others.push(name)
  }
  const folders = childrenOf(scan, folder, 'folder').filter(
    (name) => !name.startsWith('.') && !ASSETS.has(name.toLowerCase()),
  )
  const rest = folders
    .flatMap(placedIn(scan, folder, '/'))
    .filter(([, kind]) => kind === 'decisions' || kind === 'architecture' || kind === 'develop')
  const isLarge = others.length > LIMITS.routeFiles || folders.length > rest.length || others.some(isStart)
  const whole = isLarge ? [`${folder}/`] : others.map((name) => `${folder}/${name}`)
  return [...known, ...rest, ...whole.map((path) => [path, 'docs'] as const)]
}

function isStart(name: string): boolean {
  return /^(readme|index)\./i.test(name)
}

function isDocument(name: string): boolean {
  return DOCUMENT.test(name) || /^[A-Z]{4,}$/.test(name)
}

function wordsOf(name: string): readonly string[] {
  return name
    .replace(DOCUMENT, '')
    .toLowerCase()
    .split(/[\s._-]+/)
}

function isAside(name: string): boolean {
  return wordsOf(name).some((word) => ASIDE.has(word))
}

function kindOf(name: string, scan: Scan, folder: string): DocumentKind | undefined {
  const words = wordsOf(name)
  if (isAside(name) || isTranslation(name, scan, folder)) return undefined
  if (words.includes('policy') && words.some((word) => AI_RULES.has(word))) return 'contribute'
  const holds = (word: string) => words.includes(word) || (hasHan(word) && name.includes(word))
  return WORDS.find(([, known]) => [...known].some(holds))?.[0]
}

/** True for `CONTRIBUTING.ja.md` next to `CONTRIBUTING.md`. */
function isTranslation(name: string, scan: Scan, folder: string): boolean {
  const stem = /^(.+?)[._-](?:[a-z]{2}(?:[_-][a-z]{2,4})?)(\.\w+)$/i.exec(name)
  return stem !== null && scan.tree.has(join(folder, `${stem[1]}${stem[2]}`))
}

/** True for a file of a few lines that names another file for agents. */
function pointsElsewhere(scan: Scan, path: string): boolean {
  const file = fileAt(scan, folderOf(path), baseOf(path))
  const lines = (file?.text ?? '').split('\n').filter((line) => line.trim() !== '')
  const named = [...AGENT_FILES].some((other) => other !== path && scan.tree.has(other) && file?.text.includes(other))
  return file !== undefined && lines.length <= 6 && named
}

function byNearness(a: string, b: string): number {
  return a.split('/').length - b.split('/').length || compare(a, b)
}
