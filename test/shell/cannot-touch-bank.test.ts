import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { cannotTouchBank, outlives } from '../../src/shell/cannot-touch-bank.ts'

test.each([
  'ls -la src',
  'git status',
  'git diff HEAD~1 -- src',
  'rg foo src',
  'cat package.json | head -20',
  "grep -rn 'a > b' src 2>/dev/null",
  'find . -name "*.ts"',
  'git log --oneline -5 && ls',
  'sort a.txt | head',
  '2>&1 ls',
  '1> /dev/null ls; pwd',
  '  ls;pwd',
  'true|wc',
])('%s only reads', (command) => expect(cannotTouchBank(command, false)).toBe(true))

test.each([
  'ls > x',
  'cat a > b',
  'find . -delete',
  "find . '-delete'",
  'find . -del"ete"',
  'sort -o x y',
  'sort -uox y',
  'git diff --output=x',
  'git checkout .',
  'git push',
  'git add -A',
  'ls $(rm x)',
  'cat *.md',
  'cat memory-bank/MEMORY.md',
  'cd x && ls',
  'tee x',
  'ls `x`',
  'ls "$(x)"',
  'echo x 2>&1 >y',
  'rg --pre=rm x',
  'ls\nrm x',
  'ls & rm x',
  'cat <(x)',
  'git -c alias.x=y x',
  'FOO=1 ls',
])('%s goes to the parser', (command) => expect(cannotTouchBank(command, false)).toBe(false))

test('inside the bank every command goes to the parser', () => expect(cannotTouchBank('ls', true)).toBe(false))

test('no command that writes the bank passes the quick test [S33]', () => {
  const passing = ['writes', 'own', 'second', 'third', 'fourth', 'fifth', 'sixth']
    .map((name) => `shell-${name}`)
    .flatMap((file) => {
      const cases: readonly {
        readonly id: string
        readonly cmd: string
        readonly cwd: string
        readonly expect: string
      }[] = JSON.parse(readFileSync(new URL(`../cases/${file}.json`, import.meta.url), 'utf8'))
      return cases.filter(
        (each) => each.expect === 'block' && cannotTouchBank(each.cmd, each.cwd.startsWith('memory-bank')),
      )
    })
  expect(passing).toEqual([])
})

test.each([
  'npm run dev &',
  '(sleep 3; python3 x.py) >/dev/null 2>&1 & echo started',
  '{ node x.js & }; wait -n',
  'nohup node x.js > log',
  'setsid -f node x.js',
  'cd a && screen -dm node x.js',
  'echo node x.js | at now + 1 minute',
])('%s may leave something running [S34]', (command) => expect(outlives(command)).toBe(true))

test.each([
  'npm test && npm run lint',
  'node x.js 2>&1 | tail -3',
  'node x.js &> log',
  'curl "http://x/?a=1&b=2"',
  'cat nohup.out start.md',
  'grep -n a\\& x',
])('%s leaves nothing running [S34]', (command) => expect(outlives(command)).toBe(false))
