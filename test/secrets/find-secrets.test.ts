import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findSecrets, newSecrets, unallowedSecrets } from '../../src/secrets/find-secrets.ts'
import { maskSecrets, starSecrets } from '../../src/secrets/mask.ts'
import { fingerprint } from '../../src/secrets/placeholder.ts'
import { expectInProportion } from '../growth.ts'
import { law } from '../laws/runs.ts'

// Every secret here is assembled at run time, so that the repository holds no credential-shaped text.
const LETTERS = 'QmZ7xK2pLw9RtV4bNc8YsJ3dFh6GgT5kXq1MzPa0WnEoUiBvCrDyHjSlKfAe'
const body = (length: number, from = 0) => LETTERS.repeat(4).slice(from, from + length)
const hex = (length: number) => '9f3a7c1e5b8d2046'.repeat(8).slice(0, length).split('').reverse().join('')
const github = `gh${'p'}_${body(36)}`
const password = ['vT9', '#kq', 'Lw2x'].join('')

interface Case {
  readonly kind: string
  readonly b64: string
}
const cases: { readonly positive: readonly Case[]; readonly negative: readonly Case[] } = JSON.parse(
  readFileSync(new URL('../cases/secrets.b64.json', import.meta.url), 'utf8'),
)
const textOf = (one: Case) => Buffer.from(one.b64, 'base64').toString('utf8')
const positives = cases.positive.map((one, index) => [index, one.kind, textOf(one)] as const)
const negatives = cases.negative.map((one, index) => [index, one.kind, textOf(one)] as const)

describe('the labelled cases', () => {
  test('there are at least 100 secrets of 25 kinds and 200 look-alikes', () => {
    expect(cases.positive.length).toBeGreaterThanOrEqual(100)
    expect(new Set(cases.positive.map((one) => one.kind)).size).toBeGreaterThanOrEqual(25)
    expect(cases.negative.length).toBeGreaterThanOrEqual(200)
  })

  test.each(positives)('secret %i (%s) is found [S35]', (_index, _kind, text) => {
    expect(findSecrets(text)).not.toEqual([])
  })

  test.each(negatives)('look-alike %i (%s) passes [S35]', (_index, _kind, text) => {
    expect(findSecrets(text)).toEqual([])
  })

  test.each(positives)('secret %i (%s) is masked, and nothing more is found [S35]', (_index, _kind, text) => {
    const masked = maskSecrets(text)
    expect(findSecrets(masked)).toEqual([])
    for (const finding of findSecrets(text)) expect(masked).not.toContain(text.slice(finding.start, finding.end))
  })
})

describe('a finding', () => {
  test('has the kind, line and column from 1, and the span of the value [S35]', () => {
    const text = `# Notes\r\n\r\ntoken: ${github}\r\n`
    const start = text.indexOf(github)
    expect(findSecrets(text)).toEqual([{ kind: 'github-token', line: 3, column: 8, start, end: start + github.length }])
  })

  test('never has the value [S35]', () => {
    for (const [, , text] of positives) {
      for (const finding of findSecrets(text)) {
        expect(Object.keys(finding).sort()).toEqual(['column', 'end', 'kind', 'line', 'start'])
        expect(JSON.stringify(finding)).not.toContain(text.slice(finding.start, finding.end))
      }
    }
  })

  test.each([
    ['a byte order mark', `\ufeffDB_PASSWORD=${password}`, 'password'],
    [
      'full-width letters',
      `密码：${[...password].map((sign) => (/\w/.test(sign) ? String.fromCharCode(sign.charCodeAt(0) + 0xfee0) : sign)).join('')}`,
      'password',
    ],
    ['an escaped newline before it', `"key\\n${github}\\n"`, 'github-token'],
  ])('is found despite %s', (_name, text, kind) => {
    expect(findSecrets(text).map((finding) => finding.kind)).toEqual([kind])
  })
})

