/** Problems of a bank or a project, each with its facts, its words and its exit code. */

import type { BankPath } from './bank-path.ts'
import type { EditConflict } from './change.ts'
import { describeConflicts } from './conflict-words.ts'
import type { Words } from './language.ts'
import { CONFIG_FILE } from './layout.ts'
import type { ProblemTable } from './problem-table.ts'

/** A fault in a file's markers, and the line to look at. */
export interface MarkerFault {
  readonly kind: 'unpaired' | 'reversed' | 'nested' | 'doubled' | 'fenced' | 'misspelt' | 'missing'
  readonly marker: string
  /** Counted from 1; 0 if the marker is missing. */
  readonly line: number
}

const RENAME_FOLDER: Words = {
  en: 'Rename the folder, for example to memory-bank-old, then run: memory-bank init',
  zh: '请先给该目录改名，例如 memory-bank-old，再运行：memory-bank init',
}

/** The next step for a file that cannot be read. Permissions do not help if it is over a limit. */
function nextForUnreadable(cause: string): Words {
  return /\b(?:larger|more) than\b|nested too deeply/.test(cause)
    ? {
        en: 'Split it, or move what is no memory out of the bank, then run this again.',
        zh: '请将其拆分，或把不属于记忆的内容移出 Memory Bank，然后重试。',
      }
    : {
        en: 'Make the file readable (permissions, disk), then run this again.',
        zh: '请检查文件权限或磁盘，然后重试。',
      }
}

const brokenMarkers = ({
  path,
  faults,
}: {
  readonly path: BankPath
  readonly faults: readonly MarkerFault[]
}): readonly [Words, Words] => [
  {
    en: `The block markers of ${path} are broken: ${faults.map((fault) => describeFault(fault).en).join('; ')}. Nothing was changed.`,
    zh: `${path} 的区块标记不完整：${faults.map((fault) => describeFault(fault).zh).join('；')}。没有改动任何文件。`,
  },
  {
    en: `Repair the markers in memory-bank/${path} by hand (each of START and END once, in that order), then run this again.`,
    zh: `请手动修复 memory-bank/${path} 中的标记（START 与 END 各一次，顺序正确），然后重试。`,
  },
]

/**
 * Names the checkout, never a package: Memory Bank is not published, and `npm install` of its name would install
 * another program.
 */
export const UPDATE_PROGRAM: Words = {
  en: 'Update the program in its checkout: git pull && npm install && npm run build',
  zh: '请在程序的检出目录中更新：git pull && npm install && npm run build',
}

