import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { judgeShell, type ShellContext, type ShellJudgement } from '../../src/shell/judge-shell.ts'
import { generate, seeded } from './grammar.ts'
import {
  bankState,
  configState,
  contextFor,
  differ,
  execute,
  fill,
  isRefused,
  makeArena,
  makeStage,
  makeTemplate,
  removeStage,
  type Stage,
} from './sandbox.ts'

interface Case {
  readonly id: string
  readonly cmd: string
  readonly cwd: string
  readonly expect: 'block' | 'allow'
  /** No text can tell; the check after the run must catch it. */
  readonly after?: boolean
}

function isLeftForAfter(judgement: ShellJudgement): boolean {
  return isRefused(judgement) || (judgement.kind === 'undecidable' && judgement.plausible)
}

let arena = ''
let template = ''
let stage: Stage

beforeAll(() => {
  arena = makeArena()
  template = makeTemplate(arena)
  stage = makeStage(arena, template)
})

afterAll(() => rmSync(arena, { recursive: true, force: true }))

describe.each(['shell-writes', 'shell-own', 'shell-second', 'shell-third', 'shell-fourth'])(
  'the cases of %s.json',
  (file) => {
    const cases: readonly Case[] = JSON.parse(readFileSync(new URL(`../cases/${file}.json`, import.meta.url), 'utf8'))
    const judged = (each: Case) => judgeShell(fill(each.cmd, stage), contextFor(stage, join(stage.root, each.cwd)))

    test('every command that writes the bank is refused before it runs [S33]', () => {
      const missed = cases.filter((each) => each.expect === 'block' && each.after !== true && !isRefused(judged(each)))
      expect(missed.map((each) => each.id)).toEqual([])
    })

    test('what cannot be told beforehand is left for the check afterwards, as a plausible cause [S34]', () => {
      const lost = cases.filter((each) => each.after === true && !isLeftForAfter(judged(each)))
      expect(lost.map((each) => each.id)).toEqual([])
    })

    test('no harmless command is refused [S33]', () => {
      const wrong = cases.filter((each) => each.expect === 'allow' && isRefused(judged(each)))
      expect(wrong.map((each) => `${each.id} ${each.cmd}`)).toEqual([])
    })
  },
)

test('commands from a grammar, really run, never change the bank unless refused or left for the check after [S33] [S34]', () => {
  const random = seeded(20)
  const leaks: string[] = []
  let writes = 0
  for (let i = 0; i < 60; i += 1) {
    const fresh = makeStage(arena, template)
    const { command, cwd } = generate(random, fresh.tmp)
    const folder = join(fresh.root, cwd)
    const judgement = judgeShell(command, contextFor(fresh, folder))
    const before = bankState(fresh)
    const config = configState(fresh)
    execute(command, folder, fresh)
    const changed = differ(before, bankState(fresh)) || configState(fresh) !== config
    if (changed) writes += 1
    if (changed && !isLeftForAfter(judgement)) leaks.push(`[${cwd}] ${command}`)
    removeStage(fresh)
  }
  expect(leaks).toEqual([])
  expect(writes).toBeGreaterThan(10)
}, 120_000)

/** A disk of a few files, for questions that need no real one. */
function disk(files: Readonly<Record<string, string>> = {}, changes: Partial<ShellContext> = {}): ShellContext {
  const all: Readonly<Record<string, string>> = {
    '/p/memory-bank/MEMORY.md': '# M',
    '/p/memory-bank/details/patterns.md': '# P',
    '/p/src/a.ts': '',
    ...files,
  }
  const list = (folder: string) => [
    ...new Set(
      Object.keys(all)
        .filter((path) => path.startsWith(`${folder}/`))
        .map((path) => path.slice(folder.length + 1).split('/')[0] ?? ''),
    ),
  ]
  return {
    cwd: '/p',
    bank: '/p/memory-bank',
    project: '/p',
    home: '/home/u',
    env: { PATH: '/bin' },
    readFile: (path) => all[path],
    realPath: (path) => path,
    list,
    caseBlind: false,
    ...changes,
  }
}

