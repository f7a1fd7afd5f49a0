import { describe, expect, test } from 'vitest'
import { pageOf } from '../../src/bank/page.ts'
import { listRoutes, pathsIn, routingRules } from '../../src/bank/routes.ts'

describe('routing rules [S24]', () => {
  test.each([
    [
      'a table',
      '| 意图 | 文件 |\n|---|---|\n| 改登录 | details/design/auth.md, details/patterns.md |',
      '改登录',
      ['details/design/auth.md', 'details/patterns.md'],
    ],
    ['a list with an arrow', '- 改库存 → `details/design/stock.md`', '改库存', ['details/design/stock.md']],
    [
      'a list with a link',
      '- When modifying **auth**, read [auth.md](details/design/auth.md)',
      'When modifying auth , read',
      ['details/design/auth.md'],
    ],
    ['a path with the bank before it', '- deploy: memory-bank/details/tech.md', 'deploy', ['details/tech.md']],
    ['a folder', '- 排查故障 → details/learnings/', '排查故障', ['details/learnings']],
  ])('%s', (_, lines, intent, targets) => {
    const routes = routingRules(
      pageOf(`# M\n\n## Routing Rules（意图驱动）\n\n${lines}\n\n## Other\n\n- x → details/tech.md\n`),
    )
    expect(routes).toHaveLength(1)
    expect(routes[0]?.intent).toBe(intent)
    expect(routes[0]?.targets).toEqual(targets)
  })

  test('the intent-driven rules come before the legacy ones', () => {
    const memory = '## Routing Rules\n\n- old → details/a.md\n\n## Routing Rules（意图驱动）\n\n- new → details/b.md\n'
    expect(routingRules(pageOf(memory)).map((route) => route.intent)).toEqual(['new', 'old'])
  })

  test('rows of an index are relative to the index', () => {
    const text = '| path | title |\n|---|---|\n| [a.md](a.md) | About a |\n| ../patterns.md | All |\n'
    expect(listRoutes(pageOf(text), 'details/design').map((route) => route.targets[0])).toEqual([
      'details/design/a.md',
      'details/patterns.md',
    ])
  })

  test.each(['https://x.org/a.md', '../../../etc/passwd.md', '/abs/a.md', 'a.txt'])(
    '%s is not a file of the bank',
    (raw) => expect(pathsIn(`[x](${raw})`, '')).toEqual([]),
  )

  test('a line inside a fence is not a rule', () => {
    expect(listRoutes(pageOf('```\n- x → details/a.md\n```\n'), '')).toEqual([])
  })
})
