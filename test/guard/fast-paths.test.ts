/** What is screened first is judged as if it were read in full: the rules against their plain definitions. */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { labelOf } from '../../src/core/entry-parts.ts'
import { riskOf } from '../../src/guard/risk.ts'
import { entryIsComplete } from '../../src/guard/rules/entry-is-complete.ts'
import { noSecrets } from '../../src/guard/rules/no-secrets.ts'
import { personalData } from '../../src/guard/rules/personal-data.ts'
import { namesTopic } from '../../src/guard/words/topics.ts'
import { spansOf } from '../../src/guard/words/units.ts'
import { newSecrets } from '../../src/secrets/find-secrets.ts'
import { findPersonalData } from '../../src/secrets/personal-data.ts'
import { tellingWords } from '../../src/secrets/telling-words.ts'
import { decisionsIn, labelled, learningsIn, partNamed } from '../../src/text/entries.ts'
import { labelSegments } from '../../src/text/label-segments.ts'
import { ask, bank } from './situation.ts'

const RUNS = process.env['MEMORY_BANK_LONG'] === '1' ? 20_000 : 1_500

/** A text of these lines, and the same with a stretch of it replaced. */
function edits(lines: readonly string[], longest = 60): fc.Arbitrary<readonly [string, string]> {
  const some = fc.array(fc.constantFrom(...lines), { maxLength: longest })
  const ending = fc.constantFrom('\n', '\n', '\n', '\r\n')
  return fc
    .tuple(some, fc.array(fc.constantFrom(...lines), { maxLength: 6 }), fc.nat(), fc.nat({ max: 6 }), ending, fc.nat())
    .map(([text, put, at, gone, end, cut]) => {
      const from = text.length === 0 ? 0 : at % text.length
      const before = text.join(end) + end
      const after = [...text.slice(0, from), ...put, ...text.slice(from + gone)].join(end) + end
      // Now and then a piece of a line is all that goes.
      return cut % 3 === 0
        ? [before, after.slice(0, cut % (after.length + 1)) + after.slice((cut % (after.length + 1)) + 1)]
        : [before, after]
    })
}

const ENTRY_LINES = [
  '# Decisions',
  '| Date | Decision | Why | Given up | Applies to |\n|---|---|---|---|---|\n| 2026-01-02 | a | b | c | d |',
  '# Decisions of 2026-01-02',
  '# Why',
  '# 决策',
  '# 问题',
  ' # Why',
  '## ADR-1: Cache',
  '## ADR-2: Queue',
  '## 2026-02-03 Cache',
  '## Why',
  '## Decision',
  '  ## Solution',
  '### Why',
  '### Root cause',
  '### Symptom',
  '#### Details',
  '- **Decision**: keep it',
  '- **Why**: it is read often; **Given up**: a server',
  '- **Date**: 2026-02-03',
  '- **Applies to**: src',
  '- Why:',
  '**症状**：慢；**根因**：锁',
  '**解决方案**：过期',
  '- Prevention: a test',
  'Symptom: slow',
  '| Date | Decision | Why | Given up | Applies to |',
  '|---|---|---|---|---|',
  '| 2026-01-02 | money is integers | rounding | floats | all |',
  '| 2026-01-03 | no floats |  |  |  |',
  '| 2026-01-03 | no floats |  |  |  |',
  '| x; **Why**: a | b |',
  'no row; Why: at all',
  'Some words.',
  '',
  '',
  '```',
  '<!-- a remark -->',
  '<!-- open',
  '-->',
]

describe('an entry that lacks parts', () => {
  test.each([
    ['details/patterns.md', decisionsIn],
    ['details/learnings/x.md', learningsIn],
  ] as const)('is found in %s as in the whole text [S7] [S32]', (path, read) => {
    fc.assert(
      fc.property(edits(ENTRY_LINES), ([before, after]) => {
        const known = new Set(read(before).map((entry) => `${entry.title}\n${entry.missing.join()}`))
        const lacking = read(after).find(
          (entry) => entry.missing.length > 0 && !known.has(`${entry.title}\n${entry.missing.join()}`),
        )
        const said = ask(entryIsComplete, bank(path, before, after))
        if (lacking === undefined) expect(said).toBeUndefined()
        else
          expect(said).toContain(
            `“${lacking.title}” in memory-bank/${path} lacks: ${lacking.missing.map((part) => labelOf(part, 'en')).join(', ')}.`,
          )
      }),
      { numRuns: RUNS },
    )
  })
})

