/**
 * THIRD-PARTY.md: the licences of the packages that are bundled into dist/. `node scripts/third-party.mjs`
 * regenerates it.
 */

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './prepare.mjs'

/** Used only to build or check types; dist/ contains nothing of them. */
const NOT_BUNDLED = new Set(['@types/node', 'rolldown', 'typescript'])

export function thirdParty() {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const bundled = new Set()
  const add = (name) => {
    if (bundled.has(name)) return
    bundled.add(name)
    for (const inner of Object.keys(readManifest(name).dependencies ?? {})) add(inner)
  }
  for (const name of Object.keys(manifest.devDependencies)) if (!NOT_BUNDLED.has(name)) add(name)
  const parts = [...bundled].sort().map((name) => {
    const { version, license } = readManifest(name)
    const folder = join(root, 'node_modules', name)
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
    const text =
      file === undefined
        ? `Licence: ${license}`
        : readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim()
    return `## ${name} ${version}\n\n\`\`\`text\n${text}\n\`\`\``
  })
  return `# Packages bundled into memory-bank\n\n${parts.join('\n\n')}\n`
}

function readManifest(name) {
  const path = join(root, 'node_modules', name, 'package.json')
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : { version: '', license: 'unknown' }
}

if (process.argv[1] === new URL(import.meta.url).pathname) writeFileSync(join(root, 'THIRD-PARTY.md'), thirdParty())
