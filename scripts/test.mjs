/**
 * `npm test`: types, lint, prose, dead code, the package, and every test except those of six further hosts, in a clean clone with
 * only Node and npm. `npm test -- <vitest arguments>` runs chosen tests only.
 *
 * Other suites: `npm run test:hosts` (the six further hosts and `doctor --prove`), `npm run test:fast` (types, lint,
 * prose and the tests that start no host and no program), `npm run test:long` (all tests, every kill point, long laws).
 */

import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, fail, install, isInstalled, ran, root, run } from './prepare.mjs'

const SUITES = ['--fast', '--hosts', '--long']
const asked = process.argv.slice(2)
const suite = SUITES.find((name) => asked.includes(name))?.slice(2) ?? 'main'
const chosen = asked.filter((arg) => !SUITES.includes(arg))
const bin = (name) => join(root, 'test/node_modules/.bin', name)

// The checks need only the first two manifests, so they run while the other packages are installed.
await Promise.all([
  checks(),
  ...(suite === 'fast' ? [] : ['test/hosts', 'test/hosts/node22'].map(packages)),
  ...(suite === 'hosts' || suite === 'long' ? [packages('test/hosts/oh-my-opencode')] : []),
  programs(),
])
runTests()

async function checks() {
  await Promise.all(['.', 'test'].map(packages))
  await step('build', build)
  if (chosen.length > 0 || suite === 'hosts') return
  await step('types', async (say) => {
    for (const project of ['tsconfig.json', 'tsconfig.client.json'])
      await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', join(root, project)], { say })
  })
  await step('lint and format', (say) => run(bin('biome'), ['ci', '--colors=off'], { say }))
  await step('prose', (say) => run(process.execPath, [join(root, 'scripts/prose.mjs')], { say }))
  if (suite === 'fast') return
  await step('dead code', (say) => run(bin('knip'), ['--no-progress'], { say }))
  await step('package', checkPackage)
}

async function packages(folder) {
  if (isInstalled(join(root, folder))) return
  await step(`packages of ${join(folder, 'package.json')}`, (say) => install(join(root, folder), say))
}

/** Prints the output of a step when the step ends, because several run at once. */
async function step(name, work) {
  const began = Date.now()
  let said = ''
  await work((text) => {
    said += text
  })
  console.log(`— ${name} ${((Date.now() - began) / 1000).toFixed(1)} s\n${said.trim()}`.trim())
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
  if (!existsSync(results)) fail(`Vitest was ended before its last test (${done.signal ?? `exit ${done.status}`}).`)
  const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(results, 'utf8'))
  rmSync(folder, { recursive: true, force: true })
  console.log(`memory-bank: ${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped`)
  process.exit(done.status ?? 1)
}

/** Checks the tarball as users' tools will read it. */
async function checkPackage(say) {
  const folder = mkdtempSync(join(tmpdir(), 'memory-bank-pack-'))
  await run('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], { say })
  const tarball = join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '')
  await run(bin('publint'), ['run', tarball, '--strict'], { say })
  await run(bin('attw'), [tarball, '--profile', 'esm-only', '--no-color'], { say })
  rmSync(folder, { recursive: true, force: true })
}

/**
 * The tests need git, and the page's tests a browser with Chinese fonts. As root on Debian they are installed. Elsewhere a
 * missing git is an error, and without a browser its tests are skipped.
 */
async function programs() {
  const wantsBrowser = suite === 'main' || suite === 'long'
  const hasBrowser = () => ['chromium', 'chromium-browser', 'google-chrome'].some((name) => starts(name))
  const missing = [
    ...(starts('git') ? [] : ['git']),
    ...(wantsBrowser && !hasBrowser() ? ['chromium', 'fonts-noto-cjk'] : []),
  ]
  if (missing.length > 0 && process.getuid?.() === 0 && starts('apt-get'))
    await step(missing.join(', '), async (say) => {
      // The checks below notice if this failed.
      for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...missing]]) {
        const { code, out } = await ran('apt-get', ['-qq', ...args])
        if (code !== 0) say(out)
      }
    })
  if (!starts('git')) fail('The tests need git. Install it with your package manager, then run npm test again.')
  if (wantsBrowser && !hasBrowser())
    console.log('  Chromium not found: skipping the browser tests (test/scenarios/dashboard-page)')
}

function starts(program) {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0
}