test('rows under an empty first line are judged, and the search for their head ends', () => {
  const text = '\n| 2026-01-03 | no floats |  |  |  |\n'
  expect(ask(entryIsComplete, bank('details/patterns.md', text, `${text}| more | | | | |\n`))).toBeUndefined()
  expect(ask(entryIsComplete, bank('details/patterns.md', '\n', '\n\n| a | b |\n'))).toBeUndefined()
})

// Assembled here, so that no scanner takes this file for a leak.
const TOKEN = ['ghp', '_', 'q7Xw2LrT9vBn', 'K4mZs8HcYd1F', 'gJ6pQe3UaR5t'].join('')
const RANDOM = ['q7Xw2LrT9vBn', 'K4mZs8HcYd1F', 'gJ6pQe3UaR5t'].join('')
const BODY = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj'
const LONG = 'The words of a long line of prose that says nothing of interest to anybody at all. '.repeat(8).trim()
const SECRET_LINES = [
  'Some words.',
  LONG,
  LONG,
  '',
  '',
  'password:',
  'The password is',
  `Tr0ub4dor${'&'}3xQ`,
  `password: Tr0ub4dor${'&'}3xQ`,
  'token:',
  RANDOM,
  `  "${RANDOM}"`,
  `token = "${RANDOM.slice(0, 18)}" +`,
  `"${RANDOM.slice(18)}"`,
  TOKEN,
  TOKEN.slice(0, 20),
  TOKEN.slice(20),
  '| Service | Password |',
  '| Service | Words |',
  '|---|---|',
  `| shop | Tr0ub4dor${'&'}3xQ |`,
  '| shop | none |',
  `| ${LONG} | none |`,
  '<!-- memory-bank: allow-secret -->',
  `-----BEGIN RSA ${'PRIVATE'} KEY-----`,
  BODY,
  `-----END RSA ${'PRIVATE'} KEY-----`,
  'db: postgres://shop:s3cr3tPw9@db.internal/shop',
  'user: root',
]

test('a secret that a write adds is found as in the whole text [S35]', () => {
  fc.assert(
    fc.property(edits(SECRET_LINES, 40), ([before, after]) => {
      const [first] = newSecrets(before, after)
      const said = ask(noSecrets, bank('details/tech.md', before, after))
      if (first === undefined) expect(said).toBeUndefined()
      else
        expect(said).toContain(`Line ${first.line} of memory-bank/details/tech.md would hold a secret (${first.kind})`)
    }),
    { numRuns: RUNS },
  )
})

const PERSONAL_LINES = [
  'Some words.',
  LONG,
  '',
  'Call 13912345671 after noon.',
  'order: 13912345671',
  '+49 (170) 123-45 98',
  'wei.chen@customer-mail.cn wrote again',
  'Card 4539 1488 0343 6467',
  '11010519491231002X',
  'phone:',
  '(415) 867-5309',
  '2026-01-02 10:30:00',
]

test('personal data that a write adds is found as in the whole text [S35]', () => {
  fc.assert(
    fc.property(edits(PERSONAL_LINES, 30), ([before, after]) => {
      const own = { ownDomains: [], ownPeople: [] }
      const held = new Set(findPersonalData(before, own).map((one) => before.slice(one.start, one.end)))
      const added = findPersonalData(after, own).find((one) => !held.has(after.slice(one.start, one.end)))
      const said = ask(personalData, bank('details/tech.md', before, after))
      if (added === undefined) expect(said).toBeUndefined()
      else expect(said).toContain(`Line ${added.line} of`)
    }),
    { numRuns: RUNS },
  )
})

test('words that may name a secret are those that one pattern would find [S35]', () => {
  const pattern =
    /pass(?:word|wd|phrase|code|wort)?|pwd|psw|secret|token|key|credential|jwt|requirepass|(?<![A-Za-z0-9])(?:pw|sk)(?![A-Za-z0-9])|(?<=_)pat(?![A-Za-z])|密码|口令|密钥|秘钥|令牌|凭证|凭据|密碼|金鑰|密匙|私钥|授权码|访问码/gi
  const pieces = fc.constantFrom(
    'pw',
    'sk',
    'pat',
    'PASS',
    'word',
    'key',
    '_',
    '-',
    ' ',
    'e',
    '1',
    '密',
    '码',
    'ſ',
    'psw',
    'd',
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
      const text = parts.join('')
      const found = [...text.matchAll(pattern)].map((match) => [match.index, match.index + match[0].length])
      expect([...tellingWords(text)].map(({ start, end }) => [start, end])).toEqual(found)
    }),
    { numRuns: RUNS },
  )
})

