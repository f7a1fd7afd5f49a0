/** Every expected failure as data, and in words: what is wrong, and the one next step. */

import type { BankPath } from './bank-path.ts'
import type { Language, Words } from './language.ts'

/** One thing wrong with a file's markers, and the line a person has to look at. */
export interface MarkerFault {
  readonly kind: 'unpaired' | 'reversed' | 'nested' | 'doubled' | 'fenced' | 'misspelt' | 'missing'
  readonly marker: string
  /** Counted from 1; 0 where the marker stands nowhere. */
  readonly line: number
}

export type Problem =
  | { readonly code: 'markers-broken'; readonly path: BankPath; readonly faults: readonly MarkerFault[] }
  | { readonly code: 'markers-missing'; readonly path: BankPath; readonly faults: readonly MarkerFault[] }
  | { readonly code: 'bank-newer'; readonly version: string }
  | { readonly code: 'bank-foreign'; readonly tool: string; readonly paths: readonly string[] }
  | { readonly code: 'bank-absent'; readonly path: string }
  | { readonly code: 'not-in-bank'; readonly path: string; readonly near: string | undefined }
  | { readonly code: 'block-edited'; readonly paths: readonly BankPath[] }
  | { readonly code: 'file-unreadable'; readonly path: string; readonly cause: string }
  | { readonly code: 'folder-expected'; readonly path: string }
  | { readonly code: 'file-expected'; readonly path: string }
  | { readonly code: 'outside-bank'; readonly path: string }
  | { readonly code: 'no-project'; readonly path: string }
  | { readonly code: 'project-missing'; readonly path: string }
  | { readonly code: 'stale-file'; readonly path: string }
  | { readonly code: 'path-taken'; readonly path: string }
  | { readonly code: 'write-failed'; readonly path: string; readonly cause: string; readonly restored: boolean }
  | { readonly code: 'locked'; readonly by: string }
  | { readonly code: 'state-unavailable'; readonly path: string; readonly cause: string }
  | { readonly code: 'journal-unreadable'; readonly path: string }
  | { readonly code: 'nothing-to-undo' }
  | { readonly code: 'undo-unknown'; readonly id: string }
  | { readonly code: 'undo-stale'; readonly id: string; readonly paths: readonly BankPath[] }
  | { readonly code: 'undo-secret'; readonly id: string; readonly paths: readonly BankPath[] }
  | { readonly code: 'since-unavailable'; readonly ref: string; readonly why: 'no-git' | 'unknown-ref' | 'shallow' }
  | Told<'addition-invalid'>
  | (Told<'addition-incomplete'> & { readonly missing: readonly Words[] })
  | Told<'addition-secret'>
  | Told<'addition-breaks'>
  | Told<'bank-outdated'>
  | Told<'proposal-unknown'>
  | Told<'proposal-settled'>
  | Told<'person-needed'>
  /** A session asks the very question again that it was answered in this turn. */
  | { readonly code: 'asked-already' }
  | { readonly code: 'config-invalid'; readonly path: string; readonly detail: Words }
  | { readonly code: 'usage'; readonly detail: Words; readonly command: string }

/** A problem that brings its own words: those of `addition-problem.ts`, so that a start without it does not load them. */
export interface Told<Code extends string> {
  readonly code: Code
  readonly what: Words
  readonly next: Words
}

export interface Explanation {
  readonly what: string
  readonly next: string
}

export function explain(problem: Problem, language: Language): Explanation {
  const [what, next] = words(problem)
  return { what: what[language], next: next[language] }
}

