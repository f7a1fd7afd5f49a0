/** `memory-bank import`: copies the notes of other tools into the bank. */

import { resolve } from 'node:path'
import type { Language, Words } from '../../base/language.ts'
import { ok, type Result } from '../../base/result.ts'
import {
  carryOutImport,
  type FileReport,
  type FoundSource,
  findSources,
  type ImportProposal,
  isBankFolder,
  OUTCOME_WORDS,
  proposeImport,
  SKIP_WORDS,
  sourceNames,
} from '../../verbs/import.ts'
import { stampAtTerminal } from '../../verbs/stamp.ts'
import { trust } from '../../verbs/trust.ts'
import { agrees, askUntil, placesIn, printNumbered, willAsk } from '../ask.ts'
import { type Command, type CommandCall, type Ending, EXIT, misused, type ProjectCall } from '../command.ts'
import { confirmAndApply, planOrAsk, UNDO } from '../confirm-and-apply.ts'
import { inProject } from '../in-project.ts'
import { CONFLICTS, flag, WRITING } from '../options.ts'
import { unknownName } from '../parse-call.ts'
import { padded, paint, say, type Terminal, widthOf, wrapped } from '../terminal.ts'

export const importCommand: Command = {
  name: 'import',
  group: 'bank',
  place: 8,
  about: {
    en: 'import notes of Cline, Cursor, Serena, CLAUDE.md …',
    zh: '导入 Cline、Cursor、Serena、CLAUDE.md 等的记忆',
  },
  operands: '[source | file …]',
  mostOperands: 20,
  options: {
    all: flag('import everything found', '导入找到的全部来源'),
    'in-place': flag(
      "convert another tool's memory-bank/ in place, by git renames",
      '就地转换其他工具的 memory-bank/（使用 git 改名）',
    ),
    personal: flag('include notes about you, not only the project', '同时导入关于你个人的内容'),
    ...WRITING,
    ...CONFLICTS,
  },
  examples: [
    'memory-bank import',
    'memory-bank import --all --dry-run',
    'memory-bank import serena',
    'memory-bank import --in-place',
  ],
  agent: { kind: 'unanswered' },
  exits: ['done', 'failure', 'usage', 'notConfirmed', 'conflict'],
  json: ['plan'],
  run: inProject(run),
}

async function run(call: ProjectCall): Promise<Ending> {
  const { workspace } = call
  const chosen = choose(call)
  if (!chosen.ok) return chosen
  const sources = chosen.value
  if (sources.length === 0 && !call.switches.has('json')) {
    say(call, nothingFound(call))
    return EXIT.done
  }
  const wish = {
    language: call.asked,
    sources,
    inPlace: call.switches.has('in-place') || (sources.some(isBankFolder) && convertsInPlace(call)),
    personal: call.switches.has('personal'),
    stamp: stampAtTerminal(workspace),
  }
  const proposed = planOrAsk(call, (onConflict) => proposeImport(workspace, { ...wish, onConflict }))
  if (!proposed.ok) return proposed
  const proposal = proposed.value
  const makesBank = proposal.state.kind !== 'current'
  return confirmAndApply(call, {
    ...proposal,
    head: headOf(proposal, wish.inPlace, call.terminal),
    nothing: NOTHING_TO_DO,
    files: proposal.files.map(fileJson),
    apply() {
      const done = carryOutImport(workspace, proposal)
      if (done.ok) call.terminal.acted()
      if (done.ok && makesBank && workspace.config.ignored.length === 0) trust(call, 'remember')
      return done
    },
    result: () => resultOf(proposal, wish.inPlace),
  })
}

/** Outcome for each file, and warnings. */
function headOf({ plan, language, state, files }: ImportProposal, isInPlace: boolean, terminal: Terminal): string {
  const hasSecrets = files.some(({ secrets }) => secrets.length > 0)
  const makesBank = state.kind !== 'current' && plan.changes.length > 0
  return [
    renderFiles(files, language, terminal),
    ...(hasSecrets ? [SECRETS[isInPlace ? 'stay' : 'go'][language]] : []),
    ...(makesBank ? [MAKES_BANK[isInPlace ? 'inPlace' : 'new'][language]] : []),
  ]
    .map((text) => `${text}\n`)
    .join('\n')
}

