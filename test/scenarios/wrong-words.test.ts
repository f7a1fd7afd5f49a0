/**
 * Wrong arguments to the commands that read and write entries: one sentence and one next step, in the bank's
 * language.
 */

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ADDITION_KINDS } from '../../src/base/addition.ts'
import type { Language } from '../../src/base/language.ts'
import { ENTRY_EXAMPLES } from '../../src/cli/entry-kinds.ts'
import { PROJECT } from './banks.ts'
import { PLAIN_FAILURE, Sandbox } from './harness.ts'

const DECISION = ['--why', 'a', '--given-up', 'b', '--applies-to', 'c']
const LEARNING = ['--symptom', 'a', '--root-cause', 'b', '--solution', 'c', '--prevention', 'd']

/** Arguments, exit code, and the expected message in English and Chinese. */
type Case = readonly [args: readonly string[], code: number, en: RegExp, zh: RegExp, input?: string]
const CASES: readonly Case[] = [
  [
    ['add'],
    2,
    /Name the kind to add.*→ For example: memory-bank add decision/s,
    /请指定要写入的类型.*例如：memory-bank add decision/s,
  ],
  [['add', 'decison'], 2, /Did you mean 'decision'\?/, /是否指 'decision'/],
  [['add', 'wish'], 2, /Unknown kind 'wish'\. Use one of decision/, /未知类型 'wish'，可用：decision（决策）/],
  [['add', 'decision', 'Use', 'SQLite'], 2, /in quotes: "Use SQLite"/, /请加引号："Use SQLite"/],
  [
    ['add', 'decision', 'X'],
    2,
    /Why \(--why\), Given up \(--given-up\), Applies to \(--applies-to\)/,
    /这条决策缺少：原因 \(--why\)/,
  ],
  [['add', 'decision', ...DECISION], 2, /is missing: Decision \(--title\)/, /这条决策缺少：决策 \(--title\)/],
  [['add', 'decision', ' ', ...DECISION], 2, /is missing: Decision/, /缺少：决策/],
  [['add', 'decision', 'X', ...DECISION, '--why', 'TBD'], 2, /is missing: Why/, /缺少：原因/],
  [
    ['add', 'decision', 'X', ...DECISION, '--date', 'soon'],
    2,
    /a day: YYYY-MM-DD.*Omit it/s,
    /应当是日期.*省略则为今天/s,
  ],
  [
    ['add', 'decision', 'X', ...DECISION, '--replaces', 'Y'],
    2,
    /no decision “Y”.*memory-bank read/s,
    /没有可取代的决策「Y」.*memory-bank read/s,
  ],
  [['add', 'learning', 'X', '--cause', 'a'], 2, /Did you mean '--root-cause'\?/, /是否指 '--root-cause'/],
  [['add', 'decision', 'X', '--reason', 'a'], 2, /Unknown option '--reason'/, /未知选项 '--reason'/],
  [['add', 'decision', 'X', '--why'], 2, /--why needs a value/, /--why 需要一个值/],
  [['add', 'decision', 'X', '--why', ''], 2, /--why is empty/, /--why 的值为空/],
  [['add', 'focus', 'X', '--yes=no'], 2, /--yes takes no value/, /--yes 不带值/],
  [['add', 'learning', 'L', '--symptom', 'a'], 2, /Root cause \(--root-cause\)/, /这条经验缺少：根因 \(--root-cause\)/],
  [
    ['add', 'learning', 'L', ...LEARNING, '--type', 'crash'],
    2,
    /bug, performance, integration.*add learning --help/s,
    /应当是：bug.*add learning --help/s,
  ],
  [['add', 'requirement', 'R'], 2, /Description \(--text\)/, /这条需求缺少：描述/],
  [['add', 'requirement', 'REQ-99', '--text', 't'], 2, /no REQ-99 .*give a title/s, /没有 REQ-99.*请给出标题/s],
  [['add', 'requirement', 'R', '--text', 't', '--status', 'Perhaps'], 2, /one of Proposed/, /应当是：Proposed/],
  [['add', 'design', 'D'], 2, /Design \(--text\)/, /这条设计缺少：设计 \(--text\)/],
  [['add', 'progress', 'P', '--state', 'later'], 2, /doing, next, blocked, done/, /doing, next, blocked, done/],
  [['add', 'focus'], 2, /is missing: Focus/, /这条焦点缺少/],
  [['add', 'focus', 'F', '--symptom', 's'], 2, /focus has no field "symptom"/, /焦点没有字段 "symptom"/],
  [
    ['add', 'focus', 'F', '--replaces', 'G'],
    2,
    /no “G” in Current Focus.*read MEMORY\.md/s,
    /没有可取代的「G」.*read MEMORY\.md/s,
  ],
  [['add', 'answer', 'Q?', '--text', 'A'], 2, /quick answer is missing: Pointer/, /这条快速答案缺少：指针/],
  [['add', '--from', 'nowhere.json'], 2, /no such file: nowhere\.json/, /找不到文件 nowhere\.json/],
  [['add', '--from', '.'], 2, /\. is a folder/, /是目录/],
  [['add', '--from', '-'], 2, /not valid JSON.*For example: \{/s, /不是合法的 JSON.*例如：\{/s, 'focus: x'],
  [['add', '--from', '-'], 2, /Between 1 and 20 entries/, /一次可写 1 到 20 条/, '[]'],
  [['add', '--from', '-'], 2, /"kind" must be one of/, /"kind" 应当是/, '{"kind":"wish"}'],
  [['proposals', 'show'], 2, /no pending proposals.*--all/s, /没有待处理的提议.*--all/s],
  [['proposals', 'accept', 'nope', '--yes'], 2, /no proposal nope/, /没有提议 nope/],
  [['proposals', 'acept'], 2, /Did you mean 'accept'/, /是否指 'accept'/],
  [['proposals', 'allow'], 2, /Name a kind/, /请指定类型/],
  [['proposals', 'allow', 'focsu'], 2, /Did you mean 'focus'/, /是否指 'focus'/],
  [['undo', 'nope'], 2, /no change nope/, /历史中没有 nope/],
  [['undo', '--on-conflict', 'append'], 2, /Use one of keep, overwrite/, /可用：keep、overwrite/],
  [['history', 'nope'], 2, /no change nope.*memory-bank history/s, /没有 nope.*memory-bank history/s],
  [['archive', 'extra'], 2, /Entries can be named with --unused only/, /--unused/],
  [['index', '--on-conflict', 'maybe'], 2, /Use one of keep, overwrite, append/, /可用：keep、overwrite、append/],
  [['search'], 2, /Give a question/, /请给出问题/],
  [['remove'], 2, /Name the entry/, /指定条目/],
  [['edit', 'no such thing'], 2, /There is no entry/, /没有条目/],
  [['list', '--since', 'May'], 2, /--since needs a date/, /--since 需要日期/],
  [['search', 'x', '--limit', 'many'], 2, /from 1 to 1000/, /1 到 1000 的整数/],
  [['recall', ' '], 2, /Give a question/, /请给出问题/],
  [['read'], 2, /Give the path of a file/, /请给出 Memory Bank 中的文件路径/],
  [
    ['read', 'patterns'],
    1,
    /Did you mean: memory-bank read details\/patterns\.md/,
    /你是想读：memory-bank read details\/patterns\.md/,
  ],
  [['read', 'details/'], 1, /Did you mean: memory-bank read details\//, /你是想读：memory-bank read details\//],
  [['read', '../package.json'], 1, /no \.\.\/package\.json in the bank/, /没有 \.\.\/package\.json/],
  [['rfresh'], 2, /Did you mean 'refresh'/, /是否指 'refresh'/],
]

describe.each(['en', 'zh'] as const)('%s', (language) => {
  let sandbox: Sandbox
  const env = language === 'zh' ? { LANG: 'zh_CN.UTF-8', LC_ALL: 'zh_CN.UTF-8' } : {}

  beforeAll(() => {
    sandbox = new Sandbox({ fast: true })
    sandbox.write(PROJECT)
    expect(sandbox.run(['init', '--yes', '--lang', language]).code).toBe(0)
  })
  afterAll(() => sandbox.remove())

  const cases = CASES.map(([args, code, en, zh, input = '']) => [args, code, en, zh, input] as const)
  test.each(cases)('%j exits %i, saying what is wrong and one step [S54]', (args, code, en, zh, input) => {
    const before = sandbox.tree('.')
    const { err, code: exit } = sandbox.run(args, { env, input })
    expect(err).toMatch({ en, zh }[language])
    expect(err).toMatch(PLAIN_FAILURE)
    expect(exit).toBe(code)
    if (language === 'zh') for (const part of err.split('→')) expect(part).toMatch(/\p{Script=Han}/u)
    expect(sandbox.tree('.')).toEqual(before)
  })

  test.each(ADDITION_KINDS)('the example of `add %s` works as it stands, and its help shows it [S43] [S54]', (kind) => {
    const example = ENTRY_EXAMPLES[kind][language]
    expect(sandbox.run(['add', kind, '--help'], { env }).out).toContain(example)
    const { code, err } = sandbox.run([...wordsOf(example), '--yes'], { env })
    expect(err).toBe('')
    expect(code).toBe(0)
    expect(sandbox.run(['check'], { env }).code).toBe(0)
  })

  test('history names the files and undone changes; status counts the undoable ones [S16] [S54]', () => {
    expect(sandbox.run(['add', 'focus', 'Lanterns', '--yes']).code).toBe(0)
    const { undoable, journalled } = status(sandbox)
    expect(sandbox.run(['undo', '--yes']).code).toBe(0)
    expect(status(sandbox)).toEqual({ undoable: undoable - 1, journalled: journalled + 1 })
    const { out } = sandbox.run(['history'], { env })
    const [undo = '', undoFiles = '', focus = '', files = ''] = out.split('\n')
    const words: Readonly<Record<Language, readonly string[]>> = {
      en: ['undo ←', 'focus: Lanterns', 'undone', '+1 more'],
      zh: ['撤销 ←', '焦点：Lanterns', '已撤销', '另有 1 个'],
    }
    const [undoing = '', write = '', undone = '', more = ''] = words[language]
    expect(undo).toContain(undoing)
    expect(undo).toContain(focus.split('  ')[0])
    expect(undoFiles).toBe('    ~ MEMORY.md')
    expect(focus).toMatch(new RegExp(`^\\S+ {2}(?:today|yesterday|今天|昨天) \\d\\d:\\d\\d {2}${write} {2}${undone}$`))
    expect(files).toBe('    ~ MEMORY.md')
    expect(out.trimEnd().split('\n').at(-1)).toContain('+ MEMORY.md')
    expect(out).toContain(more)
  })
})

/** Split like a shell command, without the program's name. */
function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map((match) => match[1] ?? match[2] ?? '').slice(1)
}

function status(sandbox: Sandbox): { readonly undoable: number; readonly journalled: number } {
  const { undoable, journalled } = sandbox.json(['status']) as { undoable: number; journalled: number }
  return { undoable, journalled }
}
