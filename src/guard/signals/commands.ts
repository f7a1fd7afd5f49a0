/** Finds added packages, test runs, discarded changes and reverted commits in the words of a shell command. */

/** Packages that a command adds to the project. Global tools, type packages and restores do not count. */
export function addedPackages(command: string): readonly string[] {
  return partsOf(command).flatMap((part) => {
    const adding = ADDING.exec(part)?.[0]
    if (adding === undefined || NOT_FOR_THE_PROJECT.test(part)) return []
    return part
      .slice(adding.length)
      .split(/\s+/)
      .map((word) => word.replace(/^["']|["']$/g, ''))
      .filter((word) => /^@?[a-z][\w./@~^=<>[\]-]*$/i.test(word) && !word.startsWith('@types/'))
      .map((word) => word.replace(/(?<=.)(?:@|[=<>~^[]).*$/, '').toLowerCase())
  })
}

/** The test runner and its selection; undefined if the command runs no tests. */
export function testCommand(command: string): { readonly runner: string; readonly only: string } | undefined {
  for (const part of partsOf(command)) {
    const [whole, runner = ''] = TESTING.exec(part) ?? []
    if (whole === undefined) continue
    const rest = part.slice(whole.length).replace(/\).*$/, '')
    return { runner, only: rest.split(/\s+/).filter(isWhatToRun).join(' ') }
  }
  return undefined
}

/** Whether a word selects tests. Redirections and verbosity options do not distinguish two runs. */
function isWhatToRun(word: string): boolean {
  return (
    word !== '' &&
    !/^\d?>|^(?:--|run|-[qv]+|--(?:silent|verbose|quiet|ci|no-?color|color|runInBand|watch=false))$/.test(word)
  )
}

/** Files whose uncommitted changes the command discards, as it names them; `all` if it names none. */
export function takenBack(command: string): 'all' | readonly string[] | undefined {
  const undone = partsOf(command).flatMap((part) => {
    const [, verb, rest = ''] = DISCARDS.exec(part) ?? []
    if (verb === undefined) return []
    const named = rest.split(/\s+/).filter((word) => /[./]/.test(word) && !word.startsWith('-'))
    const isOfFiles = verb === 'checkout' || verb === 'restore'
    return [!isOfFiles || named.length === 0 || named.includes('.') ? 'all' : named]
  })
  if (undone.length === 0) return undefined
  return undone.includes('all') ? 'all' : undone.flat()
}

export function revertsCommit(command: string): boolean {
  return partsOf(command).some((part) => REVERTS.test(part))
}

function partsOf(command: string): readonly string[] {
  return command.split(/[;&|(\n]/).map((part) => part.trim().replace(/^(?:\w+=\S+ |time |sudo )+/, ''))
}

const GIT = String.raw`^git(?: -\S+(?: [^-\s]\S*)?)*? `
const DISCARDS = new RegExp(`${GIT}(checkout|restore|stash|clean|reset(?= .*--hard))(?![\\w-])(.*)$`)
const REVERTS = new RegExp(`${GIT}revert (?!--(?:abort|quit))`)
const ADDING =
  /^(?:(?:npm|pnpm|bun) (?:i|install|add)|(?:yarn|deno|cargo|uv|poetry|pdm|bundle|dart pub|flutter pub) add|go get|(?:python3? -m |uv )?pip3? install|composer require|dotnet add(?: \S+)? package|mix igniter\.install)\s+/
/** Options that install for this machine only, or restore packages of the manifest. */
const NOT_FOR_THE_PROJECT = /\s(?:-g|--global|--location=global|-r|--requirement|-e|--editable)(?=\s|=|$)/
const TESTING =
  /^((?:npm|pnpm|yarn|bun|deno)(?: run)? (?:test|t)|(?:npx |bunx |pnpm exec |pnpm |yarn )?(?:vitest|jest|mocha|ava|playwright test|cypress run)|(?:python3? -m )?(?:pytest|unittest)|tox|(?:go|dotnet|just|mix|swift|flutter) test|cargo (?:test|nextest)|(?:\.\/)?(?:mvnw?|gradlew?)(?: \S+){0,4}? (?:test|verify|check)|(?:bundle exec )?(?:rspec|rake test)|(?:vendor\/bin\/)?phpunit|ctest|make (?:test|check)|node --test)(?=[\s:)]|$)/
