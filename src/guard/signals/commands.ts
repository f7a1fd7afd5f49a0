/** Shell commands that say something about the project: packages added, tests run. */

import { wordTable } from '../../text/word-table.ts'

/** Packages that a command adds to the project; types, tools for this machine and restores tell nothing new. */
export function addedPackages(command: string): readonly string[] {
  return command.split(/&&|\|\||[;\n|]/).flatMap((raw) => {
    const part = raw.trim()
    const adding = ADDING.opening(part)
    const rest = part.slice(adding.length)
    if (adding === '' || !/^\s/.test(rest) || ELSEWHERE.test(part)) return []
    return rest
      .split(/\s+/)
      .map((word) => word.replace(/^["']|["']$/g, ''))
      .filter((word) => /^@?[a-z][\w./@~^=<>[\]-]*$/i.test(word) && !word.startsWith('@types/'))
      .map((word) => word.replace(/(?<=.)(?:@|==|>=|<=|~=|[=<>~^[]).*$/, '').toLowerCase())
  })
}

/** The runner and what it was told to run, or undefined for a command that tests nothing. */
export function testCommand(command: string): { readonly runner: string; readonly only: string } | undefined {
  for (const raw of command.split(/[;&|(\n]/)) {
    const part = raw.trim().replace(/^(?:\w+=\S+ |time |sudo )+/, '')
    const runner = TESTING.opening(part)
    if (runner === '' || !/^[\s:)]|^$/.test(part.slice(runner.length))) continue
    // Where the output goes, and how loud it is, tells no run from another.
    const words = part
      .slice(runner.length)
      .replace(/\).*$/, '')
      .replace(/\d?>{1,2} ?\S*/g, '')
      .split(/\s+/)
    return { runner, only: words.filter((word) => word !== '' && !SAYS_NOTHING.has(word)).join(' ') }
  }
  return undefined
}

/** Options that add for this machine, or restore what is written down already. */
const ELSEWHERE = /\s(?:-g|--global|--location=global|-r|--requirement|-e|--editable)(?=\s|=|$)/

const SAYS_NOTHING = new Set(
  '-- run -q -v -qq -vv --silent --verbose --quiet --watch=false --ci --nocolor --no-color --color --runInBand'.split(
    ' ',
  ),
)

const ADDING = wordTable(
  `(sudo )npm [i/install/add]|(sudo )pnpm [add/i/install]|(sudo )yarn add|(sudo )bun [add/i/install]|(sudo )deno add|(sudo )cargo add|
  (sudo )go get|(sudo )(python/python3)( -m )pip(3) install|(sudo )uv pip install|(sudo )uv add|(sudo )poetry add|(sudo )pdm add|
  (sudo )bundle add|(sudo )composer require|(sudo )dotnet add( _) package|(sudo )mix igniter.install|(sudo )dart pub add|
  (sudo )flutter pub add`,
)

const TESTING = wordTable(
  `[npm/pnpm/yarn/bun/deno]( run) [test/t]|(npx /bunx /pnpm exec /pnpm /yarn )[vitest/jest/mocha/ava/playwright test/cypress run]|
  (python -m /python3 -m )[pytest/unittest]|tox|go test|cargo [test/nextest]|mvn… [test/verify]|./mvnw… [test/verify]|
  gradle… [test/check]|./gradlew… [test/check]|(bundle exec )[rspec/rake test]|phpunit|vendor/bin/phpunit|dotnet test|ctest|
  make [test/check]|just test|mix test|node --test|swift test|flutter test`,
)