describe('secrets of services and machines', () => {
  const short = ['zebra', '77', 'tango'].join('')
  const codes = ['8f3k2-9djq1', '77abk-q01zz', '90xzm-pl3mt']
  const digits = ['9f3a7c1e5b8d2046', 'a1c47fe09b35d862', '8fd01bc65a93e274', '7c0b9e18d5f64a23'].join('')
  const uuid = [hex(8), hex(12).slice(8), `4${hex(3)}`, `8${hex(3)}`, hex(12)].join('-')

  test.each([
    ['fireworks-key', `fw_${body(24)}`],
    ['infisical-token', `INFISICAL_TOKEN=st.${digits.slice(0, 24)}.${digits.slice(8, 40)}.${digits.slice(32)}`],
    ['volcengine-ark-key', `ark-${uuid}`],
    ['volcengine-ark-key', `火山方舟：ark-${uuid}-${body(5).toLowerCase()}`],
    ['password', `requirepass ${short}`],
    ['password', `CONFIG SET masterauth ${short}`],
    ['password', `The sudo pw on web-03 is ${['Blu3', 'Kettle'].join('')}`],
    ['recovery-codes', `Recovery codes: ${codes.join(', ')}`],
    ['recovery-codes', `backup codes:\n- ${codes.join('\n- ')}\n`],
    ['recovery-codes', `恢复码：${codes.join('、')}`],
    ['recovery-codes', `GitHub backup codes ${['12845678', '87651321'].join(' ')}`],
    ['hardware-pin', `HSM pin: ${[8391, 274].join('')}`],
    ['hardware-pin', `The HSM slot 0 user PIN is ${[649, 182].join('')}`],
    ['secret-value', `https://qyapi.weixin.qq.com/cgi-bin/gettoken?corpid=ww1&corpsecret=${body(34)}`],
  ])('%s is found, and nothing more after masking: case %# [S35]', (kind, text) => {
    expect(findSecrets(text).map((one) => one.kind)).toEqual([kind])
    expect(findSecrets(maskSecrets(text))).toEqual([])
  })

  test.each([
    'Set requirepass in redis.conf.',
    'requirepass $REDIS_PASSWORD',
    'The sudo pw is in the vault.',
    'The recovery code path is in auth-2fa.ts',
    'Backup codes: 10 per user, 8-digit.',
    'Recovery codes: sha256-base64.',
    'A recovery code from 2024-01-05, since 2024-2025.',
    'GPIO pin 5 to 13; a user pin has 4 digits, for example 1234.',
    'st.stop() and ark-server-01',
  ])('%j holds none [S35]', (text) => expect(findSecrets(text)).toEqual([]))
})

describe('placeholders and published examples', () => {
  const keys = ['password', 'API_KEY', 'client_secret', 'token', '密码', 'AWS_SECRET_ACCESS_KEY', 'db.password']
  const stands = [
    '<your-token>', 'xxxxxxxx', '********', 'changeme', 'change-me', 'your_api_key_here', 'YOUR-API-KEY', 'REPLACE_ME',
    `$${'{SECRET}'}`, '$SECRET', '%SECRET%', '{{ secret }}', 'process.env.SECRET', 'os.environ["SECRET"]', 'op://vault/item/field',
    'vault:secret/data/app#key', 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:db', 'null', 'undefined', 'example',
    'test', 'secret', 'password123', 'TODO', '...', '[redacted]', '[secret: password]', '1234567890', 'abcdefghijklmnop',
  ] // biome-ignore format: a list reads best in rows
  const forms = [
    (key: string, value: string) => `${key}=${value}`,
    (key: string, value: string) => `${key}: ${value}`,
    (key: string, value: string) => `"${key}": "${value}",`,
    (key: string, value: string) => `const ${key} = '${value}'`,
    (key: string, value: string) => `| ${key} | \`${value}\` |`,
    (key: string, value: string) => `the ${key} is ${value}`,
  ]

  test('a placeholder is never reported, with any key in any form [S35]', () => {
    law(
      fc.property(
        fc.constantFrom(...keys),
        fc.constantFrom(...stands),
        fc.constantFrom(...forms),
        (key, value, form) => {
          expect(findSecrets(form(key, value))).toEqual([])
        },
      ),
      600,
    )
  })

  test.each(['AKIA', 'gho_', 'sk-ant-api03-', 'glpat-', 'npm_', 'hf_', 'sk_live_', 'xoxb-'])(
    '%s followed by filler is not reported',
    (prefix) => {
      for (const filler of [
        'x'.repeat(40),
        'X'.repeat(16),
        '0'.repeat(36),
        '...',
        '*'.repeat(20),
        '1234567890'.repeat(4),
      ]) {
        expect(findSecrets(prefix + filler)).toEqual([])
      }
    },
  )

  test('an example from a standard is known by its fingerprint', () => {
    const aladdin = Buffer.from(['Aladdin', 'open sesame'].join(':')).toString('base64')
    expect(findSecrets(`Authorization: Basic ${aladdin}`)).toEqual([])
    expect(fingerprint(aladdin)).not.toBe(fingerprint(`${aladdin} `))
  })
})

