import { expect, test } from 'vitest'
import { outlives } from '../../src/shell/outlives.ts'

test.each([
  'npm run dev &',
  '(sleep 3; python3 x.py) >/dev/null 2>&1 & echo started',
  '{ node x.js & }; wait -n',
  'nohup node x.js > log',
  'setsid -f node x.js',
  'cd a && screen -dm node x.js',
  'echo node x.js | at now + 1 minute',
])('%s may go on when its call is over [S34]', (command) => {
  expect(outlives(command)).toBe(true)
})

test.each([
  'npm test && npm run lint',
  'node x.js 2>&1 | tail -3',
  'node x.js &> log',
  'curl "http://x/?a=1&b=2"',
  'cat nohup.out start.md',
  'grep -n a\\& x',
])('%s does not [S34]', (command) => {
  expect(outlives(command)).toBe(false)
})
