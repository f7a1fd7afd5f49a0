/** What a start costs, counted rather than timed: the files and built-in modules that a command loads. */

import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { designDocs, PROJECT } from './banks.ts'
import { PROGRAM, Sandbox } from './harness.ts'

let sandbox: Sandbox
beforeEach(() => {
  sandbox = new Sandbox()
  sandbox.write(PROJECT)
})
afterEach(() => sandbox.remove())

interface Loaded {
  /** Files of ours. */
  readonly files: readonly string[]
  readonly builtIns: readonly string[]
  readonly bytes: number
}

describe('status', () => {
  test('loads few files and bytes, and starts no other program [S54]', () => {
    sandbox.run(['init', '--yes'])
    const { files, builtIns, bytes } = loadedBy(['status'])
    expect(files.length).toBeLessThanOrEqual(6)
    expect(bytes).toBeLessThan(150 * 1024)
    for (const heavy of [
      'child_process',
      'crypto',
      'readline',
      'worker_threads',
      'http',
      'net',
      'fs/promises',
      'stream',
      'tty',
    ]) {
      expect(builtIns).not.toContain(heavy)
    }
  })

  test('loads nothing that only a refresh needs [S54]', () => {
    sandbox.run(['init', '--yes'])
    const status = loadedBy(['status'])
    const refresh = loadedBy(['refresh', '--dry-run'])
    expect(refresh.bytes).toBeGreaterThan(status.bytes * 2)
  })
})

test('the version and the help load the smallest part [S54]', () => {
  for (const args of [['--version'], ['--help']]) expect(loadedBy(args).bytes).toBeLessThan(60 * 1024)
})

test('init looks at as many entries of a large tree as of a small one [S12]', () => {
  const small = looksOf(200)
  const large = looksOf(4_000)
  expect(large).toBeLessThanOrEqual(small * 1.5)
})

test('a refresh writes only what changed: one document more costs one index, not all files [S15]', () => {
  sandbox.write(designDocs(60))
  sandbox.run(['init', '--yes'])
  sandbox.run(['refresh', '--yes'])
  sandbox.write(designDocs(1, 'more'))
  const planned = sandbox.json(['refresh', '--dry-run'])
  expect(planned['changes']).toHaveLength(1)
})

/** The files and built-in modules a command loads, by asking the module loader. */
function loadedBy(args: readonly string[]): Loaded {
  const list = join(sandbox.base, 'loaded')
  const hook = join(sandbox.base, 'hook.cjs')
  writeFileSync(
    hook,
    `const Module = require('node:module')
    const seen = new Set()
    const load = Module._load
    Module._load = function (request, parent, ...rest) {
      seen.add(Module.isBuiltin(request) ? request.replace(/^node:/, '') : Module._resolveFilename(request, parent))
      return load.call(this, request, parent, ...rest)
    }
    process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(list)}, JSON.stringify([...seen])))`,
  )
  const { code, err } = sandbox.run(args, { node: ['--require', hook] })
  expect(code, err).toBe(0)
  const seen: readonly string[] = JSON.parse(readFileSync(list, 'utf8'))
  const files = [...new Set([PROGRAM, ...seen.filter((path) => path.startsWith('/'))])]
  expect(files.map((path) => basename(path))).toContain('main.cjs')
  return {
    files,
    builtIns: seen.filter((path) => !path.startsWith('/')),
    bytes: files.reduce((sum, path) => sum + statSync(path).size, 0),
  }
}

/** How many file operations an init makes that look at the project, in a tree of so many files. */
function looksOf(files: number): number {
  const big = new Sandbox({ fast: true })
  try {
    big.write(PROJECT)
    big.write(Object.fromEntries(Array.from({ length: files }, (_, at) => [`src/part-${at % 100}/file-${at}.js`, ''])))
    const count = join(big.base, 'count')
    expect(big.run(['init', '--yes'], { faults: { reads: true, count } }).code).toBe(0)
    return readFileSync(count, 'utf8').split('\n').length
  } finally {
    big.remove()
  }
}
