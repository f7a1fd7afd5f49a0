/** deno.json and deno.jsonc. */

import type { ScannedFile } from '../facts.ts'
import {
  type Declared,
  type Dependency,
  type ManifestReader,
  partOf,
  productsIn,
  script,
  type Technology,
  technology,
  usual,
} from '../manifest-reader.ts'
import { entriesAt, parseJson, textAt, textOf, textsAt } from '../parse-data.ts'
import { filesNamed, folderOf, membersOf, type Scan } from '../scan.ts'
import { NODE_CATALOG } from './node.ts'

export const deno: ManifestReader = {
  order: 11,
  files: [{ names: ['deno.json', 'deno.jsonc'], worth: 11, declares: ({ text }) => declaredIn(parseJson(text)) }],
  read: (scan) => filesNamed(scan, 'deno.json', 'deno.jsonc').map((file) => readConfig(scan, file)),
  products: () => NODE_CATALOG,
}

function declaredIn(json: unknown): Declared {
  const names = [...entriesAt(json, 'tasks'), ...entriesAt(json, 'scripts')].map(([name]) => name)
  return { packages: importsOf(json), scripts: { runner: 'deno', names } }
}

function importsOf(json: unknown): readonly Dependency[] {
  return entriesAt(json, 'imports').flatMap(([, address]): readonly Dependency[] => {
    const match = /^(?:npm|jsr):\/?((?:@[\w.-]+\/)?[\w.-]+)(?:@([^/]+))?/.exec(textOf(address) ?? '')
    return match?.[1] === undefined ? [] : [[match[1] === '@fresh/core' ? 'fresh' : match[1], match[2]]]
  })
}

function readConfig(scan: Scan, file: ScannedFile) {
  const folder = folderOf(file.path)
  const json = parseJson(file.text)
  return partOf(file.path, 'Deno', {
    name: textAt(json, 'name'),
    description: textAt(json, 'description'),
    technologies: [...languageOf(scan), technology('runtime', 'Deno'), ...productsIn(NODE_CATALOG, importsOf(json))],
    commands: [
      ...entriesAt(json, 'tasks').flatMap(([name]) => script(name, `deno task ${name}`)),
      ...usual({ test: 'deno test', one: 'deno test <file>' }),
    ],
    members: membersOf(scan, textsAt(json, 'workspace'), file.path, folder),
  })
}

/** Deno runs both languages, so file names decide. */
function languageOf(scan: Scan): readonly Technology[] {
  const has = (extension: RegExp) => [...scan.tree.keys()].some((path) => extension.test(path))
  if (has(/\.[mc]?tsx?$/)) return [technology('language', 'TypeScript')]
  return has(/\.[mc]?jsx?$/) ? [technology('language', 'JavaScript')] : []
}
