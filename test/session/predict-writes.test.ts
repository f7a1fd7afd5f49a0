import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { MARKER } from '../../src/bank/blocks.ts'
import type { ToolFacts } from '../../src/bank/event.ts'
import { hashOfText } from '../../src/base/content-hash.ts'
import { isCaseBlind, realPath } from '../../src/disk/real-path.ts'
import { FRESH } from '../../src/guard/state.ts'
import { readToolCall } from '../../src/hosts/tool-call.ts'
import { type PathContext, predictWrites } from '../../src/session/predict-writes.ts'
import { temporaryFolder } from '../disk/temporary-folder.ts'
import { step } from '../guard/situation.ts'

const MEMORY = `${MARKER.machineStart}\n## Current Focus\n\n- a\n${MARKER.machineEnd}\n\n${MARKER.userStart}\nours\n${MARKER.userEnd}\n`
const TOKEN = `ghp_${'aZ3kQ9vB1xW7nL5mR2tY8uC4pE6sD0fGhJ'.padEnd(36, 'K1')}`

function place(more: Partial<PathContext> = {}): { readonly root: string; readonly context: PathContext } {
  const root = temporaryFolder({
    'memory-bank/MEMORY.md': MEMORY,
    'memory-bank/details/tech.md': '# Tech\n\nold line\nold line\n',
    'memory-bank/details/crlf.md': '# A\r\n\r\none\r\ntwo\r\n',
    'memory-bank.json': '{}',
    'src/app.ts': 'code\n',
    'notes.md': '# Notes\n\nold line\n',
    '.env': 'X=1\n',
    'memory-bank-old/x.md': 'x',
    'skills/memory-bank/SKILL.md': 'x',
  })
  const project = { root, top: root, bank: join(root, 'memory-bank'), gitFolder: undefined }
  const state = '/nowhere/state/memory-bank'
  return {
    root,
    context: { project, state, cwd: root, caseBlind: false, overwritesPeople: async () => false, ...more },
  }
}

type Args = Readonly<Record<string, unknown>>

function facts(tool: string, args: Args, context: PathContext): Promise<ToolFacts> {
  const call = readToolCall(tool, args)
  if (call.kind === 'shell') throw new Error('not for predictWrites')
  return predictWrites(call, context)
}

/** The guard's answer in its mildest mode: the rule that refused, or nothing. */
async function judged(tool: string, args: Args, context: PathContext): Promise<string> {
  const policy = {
    mode: 'off',
    writer: 'direct',
    readScope: 'session',
    docFirst: 'off',
    isInBank: () => true,
    personalData: 'warn',
    ownDomains: [],
    sensitive: [],
    chooseLanguage: () => 'en' as const,
    readRequired: () => undefined,
    rivalOf: () => undefined,
    restatedIn: () => undefined,
    declined: () => [],
  } as const
  const { verdict } = step(
    FRESH,
    { kind: 'tool-requested', session: 's', call: 'c', calls: [readToolCall(tool, args)] },
    await facts(tool, args, context),
    policy,
  )
  return verdict.kind === 'refuse' ? verdict.rule : 'passes'
}

const write = (filePath: string, content = '# Text\n') => ['write', { filePath, content }] as const
const patch = (...lines: readonly string[]) =>
  ['apply_patch', { patchText: ['*** Begin Patch', ...lines, '*** End Patch'].join('\n') }] as const
const diff = (...lines: readonly string[]) => ['apply_patch', { patchText: `${lines.join('\n')}\n` }] as const
const CRLF = (call: readonly [string, { readonly patchText: string }]) =>
  ['apply_patch', { patchText: call[1].patchText.replaceAll('\n', '\r\n') }] as const