/** The sources named on the command line, else all sources or those that a person picks. */
function choose(call: ProjectCall): Result<readonly FoundSource[]> {
  const { operands, switches, workspace } = call
  const names = sourceNames()
  const named = operands.filter((operand) => !names.some(({ id }) => id === operand))
  const paths = named.filter((operand) => /[./\\]/.test(operand))
  const unknown = named.find((operand) => !paths.includes(operand))
  if (unknown !== undefined) return noSuchSource(unknown, call)
  const found = findSources(workspace, call.env)
  if (operands.length > 0) {
    const fromFiles = paths.flatMap((path) => {
      const full = resolve(call.folder, path).replaceAll('\\', '/')
      return findSources(workspace, call.env, full)
        .map((source) => ({ ...source, files: source.files.filter((file) => isAt(file.path, full)) }))
        .filter(({ files }) => files.length > 0)
    })
    const missing = paths.length > 0 && fromFiles.length === 0 ? paths[0] : undefined
    if (missing !== undefined) return noSuchSource(missing, call)
    return ok([...found.filter(({ id }) => operands.includes(id)), ...fromFiles])
  }
  const offered = found.filter((source) => source.isPersonal !== true || switches.has('personal'))
  if (switches.has('in-place'))
    return ok(
      offered
        .filter(isBankFolder)
        .slice(0, 1)
        .concat(switches.has('all') ? offered.filter((one) => !isBankFolder(one)) : []),
    )
  const isHarmless = switches.has('dry-run') || (switches.has('json') && !switches.has('yes'))
  if (offered.length < 2 || switches.has('all') || isHarmless) return ok(offered)
  return willAsk(call) ? ok(pickSources(call, offered)) : severalSources(offered, call)
}

/** Asks for numbers or names. Empty if nothing was chosen. */
function pickSources(call: CommandCall, offered: readonly FoundSource[]): readonly FoundSource[] {
  say(call, { en: 'Found:', zh: '找到：' })
  printNumbered(
    call.terminal,
    offered.map((source) => sourceLine(source, call.language)),
  )
  const question = {
    en: `Which ones? (1–${offered.length}, several as 1,3; a for all; Enter for none): `,
    zh: `选哪些？（1–${offered.length}，多个写作 1,3；a 为全部；回车取消）：`,
  }
  const names = offered.map(({ id, place }) => [id, place])
  const chosen = askUntil(call, question, (answer = '') => {
    if (answer === '') return []
    return ['a', 'all', '全部'].includes(answer) ? [...offered.keys()] : placesIn(answer, names)
  })
  return offered.filter((_, index) => chosen?.includes(index))
}

/** True if `named` is the file or a folder above it. */
function isAt(path: string, named: string): boolean {
  return path === named || path.startsWith(`${named.replace(/\/$/, '')}/`)
}

/** Asks at a terminal. Otherwise true for a dry run only; scripts must pass --in-place. */
function convertsInPlace(call: CommandCall): boolean {
  if (!willAsk(call)) return call.switches.has('dry-run')
  const question = {
    en: 'memory-bank/ belongs to another tool. Convert it in place, by git renames? [y]es, [n]o: ',
    zh: 'memory-bank/ 属于另一个工具。要就地转换吗（使用 git 改名）？ [y] 是，[n] 否：',
  }
  return agrees(call, question)
}

function noSuchSource(name: string, call: CommandCall): ReturnType<typeof misused> {
  const ids = sourceNames().map(({ id }) => id)
  const list = { en: `${ids.join(', ')}, or a file`, zh: `${ids.join('、')}，或指定文件` }
  return misused(call, unknownName({ en: 'source', zh: '来源' }, name, ids, list))
}

function severalSources(found: readonly FoundSource[], call: CommandCall): ReturnType<typeof misused> {
  const list = found.map((source) => `\n  ${source.id.padEnd(12)} ${sourceLine(source, call.language)}`).join('')
  return misused(call, {
    en: `Found several sources. Name those to import, or use --all:${list}`,
    zh: `找到多个来源。请指定要导入的来源，或使用 --all：${list}`,
  })
}

function nothingFound({ operands }: CommandCall): Words {
  const names = sourceNames()
    .filter(({ id }) => operands.length === 0 || operands.includes(id))
    .map(({ name }) => name)
  return {
    en: `Nothing to import. Looked for: ${names.join(', ')}.`,
    zh: `没有可导入的内容。已查找：${names.join('、')}。`,
  }
}

function resultOf({ files, language }: ImportProposal, isInPlace: boolean): string {
  const imported = files.filter(({ outcome }) => outcome === 'imported').length
  const left = files.length - imported
  const count = {
    en: `Imported ${imported} file${imported === 1 ? '' : 's'}${left === 0 ? '' : `, skipped ${left}`}. ${isInPlace ? 'The renames are staged. Commit them first to keep the history: git commit && git add -A memory-bank && git commit' : 'The sources are unchanged.'}`,
    zh: `已导入 ${imported} 个文件${left === 0 ? '' : `，跳过 ${left} 个`}。${isInPlace ? '改名已暂存。请先提交改名以保留历史，再提交其余改动：git commit && git add -A memory-bank && git commit' : '来源文件未作改动。'}`,
  }[language]
  return [count, UNDO[language]].join('\n')
}