describe('seeds and wallets', () => {
  const kinds = (text: string) => findSecrets(text).map((finding) => finding.kind)

  test('a raw key or seed is found by the words before it, unlike digests and ids [S35]', () => {
    const key = ['9f3a7c1e5b8d2046', '61d0e8a47b25fc93', '0c7be5924da816f3', 'd59e20b8c1674fa3'].join('')
    const seed = ['Q7KX', 'ZP2M', 'W5TJ', 'H3VN'].join('')
    expect(kinds(`Deployer private key 0x${key}`)).toEqual(['wallet-key'])
    expect(kinds(`验证者私钥 ${key}`)).toEqual(['wallet-key'])
    expect(kinds(`Private key file, sha256 ${key}`)).toEqual([])
    expect(kinds(`block ${key}`)).toEqual([])
    expect(kinds(`2FA seed ${seed}`)).toEqual(['totp-seed'])
    expect(kinds(`两步验证种子 ${seed}`)).toEqual(['totp-seed'])
    expect(kinds(`2FA key event id ${seed}`)).toEqual([])
    expect(kinds(`batch ${seed}`)).toEqual([])
  })
})

describe('the secrets that a write adds', () => {
  const line = `DB_PASSWORD=${password}`

  test.each([
    ['a secret in a new line', 'a\n', `a\n${line}\n`, 1],
    ['an existing secret', `${line}\n`, `${line}\nmore\n`, 0],
    ['a secret whose line moved', `${line}\na\nb\n`, `a\nb\n${line}\n`, 0],
    ['a secret whose line was reworded', `${line}\n`, `export ${line} # prod\n`, 0],
    ['a second copy of an existing secret', `${line}\n`, `${line}\nx\n${line}\n`, 1],
    ['another secret in its place', `${line}\n`, `DB_PASSWORD=${password.slice(1)}Zz8\n`, 1],
    ['nothing', `${line}\n`, `${line}\n`, 0],
    ['a removal', `${line}\n`, '', 0],
    ['other line ends', `a\n${line}\n`, `a\r\n${line}\r\n`, 0],
  ])('%s', (_name, before, after, count) => {
    expect(newSecrets(before, after)).toHaveLength(count)
  })

  const allow = '<!-- memory-bank: allow-secret -->'
  test.each([
    ['was on the line above', `a\n${allow}\nb\n`, `a\n${allow}\n${line}\nb\n`, 0],
    ['was on the same line', `a\nDB_PASSWORD=todo # memory-bank:allow\n`, `a\n${line} # memory-bank:allow\n`, 0],
    ['comes with the write', 'a\nb\n', `a\n${allow}\n${line}\nb\n`, 1],
    ['comes with the write on the same line', 'a\n', `a\n${line} ${allow}\n`, 1],
    ['is moved to the secret', `${allow}\nx\na\nb\nc\n`, `x\na\nb\nc\n${allow}\n${line}\n`, 1],
    ['is two lines above', `${allow}\na\n`, `${allow}\na\n${line}\n`, 1],
    ['belongs to another word', `memory-bank:allowance\n`, `memory-bank:allowance\n${line}\n`, 1],
  ])('an allow comment that %s [S35]', (_name, before, after, count) => {
    expect(newSecrets(before, after)).toHaveLength(count)
  })

  test('an existing allow comment covers one line in a check', () => {
    expect(unallowedSecrets(`${allow}\n${line}\n`)).toEqual([])
    expect(unallowedSecrets(`${allow}\nx\n${line}\n`)).toHaveLength(1)
    expect(findSecrets(`${allow}\n${line}\n`)).toHaveLength(1)
  })

  test('existing text is never new, in any order of lines [S35]', () => {
    const lines = fc.array(
      fc.constantFrom(line, `token: ${github}`, 'plain', '', `secret = "${hex(40)}"`, '密码是 a'),
      { maxLength: 8 },
    )
    law(
      fc.property(lines, fc.nat(8), (all, cut) => {
        const before = all.join('\n\n')
        const after = [...all.slice(cut), ...all.slice(0, cut)].join('\n\n')
        expect(newSecrets(before, after)).toEqual([])
      }),
      100,
    )
  })
})

