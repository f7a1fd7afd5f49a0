import { expect, test } from 'vitest'
import { projectFacts } from '../../../src/project/project-facts.ts'
import { rails } from '../papers.ts'
import { scanned, table } from '../scanned.ts'

test('Ruby [S12]', () => {
  expect(table(projectFacts(scanned(rails), 'en').snapshot)).toEqual({
    Stack: 'Ruby 3.3.5, Rails ~> 7.2.1, PostgreSQL (pg) ~> 1.5',
    Commands:
      'install `bundle install`, run `bin/dev`, test `bundle exec rspec`, one test `bundle exec rspec <file>:<line>`, lint `bundle exec rubocop`',
  })
})

test('a gem by its gemspec [S12]', () => {
  const text =
    'Gem::Specification.new do |spec|\n  spec.name = "pebble"\n  spec.summary = "Counts pebbles quickly"\n  spec.required_ruby_version = ">= 3.1"\n  spec.add_dependency "sinatra", "~> 4.0"\nend\n'
  expect(table(projectFacts(scanned({ 'pebble.gemspec': text }), 'en').snapshot)).toMatchObject({
    About: 'Counts pebbles quickly',
    Stack: 'Ruby >= 3.1, Sinatra ~> 4.0',
  })
})

test('the Gemfile of a gem is for its developers; its Rakefile says how to test it [S12]', () => {
  const paper = {
    Gemfile: 'gemspec\ngem "haml"\ngroup :test do\n  gem "minitest"\nend\n',
    'pebble.gemspec': 'Gem::Specification.new do |s|\n  s.name = "pebble"\n  s.add_dependency "rack", ">= 3"\nend\n',
    Rakefile: 'require "rake/testtask"\nRake::TestTask.new(:test)\n',
  }
  expect(table(projectFacts(scanned(paper), 'en').snapshot)).toEqual({
    Name: 'pebble',
    Stack: 'Ruby',
    Commands: 'install `bundle install`, test `bundle exec rake test`, one test `bundle exec ruby -Ilib -Itest <file>`',
  })
})
