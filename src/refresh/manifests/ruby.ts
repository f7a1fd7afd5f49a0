/** Gemfile and *.gemspec. */

import { shortLines } from '../../text/parse-data.ts'
import type { ManifestReader } from '../manifest-reader.ts'
import { type Command, catalog, fromDependencies, type Part, standard, type Technology, technology } from './part.ts'
import { exists, fileAt, filesNamed, folderOf, join, type Scan } from './scan.ts'

export const ruby: ManifestReader = {
  order: 1,
  files: [
    { worth: 8, names: ['Gemfile'] },
    { worth: 28, names: ['*.gemspec'] },
    { worth: 34, names: ['.ruby-version'] },
  ],
  read: (scan) => {
    const files = filesNamed(scan, 'Gemfile', '*.gemspec')
    return [...new Set(files.map((file) => folderOf(file.path)))].map((folder) => readFolder(scan, folder))
  },
}

const CATALOG = catalog({
  framework: {
    rails: 'Rails',
    sinatra: 'Sinatra',
    hanami: 'Hanami',
    grape: 'Grape',
    roda: 'Roda',
    'hotwire-rails': 'Hotwire',
    'turbo-rails': 'Turbo',
    'stimulus-rails': 'Stimulus',
    graphql: 'GraphQL Ruby',
    devise: 'Devise',
    sidekiq: 'Sidekiq',
    puma: 'Puma',
  },
  data: {
    pg: 'PostgreSQL (pg)',
    mysql2: 'MySQL (mysql2)',
    sqlite3: 'SQLite (sqlite3)',
    sequel: 'Sequel',
    mongoid: 'Mongoid',
    redis: 'redis-rb',
  },
  testing: {
    'rspec-rails': 'RSpec',
    rspec: 'RSpec',
    minitest: 'Minitest',
    capybara: 'Capybara',
    cucumber: 'Cucumber',
    factory_bot_rails: 'factory_bot',
  },
  tooling: {
    jekyll: 'Jekyll',
    rubocop: 'RuboCop',
    standard: 'Standard Ruby',
    brakeman: 'Brakeman',
    sorbet: 'Sorbet',
    fastlane: 'fastlane',
    cocoapods: 'CocoaPods',
    kamal: 'Kamal',
  },
})

function readFolder(scan: Scan, folder: string): Part {
  const gemfile = fileAt(scan, folder, 'Gemfile')
  const gemspec = filesNamed(scan, '*.gemspec').find((file) => folderOf(file.path) === folder)
  const lines = shortLines(gemfile?.text ?? '')
  const spec = gemspec?.text ?? ''
  const attribute = (name: string) =>
    new RegExp(`^\\s*\\w+\\.${name}\\s*=\\s*(?:["']|%q[{(\\[])([^"'}\\n]{1,300})`, 'm').exec(spec)?.[1]
  const gems = [
    ...lines.flatMap((line) => gemOf(/^\s*gem[\s(]+["']([\w-]{1,80})["'](.*)$/.exec(line))),
    ...shortLines(spec).flatMap((line) =>
      gemOf(/^\s*\w+\.add(?:_runtime|_development)?_dependency[\s(]+["']([\w-]{1,80})["'](.*)$/.exec(line)),
    ),
  ]
  return {
    folder,
    ecosystem: 'Ruby',
    source: gemfile?.path ?? gemspec?.path ?? 'Gemfile',
    name: attribute('name'),
    description: attribute('summary') ?? attribute('description'),
    technologies: [
      rubyOf(scan, folder, lines, attribute('required_ruby_version')),
      ...fromDependencies(CATALOG, gems),
      technology('packages', 'Bundler'),
    ],
    commands: commandsOf(
      scan,
      folder,
      gems.map(([id]) => id),
    ),
    members: undefined,
  }
}

function rubyOf(scan: Scan, folder: string, lines: readonly string[], required: string | undefined): Technology {
  const stated = lines.flatMap((line) => /^\s*ruby\s*\(?\s*["']([^"']{1,30})["']/.exec(line)?.[1] ?? [])[0] ?? required
  if (stated !== undefined) return technology('language', 'Ruby', stated)
  const pin = fileAt(scan, folder, '.ruby-version')
  const version = pin?.text.trim().replace(/^ruby-/, '')
  return pin !== undefined && version !== undefined && /^\d[\d.]*$/.test(version)
    ? { kind: 'language', name: 'Ruby', version, source: pin.path }
    : technology('language', 'Ruby')
}

function gemOf(match: RegExpExecArray | null): readonly (readonly [string, string | undefined])[] {
  const version = /^\s*,\s*["']([~<>=!\d][^"']{0,30})["']/.exec(match?.[2] ?? '')?.[1]
  return match?.[1] === undefined ? [] : [[match[1], version]]
}

function commandsOf(scan: Scan, folder: string, gems: readonly string[]): readonly Command[] {
  const commands: Command[] = [standard('install', 'bundle install')]
  const rails = exists(scan, folder, 'bin/rails') ? 'bin/rails' : 'bundle exec rails'
  if (exists(scan, folder, 'bin/dev')) commands.push(standard('dev', 'bin/dev', join(folder, 'bin/dev')))
  if (gems.includes('rails')) commands.push(standard('run', `${rails} server`))
  if (gems.includes('rspec-rails') || gems.includes('rspec')) commands.push(standard('test', 'bundle exec rspec'))
  else if (gems.includes('rails')) commands.push(standard('test', `${rails} test`))
  if (gems.includes('rubocop')) commands.push(standard('lint', 'bundle exec rubocop'))
  if (exists(scan, folder, 'Rakefile')) {
    const source = join(folder, 'Rakefile')
    commands.push({ role: undefined, name: 'rake', run: 'bundle exec rake', body: undefined, source })
  }
  return commands
}
