import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { offersChoice } from '../../src/guard/hear-agent.ts'
import { signalByAgent } from '../../src/guard/signals/by-agent.ts'
import { signalByPerson } from '../../src/guard/signals/by-person.ts'
import { raisesVersionOnly, signalInCall, testRun } from '../../src/guard/signals/in-call.ts'
import { isSameMatter } from '../../src/guard/signals/signal.ts'
import { ordersBack, takenBack } from '../../src/guard/signals/taken-back.ts'
import { termsOf } from '../../src/guard/signals/terms.ts'
import { coversRun } from '../../src/guard/test-runs.ts'
import { expectInProportion } from '../growth.ts'
import { bank, OTHER, project } from './situation.ts'

function signalInWords(text: string, by: 'user' | 'assistant', offered = false) {
  return by === 'user' ? signalByPerson(text, offered) : signalByAgent(text)
}

test.each([
  ['The team agreed: no default exports anywhere in src.', 'user', 'decision'],
  ['We chose gRPC over REST for internal calls.', 'user', 'decision'],
  ['Our naming convention is kebab-case for files.', 'user', 'decision'],
  ['The API has to respond within 200 ms at p95.', 'user', 'requirement'],
  ['Users should be able to undo a delete within 30 days.', 'user', 'requirement'],
  ['The bug is caused by a stale closure in useEffect.', 'assistant', 'finding'],
  ['The reason the test failed: the clock was mocked twice.', 'assistant', 'finding'],
  ['Fixed. The problem was that the config was read before dotenv ran.', 'assistant', 'finding'],
  ['The issue was a missing await in the transaction.', 'assistant', 'finding'],
  ['Deploys now go through `make ship`, the old script is gone.', 'user', 'workflow'],
  ['To deploy, run ./scripts/ship.sh staging.', 'user', 'workflow'],
  ['我们不用 Redux 了，改用 Zustand。', 'user', 'decision'],
  ['接口统一加 /api/v2 前缀', 'user', 'decision'],
  ['数据库连接串从环境变量读，代码里不允许写死', 'user', 'decision'],
  ['这个 bug 是时区转换导致的', 'user', 'finding'],
  ['问题出在 nginx 的 proxy_read_timeout，默认 60 秒太短。', 'assistant', 'finding'],
  ['发现原因了：Date 在 Safari 里解析失败。', 'assistant', 'finding'],
  ['产品确认了：退款 7 天内到账，超时要发短信。', 'user', 'requirement'],
  ['以后提交信息用英文写。', 'user', 'decision'],
  ['Never commit generated files to this repo.', 'user', 'decision'],
  ["We're moving from Jenkins to GitHub Actions.", 'user', 'decision'],
  ['Go with option 2 for the cache invalidation: write-through.', 'user', 'decision'],
  ['The memory leak came from the listeners that were never removed.', 'assistant', 'finding'],
  ['Performance: p95 dropped from 800ms to 120ms after adding the index.', 'assistant', 'finding'],
  ['登录接口必须在 200ms 内返回', 'user', 'requirement'],
  ['约定：所有时间都存 UTC', 'user', 'decision'],
  ['敲定方案 B，双写迁移', 'user', 'decision'],
  ['之前的坑：pnpm 的 hoist 会导致 eslint 找不到插件', 'user', 'finding'],
] as const)('%s (%s) is a %s [S40]', (text, by, kind) => expect(signalInWords(text, by)?.kind).toBe(kind))

test.each([
  ['Please refactor the auth module to use the new session store.', 'user'],
  ['I think we should use Redis.', 'user'],
  ['Add a test for the login page.', 'user'],
  ['I fixed the bug.', 'assistant'],
  ['All tests pass now.', 'assistant'],
  ['改一下这个函数的名字', 'user'],
  ['把缓存时间改成 5 分钟', 'user'],
  ['测试全部通过了。', 'assistant'],
  ['先这样，下周再定用不用 Kafka。', 'user'],
  ['能不能用 Redis 做缓存？', 'user'],
  ['不要用 any', 'user'],
  ['为什么当初我们决定不用 GraphQL', 'user'],
  ['The docs say Node 18 but CI uses 20.', 'user'],
  ['I always use vim.', 'user'],
  ['never mind, forget it', 'user'],
  ["Let's move the button to the left.", 'user'],
  ["Let's switch to the other branch.", 'user'],
  ['It turns out fine.', 'user'],
  ['We will never need this.', 'user'],
  ['There is a memory leak.', 'user'],
  ['The user must log in first before clicking.', 'user'],
  ['I decided to take a break.', 'user'],
  ['决定了，吃饭去', 'user'],
  ['今天天气不错', 'user'],
  ['根本原因我还没找到', 'assistant'],
] as const)('%s (%s) is nothing to keep [S40]', (text, by) => expect(signalInWords(text, by)).toBeUndefined())