function words(problem: Problem): readonly [what: Words, next: Words] {
  switch (problem.code) {
    case 'markers-broken':
    case 'markers-missing': {
      const faults = problem.faults.map(describeFault)
      return [
        {
          en: `The block markers of ${problem.path} are not whole: ${faults.map((fault) => fault.en).join('; ')}. Nothing was changed.`,
          zh: `${problem.path} 的区块标记不完整：${faults.map((fault) => fault.zh).join('；')}。没有改动任何文件。`,
        },
        {
          en: `Repair the markers in memory-bank/${problem.path} by hand (each of START and END once, in that order), then run this again.`,
          zh: `请手动修复 memory-bank/${problem.path} 中的标记（START 与 END 各一次，顺序正确），然后重试。`,
        },
      ]
    }
    case 'bank-newer':
      return [
        {
          en: `This bank is v${problem.version}, newer than this program knows. It was left untouched.`,
          zh: `这个 Memory Bank 是 v${problem.version}，比本程序新，未作改动。`,
        },
        {
          en: 'Update the program: npm install -g memory-bank@latest',
          zh: '请更新程序：npm install -g memory-bank@latest',
        },
      ]
    case 'bank-foreign':
      return [
        {
          en: `memory-bank/ belongs to another tool (${problem.tool}: ${problem.paths.join(', ')}). It was left untouched.`,
          zh: `memory-bank/ 属于另一个工具（${problem.tool}：${problem.paths.join('、')}），未作改动。`,
        },
        {
          en: 'To start a bank of our own, first rename that folder (for example to memory-bank-old), then run: memory-bank init',
          zh: '若要新建，请先给该目录改名（例如 memory-bank-old），再运行：memory-bank init',
        },
      ]
    case 'bank-absent':
      return [
        { en: `${problem.path} has no memory bank yet.`, zh: `${problem.path} 还没有 Memory Bank。` },
        { en: 'Make one: memory-bank init', zh: '建立：memory-bank init' },
      ]
    case 'not-in-bank':
      return [
        { en: `There is no ${problem.path} in the bank.`, zh: `Memory Bank 中没有 ${problem.path}。` },
        problem.near === undefined
          ? { en: 'Find it by what it says: memory-bank search "…"', zh: '按内容查找：memory-bank search "…"' }
          : { en: `Did you mean: memory-bank read ${problem.near}`, zh: `你是想读：memory-bank read ${problem.near}` },
      ]
    case 'block-edited':
      return [
        {
          en: `Somebody edited the machine block of ${problem.paths.join(', ')} by hand since it was last written, and this plan would change it. Nothing was changed.`,
          zh: `${problem.paths.join('、')} 的机器区块自上次写入后被手动修改过，而本次计划要改动它。没有改动任何文件。`,
        },
        {
          en: 'Choose with --on-conflict: keep (leave that block alone), overwrite (our update replaces the edit), append (ours goes after it).',
          zh: '请用 --on-conflict 选择：keep（保留你的修改，跳过更新）、overwrite（用更新覆盖）、append（更新追加在后面）。',
        },
      ]
    case 'file-unreadable':
      return [
        { en: `${problem.path} cannot be read: ${problem.cause}.`, zh: `无法读取 ${problem.path}：${problem.cause}。` },
        {
          en: 'Make the file readable (permissions, disk), then run this again.',
          zh: '请检查文件权限或磁盘，然后重试。',
        },
      ]
    case 'folder-expected':
      return [
        { en: `${problem.path} is a file where a folder is expected.`, zh: `${problem.path} 应当是目录，却是文件。` },
        { en: 'Rename or move that file, then run this again.', zh: '请将该文件改名或移走，然后重试。' },
      ]
    case 'file-expected':
      return [
        { en: `${problem.path} is a folder where a file is expected.`, zh: `${problem.path} 应当是文件，却是目录。` },
        { en: 'Rename or move that folder, then run this again.', zh: '请将该目录改名或移走，然后重试。' },
      ]
    case 'outside-bank':
      return [
        {
          en: `${problem.path} is a link that leads out of the bank; nothing was written through it.`,
          zh: `${problem.path} 是指向 Memory Bank 之外的链接，未通过它写入。`,
        },
        { en: 'Replace the link with a real file, then run this again.', zh: '请把链接换成真实文件，然后重试。' },
      ]
    case 'no-project':
      return [
        {
          en: `${problem.path} is not a project: a bank is never kept in the home or root directory.`,
          zh: `${problem.path} 不是项目目录：主目录和根目录不会存放 Memory Bank。`,
        },
        {
          en: 'Go to your project, or name it: memory-bank -C <dir> …',
          zh: '请进入项目目录，或指定：memory-bank -C <目录> …',
        },
      ]
    case 'project-missing':
      return [
        { en: `There is no folder ${problem.path}.`, zh: `目录不存在：${problem.path}。` },
        { en: 'Check the path given to -C.', zh: '请检查 -C 给出的路径。' },
      ]
    case 'stale-file':
      return [
        {
          en: `${problem.path} changed after the plan was made. Nothing was changed.`,
          zh: `${problem.path} 在制定计划之后被改动过。没有改动任何文件。`,
        },
        { en: 'Run the command again for a fresh plan.', zh: '请重新运行以获得新的计划。' },
      ]
    case 'path-taken':
      return [
        {
          en: `${problem.path} came into being after the plan was made. Nothing was changed.`,
          zh: `制定计划之后出现了 ${problem.path}。没有改动任何文件。`,
        },
        { en: 'Run the command again for a fresh plan.', zh: '请重新运行以获得新的计划。' },
      ]
    case 'write-failed':
      return problem.restored
        ? [
            {
              en: `${problem.path} could not be written: ${problem.cause}. Everything is as it was before.`,
              zh: `无法写入 ${problem.path}：${problem.cause}。一切保持原样。`,
            },
            {
              en: 'Free the cause (disk space, permissions), then run this again.',
              zh: '请排除原因（磁盘空间、权限），然后重试。',
            },
          ]
        : [
            {
              en: `${problem.path} could not be written: ${problem.cause}, and the bank could not be put back yet. The journal has everything.`,
              zh: `无法写入 ${problem.path}：${problem.cause}，且暂时无法恢复。日志中保存了全部内容。`,
            },
            {
              en: 'Free the cause (disk space, permissions), then run: memory-bank status',
              zh: '请排除原因（磁盘空间、权限），然后运行：memory-bank status',
            },
          ]
    case 'locked':
      return [
        {
          en: `Another memory-bank is writing this bank (${problem.by}). Nothing was changed.`,
          zh: `另一个 memory-bank 正在写入（${problem.by}）。没有改动任何文件。`,
        },
        { en: 'Wait for it to finish, then run this again.', zh: '请等它完成后重试。' },
      ]
    case 'state-unavailable':
      return [
        {
          en: `The journal's folder ${problem.path} cannot be used: ${problem.cause}. Without a journal nothing is written.`,
          zh: `日志目录 ${problem.path} 不可用：${problem.cause}。没有日志就不写入。`,
        },
        {
          en: 'Make it writable, or set XDG_STATE_HOME to a folder that is.',
          zh: '请使其可写，或将 XDG_STATE_HOME 设为可写目录。',
        },
      ]
    case 'journal-unreadable':
      return [
        {
          en: `The journal entry ${problem.path} is damaged and was left as it is.`,
          zh: `日志条目 ${problem.path} 已损坏，保持原样。`,
        },
        {
          en: 'Move that file away, check the bank with: memory-bank check',
          zh: '请移走该文件，并检查：memory-bank check',
        },
      ]
    case 'nothing-to-undo':
      return [
        { en: 'There is nothing to undo in this bank.', zh: '这个 Memory Bank 没有可撤销的操作。' },
        { en: 'See what was done: memory-bank history', zh: '查看历史：memory-bank history' },
      ]
    case 'undo-unknown':
      return [
        { en: `There is no change ${problem.id} in this bank's history.`, zh: `历史中没有 ${problem.id}。` },
        { en: 'See the ids with: memory-bank history', zh: '查看编号：memory-bank history' },
      ]
    case 'undo-stale':
      return [
        {
          en: `Changed again since ${problem.id}: ${problem.paths.join(', ')}. Nothing was undone.`,
          zh: `自 ${problem.id} 之后又被改动：${problem.paths.join('、')}。未撤销任何内容。`,
        },
        {
          en: 'Choose with --on-conflict: keep (undo the rest, leave these), overwrite (put the old text back; the newer one stays in the history).',
          zh: '请用 --on-conflict 选择：keep（撤销其余，保留这些）、overwrite（恢复旧内容，新内容留在历史中）。',
        },
      ]
    case 'undo-secret':
      return [
        {
          en: `${problem.paths.join(', ')} held a secret before ${problem.id} that stands nowhere any more, and the history never keeps one. Nothing was undone.`,
          zh: `${problem.paths.join('、')} 在 ${problem.id} 之前含有机密，如今已无处可寻，而历史从不保存机密。未撤销任何内容。`,
        },
        {
          en: 'Choose with --on-conflict: keep (undo the rest, leave these), overwrite (put the old text back with [secret: …] in its place).',
          zh: '请用 --on-conflict 选择：keep（撤销其余，保留这些）、overwrite（恢复旧内容，机密处写作 [secret: …]）。',
        },
      ]
    case 'since-unavailable':
      return whySince(problem)
    case 'addition-invalid':
    case 'addition-incomplete':
    case 'addition-secret':
    case 'addition-breaks':
    case 'bank-outdated':
    case 'proposal-unknown':
    case 'proposal-settled':
    case 'person-needed':
      return [problem.what, problem.next]
    case 'asked-already':
      return [
        { en: 'Asked and answered in this turn.', zh: '本轮已问已答。' },
        { en: 'Answer from the pack above.', zh: '请依据上文作答。' },
      ]
    case 'config-invalid':
      return [
        { en: `${problem.path}: ${problem.detail.en}`, zh: `${problem.path}：${problem.detail.zh}` },
        { en: `Correct ${problem.path}, then run this again.`, zh: `请修正 ${problem.path}，然后重试。` },
      ]
    case 'usage':
      return [
        problem.detail,
        {
          en: `See: memory-bank ${problem.command === '' ? '' : `${problem.command} `}--help`,
          zh: `参见：memory-bank ${problem.command === '' ? '' : `${problem.command} `}--help`,
        },
      ]
  }
}