test('a line has the label that the pattern of all scripts finds, and its name is the same [S7]', () => {
  const pattern =
    /^[^\p{L}\p{N}|:：]*(?:\d{1,3}[.)、]\s*)?[^\p{L}\p{N}|:：]*([\p{L}\p{N}][^:：|]{0,39}?)[\s*_`]*[:：][\s*_`]*/u
  const pieces = fc.constantFrom(
    '**',
    '*',
    'Why',
    'why (old)',
    ':',
    '：',
    ' ',
    '- ',
    '1.',
    '12) ',
    '|',
    '`',
    '_',
    'é',
    '原因',
    'Given up',
    '2026-01-02',
    '\t',
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 9 }), (parts) => {
      const line = parts.join('')
      const match = pattern.exec(line.slice(0, 120))
      const label = match?.[1] === undefined ? undefined : { label: match[1], text: line.slice(match[0].length) }
      expect(labelled(line)).toEqual(label)
      // A letter of another script that says nothing has the whole pattern read it.
      expect(partNamed(line, 'decision')).toBe(partNamed(`${line}（é）`, 'decision'))
    }),
    { numRuns: RUNS },
  )
})

test('a line is cut into labels as one pattern would cut it [S7]', () => {
  const pattern = /[；;]|(?<=\S\s*)(?=\*\*[^*]{1,40}(?:\*\*\s?[:：]|[:：]\s?\*\*))/
  const pieces = fc.constantFrom('**', '*', 'Why', '：', ':', ' ', ';', '；', '- ', 'a', '原因')
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 16 }), (parts) => {
      const line = parts.join('')
      expect(labelSegments(line)).toEqual(line.split(pattern))
    }),
    { numRuns: RUNS },
  )
})

describe('the words of a message', () => {
  const PIECES = [
    ...[
      "let's ",
      'use ',
      'add a ',
      'button',
      'mb:write',
      'mb : save',
      'e.g. ',
      '...',
      '。。。',
      'foo(',
      ':)',
      ';-d',
      "'",
      "don't",
    ],
    ...[
      '`',
      '"',
      '“',
      '”',
      '「',
      '」',
      '```',
      '~~~',
      '\n',
      '> ',
      '*',
      '**',
      ' ',
      '  ',
      ',',
      '、',
      '1',
      '第二',
      '三',
      '%',
      '--force',
    ],
    ...[
      '寫',
      '記錄',
      '给页面',
      '加一个',
      '服务器',
      '服务',
      '然后',
      '用 ',
      'redis',
      '还是',
      '抽出',
      '为什么用',
      '吗',
      '？',
      '!',
      'ＡＢ',
      '…',
    ],
    ...['👍', '👍🏽', '❓', '🤔', '\u200b', '\ufe0f', '♀', 'é', 'İ', 'ſ', 'K', '#5', ':+1:', '+1', '-1', 'stack trace'],
    ...[
      'package.json',
      'packages',
      'choice',
      'why do we',
      'which one should',
      'move it to',
      'building the',
      'restructuring',
    ],
  ]
  const message = fc.array(fc.constantFrom(...PIECES), { maxLength: 14 }).map((pieces) => pieces.join(''))

  test('are the same whichever steps are left out [S42]', () => {
    fc.assert(
      fc.property(message, (text) => {
        const units = spansOf(text).flatMap((span) => [...span.units, span.asked, span.label, span.trails])
        expect(units).toEqual(plainSpans(text))
      }),
      { numRuns: RUNS },
    )
  })

  test('name a topic as the whole list of topics does [S27]', () => {
    fc.assert(
      fc.property(message, (text) => {
        const said = text.toLowerCase()
        expect([text, namesTopic(said)]).toEqual([text, plainTopics().some((pattern) => pattern.test(said))])
      }),
      { numRuns: RUNS },
    )
  })
})