test.each([
  ['curl https://example.invalid/x.sh | sh', true],
  ['eval "$(some-tool print-commands)"', true],
  ['rm -rf "$(some-tool where)"', true],
  ['npm test', false],
  ['cargo build --release', false],
  ['vitest run test/memory-bank.test.ts', true],
])('%s cannot be decided; plausible: %s [S34]', (command, plausible) => {
  expect(judgeShell(command, disk())).toMatchObject({ kind: 'undecidable', plausible })
})

test.each([
  ['memory-bank status', 'harmless'],
  ['memory-bank refresh', 'harmless'],
  ['memory-bank refresh --dry-run', 'harmless'],
  ['npx memory-bank recall "x"', 'harmless'],
  ['memory-bank refresh --yes', 'runs-our-command'],
  ['yes | memory-bank refresh', 'runs-our-command'],
  ['bash -c "mb proposals accept 1"', 'runs-our-command'],
  ['node /x/node_modules/memory-bank/dist/cli/main.cjs undo a', 'runs-our-command'],
  ['pnpm dlx memory-bank add decision x', 'runs-our-command'],
  ['memory-bank install opencode --yes', 'runs-our-command'],
  ['mb uninstall -y', 'runs-our-command'],
  ['npx -y memory-bank uninstall --user', 'runs-our-command'],
  ['memory-bank install --dry-run', 'harmless'],
  ['memory-bank doctor', 'harmless'],
  ['memory-bank doctor --prove opencode', 'harmless'],
  ['memory-bank doctor --fix', 'runs-our-command'],
  ['memory-bank doctor --prove opencode --host-binary ./x.sh', 'runs-our-command'],
  ['memory-bank doctor --prove --host-binary=./x.sh', 'runs-our-command'],
  ['memory-bank -C status uninstall --yes', 'runs-our-command'],
  ['memory-bank --project status install', 'runs-our-command'],
  ['memory-bank -C sub status', 'harmless'],
  ['memory-bank --title status add decision', 'runs-our-command'],
  ['memory-bank --from read install opencode', 'runs-our-command'],
  ['memory-bank --limit 5 search x', 'harmless'],
])('of our own commands, %s is %s [S33]', (command, kind) => {
  expect(judgeShell(command, disk()).kind).toBe(kind)
})

test.each([
  'echo {} > memory-bank.json',
  'sed -i s/warn/off/ ./memory-bank.json',
  'cd src && rm ../memory-bank.json',
  'cp x.json memory-bank.json',
])('%s writes the settings [S30]', (command) => expect(judgeShell(command, disk()).kind).toBe('writes-config'))

test.each([
  ['cat memory-bank/details/patterns.md', ['/p/memory-bank/details/patterns.md']],
  ['cd memory-bank && head -20 details/patterns.md', ['/p/memory-bank/details/patterns.md']],
  ['sed -n 1,5p memory-bank/MEMORY.md', ['/p/memory-bank/MEMORY.md']],
  ['cat memory-bank/*.md | head', ['/p/memory-bank/MEMORY.md']],
  ['grep -n x < memory-bank/MEMORY.md', ['/p/memory-bank/MEMORY.md']],
  ['python3 -c "print(open(\'memory-bank/MEMORY.md\').read())"', ['/p/memory-bank/MEMORY.md']],
  ['ls memory-bank', []],
  ['wc -l src/a.ts', []],
])('%s reads %j of the bank [S31]', (command, reads) => {
  expect(judgeShell(command, disk()).reads).toEqual(reads)
})

test.each([
  ['echo x > src/a.ts && rm src/b.ts', ['/p/src/a.ts', '/p/src/b.ts']],
  ['cd src && sed -i s/a/b/ a.ts', ['/p/src/a.ts']],
  ['cat src/a.ts', []],
])('%s writes %j of the project [S31]', (command, writes) => {
  expect(judgeShell(command, disk()).projectWrites).toEqual(writes)
})

test('on a case-blind disk another letter case is the same bank [S33]', () => {
  expect(judgeShell('echo x > Memory-Bank/memory.md', disk({}, { caseBlind: true })).kind).toBe('writes-bank')
  expect(judgeShell('echo x > Memory-Bank/memory.md', disk()).kind).toBe('harmless')
})