function whySince({ ref, why }: Extract<Problem, { code: 'since-unavailable' }>): readonly [Words, Words] {
  switch (why) {
    case 'no-git':
      return [
        {
          en: `--since ${ref} needs git, and the bank is in no git repository.`,
          zh: `--since ${ref} 需要 git，但该 Memory Bank 不在 git 仓库中。`,
        },
        { en: 'Check the whole bank: memory-bank check', zh: '检查全部：memory-bank check' },
      ]
    case 'unknown-ref':
      return [
        { en: `git knows no commit '${ref}'.`, zh: `git 中没有 '${ref}' 这个提交。` },
        {
          en: 'Name a branch, a tag or a commit: memory-bank check --since main',
          zh: '请给出分支、标签或提交：memory-bank check --since main',
        },
      ]
    case 'shallow':
      return [
        { en: `This is a shallow clone that does not reach '${ref}'.`, zh: `这是浅克隆，其中没有到 '${ref}' 的历史。` },
        {
          en: 'Fetch the history first: git fetch --unshallow (in CI: fetch-depth: 0)',
          zh: '请先取全历史：git fetch --unshallow（CI 中：fetch-depth: 0）',
        },
      ]
  }
}

function describeFault(fault: MarkerFault): Words {
  switch (fault.kind) {
    case 'missing':
      return { en: `${fault.marker} is missing`, zh: `缺少 ${fault.marker}` }
    case 'unpaired':
      return {
        en: `${fault.marker} in line ${fault.line} has no partner`,
        zh: `第 ${fault.line} 行的 ${fault.marker} 没有配对`,
      }
    case 'reversed':
      return {
        en: `${fault.marker} in line ${fault.line} comes before its start`,
        zh: `第 ${fault.line} 行的 ${fault.marker} 出现在起始标记之前`,
      }
    case 'nested':
      return {
        en: `${fault.marker} in line ${fault.line} stands inside another block`,
        zh: `第 ${fault.line} 行的 ${fault.marker} 位于另一个区块之内`,
      }
    case 'doubled':
      return {
        en: `${fault.marker} in line ${fault.line} is there a second time`,
        zh: `第 ${fault.line} 行的 ${fault.marker} 重复出现`,
      }
    case 'fenced':
      return {
        en: `${fault.marker} in line ${fault.line} stands inside a code fence that was never closed`,
        zh: `第 ${fault.line} 行的 ${fault.marker} 位于未闭合的代码块中`,
      }
    case 'misspelt':
      return {
        en: `line ${fault.line} looks like ${fault.marker} but is spelt differently`,
        zh: `第 ${fault.line} 行像是 ${fault.marker}，但写法不同`,
      }
  }
}