describe('refused', () => {
  test.each<readonly [string, readonly [string, Args], string]>([
    ['a script', write('memory-bank/x.sh'), 'markdown-only'],
    ['a detour through another folder', write('src/../memory-bank/new/x.json'), 'markdown-only'],
    ['a detour through a folder that is not there', write('nowhere/../memory-bank/new/x.json'), 'markdown-only'],
    ['a detour out of the bank and back', write('memory-bank/../memory-bank/x.json'), 'markdown-only'],
    ['dots and doubled slashes', write('.//memory-bank/./details//x.txt'), 'markdown-only'],
    ['an added script', patch('*** Add File: memory-bank/x.sh', '+x'), 'markdown-only'],
    ['an added script, prefixed', patch('*** Add File: b/memory-bank/x.sh', '+x'), 'markdown-only'],
    ['a prefix that the path leaves again', patch('*** Add File: a/../memory-bank/x.sh', '+x'), 'markdown-only'],
    ['an added script, no blank after the colon', patch('*** Add File:memory-bank/x.sh', '+x'), 'markdown-only'],
    ['a diff of a new script', diff('--- /dev/null', '+++ b/memory-bank/x.sh', '@@ -0,0 +1 @@', '+x'), 'markdown-only'],
    [
      'the same with the line ends of Windows',
      CRLF(diff('--- /dev/null', '+++ b/memory-bank/x.sh', '@@ -0,0 +1 @@', '+x')),
      'markdown-only',
    ],
    [
      'the same with a time stamp',
      diff('--- /dev/null', '+++ memory-bank/x.sh\t2026-01-01 00:00:00', '@@ -0,0 +1 @@', '+x'),
      'markdown-only',
    ],
    [
      'git’s empty new file',
      diff('diff --git a/memory-bank/x.sh b/memory-bank/x.sh', 'new file mode 100644'),
      'markdown-only',
    ],
    [
      'a move of code into it',
      patch('*** Update File: src/app.ts', '*** Move to: memory-bank/app.ts', '@@', '-code', '+more'),
      'markdown-only',
    ],
    [
      'several files of which one is wrong',
      [
        'write_files',
        {
          files: [
            { path: 'a.ts', content: 'x' },
            { path: 'memory-bank/x.sh', content: 'x' },
          ],
        },
      ],
      'markdown-only',
    ],
    ['a deletion by patch', patch('*** Delete File: memory-bank/MEMORY.md'), 'nothing-deleted'],
    [
      'a deletion by diff',
      diff('--- a/memory-bank/MEMORY.md', '+++ /dev/null', '@@ -1 +0,0 @@', '-x'),
      'nothing-deleted',
    ],
    [
      'a move away by patch',
      patch('*** Update File: memory-bank/details/tech.md', '*** Move to: old.md'),
      'nothing-deleted',
    ],
    [
      'a move away by git’s rename',
      diff(
        'diff --git a/memory-bank/details/tech.md b/t.md',
        'rename from memory-bank/details/tech.md',
        'rename to t.md',
      ),
      'nothing-deleted',
    ],
    [
      'a move away by an MCP tool',
      ['mcp__fs__move_file', { source: 'memory-bank/MEMORY.md', destination: 'x.md' }],
      'nothing-deleted',
    ],
    ['a deletion by an MCP tool', ['delete_file', { path: 'memory-bank/MEMORY.md' }], 'nothing-deleted'],
    ['a folder of it deleted', ['delete', { path: 'memory-bank/details' }], 'nothing-deleted'],
    ['the bank itself deleted', ['delete', { path: 'memory-bank' }], 'inside-the-bank'],
    ['the project deleted around it', ['delete', { path: '.' }], 'inside-the-bank'],
    ['the bank renamed', ['move_file', { source: 'memory-bank/', destination: 'bank' }], 'inside-the-bank'],
    ['emptied by a write', write('memory-bank/MEMORY.md', ''), 'nothing-deleted'],
    [
      'emptied by an edit',
      ['edit', { filePath: 'memory-bank/details/tech.md', oldString: '# Tech\n\nold line\nold line\n', newString: '' }],
      'nothing-deleted',
    ],
    [
      'emptied by a patch',
      patch('*** Update File: memory-bank/details/tech.md', '@@', '-# Tech', '-', '-old line', '-old line'),
      'nothing-deleted',
    ],
    [
      'replaced by a patch that moves another file over it',
      patch('*** Update File: notes.md', '*** Move to: memory-bank/MEMORY.md', '@@', '-old line', '+new line'),
      'markers-intact',
    ],
    [
      'a marker removed by an edit',
      ['edit', { filePath: 'memory-bank/MEMORY.md', oldString: `${MARKER.userEnd}\n`, newString: '' }],
      'markers-intact',
    ],
    [
      'a marker removed by a patch',
      patch('*** Update File: memory-bank/MEMORY.md', '@@', `-${MARKER.userStart}`, ' ours'),
      'markers-intact',
    ],
    [
      'a user block overwritten',
      write('memory-bank/MEMORY.md', MEMORY.replace('ours', 'theirs')),
      'user-block-untouched',
    ],
    [
      'a user block edited',
      ['edit', { filePath: 'memory-bank/MEMORY.md', oldString: 'ours', newString: 'theirs' }],
      'user-block-untouched',
    ],
    [
      'a user block edited by the second edit',
      [
        'multiedit',
        {
          filePath: 'memory-bank/MEMORY.md',
          edits: [
            { oldString: '- a', newString: '- b' },
            { oldString: 'ours', newString: '' },
          ],
        },
      ],
      'user-block-untouched',
    ],
    [
      'a user block edited by a diff',
      diff('--- a/memory-bank/MEMORY.md', '+++ b/memory-bank/MEMORY.md', '@@ -8 +8 @@', '-ours', '+theirs'),
      'user-block-untouched',
    ],
    [
      'a user block reached by replacing everywhere',
      ['edit', { filePath: 'memory-bank/MEMORY.md', oldString: 'our', newString: 'your', replaceAll: true }],
      'user-block-untouched',
    ],
    ['a secret written', write('memory-bank/details/x.md', `# X\n\n${TOKEN}\n`), 'no-secrets'],
    [
      'a secret edited in',
      ['edit', { filePath: 'memory-bank/details/tech.md', oldString: '# Tech', newString: `# Tech\n\n${TOKEN}` }],
      'no-secrets',
    ],
    [
      'a secret patched in',
      patch('*** Update File: memory-bank/details/tech.md', '@@', `+token ${TOKEN}`),
      'no-secrets',
    ],
    [
      'a secret moved in',
      ['move_file', { source: 'secret.md', destination: 'memory-bank/details/x.md' }],
      'judged-before-written',
    ],
    [
      'an edit whose text is not there',
      ['edit', { filePath: 'memory-bank/details/tech.md', oldString: 'nowhere', newString: 'x' }],
      'judged-before-written',
    ],
    [
      'a patch that does not fit',
      patch('*** Update File: memory-bank/details/tech.md', '@@', '-nowhere', '+x'),
      'judged-before-written',
    ],
    [
      'a patch that cannot be read',
      ['apply_patch', { patchText: '<<<< memory-bank/MEMORY.md\n>>>>' }],
      'judged-before-written',
    ],
    [
      'a notebook edit',
      ['NotebookEdit', { notebook_path: 'memory-bank/a.ipynb', new_source: 'x' }],
      'judged-before-written',
    ],
    [
      'an unknown tool that writes',
      ['acme_append', { path: 'memory-bank/MEMORY.md', line: 'x' }],
      'judged-before-written',
    ],
    [
      'an unknown tool that copies out of habit',
      ['acme_copy', { from: 'x', to: 'memory-bank/y.md' }],
      'judged-before-written',
    ],
    ['the configuration', write('memory-bank.json', '{"guardMode":"off"}'), 'config-is-for-people'],
    ['the configuration by a detour', write('src/../memory-bank.json'), 'config-is-for-people'],
    ['the configuration deleted', ['delete_file', { path: 'memory-bank.json' }], 'config-is-for-people'],
    [
      'the configuration by an unknown tool',
      ['acme_set', { file: 'memory-bank.json', value: 1 }],
      'judged-before-written',
    ],
  ])('%s [S32]', async (_name, [tool, args], rule) => expect(await judged(tool, args, place().context)).toBe(rule))

  test('absolute paths, file URLs and `~` are read as the tools read them [S32]', async () => {
    const { root, context } = place()
    const inside = join(root, 'memory-bank/x.sh')
    const ways = [
      inside,
      pathToFileURL(inside).href,
      pathToFileURL(inside).href.replace('file:', 'FILE:'),
      `file://localhost${inside}`,
      pathToFileURL(inside).href.replace('memory-bank', 'memory%2Dbank'),
      '~/memory-bank/x.sh',
      '@memory-bank/x.sh',
    ]
    for (const way of ways) expect(await judged(...write(way), { ...context, home: root })).toBe('markdown-only')
  })

  test('links into the bank are followed, even broken ones [S32]', async () => {
    const { root, context } = place()
    symlinkSync('memory-bank', join(root, 'shortcut'))
    symlinkSync('memory-bank/evil.sh', join(root, 'dangling.txt'))
    symlinkSync('dangling.txt', join(root, 'twice.txt'))
    symlinkSync(join(root, 'memory-bank/details/tech.md'), join(root, 'tech-link.md'))
    symlinkSync('memory-bank.json', join(root, 'settings'))
    expect(await judged(...write('shortcut/new/deep/x.json'), context)).toBe('markdown-only')
    expect(await judged(...write('dangling.txt'), context)).toBe('markdown-only')
    expect(await judged(...write('twice.txt'), context)).toBe('markdown-only')
    expect(await judged(...write('tech-link.md', ''), context)).toBe('nothing-deleted')
    expect(await judged(...write('settings'), context)).toBe('config-is-for-people')
  })

  test('links out of the bank are not writes to the bank, even broken ones [S32]', async () => {
    const { root, context } = place()
    symlinkSync('../.env', join(root, 'memory-bank/link.md'))
    symlinkSync('../src/new.ts', join(root, 'memory-bank/dangling.md'))
    symlinkSync('../src', join(root, 'memory-bank/folder'))
    for (const path of ['link.md', 'dangling.md', 'folder/new/x.md'])
      expect(await judged(...write(`memory-bank/${path}`), context)).toBe('inside-the-bank')
  })

  test('`..` after a link is resolved as the system does [S32]', async () => {
    const { root, context } = place()
    symlinkSync('memory-bank/details', join(root, 'details'))
    expect(await judged(...write('details/../x.sh'), context)).toBe('markdown-only')
  })

  test('a bank behind a link is guarded under both paths [S32]', async () => {
    const root = temporaryFolder({ 'real/MEMORY.md': MEMORY })
    symlinkSync('real', join(root, 'memory-bank'))
    const context = {
      ...place().context,
      cwd: root,
      project: { root, top: root, bank: join(root, 'real'), gitFolder: undefined },
    }
    expect(await judged(...write('memory-bank/x.sh'), context)).toBe('markdown-only')
    expect(await judged(...write('real/x.sh'), context)).toBe('markdown-only')
  })

  test.each(['Memory-Bank/x.sh', 'MEMORY-BANK/new/x.sh', 'src/../memory-BANK/x.sh', 'Memory-Bank.JSON'])(
    '%s is the bank on a disk that ignores letter case [S32]',
    async (path) => {
      const { context } = place()
      expect(await judged(...write(path), { ...context, caseBlind: true })).not.toBe('passes')
      expect(await judged(...write(path), context)).toBe('passes')
    },
  )

  test('a relative path starts at the tool’s working directory [S32]', async () => {
    const { root, context } = place()
    expect(await judged(...write('../memory-bank/x.sh'), { ...context, cwd: join(root, 'src') })).toBe('markdown-only')
    expect(await judged(...write('memory-bank/x.sh'), { ...context, cwd: join(root, 'src') })).toBe('passes')
  })

  test('an allow comment added in the same call covers nothing [S35]', async () => {
    const { context } = place()
    const calls = patch(
      '*** Update File: memory-bank/details/tech.md',
      '@@',
      '+<!-- memory-bank: allow-secret -->',
      '*** Update File: memory-bank/details/tech.md',
      '@@',
      `+${TOKEN}`,
    )
    expect(await judged(...calls, context)).toBe('no-secrets')
  })
})

