/** A process that accepts what it is given, as the page would: `node <this> <folder> <items as JSON>`. */

import { acceptProposals } from '../../src/dashboard/page-plans.ts'
import { openWorkspace } from '../../src/disk/workspace.ts'

const [folder = '.', items = '[]'] = process.argv.slice(2)
const workspace = openWorkspace({ folder, env: process.env, now: () => new Date(), progress: () => {} })
if (!workspace.ok) throw new Error(workspace.problem.code)
const done = acceptProposals(workspace.value, JSON.parse(items), 'en')
process.stdout.write(done.ok ? 'written' : done.problem.code)