test.each([
  ['000:37', 'The trap here: the cache key has no tenant in it', 'finding'],
  ['000:37', 'bug 原因是退款处理里少了 await', 'finding'],
  ['000:37', 'Performance: N+1 in the order list, 3 s → 200 ms with one join', 'finding'],
  ['000:38', 'new command to run the tests is `pnpm test:all`', 'workflow'],
  ['000:38', 'We changed the deploy workflow: migrations run before the rollout', 'workflow'],
  ['000:38', '新命令：npm run seed 会重建本地数据库', 'workflow'],
  ['000:38', '发布流程：先打 tag 再跑 CI', 'workflow'],
  ['000:268', 'our focus is now the billing rewrite', 'focus'],
  ['000:268', 'we focus on stability until the release', 'focus'],
  ['000:268', '现在的重点是性能，新需求先放一放', 'focus'],
  ['000:268', '搜索上线了，接下来做推荐', 'focus'],
  ['000:271', 'the design for the sync engine is done, see docs/sync.md', 'design'],
  ['000:271', '同步方案的设计文档评审通过了', 'design'],
  ['000:283', 'login is finished and merged', 'focus'],
  ['000:283', '登录功能做完了', 'focus'],
] as const)('%s: %s is a %s [S40]', (_row, text, kind) => expect(signalInWords(text, 'user')?.kind).toBe(kind))

interface Said {
  readonly by: 'user' | 'assistant'
  readonly text: string
  readonly kind: string | null
}
/** Sets of sentences, each written before the cues were tried on it. */
const SAID: readonly Said[] = JSON.parse(readFileSync(new URL('../cases/signals.json', import.meta.url), 'utf8'))

test.each(SAID.filter(({ kind }) => kind !== null))('$text ($by) is a $kind [S40]', ({ text, by, kind }) =>
  expect(signalInWords(text, by)?.kind).toBe(kind),
)

test.each(SAID.filter(({ kind }) => kind === null))('$text ($by) says nothing to keep [S40]', ({ text, by }) =>
  expect(signalInWords(text, by)).toBeUndefined(),
)

test.each([
  ['npm i zod', 'tech'],
  ['cd web && pnpm add -D vite@7', 'tech'],
  ['cargo add serde --features derive', 'tech'],
  ['pip install "fastapi>=0.110"', 'tech'],
  ['npm install', undefined],
  ['npm install -g npm', undefined],
  ['pip install -r requirements.txt', undefined],
  ['pip install -e .', undefined],
  ['npm i -D @types/node', undefined],
  ['echo npm install zod', undefined],
])('%s: %s [S40]', (command, kind) => expect(signalInCall(command, OTHER)?.kind).toBe(kind))

test.each([
  ['Makefile', 'workflow'],
  ['.github/workflows/ci.yml', 'workflow'],
  ['api/pyproject.toml', 'tech'],
  ['setup.py', 'tech'],
  ['setup.cfg', 'tech'],
  ['requirements-dev.txt', 'tech'],
  ['requirements/base.txt', 'tech'],
  ['requirements.in', 'tech'],
  ['environment.yml', 'tech'],
  ['docs/design/sync.md', 'design'],
  ['docs/refund-design.md', 'design'],
  ['docs/design/README.md', undefined],
  ['src/design/tokens.ts', undefined],
  ['package-lock.json', undefined],
  ['examples/app/package.json', undefined],
  ['src/makefile.ts', undefined],
])('a write of %s: %s [S40] (000:271)', (path, kind) => expect(signalInCall(undefined, project(path))?.kind).toBe(kind))

test.each([
  ['"version": "1.2.3"', '"version": "1.3.0"', true],
  ['versionCode = 41', 'versionCode = 42', true],
  ['<version>1.0</version>', '<version>1.1</version>', true],
  ['"react": "^18.0.0"', '"react": "^19.0.0"', false],
  ['"version": "1.2.3"', '"version": "1.3.0",\n  "type": "module"', false],
])('%s to %s only raises the version: %s [S40]', (old, next, only) => {
  const edit = { kind: 'edits', path: 'package.json', edits: [{ old, new: next, all: false }] } as const
  expect(raisesVersionOnly([{ kind: 'writes', writes: [edit] }])).toBe(only)
})

