/** Problems of parsing, writing and undoing, each with its facts, its words and its exit code. */

import type { BankPath } from './bank-path.ts'
import type { Words } from './language.ts'
import type { ProblemTable } from './problem-table.ts'

export const WORK_PROBLEMS = {
  'stale-file': {
    exit: 'conflict',
    words: ({ path }: { readonly path: string }) => [
      {
        en: `${path} changed after the plan was made. Nothing was changed.`,
        zh: `${path} 在制定计划之后被改动过。没有改动任何文件。`,
      },
      { en: 'Run the command again for a fresh plan.', zh: '请重新运行以获得新的计划。' },
    ],
  },
  /** The write would differ from what the person saw before they agreed. */
  'plan-changed': {
    exit: 'conflict',
    words: () => [
      {
        en: 'The bank has changed since this was shown. Nothing was changed.',
        zh: '展示之后 Memory Bank 有了变化。没有改动任何文件。',
      },
      { en: 'Look at it again, then decide.', zh: '请重新查看后再决定。' },
    ],
  },
  'path-taken': {
    exit: 'conflict',
    words: ({ path }: { readonly path: string }) => [
      {
        en: `${path} appeared after the plan was made. Nothing was changed.`,
        zh: `制定计划之后出现了 ${path}。没有改动任何文件。`,
      },
      { en: 'Run the command again for a fresh plan.', zh: '请重新运行以获得新的计划。' },
    ],
  },
  'write-failed': {
    words: ({
      path,
      cause,
      restored,
    }: {
      readonly path: string
      readonly cause: string
      readonly restored: boolean
    }) =>
      restored
        ? [
            {
              en: `${path} could not be written: ${cause}. Everything is as it was before.`,
              zh: `无法写入 ${path}：${cause}。一切保持原样。`,
            },
            {
              en: 'Fix the cause (disk space, permissions), then run this again.',
              zh: '请排除原因（磁盘空间、权限），然后重试。',
            },
          ]
        : [
            {
              en: `${path} could not be written: ${cause}, and the bank could not be restored yet. The journal has everything.`,
              zh: `无法写入 ${path}：${cause}，且暂时无法恢复。日志中保存了全部内容。`,
            },
            {
              en: 'Fix the cause (disk space, permissions), then run: memory-bank status',
              zh: '请排除原因（磁盘空间、权限），然后运行：memory-bank status',
            },
          ],
  },
  locked: {
    words: ({ by }: { readonly by: string }) => [
      {
        en: `Another memory-bank is writing this bank (${by}). Nothing was changed.`,
        zh: `另一个 memory-bank 正在写入（${by}）。没有改动任何文件。`,
      },
      { en: 'Wait for it to finish, then run this again.', zh: '请等它完成后重试。' },
    ],
  },
  'state-unavailable': {
    words: ({ path, cause }: { readonly path: string; readonly cause: string }) => [
      {
        en: `The journal's folder ${path} cannot be used: ${cause}. Nothing is written without a journal.`,
        zh: `日志目录 ${path} 不可用：${cause}。没有日志就不写入。`,
      },
      {
        en: 'Make it writable, or set XDG_STATE_HOME to a folder that is.',
        zh: '请使其可写，或将 XDG_STATE_HOME 设为可写目录。',
      },
    ],
  },
  'journal-unreadable': {
    words: ({ path }: { readonly path: string }) => [
      {
        en: `The journal entry ${path} is damaged and was left as it is.`,
        zh: `日志条目 ${path} 已损坏，保持原样。`,
      },
      {
        en: 'Set it aside with memory-bank doctor --fix, then check the bank: memory-bank check',
        zh: '请运行 memory-bank doctor --fix 将其另存，再检查：memory-bank check',
      },
    ],
  },
  'nothing-to-undo': {
    words: () => [
      { en: 'There is nothing to undo in this bank.', zh: '这个 Memory Bank 没有可撤销的操作。' },
      { en: 'Show the history: memory-bank history', zh: '查看历史：memory-bank history' },
    ],
  },
  'undo-unknown': {
    exit: 'usage',
    words: ({ id }: { readonly id: string }) => [
      { en: `There is no change ${id} in this bank's history.`, zh: `历史中没有 ${id}。` },
      { en: 'List the ids: memory-bank history', zh: '查看编号：memory-bank history' },
    ],
  },
  'undo-stale': {
    exit: 'conflict',
    words: ({ id, paths }: { readonly id: string; readonly paths: readonly BankPath[] }) => [
      {
        en: `Changed again since ${id}: ${paths.join(', ')}. Nothing was undone.`,
        zh: `自 ${id} 之后又被改动：${paths.join('、')}。未撤销任何内容。`,
      },
      {
        en: 'Choose with --on-conflict: keep (undo the rest, leave these), overwrite (put the old text back; the newer one stays in the history).',
        zh: '请用 --on-conflict 选择：keep（撤销其余，保留这些）、overwrite（恢复旧内容，新内容留在历史中）。',
      },
    ],
  },
  'undo-secret': {
    exit: 'conflict',
    words: ({ id, paths }: { readonly id: string; readonly paths: readonly BankPath[] }) => [
      {
        en: `${paths.join(', ')} held a secret before ${id} that is no longer in any file, and the history never stores secrets. Nothing was undone.`,
        zh: `${paths.join('、')} 在 ${id} 之前含有机密，如今已不在任何文件中，而历史从不保存机密。未撤销任何内容。`,
      },
      {
        en: 'Choose with --on-conflict: keep (undo the rest, leave these), overwrite (put the old text back with [secret: …] in its place).',
        zh: '请用 --on-conflict 选择：keep（撤销其余，保留这些）、overwrite（恢复旧内容，机密处写作 [secret: …]）。',
      },
    ],
  },
  'since-unavailable': {
    exit: 'usage',
    words: ({ ref, why }: { readonly ref: string; readonly why: 'no-git' | 'unknown-ref' | 'shallow' }) =>
      whySince(ref, why),
  },
  'git-late': {
    words: () => [
      {
        en: 'Git did not answer in time, so this cannot be determined.',
        zh: 'git 未及时回应，因此无法判断。',
      },
      {
        en: 'Find the cause with `git status` (an unusual .gitignore, a slow disk), then run this again.',
        zh: '请用 `git status` 查看它为何缓慢（异常的 .gitignore、慢速磁盘），然后重试。',
      },
    ],
  },
  'asked-already': {
    words: () => [
      { en: 'This was already asked and answered in this turn.', zh: '这个问题本轮已经回答过。' },
      { en: 'Answer from the pack above.', zh: '请依据上文作答。' },
    ],
  },
  'config-invalid': {
    exit: 'usage',
    words: ({ path, detail }: { readonly path: string; readonly detail: Words }) => [
      { en: `${path}: ${detail.en}`, zh: `${path}：${detail.zh}` },
      { en: `Correct ${path}, then run this again.`, zh: `请修正 ${path}，然后重试。` },
    ],
  },
  usage: {
    exit: 'usage',
    words: ({ detail, command }: { readonly detail: Words; readonly command: string }) => [
      detail,
      {
        en: `See: memory-bank ${command === '' ? '' : `${command} `}--help`,
        zh: `参见：memory-bank ${command === '' ? '' : `${command} `}--help`,
      },
    ],
  },
  'page-missing': {
    words: () => [
      { en: 'This copy of memory-bank has no page.', zh: '当前的 memory-bank 不包含页面。' },
      { en: 'Build it in a clone of the repository: npm run build', zh: '请在仓库的克隆中构建：npm run build' },
    ],
  },
  'port-unusable': {
    words: ({ port, cause }: { readonly port: string; readonly cause: string }) => [
      { en: `Port ${port} cannot be used: ${cause}.`, zh: `端口 ${port} 不可用：${cause}。` },
      { en: 'Leave out --port, or choose another one.', zh: '请去掉 --port，或换一个端口。' },
    ],
  },
  'export-in-bank': {
    exit: 'usage',
    words: ({ path }: { readonly path: string }) => [
      {
        en: `${path} is in the bank, which holds Markdown only.`,
        zh: `${path} 位于 Memory Bank 内，其中只放 Markdown。`,
      },
      { en: 'Name a file outside memory-bank/.', zh: '请指定 memory-bank/ 之外的文件。' },
    ],
  },
  'file-exists': {
    exit: 'notConfirmed',
    words: ({ path, by }: { readonly path: string; readonly by: 'person' | 'agent' | 'unknown' }) => [
      { en: `${path} already exists. Nothing was written.`, zh: `${path} 已存在，没有写入。` },
      by === 'person'
        ? { en: 'Run it with --yes to overwrite it.', zh: '加上 --yes 可覆盖。' }
        : { en: 'Name another file.', zh: '请换一个文件名。' },
    ],
  },
} as const satisfies ProblemTable

function whySince(ref: string, why: 'no-git' | 'unknown-ref' | 'shallow'): readonly [Words, Words] {
  switch (why) {
    case 'no-git':
      return [
        {
          en: `--since ${ref} needs git, and the bank is not in a git repository.`,
          zh: `--since ${ref} 需要 git，但该 Memory Bank 不在 git 仓库中。`,
        },
        { en: 'Check the whole bank: memory-bank check', zh: '检查全部：memory-bank check' },
      ]
    case 'unknown-ref':
      return [
        { en: `There is no commit '${ref}'.`, zh: `git 中没有 '${ref}' 这个提交。` },
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
