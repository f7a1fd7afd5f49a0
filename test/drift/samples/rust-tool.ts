/** A Rust workspace outside git. */

import type { SampleProject } from '../sample-project.ts'

export const rustTool: SampleProject = {
  name: 'Rust workspace outside git',
  git: 'none',
  history: [
    {
      'Cargo.toml':
        '[workspace]\nmembers = ["crates/*"]\n\n[workspace.dependencies]\ntokio = { version = "1.38", features = ["full"] }\nclap = "4.5"\nserde = "1"\n',
      'crates/scan-core/Cargo.toml':
        '[package]\nname = "scan-core"\nversion = "0.3.0"\nrust-version = "1.76"\n\n[dependencies]\nserde = { workspace = true }\n',
      'crates/scan-core/src/lib.rs': 'pub mod walker;\npub use walker::WalkBuilder;\n',
      'crates/scan-core/src/walker.rs':
        'pub struct WalkBuilder;\n\nimpl WalkBuilder {\n    pub fn follow_links(&mut self) {}\n}\n\npub const MAX_OPEN_FILES: usize = 64;\n',
      'crates/scan-cli/Cargo.toml':
        '[package]\nname = "scan-cli"\nversion = "0.3.0"\n\n[[bin]]\nname = "scan"\n\n[dependencies]\nclap = { workspace = true }\n',
      'crates/scan-cli/src/main.rs': 'fn main() {\n    run_scan();\n}\n\nfn run_scan() {}\n',
      justfile: 'default:\n    just --list\n\ncheck:\n    cargo clippy\n\nbench name:\n    cargo bench {{name}}\n',
      '.gitignore': 'target\n',
      'benches/walk.rs': 'fn main() {}\n',
    },
  ],
  bank: {
    'MEMORY.md': `# Project Memory

## Project Snapshot

- **Stack**: Rust 1.70, tokio 1.38, clap 3.2 ⟦changed Rust 1.70⟧ ⟦changed clap 3.2⟧

## Top Quick Answers

- **Run it**: \`cargo run -p scan-cli -- .\`; the server: \`cargo run -p scan-server\`
- **Check**: \`just check\`; **release**: \`just publish\` ⟦gone just publish⟧
- **The binary**: \`cargo build --bin scan\`; \`cargo install ripgrep\` for comparison.
`,
    'details/patterns.md': `# Patterns

- \`crates/scan-core/src/walker.rs\` exports \`WalkBuilder\`, \`MAX_OPEN_FILES\` and \`skip_hidden()\`. ⟦gone skip_hidden⟧
- Ignore rules are read in \`crates/scan-core/src/ignore.rs\`. ⟦gone crates/scan-core/src/ignore.rs⟧
- Output goes through \`crates/scan-cli/src/printer.rs\` ⟦gone crates/scan-cli/src/printer.rs⟧
- \`run_scan\` in \`crates/scan-cli/src/main.rs\` is the entry.
- \`follow_links\` (\`crates/scan-core/src/walker.rs:4\`) is off by default.
- Colours are handled by \`crates/scan-cli/src/main.rs:400\`. ⟦changed main.rs:400⟧
- \`target/release/scan\` is what is shipped. \`Cargo.lock\` is committed.
- We chose \`clap\` over \`argh\`; \`structopt\` is not used.
- Config lives in \`~/.config/scan/config.toml\` and \`$XDG_CONFIG_HOME/scan\`.
- A plugin would implement \`ScanPlugin\` in \`src/plugin.rs\`.
- \`HashMap::with_capacity()\` and \`String::from_utf8_lossy()\` are preferred.
`,
    'details/design/walker.md': `# Walker

Example of a custom walker:

\`\`\`rust
use scan_core::CustomWalker;
let w = CustomWalker::open("src/other.rs");
\`\`\`

Sample output:

\`\`\`
$ scan .
src/a.rs: 3
npm run whatever
\`\`\`

| Type | File |
|---|---|
| \`WalkBuilder\` | \`crates/scan-core/src/walker.rs\` |
| \`ParallelWalkQueue\` | \`crates/scan-core/src/walker.rs\` | ⟦gone ParallelWalkQueue⟧
`,
  },
}
