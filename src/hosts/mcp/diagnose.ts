/** Whether the project's `.mcp.json` has our server, and whether what it starts is there. */

import { join } from 'node:path'
import type { HostReport, Scope } from '../../flows/host.ts'
import type { InstallContext } from '../../flows/install-context.ts'
import { valueAt } from '../../text/jsonc.ts'
import { fieldIn } from '../fields.ts'
import { missingPackage } from '../findings.ts'

export function diagnose(context: InstallContext): HostReport {
  const found = mcpFiles('project', context).flatMap((file) => {
    const server = valueAt(context.look.text(file) ?? '', ['mcpServers', 'memory-bank'])
    return server === undefined ? [] : [{ file, server }]
  })
  return {
    installed: found.map(({ file }) => ({ scope: 'project', file, folder: undefined, spec: 'memory-bank' })),
    findings: found.flatMap(({ file, server }) => {
      const gone = programFiles(server).find((path) => context.look.text(path) === undefined)
      return gone === undefined ? [] : [missingPackage('MCP', file, gone)]
    }),
  }
}

/** Clients keep their user settings in places of their own. */
export function mcpFiles(scope: Scope, { root }: InstallContext): readonly string[] {
  return scope === 'project' && root !== undefined ? [join(root, '.mcp.json')] : []
}

/** Files of ours that a server entry starts. */
export function programFiles(server: unknown): readonly string[] {
  const args = fieldIn(server, 'args')
  return (Array.isArray(args) ? args : []).filter((arg) => typeof arg === 'string' && arg.endsWith('main.cjs'))
}
