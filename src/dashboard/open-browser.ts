/** Opens an address in the person's browser. Other users of the machine may read what a program is started with, so no secret is in it. */

import { spawn } from 'node:child_process'

export function openBrowser(address: string, env: NodeJS.ProcessEnv, failed: () => void): void {
  const [program, ...args] = openerOf(process.platform)
  const child = spawn(program, [...args, address], { env, stdio: 'ignore', detached: true })
  child.on('error', failed)
  child.on('exit', (code) => {
    if (code !== 0 && code !== null) failed()
  })
  child.unref()
}

function openerOf(platform: NodeJS.Platform): readonly [string, ...string[]] {
  if (platform === 'darwin') return ['open']
  return platform === 'win32' ? ['rundll32', 'url.dll,FileProtocolHandler'] : ['xdg-open']
}