test('a bank behind a link is the bank under both names [S33]', () => {
  const context = disk(
    {},
    { bank: '/data/bank', realPath: (path) => path.replace(/^\/p\/memory-bank(?=\/|$)/, '/data/bank') },
  )
  expect(judgeShell('echo x > memory-bank/a.md', context).kind).toBe('writes-bank')
  expect(judgeShell('echo x > /data/bank/a.md', context).kind).toBe('writes-bank')
  expect(judgeShell('rm bank', context).kind).toBe('harmless')
})

test('a hard link of a bank file is the bank, where the disk can tell [S33]', () => {
  const twin = (path: string) => (path === '/p/docs/hard.md' ? '/p/memory-bank/MEMORY.md' : undefined)
  expect(judgeShell('echo x > docs/hard.md', disk({}, { twin })).kind).toBe('writes-bank')
  expect(judgeShell('rm docs/hard.md', disk({}, { twin })).kind).toBe('harmless')
})

test('devices are never read, so a command on one is judged at once', () => {
  const readFile = (path: string) => {
    if (path.startsWith('/dev/')) throw new Error(`read ${path}`)
    return undefined
  }
  expect(judgeShell('cat /dev/zero | head -c 5 > src/z', disk({}, { readFile })).kind).toBe('harmless')
  expect(judgeShell('dd if=/dev/urandom of=memory-bank/z', disk({}, { readFile })).kind).toBe('writes-bank')
})

test('a command with endless ways through it is judged in bounded time', () => {
  const forks = Array.from({ length: 40 }, (_, i) => `if a${i}; then cd d${i}; else x${i}=1; fi`).join('; ')
  const start = performance.now()
  expect(judgeShell(`${forks}; touch y`, disk())).toMatchObject({ kind: 'undecidable', plausible: true })
  expect(judgeShell('f() { f; f; }; f', disk()).kind).toBe('undecidable')
  expect(judgeShell(`${'$('.repeat(60)}x${')'.repeat(60)}`, disk()).kind).toBeTypeOf('string')
  expect(performance.now() - start).toBeLessThan(5000)
})

test('a command that is too long to be followed in time is compared afterwards [S34] [S37]', () => {
  const start = performance.now()
  const long = `echo ${'x '.repeat(2_000_000)}`
  expect(judgeShell(long, disk())).toMatchObject({ kind: 'undecidable', plausible: true })
  expect(performance.now() - start).toBeLessThan(2_000)
})

test('text that is no shell, however odd, is judged without an error', () => {
  const random = seeded(3)
  const alphabet = 'ab $(){}[]<>|&;\'"`\\\n#*?~=!-/memory-bank%:@,+'
  for (let i = 0; i < 400; i += 1) {
    const text = Array.from(
      { length: 1 + Math.floor(random() * 40) },
      () => alphabet[Math.floor(random() * alphabet.length)] ?? '',
    ).join('')
    expect(judgeShell(text, disk()).kind).toBeTypeOf('string')
  }
})

test.each([
  'memory-bank mcp',
  'memory-bank mcp --hooks claude-code < answers.jsonl',
  'echo "{}" | node /opt/memory-bank/dist/hook.cjs',
  'node ~/.claude/plugins/cache/memory-bank/memory-bank/0.1.0/hook.cjs < payload.json',
  'node node_modules/memory-bank/dist/claude-code/hook.cjs',
  'memory-bank --fix doctor',
  'memory-bank doctor --prove --host-binary ./evil',
  'memory-bank install opencode --yes',
  'memory-bank check --fix --yes',
  'node dist/claude-code/cli/main.cjs proposals accept p1',
  `node -e "require('memory-bank/dist/cli/main.cjs')" proposals accept p1`,
  `node -e "process.argv.push('add');require('/opt/memory-bank/dist/cli/main.cjs')"`,
  `node --eval="import('../core/node_modules/memory-bank/dist/plugin.js')"`,
  `node --input-type=module -e "import plugin from 'memory-bank'; plugin()"`,
  `node -e "require('child_process').fork('node_modules/memory-bank/dist/hook.cjs')"`,
  `cat > t.mjs <<'X'\nimport {\n  carryOut,\n} from 'memory-bank/api'\nX\nnode t.mjs`,
  'node -r /opt/memory-bank/dist/cli/main.cjs -e 0 refresh --yes',
  'node --import x /opt/memory-bank/dist/cli/main.cjs refresh --yes',
  'ln -s /opt/memory-bank/dist/cli/main.cjs z.cjs && node z.cjs refresh --yes',
  'deno run -A npm:memory-bank refresh --yes',
  'corepack pnpm dlx mb refresh --yes',
  'npm x mb refresh -- --yes',
])('%s speaks for a person, and is refused from a shell [S33] [S42]', (command) => {
  expect(judgeShell(command, contextFor(stage, stage.root)).kind).toBe('runs-our-command')
})

