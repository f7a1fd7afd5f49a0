/** .tool-versions and mise.toml: the tools a project is built with. */

import type { Dependency, ManifestReader } from '../manifest-reader.ts'

export const tools: ManifestReader = {
  order: 18,
  files: [
    { names: ['.tool-versions', 'mise.toml', '.mise.toml'], declares: ({ text }) => ({ packages: toolsIn(text) }) },
  ],
  read: () => [],
}

/** `nodejs 20.1.0`, `java temurin-21.0.3`, `python = "3.12"`. */
function toolsIn(text: string): readonly Dependency[] {
  return [...text.matchAll(/^["']?([\w-]+)["']?[ \t]{0,99}=?[ \t]{0,99}["']?(?:[a-z]+-)?(\d[\d.]*)/gm)].map(
    ([, name = '', version]) => [name.replace(/^nodejs$/, 'node').replace(/^golang$/, 'go'), version],
  )
}
