import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pageOf } from '../../src/bank/page.ts'
import type { Language } from '../../src/base/language.ts'
import { LIMITS } from '../../src/base/limits.ts'
import { fillFacts, updateFacts } from '../../src/plan/fact-lines.ts'
import type { Fact, ProjectFacts, ScannedProject } from '../../src/project/facts.ts'
import { projectFacts } from '../../src/project/project-facts.ts'
import { expectInProportion } from '../growth.ts'
import { law } from '../laws/runs.ts'
import { chinese, goService, nextApp, onlySources, PAPERS, polyglot } from './papers.ts'
import { type Paper, scanned, table } from './scanned.ts'

const sections = (facts: ProjectFacts) => [facts.snapshot, facts.stack, facts.commands]

/** Rules for every line, whatever the project contains. */
function expectLawful(facts: ProjectFacts): void {
  for (const section of sections(facts)) {
    const labels = section.map((fact) => fact.label.toLowerCase())
    expect(new Set(labels).size).toBe(labels.length)
    for (const fact of section) expectPlain(fact)
  }
  expect(facts.snapshot.length).toBeLessThanOrEqual(8)
  expect(facts.stack.length).toBeLessThanOrEqual(16)
  expect(facts.commands.length).toBeLessThanOrEqual(20)
  const places = facts.documents.routes.flatMap((route) => route.places)
  expect(places.length).toBeLessThanOrEqual(LIMITS.documentPlaces)
  for (const { places } of facts.documents.routes) expect(places.length).toBeLessThanOrEqual(LIMITS.routeFiles)
  for (const place of places) expect(place).not.toMatch(/[\p{Cc}|`<>()[\]]/u)
}

function expectPlain({ label, value, source }: Fact): void {
  for (const text of [label, value, source]) {
    expect(text).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u2029]/u)
    expect(text).not.toContain('|')
    expect(text).not.toMatch(/<!--|-->/)
    expect(text.trim()).toBe(text)
    expect(text).not.toBe('')
  }
  expect(value.length).toBeLessThanOrEqual(label.startsWith('Commands') || label.startsWith('命令') ? 400 : 240)
  expect((value.match(/`/g) ?? []).length % 2).toBe(0)
  expect(label).not.toMatch(/[*`]|: |：/)
  expect(source).not.toMatch(/[()（）]/)
}

describe.each(Object.entries(PAPERS))('%s', (_, paper) => {
  test.each(['en', 'zh'] as const)('gives valid facts in %s, with a stack [S12]', (language) => {
    const facts = projectFacts(scanned(paper), language)
    expectLawful(facts)
    expect(facts.snapshot.length).toBeGreaterThanOrEqual(1)
    expect(facts.stack.length).toBeGreaterThanOrEqual(1)
  })

  test('names an existing file or the tree as source [S12]', () => {
    const project = scanned(paper)
    const known = new Set([...project.tree.map((entry) => entry.path), 'directory tree', '…'])
    for (const fact of sections(projectFacts(project, 'en')).flat())
      for (const source of fact.source.split(', ')) expect(known).toContain(source)
  })

  test('does not depend on the order of the scan [S15]', () => {
    const project = scanned(paper)
    const turned = { ...project, tree: [...project.tree].reverse(), files: [...project.files].reverse() }
    expect(projectFacts(turned, 'en')).toEqual(projectFacts(project, 'en'))
  })

  test('ignores Windows line endings and a byte order mark [S12]', () => {
    const project = scanned(paper)
    const files = project.files.map((file) => ({ ...file, text: `\ufeff${file.text.replaceAll('\n', '\r\n')}` }))
    expect(projectFacts({ ...project, files }, 'en')).toEqual(projectFacts(project, 'en'))
  })
})

test.each(['en', 'zh'] as const)(
  'the next scan recognises its lines in the bank and keeps them [S15] (%s)',
  (language) => {
    for (const paper of Object.values(PAPERS)) {
      const { commands } = projectFacts(scanned(paper), language)
      const empty = '## Commands\n\n- by hand\n'
      const filled = fillFacts(pageOf(empty), '## Commands', commands, language)
      for (const fact of commands) expect(filled).toContain(fact.value)
      expect(updateFacts(pageOf(filled), '## Commands', commands, language)).toBe(filled)
      const gone = updateFacts(pageOf(filled), '## Commands', [], language)
      for (const fact of commands) expect(gone).not.toContain(fact.value)
    }
  },
)

test('a snapshot has description, stack, and how to build, run, test and run one test [S12]', () => {
  expect(projectFacts(scanned(nextApp), 'en').snapshot).toEqual([
    { label: 'About', value: 'Ledgerly helps small teams track invoices and payments.', source: 'README.md' },
    {
      label: 'Stack',
      value:
        'TypeScript ^5.6.3, Node.js >=20.11, pnpm 9.12.0, Next.js 14.2.15, React ^18.3.1, Prisma 5.20.0, Zod ^3.23.8',
      source: 'package.json',
    },
    {
      label: 'Commands',
      value:
        'install `pnpm install`, build `pnpm build`, run `pnpm dev`, test `pnpm test`, one test `pnpm test <file>`, lint `pnpm lint`',
      source: 'package.json',
    },
  ])
})

test('a Chinese bank has Chinese labels, sources and punctuation [S12]', () => {
  expect(projectFacts(scanned(chinese), 'zh').snapshot).toEqual([
    { label: '简介', value: '面向小商家的订单与库存管理后台，支持多门店。', source: 'README.md' },
    { label: '技术栈', value: 'JavaScript、Node.js、Vue ^3.5.0、Element Plus ^2.8.0', source: 'package.json' },
    { label: '命令', value: '安装 `yarn install`、构建 `yarn build`、运行 `yarn dev`', source: 'package.json' },
  ])
})

test('a project of two parts shows both, with services, and no usual commands of either [S12]', () => {
  expect(table(projectFacts(scanned(polyglot), 'en').snapshot)).toEqual({
    Name: 'Harbor',
    'Stack (backend)': 'Go 1.22, Gin 1.10.0',
    'Stack (web)': 'JavaScript, Node.js, React ^18.3.1',
    Services: 'db (mysql:8.4)',
    'Commands (in web/)': 'run `pnpm dev`, test `pnpm test`, one test `pnpm test <file>`',
    Commands: 'run `just up`',
  })
})

test('without a manifest, file names give the language, and the folder gives no name [S12]', () => {
  expect(table(projectFacts(scanned(onlySources), 'en').snapshot)).toEqual({
    Stack: 'C, Shell',
  })
})

test('manifests beyond the budget are named and not read [S12]', () => {
  const paper = Object.fromEntries(
    Array.from({ length: 70 }, (_, index) => [`p${index}/go.mod`, `module p${index}\ngo 1.22\n`]),
  )
  const unread = projectFacts(scanned(paper), 'en').stack.find((fact) => fact.label === 'Not read')
  expect(unread?.value).toMatch(/^6 more manifests: p\d+\/go\.mod, /)
})

test('neither files nor folders are listed, and no heading is empty [S12] [S58]', () => {
  const paper = { ...goService, 'internal/order/': null, Dockerfile: null }
  expect(JSON.stringify(sections(projectFacts(scanned(paper), 'en')))).not.toMatch(/internal|Dockerfile/)
})

test.each<[string, Paper, Language | undefined]>([
  ['a Chinese README', { 'README.md': '# 订单\n\n这是一个用于管理订单的服务。' }, 'zh'],
  ['an English README', { 'README.md': '# Orders\n\nThis service keeps orders for the shop.' }, 'en'],
  [
    'code in a Chinese README',
    {
      'README.md': `# 库\n\n用于解析日志文件的小工具。\n\n\`\`\`js\n${'const value = call(one, two)\n'.repeat(40)}\`\`\`\n`,
    },
    'zh',
  ],
  ['a Chinese description', { 'package.json': '{"description": "用于管理订单和库存的服务"}' }, 'zh'],
  ['nothing to judge by', { 'package.json': '{"name": "x"}' }, undefined],
])('the language is detected from %s [S5]', (_, paper, expected) => {
  expect(projectFacts(scanned(paper), 'en').language).toBe(expected)
})