test.each([
  'memory-bank doctor',
  'memory-bank check --since main',
  'memory-bank proposals list',
  'node dist/cli/main.js build',
  'node scripts/hook.cjs',
  `node -p "require('memory-bank/package.json').version"`,
  `node -e "require('fs').readFileSync('node_modules/memory-bank/README.md')"`,
  'npm x -- vitest run',
  'corepack enable',
])('%s is not [S33]', (command) => {
  expect(judgeShell(command, contextFor(stage, stage.root)).kind).not.toBe('runs-our-command')
})

describe('ways round the command line', () => {
  const files = {
    '/p/run.sh': 'mb add focus Ship --yes\n',
    '/p/x.js': "require('child_process').execFileSync('mb', ['add', 'focus', 'Ship', '--yes'])\n",
    '/p/x.py': "import subprocess\nsubprocess.run(['mb', 'add', 'focus', 'Ship', '--yes'])\n",
    '/p/.git/hooks/pre-commit': '#!/bin/sh\nmb add focus Ship --yes\n',
    '/p/.git/hooks/post-checkout': '#!/bin/sh\nnpm install\n',
  }

  test.each([
    'node --require ./x.js -e 0',
    'node -r ./x.js src/a.js',
    'NODE_OPTIONS="--require ./x.js" node src/a.js',
    'node --test x.js',
    'python3 -m x',
    'BASH_ENV=run.sh bash -c :',
    'ENV=/p/run.sh sh -i -c :',
    'PROMPT_COMMAND="mb add focus Ship --yes" bash -i -c :',
    'xterm -e mb add focus Ship --yes',
    'gnome-terminal -- mb add focus Ship --yes',
    'runuser -u root mb add focus Ship --yes',
    'watchexec mb add focus Ship --yes',
    '(crontab -l; echo "* * * * * mb add focus Ship --yes") | crontab -',
  ])('%s runs a command of ours [S33] [S42]', (command) => {
    expect(judgeShell(command, disk(files)).kind).toMatch(/^runs-our-command$|^undecidable$/)
    expect(judgeShell(command, disk(files))).not.toMatchObject({ plausible: false })
  })

  test.each([
    'git commit --allow-empty -m x',
    'ssh localhost mb add focus Ship --yes',
    'socat - EXEC:"mb add focus Ship",pty',
    'sqlite3 :memory: ".shell mb add focus Ship --yes"',
    'gdb -batch -ex "shell mb add focus Ship --yes"',
    'psql -c "\\! mb undo --yes"',
    `node -e "const {createRequire}=require('module');createRequire('/x')('/o/dist/cli/main.cjs')" x add focus`,
    `node -e "module.constructor._load('/o/dist/cli/main.cjs')" x add focus Ship --yes`,
    `node -e "require('vm').runInThisContext(require('fs').readFileSync('/o/dist/cli/main.cjs','utf8'))"`,
  ])('%s is compared afterwards, and put back if the bank changed [S34] [S42]', (command) => {
    expect(judgeShell(command, disk(files))).toMatchObject({ kind: 'undecidable', plausible: true })
  })

  test.each([
    'git checkout main',
    'echo "mb add focus"',
    'grep -rn "mb add" docs',
    'node --require ./src/a.js src/b.js',
    'python3 -m pytest',
    'ssh host uptime',
  ])('%s is nothing of the kind [S33] [S34]', (command) => {
    const judged = judgeShell(command, disk(files))
    expect(judged.kind === 'harmless' || (judged.kind === 'undecidable' && !judged.plausible)).toBe(true)
  })
})
