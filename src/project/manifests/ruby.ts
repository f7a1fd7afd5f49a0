/** Gemfile and *.gemspec. */

import {
  catalog,
  type Declared,
  type Dependency,
  type ManifestReader,
  type ProjectCommand,
  partOf,
  pinned,
  productsIn,
  type Technology,
  technology,
  usual,
  versionOf,
  type Way,
} from '../manifest-reader.ts'
import { oddLines } from '../odd-dependencies.ts'
import { shortLines } from '../parse-data.ts'
import { exists, fileAt, filesNamed, folderOf, foldersWith, join, type Scan } from '../scan.ts'

export const ruby: ManifestReader = {
  order: 1,
  files: [
    {
      names: ['Gemfile'],
      worth: 8,
      odd: oddLines(/^\s*gem\b.*(?:\b(?:git|github|branch)\s*(?::|=>)|,\s*["'](?:=\s*)?\d|["']<)/),
    },
    { names: ['*.gemspec'], worth: 28 },
    { names: ['Gemfile', '*.gemspec'], declares: ({ text }) => declaredIn(shortLines(text)) },
    { names: ['.ruby-version'], worth: 34, declares: versionOf('ruby') },
    { names: ['Rakefile'], worth: 37 },
  ],
  read: (scan) => foldersWith(scan, 'Gemfile', '*.gemspec').map((folder) => readFolder(scan, folder)),
  products: () => CATALOG,
}

function declaredIn(lines: readonly string[]): Declared {
  const { runtime, development } = gemsOf(lines)
  return {
    packages: [
      ['ruby', rubyIn(lines)],
      ...runtime,
      ...development,
      ...specifiedIn(lines, '(?:_runtime|_development)?'),
    ],
  }
}

function rubyIn(lines: readonly string[]): string | undefined {
  return lines.flatMap((line) => /^\s*ruby\s*\(?\s*["']([^"']{1,30})["']/.exec(line)?.[1] ?? [])[0]
}

function specifiedIn(lines: readonly string[], kind: string): readonly Dependency[] {
  const pattern = new RegExp(`^\\s*\\w+\\.add${kind}_dependency[\\s(]+["']([\\w-]{1,80})["'](.*)$`)
  return lines.flatMap((line) => gemOf(pattern.exec(line)))
}

const CATALOG = catalog({
  framework: `
    rails Rails | sinatra Sinatra | hanami Hanami | grape Grape | roda Roda | hotwire-rails Hotwire |
    turbo-rails Turbo | stimulus-rails Stimulus | graphql GraphQL Ruby | devise Devise | sidekiq Sidekiq`,
  data: `
    pg PostgreSQL (pg) | mysql2 MySQL (mysql2) | sqlite3 SQLite (sqlite3) | sequel Sequel | mongoid Mongoid |
    redis redis-rb`,
})

function readFolder(scan: Scan, folder: string) {
  const gemfile = fileAt(scan, folder, 'Gemfile')
  const gemspec = filesNamed(scan, '*.gemspec').find((file) => folderOf(file.path) === folder)
  const lines = shortLines(gemfile?.text ?? '')
  const spec = gemspec?.text ?? ''
  const attribute = (name: string) =>
    new RegExp(`^\\s*\\w+\\.${name}\\s*=\\s*(?:["']|%q[{(\\[])([^"'}\\n]{1,300})`, 'm').exec(spec)?.[1]
  const specified = (kind: string) => specifiedIn(shortLines(spec), kind)
  const listed = gemsOf(lines)
  // The Gemfile of a gem is for its developers; the gemspec lists what the gem runs on.
  const runtime = gemspec === undefined ? listed.runtime : specified('(?:_runtime)?')
  const all = [...listed.runtime, ...listed.development, ...specified('(?:_runtime|_development)?')]
  return partOf(gemspec?.path ?? gemfile?.path ?? 'Gemfile', 'Ruby', {
    name: attribute('name'),
    description: attribute('summary') ?? attribute('description'),
    technologies: [rubyOf(scan, folder, lines, attribute('required_ruby_version')), ...productsIn(CATALOG, runtime)],
    commands: commandsOf(scan, folder, new Set(all.map(([id]) => id)), gemspec !== undefined),
  })
}

function rubyOf(scan: Scan, folder: string, lines: readonly string[], required: string | undefined): Technology {
  const stated = rubyIn(lines) ?? required
  if (stated !== undefined) return technology('language', 'Ruby', stated)
  const pin = fileAt(scan, folder, '.ruby-version')
  return pinned('language', 'Ruby', pin, /^(?:ruby-)?(\d[\d.]*)$/) ?? technology('language', 'Ruby')
}

/** Gems outside and inside the development and test groups. */
function gemsOf(lines: readonly string[]): Readonly<Record<'runtime' | 'development', readonly Dependency[]>> {
  const found: Record<'runtime' | 'development', Dependency[]> = { runtime: [], development: [] }
  let grouped: number | undefined
  for (const line of lines) {
    const indent = line.search(/\S/)
    if (grouped === undefined && /^\s*group\b.*:(?:development|test)\b.*\bdo\b/.test(line)) grouped = indent
    else if (grouped !== undefined && indent <= grouped && /^\s*end\b/.test(line)) grouped = undefined
    const isAside = grouped !== undefined || /\bgroups?(?::|\s*=>).*:(?:development|test)\b/.test(line)
    const gem = gemOf(/^\s*gem[\s(]+["']([\w-]{1,80})["'](.*)$/.exec(line))
    found[isAside ? 'development' : 'runtime'].push(...gem)
  }
  return found
}

function gemOf(match: RegExpExecArray | null): readonly Dependency[] {
  const version = /^\s*,\s*["']([~<>=!\d][^"']{0,30})["']/.exec(match?.[2] ?? '')?.[1]
  return match?.[1] === undefined ? [] : [[match[1], version]]
}

function commandsOf(scan: Scan, folder: string, gems: ReadonlySet<string>, isGem: boolean): readonly ProjectCommand[] {
  const isRails = gems.has('rails') && !isGem
  const rails = exists(scan, folder, 'bin/rails') ? 'bin/rails' : 'bundle exec rails'
  const sign = (name: string) => (exists(scan, folder, name) ? join(folder, name) : undefined)
  const dev = sign('bin/dev')
  return [
    ...usual({ install: ['bundle install', sign('Gemfile')], run: dev && ['bin/dev', dev] }),
    ...usual({
      run: isRails ? `${rails} server` : undefined,
      lint: gems.has('rubocop') ? 'bundle exec rubocop' : undefined,
      ...testsOf(scan, folder, gems, isRails ? rails : undefined),
    }),
  ]
}

/** RSpec if specs exist, else Rails' own runner, else the tests of the Rakefile. */
function testsOf(
  scan: Scan,
  folder: string,
  gems: ReadonlySet<string>,
  rails: string | undefined,
): Readonly<Partial<Record<'test' | 'one', Way>>> {
  const rakefile = fileAt(scan, folder, 'Rakefile')
  const hasSpecs = (gems.has('rspec') || gems.has('rspec-rails')) && !/TestTask/.test(rakefile?.text ?? '')
  if (hasSpecs) return { test: 'bundle exec rspec', one: 'bundle exec rspec <file>:<line>' }
  if (rails !== undefined) return { test: `${rails} test`, one: `${rails} test <file>:<line>` }
  if (rakefile === undefined || !/TestTask|task[\s(]+:?["']?test\b/.test(rakefile.text)) return {}
  return {
    test: ['bundle exec rake test', rakefile.path],
    one: ['bundle exec ruby -Ilib -Itest <file>', rakefile.path],
  }
}