test.each<[string, 'all' | readonly string[] | undefined]>([
  ['git checkout -- package.json', ['package.json']],
  ['git restore package.json src/a.ts', ['package.json', 'src/a.ts']],
  ['git checkout .', 'all'],
  ['git reset --hard HEAD', 'all'],
  ['npm test && git stash', 'all'],
  ['git revert HEAD', 'all'],
  ['git -C web restore pom.xml', ['pom.xml']],
  ['git reset HEAD~1', undefined],
  ['git commit -m "revert"', undefined],
  ['git status', undefined],
])('%s takes back %s [S40]', (command, files) => expect(takenBack(command)).toEqual(files))

test.each([
  'revert that last change please',
  'undo it, I was wrong',
  '撤销刚才的修改',
  '回滚吧，这个方案不行',
  'ok, roll it back',
])('%s takes back what was done [S40]', (text) => expect(ordersBack(text)).toBe(true))
test.each([
  'rollbacks go through ArgoCD',
  'should we revert it?',
  'add an undo button',
  '加一个撤销按钮',
  'how do I undo a commit',
])('%s does not [S40]', (text) => expect(ordersBack(text)).toBe(false))

test('the answer to a question that left a choice is a decision, if it says why [S40]', () => {
  expect(signalInWords('令牌桶，滑动窗口内存开销太大，我们 key 太多了', 'user', true)?.kind).toBe('decision')
  expect(signalInWords('latency first. rating bands made the queues in Oceania endless', 'user', true)?.kind).toBe(
    'decision',
  )
  expect(signalInWords('the first one', 'user', true)).toBeUndefined()
  expect(signalInWords('第二个吧', 'user', true)).toBeUndefined()
  expect(offersChoice('By rating or by latency first?')).toBe(true)
  expect(offersChoice('用令牌桶还是滑动窗口？')).toBe(true)
  expect(offersChoice('Shall I commit it?')).toBe(false)
})

test('a write of the bank is no signal', () => {
  expect(signalInCall(undefined, bank('details/tech.md', '', 'x'))).toBeUndefined()
})

test.each(['npm test', 'npm run test:unit', 'pytest -x', 'go test ./...', 'cd a && cargo test', 'npx vitest run'])(
  '%s runs tests',
  (command) => expect(testRun(command)).toBeDefined(),
)
test.each(['npm run build', 'cat test.txt', 'grep pytest README.md', 'ls tests'])('%s does not', (command) =>
  expect(testRun(command)).toBeUndefined(),
)

test.each([
  ['npm test 2>&1 | tail -20', 'npm test'],
  ['cd web && npx vitest run', 'npx vitest'],
  ['CI=1 pytest -q', 'pytest'],
  ['pnpm test -- --silent', 'pnpm test'],
])('%s is the same run as %s [S40]', (one, other) => expect(testRun(one)).toBe(testRun(other)))

test.each([
  ['npm test', 'npm test -- src/a.test.ts', true],
  ['npm test -- src/a.test.ts', 'npm test', false],
  ['pytest tests/b.py', 'pytest tests/a.py', false],
  ['cargo test', 'npm test', false],
])('%s green tells of a red %s: %s [S40]', (green, red, told) =>
  expect(coversRun(testRun(green) ?? '', testRun(red))).toBe(told),
)

test('what is written outside the project is no signal [S40]', () => {
  expect(signalInCall(undefined, project('/elsewhere/package.json'))).toBeUndefined()
  expect(signalInCall(undefined, project('C:\\temp\\package.json'))).toBeUndefined()
})

test('the same matter is known again in other words, another is not [S40]', () => {
  const said = termsOf('We decided to use Postgres for the job queue')
  expect(isSameMatter(said, termsOf('use postgres for our job queue, as decided'))).toBe(true)
  expect(isSameMatter(said, termsOf('We decided to use Fastify for the public API'))).toBe(false)
  expect(isSameMatter(termsOf('队列统一用 Postgres'), termsOf('我们决定队列用 Postgres 做'))).toBe(true)
})

test('a long text is read in time in proportion', () => {
  const words = (times: number) => 'the reason the bug is '.repeat(times)
  expectInProportion(1_000, words, (text) => signalInWords(text, 'user'))
})
