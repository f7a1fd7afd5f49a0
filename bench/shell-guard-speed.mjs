/** `node bench/shell-guard-speed.mjs`: median time of the quick check, and of the analyser on an in-memory disk. */

import { loadGuard } from './shell-load.mjs'

const { cannotTouchBank, judgeShell } = await loadGuard()
const files = {
  '/p/memory-bank/MEMORY.md': '',
  '/p/memory-bank/details/tech.md': '',
  '/p/src/a.ts': '',
  '/p/package.json': '{"scripts":{"test":"vitest run"}}',
}
const context = {
  cwd: '/p',
  bank: '/p/memory-bank',
  project: '/p',
  home: '/home/u',
  env: { PATH: '/bin' },
  readFile: (path) => files[path],
  realPath: (path) => path,
  list: (folder) => [
    ...new Set(
      Object.keys(files)
        .filter((path) => path.startsWith(`${folder}/`))
        .map((path) => path.slice(folder.length + 1).split('/')[0]),
    ),
  ],
  caseBlind: false,
}
const quick = [
  'ls -la src',
  'git status',
  'rg foo src',
  'cat package.json | head -20',
  "grep -rn 'a > b' src 2>/dev/null",
  'git log --oneline -5 && ls',
  'find . -name "*.ts"',
]
const full = [
  'npm test',
  'echo hi > src/out.txt',
  'cd src && sed -i s/a/b/ a.ts',
  'echo hi > memory-bank/MEMORY.md',
  'for f in src/*.ts; do wc -l "$f"; done',
  "python3 -c \"open('src/x','w')\"",
  'D=memory-bank; touch $D/x.md',
  'node -e "console.log(1)" && npm run build',
]

for (const command of quick)
  console.log(
    `quick look  ${median(() => cannotTouchBank(command, false)).padStart(8)} µs  ${cannotTouchBank(command, false)}  ${command}`,
  )
for (const command of full)
  console.log(
    `analyser    ${median(() => judgeShell(command, context)).padStart(8)} µs  ${judgeShell(command, context).kind}  ${command}`,
  )

function median(run) {
  for (let i = 0; i < 2000; i += 1) run()
  const times = []
  for (let i = 0; i < 200; i += 1) {
    const start = process.hrtime.bigint()
    for (let k = 0; k < 20; k += 1) run()
    times.push(Number(process.hrtime.bigint() - start) / 20_000)
  }
  times.sort((a, b) => a - b)
  return times[100].toFixed(2)
}
