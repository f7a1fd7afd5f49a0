/** mix.exs. */

import type { ScannedFile } from '../facts.ts'
import {
  catalog,
  type Declared,
  type Dependency,
  type ManifestReader,
  partOf,
  productsIn,
  technology,
  usual,
} from '../manifest-reader.ts'
import { shortLines } from '../parse-data.ts'
import { filesNamed } from '../scan.ts'

export const elixir: ManifestReader = {
  order: 7,
  files: [{ names: ['mix.exs'], worth: 10, declares: ({ text }) => declaredIn(linesOf(text)) }],
  read: (scan) => filesNamed(scan, 'mix.exs').map(readMix),
  products: () => CATALOG,
}

function declaredIn(lines: readonly string[]): Declared {
  return { packages: [['elixir', firstIn(lines, /\belixir:\s*"([^"]{1,30})"/)], ...dependenciesOf(lines)] }
}

function linesOf(text: string): readonly string[] {
  return shortLines(text).map((line) => line.replace(/^\s*#.*$/, ''))
}

function firstIn(lines: readonly string[], pattern: RegExp): string | undefined {
  return lines.flatMap((line) => pattern.exec(line)?.[1] ?? [])[0]
}

function dependenciesOf(lines: readonly string[]): readonly Dependency[] {
  return lines.flatMap((line): readonly Dependency[] => {
    const match = /\{\s*:(\w{1,60})\s*,\s*(?:"([^"]{1,40})")?/.exec(line)
    return match?.[1] === undefined ? [] : [[match[1], match[2]]]
  })
}

const CATALOG = catalog({
  framework: `
    phoenix Phoenix | phoenix_live_view Phoenix LiveView | ash Ash | absinthe Absinthe | nerves Nerves | oban Oban |
    broadway Broadway | plug_cowboy Plug | bandit Bandit`,
  data: `ecto_sql Ecto | ecto Ecto | postgrex Postgrex | myxql MyXQL | redix Redix`,
})

function readMix(file: ScannedFile) {
  const lines = linesOf(file.text)
  const [language, ...dependencies] = declaredIn(lines).packages
  const isPhoenix = dependencies.some(([id]) => id === 'phoenix')
  return partOf(file.path, 'Elixir', {
    name: firstIn(lines, /\bapp:\s*:(\w{1,60})/),
    description: firstIn(lines, /\bdescription:\s*"([^"]{1,300})"/),
    technologies: [technology('language', 'Elixir', language?.[1]), ...productsIn(CATALOG, dependencies)],
    commands: usual({
      install: 'mix deps.get',
      run: isPhoenix ? 'mix phx.server' : undefined,
      build: 'mix compile',
      test: 'mix test',
      one: 'mix test <file>:<line>',
    }),
  })
}