describe('masking', () => {
  test('replaces each value with its kind and keeps the rest', () => {
    expect(maskSecrets(`a ${github} b\n`)).toBe('a [secret: github-token] b\n')
    expect(maskSecrets('nothing here\n')).toBe('nothing here\n')
  })

  test('leaves a text in which nothing more is found [S35]', () => {
    const pieces = [
      ...positives.map(([, , text]) => text),
      'password: ',
      '密码是 ',
      'token=',
      '"',
      '\n',
      ' ',
      '`',
      '|',
      ': ',
      'aB3$x9Zq',
      '://u:',
      '@h',
    ]
    law(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string()), { maxLength: 6 }), (parts) => {
        expect(findSecrets(maskSecrets(parts.join('')))).toEqual([])
      }),
      300,
    )
  })
})

describe('hostile texts', () => {
  const units = [
    'a', 'aB3', ' ', '"', '-', '=', '\n', '\\n', 'eyJ', 'eyJ.', 'ghp_', 'sk-', 'key=', 'key ', 'key1= ', 'password:', 'password is ', 'password(',
    'token="', '密码是', '密码：', 'user:a', 'mysql -u a ', '://a:', '://a:b@', '-----BEGIN PRIVATE KEY-----\n', '| password |\n|---|\n',
    'abcdefgh\nabcdefgh', 'a"+"b', 'cookie: a=', 'echo a | ', 'QUJD', '\u200b', 'a_live_', 'word ', 'a-a.', '%3D',
    'zoo ', `${'zoo '.repeat(11)}z `, '账号 a 密码', '账号密码 a/', 'otp key ABCD ', '助记词 我 ', '0x',
  ] // biome-ignore format: a list reads best in rows

  const much = (unit: string) => (size: number) => unit.repeat(Math.ceil(size / unit.length))

  test.each(units)('many times %j is searched in linear time', (unit) => {
    expectInProportion(20_000, much(unit), findSecrets)
  })

  test.each(['password: ', 'ghp_', '://a:', '-----BEGIN PRIVATE KEY-----', '"', ''])(
    'one long run after %j is searched in linear time',
    (head) => {
      for (const tail of ['a', 'aB3', ' ', '='])
        expectInProportion(20_000, (size) => head + much(tail)(size), findSecrets)
    },
  )

  test('findings in any text are inside it, in order and apart', () => {
    law(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        let from = 0
        for (const finding of findSecrets(text)) {
          expect(finding.start).toBeGreaterThanOrEqual(from)
          expect(finding.end).toBeGreaterThan(finding.start)
          expect(finding.end).toBeLessThanOrEqual(text.length)
          from = finding.end
        }
      }),
      100,
    )
  })
})

test('a displayed text has stars in place of secrets that are not allowed, and no other changes [S35]', () => {
  const token = `gh${'p'}_${'QmZ7xK2pLw9RtV4bNc8YsJ3dFh6GgT5kXq1M'}`
  const text = `# Deploy 🎈\r\n\r\n- token ${token} here\r\n`
  expect(starSecrets(text)).toBe(text.replace(token, '*'.repeat(token.length)))
  const allowed = `<!-- memory-bank: allow-secret -->\n- token ${token}\n`
  expect(starSecrets(allowed)).toBe(allowed)
})
