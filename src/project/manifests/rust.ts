/** Cargo.toml: a package, a workspace, or both. */

import type { ScannedFile } from '../facts.ts'
import {
  catalog,
  type Declared,
  type Dependency,
  type ManifestReader,
  partOf,
  pinned,
  productsIn,
  type Technology,
  technology,
  usual,
  versionOf,
} from '../manifest-reader.ts'
import { oddLines } from '../odd-dependencies.ts'
import { at, entriesAt, listAt, parseToml, textAt, textOf, textsAt } from '../parse-data.ts'
import { exists, fileAt, filesNamed, folderOf, membersOf, type Scan } from '../scan.ts'

export const rust: ManifestReader = {
  order: 9,
  files: [
    {
      names: ['Cargo.toml'],
      worth: 4,
      declares: ({ text }) => declaredIn(parseToml(text)),
      odd: oddLines(/\bgit\s*=\s*"/, /^\s*\[patch\b/, /=\s*"=\s*\d|version\s*=\s*"(?:=|[^"]*<)/),
    },
    { names: ['rust-toolchain.toml'], worth: 35 },
    { names: ['rust-toolchain', 'rust-toolchain.toml'], declares: versionOf('rust') },
  ],
  read: (scan) => {
    const root = fileAt(scan, '', 'Cargo.toml')
    const workspace = root === undefined ? undefined : at(parseToml(root.text), 'workspace')
    return filesNamed(scan, 'Cargo.toml').map((file) => readCrate(scan, file, workspace))
  },
  products: () => CATALOG,
}

/** A version without an operator means "compatible with". */
function declaredIn(toml: unknown): Declared {
  const tables = [toml, at(toml, 'workspace'), ...entriesAt(toml, 'target').map(([, target]) => target)]
  const packages = tables.flatMap((table) =>
    ['dependencies', 'dev-dependencies', 'build-dependencies'].flatMap((key) =>
      entriesAt(table, key).map(([id, spec]): Dependency => {
        const version = textOf(spec) ?? textAt(spec, 'version')
        return [id, version?.replace(/^(?=\d)/, '^')]
      }),
    ),
  )
  const own = (key: string) => textAt(toml, 'package', key) ?? textAt(toml, 'workspace', 'package', key)
  const least = own('rust-version')
  const name = textAt(toml, 'package', 'name')
  return {
    packages: [
      ...packages,
      ['rust', least === undefined ? undefined : `>=${least}`],
      ['edition', own('edition')],
      ...(name === undefined ? [] : [[name, undefined] as const]),
    ],
  }
}

const CATALOG = catalog({
  framework: `
    axum axum | actix-web Actix Web | rocket Rocket | warp warp | poem Poem | salvo Salvo | tonic tonic (gRPC) |
    tauri Tauri | leptos Leptos | yew Yew | dioxus Dioxus | bevy Bevy | egui egui | iced iced | clap clap |
    ratatui ratatui | tokio Tokio | async-std async-std | hyper hyper | tower Tower | pyo3 PyO3 | napi napi-rs |
    wasm-bindgen wasm-bindgen | embassy Embassy`,
  data: `
    sqlx SQLx | diesel Diesel | sea-orm SeaORM | rusqlite rusqlite | tokio-postgres tokio-postgres |
    mongodb MongoDB driver | redis redis-rs | rdkafka rdkafka | polars Polars`,
})

function readCrate(scan: Scan, file: ScannedFile, workspace: unknown) {
  const folder = folderOf(file.path)
  const toml = parseToml(file.text)
  const inherited = (key: string) =>
    textAt(toml, 'package', key) ??
    (folder === '' || at(toml, 'package', key, 'workspace') === true ? textAt(workspace, 'package', key) : undefined)
  const edition = inherited('edition')
  const isMember = folder !== '' && workspace !== undefined
  const programs = listAt(toml, 'bin').length
  const isProgram = at(toml, 'package', 'default-run') !== undefined || programs === 1
  const hasProgram = isProgram || (programs === 0 && exists(scan, folder, 'src/main.rs'))
  const dependencies = entriesAt(toml, 'dependencies').flatMap(([id, spec]): readonly Dependency[] => {
    const shared = at(spec, 'workspace') === true ? at(workspace, 'dependencies', id) : undefined
    // A crate of the same repository is not a dependency.
    if (at(spec, 'path') !== undefined || at(shared, 'path') !== undefined) return []
    return [[id, textOf(spec) ?? textAt(spec, 'version') ?? textOf(shared) ?? textAt(shared, 'version')]]
  })
  const scope = at(toml, 'workspace') === undefined ? '' : ' --workspace'
  return partOf(file.path, 'Rust', {
    name: textAt(toml, 'package', 'name'),
    description: inherited('description'),
    technologies: [
      technology('language', 'Rust', inherited('rust-version')),
      ...(edition === undefined ? [] : [technology('language', `edition ${edition}`)]),
      ...(folder === '' ? [pinnedToolchain(scan) ?? []].flat() : []),
      ...productsIn(CATALOG, dependencies),
    ],
    commands: usual(
      isMember
        ? {}
        : {
            build: `cargo build${scope}`,
            test: `cargo test${scope}`,
            one: `cargo test${scope} <name>`,
            run: hasProgram ? 'cargo run' : undefined,
          },
    ),
    members: membersOf(
      scan,
      [...textsAt(toml, 'workspace', 'members'), ...textsAt(toml, 'workspace', 'exclude').map((path) => `!${path}`)],
      file.path,
      folder,
    ),
  })
}

function pinnedToolchain(scan: Scan): Technology | undefined {
  return pinned('runtime', 'Rust toolchain', fileAt(scan, '', 'rust-toolchain.toml'), CHANNEL)
}

const CHANNEL = /^[ \t]*channel[ \t]*=[ \t]*["'](\d[\w.-]*)/m