describe('allowed', () => {
  test.each<readonly [string, readonly [string, Args]]>([
    ['a path out of the bank', write('memory-bank/../src/app.ts')],
    ['a folder of a similar name', write('memory-bank-old/x.sh')],
    ['another folder of that name', write('skills/memory-bank/run.sh')],
    ['a file of a similar name', write('memory-bank.md')],
    ['a similar configuration', write('src/memory-bank.json')],
    ['lessons', write('lessons.md')],
    ['code', write('src/imageProcessor.ts')],
    ['an author', write('src/author.ts')],
    ['a new detail', write('memory-bank/details/design/支付.md')],
    ['an edit of a machine block', ['edit', { filePath: 'memory-bank/MEMORY.md', oldString: '- a', newString: '- b' }]],
    [
      'an edit that looks like a pattern',
      ['edit', { filePath: 'memory-bank/MEMORY.md', oldString: '- a', newString: "$& $1 $'" }],
    ],
    [
      'a patch of a machine block',
      patch('*** Update File: memory-bank/MEMORY.md', '@@ ## Current Focus', '-- a', '+- b'),
    ],
    [
      'a diff of a machine block',
      diff('--- a/memory-bank/MEMORY.md', '+++ b/memory-bank/MEMORY.md', '@@ -4 +4 @@', '-- a', '+- b'),
    ],
    ['a note moved in', ['move_file', { source: 'notes.md', destination: 'memory-bank/details/notes.md' }]],
    [
      'a note moved in by patch',
      patch('*** Update File: notes.md', '*** Move to: memory-bank/details/notes.md', '@@', '-old line', '+new line'),
    ],
    ['a patch of something else that cannot be read', ['apply_patch', { patchText: '<<<< src/app.ts\n>>>>' }]],
    ['an empty patch', ['apply_patch', { patchText: '*** Begin Patch\n*** End Patch' }]],
    [
      'an unknown tool that mentions the bank',
      [
        'github_create_issue',
        { title: 'memory-bank/MEMORY.md', body: 'memory-bank/x.sh is wrong', repo: 'memory-bank' },
      ],
    ],
    ['an unknown tool with a sentence', ['slack_update', { value: 'memory-bank/MEMORY.md is out of date' }]],
    ['an unknown tool that reads', ['acme_inspect', { path: 'memory-bank/MEMORY.md' }]],
    ['a read', ['read', { filePath: 'memory-bank/MEMORY.md' }]],
    ['a listing of a folder', ['read', { filePath: 'memory-bank/details' }]],
    ['a search of a folder', ['grep', { pattern: 'x', path: 'memory-bank' }]],
  ])('%s [S32] [S37]', async (_name, [tool, args]) => expect(await judged(tool, args, place().context)).toBe('passes'))
})