const NOTHING_TO_DO: Words = {
  en: 'Everything found is already in the bank. Nothing to do.',
  zh: '找到的内容都已在 Memory Bank 中，无需改动。',
}
const MAKES_BANK: Readonly<Record<'new' | 'inPlace', Words>> = {
  new: { en: 'There is no bank yet. This creates one.', zh: '尚无 Memory Bank，将一并创建。' },
  inPlace: { en: 'memory-bank/ is converted in place.', zh: '将就地转换 memory-bank/。' },
}
const SECRETS: Readonly<Record<'go' | 'stay', Words>> = {
  go: {
    en: 'Secrets are replaced by ‹removed: kind›. Revoke those that are in git.',
    zh: '机密不会被复制，替换为 ‹removed: kind›。已进入 git 的请吊销。',
  },
  stay: {
    en: 'Files converted in place keep their secrets. Remove and revoke them.',
    zh: '就地转换的文件会保留其中的机密。请移除并吊销。',
  },
}

/** `cline_docs/ (Cline): 6 files`. */
function sourceLine({ place, tool, files, skipped }: FoundSource, language: Language): string {
  const count = files.length
  const more = skipped.length
  return {
    en: `${place}  ${tool}, ${count} file${count === 1 ? '' : 's'}${more === 0 ? '' : `, ${more} skipped`}`,
    zh: `${place}  ${tool}，${count} 个文件${more === 0 ? '' : `，跳过 ${more} 个`}`,
  }[language]
}

/** One line for each file with its target or the reason it is skipped, and its remarks. */
function renderFiles(files: readonly FileReport[], language: Language, terminal: Terminal): string {
  const colour = paint(terminal)
  const width = Math.min(48, Math.max(0, ...files.map(({ name }) => widthOf(name))))
  const lines = files.flatMap((file) => {
    const told = `  ${padded(file.name, width)}  ${outcomeText(file, language)}`.trimEnd()
    const line = wrapped(told, terminal.columns(), '      ')
    return [
      file.outcome === 'imported' ? line : colour.dim(line),
      ...remarksOf(file).map((words) => `      ${words[language]}`),
    ]
  })
  return lines.join('\n')
}

function outcomeText(file: FileReport, language: Language): string {
  if (file.outcome === 'skipped')
    return `${SKIPPED[language]}${file.skipped.map(({ why }) => SKIP_WORDS[why][language]).join(', ')}`
  if (file.outcome !== 'imported') return OUTCOME_WORDS[file.outcome][language]
  if (file.places.length === 0) return NOTHING_NEW[language]
  const paths = [...new Set(file.places.map(({ path }) => path))]
  const sectionsOf = (path: string) =>
    file.places.flatMap((place) => (place.path === path ? (place.section ?? []) : []))
  const named = paths.map((path) => {
    const sections = sectionsOf(path)
    return sections.length === 0 ? path : `${path} (${sections.join(', ')})`
  })
  return `→ ${named.join(', ')}`
}

function remarksOf(file: FileReport): readonly Words[] {
  const left = file.outcome === 'imported' ? file.skipped : []
  return [
    ...file.secrets.map(({ kind, line }) => ({
      en: `line ${line}: a secret (${kind})`,
      zh: `第 ${line} 行：机密（${kind}）`,
    })),
    ...left.map(({ first, last, why }) => ({
      en: `skipped lines ${first}–${last} (${SKIP_WORDS[why].en})`,
      zh: `跳过第 ${first}–${last} 行（${SKIP_WORDS[why].zh}）`,
    })),
    ...(file.personal === 0
      ? []
      : [
          {
            en: `skipped ${file.personal} part${file.personal === 1 ? '' : 's'} about you; include with --personal`,
            zh: `跳过 ${file.personal} 处关于你个人的内容；加上 --personal 可导入`,
          },
        ]),
  ]
}

const SKIPPED: Words = { en: 'skipped: ', zh: '跳过：' }
const NOTHING_NEW: Words = { en: 'nothing new', zh: '没有新内容' }

/** A file in the JSON of `--json`. */
function fileJson({ secrets, skipped, ...file }: FileReport): Readonly<Record<string, unknown>> {
  return {
    ...file,
    skipped: skipped.map(({ first, last, why }) => (last < first ? { why } : { first, last, why })),
    removed: secrets,
  }
}
