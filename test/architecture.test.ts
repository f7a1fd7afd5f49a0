/** The rules of ARCHITECTURE.md on files: layers whose imports point down, and each test beside the name of its source. */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'

const SRC = resolve(import.meta.dirname, '../src')

const LIBRARIES = ['base', 'bank', 'settings', 'secrets', 'project']
const ENGINES = ['plan', 'check', 'drift', 'search', 'guard', 'shell', 'learn', 'merge', 'import']
/** These order the steps. They may import each other, but imports never form a cycle. */
const APPLICATION = ['verbs', 'session', 'consent', 'setup']
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  base: [],
  bank: ['base'],
  settings: ['base', 'bank'],
  secrets: ['base', 'bank'],
  project: ['base', 'bank', 'secrets'],
  ...Object.fromEntries([...ENGINES, 'disk'].map((folder) => [folder, LIBRARIES])),
  ...Object.fromEntries(APPLICATION.map((folder) => [folder, [...LIBRARIES, ...ENGINES, 'disk', ...APPLICATION]])),
  hosts: [...LIBRARIES, ...APPLICATION],
  dashboard: [...LIBRARIES, ...ENGINES, 'disk', ...APPLICATION],
  cli: [...LIBRARIES, ...APPLICATION, 'hosts', 'dashboard'],
  'index.ts': [...LIBRARIES, ...APPLICATION],
}
const PURE = [...LIBRARIES, ...ENGINES]
/** Parsers and a diff: they compute, and have no effects. */
const PURE_PACKAGES = ['jsonc-parser', 'smol-toml', 'yaml', 'fast-xml-parser', 'unbash', 'diff', '@lezer/markdown']

interface Import {
  readonly file: string
  readonly from: string
  readonly to: string
  /** A dynamic `import()`. */
  readonly lazy: boolean
  /** An `import type`, which the build removes. */
  readonly typesOnly: boolean
}

const imports: readonly Import[] = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .flatMap((file) => {
    const text = readFileSync(join(SRC, file), 'utf8')
    const found = [
      ...text.matchAll(
        /(?:^|\n)\s*(?:import|export)\s[^'"\n]*?(?:\{[^}]*\}[^'"\n]*)?from '([^']+)'|import\('([^']+)'\)/g,
      ),
    ]
    return found.map((match) => ({
      file: file.replaceAll('\\', '/'),
      from: ring(file),
      to: match[1] ?? match[2] ?? '',
      lazy: match[1] === undefined,
      typesOnly: /^\s*(?:import|export) type\b/.test(match[0]),
    }))
  })

function ring(file: string): string {
  return file.replaceAll('\\', '/').split('/')[0] ?? ''
}

function target(one: Import): string | undefined {
  return one.to.startsWith('.') ? ring(relative(SRC, resolve(SRC, dirname(one.file), one.to))) : undefined
}

test('the scan sees the source', () => {
  expect(imports.length).toBeGreaterThan(100)
  expect(Object.keys(MAY_IMPORT)).toEqual(expect.arrayContaining([...new Set(imports.map((one) => one.from))]))
})

test('each folder imports only the folders below it', () => {
  const wrong = imports.filter((one) => {
    const to = target(one)
    return to !== undefined && to !== one.from && !(MAY_IMPORT[one.from] ?? []).includes(to)
  })
  expect(wrong).toEqual([])
})

test('there are no import cycles', () => {
  const imported = new Map<string, string[]>()
  for (const one of imports.filter(({ to, lazy, typesOnly }) => to.startsWith('.') && !lazy && !typesOnly))
    imported.set(one.file, [...(imported.get(one.file) ?? []), join(dirname(one.file), one.to).replaceAll('\\', '/')])
  const done = new Set<string>()
  const circleFrom = (file: string, path: readonly string[]): readonly string[] | undefined => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
    if (done.has(file)) return undefined
    for (const next of imported.get(file) ?? []) {
      const circle = circleFrom(next, [...path, file])
      if (circle !== undefined) return circle
    }
    done.add(file)
    return undefined
  }
  const circle = [...imported.keys()].map((file) => circleFrom(file, [])).find((one) => one !== undefined)
  expect(circle).toBeUndefined()
})

test('the command line may start a host, but uses nothing else from one', () => {
  expect(imports.filter((one) => one.from === 'cli' && target(one) === 'hosts' && !one.lazy)).toEqual([])
})

test('the protocol library is loaded by its own server only', () => {
  const wrong = imports.filter(
    (one) => one.to.startsWith('@modelcontextprotocol/') && !one.file.startsWith('hosts/mcp/'),
  )
  expect(wrong).toEqual([])
})