export const BANK_PROBLEMS = {
  'markers-broken': { words: brokenMarkers },
  'markers-missing': { words: brokenMarkers },
  'bank-newer': {
    words: ({ version }: { readonly version: string }) => [
      {
        en: `This bank is v${version}, newer than this program supports. It was left untouched.`,
        zh: `这个 Memory Bank 是 v${version}，比本程序新，未作改动。`,
      },
      UPDATE_PROGRAM,
    ],
  },
  /** memory-bank.json asks for a newer version of the program. */
  'program-older': {
    words: ({ requires, program }: { readonly requires: string; readonly program: string }) => [
      {
        en: `This bank requires memory-bank ${requires} or newer (“requires” in ${CONFIG_FILE}); this is ${program}, so it only reads. Nothing was written.`,
        zh: `这个 Memory Bank 要求 memory-bank ${requires} 或更高版本（${CONFIG_FILE} 的 "requires"），当前是 ${program}，因此只读。没有写入。`,
      },
      UPDATE_PROGRAM,
    ],
  },
  'bank-foreign': {
    words: ({ tool, paths }: { readonly tool: string; readonly paths: readonly string[] }) => [
      {
        en: `memory-bank/ belongs to another tool (${tool === '' ? '' : `${tool}: `}${paths.join(', ')}). It was left untouched.`,
        zh: `memory-bank/ 属于另一个工具（${tool === '' ? '' : `${tool}：`}${paths.join('、')}），未作改动。`,
      },
      tool === ''
        ? RENAME_FOLDER
        : {
            en: 'To take it over, run: memory-bank import --in-place (or rename the folder, for example to memory-bank-old, then: memory-bank import)',
            zh: '若要接管，请运行：memory-bank import --in-place（或先给该目录改名，例如 memory-bank-old，再运行：memory-bank import）',
          },
    ],
  },
  'import-in-place': {
    words: ({ tool }: { readonly tool: string }) => [
      {
        en: `memory-bank/ is the bank of another tool (${tool}), so it cannot be copied into itself. Nothing was changed.`,
        zh: `memory-bank/ 本身就是另一个工具（${tool}）的 Memory Bank，无法复制到自身。没有改动任何文件。`,
      },
      {
        en: 'Convert it in place, with git renames: memory-bank import --in-place. To keep it for the other tool as well: git mv memory-bank memory-bank-old && memory-bank import',
        zh: '就地转换（使用 git 改名）：memory-bank import --in-place。若另一个工具还要使用它：git mv memory-bank memory-bank-old && memory-bank import',
      },
    ],
  },
  'bank-unmerged': {
    exit: 'conflict',
    words: ({ paths }: { readonly paths: readonly BankPath[] }) => [
      {
        en: `A merge is not finished in ${paths.join(', ')}. Nothing was changed.`,
        zh: `${paths.join('、')} 的合并尚未完成。没有改动任何文件。`,
      },
      {
        en: `Merge them entry by entry: memory-bank resolve. Or by hand: edit the conflicts, delete git's marker lines, then git add ${paths.map((path) => `memory-bank/${path}`).join(' ')}`,
        zh: `逐条合并：memory-bank resolve。也可手动取舍，删去 git 的冲突标记行，然后运行：git add ${paths.map((path) => `memory-bank/${path}`).join(' ')}`,
      },
    ],
  },
  'bank-left-out': {
    words: (_facts: Readonly<Record<never, never>>) => [
      {
        en: 'Git has this bank, but a sparse checkout leaves it out of this folder. No new bank was made.',
        zh: 'git 中有这个 Memory Bank，但稀疏检出没有把它取出。没有新建任何文件。',
      },
      { en: 'Check it out: git sparse-checkout add memory-bank', zh: '取出它：git sparse-checkout add memory-bank' },
    ],
  },
  'bank-absent': {
    words: ({ path }: { readonly path: string }) => [
      { en: `${path} has no memory bank yet.`, zh: `${path} 还没有 Memory Bank。` },
      { en: 'Make one: memory-bank init', zh: '建立：memory-bank init' },
    ],
  },
  'not-in-bank': {
    words: ({ path, near }: { readonly path: string; readonly near: string | undefined }) => [
      { en: `There is no ${path} in the bank.`, zh: `Memory Bank 中没有 ${path}。` },
      near === undefined
        ? { en: 'Find it by its content: memory-bank search "…"', zh: '按内容查找：memory-bank search "…"' }
        : { en: `Did you mean: memory-bank read ${near}`, zh: `你是想读：memory-bank read ${near}` },
    ],
  },
  'block-edited': {
    exit: 'conflict',
    words: ({ conflicts }: { readonly conflicts: readonly EditConflict[] }) => [
      {
        en: `${describeConflicts(conflicts).en}\nNothing was changed.`,
        zh: `${describeConflicts(conflicts).zh}\n没有改动任何文件。`,
      },
      {
        en: 'Choose with --on-conflict: keep (leave your edit, skip this update), overwrite (the update replaces your edit), append (the update goes after it).',
        zh: '请用 --on-conflict 选择：keep（保留你的修改，跳过更新）、overwrite（用更新覆盖）、append（更新追加在后面）。',
      },
    ],
  },
  'file-unreadable': {
    words: ({ path, cause }: { readonly path: string; readonly cause: string }) => [
      { en: `${path} cannot be read: ${cause}.`, zh: `无法读取 ${path}：${cause}。` },
      nextForUnreadable(cause),
    ],
  },
  /** The page asked for lines of a repository file that cannot be shown. */
  'source-not-shown': {
    words: ({ path, why }: { readonly path: string; readonly why: 'missing' | 'private' | 'binary' | 'too-large' }) => [
      SOURCE_NOT_SHOWN[why](path),
      { en: 'Open it in your editor.', zh: '请在编辑器中打开。' },
    ],
  },
  'folder-expected': {
    words: ({ path }: { readonly path: string }) => [
      { en: `${path} is a file where a folder is expected.`, zh: `${path} 应当是目录，却是文件。` },
      { en: 'Rename or move that file, then run this again.', zh: '请将该文件改名或移走，然后重试。' },
    ],
  },
  'file-expected': {
    words: ({ path }: { readonly path: string }) => [
      { en: `${path} is a folder where a file is expected.`, zh: `${path} 应当是文件，却是目录。` },
      { en: 'Rename or move that folder, then run this again.', zh: '请将该目录改名或移走，然后重试。' },
    ],
  },
  'outside-bank': {
    words: ({ path }: { readonly path: string }) => [
      {
        en: `${path} is a link that does not lead to a file of the bank. Nothing was written through it.`,
        zh: `${path} 是链接，且没有指向 Memory Bank 中的文件；未通过它写入。`,
      },
      { en: 'Replace the link with a real file, then run this again.', zh: '请把链接换成真实文件，然后重试。' },
    ],
  },
  'bank-outside': {
    words: ({ path, target }: { readonly path: string; readonly target: string }) => [
      {
        en: `${path} is a link that leads out of the repository (to ${target}). It was neither read nor written.`,
        zh: `${path} 是指向仓库之外的链接（${target}），既未读取也未写入。`,
      },
      {
        en: 'If you made the link, trust this repository: memory-bank trust. Otherwise remove the link.',
        zh: '如果是你自己建立的链接，请运行：memory-bank trust；否则请删除该链接。',
      },
    ],
  },
  'no-project': {
    exit: 'usage',
    words: ({ path }: { readonly path: string }) => [
      {
        en: `${path} is not a project: the home and root directories cannot hold a bank.`,
        zh: `${path} 不是项目目录：主目录和根目录不会存放 Memory Bank。`,
      },
      {
        en: 'Change to your project, or name it: memory-bank -C <dir> …',
        zh: '请进入项目目录，或指定：memory-bank -C <目录> …',
      },
    ],
  },
  'project-missing': {
    exit: 'usage',
    words: ({ path }: { readonly path: string }) => [
      { en: `There is no folder ${path}.`, zh: `目录不存在：${path}。` },
      { en: 'Check the path given to -C.', zh: '请检查 -C 给出的路径。' },
    ],
  },
} as const satisfies ProblemTable