test.each([
  ['a marker', 'Fine tool <!-- MACHINE_BLOCK_END --> for all', 'Fine tool for all'],
  ['an unclosed marker', 'Fine tool <!-- MACHINE_BLOCK_END for all', 'Fine tool <! -- MACHINE_BLOCK_END for all'],
  ['a marker in pieces', 'Fine <!\u200b-- USER_BLOCK_START tool for all', 'Fine <! -- USER_BLOCK_START tool for all'],
  ['markup', 'A <b>bold</b> tool, see [docs](https://example.org) | `code`', "A bold tool, see docs / 'code'"],
  ['a line break', 'Two\nlines\tof text', 'Two lines of text'],
  ['credentials in an address', 'Talks to postgres://bob:hunter22@db/x all day', 'Talks to postgres://db/x all day'],
  ['a password in Chinese', 'Shop server, 密码是 hunter22', 'Shop server, 密码是 …'],
  ['a named key', 'Needs DB_PASSWORD="hunter22" to run', 'Needs DB_PASSWORD=… to run'],
  ['a basic login', 'Try curl -u bob:hunter22 here', 'Try curl -u … here'],
  ['a password', 'Log in with password: hunter22 please', 'Log in with password: … please'],
])('%s in a description does no harm [S12]', (_, description, expected) => {
  const facts = projectFacts(scanned({ 'package.json': JSON.stringify({ description }) }), 'en')
  expect(table(facts.snapshot)['About']).toBe(expected)
})