describe('the result', () => {
  const left = async (tool: string, args: Args, context = place().context) => {
    const known = await facts(tool, args, context)
    return known.kind === 'writes'
      ? known.files.map((file) => (file.in === 'bank' ? file.after : file.path))
      : known.kind
  }

  test.each<readonly [string, Args, readonly unknown[]]>([
    [
      'edit',
      { filePath: 'memory-bank/details/tech.md', oldString: 'old', newString: 'new' },
      ['# Tech\n\nnew line\nold line\n'],
    ],
    [
      'edit',
      { filePath: 'memory-bank/details/tech.md', oldString: 'old', newString: '$&', replaceAll: true },
      ['# Tech\n\n$& line\n$& line\n'],
    ],
    [
      'edit',
      { filePath: 'memory-bank/details/crlf.md', oldString: 'one\ntwo', newString: 'one\nand\ntwo' },
      ['# A\r\n\r\none\r\nand\r\ntwo\r\n'],
    ],
    ['edit', { filePath: 'memory-bank/details/new.md', oldString: '', newString: 'all' }, ['all']],
    [
      'multiedit',
      {
        filePath: 'memory-bank/details/tech.md',
        edits: [
          { oldString: '# Tech', newString: '# A' },
          { oldString: '# A', newString: '# B' },
        ],
      },
      ['# B\n\nold line\nold line\n'],
    ],
    [
      'write_files',
      {
        files: [
          { path: 'memory-bank/details/tech.md', content: '1' },
          { path: 'memory-bank/details/tech.md', content: '2' },
          { path: 'src/x.ts', content: '' },
        ],
      },
      ['src/x.ts', '2'],
    ],
  ])('%s %j is judged by its result [S32]', async (tool, args, expected) =>
    expect(await left(tool, args)).toEqual(expected),
  )

  test('a patch of several files is judged by all its results [S32]', async () => {
    const call = patch(
      '*** Update File: memory-bank/details/tech.md',
      '@@',
      '-old line',
      '+new line',
      '*** Add File: memory-bank/details/x.md',
      '+# X',
      '*** Update File: src/app.ts',
      '@@',
      '-code',
      '+more',
    )
    expect(await left(...call)).toEqual(['src/app.ts', '# Tech\n\nnew line\nold line\n', '# X\n'])
  })

  test('a write over a person’s text is reported as one [S4]', async () => {
    const { context } = place({ overwritesPeople: async (path) => path === 'MEMORY.md' })
    expect(await facts(...write('memory-bank/MEMORY.md', 'x'), context)).toMatchObject({
      files: [{ editedByHand: expect.any(String) }],
    })
    expect(await facts(...write('memory-bank/details/tech.md', 'x'), context)).toMatchObject({
      files: [{ editedByHand: undefined }],
    })
  })

  test('a read is recorded with the hash of what it read, and a missing file is not [S31]', async () => {
    const { context } = place()
    expect(await facts('read', { filePath: 'memory-bank/MEMORY.md' }, context)).toEqual({
      kind: 'reads',
      bank: [{ path: 'MEMORY.md', hash: hashOfText(MEMORY) }],
    })
    expect(await facts('read', { filePath: 'memory-bank/gone.md' }, context)).toEqual({ kind: 'reads', bank: [] })
    expect(await facts('read', { filePath: 'src/app.ts' }, context)).toEqual({ kind: 'reads', bank: [] })
  })

  test('paths of the project are relative to its root [S31]', async () => {
    const { root, context } = place()
    expect(await left(...write(join(root, 'src/auth.ts')), { ...context, cwd: join(root, 'src') })).toEqual([
      'src/auth.ts',
    ])
  })
})

test('the real path of a missing file is resolved as far as it exists [S32]', async () => {
  const root = temporaryFolder({ 'a/b/': '' })
  symlinkSync('a/b', join(root, 'link'))
  symlinkSync('loop', join(root, 'loop'))
  expect(realPath(join(root, 'link/new/x'))).toBe(join(root, 'a/b/new/x'))
  expect(realPath(join(root, 'loop/x'))).toBe(join(root, 'loop/x'))
})

test('the disk decides whether letter case matters [S32]', async () => {
  const root = temporaryFolder({ 'memory-bank/': '' })
  expect(isCaseBlind(join(root, 'memory-bank'))).toBe(process.platform === 'darwin' || process.platform === 'win32')
  mkdirSync(join(root, 'other'))
  expect(isCaseBlind(join(root, 'gone'))).toBe(false)
})
