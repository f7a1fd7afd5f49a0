/** The cost of a start, counted instead of timed: files and built-in modules that a command loads. */

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
  /** Files of the program. */
  readonly files: readonly string[]
  readonly builtIns: readonly string[]
  readonly bytes: number
}

/** Start-up time follows the loaded code. These figures keep it within the targets of `bench/startup.mjs`. */
describe('a start', () => {
  test('of status loads few files, little code and no slow modules [S54]', () => {
    sandbox.run(['init', '--yes'])
    // Files as new as the ledger are hashed, which loads crypto. A session records their stamps first.
    const { builtIns, bytes, files } = loadedBy(['status'])
    expect(files.length).toBeLessThan(16)
    expect(bytes).toBeLessThan(430_000)
    const slow = ['child_process', 'readline', 'worker_threads', 'http', 'net', 'fs/promises', 'stream', 'tty']
    expect(builtIns.filter((name) => slow.includes(name))).toEqual([])
  })

  test('of the version and the help loads a small share of what status loads [S54]', () => {
    sandbox.run(['init', '--yes'])
    const status = loadedBy(['status']).bytes
    for (const args of [['--version'], ['--help']]) expect(loadedBy(args).bytes).toBeLessThan(status / 2)
  })

  test('of status and recall loads no guard files; shared code is built into other files [S54]', () => {
    sandbox.run(['init', '--yes'])
    for (const args of [['status'], ['recall', 'how to test']]) {
      const names = loadedBy(args).files.map((path) => basename(path))
      expect(
        names.filter((name) =>
          ['hook-engine.cjs', 'hear-person.cjs', 'judge-write.cjs', 'shell-context.cjs'].includes(name),
        ),
      ).toEqual([])
    }
  })

  test('of status loads nothing that only a refresh needs [S54]', () => {
    sandbox.run(['init', '--yes'])
    expect(loadedBy(['refresh', '--dry-run']).bytes).toBeGreaterThan(loadedBy(['status']).bytes * 2)
  })
})

test.each([
  ['flat', (at: number) => `file-${at}.js`],
  ['in a folder of its own', (at: number) => `src/file-${at}.js`],
  ['nested', (at: number) => `src/part-${at % 100}/sub-${at % 10}/file-${at}.js`],
])('init looks at no more of a large tree than of a small one: %s [S12]', (_, place) => {
  const small = looksOf(1_000, place)
  expect(small).toBeGreaterThan(100)
  expect(looksOf(8_000, place)).toBeLessThanOrEqual(small * 1.1)
})

test('a refresh writes only changed files: one new document rewrites one index [S15]', () => {
  sandbox.write(designDocs(60))
  sandbox.run(['init', '--yes'])
  sandbox.run(['refresh', '--yes'])
  sandbox.write(designDocs(1, 'more'))
  const planned = sandbox.json(['refresh', '--dry-run'])
  expect(planned['changes']).toHaveLength(1)
})

/** The files and built-in modules that a command loads, from the module loader. */
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

/** Number of folder entries and files that an init reads in a tree of the given size. */
function looksOf(files: number, place: (at: number) => string): number {
  const big = new Sandbox({ fast: true })
  try {
    big.write(PROJECT)
    big.write(Object.fromEntries(Array.from({ length: files }, (_, at) => [place(at), ''])))
    const list = join(big.base, 'looks')
    const hook = join(big.base, 'hook.cjs')
    writeFileSync(
      hook,
      `const fs = require('node:fs')
      let looks = 0
      const count = (on, name) => {
        const real = on[name]
        on[name] = Object.assign(function (...args) {
          looks += 1
          const answer = real.apply(this, args)
          if (name === 'readdirSync') looks += answer.length
          return answer
        }, real)
      }
      count(fs.Dir.prototype, 'readSync')
      for (const name of ['readdirSync', 'opendirSync', 'openSync', 'readFileSync', 'statSync', 'lstatSync']) count(fs, name)
      const write = fs.writeFileSync
      process.on('exit', () => write(${JSON.stringify(list)}, String(looks)))`,
    )
    expect(big.run(['init', '--yes'], { node: ['--require', hook] }).code).toBe(0)
    return Number(readFileSync(list, 'utf8'))
  } finally {
    big.remove()
  }
}