test('the bodies of scripts and environment values stay in the manifest [S12] [S58]', () => {
  expect(JSON.stringify(projectFacts(scanned(nextApp), 'en').commands)).not.toMatch(/vitest|next dev|db:seed/)
  expect(JSON.stringify(projectFacts(scanned(goService), 'en'))).not.toContain('correct-horse')
})

const WEIRD = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    '<!-- MACHINE_BLOCK_END -->',
    '`',
    '|',
    '\u2028',
    '\u0000',
    '__proto__',
    '${',
    '-->',
    '\ud800',
    '**',
    ']',
  ),
)

test('no mutilated text breaks a fact or throws [S12]', () => {
  const papers = Object.values(PAPERS)
  const cut = fc.record({
    paper: fc.constantFrom(...papers),
    at: fc.array(fc.tuple(fc.nat(), fc.nat(40), WEIRD), { maxLength: 6 }),
    end: fc.nat(),
  })
  law(
    fc.property(cut, fc.constantFrom('en' as const, 'zh' as const), ({ paper, at, end }, language) => {
      const mutilated = Object.entries(paper).map(([path, text]) => {
        if (text === null) return [path, null] as const
        const changed = at.reduce((now, [place, gone, put]) => {
          const start = place % (now.length + 1)
          return now.slice(0, start) + put + now.slice(start + gone)
        }, text)
        return [path, end % 3 === 0 ? changed.slice(0, end % (changed.length + 1)) : changed] as const
      })
      expectLawful(projectFacts(scanned(Object.fromEntries(mutilated)), language))
    }),
    400,
  )
})

const MANIFESTS = [
  ...new Set(Object.values(PAPERS).flatMap((paper) => Object.keys(paper).filter((path) => paper[path] !== null))),
]

test('arbitrary text in any file gives valid facts or none [S12]', () => {
  const file = fc.record({
    path: fc.oneof(fc.constantFrom(...MANIFESTS), fc.string({ maxLength: 20 })),
    text: fc.oneof(
      WEIRD,
      fc.array(WEIRD).map((pieces) => pieces.join('\n')),
      fc.json(),
    ),
  })
  const entry = fc.record({
    path: fc.string({ unit: 'binary' }),
    kind: fc.constantFrom('file' as const, 'folder' as const),
  })
  law(
    fc.property(fc.array(entry), fc.array(file), (tree, files) => {
      expectLawful(projectFacts({ tree, files, unread: [] }, 'en'))
    }),
    400,
  )
})

const HOSTILE: readonly string[] = [
  `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefghij'
    .split('')
    .map((k, i) => `${k}: &${k} [${Array(9).fill(`*${'abcdefghi'[i]}`).join(',')}]`)
    .join('\n')}`,
  '{"__proto__": {"scripts": {"evil": "x"}}, "constructor": {"prototype": {"name": "evil"}}}',
  '[__proto__]\nname = "evil"\n[constructor.prototype]\nname = "evil"',
]

test.each(HOSTILE)('hostile text %j gives lawful facts in every manifest [S12]', (text) => {
  for (const path of MANIFESTS) {
    const facts = projectFacts(alone(path, text), 'en')
    expectLawful(facts)
    if (path !== 'README.md') expect(JSON.stringify(facts)).not.toContain('evil')
  }
})

const REPEATED: readonly string[] = [
  '[',
  '{"a":',
  '<a>',
  '<!--',
  '- ',
  `${'- '.repeat(450)}\n`,
  `${'? '.repeat(450)}\n`,
  'a.',
  'x',
  `${'"'.repeat(999)}\n`,
  `${'[!['.repeat(300)}\n`,
  `${'a b '.repeat(240)}\n`,
  `${' '.repeat(990)}x\n`,
]

test.each(REPEATED.map((part) => [`${JSON.stringify(part.slice(0, 20))} (${part.length})`, part]))(
  'many times %s is read in linear time by every manifest reader [S12]',
  (_, part) => {
    for (const path of MANIFESTS)
      expectInProportion(
        5_000,
        (size) => alone(path, part.repeat(Math.ceil(size / part.length))),
        (project) => expectLawful(projectFacts(project, 'en')),
      )
  },
)

function alone(path: string, text: string): ScannedProject {
  return { tree: [{ path, kind: 'file' }], files: [{ path, text }], unread: [] }
}
