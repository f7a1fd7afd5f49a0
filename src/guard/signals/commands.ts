/** Shell commands that say something about the project: packages added, tests run. */

/** Packages that a command adds to the project; types, tools for this machine and restores tell nothing new. */
export function addedPackages(command: string): readonly string[] {
  return command.split(/&&|\|\||[;\n|]/).flatMap((part) => {
    const match = ADDING.exec(part.trim())
    if (match === null || /\s(?:-g|--global|--location=global|-r|--requirement|-e|--editable)(?=\s|=|$)/.test(part))
      return []
    return part
      .trim()
      .slice(match[0].length)
      .split(/\s+/)
      .map((word) => word.replace(/^["']|["']$/g, ''))
      .filter((word) => /^@?[a-z][\w./@~^=<>[\]-]*$/i.test(word) && !word.startsWith('@types/'))
      .map(nameOf)
  })
}

/** The runner and what it was told to run, or undefined for a command that tests nothing. */
export function testCommand(command: string): { readonly runner: string; readonly only: string } | undefined {
  const match = TESTING.exec(command)
  if (match === null) return undefined
  const rest = command.slice(match.index + match[0].length).split(/[;&|\n)]/, 1)[0] ?? ''
  const runner = match[0].replace(/^[;&|(\s]+/, '').replace(/^(?:\w+=\S+ |time |sudo )+/, '')
  // Where the output goes, and how loud it is, tells no run from another.
  const words = rest.replace(/\d?>{1,2} ?\S*/g, '').split(/\s+/)
  return { runner, only: words.filter((word) => word !== '' && !SAYS_NOTHING.test(word)).join(' ') }
}

const SAYS_NOTHING =
  /^(?:--|run|-[qv]+|--(?:silent|verbose|quiet|watch=false|ci|no-?color|color|runInBand|reporter\S*))$/

const ADDING =
  /^(?:sudo )?(?:(?:npm (?:i|install|add)|pnpm (?:add|i|install)|yarn add|bun (?:add|i|install)|deno add|cargo add|go get|(?:python3? -m )?pip3? install|uv (?:pip install|add)|poetry add|pdm add|bundle add|composer require|dotnet add(?: \S+)? package|mix igniter\.install|dart pub add|flutter pub add))(?=\s)/

const TESTING =
  /(?:^|[;&|(\n])\s*(?:\w+=\S+ |time |sudo )*(?:(?:npm|pnpm|yarn|bun|deno)(?: run)? (?:t|test)(?=$|[\s:;&|])|(?:npx |bunx |pnpm (?:exec )?|yarn )?(?:vitest|jest|mocha|ava|playwright test|cypress run)(?=$|\s)|(?:python3? -m )?(?:pytest|unittest)(?=$|\s)|tox(?=$|\s)|go test|cargo (?:test|nextest)|(?:mvn|\.\/mvnw)\b[^;&|]* (?:test|verify)|(?:gradle|\.\/gradlew)\b[^;&|]* (?:test|check)|(?:bundle exec )?(?:rspec|rake test)|(?:vendor\/bin\/)?phpunit|dotnet test|ctest|make (?:test|check)|just test|mix test|node --test|swift test|flutter test)/

function nameOf(word: string): string {
  return word.replace(/(?<=.)(?:@|==|>=|<=|~=|[=<>~^[]).*$/, '').toLowerCase()
}
