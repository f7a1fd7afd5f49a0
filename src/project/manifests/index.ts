/** Every kind of project that a scan understands; each says its own order. Written by `node scripts/lists.mjs`. */

import type { ManifestReader } from '../manifest-reader.ts'
import { cmake } from './cmake.ts'
import { compose } from './compose.ts'
import { dart } from './dart.ts'
import { deno } from './deno.ts'
import { dotnet } from './dotnet.ts'
import { elixir } from './elixir.ts'
import { go } from './go.ts'
import { gradle } from './gradle.ts'
import { make } from './make.ts'
import { maven } from './maven.ts'
import { node } from './node.ts'
import { php } from './php.ts'
import { python } from './python.ts'
import { ruby } from './ruby.ts'
import { rust } from './rust.ts'
import { scripts } from './scripts.ts'
import { swift } from './swift.ts'
import { tools } from './tools.ts'

export const READERS: readonly ManifestReader[] = [
  cmake,
  compose,
  dart,
  deno,
  dotnet,
  elixir,
  go,
  gradle,
  make,
  maven,
  node,
  php,
  python,
  ruby,
  rust,
  scripts,
  swift,
  tools,
]
