/** A process that accepts what it is given, as the page would: `node <this> <folder> <items as JSON>`. */

import { acceptReviewed } from '../../src/consent/review.ts'
import { openWorkspace } from '../../src/flows/workspace.ts'

const [folder = '.', items = '[]'] = process.argv.slice(2)
const workspace = openWorkspace({ folder, env: process.env, now: () => new Date(), progress: () => {} })
if (!workspace.ok) throw new Error(workspace.problem.code)
const done = acceptReviewed(workspace.value, JSON.parse(items), { language: 'en' })
process.stdout.write(done.ok ? done.value.outcome : done.problem.code)
