/** composer.json. */

import type { ScannedFile } from '../../core/project.ts'
import { entriesAt, parseJson, textAt, textOf } from '../../text/parse-data.ts'
import type { ManifestReader } from '../manifest-reader.ts'
import { type Command, catalog, fromDependencies, type Part, script, standard, technology } from './part.ts'
import { exists, filesNamed, folderOf, join, type Scan } from './scan.ts'

export const php: ManifestReader = {
  order: 2,
  files: [{ worth: 7, names: ['composer.json'] }],
  read: (scan) => filesNamed(scan, 'composer.json').map((file) => readComposer(scan, file)),
}

const CATALOG = catalog({
  framework: {
    'laravel/framework': 'Laravel',
    'laravel/lumen-framework': 'Lumen',
    'symfony/framework-bundle': 'Symfony',
    'symfony/symfony': 'Symfony',
    'slim/slim': 'Slim',
    'cakephp/cakephp': 'CakePHP',
    'yiisoft/yii2': 'Yii',
    'codeigniter4/framework': 'CodeIgniter',
    'laminas/laminas-mvc': 'Laminas',
    'topthink/framework': 'ThinkPHP',
    'hyperf/framework': 'Hyperf',
    'hyperf/hyperf': 'Hyperf',
    'workerman/webman-framework': 'webman',
    'drupal/core-recommended': 'Drupal',
    'magento/product-community-edition': 'Magento',
    'livewire/livewire': 'Livewire',
    'inertiajs/inertia-laravel': 'Inertia',
    'filament/filament': 'Filament',
    'api-platform/core': 'API Platform',
    'symfony/console': 'Symfony Console',
    'guzzlehttp/guzzle': 'Guzzle',
  },
  data: { 'doctrine/orm': 'Doctrine ORM', 'doctrine/dbal': 'Doctrine DBAL', 'predis/predis': 'Predis' },
  testing: {
    'phpunit/phpunit': 'PHPUnit',
    'pestphp/pest': 'Pest',
    'codeception/codeception': 'Codeception',
    'behat/behat': 'Behat',
  },
  tooling: {
    'phpstan/phpstan': 'PHPStan',
    'larastan/larastan': 'Larastan',
    'vimeo/psalm': 'Psalm',
    'laravel/pint': 'Pint',
    'friendsofphp/php-cs-fixer': 'PHP CS Fixer',
    'squizlabs/php_codesniffer': 'PHP_CodeSniffer',
    'rector/rector': 'Rector',
  },
})

function readComposer(scan: Scan, file: ScannedFile): Part {
  const folder = folderOf(file.path)
  const json = parseJson(file.text)
  const required = [...entriesAt(json, 'require'), ...entriesAt(json, 'require-dev')].map(
    ([id, version]) => [id, textOf(version)] as const,
  )
  const dependencies = required.filter(([id]) => id.includes('/'))
  return {
    folder,
    ecosystem: 'PHP',
    source: file.path,
    name: textAt(json, 'name'),
    description: textAt(json, 'description'),
    technologies: [
      technology('language', 'PHP', textAt(json, 'require', 'php')),
      ...fromDependencies(CATALOG, dependencies),
      technology('packages', 'Composer'),
    ],
    commands: commandsOf(scan, folder, json, dependencies),
    members: undefined,
  }
}

function commandsOf(
  scan: Scan,
  folder: string,
  json: unknown,
  dependencies: readonly (readonly [string, string | undefined])[],
): readonly Command[] {
  const scripts = entriesAt(json, 'scripts').flatMap(([name, body]) =>
    // Composer's own events (post-install-cmd …) are not for people to run.
    /^(pre|post)-/.test(name) || name === 'auto-scripts' ? [] : [script(name, runnerOf(name), textOf(body))],
  )
  const has = (id: string) => dependencies.some(([each]) => each === id)
  const isTested = scripts.some((each) => each.name === 'test')
  const commands: Command[] = [standard('install', 'composer install')]
  if (exists(scan, folder, 'artisan')) commands.push(standard('run', 'php artisan serve', join(folder, 'artisan')))
  if (!isTested && exists(scan, folder, 'artisan'))
    commands.push(standard('test', 'php artisan test', join(folder, 'artisan')))
  else if (!isTested && has('pestphp/pest')) commands.push(standard('test', 'vendor/bin/pest'))
  else if (!isTested && has('phpunit/phpunit')) commands.push(standard('test', 'vendor/bin/phpunit'))
  return [...commands, ...scripts]
}

function runnerOf(name: string): string {
  return ['test', 'start', 'dev', 'build', 'lint'].includes(name) ? `composer ${name}` : `composer run ${name}`
}
