import { expect, test } from 'vitest'
import { projectFacts } from '../../../src/refresh/project-facts.ts'
import { rails } from './papers.ts'
import { scanned, table } from './scanned.ts'

test('Ruby [S12]', () => {
  expect(table(projectFacts(scanned(rails, 'folder'), 'en').snapshot)).toEqual({
    Name: 'folder',
    Stack: 'Ruby 3.3.5, Rails ~> 7.2.1, Puma >= 6.0, PostgreSQL (pg) ~> 1.5',
    Commands: '`bundle install`, `bin/dev`, `bin/rails server`, `bundle exec rspec`',
    Structure: '`app/`, `bin/`, `config/`',
  })
})

test('a gem by its gemspec [S12]', () => {
  const text =
    'Gem::Specification.new do |spec|\n  spec.name = "pebble"\n  spec.summary = "Counts pebbles quickly"\n  spec.required_ruby_version = ">= 3.1"\n  spec.add_dependency "sinatra", "~> 4.0"\nend\n'
  expect(table(projectFacts(scanned({ 'pebble.gemspec': text }, 'folder'), 'en').snapshot)).toMatchObject({
    Name: 'pebble',
    About: 'Counts pebbles quickly',
    Stack: 'Ruby >= 3.1, Sinatra ~> 4.0',
  })
})