/** Every step, every character. */
function plainSpans(text: string): readonly unknown[] {
  const plain = text
    .replace(/```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)/g, '\uFFFC')
    .replace(/^[ \t]*>.*$/gm, '')
    .replace(/`[^`\n]*`|"[^"\n]*"|“[^“”\n]*”|「[^「」\n]*」|『[^『』\n]*』|《[^《》\n]*》|‘[^‘’\n]{0,80}’/g, '\uFFFC')
    .replace(/(?<![\p{L}\p{N}])'[^'\n]{1,80}'(?![\p{L}\p{N}])/gu, '\uFFFC')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[’‘ʼ´]/g, "'")
    .replace(/\p{Emoji_Modifier}|[\u200b-\u200f\u2060\ufeff]|\ufe0e|\ufe0f|[♀♂]/gu, '')
    .replace(/[❓❔🤔]/gu, '?')
    .replace(/\*+/g, '')
    .replace(/[.。]{3,}/g, '…')
    .replace(/(?<=[a-z0-9_])[([{]/g, ' \uFFFC')
    .replace(/[:;]-?[)(d](?![a-z])/g, ' ')
    .replace(/\bmb ?: ?(?=[a-z])/g, 'mb:')
    .replace(/寫/g, '写')
    .replace(/記/g, '记')
    .replace(/錄/g, '录')
    .replace(/(?<=\p{Script=Han}) +(?=\p{Script=Han})/gu, ',')
    .replace(/(?<=[\d一二两三四五六七八九十])(?:、|, ?)(?=第?[\d一二两三四五六七八九十])/g, '和')
  const units = plain.matchAll(
    /:[+-]?[a-z0-9_]+:|\/?mb:[a-z]+|[+-]1(?![a-z0-9])|(?<![a-z0-9])--?[a-z][a-z0-9-]*|\d+%|#?[a-z0-9]+(?:['._:/+@-][a-z0-9]+)*|\p{Script=Han}|\p{Extended_Pictographic}|\S|\n/gu,
  )
  const spans: { units: string[]; asked: boolean; label: boolean; trails: boolean }[] = []
  let open: string[] = []
  const close = (mark: string) => {
    const last = spans.at(-1)
    if (open.length > 0) spans.push({ units: open, asked: mark === '?', label: mark === ':', trails: mark === '…' })
    else if (mark === '?' && last !== undefined) last.asked = true
    open = []
  }
  for (const [unit] of units) {
    if (/^[\n?,.。!;:、~()[\]—–\-·…]$/u.test(unit)) close(unit)
    else open.push(unit)
  }
  close('')
  return spans.flatMap((span) => [...span.units, span.asked, span.label, span.trails])
}

function plainTopics(): readonly RegExp[] {
  const chinese = [
    '选型|技术栈|架构|框架|模块|模组|组件|元件|服务(?!器)|中间件|插件|公共|通用|共享|封装|抽象|抽[取离成到出一]|解耦|分层',
    '重构|重写|重新设计|迁移|升级|拆分|拆成|拆开|改造|改用|改成|换成|替换|切换|采用|选用|引入|接入|集成|对接|搭建?一?个?|落地',
    '设计|规范|约定|惯例|模式|策略|方案|结构|数据库|建表|接口|协议|依赖|类库|用什么|用哪|还是用|用.{1,20}还是|缓存|队列|权限|鉴权|状态管理|错误处理',
    '功能|页面|新建|新增|新加|创建|实现|开发|(?:加|写|做|建|弄|搞)(?:上|一)?(?:一个|个|下)(?!空格|注释|分号|断点)',
    '为什么(?:当初|我们)?(?:要|会|不)?(?:用|选|采用|这样|这么)|(?:^|[，,。 ])(?:要不要|能不能|是否|可以)?(?:上|用|换) ?[a-z]',
  ]
  const english = [
    'architect\\w*|refactor\\w*|migrat\\w*|rewrit\\w*|restructur\\w*|redesign\\w*|design\\w*|reorgani[sz]\\w*|moderni[sz]\\w*',
    'modules?|components?|frameworks?|librar(?:y|ies)|packages?(?!\\.json| install)|dependenc\\w*|services?|microservices?|middleware|plugins?|layers?',
    'schemas?|databases?|endpoints?|apis?|interfaces?|abstractions?|patterns?|conventions?|structures?|strateg\\w*|approach\\w*|(?:tech )?stack(?! trace)|guidelines?',
    'switch(?:ing)? (?:to|from|over)|replac\\w+|upgrad\\w+|introduc\\w+|integrat\\w+|adopt\\w*|extract\\w*|split\\w*|decoupl\\w+|deprecat\\w+|shared?|public|reusable|renam\\w+',
    'implement\\w*|scaffold\\w*|build(?:ing)? (?:a|an|the|our|out|new)|creat(?:e|ing)|new (?:feature|page|screen|module|class|command|hook|table|job|worker)',
    'add(?:ing)? (?:a|an|new|another|some|support|\\w+ (?:support|mode|page|screen|feature|module|layer|auth\\w*))|support for|introduce',
    "cho(?:ose|osing|se|ice)|pick(?:ed)?|prefer\\w*|versus|vs|instead of|rather than|let'?s (?:use|go with|try|move to|switch)|go with",
    'us(?:e|ing) [@\\w./-]+ (?:for|instead|as|to|or|rather|and|in)|move .{1,60} (?:to|into)|which .{1,60} should|how should (?:we|i)|why (?:did|do|are|have) we',
  ]
  return [new RegExp(chinese.join('|'), 'u'), new RegExp(`\\b(?:${english.join('|')})\\b`)]
}

describe('a path', () => {
  const PIECES = [
    ...[
      'package',
      '-lock',
      '.json',
      'tsconfig',
      '.base',
      'jsconfig',
      'requirements',
      '-dev',
      '.txt',
      'docker-',
      'compose',
      '.yml',
      '.yaml',
    ],
    ...[
      'Dockerfile',
      '.dev',
      '.env',
      '.local',
      'vite',
      '.config',
      '.ts',
      '.',
      'app',
      'main',
      '.tf',
      'vars',
      '.csproj',
      '.sln',
      '.gemspec',
    ],
    ...[
      'go',
      '.mod',
      'Cargo',
      '.toml',
      '.lock',
      'bun',
      'b',
      'setup',
      '.py',
      'deno',
      'c',
      'é',
      'K',
      'ſ',
      '中',
      ' ',
      '.babelrc',
      'Chart',
    ],
    ...[
      'build',
      '.gradle',
      '.kts',
      'workspace',
      '.bazel',
      'action',
      'pipfile',
      'x.cabal',
      'user',
      'Auth',
      '-',
      '_',
      'session',
      '\n',
    ],
  ]
  const name = fc.array(fc.constantFrom(...PIECES), { maxLength: 5 }).map((pieces) => pieces.join(''))

  test('is as sensitive as the whole list of names and the words of all scripts say [S31]', () => {
    fc.assert(
      fc.property(name, (file) => {
        const words = (part: string) => part.replace(/([a-z0-9])([A-Z])/g, '$1 $2').split(/[^\p{L}\p{N}]+/u)
        const wanted = new Set(['auth', 'session', 'docker', 'dockerfile'])
        const said = [file.toLowerCase(), ...words(file.replace(/\.[^.]*$/, '')).map((word) => word.toLowerCase())]
        const plainly = SENSITIVE_NAMES.test(file) || said.some((word) => wanted.has(word))
        expect([file, riskOf([file], []).level]).toEqual([file, plainly ? 'high' : 'low'])
      }),
      { numRuns: RUNS },
    )
  })
})

const SENSITIVE_NAMES =
  /^(?:package(?:-lock)?\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|pnpm-workspace\.yaml|bun\.lockb?|deno\.(?:jsonc?|lock)|cargo\.(?:toml|lock)|go\.(?:mod|sum|work)|pyproject\.toml|poetry\.lock|uv\.lock|pipfile(?:\.lock)?|requirements[\w.-]*\.txt|setup\.(?:py|cfg)|gemfile(?:\.lock)?|composer\.(?:json|lock)|pom\.xml|(?:build|settings)\.gradle(?:\.kts)?|gradle\.properties|mix\.(?:exs|lock)|pubspec\.(?:yaml|lock)|package\.swift|[\w.-]+\.(?:csproj|fsproj|vbproj|sln|tf|tfvars)|directory\.(?:build|packages)\.props|global\.json|nuget\.config|[tj]sconfig[\w.-]*\.json|babel\.config\.\w+|\.babelrc[\w.]*|\.swcrc|webpack\.config\.\w+|vite\.config\.\w+|rollup\.config\.\w+|rolldown\.config\.\w+|next\.config\.\w+|cmakelists\.txt|(?:docker-)?compose[\w.-]*\.ya?ml|[\w.-]*dockerfile[\w.-]*|\.dockerignore|\.gitlab-ci\.yml|azure-pipelines\.yml|\.travis\.yml|bitbucket-pipelines\.yml|\.env[\w.-]*|\.npmrc|bunfig\.toml|podfile(?:\.lock)?|cartfile(?:\.resolved)?|package\.resolved|build\.sbt|stack\.yaml|[\w.-]+\.(?:cabal|gemspec|nimble)|gleam\.toml|project\.clj|deps\.edn|flake\.(?:nix|lock)|libs\.versions\.toml|gradle\.lockfile|packages\.lock\.json|directory\.build\.targets|module\.bazel|workspace(?:\.bazel)?|environment\.ya?ml|rust-toolchain(?:\.toml)?|meson\.build|(?:nuxt|svelte|astro|metro|tsup|esbuild|rspack)\.config\.\w+|\.drone\.yml|buildspec\.yml|cloudbuild\.ya?ml|serverless\.ya?ml|skaffold\.ya?ml|chart\.ya?ml|vagrantfile|procfile|nginx\.conf|action\.ya?ml|dependabot\.ya?ml)$/i
