/** The files of the bank as resources: `memory-bank://<project>/<path>`, the entry first. */

import { type McpServer, ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server'
import { MEMORY } from '../../core/layout.ts'
import { listBankFiles, readBankFile } from '../../flows/bank-files.ts'
import type { Connection } from './connection.ts'
import type { OpenProject } from './projects.ts'

const SCHEME = 'memory-bank:'
const MARKDOWN = 'text/markdown'

export function registerResources(server: McpServer, connection: Connection): void {
  const { projects, client } = connection
  const template = new ResourceTemplate(`${SCHEME}//{project}/{+path}`, {
    async list(context) {
      await client.learnRoots(context)
      connection.filesListed()
      return { resources: projects.all().flatMap(resourcesOf) }
    },
    complete: {
      project: (typed) => projects.all().flatMap(({ name }) => (name.startsWith(typed) ? [name] : [])),
      path: (typed, context) => {
        const asked = context?.arguments?.['project']
        const among = projects.all().filter(({ name }) => asked === undefined || name === asked)
        const paths = among.flatMap(({ workspace }) => listBankFiles(workspace))
        return [...new Set(paths)].filter((path) => path.startsWith(typed)).slice(0, 100)
      },
    },
  })
  const about = { title: 'Memory Bank', description: 'A file of the project memory (memory-bank/)', mimeType: MARKDOWN }
  server.registerResource('memory-bank', template, about, async (uri, _variables, context) => {
    const asked = await client.settleRoots(context)
    if (asked !== undefined) return asked
    const text = read(uri, projects.all())
    if (text === undefined) throw new ResourceNotFoundError(uri.href)
    return { contents: [{ uri: uri.href, mimeType: MARKDOWN, text: text.toWellFormed() }] }
  })
}

function resourcesOf({ name, workspace }: OpenProject) {
  return listBankFiles(workspace).map((path) => ({
    uri: `${SCHEME}//${encodeURIComponent(name)}/${path.split('/').map(encodeURIComponent).join('/')}`,
    name: path,
    title: path,
    mimeType: MARKDOWN,
    ...(path === MEMORY
      ? { description: 'The entry: read it first', annotations: { audience: ['assistant' as const], priority: 1 } }
      : {}),
  }))
}

function read(uri: URL, projects: readonly OpenProject[]): string | undefined {
  const name = decoded(uri.host)
  const path = decoded(uri.pathname.slice(1))
  const project = projects.find((one) => one.name === name)
  if (project === undefined || path === undefined) return undefined
  const file = readBankFile(project.workspace, path)
  return file.ok ? file.value : undefined
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined // a stray %
  }
}
