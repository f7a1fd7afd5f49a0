import { expect, test } from 'vitest'
import { type PastCommit, readHistory } from '../../src/learn/history.ts'

let count = 0
function commit(subject: string, files: readonly string[], body = ''): PastCommit {
  count += 1
  return { hash: `${count}`.padStart(8, 'a'), date: '2026-01-02', subject, body, files }
}

const FILES = ['src/cart.ts', 'src/cart.test.ts', 'src/tax.ts', 'src/mail.ts', 'docs/a.md', 'package.json']

function read(commits: readonly PastCommit[], files: readonly string[] = FILES) {
  return readHistory(commits, files, 'en')
}

test.each([
  ['Revert "feat: cache the cart"', true],
  ['revert: cache the cart', true],
  ['回退购物车缓存', true],
  ['Revert "docs: typo"', false],
  ['Revert "style: run rubocop -a"', false],
  ['roll back code', false],
  ['回滚', false],
  ['transaction rollback on errors', false],
  ['定时任务对检查异常进行事务回滚', false],
])('%s is a revert: %s [S29]', (subject, isOne) =>
  expect(read([commit(subject, ['src/cart.ts'])]).reverts).toHaveLength(isOne ? 1 : 0),
)

test('reapplied reverts and commits without existing source files are left out [S29]', () => {
  expect(
    read([
      commit('Revert "Revert "cache the cart""', ['src/cart.ts']),
      commit('Revert "cache the cart"', ['src/cart.ts']),
    ]).reverts,
  ).toEqual([])
  expect(read([commit('Reapply "x"', ['src/cart.ts']), commit('Revert "x"', ['src/cart.ts'])]).reverts).toEqual([])
  expect(read([commit('Revert "y"', ['src/gone.ts', 'docs/a.md'])]).reverts).toEqual([])
})

test.each([
  ['fix: race between two refunds', true],
  ['fix(cart): panic on an empty cart', true],
  ['修复并发下单导致库存为负的问题', true],
  ['fix typo', false],
  ['fix mypy findings', false],
  ['docs: fix the comment of Cart', false],
  ['fix(deps): bump left-pad', false],
  ['add a cart', false],
  ['avoid a second loop over the cart', false],
])('%s is a fix worth knowing: %s [S29]', (subject, isOne) =>
  expect(read([commit(subject, ['src/cart.ts'])]).fixes).toHaveLength(isOne ? 1 : 0),
)

test('the fix that names its cause comes first, with commit, day, subject and file [S29]', () => {
  const told = 'The gateway answers twice within a second, because it retries before our timeout ends. '.repeat(2)
  const { fixes } = read([
    commit('fix the cart', ['src/cart.ts']),
    commit('fix duplicate refunds due to retries', ['src/tax.ts', 'src/mail.ts'], told),
  ])
  expect(fixes[0]?.text).toBe('2026-01-02 fix duplicate refunds due to retries (tax.ts +1)')
  expect(fixes[0]?.place).toMatch(/^a+\d+$/)
})

test('files that change together are listed once, unless their names already say so [S29]', () => {
  const both = Array.from({ length: 5 }, () =>
    commit('x', ['src/tax.ts', 'src/mail.ts', 'src/cart.ts', 'src/cart.test.ts']),
  )
  const alone = Array.from({ length: 20 }, () => commit('x', ['src/cart.ts']))
  expect(read([...both, ...alone]).together.map(({ text }) => text)).toEqual(['mail.ts with tax.ts, in 5 of 5 changes'])
  const kin = Array.from({ length: 9 }, () =>
    commit('x', ['a/UserService.java', 'b/UserServiceImpl.java', 'c/User.xml']),
  )
  expect(read(kin, ['a/UserService.java', 'b/UserServiceImpl.java', 'c/User.xml']).together).toHaveLength(0)
})

test('a sweeping commit relates no files, and documents, tests and manifests do not count [S29]', () => {
  const files = Array.from({ length: 40 }, (_, index) => `src/f${index}.ts`)
  const sweeping = Array.from({ length: 9 }, () => commit('format', files))
  expect(read(sweeping, files)).toMatchObject({ together: [], busy: [] })
  const others = Array.from({ length: 9 }, () => commit('x', ['docs/a.md', 'package.json', 'src/cart.test.ts']))
  expect(read(others).busy).toEqual([])
})

test('the busiest file shows its fixes and its last commit; one that only grows must grow a lot [S29]', () => {
  const fixed = Array.from({ length: 9 }, () => commit('fix lost mail', ['src/cart.ts']))
  const grown = Array.from({ length: 20 }, () => commit('grow', ['src/mail.ts']))
  const little = Array.from({ length: 9 }, () => commit('grow', ['src/tax.ts']))
  const { busy } = read([...fixed, ...grown, ...little])
  expect(busy.map(({ place }) => place)).toEqual(['src/cart.ts', 'src/mail.ts'])
  expect(busy[0]?.text).toBe(`9 changes, 9 of them fixes; last ${fixed[0]?.hash}`)
})

test('a fix on two branches counts once [S29]', () => {
  const twice = [commit('fix panic on CONNECT', ['src/cart.ts']), commit('fix panic on CONNECT', ['src/cart.ts'])]
  expect(read(twice).fixes.map(({ place }) => place)).toEqual([twice[0]?.hash])
})
