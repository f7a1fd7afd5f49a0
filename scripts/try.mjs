/**
 * `npm run try [-- <project>]`: installs and builds if needed, creates a bank, asks it a question and prints how to
 * connect an agent. Without a project it uses a copy of the sample shop, so that your files stay unchanged.
 */

import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buildIfNeeded, fail, install, isBuilt, isInstalled, root, run } from './prepare.mjs'

const [given, ...rest] = process.argv.slice(2)
const project = given === undefined ? undefined : resolve(process.env.INIT_CWD ?? '.', given)
if (project !== undefined && !existsSync(project)) fail(`Folder not found: ${project}. Usage: npm run try -- <project>`)

await prepare()
const program = join(root, 'dist/cli/main.cjs')
const folder = project ?? sampleProject()
const before = lastChange()
await show('init', '--yes', ...rest)
// The sample's documents answer this; the new bank has no entry about it.
if (project === undefined) await show('recall', 'why', 'are', 'prices', 'in', 'cents')

const after = lastChange()
const command =
  spawnSync('memory-bank', ['--version'], { stdio: 'ignore' }).status === 0 ? 'memory-bank' : `node ${program}`
console.log(`
The bank is in ${join(folder, 'memory-bank')}.${
  after === undefined || after === before
    ? ''
    : `\nTo undo this change:                 ${command} undo ${after} -C ${folder}`
}${command === 'memory-bank' ? '' : `\nTo install the command globally:     npm install -g ${root}`}

Next, connect your agent:  ${command} install -C ${folder}`)

/** Does nothing if installed and built; otherwise announces it, because it takes time. */
async function prepare() {
  if (isInstalled(root) && isBuilt()) return
  console.log(
    `Preparing memory-bank${isInstalled(root) ? ': building' : ': installing and building, half a minute or more'} …`,
  )
  await install(root)
  await buildIfNeeded()
}

async function show(...args) {
  console.log(`\n$ memory-bank ${args.join(' ')} -C ${folder}\n`)
  await run(process.execPath, [program, ...args, '-C', folder])
}

/** The newest change in the project's history. Only a change after it may be undone. */
function lastChange() {
  const { stdout } = spawnSync(process.execPath, [program, 'history', '--json', '-C', folder], { encoding: 'utf8' })
  try {
    return JSON.parse(stdout).entries?.[0]?.id
  } catch {
    return undefined
  }
}

function sampleProject() {
  const copy = join(realpathSync(mkdtempSync(join(tmpdir(), 'memory-bank-'))), 'sample-shop')
  cpSync(join(root, 'examples/sample-shop'), copy, { recursive: true })
  return copy
}
