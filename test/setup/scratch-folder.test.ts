/** The scratch folder of a proof is gone when `remove` returns, whatever the host's helpers still do. */

import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeScratchFolder } from '../../src/setup/scratch-folder.ts'

/** Writes new files into the folder's `home/state` until it has written 2,000, or until the folder is gone. */
const WRITER = `
  const { mkdirSync, writeFileSync, existsSync } = require('node:fs')
  mkdirSync('home/state', { recursive: true })
  process.stdout.write('writing')
  try { for (let at = 0; at < 2000; at++) writeFileSync('home/state/' + at, 'x'.repeat(1000)) } catch {}
`

test('a helper that still writes does not keep the folder [S53]', async () => {
  const scratch = makeScratchFolder()
  scratch.write({ [join(scratch.folder, 'project/a.txt')]: 'a' })
  const helper = spawn(process.execPath, ['-e', WRITER], { cwd: scratch.folder })
  const ended = new Promise((done) => helper.on('close', done))
  await new Promise((begun) => helper.stdout.once('data', begun))
  await scratch.remove()
  await ended
  expect(existsSync(scratch.folder)).toBe(false)
})

/** Has its own session, like a language server or an updater, and writes when the host is long gone. */
const LATE_WRITER = `
  process.stdout.write('started')
  setTimeout(() => require('node:fs').mkdirSync(process.env.HOME + '/state', { recursive: true }), 2000)
`

test.runIf(process.platform === 'linux')('a helper that writes later is ended [S53]', async () => {
  const scratch = makeScratchFolder()
  const env = { HOME: join(scratch.folder, 'home') }
  const helper = spawn(process.execPath, ['-e', LATE_WRITER], { cwd: '/', env, detached: true })
  const ended = new Promise((done) => helper.on('close', done))
  await new Promise((begun) => helper.stdout.once('data', begun))
  await scratch.remove()
  await ended
  expect(existsSync(scratch.folder)).toBe(false)
})
