/**
 * `npm test`: types, lint, dead code, the package, and every test except those of six further hosts, in a clean clone with
 * only Node and npm. `npm test -- <vitest arguments>` runs chosen tests only.
 *
 * Other suites: `npm run test:hosts` (the six further hosts and `doctor --prove`), `npm run test:fast` (types, lint and the
 * tests that start no host and no program), `npm run test:long` (everything, with every kill point and long laws).
 */

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, fail, install, root, run } from './prepare.mjs'

const SUITES = ['--fast', '--hosts', '--long']
const asked = process.argv.slice(2)
const suite = SUITES.find((name) => asked.includes(name))?.slice(2) ?? 'main'
const chosen = asked.filter((arg) => !SUITES.includes(arg))
const bin = (name) => join(root, 'test/node_modules/.bin', name)

install(root)
install(join(root, 'test'))
if (suite !== 'fast') {
  install(join(root, 'test/hosts'))
  install(join(root, 'test/hosts/node22'))
}
if (suite === 'hosts' || suite === 'long') install(join(root, 'test/hosts/oh-my-opencode'))
needGit()
if (suite === 'main' || suite === 'long') wantBrowser()
build()
if (chosen.length === 0 && suite !== 'hosts') {
  step('types', () => {
    for (const project of ['tsconfig.json', 'tsconfig.client.json'])
      run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', join(root, project)])
  })
  step('lint and format', () => run(bin('biome'), ['ci', '--colors=off']))
  if (suite !== 'fast') {
    step('dead code', () => run(bin('knip'), ['--no-progress']))
    step('package', checkPackage)
  }
}
runTests()

function step(name, work) {
  const began = Date.now()
  console.log(`— ${name}`)
  work()
  console.log(`  ${((Date.now() - began) / 1000).toFixed(1)} s`)
}

function runTests() {
  const folder = mkdtempSync(join(tmpdir(), 'memory-bank-test-'))
  const results = join(folder, 'results.json')
  const done = spawnSync(
    bin('vitest'),
    [
      'run',
      '--config',
      'test/vitest.config.ts',
      '--root',
      root,
      '--reporter=default',
      '--reporter=json',
      `--outputFile=${results}`,
      ...chosen,
    ],
    {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...process.env,
        MEMORY_BANK_SUITE: chosen.length > 0 && suite === 'main' ? 'long' : suite,
        ...(suite === 'long' ? { MEMORY_BANK_LONG: '1' } : {}),
      },
    },
  )
  const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(results, 'utf8'))
  rmSync(folder, { recursive: true, force: true })
  console.log(`memory-bank: ${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped`)
  process.exit(done.status ?? 1)
}

/** The tarball that users would get, looked at as their tools will. */
function checkPackage() {
  const folder = mkdtempSync(join(tmpdir(), 'memory-bank-pack-'))
  run('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder])
  const tarball = join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '')
  run(bin('publint'), ['run', tarball, '--strict'])
  run(bin('attw'), [tarball, '--profile', 'esm-only', '--no-color'])
  rmSync(folder, { recursive: true, force: true })
}

/** Tests of git run git. On Debian as root we may fetch it; elsewhere we say what is missing. */
function needGit() {
  if (starts('git')) return
  if (mayFetch()) fetchPackages(['git'])
  if (!starts('git')) fail('The tests need git. Install it with your package manager, then run npm test again.')
}

/** The page is looked at in a real browser, with letters for Chinese; where there is none, those tests say so and are skipped. */
function wantBrowser() {
  const has = () => ['chromium', 'chromium-browser', 'google-chrome'].some((name) => starts(name))
  if (!has() && mayFetch()) fetchPackages(['chromium', 'fonts-noto-cjk'])
  if (!has())
    console.log('  no Chromium here: the tests of the page in a browser are skipped (test/scenarios/dashboard-page)')
}

function starts(program) {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0
}

function mayFetch() {
  return process.getuid?.() === 0 && starts('apt-get')
}

/** Whether it worked is seen by what is there afterwards. */
function fetchPackages(names) {
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...names]])
    spawnSync('apt-get', ['-qq', ...args], { stdio: 'inherit' })
}