test('the pure folders import no node modules, and only the listed packages', () => {
  const impure = imports.filter(
    (one) =>
      PURE.includes(one.from) &&
      target(one) === undefined &&
      !PURE_PACKAGES.some((name) => one.to === name || one.to.startsWith(`${name}/`)),
  )
  expect(impure).toEqual([])
})

test('only a page calls the Markdown readers', () => {
  const readers = /\b(?:scanLines|parseBlocks|findTables|listSections)\(/
  const asking = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .filter((file) => readers.test(readFileSync(join(SRC, file), 'utf8').replaceAll(/export function \w+\(/g, '')))
  expect(asking).toEqual([join('bank', 'page.ts')])
})

test('only the outer layers use the clock, the environment and the console', () => {
  const touching = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && [...PURE, 'consent'].includes(ring(file)))
    .filter((file) =>
      /\bprocess\.|\bDate\.now\(|new Date\(\)|\bconsole\.|Math\.random\(/.test(
        withoutStrings(readFileSync(join(SRC, file), 'utf8')),
      ),
    )
  expect(touching).toEqual([])
})

test('each exported type has a name of its own', () => {
  const places = new Map<string, string[]>()
  for (const file of readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name)))
    for (const [, name = ''] of readFileSync(join(SRC, file), 'utf8').matchAll(
      /^export (?:type|interface|(?:abstract )?class) (\w+)/gm,
    ))
      places.set(name, [...(places.get(name) ?? []), file])
  expect(places.size).toBeGreaterThan(500)
  expect([...places].filter(([, files]) => files.length > 1)).toEqual([])
})

/**
 * Most lines (ts, tsx, css) of each folder, like a size limit for bundles. A commit that raises a number gives the
 * reason; lowering one is welcome. The comments are the design's aim for folders above it.
 */
const BUDGETS: Readonly<Record<string, number>> = {
  base: 2_760,
  bank: 6_280,
  settings: 1_140,
  secrets: 2_350,
  project: 4_900, // (2,600); reads the commands that documents and CI name (S12)
  plan: 6_410,
  search: 2_580, // (2,500) A question counts its terms; before, the bank's terms were counted once.
  check: 2_720, // (1,900)
  drift: 2_350,
  shell: 2_630, // (1,600)
  guard: 3_990, // (2,900)
  merge: 1_300, // (1,100)
  import: 2_310, // (1,900)
  learn: 730,
  disk: 7_390, // (5,800)
  verbs: 4_770,
  session: 4_580, // (3,000)
  consent: 1_300,
  setup: 2_750,
  cli: 6_350, // (4,200) review, and ? at every prompt, came later.
  hosts: 8_290, // (6,300)
  dashboard: 7_250, // (5,000)
}

test('each folder stays within its line budget', () => {
  const lines = new Map<string, number>()
  for (const file of readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(?:tsx?|css)$/.test(name),
  ))
    lines.set(ring(file), (lines.get(ring(file)) ?? 0) + readFileSync(join(SRC, file), 'utf8').split('\n').length - 1)
  lines.delete('index.ts')
  expect([...lines.keys()].sort()).toEqual(Object.keys(BUDGETS).sort())
  expect([...lines].filter(([folder, count]) => count > (BUDGETS[folder] ?? 0))).toEqual([])
})

/** Test folders without a source folder: whole programs, laws over several folders, published texts. */
const NO_MIRRORS = ['fixtures', 'laws', 'pins', 'scenarios']
/** Tests of all hosts together and of real host programs. They are here because this folder has the hosts' packages. */
const REAL_HOSTS = [
  ...['conformance', 'install', 'kilo', 'oh-my-opencode', 'opencode2', 'picture', 'prove', 'switched-off'],
  ...['claude-code', 'cline', 'codex', 'copilot', 'gemini', 'qwen'].map((host) => `real-${host}`),
].map((name) => `hosts/${name}.test.ts`)

test('each test has the path and name of the source file or folder it tests', () => {
  const tests = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.test.ts') && file.includes('/'))
    .filter((file) => !file.includes('node_modules/') && !NO_MIRRORS.includes(ring(file)))
  expect(tests.length).toBeGreaterThan(100)
  const astray = tests.filter((file) => {
    const source = join(SRC, file.replace(/\.test\.ts$/, ''))
    return !existsSync(`${source}.ts`) && !existsSync(source) && !REAL_HOSTS.includes(file)
  })
  expect(astray.map((file) => ({ file }))).toEqual([])
})

/** The guard's tables name `process.env` in strings. Only code that reads it counts. */
function withoutStrings(source: string): string {
  return source.replace(/'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g, "''")
}
