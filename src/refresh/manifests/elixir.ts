/** mix.exs. */

import type { ScannedFile } from '../../core/project.ts'
import { shortLines } from '../../text/parse-data.ts'
import type { ManifestReader } from '../manifest-reader.ts'
import { catalog, fromDependencies, type Part, standard, technology } from './part.ts'
import { filesNamed, folderOf } from './scan.ts'

export const elixir: ManifestReader = {
  order: 7,
  files: [{ worth: 10, names: ['mix.exs'] }],
  read: (scan) => filesNamed(scan, 'mix.exs').map(readMix),
}

const CATALOG = catalog({
  framework: {
    phoenix: 'Phoenix',
    phoenix_live_view: 'Phoenix LiveView',
    ash: 'Ash',
    absinthe: 'Absinthe',
    nerves: 'Nerves',
    oban: 'Oban',
    broadway: 'Broadway',
    plug_cowboy: 'Plug',
    bandit: 'Bandit',
  },
  data: { ecto_sql: 'Ecto', ecto: 'Ecto', postgrex: 'Postgrex', myxql: 'MyXQL', redix: 'Redix' },
})

function readMix(file: ScannedFile): Part {
  const lines = shortLines(file.text).map((line) => line.replace(/^\s*#.*$/, ''))
  const first = (pattern: RegExp) => lines.flatMap((line) => pattern.exec(line)?.[1] ?? [])[0]
  const dependencies = lines.flatMap((line) => {
    const match = /\{\s*:(\w{1,60})\s*,\s*(?:"([^"]{1,40})")?/.exec(line)
    return match?.[1] === undefined ? [] : [[match[1], match[2]] as const]
  })
  const isPhoenix = dependencies.some(([id]) => id === 'phoenix')
  return {
    folder: folderOf(file.path),
    ecosystem: 'Elixir',
    source: file.path,
    name: first(/\bapp:\s*:(\w{1,60})/),
    description: first(/\bdescription:\s*"([^"]{1,300})"/),
    technologies: [
      technology('language', 'Elixir', first(/\belixir:\s*"([^"]{1,30})"/)),
      ...fromDependencies(CATALOG, dependencies),
    ],
    commands: [
      standard('install', 'mix deps.get'),
      ...(isPhoenix ? [standard('run', 'mix phx.server')] : []),
      standard('build', 'mix compile'),
      standard('test', 'mix test'),
      standard('one', 'mix test <file>:<line>'),
    ],
    members: undefined,
  }
}
