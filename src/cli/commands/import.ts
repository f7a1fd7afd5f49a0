/** `memory-bank import`: what other tools have noted comes into the bank. */

import { resolve } from 'node:path'
import type { Language, Words } from '../../base/language.ts'
import type { Problem } from '../../base/problem.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import {
  carryOutImport,
  type FileReport,
  type FoundSource,
  findSources,
  type ImportProposal,
  isTakenFolder,
  OUTCOME_WORDS,
  proposeImport,
  skipWords,
  sourceNames,
} from '../../verbs/import.ts'
import { spokenLanguage } from '../../verbs/open-bank.ts'
import { stampAtTerminal } from '../../verbs/stamp.ts'
import { trust } from '../../verbs/trust.ts'
import type { Workspace } from '../../verbs/workspace.ts'
import { type Call, type Command, EXIT, type ExitCode } from '../command.ts'
import { canAsk, confirmAndApply, isYes, planOrAsk, remarkRecovery, UNDO } from '../confirm-and-apply.ts'
import { open, report } from '../open.ts'
import { CONFLICTS, WRITING } from '../options.ts'
import { nearestOf } from '../parse-call.ts'
import { padded, paint, placesIn, printNumbered, type Terminal, widthOf, wrapped } from '../terminal.ts'

export const importCommand: Command = {
  name: 'import',
  group: 'bank',
  place: 8,
  about: {
    en: 'bring along what Cline, Cursor, Serena, CLAUDE.md … have noted',
    zh: '导入 Cline、Cursor、Serena、CLAUDE.md 等留下的内容',
  },
  operands: '[source | file …]',
  mostOperands: 20,
  options: {
    all: { about: { en: 'everything that is found', zh: '导入找到的全部来源' } },
    'in-place': {
      about: {
        en: "convert another tool's memory-bank/ where it is, by git renames",
        zh: '就地转换其他工具的 memory-bank/（使用 git 改名）',
      },
    },
    personal: {
      about: { en: 'also what is about you rather than the project', zh: '同时导入关于你个人的内容' },
    },
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
  run,
}

async function run(call: Call): Promise<ExitCode> {
  const opened = open(call)
  if (!opened.ok) return report(opened.problem, call)
  const workspace = opened.value
  const spoken = { ...call, language: spokenLanguage(call.language, workspace) }
  const chosen = choose(spoken, workspace)
  if (!chosen.ok) return report(chosen.problem, spoken)
  const sources = chosen.value
  if (sources.length === 0 && !call.switches.has('json')) {
    call.terminal.print(nothingFound(call)[spoken.language])
    return EXIT.done
  }
  const wish = {
    language: call.language,
    sources,
    inPlace: call.switches.has('in-place') || (sources.some(isTakenFolder) && convertsInPlace(spoken)),
    personal: call.switches.has('personal'),
    stamp: stampAtTerminal(workspace),
  }
  const proposed = planOrAsk(spoken, (onConflict) => proposeImport(workspace, { ...wish, onConflict }))
  if (!proposed.ok) return report(proposed.problem, spoken)
  return settle(call, workspace, proposed.value, wish.inPlace)
}

async function settle(
  call: Call,
  workspace: Workspace,
  proposal: ImportProposal,
  isInPlace: boolean,
): Promise<ExitCode> {
  const { plan, language, recovered, state, files } = proposal
  const makesBank = state.kind !== 'current'
  if (!call.switches.has('json')) {
    remarkRecovery(recovered, language, call.terminal)
    call.terminal.print(`${renderFiles(files, language, call.terminal)}\n`)
    if (files.some(({ secrets }) => secrets.length > 0))
      call.terminal.print(`${SECRETS[isInPlace ? 'stay' : 'go'][language]}\n`)
    if (makesBank && plan.changes.length > 0)
      call.terminal.print(`${MAKES_BANK[isInPlace ? 'inPlace' : 'new'][language]}\n`)
  }
  return confirmAndApply(call, {
    plan,
    language,
    recovered,
    state: state.kind,
    nothing: NOTHING_TO_DO[language],
    files: files.map(fileJson),
    apply: () => {
      const done = carryOutImport(workspace, proposal)
      if (done.ok) call.terminal.acted()
      if (done.ok && makesBank && workspace.config.ignored.length === 0) trust(call, 'remember')
      return done
    },
    after: () => afterwards(proposal, isInPlace),
  })
}

/** Those that were named, all of them, or those that a person picks. */
function choose(call: Call & { readonly language: Language }, workspace: Workspace): Result<readonly FoundSource[]> {
  const { operands, switches } = call
  const names = sourceNames()
  const named = operands.filter((operand) => !names.some(({ id }) => id === operand))
  const paths = named.filter((operand) => /[./\\]/.test(operand))
  const unknown = named.find((operand) => !paths.includes(operand))
  if (unknown !== undefined) return fail(noSuchSource(unknown, names))
  const found = findSources(workspace, call.env)
  if (operands.length > 0) {
    const fromFiles = paths.flatMap((path) => {
      const full = resolve(call.folder, path).replaceAll('\\', '/')
      return findSources(workspace, call.env, full)
        .map((source) => ({ ...source, files: source.files.filter((file) => isAt(file.path, full)) }))
        .filter(({ files }) => files.length > 0)
    })
    const missing = paths.length > 0 && fromFiles.length === 0 ? paths[0] : undefined
    if (missing !== undefined) return fail(noSuchSource(missing, names))
    return ok([...found.filter(({ id }) => operands.includes(id)), ...fromFiles])
  }
  const offered = found.filter((source) => source.isPersonal !== true || switches.has('personal'))
  if (switches.has('in-place'))
    return ok(
      offered
        .filter(isTakenFolder)
        .slice(0, 1)
        .concat(switches.has('all') ? offered.filter((one) => !isTakenFolder(one)) : []),
    )
  const isHarmless = switches.has('dry-run') || (switches.has('json') && !switches.has('yes'))
  if (offered.length < 2 || switches.has('all') || isHarmless) return ok(offered)
  if (canAsk(call) && !switches.has('yes')) {
    return ok(pickSources(call, offered))
  }
  return fail(sayWhich(offered, call.language))
}

/** Some of them, by number or by name, or all; none where nothing was chosen. */
function pickSources(
  { terminal, language }: Call & { readonly language: Language },
  offered: readonly FoundSource[],
): readonly FoundSource[] {
  terminal.print({ en: 'Found:', zh: '找到：' }[language])
  printNumbered(
    terminal,
    offered.map((source) => sourceLine(source, language)),
  )
  const question = {
    en: `Which ones? (1–${offered.length}, several as 1,3; a for all; Enter for none): `,
    zh: `选哪些？（1–${offered.length}，多个写作 1,3；a 为全部；回车取消）：`,
  }[language]
  for (let tries = 0; tries < 3; tries += 1) {
    const answer = terminal.ask(question)?.trim().toLowerCase() ?? ''
    if (answer === '') return []
    if (['a', 'all', '全部'].includes(answer)) return offered
    const chosen = placesIn(
      answer,
      offered.map(({ id, place }) => [id, place]),
    )
    if (chosen !== undefined) return offered.filter((_, index) => chosen.includes(index))
  }
  return []
}

/** A file, or a folder that it stands in. */
function isAt(path: string, named: string): boolean {
  return path === named || path.startsWith(`${named.replace(/\/$/, '')}/`)
}

/** Asked once, where somebody can answer; a script says --in-place. */
function convertsInPlace(call: Call & { readonly language: Language }): boolean {
  if (!canAsk(call) || call.switches.has('yes') || call.switches.has('dry-run')) return call.switches.has('dry-run')
  const question = {
    en: 'memory-bank/ is another tool’s. Convert it where it is, by git renames? [y]es, [n]o: ',
    zh: 'memory-bank/ 属于另一个工具。要就地转换吗（使用 git 改名）？ [y] 好，[n] 不用：',
  }[call.language]
  return isYes(call.terminal.ask(question))
}

function noSuchSource(name: string, names: ReturnType<typeof sourceNames>): Problem {
  const ids = names.map(({ id }) => id)
  const near = nearestOf(name, ids)
  return {
    code: 'usage',
    command: 'import',
    detail: {
      en: `There is nothing to import called '${name}'${near === undefined ? `; choose ${ids.join(', ')}, or name a file` : `; did you mean ${near}?`}`,
      zh: `没有可导入的 '${name}'${near === undefined ? `，可选：${ids.join('、')}，或指定文件` : `；是否指 ${near}？`}`,
    },
  }
}

function sayWhich(found: readonly FoundSource[], language: Language): Problem {
  const list = found.map((source) => `\n  ${source.id.padEnd(12)} ${sourceLine(source, language)}`).join('')
  return {
    code: 'usage',
    command: 'import',
    detail: {
      en: `Several sources were found; name those you want, or use --all:${list}`,
      zh: `找到多个来源；请指定要导入的来源，或使用 --all：${list}`,
    },
  }
}

function nothingFound({ operands }: Call): Words {
  const names = sourceNames()
    .filter(({ id }) => operands.length === 0 || operands.includes(id))
    .map(({ name }) => name)
  return {
    en: `Nothing to import. Looked for: ${names.join(', ')}.`,
    zh: `没有可导入的内容。已查找：${names.join('、')}。`,
  }
}

function afterwards({ files, language, unsure }: ImportProposal, isInPlace: boolean): string {
  const imported = files.filter(({ outcome }) => outcome === 'imported').length
  const left = files.length - imported
  const count = {
    en: `${imported} file${imported === 1 ? '' : 's'} imported${left === 0 ? '' : `, ${left} left where they are`}. ${isInPlace ? 'The renames are staged; commit them first, so that git log --follow finds the history, then the rest: git commit && git add -A memory-bank && git commit' : 'The sources were not touched.'}`,
    zh: `已导入 ${imported} 个文件${left === 0 ? '' : `，${left} 个保留原处`}。${isInPlace ? '改名已暂存；请先提交改名（以便 git log --follow 追溯历史），再提交其余改动：git commit && git add -A memory-bank && git commit' : '来源文件未作改动。'}`,
  }[language]
  const waiting =
    unsure.length === 0
      ? []
      : [
          {
            en: `Decide about the rest:  memory-bank proposals`,
            zh: `其余的由你决定：memory-bank proposals`,
          }[language],
        ]
  return [count, ...waiting, UNDO[language]].join('\n')
}

const NOTHING_TO_DO: Words = {
  en: 'Everything that was found is in the bank already. Nothing to do.',
  zh: '找到的内容都已在 Memory Bank 中，无需改动。',
}
const MAKES_BANK: Readonly<Record<'new' | 'inPlace', Words>> = {
  new: { en: 'There is no bank yet; it is made with these.', zh: '尚无 Memory Bank，将一并创建。' },
  inPlace: { en: 'memory-bank/ is converted where it is.', zh: '将就地转换 memory-bank/。' },
}
const SECRETS: Readonly<Record<'go' | 'stay', Words>> = {
  go: {
    en: 'Secrets are not copied: ‹removed: kind› stands in their place. Consider revoking them where git has them.',
    zh: '机密不会被复制，原处写为 ‹removed: kind›。若已进入 git，请考虑吊销。',
  },
  stay: {
    en: 'Secrets stay as they are in files that are converted in place. Take them out, and consider revoking them.',
    zh: '就地转换的文件中，机密保持原样。请移除，并考虑吊销。',
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

/** One line for each file: where it goes, or why it stays; below it what was taken out of it. */
function renderFiles(files: readonly FileReport[], language: Language, terminal: Terminal): string {
  const colour = paint(terminal)
  const width = Math.min(48, Math.max(0, ...files.map(({ name }) => widthOf(name))))
  const lines = files.flatMap((file) => {
    const told = `  ${padded(file.name, width)}  ${becomes(file, language)}`.trimEnd()
    const line = wrapped(told, terminal.columns(), '      ')
    return [
      file.outcome === 'imported' ? line : colour.dim(line),
      ...remarksOf(file).map((words) => `      ${words[language]}`),
    ]
  })
  return lines.join('\n')
}

function becomes(file: FileReport, language: Language): string {
  if (file.outcome === 'skipped')
    return `${SKIPPED[language]}${file.skipped.map(({ why }) => skipWords(why)[language]).join(', ')}`
  if (file.outcome !== 'imported') return OUTCOME_WORDS[file.outcome][language]
  if (file.places.length === 0) return file.unsure > 0 ? '' : NOTHING_NEW[language]
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
      en: `lines ${first}–${last} stay: ${skipWords(why).en}`,
      zh: `第 ${first}–${last} 行不导入：${skipWords(why).zh}`,
    })),
    ...(file.unsure === 0
      ? []
      : [
          {
            en: `${file.unsure} as proposal${file.unsure === 1 ? '' : 's'}: memory-bank proposals`,
            zh: `${file.unsure} 条作为提议：memory-bank proposals`,
          },
        ]),
    ...(file.personal === 0
      ? []
      : [
          {
            en: `${file.personal} part${file.personal === 1 ? '' : 's'} about you left out; with them: --personal`,
            zh: `${file.personal} 处涉及你个人，未导入；若要导入：--personal`,
          },
        ]),
  ]
}

const SKIPPED: Words = { en: 'skipped: ', zh: '跳过：' }
const NOTHING_NEW: Words = { en: 'nothing new', zh: '没有新内容' }

/** What a script reads of each file. */
function fileJson({ secrets, skipped, ...file }: FileReport): Readonly<Record<string, unknown>> {
  return {
    ...file,
    skipped: skipped.map(({ first, last, why }) => (last < first ? { why } : { first, last, why })),
    removed: secrets,
  }
}
