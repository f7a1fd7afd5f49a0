/**
 * `npm run try [-- <project>]`: install, build, and give a project its memory.
 * Without a project, a copy of the sample shop is used, so that nothing of yours is touched.
 */

import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build, fail, install, root, run } from './prepare.mjs'

const [given, ...rest] = process.argv.slice(2)
if (given !== undefined && !existsSync(given)) fail(`There is no folder ${given}. Usage: npm run try -- <project>`)

console.log('Preparing memory-bank (a few seconds the first time) …')
install(root)
build()

const project = given === undefined ? sampleProject() : resolve(process.env.INIT_CWD ?? '.', given)
const program = join(root, 'dist/cli/main.cjs')
console.log(`\n$ memory-bank init --yes -C ${project}\n`)
run(process.execPath, [program, 'init', '--yes', '-C', project, ...rest])
console.log(`\n$ memory-bank status -C ${project}\n`)
run(process.execPath, [program, 'status', '-C', project])

const linked = spawnSync('memory-bank', ['--version'], { stdio: 'ignore' }).status === 0
console.log(`
The bank is in ${join(project, 'memory-bank')}
${linked ? '' : `To have the command everywhere:  npm install -g ${root}\n`}To take it all back:             node ${program} undo -C ${project}`)

function sampleProject() {
  const folder = join(realpathSync(mkdtempSync(join(tmpdir(), 'memory-bank-'))), 'sample-shop')
  cpSync(join(root, 'examples/sample-shop'), folder, { recursive: true })
  return folder
}
