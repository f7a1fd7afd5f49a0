/** The stack of a project as facts: the main part kind by kind, every other part in one line. */

import type { Language } from '../../core/language.ts'
import type { Fact } from '../../core/project.ts'
import { KIND_LABELS, LABELS, type LabelGiver, punctuation, SOURCE_TREE, uniqueLabels } from './labels.ts'
import { hasStack, type Kind, type Part, type Technology } from './part.ts'
import { listed, plainText, versionText } from './plain-text.ts'
import type { Scan } from './scan.ts'
import { ciOf, containersOf, languagesByName } from './tree-signs.ts'

/** For details/tech.md. */
export function stackFacts(scan: Scan, parts: readonly Part[], language: Language): readonly Fact[] {
  const label = uniqueLabels(language)
  const [main, ...others] = parts.filter(hasStack)
  const facts =
    main === undefined ? byName(scan, language, KIND_LABELS.language[language]) : kindByKind(main, label, language)
  const rest = others.flatMap((part) => inOneLine(part, OTHER_PART, label, language, true))
  const tree = SOURCE_TREE[language]
  const { comma } = punctuation(language)
  const ci = listed(ciOf(scan), comma)
  const containers = listed(containersOf(scan), comma)
  return [
    ...facts,
    ...rest.slice(0, 5),
    ...servicesFact(parts, language),
    ...(ci === '' ? [] : [{ label: LABELS.ci[language], value: ci, source: tree }]),
    ...(containers === '' ? [] : [{ label: LABELS.containers[language], value: containers, source: tree }]),
  ]
}

/** For the entry: at most three parts, a line each. */
export function stackInBrief(scan: Scan, parts: readonly Part[], language: Language): readonly Fact[] {
  const label = uniqueLabels(language)
  const stacked = parts.filter(hasStack)
  const apart = (part: Part) => stacked.length > 1 && part.folder !== ''
  const lines = stacked.flatMap((part) => inOneLine(part, BRIEF, label, language, apart(part)))
  return lines.length > 0 ? lines.slice(0, 3) : byName(scan, language, LABELS.stack[language])
}

export function servicesFact(parts: readonly Part[], language: Language): readonly Fact[] {
  const label = uniqueLabels(language)
  const { comma, aside } = punctuation(language)
  return parts.flatMap((part) => {
    const services = part.technologies.filter((each) => each.kind === 'service')
    const value = listed(
      services.map(({ name, version }) => {
        if (version === undefined) return name
        return name + aside(version === 'build' ? LABELS.builtHere[language] : version)
      }),
      comma,
    )
    return value === '' ? [] : [{ label: label(LABELS.services[language], part), value, source: part.source }]
  })
}

type Share = readonly (readonly [kind: Kind, most: number])[]

const BRIEF: Share = [
  ['language', 3],
  ['runtime', 2],
  ['framework', 6],
  ['data', 3],
]
const BARE: Share = [
  ['language', 3],
  ['runtime', 2],
  ['testing', 1],
  ['tooling', 2],
]
const OTHER_PART: Share = [...BRIEF, ['testing', 3], ['tooling', 4]]
const ONE_BY_ONE: readonly Kind[] = [
  'language',
  'runtime',
  'framework',
  'data',
  'testing',
  'tooling',
  'packages',
  'dependency',
]

/** One line for each kind and file that says so. */
function kindByKind(part: Part, label: LabelGiver, language: Language): readonly Fact[] {
  const { comma } = punctuation(language)
  return ONE_BY_ONE.flatMap((kind) => {
    const own = part.technologies.filter((each) => each.kind === kind)
    const sources = [...new Set(own.map((each) => each.source ?? part.source))]
    return sources.slice(0, 3).flatMap((source) => {
      const named = own.filter((each) => (each.source ?? part.source) === source)
      // Of what we know nothing about, the name is enough.
      const words = named.flatMap((each) => wordsOf(each, kind !== 'dependency'))
      const value = listed(words.slice(0, 14), comma)
      return value === '' ? [] : [{ label: label(KIND_LABELS[kind][language], { ...part, source }), value, source }]
    })
  })
}

/** The file that says most stands for the line; what another one adds is left to details/tech.md. */
function inOneLine(part: Part, share: Share, label: LabelGiver, language: Language, apart: boolean): readonly Fact[] {
  const source = mainSource(part)
  const isOwn = (each: Technology) => (each.source ?? part.source) === source
  const words = share.flatMap(([kind, most]) => {
    const all = part.technologies.filter((each) => each.kind === kind)
    const own = all.filter(isOwn)
    const isBasic = kind === 'language' || kind === 'runtime'
    const said = own.length === 0 && isBasic ? all : own
    return said.slice(0, most).flatMap((each) => wordsOf(each, isOwn(each)))
  })
  // A bare language tells nothing about a folder; its tools may.
  const isBare = !part.technologies.some((each) => each.kind === 'framework' || each.kind === 'data')
  if (isBare && share === BRIEF) return inOneLine(part, BARE, label, language, apart)
  const value = listed([...new Set(words)], punctuation(language).comma)
  if (value === '' || (part.folder !== '' && words.length < 2)) return []
  return [{ label: label(LABELS.stack[language], part, apart), value, source }]
}

function mainSource(part: Part): string {
  const counts = new Map<string, number>()
  for (const each of part.technologies) {
    if (each.kind === 'dependency') continue
    const source = each.source ?? part.source
    counts.set(source, (counts.get(source) ?? 0) + 1)
  }
  const [best] = [...counts].sort((a, b) => b[1] - a[1])
  return best?.[0] ?? part.source
}

function wordsOf(each: Technology, withVersion: boolean): readonly string[] {
  const name = plainText(each.name, 60)
  if (name === '' || (each.kind === 'dependency' && !/^[@\w][\w@./:-]{0,79}$/.test(each.name))) return []
  const version = withVersion ? versionText(each.version) : undefined
  return [version === undefined ? name : `${name} ${version}`]
}

function byName(scan: Scan, language: Language, label: string): readonly Fact[] {
  const value = listed(languagesByName(scan).slice(0, 6), punctuation(language).comma)
  return value === '' ? [] : [{ label, value, source: SOURCE_TREE[language] }]
}
