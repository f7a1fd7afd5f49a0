import { expect, test } from 'vitest'
import { projectFacts } from '../../../src/project/project-facts.ts'
import { rustPackage, rustWorkspace } from '../papers.ts'
import { type Paper, scanned, table } from '../scanned.ts'

const facts = (paper: Paper) => projectFacts(scanned(paper), 'en')

test('a package with a program [S12]', () => {
  expect(table(facts(rustPackage).snapshot)).toEqual({
    About: 'A web server that fits on a floppy disk',
    Stack: 'Rust, edition 2021, axum 0.7, SQLx 0.8',
    Commands: 'build `cargo build`, run `cargo run`, test `cargo test`, one test `cargo test <name>`',
  })
})

test('a workspace with its members combined, and a member that inherits from it [S12]', () => {
  expect(table(facts(rustWorkspace).snapshot)).toMatchObject({
    Stack: 'Rust 1.80, edition 2021, clap 4.5, Tokio 1.40',
    Commands:
      'build `cargo build --workspace`, test `cargo test --workspace`, one test `cargo test --workspace <name>`',
  })
})

test('a pinned toolchain names its own file [S12]', () => {
  const paper = { ...rustPackage, 'rust-toolchain.toml': '[toolchain]\nchannel = "1.81.0"\n' }
  expect(facts(paper).stack).toContainEqual({
    label: 'Stack',
    value: 'Rust, edition 2021, Rust toolchain 1.81.0, axum 0.7, SQLx 0.8',
    source: 'Cargo.toml, rust-toolchain.toml',
  })
})
