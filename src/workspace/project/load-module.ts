/** Can a module be loaded? Asked in a process of its own, so that whatever it does stays there. */

import { childProcess } from '../built-in.ts'

const PATIENCE_MS = 10_000

/** Loads the module and looks for the server that a host would start. */
const PROGRAM = `import(process.argv[1]).then(
  (module) => {
    if (typeof module.default?.server !== 'function') { console.log('it has no server to start'); process.exit(1) }
    process.exit(0)
  },
  (error) => { console.log(String(error?.message ?? error)); process.exit(1) },
)`

/** Undefined if it can, else why not. */
export function whyNotLoadable(url: string, node: string): string | undefined {
  const done = childProcess().spawnSync(node, ['--input-type=module', '-e', PROGRAM, '--', url], {
    encoding: 'utf8',
    timeout: PATIENCE_MS,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, NODE_OPTIONS: '' },
  })
  if (done.status === 0) return undefined
  return (done.stdout ?? '').trim().split('\n')[0] || 'it could not be started'
}