function describeFault(fault: MarkerFault): Words {
  switch (fault.kind) {
    case 'missing':
      return { en: `${fault.marker} is missing`, zh: `缺少 ${fault.marker}` }
    case 'unpaired':
      return {
        en: `${fault.marker} in line ${fault.line} has no counterpart`,
        zh: `第 ${fault.line} 行的 ${fault.marker} 没有配对`,
      }
    case 'reversed':
      return {
        en: `${fault.marker} in line ${fault.line} comes before its start`,
        zh: `第 ${fault.line} 行的 ${fault.marker} 出现在起始标记之前`,
      }
    case 'nested':
      return {
        en: `${fault.marker} in line ${fault.line} is inside another block`,
        zh: `第 ${fault.line} 行的 ${fault.marker} 位于另一个区块之内`,
      }
    case 'doubled':
      return {
        en: `${fault.marker} in line ${fault.line} is a duplicate`,
        zh: `第 ${fault.line} 行的 ${fault.marker} 重复出现`,
      }
    case 'fenced':
      return {
        en: `${fault.marker} in line ${fault.line} is inside a code fence that was never closed`,
        zh: `第 ${fault.line} 行的 ${fault.marker} 位于未闭合的代码块中`,
      }
    case 'misspelt':
      return {
        en: `line ${fault.line} looks like ${fault.marker} but is spelled differently`,
        zh: `第 ${fault.line} 行像是 ${fault.marker}，但写法不同`,
      }
  }
}

const SOURCE_NOT_SHOWN: Readonly<Record<'missing' | 'private' | 'binary' | 'too-large', (path: string) => Words>> = {
  missing: (path) => ({ en: `There is no file ${path} here.`, zh: `这里没有文件 ${path}。` }),
  private: (path) => ({
    en: `${path} is not shown: git ignores it, or it may hold secrets.`,
    zh: `不显示 ${path}：它不在 git 中，或可能存放机密。`,
  }),
  binary: (path) => ({ en: `${path} is not text.`, zh: `${path} 不是文本。` }),
  'too-large': (path) => ({ en: `${path} is too large to show.`, zh: `${path} 过大，无法显示。` }),
}
