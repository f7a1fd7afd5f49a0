/** composer.json. */

import type { ScannedFile } from '../facts.ts'
import {
  catalog,
  type Declared,
  type Dependency,
  type ManifestReader,
  type ProjectCommand,
  partOf,
  productsIn,
  script,
  technology,
  usual,
} from '../manifest-reader.ts'
import { type OddDependency, oddEntries, oddExactVersions } from '../odd-dependencies.ts'
import { entriesAt, parseJson, textAt, textOf } from '../parse-data.ts'
import { exists, filesNamed, folderOf, join, type Scan } from '../scan.ts'

export const php: ManifestReader = {
  order: 2,
  files: [
    { names: ['composer.json'], worth: 7, odd: oddInComposer },
    { names: ['composer.json', 'composer.json.dist'], declares: ({ text }) => declaredIn(parseJson(text)) },
  ],
  read: (scan) => filesNamed(scan, 'composer.json').map((file) => readComposer(scan, file)),
  products: () => CATALOG,
}

function oddInComposer(file: ScannedFile): readonly OddDependency[] {
  const declared = entriesAt(parseJson(file.text), 'require').filter(([name]) => name.includes('/'))
  const branches = declared.filter(([, spec]) => /^dev-|\bas\b/.test(textOf(spec) ?? ''))
  return [...oddEntries(file, branches), ...oddExactVersions(file, declared)]
}

function declaredIn(json: unknown): Declared {
  const name = textAt(json, 'name')
  return {
    packages: [
      ['php', textAt(json, 'require', 'php')],
      ...required(json, 'require'),
      ...required(json, 'require-dev'),
      ...(name === undefined ? [] : [[name, undefined] as const]),
    ],
    scripts: { runner: 'composer', names: entriesAt(json, 'scripts').map(([name]) => name) },
  }
}

function required(json: unknown, key: string): readonly Dependency[] {
  return entriesAt(json, key).flatMap(([id, version]) => (id.includes('/') ? [[id, textOf(version)] as const] : []))
}

const CATALOG = catalog({
  framework: `
    laravel/framework Laravel | laravel/lumen-framework Lumen | symfony/framework-bundle Symfony |
    symfony/symfony Symfony | slim/slim Slim | cakephp/cakephp CakePHP | yiisoft/yii2 Yii |
    codeigniter4/framework CodeIgniter | laminas/laminas-mvc Laminas | topthink/framework ThinkPHP |
    hyperf/framework Hyperf | hyperf/hyperf Hyperf | workerman/webman-framework webman |
    drupal/core-recommended Drupal | magento/product-community-edition Magento | livewire/livewire Livewire |
    inertiajs/inertia-laravel Inertia | filament/filament Filament | api-platform/core API Platform`,
  data: `doctrine/orm Doctrine ORM | doctrine/dbal Doctrine DBAL | predis/predis Predis`,
})

function readComposer(scan: Scan, file: ScannedFile) {
  const folder = folderOf(file.path)
  const json = parseJson(file.text)
  const ids = declaredIn(json).packages.map(([id]) => id)
  return partOf(file.path, 'PHP', {
    name: textAt(json, 'name'),
    description: textAt(json, 'description'),
    technologies: [
      technology('language', 'PHP', textAt(json, 'require', 'php')),
      ...productsIn(CATALOG, required(json, 'require')),
    ],
    commands: commandsOf(scan, folder, json, ids),
  })
}

/** Test runners by package, and the option that selects one test. */
const RUNNERS = [
  ['pestphp/pest', 'vendor/bin/pest', '--filter=<name>'],
  ['phpunit/phpunit', 'vendor/bin/phpunit', '--filter <name>'],
  ['codeception/codeception', 'vendor/bin/codecept run', '<suite> <file>'],
] as const

function commandsOf(scan: Scan, folder: string, json: unknown, ids: readonly string[]): readonly ProjectCommand[] {
  const artisan = exists(scan, folder, 'artisan') ? join(folder, 'artisan') : undefined
  const runner = RUNNERS.find(([id]) => ids.includes(id))
  const [, program, pick] = artisan === undefined ? (runner ?? []) : ['', 'php artisan test', '--filter=<name>']
  return [
    ...entriesAt(json, 'scripts').flatMap(([name]) => script(name, runnerOf(name))),
    ...usual({
      install: 'composer install',
      run: artisan && ['php artisan serve', artisan],
      test: program && [program, artisan],
      one: program && [`${program} ${pick}`, artisan],
    }),
  ]
}

function runnerOf(name: string): string {
  return ['test', 'start', 'dev', 'build', 'lint'].includes(name) ? `composer ${name}` : `composer run ${name}`
}
